//! Chains of jumps that go on after a first one, of positions in a batch.

use crate::bits::{Bits, Site};
use crate::model::Chain;
use crate::rules::{JumpRule, Leap};

/// A position is looked at by itself once so many of its chains have been found; in tests soon, so that it happens there.
const MOST_CHAINS: u64 = if cfg!(test) { 3 } else { 256 };

/// A chain of jumps, as what it changes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Chained<const W: usize> {
    /// The place of its position in the batch.
    pub(super) place: u8,
    /// The track of its first jump.
    pub(super) track: u16,
    /// The sites at which the mover's own board changes.
    pub(super) own: Bits<W>,
    /// The sites whose pieces are taken.
    pub(super) taken: Bits<W>,
}

/// What stays the same while the chains of a position are followed.
pub(super) struct Search<'a, const W: usize> {
    pub(super) jump: &'a JumpRule<W>,
    /// What may be jumped and landed on before a piece sets out, and what the site of a piece taken off adds to the latter.
    pub(super) over: Bits<W>,
    pub(super) onto: Bits<W>,
    pub(super) freed: Bits<W>,
    pub(super) place: u8,
    /// The track of the first jump, and where the piece stood.
    pub(super) track: u16,
    pub(super) from: Site,
    /// The chains of the position found so far.
    pub(super) found: u64,
    /// Where they are listed, if not just counted.
    pub(super) chains: Option<&'a mut Vec<Chained<W>>>,
}

impl<const W: usize> Search<'_, W> {
    /// Finds the chains of the piece that begin with the jump and go on: with [`Chain::May`] two jumps or more, with
    /// [`Chain::Must`] as many as can be made.
    #[inline(always)]
    pub(super) fn begin(&mut self, from: Site, first: Leap) {
        self.from = from;
        self.follow(first, Bits::one(from), self.jump.chain == Chain::Must);
    }

    /// Whether there were too many chains to find all.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.found >= MOST_CHAINS
    }

    /// Makes the jump and goes on; pieces are gone from the sites of `gone`. `may_end` says whether the chain may end with
    /// this jump if it need not go on.
    fn follow(&mut self, leap: Leap, mut gone: Bits<W>, may_end: bool) {
        if self.is_full() {
            return;
        }
        gone.insert(leap.over);
        let along = &self.jump.along;
        let (over, onto) = (self.over & !gone, self.onto | self.freed & gone);
        let mut goes_on = false;
        if !(along.near(leap.to) & over).is_empty() {
            for &next in along.leaps(leap.to) {
                // One branch, since which of the two holds is as good as random.
                let is_open = over.bit(next.over) & onto.bit(next.to) != 0;
                if is_open && (!self.jump.straight || next.way == leap.way) {
                    goes_on = true;
                    self.follow(next, gone, true);
                }
            }
        }
        let must_go_on = goes_on && self.jump.chain == Chain::Must;
        if may_end && !must_go_on {
            self.end(leap.to, gone);
        }
    }

    #[inline(always)]
    fn end(&mut self, to: Site, gone: Bits<W>) {
        self.found += 1;
        if let Some(chains) = &mut self.chains {
            let from = Bits::one(self.from);
            let (own, taken) = (from ^ Bits::one(to), gone & !from);
            chains.push(Chained { place: self.place, track: self.track, own, taken });
        }
    }
}
