//! The legal moves of a side, found for the whole board at once where the statement allows it.

use super::moves::Mark;
use super::{MoveList, Position, chains};
use crate::bits::{Bits, Site};
use crate::facts::Placement;
use crate::model::{Chain, Side};
use crate::rules::{Block, Glide, JumpRule, Rule, RuleKind, Rules, Way};

impl<const W: usize> Position<W> {
    /// Whether the side would have a move if it were its turn.
    pub(super) fn can_move(&self, rules: &Rules<W>, side: Side, moves: &mut MoveList<W>) -> bool {
        moves.clear();
        self.generate(rules, side, moves);
        !moves.is_empty()
    }

    /// Adds the moves that the phase gives the side, but for the pass of a side that is stuck.
    #[inline]
    pub(super) fn generate(&self, rules: &Rules<W>, side: Side, moves: &mut MoveList<W>) {
        let block = &rules.of(self.phase, side).moves;
        self.block(rules, side, block, moves);
        if block.may_coincide {
            moves.drop_twins(rules, |to| self.facts.placement.pieces().has(to));
        }
    }

    #[inline]
    fn block(&self, rules: &Rules<W>, side: Side, block: &Block<W>, moves: &mut MoveList<W>) {
        for rule in &block.rules {
            self.rule(rules, side, rule, moves);
        }
        if !block.priorities.is_empty() {
            self.first_blocks(rules, side, block, moves);
        }
    }

    fn first_blocks(&self, rules: &Rules<W>, side: Side, block: &Block<W>, moves: &mut MoveList<W>) {
        for priorities in &block.priorities {
            let before = moves.len();
            for block in priorities {
                self.block(rules, side, block, moves);
                if moves.len() > before {
                    break;
                }
            }
        }
    }

    #[inline(always)]
    fn rule(&self, rules: &Rules<W>, side: Side, rule: &Rule<W>, moves: &mut MoveList<W>) {
        let ways = &*rules.ways;
        let movers = rule.movers.read(rules.all, ways, &self.facts.placement);
        match &rule.kind {
            RuleKind::Place { kind, track } => {
                if self.hands[side.index()][kind.index()] > 0 {
                    moves.push_track(*track, movers);
                }
            }
            RuleKind::Remove { track } => moves.push_track(*track, movers),
            RuleKind::Step { along, onto, track } => {
                let onto = onto.read(rules.all, ways, &self.facts.placement);
                match along.simple() {
                    Some(lanes) => moves.push_tracks(*track, lanes.iter().map(|lane| lane.along(movers) & onto)),
                    None => moves.push_tracks(*track, along.iter(ways).map(|way| way.along(movers) & onto)),
                }
            }
            RuleKind::StepEach { along, onto, glide } => {
                for from in movers.iter() {
                    let lifted = chains::lifted(&self.facts.placement, rules, side, from);
                    let from_sites = match glide {
                        Some(glide) => glide.reach(rules, &lifted, from),
                        None => Bits::one(from),
                    };
                    let onto = onto.read(rules.all, ways, &lifted);
                    let mut to = along.iter(ways).fold(Bits::EMPTY, |to, way| to | way.along(from_sites)) & onto;
                    to.remove(from);
                    moves.push_fan(from, to, rule.statement);
                }
            }
            RuleKind::Slide { along, onto, whole_board } => {
                let mut landing = onto.read(rules.all, ways, &self.facts.placement);
                for from in movers.iter() {
                    let mut placement = &self.facts.placement;
                    let lifted;
                    if !whole_board {
                        lifted = chains::lifted(placement, rules, side, from);
                        placement = &lifted;
                        landing = onto.read(rules.all, ways, placement);
                    }
                    let mut reached = Bits::EMPTY;
                    for way in along.iter(ways) {
                        let mut at = from;
                        while let Some(next) = way.next(at) {
                            if next == from {
                                break;
                            }
                            reached.insert(next);
                            if placement.pieces().has(next) {
                                break;
                            }
                            at = next;
                        }
                    }
                    moves.push_fan(from, reached & landing, rule.statement);
                }
            }
            RuleKind::Jump(jump) if jump.whole_board => self.jumps(rules, side, movers, jump, rule.statement, moves),
            RuleKind::Jump(jump) => self.each_jumper(rules, side, movers, jump, rule.statement, moves),
        }
    }

