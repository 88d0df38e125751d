//! The legal moves of a side, found for the whole board at once where the statement allows it.

use super::moves::{Extent, Mark};
use super::{MoveList, Position, chains};
use crate::bits::Bits;
use crate::facts::Placement;
use crate::model::{Chain, Side};
use crate::rules::{ABREAST, Block, Boards, JumpRule, JumpSearch, Program, Rule, RuleKind, Rules, Sweep};

impl<const W: usize> Position<W> {
    /// Whether no side in play would have a move if it were its turn. The list is used to look, and left empty.
    #[inline(never)]
    pub(super) fn nobody_can_move(&self, rules: &Rules<W>, moves: &mut MoveList<W>) -> bool {
        let none = self.facts.in_play.iter().all(|side| {
            // Tracks without a move take room too.
            moves.clear();
            self.generate(rules, side, moves);
            moves.is_empty()
        });
        moves.clear();
        none
    }

    /// Adds the moves that the phase gives the side, but for the pass of a side that is stuck.
    #[inline(always)]
    pub(super) fn generate(&self, rules: &Rules<W>, side: Side, moves: &mut MoveList<W>) {
        let block = &rules.of(self.phase, side).moves;
        self.statements(rules, side, block, moves);
        if !block.priorities.is_empty() {
            self.first_blocks(rules, side, block, moves);
        }
        if block.may_coincide || !block.choice.is_empty() {
            if !block.choice.is_empty() {
                self.choose(rules, block, Extent::default(), moves);
            }
            if block.may_coincide {
                moves.drop_twins(rules, |to| self.facts.placement.pieces().has(to));
            }
        }
    }

    /// The moves of the first block that gives any, of each group of blocks in order of priority.
    #[inline(never)]
    fn first_blocks(&self, rules: &Rules<W>, side: Side, block: &Block<W>, moves: &mut MoveList<W>) {
        for priorities in &block.priorities {
            let before = moves.len();
            for block in priorities {
                let extent = moves.extent();
                self.statements(rules, side, block, moves);
                if !block.priorities.is_empty() {
                    self.first_blocks(rules, side, block, moves);
                }
                if !block.choice.is_empty() {
                    self.choose(rules, block, extent, moves);
                }
                if moves.len() > before {
                    break;
                }
            }
        }
    }

    /// The moves of the block's statements.
    #[inline(always)]
    fn statements(&self, rules: &Rules<W>, side: Side, block: &Block<W>, moves: &mut MoveList<W>) {
        let mut movers = Bits::EMPTY;
        for rule in &block.rules {
            if !rule.same_movers {
                movers = rule.movers.read(rules.all, &rules.ways, &self.facts.placement);
            }
            self.rule(rules, side, rule, movers, moves);
        }
    }

    #[inline(always)]
    fn rule(&self, rules: &Rules<W>, side: Side, rule: &Rule<W>, movers: Bits<W>, moves: &mut MoveList<W>) {
        let read = |program: &Program<W>| program.read(rules.all, &rules.ways, &self.facts.placement);
        match &rule.kind {
            RuleKind::Jump(jump) if jump.search != JumpSearch::EachPiece => {
                // Of a kind of piece there may be none.
                if rules.kinds > 1 && movers.is_empty() {
                    return;
                }
                let (over, onto) = (read(&jump.over), read(&jump.onto));
                let first = moves.mark();
                let (sweeps, lanes) = (jump.along.hops(), jump.along.hop_lanes().len() as u16);
                if let JumpSearch::Straight { track, longest } = jump.search {
                    for sweep in sweeps {
                        straight(sweep, (track, lanes), longest, movers, (over, onto), moves);
                    }
                } else if let JumpSearch::Single { track } | JumpSearch::Chains { track } = jump.search {
                    for sweep in sweeps {
                        let boards = sweep.hop(Boards::of_all(movers), over).within(onto);
                        moves.push_group(sweep.lanes.plus(track), boards);
                        for effect in 1..jump.effects.len() as u16 {
                            moves.push_group(sweep.lanes.plus(track + effect * lanes), boards);
                        }
                    }
                }
                if matches!(jump.search, JumpSearch::Chains { .. }) && !moves.none_since(first) {
                    self.go_on(rules, side, jump, (over, onto), first, rule.statement, moves);
                }
            }
            RuleKind::Step { along, onto, track } => {
                let onto = read(onto);
                // A set such as the enemies in the corners is often empty, and of a kind of piece there may be none.
                if onto.is_empty() || rules.kinds > 1 && movers.is_empty() {
                    return;
                }
                for sweep in along.steps() {
                    moves.push_group(sweep.lanes.plus(*track), sweep.step(movers).within(onto));
                }
            }
            RuleKind::Place { kind, track } => {
                if self.hands[side.index()][kind.index()] > 0 {
                    moves.push_track(*track, movers);
                }
            }
            RuleKind::Remove { track } => moves.push_track(*track, movers),
            _ => self.each_mover(rules, side, rule, movers, moves),
        }
    }

