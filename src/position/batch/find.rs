//! The legal moves of a batch, found for whole boards.

use super::chains::Search;
use super::{Batch, Changes, Move, Moves};
use crate::bits::{Bits, Numbers, PACK, Pack, Sets, Site, take_place};
use crate::model::Chain;
use crate::rules::{ABREAST, Block, JumpRule, JumpSearch, Leap, Program, Rule, RuleKind, Rules, Sweep};

/// The moves of one track.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Group<const W: usize, N: Numbers> {
    /// Where those of each position end.
    ends: Pack<W, N>,
    /// The number of moves of each in the groups before.
    before: N,
    track: u16,
}

impl<const W: usize, N: Numbers> Batch<W, N> {
    /// Finds the moves of the positions. Answers for each how many there are; 0 if the position has to be looked at by
    /// itself, since it has none, or perhaps others than those found here.
    #[inline(always)]
    pub fn look(&mut self, rules: &Rules<W>) -> N {
        self.find(rules, true);
        let mut sums = N::ZERO;
        for group in &mut self.groups[..self.filled] {
            group.before = sums;
            sums += group.ends.counts();
        }
        self.on_tracks = sums;
        (sums + self.chained) & !self.others.are_filled()
    }

    /// The same where no move is to be made at its place. `listing` says whether the moves are asked for, and not just their
    /// number.
    #[inline(always)]
    pub fn count(&mut self, rules: &Rules<W>, listing: bool) -> N {
        self.find(rules, listing);
        let mut sums = N::ZERO;
        for group in &self.groups[..self.filled] {
            sums += group.ends.counts();
        }
        (sums + self.chained) & !self.others.are_filled()
    }

    /// Whether the position at this place, of which no moves were found, may have others.
    #[inline(always)]
    pub fn may_have_others(&self, at: usize) -> bool {
        !self.others.of(at).is_empty()
    }

    #[inline(always)]
    fn find(&mut self, rules: &Rules<W>, listing: bool) {
        self.listing = listing;
        self.filled = 0;
        self.others = Pack::default();
        self.chained = N::ZERO;
        self.chains.clear();
        self.block(rules, &rules.of(self.phase, self.to_move).moves, !N::ZERO);
    }

    /// What the move of each position at its place changes.
    #[inline(always)]
    pub(super) fn nth(&self, rules: &Rules<W>, places: N) -> Changes<W, N> {
        let groups = &self.groups[..self.filled];
        // A mask of all ones is -1. No place comes before the first group.
        let past = groups.iter().skip(1).fold(N::ZERO, |past, group| past - group.before.at_most(places));
        let (mut tracks, mut ends) = ([0; PACK], [Site(0); PACK]);
        for at in 0..PACK {
            let Some(group) = groups.get(past.get(at) as usize) else { continue };
            let index = places.get(at).wrapping_sub(group.before.get(at));
            (tracks[at], ends[at]) = (group.track, group.ends.of(at).nth(index as u32));
        }
        let mut changes = Changes::new(rules, tracks, ends);
        if !self.chains.is_empty() {
            let mut chained = (self.on_tracks.at_most(places) & !self.chained.equal(N::ZERO)).bits();
            while let Some(at) = take_place(&mut chained) {
                let mut chains = self.chains.iter().filter(|chain| chain.place == at as u8);
                if let Some(chain) = chains.nth((places.get(at) - self.on_tracks.get(at)) as usize) {
                    changes.put(at, chain);
                }
            }
        }
        changes
    }

    /// Gives `take` every move found of the positions whose places are bits of `places`, with its place.
    #[inline(always)]
    pub fn each_move(&self, places: u32, mut take: impl FnMut(usize, Move)) {
        for group in &self.groups[..self.filled] {
            let mut left = group.ends.are_filled().bits() & places;
            while let Some(at) = take_place(&mut left) {
                group.ends.of(at).iter().for_each(|to| take(at, Move::OnTrack(group.track, to)));
            }
        }
        for (number, chain) in self.chains.iter().enumerate().filter(|(_, chain)| places >> chain.place & 1 != 0) {
            take(chain.place as usize, Move::Chain(number as u16));
        }
    }

    /// What moves found here, each of any of the positions, change.
    #[inline(always)]
    pub fn changes(&self, rules: &Rules<W>, moves: &Moves) -> Changes<W, N> {
        let mut changes = Changes::new(rules, moves.tracks, moves.ends);
        let mut chained = moves.chained;
        while let Some(at) = take_place(&mut chained) {
            changes.put(at, &self.chains[moves.chains[at] as usize]);
        }
        changes
    }

    /// The moves of the block, for positions whose number in `open` is all ones.
    fn block(&mut self, rules: &Rules<W>, block: &Block<W>, open: N) {
        let mut movers = Pack::default();
        for rule in &block.rules {
            if !rule.same_movers {
                movers = self.read(rules, &rule.movers).masked(open);
            }
            self.rule(rules, rule, movers);
        }
        for priorities in &block.priorities {
            let mut open = open;
            for (number, block) in (1..).zip(priorities) {
                let (before, chained) = (self.filled, self.chained);
                self.block(rules, block, open);
                if number == priorities.len() {
                    break;
                }
                let groups = &self.groups[before..self.filled];
                let found = groups.iter().fold(Pack::default(), |found, group| found.or(group.ends));
                open &= !found.are_filled() & self.chained.equal(chained);
                if open == N::ZERO {
                    break;
                }
            }
        }
    }