    /// Jumps found for the whole board at once. Those that do not go on are counted; a chain that does is followed by
    /// itself unless it keeps straight on.
    #[inline(always)]
    fn jumps(
        &self,
        rules: &Rules<W>,
        side: Side,
        movers: Bits<W>,
        jump: &JumpRule<W>,
        statement: u16,
        moves: &mut MoveList<W>,
    ) {
        let ways = &*rules.ways;
        let over = jump.over.read(rules.all, ways, &self.facts.placement);
        let onto = jump.onto.read(rules.all, ways, &self.facts.placement);
        let first = moves.mark();
        match jump.along.simple() {
            Some(lanes) => {
                count_jumps(jump, lanes.len(), |i, from| lanes[i].hop(from, over) & onto, movers, moves);
            }
            None => {
                let list = jump.along.ways();
                let hop = |way: &Way<W>, from| way.along(way.along(from) & over) & onto;
                count_jumps(jump, list.len(), |i, from| hop(&ways[list[i] as usize], from), movers, moves);
            }
        }
        if jump.chain != Chain::Single && !jump.counts_straight_chains() && !moves.none_since(first) {
            self.go_on(rules, side, jump, (over, onto), first, statement, moves);
        }
    }

    /// Lists the chains that go on after the first jumps, which are in the list since `first`; where they must go on,
    /// the first jumps by themselves are taken out.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    fn go_on(
        &self,
        rules: &Rules<W>,
        side: Side,
        jump: &JumpRule<W>,
        (over, onto): (Bits<W>, Bits<W>),
        first: Mark,
        statement: u16,
        moves: &mut MoveList<W>,
    ) {
        let from = |way: &Way<W>| way.against(way.against(onto) & over);
        let from_any = jump.along.iter(&rules.ways).fold(Bits::EMPTY, |set, way| set | from(way));
        let directions = jump.along.ways().len();
        for (i, &way) in jump.along.ways().iter().enumerate() {
            let on = moves.board(first, i);
            let on = on & if jump.straight { from(&rules.ways[way as usize]) } else { from_any };
            if on.is_empty() {
                continue;
            }
            if jump.chain == Chain::Must {
                for effect in 0..jump.effects.len() {
                    moves.take_out(first, i + effect * directions, on);
                }
            }
            for to in on.iter() {
                self.chains_from(rules, side, jump, way, to, statement, moves);
            }
        }
    }
}

/// Lists first jumps, and all those of a straight chain; `hop` jumps along the direction of that number in the rule.
#[inline(always)]
fn count_jumps<const W: usize>(
    jump: &JumpRule<W>,
    directions: usize,
    hop: impl Fn(usize, Bits<W>) -> Bits<W>,
    movers: Bits<W>,
    moves: &mut MoveList<W>,
) {
    let mut track = jump.track;
    for _ in &jump.effects {
        moves.push_tracks(track, (0..directions).map(|i| hop(i, movers)));
        track += directions as u16;
    }
    if jump.counts_straight_chains() {
        // One jump further in every direction, until no piece can go so far.
        for _ in 1..jump.longest {
            if !moves.extend_tracks(track, directions, &hop) {
                break;
            }
            track += directions as u16;
        }
    }
}

impl<const W: usize> Glide<W> {
    /// The site and all that a glide from it reaches.
    pub(super) fn reach(&self, rules: &Rules<W>, lifted: &Placement<W>, from: Site) -> Bits<W> {
        let through = self.through.read(rules.all, &rules.ways, lifted);
        let (mut reached, mut edge) = (Bits::one(from), Bits::one(from));
        while !edge.is_empty() {
            let next = self.along.iter(&rules.ways).fold(Bits::EMPTY, |set, way| set | way.along(edge));
            edge = next & through & !reached;
            reached |= edge;
        }
        reached
    }
}
