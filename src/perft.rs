//! Counting move sequences: the check that two descriptions of a game's rules agree.

mod known;

pub use known::Known;

use crate::bits::{Numbers, PACK, Site, take_place};
use crate::position::{Batch, Memory, MoveList, Position};
use crate::rules::Rules;
use rayon::prelude::*;

/// Room for counting, one list of moves and one batch for each ply, made once.
#[derive(Clone, Debug)]
pub struct Perft<'k, const W: usize> {
    lists: Vec<MoveList<W>>,
    /// Those for more plies are made when they are needed; none where the rules have none.
    batches: Vec<Batch<W>>,
    known: Option<&'k Known>,
    key: Vec<u64>,
}

impl<'k, const W: usize> Perft<'k, W> {
    /// For counting by these rules, with the table if there is one.
    pub fn new(rules: &Rules<W>, known: Option<&'k Known>) -> Self {
        Perft { lists: Vec::new(), batches: Batch::new(rules).into_iter().collect(), known, key: Vec::new() }
    }

    /// The number of move sequences of this many plies from the position: a forced pass is a move, a finished game has
    /// none. [`u64::MAX`] stands for more.
    pub fn count(&mut self, rules: &Rules<W>, position: &Position<W>, memory: &mut Memory, plies: u32) -> u64 {
        let mut batches = std::mem::take(&mut self.batches);
        if let Some(batch) = batches.first().filter(|_| batches.len() < plies as usize) {
            batches.resize(plies as usize, batch.clone());
        }
        let count = self.count_one(&mut batches, rules, position, memory, plies);
        self.batches = batches;
        count
    }

    fn count_one(
        &mut self,
        batches: &mut [Batch<W>],
        rules: &Rules<W>,
        position: &Position<W>,
        memory: &mut Memory,
        plies: u32,
    ) -> u64 {
        let known = self.known.filter(|_| known::pays(position, plies));
        let Some(known) = known else { return self.count_anew(batches, rules, position, memory, plies) };
        if let Some(count) = known.get(rules, position, plies, &mut self.key) {
            return count;
        }
        let count = self.count_anew(batches, rules, position, memory, plies);
        known.put(rules, position, plies, count, &mut self.key);
        count
    }

    #[inline]
    fn count_anew(
        &mut self,
        batches: &mut [Batch<W>],
        rules: &Rules<W>,
        position: &Position<W>,
        memory: &mut Memory,
        plies: u32,
    ) -> u64 {
        if plies == 0 {
            return 1;
        }
        let mut moves = self.lists.pop().unwrap_or_else(|| MoveList::new(rules));
        let mut position = *position;
        position.begin_turn(rules, &mut moves);
        let mut count = 0;
        if plies == 1 {
            count = moves.len() as u64;
        } else {
            // What the table is asked for is looked at by itself.
            let one_by_one = self.known.is_some() && plies > 2;
            let together = !batches.is_empty() && !one_by_one && position.is_common(rules);
            if together {
                let mut on_tracks = moves.on_tracks().peekable();
                while on_tracks.peek().is_some() {
                    let mut children = Children::default();
                    on_tracks.by_ref().take(PACK).for_each(|made| children.add(0, made));
                    batches[0].fill(rules, &position);
                    let after = self.count_children(batches, rules, &children, &position, memory, plies - 1);
                    count = u64::saturating_add(count, after);
                }
            }
            let length = memory.keys.len();
            for played in moves.off_tracks().chain(moves.iter().take(if together { 0 } else { moves.counted() })) {
                let mut child = position;
                child.play(rules, played, &moves, memory);
                let after = self.count_one(batches, rules, &child, memory, plies - 1);
                count = u64::saturating_add(count, after);
                memory.keys.truncate(length);
            }
        }
        self.lists.push(moves);
        count
    }

    /// The number of sequences of this many plies after moves of the positions in the first batch, added up. Any common
    /// position serves as `model`.
    fn count_children(
        &mut self,
        batches: &mut [Batch<W>],
        rules: &Rules<W>,
        children: &Children,
        model: &Position<W>,
        memory: &mut Memory,
        plies: u32,
    ) -> u64 {
        let (batch, deeper) = batches.split_first_mut().expect("there is one for each ply");
        let mut keys = [None; PACK];
        let more_follows = batch.play(rules, &children.moves, |at, key, comparable| {
            keys[at] = Some(key);
            memory.count(key, comparable)
        });
        let counts = batch.count(rules) & more_follows.equal(Numbers::ZERO);
        let places = (1 << children.count) - 1;
        let mut alone = counts.equal(Numbers::ZERO).bits() & places;
        let together = places & !alone;
        let length = memory.keys.len();
        let mut count = 0;
        while let Some(at) = take_place(&mut alone) {
            let mut position = *model;
            memory.keys.extend(keys[at]);
            match more_follows[at] {
                0 => batch.get(rules, at, &mut position),
                _ => batch.settle(rules, at, &mut position, memory),
            }
            count = u64::saturating_add(count, self.count_one(deeper, rules, &position, memory, plies));
            memory.keys.truncate(length);
        }
        if plies == 1 {
            // Of one position there are fewer than 2¹⁶.
            let is_child = Numbers::PLACES.less(Numbers::splat(children.count as u64));
            return count.saturating_add((counts & is_child).sum());
        }
        // The past of each is its own; where it matters their moves are not mixed.
        let groups = if rules.counts_repeats { PACK } else { 1 };
        for (group, key) in keys.into_iter().enumerate().take(groups) {
            let of_group = if groups > 1 { together & 1 << group } else { together };
            let mut next = Children::default();
            let mut count_next = |next: &mut Children| {
                if next.count > 0 {
                    memory.keys.extend(key);
                    deeper[0].fill_from(rules, batch, &next.parents);
                    let after = self.count_children(deeper, rules, next, model, memory, plies - 1);
                    count = u64::saturating_add(count, after);
                    memory.keys.truncate(length);
                    next.count = 0;
                }
            };
            batch.each_move(of_group, |at, track, to| {
                next.add(at, (track, to));
                if next.count == PACK {
                    count_next(&mut next);
                }
            });
            count_next(&mut next);
        }
        count
    }
}

