//! The legal moves of a batch, found for whole boards.

use super::chains::FirstJumps;
use super::{Batch, Changes, Chase, Move, Moves};
use crate::bits::{Numbers, PACK, Pack, Sets, Site, take_place};
use crate::rules::{ABREAST, Block, JumpRule, JumpSearch, Program, Rule, RuleKind, Rules, Sweep};

/// The moves of one track.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Group<const W: usize, N: Numbers> {
    /// Where those of each position end.
    pub(super) ends: Pack<W, N>,
    /// The number of moves of each in the groups before.
    before: N,
    pub(super) track: u16,
}

impl<const W: usize, N: Numbers> Batch<W, N> {
    /// Finds the moves of the positions. Answers for each how many there are; 0 if the position has to be looked at by
    /// itself, since it has none, or perhaps others than those found here.
    #[inline(always)]
    pub fn look(&mut self, rules: &Rules<W>) -> N {
        self.find(rules, !N::ZERO, None);
        let mut sums = N::ZERO;
        for group in &mut self.groups[..self.filled] {
            group.before = sums;
            sums += group.ends.counts();
        }
        self.on_tracks = sums;
        (sums + self.chained) & !self.others.are_filled()
    }

    /// The same of positions asked for, which are all ones, where no move is to be made at its place. With a `chase` only the
    /// sum of all numbers is asked for: chains that go on are begun there, and what they come to is still to be added.
    #[inline(always)]
    pub fn count<'r>(&mut self, rules: &'r Rules<W>, asked: N, chase: Option<&mut Chase<'r, W, N>>) -> N {
        self.find(rules, asked, chase);
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
    fn find<'r>(&mut self, rules: &'r Rules<W>, asked: N, chase: Option<&mut Chase<'r, W, N>>) {
        self.filled = 0;
        self.others = Pack::default();
        self.chained = N::ZERO;
        self.chains.clear();
        self.block(rules, &rules.of(self.phase, self.to_move).moves, asked, chase);
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
    fn block<'r>(
        &mut self,
        rules: &'r Rules<W>,
        block: &'r Block<W>,
        open: N,
        mut chase: Option<&mut Chase<'r, W, N>>,
    ) {
        let mut movers = Pack::default();
        for rule in &block.rules {
            if !rule.same_movers {
                movers = self.read(rules, &rule.movers).masked(open);
            }
            self.rule(rules, rule, movers, chase.as_deref_mut());
        }
        for priorities in &block.priorities {
            let mut open = open;
            for (number, block) in (1..).zip(priorities) {
                let (before, chained) = (self.filled, self.chained);
                self.block(rules, block, open, chase.as_deref_mut());
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
        program.read(rules.all, &rules.ways, &self.facts.placement)
    }

    #[inline(always)]
    fn rule<'r>(
        &mut self,
        rules: &'r Rules<W>,
        rule: &'r Rule<W>,
        movers: Pack<W, N>,
        chase: Option<&mut Chase<'r, W, N>>,
    ) {
        match &rule.kind {
            RuleKind::Jump(jump) => self.jump(rules, jump, movers, chase),
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
    fn jump<'r>(
        &mut self,
        rules: &'r Rules<W>,
        jump: &'r JumpRule<W>,
        movers: Pack<W, N>,
        chase: Option<&mut Chase<'r, W, N>>,
    ) {
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
                        Some(freed) => {
                            let first_jumps = FirstJumps { group: first, track, over, onto, able };
                            self.go_on(rules, (jump, freed), first_jumps, chase);
                        }
                        None => self.others = self.others.or(able.and(landed)),
                    }
                }
            }
            JumpSearch::EachPiece => unreachable!("such rules have no batches"),
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
