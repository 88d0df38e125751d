//! The moves that the positions of a batch are to make.

use super::chains::Chained;
use crate::bits::{Numbers, PACK, Pack, Site, each, take_place};
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
    tracks: [u16; PACK],
    ends: [Site; PACK],
    /// Which are chains instead, as bits, and their numbers.
    chained: u32,
    chains: [u16; PACK],
}

impl Moves {
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
pub struct Changes<const W: usize> {
    pub(super) tracks: [u16; PACK],
    /// The sites at which the mover's own board changes.
    pub(super) own: Pack<W>,
    /// The sites whose pieces, if there are any, are taken.
    pub(super) taken: Pack<W>,
}

impl<const W: usize> Changes<W> {
    /// What these moves change, of which those that are chains are listed here.
    #[inline(always)]
    pub(super) fn new(rules: &Rules<W>, moves: &Moves, chains: &[Chained<W>]) -> Self {
        let mut tracks = moves.tracks;
        let ends = Numbers::new(each(|at| moves.ends[at].0 as u64));
        let changed = each(|at| rules.tracks[tracks[at] as usize].changed());
        let mut own = Pack::new(|at| *changed[at].0).turned(ends);
        let mut taken = Pack::new(|at| *changed[at].1).turned(ends);
        let mut chained = moves.chained;
        while let Some(at) = take_place(&mut chained) {
            let chain = &chains[moves.chains[at] as usize];
            tracks[at] = chain.track;
            own.put(at, chain.own);
            taken.put(at, chain.taken);
        }
        Changes { tracks, own, taken }
    }
}
