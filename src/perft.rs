//! Counting move sequences: the check that two descriptions of a game's rules agree.

mod known;

pub use known::Known;

use crate::bits::{Bits, Counts, Narrowest, Numbers, PACK, Wide, Words, take_place};
use crate::position::{Batch, Chase, Memory, Move, MoveList, Moves, Position};
use crate::rules::Rules;
use rayon::prelude::*;

/// The number of move sequences of this many plies from the position: a forced pass is a move, a finished game has
/// none. [`u64::MAX`] stands for more.
pub fn count<const W: usize>(rules: &Rules<W>, position: &Position<W>, memory: &mut Memory, plies: u32) -> u64
where
    Bits<W>: Words,
{
    match rules.is_narrow() {
        true => Perft::<W, Narrowest<W>>::new(rules, None).count(position, memory, plies),
        false => Perft::<W, Wide>::new(rules, None).count(position, memory, plies),
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
) -> Vec<u64>
where
    Bits<W>: Words,
{
    match rules.is_narrow() {
        true => divide_with::<W, Narrowest<W>>(rules, position, memory, plies, known),
        false => divide_with::<W, Wide>(rules, position, memory, plies, known),
    }
}

fn divide_with<const W: usize, N: Numbers>(
    rules: &Rules<W>,
    position: &Position<W>,
    memory: &Memory,
    plies: u32,
    known: Option<&Known>,
) -> Vec<u64> {
    let Some(rest) = plies.checked_sub(1) else { return Vec::new() };
    each_move(rules, position, memory, known, |child, memory, perft: &mut Perft<W, N>| match rest {
        0 | 1 => perft.count(child, memory, rest),
        _ => {
            let count = |child: &_, memory: &mut _, perft: &mut Perft<W, N>| perft.count(child, memory, rest - 1);
            each_move(rules, child, memory, known, count).into_iter().fold(0, u64::saturating_add)
        }
    })
}

/// Room for counting, lists of moves and batches, made when they are needed.
#[derive(Clone, Debug)]
struct Perft<'r, const W: usize, N: Numbers> {
    rules: &'r Rules<W>,
    lists: Vec<MoveList<W>>,
    batches: Vec<Box<Batch<W, N>>>,
    /// Whether positions are looked at side by side where the rules allow it.
    side_by_side: bool,
    /// For the last ply: chains of jumps of many positions, and whether they are put off to be followed together.
    chase: Chase<'r, W, N>,
    puts_off: bool,
    known: Option<&'r Known>,
    key: Vec<u64>,
}

impl<'r, const W: usize, N: Numbers> Perft<'r, W, N> {
    /// For counting with the table if there is one.
    fn new(rules: &'r Rules<W>, known: Option<&'r Known>) -> Self {
        Perft {
            rules,
            lists: Vec::new(),
            batches: Vec::new(),
            side_by_side: true,
            chase: Chase::new(),
            puts_off: rules.is_chased,
            known,
            key: Vec::new(),
        }
    }

    /// As [`count`].
    fn count(&mut self, position: &Position<W>, memory: &mut Memory, plies: u32) -> u64 {
        let known = self.known.filter(|_| known::pays(position, plies));
        let Some(known) = known else { return self.count_anew(position, memory, plies) };
        if let Some(count) = known.get(self.rules, position, plies, &mut self.key) {
            return count;
        }
        let count = self.count_anew(position, memory, plies);
        known.put(self.rules, position, plies, count, &mut self.key);
        count
    }

    #[inline]
    fn count_anew(&mut self, position: &Position<W>, memory: &mut Memory, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        let mut moves = self.lists.pop().unwrap_or_else(|| MoveList::new(self.rules));
        let mut position = *position;
        position.begin_turn(self.rules, &mut moves);
        let mut count = 0;
        if plies == 1 {
            count = moves.len() as u64;
        } else if let Some(batch) = self.batch_of(&position, plies) {
            count = self.count_moves(&batch, 1, None, memory, plies - 1);
            self.batches.push(batch);
        } else {
            let length = memory.keys.len();
            for played in moves.iter() {
                let mut child = position;
                child.play(self.rules, played, &moves, memory);
                count = u64::saturating_add(count, self.count(&child, memory, plies - 1));
                memory.keys.truncate(length);
            }
        }
        self.lists.push(moves);
        count
    }

    /// A batch with the position at its first place, and its moves found, if it can be looked at so.
    fn batch_of(&mut self, position: &Position<W>, plies: u32) -> Option<Box<Batch<W, N>>> {
        // What the table is asked for is looked at by itself.
        let one_by_one = !self.side_by_side || self.known.is_some() && plies > 2;
        if one_by_one || !position.is_common(self.rules) {
            return None;
        }
        let mut batch = self.batches.pop().or_else(|| Batch::new(self.rules).map(Box::new))?;
        batch.turn_to(position.phase, position.to_move);
        batch.set(self.rules, 0, position);
        let is_found = batch.count(self.rules, N::first(1), None).get(0) > 0;
        if !is_found {
            self.batches.push(batch);
            return None;
        }
        Some(batch)
    }

