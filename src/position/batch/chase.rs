//! Chains of jumps of which only the number is asked for, followed side by side, whichever positions they are of.

use crate::bits::{Bits, Numbers, PACK, Pack, Sets};
use crate::model::Chain;
use crate::rules::{ABREAST, JumpRule};

/// More are not followed side by side; in tests soon, so that it happens there. A position has fewer moves than can be listed
/// ([`crate::position::MOST_LISTED`]) even if all of these are its own.
const MOST_CHAINS: u64 = if cfg!(test) { 40 } else { 1 << 15 };

/// Chains that have begun, and how many more moves they have come to than the first jumps that they began with.
#[derive(Clone, Debug)]
pub struct Chase<'r, const W: usize, N: Numbers> {
    /// How they go on.
    jump: Option<&'r JumpRule<W>>,
    /// As many as there are places, many times, and those of which there are not so many yet.
    full: Vec<Begun<W, N>>,
    filling: Begun<W, N>,
    filled: usize,
    more: u64,
}

/// A chain at each place: the site that it has come to, and what may be jumped and landed on from there.
#[derive(Clone, Copy, Default, Debug)]
struct Begun<const W: usize, N: Numbers> {
    at: Pack<W, N>,
    over: Pack<W, N>,
    onto: Pack<W, N>,
}

impl<'r, const W: usize, N: Numbers> Chase<'r, W, N> {
    /// No chains.
    pub fn new() -> Self {
        Chase { jump: None, full: Vec::new(), filling: Begun::default(), filled: 0, more: 0 }
    }

    /// Turns to chains that go on by this jump, whose `freed` is known, and follows those before as far as there are enough of
    /// them.
    #[inline(always)]
    pub(super) fn turn_to(&mut self, jump: &'r JumpRule<W>) {
        if self.jump.is_none_or(|before| !std::ptr::eq(before, jump)) {
            self.follow_all();
            self.jump = Some(jump);
        }
        self.follow_full();
    }

    /// Adds a chain that has come to the one site of `at`.
    #[inline(always)]
    pub(super) fn begin(&mut self, at: Bits<W>, over: Bits<W>, onto: Bits<W>) {
        let place = self.filled;
        self.filling.at.put(place, at);
        self.filling.over.put(place, over);
        self.filling.onto.put(place, onto);
        self.filled += 1;
        if self.filled == PACK {
            self.full.push(self.filling);
            self.filled = 0;
        }
    }

    /// How many moves more than first jumps there are, and none are left; `None` if there are too many to follow them here.
    pub fn finish(&mut self) -> Option<u64> {
        self.follow_all();
        let more = std::mem::take(&mut self.more);
        (more < MOST_CHAINS).then_some(more)
    }

    fn follow_all(&mut self) {
        self.follow_full();
        while self.filled > 0 {
            let filled = N::first(std::mem::take(&mut self.filled));
            let begun = Begun { at: self.filling.at.masked(filled), ..self.filling };
            self.follow(begun);
            self.follow_full();
        }
    }

    #[inline(always)]
    fn follow_full(&mut self) {
        while let Some(begun) = self.full.pop() {
            self.follow(begun);
        }
    }

    /// Goes on by one jump with each of the chains.
    fn follow(&mut self, begun: Begun<W, N>) {
        let Some((jump, freed)) = self.jump.and_then(|jump| Some((jump, jump.freed?))) else { return };
        if self.more >= MOST_CHAINS {
            return;
        }
        let mut gone_on = 0;
        for sweep in jump.along.hops() {
            let (mut jumped, mut ends) = ([Pack::default(); ABREAST], [Pack::default(); ABREAST]);
            // A bit for each place of each lane.
            let mut open: u64 = 0;
            sweep.each_lane(|lane| {
                jumped[lane] = sweep.step_of(lane, begun.at).and(begun.over);
                ends[lane] = sweep.second_of(lane, jumped[lane]).and(begun.onto);
                open |= (ends[lane].are_filled().bits() as u64) << (PACK * lane);
            });
            gone_on |= open;
            self.more += open.count_ones() as u64;
            while open != 0 {
                let (lane, at) = (open.trailing_zeros() as usize / PACK, open.trailing_zeros() as usize % PACK);
                open &= open - 1;
                let taken = jumped[lane].of(at);
                self.begin(ends[lane].of(at), begun.over.of(at) & !taken, begun.onto.of(at) | taken & freed);
            }
        }
        if jump.chain == Chain::Must {
            let gone_on = (0..ABREAST).fold(0, |places, lane| places | (gone_on >> (PACK * lane)) as u16);
            self.more -= gone_on.count_ones() as u64;
        }
    }
}
