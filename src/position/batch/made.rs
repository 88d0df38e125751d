//! The moves that the positions of a batch are to make.

use super::chains::Chained;
use crate::bits::{PACK, Site};

/// A move found in a batch.
#[derive(Clone, Copy, Debug)]
pub enum Move<'a, const W: usize> {
    /// The track's that ends on the site.
    OnTrack(u16, Site),
    /// A chain of jumps that goes on.
    Chain(&'a Chained<W>),
}

/// A move for each place of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Moves<const W: usize> {
    pub(super) on_tracks: [(u16, Site); PACK],
    /// The places of those that are chains instead, as bits.
    pub(super) chained: u32,
    pub(super) chains: [Chained<W>; PACK],
}

impl<const W: usize> Default for Moves<W> {
    #[inline(always)]
    fn default() -> Self {
        Moves { on_tracks: [(0, Site(0)); PACK], chained: 0, chains: [Chained::default(); PACK] }
    }
}

impl<const W: usize> Moves<W> {
    /// The position at the place, which has no move so far, is to make the move.
    #[inline(always)]
    pub fn put(&mut self, at: usize, made: Move<W>) {
        match made {
            Move::OnTrack(track, to) => self.on_tracks[at] = (track, to),
            Move::Chain(chain) => {
                self.on_tracks[at] = (chain.track, Site(0));
                self.chains[at] = *chain;
                self.chained |= 1 << at;
            }
        }
    }

    /// None is to make a move.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.chained = 0;
    }
}