    /// The number of sequences of this many plies after the moves found of the positions whose places are bits of `places`,
    /// added up. Before them come those of `before`, and before those what the memory knows.
    #[inline(always)]
    fn count_moves(
        &mut self,
        batch: &Batch<W, N>,
        places: u32,
        before: Option<&Past>,
        memory: &mut Memory,
        plies: u32,
    ) -> u64 {
        let count = self.count_each(batch, places, before, memory, plies);
        if plies > 1 || !self.puts_off {
            return count;
        }
        if let Some(more) = self.chase.finish() {
            return count.saturating_add(more);
        }
        self.puts_off = false;
        let count = self.count_each(batch, places, before, memory, plies);
        self.puts_off = true;
        count
    }

    /// The same but for what the chains come to that are put off.
    fn count_each(
        &mut self,
        batch: &Batch<W, N>,
        places: u32,
        before: Option<&Past>,
        memory: &mut Memory,
        plies: u32,
    ) -> u64 {
        let mut count = 0;
        let mut children = Children::default();
        let mut count_some = |children: &mut Children| {
            let after = self.count_children(batch, children, before, memory, plies);
            count = u64::saturating_add(count, after);
            children.clear();
        };
        batch.each_move(places, |at, made| {
            children.add(at, made);
            if children.count == PACK {
                count_some(&mut children);
            }
        });
        if children.count > 0 {
            count_some(&mut children);
        }
        count
    }

    /// The number of sequences of this many plies after the `children` of the positions in the batch, added up.
    fn count_children(
        &mut self,
        parents: &Batch<W, N>,
        children: &Children,
        before: Option<&Past>,
        memory: &mut Memory,
        plies: u32,
    ) -> u64 {
        let mut batch = self.batches.pop().unwrap_or_else(|| Box::new(parents.clone()));
        batch.fill_from(self.rules, parents, &children.parents);
        let mut past = Past { keys: Wide::ZERO, parents: Wide::new(|at| children.parents[at] as u64), before };
        let mut noted = 0;
        let more_follows =
            batch.play(self.rules, &parents.changes(self.rules, &children.moves), |keys, comparable, counted| {
                (past.keys, noted) = (keys, counted);
                past.count(self.rules.sides, memory, comparable)
            });
        let asked = N::first(children.count) & more_follows.equal(N::ZERO);
        let chase = (plies == 1 && self.puts_off).then_some(&mut self.chase);
        let counts = batch.count(self.rules, asked, chase);
        let places = (1 << children.count) - 1;
        let mut alone = counts.equal(N::ZERO).bits() & places;
        let together = places & !alone;
        let length = memory.keys.len();
        let mut count = 0;
        while let Some(at) = take_place(&mut alone) {
            let mut position = Position::bare(self.rules);
            if self.rules.counts_repeats {
                past.recall(at, noted >> at & 1 != 0, memory);
            }
            match more_follows.get(at) {
                0 => batch.get(self.rules, at, &mut position),
                _ => batch.settle(self.rules, at, &mut position, memory),
            }
            count = u64::saturating_add(count, self.count(&position, memory, plies));
            memory.keys.truncate(length);
        }
        if plies == 1 {
            // Of one position there are fewer than 2¹⁶.
            count = count.saturating_add(counts.sum());
        } else {
            let after = self.count_moves(&batch, together, Some(&past), memory, plies - 1);
            count = count.saturating_add(after);
        }
        self.batches.push(batch);
        count
    }
}

/// Moves of positions in a batch, as many as it has places at the most.
#[derive(Clone, Copy, Default)]
struct Children {
    moves: Moves,
    /// The place of the position that each is a move of.
    parents: [u8; PACK],
    count: usize,
}

impl Children {
    #[inline(always)]
    fn add(&mut self, parent: usize, made: Move) {
        let at = self.count % PACK;
        self.moves.put(at, made);
        self.parents[at] = parent as u8;
        self.count += 1;
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.moves.clear();
        self.count = 0;
    }
}

/// The positions of a batch, in a game that counts repetitions, as those after them remember them.
struct Past<'a> {
    keys: Wide,
    /// The places of the positions that they came about from, in `before`.
    parents: Wide,
    before: Option<&'a Past<'a>>,
}

