//! Move statements, compiled for one side.

use super::sets::{is_within, within};
use super::{Along, Compiler, Deed, Lane, Preference, Program, PromotionRule, Track, Way};
use crate::bits::{Bits, Site};
use crate::facts::Placement;
use crate::model::{self, Action, Chain, Effects, Kind, KindSet, MoveNode, MoveRule, Set, Side};
use crate::moves::HopEffect;

/// Statements whose moves all stand side by side, and blocks of which the first that gives a move counts.
#[derive(Clone, Debug)]
pub struct Block<const W: usize> {
    /// The statements.
    pub rules: Box<[Rule<W>]>,
    /// Blocks in order of priority; each group of them adds its moves to those of the statements.
    pub priorities: Box<[Box<[Block<W>]>]>,
    /// What the moves are compared by, each with its statement's number; those that are not the best are no moves.
    pub choice: Box<[(u16, Preference<W>)]>,
    /// Whether two statements, or one statement in two ways, may give moves that are written the same.
    pub may_coincide: bool,
}

impl<const W: usize> Block<W> {
    /// Whether its moves on tracks only move pieces and take others off.
    pub(super) fn only_moves(&self) -> bool {
        let only_moves = |rule: &Rule<W>| match &rule.kind {
            RuleKind::Place { .. } | RuleKind::Remove { .. } => false,
            RuleKind::Jump(jump) => !jump.effects.contains(&HopEffect::Exchange),
            _ => true,
        };
        self.rules.iter().all(only_moves) && self.priorities.iter().flatten().all(Self::only_moves)
    }

    /// Whether all of its moves are found for the whole board at once, but for chains that go on, and none is left out.
    pub(super) fn is_swept(&self) -> bool {
        let is_swept = |rule: &Rule<W>| match &rule.kind {
            RuleKind::Jump(jump) => jump.search != JumpSearch::EachPiece,
            RuleKind::Step { .. } | RuleKind::Place { .. } | RuleKind::Remove { .. } => true,
            RuleKind::StepEach { .. } | RuleKind::Slide { .. } => false,
        };
        let nested = self.priorities.iter().flatten();
        !self.may_coincide
            && self.choice.is_empty()
            && self.rules.iter().all(is_swept)
            && nested.clone().all(Self::is_swept)
    }

