//! The legal moves of a side, found for the whole board at once where the statement allows it.

use super::moves::{Extent, Mark};
use super::{MoveList, Position, chains};
use crate::bits::{Bits, Site};
use crate::facts::Placement;
use crate::model::{Chain, Side};
use crate::rules::{Block, Glide, JumpRule, JumpSearch, Lanes, Pattern, Program, Rule, RuleKind, Rules, Split};

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
    fn first_blocks(&self, rules: &Rules<W>, side: Side, block: &Block<W>, moves: &mut MoveList<W>) {
        for priorities in &block.priorities {
            let before = moves.len();
            for block in priorities {
                let extent = moves.extent();
                self.statements(rules, side, block, moves);
                self.first_blocks(rules, side, block, moves);
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
                let (over, onto) = (read(&jump.over), read(&jump.onto));
                let first = moves.mark();
                match jump.along.pattern() {
                    Pattern::Four(lanes) => count_jumps(jump, &**lanes, movers, over, onto, moves),
                    Pattern::Eight(lanes) => count_jumps(jump, &**lanes, movers, over, onto, moves),
                    // Such boards go with kinds of piece, of which there may be none.
                    Pattern::TwoSplit(_) | Pattern::FourSplit(_) if movers.is_empty() => return,
                    Pattern::TwoSplit(lanes) => count_jumps(jump, &**lanes, movers, over, onto, moves),
                    Pattern::FourSplit(lanes) => count_jumps(jump, &**lanes, movers, over, onto, moves),
                    Pattern::Irregular => count_irregular_jumps(rules, jump, movers, over, onto, moves),
                }
                if matches!(jump.search, JumpSearch::Chains { .. }) && !moves.none_since(first) {
                    self.go_on(rules, side, jump, (over, onto), first, rule.statement, moves);
                }
            }
            RuleKind::Step { along, onto, track } => {
                let onto = read(onto);
                // A set such as the enemies in the corners is often empty.
                if onto.is_empty() {
                    return;
                }
                match along.pattern() {
                    Pattern::Four(lanes) => moves.push_tracks(*track, lanes.along(movers).map(|to| to & onto)),
                    Pattern::Eight(lanes) => moves.push_tracks(*track, lanes.along(movers).map(|to| to & onto)),
                    Pattern::TwoSplit(_) | Pattern::FourSplit(_) if movers.is_empty() => {}
                    Pattern::TwoSplit(lanes) => moves.push_tracks(*track, lanes.along(movers).map(|to| to & onto)),
                    Pattern::FourSplit(lanes) => moves.push_tracks(*track, lanes.along(movers).map(|to| to & onto)),
                    Pattern::Irregular => {
                        for (way, track) in along.iter(&rules.ways).zip(*track..) {
                            moves.push_tracks(track, [way.along(movers) & onto]);
                        }
                    }
                }
            }
            RuleKind::Place { kind, track } => {
                if self.hands[side.index()][kind.index()] > 0 {
                    moves.push_tracks(*track, [movers]);
                }
            }
            RuleKind::Remove { track } => moves.push_tracks(*track, [movers]),
            _ => self.each_mover(rules, side, rule, movers, moves),
        }
    }

    /// The moves of a statement that is tried for each piece by itself.
    #[inline(never)]
    fn each_mover(&self, rules: &Rules<W>, side: Side, rule: &Rule<W>, movers: Bits<W>, moves: &mut MoveList<W>) {
        let ways = &*rules.ways;
        match &rule.kind {
            RuleKind::StepEach { along, onto, glide } => {
                for from in movers.iter() {
                    let lifted = chains::lifted(&self.facts.placement, rules, side, from);
                    let starts = match glide {
                        Some(glide) => glide.reach(rules, &lifted, from),
                        None => Bits::one(from),
                    };
                    let onto = onto.read(rules.all, ways, &lifted);
                    let mut to = along.all(ways, starts) & onto;
                    to.remove(from);
                    moves.push_fan(from, to, rule.statement);
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
                    moves.push_fan(from, reached & landing, rule.statement);
                }
            }
            RuleKind::Jump(jump) if jump.is_long() => self.routes(rules, side, movers, jump, rule.statement, moves),
            RuleKind::Jump(jump) => self.each_jumper(rules, side, movers, jump, rule.statement, moves),
            RuleKind::Place { .. } | RuleKind::Remove { .. } | RuleKind::Step { .. } => {
                unreachable!("these are found for the whole board")
            }
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
        let from_any = jump.along.jumping(&rules.ways, over, onto);
        let directions = jump.along.ways().len();
        for (i, &way) in jump.along.ways().iter().enumerate() {
            let on = moves.board(first, i);
            let on = on & if jump.straight { rules.ways[way as usize].jumping(over, onto) } else { from_any };
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

/// So many directions that a whole board jumps along at once.
trait Hopping<const W: usize, const N: usize> {
    /// The sites two links on from the sites of each direction's set, where the first link leads into `over`.
    fn hop(&self, sets: [Bits<W>; N], over: Bits<W>) -> [Bits<W>; N];
}

impl<const W: usize, const N: usize> Hopping<W, N> for Lanes<W, N> {
    #[inline(always)]
    fn hop(&self, sets: [Bits<W>; N], over: Bits<W>) -> [Bits<W>; N] {
        Lanes::hop(self, sets, over)
    }
}

impl<const W: usize, const N: usize> Hopping<W, N> for Split<W, N> {
    #[inline(always)]
    fn hop(&self, sets: [Bits<W>; N], over: Bits<W>) -> [Bits<W>; N] {
        Split::hop(self, sets, over)
    }
}

/// Lists first jumps, and all those of a straight chain, in so many directions of one shift each.
#[inline(always)]
fn count_jumps<const W: usize, const N: usize>(
    jump: &JumpRule<W>,
    lanes: &impl Hopping<W, N>,
    movers: Bits<W>,
    over: Bits<W>,
    onto: Bits<W>,
    moves: &mut MoveList<W>,
) {
    let mut boards = lanes.hop([movers; N], over).map(|to| to & onto);
    match jump.search {
        JumpSearch::Straight { mut track, longest } => {
            moves.push_tracks(track, boards);
            // One jump further in every direction, until no piece can go so far. Whether any goes two is as good as
            // random, so those are listed in any case.
            for count in 2..=longest {
                boards = lanes.hop(boards, over).map(|to| to & onto);
                if count > 2 && boards.iter().fold(Bits::EMPTY, |all, &board| all | board).is_empty() {
                    break;
                }
                track += N as u16;
                moves.push_tracks(track, boards);
            }
        }
        JumpSearch::Single { mut track } | JumpSearch::Chains { mut track } => {
            for _ in &jump.effects {
                moves.push_tracks(track, boards);
                track += N as u16;
            }
        }
        JumpSearch::EachPiece => {}
    }
}

/// The same for any directions.
#[inline(never)]
fn count_irregular_jumps<const W: usize>(
    rules: &Rules<W>,
    jump: &JumpRule<W>,
    movers: Bits<W>,
    over: Bits<W>,
    onto: Bits<W>,
    moves: &mut MoveList<W>,
) {
    let (first, longest) = match jump.search {
        JumpSearch::Straight { track, longest } => (track, longest),
        JumpSearch::Single { track } | JumpSearch::Chains { track } => (track, 1),
        JumpSearch::EachPiece => return,
    };
    let mut tracks = first..;
    let mut round = None;
    for _ in 0..longest {
        let mark = moves.mark();
        for _ in &jump.effects {
            for (i, (way, track)) in jump.along.iter(&rules.ways).zip(&mut tracks).enumerate() {
                let from = round.map_or(movers, |round| moves.board(round, i));
                moves.push_tracks(track, [way.along(way.along(from) & over) & onto]);
            }
        }
        round = Some(mark);
    }
}

impl<const W: usize> Glide<W> {
    /// The site and all that a glide from it reaches.
    pub(super) fn reach(&self, rules: &Rules<W>, lifted: &Placement<W>, from: Site) -> Bits<W> {
        let through = self.through.read(rules.all, &rules.ways, lifted);
        let (mut reached, mut edge) = (Bits::one(from), Bits::one(from));
        while !edge.is_empty() {
            edge = self.along.all(&rules.ways, edge) & through & !reached;
            reached |= edge;
        }
        reached
    }
}