impl Past<'_> {
    /// How often each position has come about, now and among so many before it at the most, those in the memory the earliest.
    /// All sides are in play, so that it is the same side's turn only after so many plies as there are sides.
    #[inline(always)]
    fn count(&self, sides: usize, memory: &Memory, comparable: Wide) -> Wide {
        let (mut counts, mut places, mut before) = (Wide::ONE, self.parents, self.before);
        for distance in 1.. {
            let counted = Wide::splat(distance).at_most(comparable);
            if counted == Wide::ZERO {
                break;
            }
            let Some(past) = before else {
                let mut further = counted.bits();
                while let Some(at) = take_place(&mut further) {
                    let left = comparable.get(at) - distance + 1;
                    let earlier = memory.count(self.keys.get(at), left as u32) as u64 - 1;
                    counts.put(at, counts.get(at) + earlier);
                }
                break;
            };
            if distance % sides as u64 == 0 {
                // A mask of all ones is -1.
                counts = counts - (past.keys.at(places).equal(self.keys) & counted);
            }
            places = past.parents.at(places);
            before = past.before;
        }
        counts
    }

    /// Adds what came before the position at the place to the memory, and itself if it is `noted`.
    fn recall(&self, at: usize, noted: bool, memory: &mut Memory) {
        let length = memory.keys.len();
        if noted {
            memory.keys.push(self.keys.get(at));
        }
        let (mut place, mut before) = (self.parents.get(at) as usize, self.before);
        while let Some(past) = before {
            memory.keys.push(past.keys.get(place));
            (place, before) = (past.parents.get(place) as usize, past.before);
        }
        memory.keys[length..].reverse();
    }
}