    #[inline(always)]
    fn read(&self, rules: &Rules<W>, program: &Program<W>) -> Pack<W, N> {
        program.read(rules.all, &rules.ways, &self.facts.layout)
    }

    #[inline(always)]
    fn rule(&mut self, rules: &Rules<W>, rule: &Rule<W>, movers: Pack<W, N>) {
        match &rule.kind {
            RuleKind::Jump(jump) => self.jump(rules, jump, movers),
            RuleKind::Step { along, onto, track } => {
                let onto = self.read(rules, onto);
                for sweep in along.steps() {
                    sweep.each_lane(|lane| {
                        self.push(track + sweep.lanes.of(lane), sweep.step_of(lane, movers).and(onto));
                    });
                }
            }
            RuleKind::Place { kind, track } => {
                let hand = self.hands[self.to_move.index() * rules.kinds + kind.index()];
                self.push(*track, movers.masked(N::ZERO.less(hand)));
            }
            RuleKind::Remove { track } => self.push(*track, movers),
            RuleKind::StepEach { .. } | RuleKind::Slide { .. } => unreachable!("such rules have no batches"),
        }
    }

    #[inline(always)]
    fn jump(&mut self, rules: &Rules<W>, jump: &JumpRule<W>, movers: Pack<W, N>) {
        let (over, onto) = (self.read(rules, &jump.over), self.read(rules, &jump.onto));
        let lanes = jump.along.hop_lanes().len() as u16;
        match jump.search {
            JumpSearch::Straight { track, longest } => {
                for sweep in jump.along.hops() {
                    self.straight(sweep, (track, lanes), longest, movers, (over, onto));
                }
            }
            JumpSearch::Single { track } | JumpSearch::Chains { track } => {
                let first = self.filled;
                let mut landed = Pack::default();
                for sweep in jump.along.hops() {
                    for effect in 0..jump.effects.len() as u16 {
                        sweep.each_lane(|lane| {
                            let ends = sweep.hop_of(lane, movers, over).and(onto);
                            landed = landed.or(ends);
                            self.push(track + effect * lanes + sweep.lanes.of(lane), ends);
                        });
                    }
                }
                if matches!(jump.search, JumpSearch::Chains { .. }) && !landed.is_empty() {
                    let able = jump.along.jumping(&rules.ways, over, onto);
                    match jump.freed {
                        Some(freed) => self.go_on(rules, jump, (first, track), (over, onto, freed), able),
                        None => self.others = self.others.or(able.and(landed)),
                    }
                }
            }
            JumpSearch::EachPiece => unreachable!("such rules have no batches"),
        }
    }

    /// Lists the chains that go on after the first jumps, which are in the groups since `first`, the first of them of this track,
    /// from the sites of `able`; where they must go on, the first jumps by themselves are taken out.
    #[inline(always)]
    fn go_on(
        &mut self,
        rules: &Rules<W>,
        jump: &JumpRule<W>,
        (first, track): (usize, u16),
        (over, onto, freed): (Pack<W, N>, Pack<W, N>, Bits<W>),
        able: Pack<W, N>,
    ) {
        for group in &mut self.groups[first..self.filled] {
            let mut on = group.ends.and(able);
            if on.is_empty() {
                continue;
            }
            let lane = jump.along.hop_lanes()[(group.track - track) as usize];
            let way = jump.along.ways()[lane.way as usize];
            if jump.straight {
                on = on.and(rules.ways[way as usize].jumping(over, onto));
            }
            if jump.chain == Chain::Must {
                group.ends = group.ends.without(on);
            }
            let mut left = on.are_filled().bits();
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
                    chains: self.listing.then_some(&mut self.chains),
                };
                for to in on.of(at).iter() {
                    let over = to.lowered(lane.by[1]);
                    search.begin(over.lowered(lane.by[0]), Leap { way, over, to });
                }
                if search.is_full() {
                    self.others.put(at, on.of(at));
                }
                self.chained.put(at, search.found);
            }
        }
    }

    /// Chains of jumps that keep straight on. The track is that of one jump along the first lane; those of each further
    /// jump follow after so many.
    #[inline(always)]
    fn straight(
        &mut self,
        sweep: &Sweep<W>,
        (mut track, lanes): (u16, u16),
        longest: u8,
        movers: Pack<W, N>,
        (over, onto): (Pack<W, N>, Pack<W, N>),
    ) {
        let mut reached = [movers; ABREAST];
        for _ in 0..longest {
            let mut all = Pack::default();
            sweep.each_lane(|lane| {
                reached[lane] = sweep.hop_of(lane, reached[lane], over).and(onto);
                self.push(track + sweep.lanes.of(lane), reached[lane]);
                all = all.or(reached[lane]);
            });
            if all.is_empty() {
                break;
            }
            track += lanes;
        }
    }

    /// Adds the moves of a track, which end on these sites.
    #[inline(always)]
    fn push(&mut self, track: u16, ends: Pack<W, N>) {
        let group = &mut self.groups[self.filled];
        group.ends = ends;
        group.track = track;
        self.filled += 1;
    }
}