    /// The moves of a statement that is tried for each piece by itself.
    #[inline(never)]
    fn each_mover(&self, rules: &Rules<W>, side: Side, rule: &Rule<W>, movers: Bits<W>, moves: &mut MoveList<W>) {
        let ways = &*rules.ways;
        match &rule.kind {
            RuleKind::StepEach { along, onto, glide, whole_board } => {
                let read = |placement: &Placement<W>| {
                    let through = glide.as_ref().map(|glide| glide.through.read(rules.all, ways, placement));
                    (onto.read(rules.all, ways, placement), through.unwrap_or(Bits::EMPTY))
                };
                let mut sets = read(&self.facts.placement);
                let goes_on_alike = glide.as_ref().is_some_and(|glide| glide.along.ways() == along.ways());
                for from in movers.iter() {
                    if !whole_board {
                        sets = read(&chains::lifted(&self.facts.placement, rules, side, from));
                    }
                    let (onto, through) = sets;
                    let near = |starts: Bits<W>| starts.iter().fold(Bits::EMPTY, |all, start| all | along.near(start));
                    let mut to = match glide.as_ref().map(|glide| moves.glides.reach(glide, from, through)) {
                        Some(reach) if goes_on_alike => reach.around,
                        Some(reach) => near(reach.ends),
                        None => along.near(from),
                    } & onto;
                    to.remove(from);
                    moves.push_fan(from, to, rule.statement, None);
                }
            }
            RuleKind::Slide { along, onto, whole_board, .. } => {
                let mut landing = onto.read(rules.all, ways, &self.facts.placement);
                for from in movers.iter() {
                    if !whole_board {
                        let lifted = chains::lifted(&self.facts.placement, rules, side, from);
                        landing = onto.read(rules.all, ways, &lifted);
                    }
                    let mut reached = Bits::EMPTY;
                    for way in along.iter(ways) {
                        let mut at = from;
                        while let Some(next) = way.next(at).filter(|&next| next != from) {
                            reached.insert(next);
                            if self.facts.placement.pieces().has(next) {
                                break;
                            }
                            at = next;
                        }
                    }
                    moves.push_fan(from, reached & landing, rule.statement, None);
                }
            }
            RuleKind::Jump(jump) => self.each_jumper(rules, side, movers, jump, rule.statement, moves),
            RuleKind::Place { .. } | RuleKind::Remove { .. } | RuleKind::Step { .. } => {
                unreachable!("these are found for the whole board")
            }
        }
    }

    /// Lists the chains that go on after the first jumps, which are in the list since `first`; where they must go on,
    /// the first jumps by themselves are taken out.
    #[inline(never)]
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
        let from_any = jump.along.jumping(&rules.ways, over, onto);
        if (moves.ends_since(first) & from_any).is_empty() {
            return;
        }
        let effects = jump.effects.len();
        for (i, sweep) in jump.along.hops().iter().enumerate() {
            for lane in 0..ABREAST {
                let on = moves.board(first, i * effects, lane) & from_any;
                if on.is_empty() {
                    continue;
                }
                let way = jump.along.ways()[jump.along.hop_lanes()[sweep.lanes.of(lane) as usize].way as usize];
                let on = if jump.straight { on & rules.ways[way as usize].jumping(over, onto) } else { on };
                if jump.chain == Chain::Must {
                    for effect in 0..effects {
                        moves.take_out(first, i * effects + effect, lane, on);
                    }
                }
                for to in on.iter() {
                    self.chains_from(rules, side, jump, way, to, statement, moves);
                }
            }
        }
    }
}

/// Lists chains of jumps that keep straight on. The track is that of one jump along the first lane; those of each further
/// jump follow after so many.
#[inline(always)]
fn straight<const W: usize>(
    sweep: &Sweep<W>,
    (mut track, lanes): (u16, u16),
    longest: u8,
    movers: Bits<W>,
    (over, onto): (Bits<W>, Bits<W>),
    moves: &mut MoveList<W>,
) {
    let mut boards = Boards::of_all(movers);
    for before in 0..longest {
        boards = sweep.hop(boards, over).within(onto);
        // Whether any piece jumps once or twice is as good as random, so those are listed in any case.
        if before >= 2 && boards.union().is_empty() {
            break;
        }
        moves.push_group(sweep.lanes.plus(track), boards);
        track += lanes;
    }
}