/// What the work gives for the position after each of the moves, done in parallel.
fn each_move<const W: usize, N: Numbers>(
    rules: &Rules<W>,
    position: &Position<W>,
    memory: &Memory,
    known: Option<&Known>,
    work: impl Fn(&Position<W>, &mut Memory, &mut Perft<W, N>) -> u64 + Sync,
) -> Vec<u64> {
    let mut moves = MoveList::new(rules);
    let mut position = *position;
    position.begin_turn(rules, &mut moves);
    let own_room = || (memory.clone(), Perft::new(rules, known));
    let after = |(memory, perft): &mut (Memory, Perft<W, N>), index| {
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
    use crate::bits::Narrow;
    use crate::load::{shipped, written};
    use crate::model::Game;
    use crate::playout::mixed;

    /// A game for two sides, the board and what stands on it told first.
    fn described(board: &str, play: &str) -> Game {
        let text = format!(
            r#"game "Described" {{
                sides black, white
                {board}
                phase play {{
                    {play}
                    stuck loses
                }}
            }}"#
        );
        written(&text)
    }

    /// A game on a board so many sites wide and high, with pieces here and there.
    fn scattered(size: usize, play: &str) -> Game {
        let piece = |x: usize, y: usize| ["b", "w", ".", ".", "."][(x * 7 + y * 5 + x * y) % 5];
        let row = |y: usize| (0..size).map(|x| piece(x, y)).collect::<Vec<_>>().join(" ");
        let map = (0..size).map(row).collect::<Vec<_>>().join("\n");
        described(&format!("board grid {size} by {size}\nsetup map \"\"\"\n{map}\n\"\"\""), play)
    }

    /// After so many random plies of a few games, and then so many counted. Answers the last counts.
    fn counts_side_by_side_are_as_one_by_one<const W: usize>(game: &Game, lead: u64, plies: u32) -> Vec<u64> {
        let rules = Rules::<W>::new(game);
        let mut one_by_one = Perft::<W, Wide>::new(&rules, None);
        one_by_one.side_by_side = false;
        assert!(Batch::<W, Wide>::new(&rules).is_some(), "{}", game.title);
        let (mut wide, mut narrow) = (Perft::<W, Wide>::new(&rules, None), Perft::<W, Narrow>::new(&rules, None));
        let count = |seed| {
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
            let mut last = 0;
            for plies in 1..=plies {
                last = one_by_one.count(&position, &mut memory, plies);
                let together = |count| assert_eq!(count, last, "{}, seed {seed}, {lead} plies and {plies}", game.title);
                together(wide.count(&position, &mut memory, plies));
                if rules.is_narrow() {
                    together(narrow.count(&position, &mut memory, plies));
                }
            }
            last
        };
        (0..5).map(count).collect()
    }

    #[test]
    fn side_by_side_or_not_the_same_is_counted() {
        for lead in [0, 1, 12, 30] {
            let konane = |size| shipped("konane", &[("size", size)]);
            counts_side_by_side_are_as_one_by_one::<1>(&konane("8"), lead, 4);
            counts_side_by_side_are_as_one_by_one::<2>(&konane("10"), lead, 3);
            counts_side_by_side_are_as_one_by_one::<1>(&shipped("konane-turning", &[]), lead, 4);
            counts_side_by_side_are_as_one_by_one::<1>(&shipped("alquerque", &[]), lead, 5);
            counts_side_by_side_are_as_one_by_one::<1>(&shipped("english-draughts", &[]), lead, 4);
            counts_side_by_side_are_as_one_by_one::<1>(&shipped("breakthrough", &[]), lead, 3);
        }
        for (players, lead) in [("2", 20), ("2", 23), ("2", 90), ("3", 22), ("3", 80), ("4", 23), ("4", 110)] {
            let afterleap = shipped("afterleap", &[("players", players)]);
            counts_side_by_side_are_as_one_by_one::<1>(&afterleap, lead, 3);
        }
    }

    #[test]
    fn chains_of_every_kind_are_counted_side_by_side() {
        let chains = [
            "first { jump adjacent over enemy, must continue }\nelse { step adjacent }",
            "first { jump adjacent over enemy, must continue straight }\nelse { step adjacent }",
            "jump adjacent over enemy, may continue\nstep orthogonal",
            "jump orthogonal over pieces, may continue",
            "jump orthogonal over enemy, removing or exchanging, may continue",
            "first { jump diagonal over enemy, exchanging, must continue }\nelse { step orthogonal }",
            "jump diagonal over enemy, may continue\njump orthogonal over enemy, exchanging, may continue",
        ];
        for play in chains {
            for lead in [0, 2, 9] {
                counts_side_by_side_are_as_one_by_one::<1>(&scattered(7, play), lead, 3);
                counts_side_by_side_are_as_one_by_one::<2>(&scattered(10, play), lead, 2);
            }
        }
    }

    #[test]
    fn pieces_that_have_come_somewhere_become_others_side_by_side_too() {
        let play = "for man { jump orthogonal over enemy, may continue; step orthogonal; jump diagonal over enemy, exchanging }
                    for king { step diagonal }
                    for lord { jump adjacent over enemy }
                    promote man to king on row 1 or row 4 or column c
                    promote king to lord on row 4 or column a
                    promote lord to man on column c";
        // Men stand where they would become kings, and one may jump round to where it began.
        let round = described(
            "board grid 4 by 4\npieces man, king, lord\nsetup { black on [a1, d4]; white on [b1, c2, b3, a2] }",
            play,
        );
        counts_side_by_side_are_as_one_by_one::<1>(&round, 0, 5);
        let size = 7;
        let mut map = String::new();
        for row in (0..size).rev() {
            let piece = |x: usize| ["b", "w", ".", "bl", "wk", ".", "."][(x * 5 + row * 3 + x * row) % 7];
            map += &(0..size).map(piece).collect::<Vec<_>>().join(" ");
            map.push('\n');
        }
        let board = format!("board grid {size} by {size}\npieces man, king, lord\nsetup map \"\"\"\n{map}\"\"\"");
        for lead in [0, 5, 12] {
            counts_side_by_side_are_as_one_by_one::<1>(&described(&board, play), lead, 3);
        }
    }

    #[test]
    fn chains_may_land_where_they_took_a_piece() {
        // Black jumps along the first line to its end, and back along the second onto where its second jump took a piece.
        let board = "board points { lines a1 b1 c1 d1 e1 g1 h1; lines h1 f1 d1; lines i1 j1; lines k1 l1 }\n\
                     setup { black on [a1, j1]; white on [b1, d1, f1, g1, k1] }";
        let game = described(board, "jump adjacent over enemy, may continue\nstep adjacent");
        assert_eq!(counts_side_by_side_are_as_one_by_one::<1>(&game, 0, 1)[0], 5, "four jumps and a step");
        counts_side_by_side_are_as_one_by_one::<1>(&game, 0, 4);
    }

    #[test]
    fn conditions_below_zero_hold_side_by_side_too() {
        for when in ["count own - count enemy < 0", "0 > count own - count enemy", "count own - 99 < 0 - count enemy"] {
            let play = format!("jump orthogonal over enemy, may continue\nstep orthogonal\nlose when {when}");
            counts_side_by_side_are_as_one_by_one::<1>(&scattered(5, &play), 0, 4);
        }
    }

    #[test]
    fn every_position_counted_side_by_side_has_its_own_past() {
        let game = |repeats: u32| {
            let play = format!("step orthogonal\ndraw \"repetition\" when repeats >= {repeats}");
            scattered(3, &play)
        };
        for lead in [0, 1, 2, 3, 5] {
            let [twice, thrice] = [2, 3].map(|n| counts_side_by_side_are_as_one_by_one::<1>(&game(n), lead, 9));
            assert!(twice.iter().sum::<u64>() < thrice.iter().sum(), "the past matters");
            // Whether a side is out is asked before the new position is counted.
            let out = scattered(3, "step orthogonal\nout when repeats >= 2");
            counts_side_by_side_are_as_one_by_one::<1>(&out, lead, 7);
        }
    }
}