    /// Whether its chains go on by nothing but what they may still jump and land on.
    pub(super) fn is_chased(&self) -> bool {
        let is_chased = |rule: &Rule<W>| match &rule.kind {
            RuleKind::Jump(jump) if matches!(jump.search, JumpSearch::Chains { .. }) => {
                jump.freed.is_some() && !jump.straight
            }
            _ => true,
        };
        self.rules.iter().all(is_chased) && self.priorities.iter().flatten().all(Self::is_chased)
    }
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Rule<const W: usize> {
    /// Its number in [`super::Rules::statements`].
    pub statement: u16,
    /// Which of the side's pieces it moves; for a placement, where it may be.
    pub movers: Program<W>,
    /// Whether that is the same set as the statement before reads, which then need not be read again.
    pub same_movers: bool,
    /// The kinds of piece that may be among them.
    pub kinds: KindSet,
    /// Whether the site that it ends on may be empty, and whether it may hold a piece.
    pub ends_on: (bool, bool),
    /// What it does.
    pub kind: RuleKind<W>,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum RuleKind<const W: usize> {
    /// Place a piece of the kind.
    Place {
        /// The kind.
        kind: Kind,
        /// Its track.
        track: u16,
    },
    /// Take a piece off.
    Remove {
        /// Its track.
        track: u16,
    },
    /// Move one link, the sets read once for the whole board, with no piece lifted.
    Step {
        /// The directions.
        along: Along<W>,
        /// Where it may end.
        onto: Program<W>,
        /// The track of the first direction; those of the others follow.
        track: u16,
    },
    /// Move one link, each piece tried by itself, after a glide perhaps.
    StepEach {
        /// The directions.
        along: Along<W>,
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
        along: Along<W>,
        /// Where it may end.
        onto: Program<W>,
        /// Whether it may capture.
        captures: bool,
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
    pub along: Along<W>,
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
    /// Whether jumped pieces stay until the end of the chain.
    pub at_end: bool,
    /// Whether empty sites may lie before the jumped piece and behind it.
    pub flying: bool,
    /// Whether it shows with no piece lifted which pieces have a first jump.
    pub shows_first: bool,
    /// Whether what is jumped, landed on and glided through may be read once for the whole board, with no piece lifted.
    pub whole_board: bool,
    /// What the site of a piece taken off adds to those to land on, if sets depend on each site alone and jumped pieces are
    /// just taken off, so that nothing else changes along a chain.
    pub freed: Option<Bits<W>>,
    /// Whether its chains take nothing and change nothing, so that each is told by where it begins and ends.
    pub changes_nothing: bool,
    /// What pieces become on their way, and how they then go on.
    pub promoted: Box<[Promoted<W>]>,
    /// The glide before the first jump.
    pub glide: Option<Glide<W>>,
    /// How they are found.
    pub search: JumpSearch,
}

/// A piece that becomes another in the middle of a chain.
#[derive(Clone, Debug)]
pub struct Promoted<const W: usize> {
    /// Which piece, where, and what it becomes.
    pub by: PromotionRule<W>,
    /// How it goes on.
    pub jump: JumpRule<W>,
}

impl<const W: usize> JumpRule<W> {
    /// Whether a chain is more than successive jumps over adjacent pieces that are dealt with one by one.
    pub fn is_long(&self) -> bool {
        self.at_end || self.flying || self.changes_nothing || !self.promoted.is_empty()
    }
}

/// How the jumps of a statement are found. Where its sets may be read once for the whole board, with no piece lifted,
/// `track` is that of one jump with the first effect along the first lane; those of the other lanes follow, then
/// those of the other effects, then, of a straight chain, those of more jumps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JumpSearch {
    /// Each piece is tried by itself.
    EachPiece,
    /// The whole board at once: one jump a turn.
    Single {
        /// The first track.
        track: u16,
    },
    /// The whole board at once: chains that keep straight on, may end anywhere and treat all jumped pieces alike.
    Straight {
        /// The first track.
        track: u16,
        /// The most jumps that the board has room for.
        longest: u8,
    },
    /// The whole board at once for the first jumps; those that can go on are followed by themselves.
    Chains {
        /// The first track.
        track: u16,
    },
}

/// A glide.
#[derive(Clone, PartialEq, Debug)]
pub struct Glide<const W: usize> {
    /// Its number; statements that glide alike share it.
    pub number: u16,
    /// The directions.
    pub along: Along<W>,
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
        let (mut rules, mut priorities, mut choice) = (Vec::<Rule<W>>::new(), Vec::new(), Vec::new());
        let outer = self.compares;
        self.compares |= nodes.iter().any(|node| matches!(node, MoveNode::Choose(_)));
        for node in nodes {
            match node {
                MoveNode::Choose(by) => {
                    let statement = self.statement(by.span);
                    choice.extend(by.keys.iter().map(|key| (statement, self.preference(key, side))));
                }
                MoveNode::Rule(rule) if rule.sides.has(side) => rules.push(self.rule(rule, nodes, side)),
                MoveNode::Rule(_) => {}
                MoveNode::First(blocks) => {
                    priorities.push(blocks.iter().map(|nodes| self.nested(nodes, side)).collect())
                }
            }
        }
        self.compares = outer;
        for i in 1..rules.len() {
            rules[i].same_movers = rules[i].movers == rules[i - 1].movers;
        }
        Block { rules: rules.into(), priorities: priorities.into(), choice: choice.into(), may_coincide: false }
    }

    fn rule(&mut self, rule: &MoveRule, beside: &[MoveNode], side: Side) -> Rule<W> {
        let statement = self.statement(rule.span);
        let landing = |onto: &Set, removing: bool| {
            let allowed = if removing { Set::Or(Box::new(Set::Empty), Box::new(Set::Enemy)) } else { Set::Empty };
            within(onto, &allowed)
        };
        let (movers, kind) = match &rule.action {
            Action::Place { kind, onto } => {
                self.sweeps += 1;
                let track = self.tracks(vec![Track::new(Deed::Place(*kind), 0, [0; 2], statement)]);
                (self.set(&within(onto, &Set::Empty), side), RuleKind::Place { kind: *kind, track })
            }
            Action::Remove { from } => {
                self.sweeps += 1;
                let track = self.tracks(vec![Track::new(Deed::Remove, 0, [0; 2], statement)]);
                (self.set(&within(from, &Set::Own), side), RuleKind::Remove { track })
            }
            Action::Step { movers, directions, onto, removing, glide } => {
                let onto = self.set(&landing(onto, *removing), side);
                let glide = self.glide(glide.as_ref(), side);
                let along = self.along(directions, side);
                let whole_board = onto.is_local() && glide.as_ref().is_none_or(|glide| glide.through.is_local());
                let is_counted = whole_board && glide.is_none() && !self.compares;
                let kind = if is_counted && along.is_swept() && self.has_room(along.step_lanes().len()) {
                    self.sweeps += along.steps().len();
                    let track =
                        |lane: &Lane| Track::new(Deed::Step, along.ways()[lane.way as usize], lane.by, statement);
                    let track = self.tracks(along.step_lanes().iter().map(track).collect());
                    RuleKind::Step { along, onto, track }
                } else {
                    RuleKind::StepEach { along, onto, glide, whole_board }
                };
                (self.set(&within(movers, &Set::Own), side), kind)
            }
            Action::Slide { movers, directions, onto, removing } => {
                let onto = self.set(&landing(onto, *removing), side);
                let along = self.along(directions, side);
                let kind = RuleKind::Slide { along, captures: *removing, whole_board: onto.is_local(), onto };
                (self.set(&within(movers, &Set::Own), side), kind)
            }
            Action::Jump { movers, over, .. } => {
                let over_enemies = is_within(over, &Set::Enemy);
                self.takes_only_enemies &= over_enemies;
                let mut jump = self.jump(&rule.action, side).expect("it is a jump");
                if !jump.changes_nothing {
                    jump.promoted = self.promoted(&jump, movers, beside, side);
                    // What a piece has become jumps by other sets.
                    jump.freed = jump.freed.filter(|_| jump.promoted.is_empty());
                }
                if self.jumps_whole_board(&jump, over_enemies) && !self.compares {
                    jump.search = self.jump_tracks(&jump, statement);
                }
                (self.set(&within(movers, &Set::Own), side), RuleKind::Jump(jump))
            }
        };
        let kinds = match &rule.action {
            Action::Place { kind, .. } => KindSet::default().with(*kind),
            Action::Remove { from } => from.kinds(),
            Action::Step { movers, .. } | Action::Slide { movers, .. } | Action::Jump { movers, .. } => movers.kinds(),
        };
        let ends_on = match &rule.action {
            Action::Step { onto, removing: true, .. } | Action::Slide { onto, removing: true, .. } => {
                (!is_within(onto, &Set::Enemy), !is_within(onto, &Set::Empty))
            }
            _ => (true, false),
        };
        Rule { statement, movers, same_movers: false, kinds, ends_on, kind }
    }

    /// The jump as the side makes it, each piece tried by itself, with no change of kind on its way.
    fn jump(&mut self, action: &Action, side: Side) -> Option<JumpRule<W>> {
        let Action::Jump { directions, over, onto, effects, at_end, flying, chain, straight, glide, .. } = action
        else {
            return None;
        };
        let along = self.along(directions, side);
        let over = self.set(&within(over, &Set::Pieces), side);
        let onto = self.set(&within(onto, &Set::Empty), side);
        let closed = along.iter(self.ways).any(Way::is_closed);
        let glide = self.glide(glide.as_ref(), side);
        let through_local = glide.as_ref().is_none_or(|glide| glide.through.is_local());
        let whole_board = over.is_local() && onto.is_local() && through_local;
        let effects = effects_of(*effects);
        let sites = Bits::first(self.game.board.len());
        let freed = whole_board && *effects == [HopEffect::Remove];
        let freed = freed.then(|| onto.read(sites, self.ways, &Placement::EMPTY));
        Some(JumpRule {
            shows_first: glide.is_none() && !closed && whole_board,
            whole_board,
            freed,
            along,
            over,
            onto,
            effects,
            chain: *chain,
            straight: *straight,
            at_end: *at_end,
            flying: *flying,
            changes_nothing: action.changes_nothing(),
            promoted: Box::default(),
            glide,
            search: JumpSearch::EachPiece,
        })
    }

    /// What pieces of the movers become in the middle of a chain; they go on by the first statement beside this one that
    /// lets the new kind jump, if there is one.
    fn promoted(&mut self, jump: &JumpRule<W>, movers: &Set, beside: &[MoveNode], side: Side) -> Box<[Promoted<W>]> {
        let kinds = movers.kinds();
        let promotions = self.promotions.clone();
        let at_once = promotions.into_iter().filter(|by| by.at_once && kinds.has(by.from));
        at_once
            .map(|by| {
                let onward = beside.iter().find_map(|node| match node {
                    MoveNode::Rule(rule) if rule.sides.has(side) => match &rule.action {
                        Action::Jump { movers, .. } if movers.kinds().has(by.to) => self.jump(&rule.action, side),
                        _ => None,
                    },
                    _ => None,
                });
                Promoted { by, jump: onward.unwrap_or_else(|| JumpRule { chain: Chain::Single, ..jump.clone() }) }
            })
            .collect()
    }

    /// Makes the tracks of a statement found for the whole board at once.
    fn jump_tracks(&mut self, jump: &JumpRule<W>, statement: u16) -> JumpSearch {
        let along = &jump.along;
        let reaches = |way: u8, jumps: u8| {
            let hops = |from: Site| (0..jumps).try_fold(from, |at, _| Some(self.ways[way as usize].hop(at)?.1));
            (0..self.game.board.len()).any(|from| hops(Site::new(from)).is_some())
        };
        let is_straight = jump.chain == Chain::May && jump.straight && jump.effects.len() == 1;
        let mut longest = 1;
        while is_straight && longest < u8::MAX && along.ways().iter().any(|&way| reaches(way, longest + 1)) {
            longest += 1;
        }
        let mut tracks = Vec::new();
        for count in 1..=longest {
            for &effect in &jump.effects {
                let deed = Deed::Jumps { count, effect };
                let track = |lane: &Lane| Track::new(deed, along.ways()[lane.way as usize], lane.by, statement);
                tracks.extend(along.hop_lanes().iter().map(track));
            }
        }
        // A straight chain keeps to its lane, which has to be all of its direction.
        let leaves_lane = longest > 1 && along.hop_lanes().len() > along.ways().len();
        if !along.is_swept() || leaves_lane || !self.has_room(tracks.len()) {
            return JumpSearch::EachPiece;
        }
        self.sweeps += along.hops().len() * jump.effects.len() * longest as usize;
        let track = self.tracks(tracks);
        match jump.chain {
            Chain::Single => JumpSearch::Single { track },
            _ if is_straight => JumpSearch::Straight { track, longest },
            _ => JumpSearch::Chains { track },
        }
    }

    fn glide(&mut self, glide: Option<&model::Glide>, side: Side) -> Option<Glide<W>> {
        let glide = glide?;
        let along = self.along(&glide.directions, side);
        let through = self.set(&within(&glide.through, &Set::Empty), side);
        let known = self.glides.iter().find(|known| known.along == along && known.through == through);
        Some(known.cloned().unwrap_or_else(|| {
            self.glides.push(Glide { number: self.glides.len() as u16, along, through });
            self.glides[self.glides.len() - 1].clone()
        }))
    }

    /// Whether the jumps that begin, and whether they can go on, show in the sets read once for the whole board.
    fn jumps_whole_board(&self, jump: &JumpRule<W>, over_enemies: bool) -> bool {
        if jump.is_long() || jump.glide.is_some() || !jump.over.is_local() || !jump.onto.is_local() {
            return false;
        }
        match jump.chain {
            Chain::Single => !self.lands_nearby(&jump.along, false),
            Chain::May | Chain::Must => {
                // A jumped piece that stays, or becomes one that may be jumped, would have to be looked at again.
                let settled = jump.effects.iter().all(|&effect| match effect {
                    HopEffect::Remove => true,
                    HopEffect::Exchange => over_enemies,
                    HopEffect::Keep => false,
                });
                let closed = jump.along.iter(self.ways).any(Way::is_closed);
                settled && !closed && !self.lands_nearby(&jump.along, true)
            }
        }
    }

    /// Whether a jump may land where it began, or, if it goes on, the next one where the first began or jumped.
    /// On such a board what a jump vacates matters to it; on the usual grids it does not.
    fn lands_nearby(&self, along: &Along<W>, goes_on: bool) -> bool {
        (0..self.game.board.len()).map(Site::new).any(|from| {
            along.iter(self.ways).filter_map(|way| way.hop(from)).any(|(over, to)| {
                let returns =
                    |(next_over, next_to): (Site, Site)| next_over != over && (next_to == from || next_to == over);
                to == from || goes_on && along.iter(self.ways).filter_map(|way| way.hop(to)).any(returns)
            })
        })
    }

    /// Whether two statements, or one in two of its ways, may give moves that are written the same.
    fn coincide(&self, a: &Rule<W>, b: &Rule<W>, same: bool) -> bool {
        use RuleKind::*;
        let apart = |a: (bool, bool), b: (bool, bool)| !(a.0 && b.0 || a.1 && b.1);
        if !matches!((&a.kind, &b.kind), (Jump(_), _) | (_, Jump(_))) && apart(a.ends_on, b.ends_on) {
            return false;
        }
        let places = |rule: &Rule<W>| matches!(rule.kind, Place { .. });
        if !places(a) && !places(b) && a.kinds.0 & b.kinds.0 == 0 {
            return false;
        }
        let glides = |rule: &Rule<W>| {
            matches!(&rule.kind, StepEach { glide: Some(_), .. } | Jump(JumpRule { glide: Some(_), .. }) | Slide { .. })
        };
        match (&a.kind, &b.kind) {
            (Place { kind: a, .. }, Place { kind: b, .. }) => !same && a == b,
            (Remove { .. }, Remove { .. }) => !same,
            // All that one of these gives a piece is one set of sites, or told apart by where it glided.
            (StepEach { .. } | Slide { .. }, StepEach { .. } | Slide { .. }) if same => false,
            (Step { .. } | StepEach { .. } | Slide { .. }, Step { .. } | StepEach { .. } | Slide { .. })
                if glides(a) || glides(b) =>
            {
                true
            }
            (Jump(_), Jump(_)) if !same && glides(a) && glides(b) => true,
            (Jump(x), Jump(y)) if x.changes_nothing || y.changes_nothing => {
                let keeps = |jump: &JumpRule<W>| jump.effects.contains(&HopEffect::Keep);
                !same && keeps(x) && keeps(y)
            }
            (Step { along: x, .. } | StepEach { along: x, .. }, Step { along: y, .. } | StepEach { along: y, .. }) => {
                self.meet((x, 1), (y, 1), same)
            }
            (Jump(x), Jump(y)) if x.flying || y.flying => !same || self.lines_meet(&x.along),
            (Jump(x), Jump(y)) => self.meet((&x.along, 2), (&y.along, 2), same),
            (Step { along, .. } | StepEach { along, .. }, Jump(jump)) => self.meet((along, 1), (&jump.along, 2), false),
            (Jump(jump), Step { along, .. } | StepEach { along, .. }) => self.meet((&jump.along, 2), (along, 1), false),
            (Slide { captures, .. }, Jump(_)) | (Jump(_), Slide { captures, .. }) => *captures,
            _ => false,
        }
    }

    /// Whether two of the ways lead from some site to the same one in the end.
    fn lines_meet(&self, along: &Along<W>) -> bool {
        let reach = |way: u8, from: Site| {
            let (mut reached, mut at) = (Bits::<W>::EMPTY, from);
            while let Some(next) = self.ways[way as usize].next(at).filter(|&next| next != from) {
                reached.insert(next);
                at = next;
            }
            reached
        };
        (0..self.game.board.len()).map(Site::new).any(|from| {
            let mut seen = Bits::EMPTY;
            along.ways().iter().any(|&way| {
                let reached = reach(way, from);
                let meets = !(seen & reached).is_empty();
                seen |= reached;
                meets
            })
        })
    }

    /// Whether so many links along one of the ways lead from some site to the same site as so many along another.
    fn meet(&self, a: (&Along<W>, usize), b: (&Along<W>, usize), same: bool) -> bool {
        let (a, b) = ((a.0.ways(), a.1), (b.0.ways(), b.1));
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
