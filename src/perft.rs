//! Counting move sequences: the check that two descriptions of a game's rules agree.

use crate::position::{Memory, MoveList, Position};
use crate::rules::Rules;

/// Room for counting, one list of moves for each ply, made once.
#[derive(Clone, Debug, Default)]
pub struct Perft<const W: usize> {
    lists: Vec<MoveList<W>>,
}

impl<const W: usize> Perft<W> {
    /// The number of move sequences of this many plies from the position: a forced pass is a move, a finished game has
    /// none.
    pub fn count(&mut self, rules: &Rules<W>, position: &Position<W>, memory: &mut Memory, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        let mut moves = self.lists.pop().unwrap_or_else(|| MoveList::new(rules));
        let mut position = *position;
        position.begin_turn(rules, &mut moves);
        let count = if plies == 1 {
            moves.len() as u64
        } else {
            let length = memory.keys.len();
            let after = |played| {
                let mut child = position;
                child.play(rules, played, &moves, memory);
                let count = self.count(rules, &child, memory, plies - 1);
                memory.keys.truncate(length);
                count
            };
            moves.iter().map(after).sum()
        };
        self.lists.push(moves);
        count
    }
}
