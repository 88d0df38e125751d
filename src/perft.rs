//! Counting move sequences: the check that two descriptions of a game's rules agree.

mod known;

pub use known::Known;

use crate::bits::{EIGHT, Numbers, Site};
use crate::position::{Batch, Memory, MoveList, Played, Position};
use crate::rules::Rules;
use rayon::prelude::*;

/// Room for counting, one list of moves for each ply, made once.
#[derive(Clone, Debug)]
pub struct Perft<'k, const W: usize> {
    lists: Vec<MoveList<W>>,
    /// For the last ply but one, whose moves are made eight at a time.
    batch: Option<Batch<W>>,
    /// Room for moves that are not.
    others: Vec<Played>,
    known: Option<&'k Known>,
    key: Vec<u64>,
}

impl<'k, const W: usize> Perft<'k, W> {
    /// For counting by these rules, with the table if there is one.
    pub fn new(rules: &Rules<W>, known: Option<&'k Known>) -> Self {
        Perft { lists: Vec::new(), batch: Batch::new(rules), others: Vec::new(), known, key: Vec::new() }
    }

    /// The number of move sequences of this many plies from the position: a forced pass is a move, a finished game has
    /// none. [`u64::MAX`] stands for more.
    pub fn count(&mut self, rules: &Rules<W>, position: &Position<W>, memory: &mut Memory, plies: u32) -> u64 {
        let known = self.known.filter(|_| known::pays(position, plies));
        let Some(known) = known else { return self.count_anew(rules, position, memory, plies) };
        if let Some(count) = known.get(rules, position, plies, &mut self.key) {
            return count;
        }
        let count = self.count_anew(rules, position, memory, plies);
        known.put(rules, position, plies, count, &mut self.key);
        count
    }

    #[inline]
    fn count_anew(&mut self, rules: &Rules<W>, position: &Position<W>, memory: &mut Memory, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        let mut moves = self.lists.pop().unwrap_or_else(|| MoveList::new(rules));
        let mut position = *position;
        position.begin_turn(rules, &mut moves);
        let count = match (plies, &mut self.batch) {
            (1, _) => moves.len() as u64,
            (2, Some(batch)) if position.is_common(rules) => {
                let mut others = std::mem::take(&mut self.others);
                others.clear();
                others.extend(moves.off_tracks());
                let pairs = count_pairs(batch, rules, &position, memory, moves.on_tracks(), &mut others);
                let rest = self.count_after(rules, &position, memory, 1, &moves, others.iter().copied());
                self.others = others;
                pairs.saturating_add(rest)
            }
            _ => self.count_after(rules, &position, memory, plies - 1, &moves, moves.iter()),
        };
        self.lists.push(moves);
        count
    }

    /// The number of sequences of this many plies after each of these moves of the list, added up.
    fn count_after(
        &mut self,
        rules: &Rules<W>,
        position: &Position<W>,
        memory: &mut Memory,
        plies: u32,
        moves: &MoveList<W>,
        played: impl Iterator<Item = Played>,
    ) -> u64 {
        let length = memory.keys.len();
        let after = |played| {
            let mut child = *position;
            child.play(rules, played, moves, memory);
            let count = self.count(rules, &child, memory, plies);
            memory.keys.truncate(length);
            count
        };
        played.map(after).fold(0, u64::saturating_add)
    }
}

/// The number of moves after each of these moves of tracks, added up, but for those that have to be played by themselves and
/// are added to `others`.
fn count_pairs<const W: usize>(
    batch: &mut Batch<W>,
    rules: &Rules<W>,
    position: &Position<W>,
    memory: &Memory,
    mut moves: impl Iterator<Item = (u16, Site)>,
    others: &mut Vec<Played>,
) -> u64 {
    let mut pairs = 0;
    loop {
        let mut eight = [(0, Site(0)); EIGHT];
        let mut filled = 0;
        for (place, found) in eight.iter_mut().zip(&mut moves) {
            *place = found;
            filled += 1;
        }
        if filled == 0 {
            return pairs;
        }
        batch.fill(rules, position);
        let more_follows = batch.play(rules, &eight, |_, key, comparable| memory.count(key, comparable));
        let counts = batch.look(rules) & more_follows.simd_eq(Numbers::ZERO);
        for (&count, &(track, to)) in counts.as_array().iter().zip(&eight[..filled]) {
            match count {
                0 => others.push(Played::Track { track, to }),
                _ => pairs += count,
            }
        }
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
