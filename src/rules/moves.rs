//! Move statements, compiled for one side.

use super::sets::{is_within, within};
use super::{Compiler, Program, Way};
use crate::bits::Site;
use crate::game::HopEffect;
use crate::model::{self, Action, Chain, Effects, Kind, MoveNode, MoveRule, Set, Side};

/// Statements whose moves all stand side by side, and blocks of which the first that gives a move counts.
#[derive(Clone, Debug)]
pub struct Block<const W: usize> {
    /// The statements.
    pub rules: Box<[Rule<W>]>,
    /// Blocks in order of priority; each group of them adds its moves to those of the statements.
    pub priorities: Box<[Box<[Block<W>]>]>,
    /// Whether two statements, or one statement in two ways, may give moves that are written the same.
    pub may_coincide: bool,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Rule<const W: usize> {
    /// Its number in [`super::Rules::statements`].
    pub statement: u16,
    /// Which of the side's pieces it moves; for a placement, where it may be.
    pub movers: Program<W>,
    /// What it does.
    pub kind: RuleKind<W>,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum RuleKind<const W: usize> {
    /// Place a piece of the kind.
    Place(Kind),
    /// Take a piece off.
    Remove,
    /// Move one link, after a glide perhaps.
    Step {
        /// The directions.
        ways: Box<[u8]>,
        /// Where it may end.
        onto: Program<W>,
        /// The glide before it.
        glide: Option<Glide<W>>,
        /// Whether the sets may be read once for the whole board, with no piece lifted.
        whole_board: bool,
    },
    /// Move any number of links over empty sites.
    Slide {
        /// The directions.
        ways: Box<[u8]>,
        /// Where it may end.
        onto: Program<W>,
        /// Whether the sets may be read once for the whole board, with no piece lifted.
        whole_board: bool,
    },
    /// Jump.
    Jump(JumpRule<W>),
}

/// A jump.
#[derive(Clone, Debug)]
pub struct JumpRule<const W: usize> {
    /// The directions.
    pub ways: Box<[u8]>,
    /// What may be jumped.
    pub over: Program<W>,
    /// Where it may land.
    pub onto: Program<W>,
    /// What may become of a jumped piece.
    pub effects: Box<[HopEffect]>,
    /// Whether the piece goes on.
    pub chain: Chain,
    /// Whether it goes on in the same direction only.
    pub straight: bool,
    /// The glide before the first jump.
    pub glide: Option<Glide<W>>,
    /// Whether first jumps may be found for the whole board at once, with no piece lifted, and the further ones of
    /// a straight chain too. Otherwise each piece is tried by itself.
    pub whole_board: bool,
}

/// A glide.
#[derive(Clone, Debug)]
pub struct Glide<const W: usize> {
    /// The directions.
    pub ways: Box<[u8]>,
    /// Where every site passed must lie.
    pub through: Program<W>,
}

impl<const W: usize> Compiler<'_, W> {
    /// The statements that stand for the side.
    pub(super) fn block(&mut self, nodes: &[MoveNode], side: Side) -> Block<W> {
        let mut block = self.nested(nodes, side);
        let mut all = Vec::new();
        gather(&block, &mut all);
        block.may_coincide = (0..all.len()).any(|i| (i..all.len()).any(|j| self.coincide(all[i], all[j], i == j)));
        block
    }

    fn nested(&mut self, nodes: &[MoveNode], side: Side) -> Block<W> {
        let (mut rules, mut priorities) = (Vec::new(), Vec::new());
        for node in nodes {
            match node {
                MoveNode::Rule(rule) if rule.sides.has(side) => rules.push(self.rule(rule, side)),
                MoveNode::Rule(_) => {}
                MoveNode::First(blocks) => {
                    priorities.push(blocks.iter().map(|nodes| self.nested(nodes, side)).collect())
                }
            }
        }
        Block { rules: rules.into(), priorities: priorities.into(), may_coincide: false }
    }

    fn rule(&mut self, rule: &MoveRule, side: Side) -> Rule<W> {
        let statement = self.statement(rule.span);
        let landing = |onto: &Set, removing: bool| {
            let allowed = if removing { Set::Or(Box::new(Set::Empty), Box::new(Set::Enemy)) } else { Set::Empty };
            within(onto, &allowed)
        };
        let (movers, kind) = match &rule.action {
            Action::Place { kind, onto } => (self.set(&within(onto, &Set::Empty), side), RuleKind::Place(*kind)),
            Action::Remove { from } => (self.set(&within(from, &Set::Own), side), RuleKind::Remove),
            Action::Step { movers, directions, onto, removing, glide } => {
                let onto = self.set(&landing(onto, *removing), side);
                let glide = self.glide(glide.as_ref(), side);
                let kind = RuleKind::Step {
                    ways: self.along(directions, side),
                    whole_board: onto.is_local() && glide.is_none(),
                    onto,
                    glide,
                };
                (self.set(&within(movers, &Set::Own), side), kind)
            }
            Action::Slide { movers, directions, onto, removing } => {
                let onto = self.set(&landing(onto, *removing), side);
                let ways = self.along(directions, side);
                let kind = RuleKind::Slide { ways, whole_board: onto.is_local(), onto };
                (self.set(&within(movers, &Set::Own), side), kind)
            }
            Action::Jump { movers, directions, over, onto, effects, chain, straight, glide } => {
                let over_enemies = is_within(over, &Set::Enemy);
                let mut jump = JumpRule {
                    ways: self.along(directions, side),
                    over: self.set(&within(over, &Set::Pieces), side),
                    onto: self.set(&within(onto, &Set::Empty), side),
                    effects: effects_of(*effects),
                    chain: *chain,
                    straight: *straight,
                    glide: self.glide(glide.as_ref(), side),
                    whole_board: false,
                };
                jump.whole_board = self.jumps_whole_board(&jump, over_enemies);
                (self.set(&within(movers, &Set::Own), side), RuleKind::Jump(jump))
            }
        };
        Rule { statement, movers, kind }
    }

    fn glide(&mut self, glide: Option<&model::Glide>, side: Side) -> Option<Glide<W>> {
        let glide = glide?;
        Some(Glide {
            ways: self.along(&glide.directions, side),
            through: self.set(&within(&glide.through, &Set::Empty), side),
        })
    }

    /// Whether the jumps that begin, and whether they can go on, show in the sets read once for the whole board.
    fn jumps_whole_board(&self, jump: &JumpRule<W>, over_enemies: bool) -> bool {
        if jump.glide.is_some() || !jump.over.is_local() || !jump.onto.is_local() {
            return false;
        }
        match jump.chain {
            Chain::Single => !self.lands_nearby(&jump.ways, false),
            Chain::May | Chain::Must => {
                // A jumped piece that stays, or becomes one that may be jumped, would have to be looked at again.
                let settled = jump.effects.iter().all(|&effect| match effect {
                    HopEffect::Remove => true,
                    HopEffect::Exchange => over_enemies,
                    HopEffect::Keep => false,
                });
                let closed = jump.ways.iter().any(|&way| self.ways[way as usize].is_closed());
                settled && !closed && !self.lands_nearby(&jump.ways, true)
            }
        }
    }

    /// Whether a jump may land where it began, or, if it goes on, the next one where the first began or jumped.
    /// On such a board what a jump vacates matters to it; on the usual grids it does not.
    fn lands_nearby(&self, ways: &[u8], goes_on: bool) -> bool {
        let ways: Vec<&Way<W>> = ways.iter().map(|&way| &self.ways[way as usize]).collect();
        let hop = |way: &Way<W>, from: Site| {
            let over = way.next(from)?;
            Some((over, way.next(over)?))
        };
        (0..self.game.board.len()).map(Site::new).any(|from| {
            ways.iter().filter_map(|way| hop(way, from)).any(|(over, to)| {
                let returns =
                    |(next_over, next_to): (Site, Site)| next_over != over && (next_to == from || next_to == over);
                to == from || goes_on && ways.iter().filter_map(|way| hop(way, to)).any(returns)
            })
        })
    }

    /// Whether two statements, or one in two of its ways, may give moves that are written the same.
    fn coincide(&self, a: &Rule<W>, b: &Rule<W>, same: bool) -> bool {
        use RuleKind::*;
        let glides = |rule: &Rule<W>| {
            matches!(&rule.kind, Step { glide: Some(_), .. } | Jump(JumpRule { glide: Some(_), .. }) | Slide { .. })
        };
        match (&a.kind, &b.kind) {
            (Place(a), Place(b)) => !same && a == b,
            (Remove, Remove) => !same,
            // All that one of these gives a piece is one set of sites, or told apart by where it glided.
            (Step { .. } | Slide { .. }, Step { .. } | Slide { .. }) if glides(a) || glides(b) => !same,
            (Jump(_), Jump(_)) if !same && glides(a) && glides(b) => true,
            (Step { ways: x, .. }, Step { ways: y, .. }) => self.meet((x, 1), (y, 1), same),
            (Jump(x), Jump(y)) => self.meet((&x.ways, 2), (&y.ways, 2), same),
            (Step { ways, .. }, Jump(jump)) => self.meet((ways, 1), (&jump.ways, 2), false),
            (Jump(jump), Step { ways, .. }) => self.meet((&jump.ways, 2), (ways, 1), false),
            (Slide { .. }, Jump(_)) | (Jump(_), Slide { .. }) => true,
            _ => false,
        }
    }

    /// Whether so many links along one of the ways lead from some site to the same site as so many along another.
    fn meet(&self, a: (&[u8], usize), b: (&[u8], usize), same: bool) -> bool {
        let reach =
            |way: u8, links: usize, from: Site| (0..links).try_fold(from, |at, _| self.ways[way as usize].next(at));
        (0..self.game.board.len()).map(Site::new).any(|from| {
            a.0.iter().enumerate().any(|(i, &x)| {
                let others = if same { &b.0[i + 1..] } else { b.0 };
                let to = reach(x, a.1, from);
                to.is_some() && others.iter().any(|&y| reach(y, b.1, from) == to)
            })
        })
    }
}

fn gather<'a, const W: usize>(block: &'a Block<W>, all: &mut Vec<&'a Rule<W>>) {
    all.extend(&block.rules);
    block.priorities.iter().flatten().for_each(|block| gather(block, all));
}

fn effects_of(effects: Effects) -> Box<[HopEffect]> {
    let named = [
        (effects.removing, HopEffect::Remove),
        (effects.exchanging, HopEffect::Exchange),
        (effects.keeping, HopEffect::Keep),
    ];
    named.into_iter().filter(|named| named.0).map(|named| named.1).collect()
}
