//! Chains of jumps that go on after a first one, of positions in a batch.

use super::{Batch, Chase};
use crate::bits::{Bits, Numbers, Pack, Sets, Site, take_place};
use crate::model::Chain;
use crate::rules::{JumpRule, Leap, Rules};

/// A position is looked at by itself once so many of its chains have been found; in tests soon, so that it happens there.
const MOST_CHAINS: u64 = if cfg!(test) { 3 } else { 256 };

/// A chain of jumps, as what it changes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Chained<const W: usize> {
    /// The place of its position in the batch.
    pub(super) place: u8,
    /// The track of its first jump.
    pub(super) track: u16,
    /// Where the piece ends.
    pub(super) to: Site,
    /// The sites at which the mover's own board changes.
    pub(super) own: Bits<W>,
    /// The sites whose pieces are taken.
    pub(super) taken: Bits<W>,
}

/// Jumps that chains may begin with.
pub(super) struct FirstJumps<const W: usize, N: Numbers> {
    /// The first of their groups, which are the last, and its first possible track.
    pub(super) group: usize,
    pub(super) track: u16,
    /// What may be jumped and landed on.
    pub(super) over: Pack<W, N>,
    pub(super) onto: Pack<W, N>,
    /// The sites that can be jumped from.
    pub(super) able: Pack<W, N>,
}

impl<const W: usize, N: Numbers> Batch<W, N> {
    /// Begins or lists the chains that go on after first jumps. When they are listed and must go on, the first jumps by themselves are
    /// taken out. The site of a piece taken off adds some of `freed` to those to land on.
    ///
    /// Kept out of line: written into where it is called, it slows down rules that have no chains.
    #[inline(never)]
    pub(super) fn go_on<'r>(
        &mut self,
        rules: &Rules<W>,
        (jump, freed): (&'r JumpRule<W>, Bits<W>),
        FirstJumps { group, track, over, onto, able }: FirstJumps<W, N>,
        mut chase: Option<&mut Chase<'r, W, N>>,
    ) {
        for group in &mut self.groups[group..self.filled] {
            let mut on = group.ends.and(able);
            if on.is_empty() {
                continue;
            }
            let lane = jump.along.hop_lanes()[(group.track - track) as usize];
            let way = jump.along.ways()[lane.way as usize];
            if jump.straight {
                on = on.and(rules.ways[way as usize].jumping(over, onto));
            }
            let first_jump = |to: Site| {
                let over = to.lowered(lane.by[1]);
                (over.lowered(lane.by[0]), Leap { way, over, to })
            };
            let mut left = on.are_filled().bits();
            if let Some(chase) = &mut chase {
                chase.turn_to(jump);
                while let Some(at) = take_place(&mut left) {
                    for to in on.of(at).iter() {
                        let (from, leap) = first_jump(to);
                        let gone = Bits::one(from) | Bits::one(leap.over);
                        chase.begin(Bits::one(to), over.of(at) & !gone, onto.of(at) | freed & gone);
                    }
                }
                continue;
            }
            if jump.chain == Chain::Must {
                group.ends = group.ends.without(on);
            }
            while let Some(at) = take_place(&mut left) {
                let mut search = Search {
                    jump,
                    over: over.of(at),
                    onto: onto.of(at),
                    freed,
                    place: at as u8,
                    track: group.track,
                    from: Site(0),
                    found: self.chained.get(at),
                    chains: &mut self.chains,
                };
                for to in on.of(at).iter() {
                    let (from, leap) = first_jump(to);
                    search.begin(from, leap);
                }
                if search.is_full() {
                    self.others.put(at, on.of(at));
                }
                self.chained.put(at, search.found);
            }
        }
    }
}

/// What stays the same while the chains of a position are followed.
struct Search<'a, const W: usize> {
    jump: &'a JumpRule<W>,
    /// What may be jumped and landed on before a piece sets out, and what the site of a piece taken off adds to the latter.
    over: Bits<W>,
    onto: Bits<W>,
    freed: Bits<W>,
    place: u8,
    /// The track of the first jump, and where the piece stood.
    track: u16,
    from: Site,
    /// The chains of the position found so far.
    found: u64,
    /// Where they are listed.
    chains: &'a mut Vec<Chained<W>>,
}

impl<const W: usize> Search<'_, W> {
    /// Finds the chains of the piece that begin with the jump and go on: with [`Chain::May`] two jumps or more, with
    /// [`Chain::Must`] as many as can be made.
    #[inline(always)]
    fn begin(&mut self, from: Site, first: Leap) {
        self.from = from;
        self.follow(first, Bits::one(from), self.jump.chain == Chain::Must);
    }

    /// Whether there were too many chains to find all.
    #[inline(always)]
    fn is_full(&self) -> bool {
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
        let from = Bits::one(self.from);
        let (own, taken) = (from ^ Bits::one(to), gone & !from);
        self.chains.push(Chained { place: self.place, track: self.track, to, own, taken });
    }
}
