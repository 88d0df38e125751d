//! Chains of jumps that go on after a first one, of positions in a batch.

use crate::bits::{Bits, Site};
use crate::model::Chain;
use crate::rules::{JumpRule, Leap};

/// So many chains are listed for a batch at the most.
const MOST_CHAINS: usize = 4096;

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

/// What stays the same while one piece's chains are followed.
pub(super) struct Search<'a, const W: usize> {
    pub(super) jump: &'a JumpRule<W>,
    /// What may be jumped and landed on before the piece sets out, and what the site of a piece taken off adds to the
    /// latter.
    pub(super) over: Bits<W>,
    pub(super) onto: Bits<W>,
    pub(super) freed: Bits<W>,
    pub(super) place: u8,
    /// The track of the first jump.
    pub(super) track: u16,
    /// Where the piece stood.
    pub(super) from: Site,
    pub(super) chains: &'a mut Vec<Chained<W>>,
}

impl<const W: usize> Search<'_, W> {
    /// Lists the chains that begin with the jump and go on: with [`Chain::May`] two jumps or more, with [`Chain::Must`] as many as
    /// can be made. Answers whether all could be listed.
    #[inline(always)]
    pub(super) fn begin(mut self, first: Leap) -> bool {
        let is_shortest = self.jump.chain == Chain::Must;
        self.follow(first, Bits::one(self.from), is_shortest);
        self.chains.len() < MOST_CHAINS
    }

    /// Makes the jump and goes on; pieces are gone from the sites of `gone`. `may_end` says whether the chain may end with
    /// this jump if it need not go on.
    fn follow(&mut self, leap: Leap, mut gone: Bits<W>, may_end: bool) {
        gone.insert(leap.over);
        let (over, onto) = (self.over & !gone, self.onto | self.freed & gone);
        let mut goes_on = false;
        if !(self.jump.along.near(leap.to) & over).is_empty() {
            for &next in self.jump.along.leaps(leap.to) {
                let is_led = !self.jump.straight || next.way == leap.way;
                // One branch, since which of the two holds is as good as random.
                if over.has(next.over) & onto.has(next.to) & is_led {
                    goes_on = true;
                    self.follow(next, gone, true);
                }
            }
        }
        let must_go_on = goes_on && self.jump.chain == Chain::Must;
        if may_end && !must_go_on && self.chains.len() < MOST_CHAINS {
            let from = Bits::one(self.from);
            let (own, taken) = (from ^ Bits::one(leap.to), gone & !from);
            self.chains.push(Chained { place: self.place, track: self.track, own, taken });
        }
    }
}
