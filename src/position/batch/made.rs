//! The moves that the positions of a batch are to make.

use super::chains::Chained;
use crate::bits::{Numbers, PACK, Pack, Site, each};
use crate::rules::Rules;

/// A move found in a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// The track's that ends on the site.
    OnTrack(u16, Site),
    /// The chain of jumps of this number in the batch.
    Chain(u16),
}

/// A move for each place of a batch.
#[derive(Clone, Copy, Default, Debug)]
pub struct Moves {
    /// The track of each, and where it ends.
    pub(super) tracks: [u16; PACK],
    pub(super) ends: [Site; PACK],
    /// Which are chains instead, as bits, and their numbers.
    pub(super) chained: u32,
    pub(super) chains: [u16; PACK],
}

impl Moves {
    /// Every place has none.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.chained = 0;
    }

    /// Puts the move at a place that has none.
    #[inline(always)]
    pub fn put(&mut self, at: usize, made: Move) {
        match made {
            Move::OnTrack(track, to) => (self.tracks[at], self.ends[at]) = (track, to),
            Move::Chain(number) => {
                self.chains[at] = number;
                self.chained |= 1 << at;
            }
        }
    }
}

/// What moves, one for each place of a batch, change.
#[derive(Clone, Copy, Debug)]
pub struct Changes<const W: usize, N> {
    pub(super) tracks: [u16; PACK],
    /// Where the piece that moves ends.
    pub(super) ends: [Site; PACK],
    /// The sites at which the mover's own board changes.
    pub(super) own: Pack<W, N>,
    /// The sites whose pieces, if there are any, are taken.
    pub(super) taken: Pack<W, N>,
}

impl<const W: usize, N: Numbers> Changes<W, N> {
    /// What the moves on these tracks change that end on these sites.
    #[inline(always)]
    pub(super) fn new(rules: &Rules<W>, tracks: [u16; PACK], ends: [Site; PACK]) -> Self {
        let by = N::new(|at| ends[at].0 as u64);
        let changed = each(|at| rules.tracks[tracks[at] as usize].changed());
        let own = Pack::new(|at| *changed[at].0).turned(by);
        let taken = Pack::new(|at| *changed[at].1).turned(by);
        Changes { tracks, ends, own, taken }
    }

    /// Puts what the chain changes in place of what changes at the place.
    #[inline(always)]
    pub(super) fn put(&mut self, at: usize, chain: &Chained<W>) {
        self.tracks[at] = chain.track;
        self.ends[at] = chain.to;
        self.own.put(at, chain.own);
        self.taken.put(at, chain.taken);
    }
}