/// Moves of positions in a batch, as many as it has places at the most.
#[derive(Clone, Copy, Default)]
struct Children {
    /// The track of each move and the site that it ends on.
    moves: [(u16, Site); PACK],
    /// The place of the position that it is a move of.
    parents: [u64; PACK],
    count: usize,
}

impl Children {
    #[inline(always)]
    fn add(&mut self, parent: usize, made: (u16, Site)) {
        let at = self.count % PACK;
        self.moves[at] = made;
        self.parents[at] = parent as u64;
        self.count += 1;
    }
}

/// The number of move sequences of this many plies from the position by their first move, in the order of the list of
/// moves; none for no plies. The first two plies are spread over the threads of rayon's pool in force.
pub fn divide<const W: usize>(
    rules: &Rules<W>,
    position: &Position<W>,
    memory: &Memory,
    plies: u32,
    known: Option<&Known>,
) -> Vec<u64> {
    let Some(rest) = plies.checked_sub(1) else { return Vec::new() };
    each_move(rules, position, memory, known, |child, memory, perft| match rest {
        0 | 1 => perft.count(rules, child, memory, rest),
        _ => {
            let count = |child: &_, memory: &mut _, perft: &mut Perft<W>| perft.count(rules, child, memory, rest - 1);
            each_move(rules, child, memory, known, count).into_iter().fold(0, u64::saturating_add)
        }
    })
}

/// What the work gives for the position after each of the moves, done in parallel.
fn each_move<const W: usize>(
    rules: &Rules<W>,
    position: &Position<W>,
    memory: &Memory,
    known: Option<&Known>,
    work: impl Fn(&Position<W>, &mut Memory, &mut Perft<W>) -> u64 + Sync,
) -> Vec<u64> {
    let mut moves = MoveList::new(rules);
    let mut position = *position;
    position.begin_turn(rules, &mut moves);
    let own_room = || (memory.clone(), Perft::new(rules, known));
    let after = |(memory, perft): &mut (Memory, Perft<W>), index| {
        let length = memory.keys.len();
        let mut child = position;
        child.play_nth(rules, index, &moves, memory);
        let count = work(&child, memory, perft);
        memory.keys.truncate(length);
        count
    };
    (0..moves.len()).into_par_iter().map_init(own_room, after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::Description;
    use crate::playout::mixed;

    /// After so many random plies of a few games, and then so many counted.
    fn counts_side_by_side_are_as_one_by_one<const W: usize>(
        name: &str,
        options: &[(&str, &str)],
        lead: u64,
        plies: u32,
    ) {
        let options: Vec<_> = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        let game = Description::load(name).expect("it is shipped").game(&options).expect("the options are the game's");
        let rules = Rules::<W>::new(&game);
        let (mut together, mut one_by_one) = (Perft::new(&rules, None), Perft::new(&rules, None));
        assert!(!together.batches.is_empty(), "{name}");
        one_by_one.batches.clear();
        for seed in 0..5 {
            let mut memory = Memory::default();
            let mut position = Position::start(&rules, &mut memory);
            let mut moves = MoveList::new(&rules);
            for ply in 0..lead {
                position.begin_turn(&rules, &mut moves);
                if moves.is_empty() {
                    break;
                }
                let index = mixed(seed, ply) as usize % moves.len();
                position.play_nth(&rules, index, &moves, &mut memory);
            }
            for plies in 1..=plies {
                let count = one_by_one.count(&rules, &position, &mut memory, plies);
                assert_eq!(together.count(&rules, &position, &mut memory, plies), count, "{name} {seed} {plies}");
            }
        }
    }

    #[test]
    fn side_by_side_or_not_the_same_is_counted() {
        for lead in [0, 1, 12, 30] {
            counts_side_by_side_are_as_one_by_one::<1>("konane", &[], lead, 4);
            counts_side_by_side_are_as_one_by_one::<1>("konane-turning", &[], lead, 4);
            counts_side_by_side_are_as_one_by_one::<2>("konane", &[("size", "10")], lead, 3);
            counts_side_by_side_are_as_one_by_one::<1>("alquerque", &[], lead, 5);
            counts_side_by_side_are_as_one_by_one::<1>("english-draughts", &[], lead, 4);
            counts_side_by_side_are_as_one_by_one::<1>("breakthrough", &[], lead, 3);
        }
        for (players, lead) in [("2", 20), ("2", 23), ("2", 90), ("3", 22), ("3", 80), ("4", 23), ("4", 110)] {
            counts_side_by_side_are_as_one_by_one::<1>("afterleap", &[("players", players)], lead, 3);
        }
    }
}
