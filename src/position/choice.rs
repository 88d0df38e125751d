//! The best of several moves.

use super::moves::Extent;
use super::{MoveList, Position};
use crate::bits::{Bits, Site};
use crate::facts::{JUMPED, LAST};
use crate::moves::Hop;
use crate::rules::{Block, Preference, Rules};

impl<const W: usize> Position<W> {
    /// Drops the moves added since the extent that are not the best by what the block compares them by.
    #[inline(never)]
    pub(super) fn choose(&self, rules: &Rules<W>, block: &Block<W>, extent: Extent, moves: &mut MoveList<W>) {
        let mut facts = self.facts;
        for preference in &block.choice {
            moves.keep_best(extent, |from, hops: &[Hop]| {
                facts.placement.boards[LAST] = Bits::one(from);
                facts.placement.boards[JUMPED] = hops.iter().map(|hop| hop.over).collect();
                match preference {
                    Preference::Most(number) => number.value(rules.all, &rules.ways, &facts) as i128,
                    Preference::Least(number) => -(number.value(rules.all, &rules.ways, &facts) as i128),
                    Preference::Earliest(set) => earliest(hops, set.read(rules.all, &rules.ways, &facts.placement)),
                }
            });
        }
    }
}

/// A number that is greater the earlier the jumps come to pieces on the sites; jumps past the 126th do not count.
fn earliest<const W: usize>(hops: &[Hop], sites: Bits<W>) -> i128 {
    let is_there = |over: Site| sites.has(over) as i128;
    hops.iter().zip((0..=126).rev()).map(|(hop, bit)| is_there(hop.over) << bit).sum()
}
