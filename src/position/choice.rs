//! The best of several moves.

use super::moves::Extent;
use super::{MoveList, Position};
use crate::moves::Hop;
use crate::rules::{Block, Rules};

impl<const W: usize> Position<W> {
    /// Drops the moves added since the extent that are not the best by what the block compares them by.
    #[inline(never)]
    pub(super) fn choose(&self, rules: &Rules<W>, block: &Block<W>, extent: Extent, moves: &mut MoveList<W>) {
        let mut facts = self.facts;
        for (statement, preference) in &block.choice {
            let is_decisive = moves.keep_best(extent, |from, hops: &[Hop]| {
                preference.worth((rules.all, &rules.ways), &mut facts, from, hops.iter().map(|hop| hop.over))
            });
            if is_decisive {
                moves.note_choice(*statement);
            }
        }
    }
}
