//! The legal moves of a side, found for the whole board at once where the statement allows it.

use super::{MoveList, Position};
use crate::bits::{Bits, Site};
use crate::model::{Chain, Side};
use crate::rules::{Block, Glide, JumpRule, Rule, RuleKind, Rules};

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
            moves.drop_twins(&rules.ways, |to| self.placement.pieces.has(to));
        }
    }

    #[inline]
    fn block(&self, rules: &Rules<W>, side: Side, block: &Block<W>, moves: &mut MoveList<W>) {
        for rule in &block.rules {
            self.rule(rules, side, rule, moves);
        }
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
        let movers = rule.movers.read(rules.all, ways, &self.placement);
        match &rule.kind {
            RuleKind::Place(kind) => {
                if self.hands[side.index()][kind.index()] > 0 {
                    moves.push_places(movers, kind.0, rule.statement);
                }
            }
            RuleKind::Remove => moves.push_removals(movers, rule.statement),
            RuleKind::Step { ways: along, onto, whole_board: true, .. } => {
                let onto = onto.read(rules.all, ways, &self.placement);
                for &way in along {
                    moves.push_steps(ways[way as usize].along(movers) & onto, way, rule.statement);
                }
            }
            RuleKind::Step { ways: along, onto, glide, whole_board: false } => {
                for from in movers.iter() {
                    let lifted = self.placement.lifted(rules, side, from);
                    let from_sites = match glide {
                        Some(glide) => glide.reach(rules, &lifted, from),
                        None => Bits::one(from),
                    };
                    let onto = onto.read(rules.all, ways, &lifted);
                    let mut to =
                        along.iter().fold(Bits::EMPTY, |to, &way| to | ways[way as usize].along(from_sites)) & onto;
                    to.remove(from);
                    moves.push_fan(from, to, rule.statement);
                }
            }
            RuleKind::Slide { ways: along, onto, whole_board } => {
                let mut landing = onto.read(rules.all, ways, &self.placement);
                for from in movers.iter() {
                    let mut placement = &self.placement;
                    let lifted;
                    if !whole_board {
                        lifted = placement.lifted(rules, side, from);
                        placement = &lifted;
                        landing = onto.read(rules.all, ways, placement);
                    }
                    let mut reached = Bits::EMPTY;
                    for &way in along {
                        let mut at = from;
                        while let Some(next) = ways[way as usize].next(at) {
                            if next == from {
                                break;
                            }
                            reached.insert(next);
                            if placement.pieces.has(next) {
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
        let over = jump.over.read(rules.all, ways, &self.placement);
        let onto = jump.onto.read(rules.all, ways, &self.placement);
        let hop = |way: u8, from: Bits<W>| {
            let way = &ways[way as usize];
            way.along(way.along(from) & over) & onto
        };
        // Straight chains of one effect are counted at any length.
        if let (Chain::May, true, [effect]) = (jump.chain, jump.straight, &*jump.effects) {
            for &way in &jump.ways {
                let (mut to, mut count) = (hop(way, movers), 1);
                while !to.is_empty() {
                    moves.push_jumps(to, way, count, *effect, statement);
                    to = hop(way, to);
                    count += 1;
                }
            }
            return;
        }
        if jump.chain == Chain::Single {
            for &way in &jump.ways {
                let to = hop(way, movers);
                for &effect in &jump.effects {
                    moves.push_jumps(to, way, 1, effect, statement);
                }
            }
            return;
        }
        // Where a piece that has landed could go on jumping, in any direction or (straight) in this one.
        let goes_on = |way: u8| {
            let way = &ways[way as usize];
            way.against(way.against(onto) & over)
        };
        let in_any = jump.ways.iter().fold(Bits::EMPTY, |set, &way| set | goes_on(way));
        for &way in &jump.ways {
            let to = hop(way, movers);
            if to.is_empty() {
                continue;
            }
            let on = to & if jump.straight { goes_on(way) } else { in_any };
            let done = if jump.chain == Chain::Must { to & !on } else { to };
            for &effect in &jump.effects {
                moves.push_jumps(done, way, 1, effect, statement);
            }
            for to in on.iter() {
                self.chains_from(rules, side, jump, way, to, statement, moves);
            }
        }
    }
}

impl<const W: usize> Glide<W> {
    /// The site and all that a glide from it reaches.
    pub(super) fn reach(&self, rules: &Rules<W>, lifted: &super::Placement<W>, from: Site) -> Bits<W> {
        let through = self.through.read(rules.all, &rules.ways, lifted);
        let (mut reached, mut edge) = (Bits::one(from), Bits::one(from));
        while !edge.is_empty() {
            let next = self.ways.iter().fold(Bits::EMPTY, |set, &way| set | rules.ways[way as usize].along(edge));
            edge = next & through & !reached;
            reached |= edge;
        }
        reached
    }
}
