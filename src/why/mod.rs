//! Why a move is legal or not: the first rule that forbids it, in words, with the statement that says so.

mod attempt;
mod near;

use crate::bits::Site;
use crate::check::list;
use crate::describe;
use crate::game::{Match, Move};
use crate::model::{Action, Choice, MoveNode, MoveRule, Phase, Side, Stuck};
use crate::notation::{Leg, MoveText, shortened, sorted_legal_with_statements};
use crate::source::Span;
use attempt::Attempt;
pub use near::{meant, tidied};

/// Why a well-formed move cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{}` is not legal: {}{}", shortened(text), self.forbidden(), place.as_ref().map_or(String::new(), |place| format!(" ({place})")))]
pub struct IllegalMoveError {
    /// The move.
    pub text: String,
    /// What forbids it.
    pub reason: Box<Refusal>,
    /// The statement that does, where one does.
    pub statement: Option<Span>,
    /// Its file and line.
    pub place: Option<String>,
    /// The legal moves as written, sorted by byte.
    pub legal: Vec<String>,
    /// Those of them that may be meant.
    pub near: Vec<String>,
}

impl IllegalMoveError {
    /// What forbids the move, and what to write if another may be meant.
    pub fn forbidden(&self) -> String {
        let reason = self.reason.to_string();
        match self.near.iter().any(|near| reason.contains(&format!("`{near}`"))) {
            true => reason,
            false => format!("{reason}{}", instead(&self.near)),
        }
    }
}

/// What to write instead, after a reason; nothing where there is no move to write.
pub fn instead(near: &[String]) -> String {
    const MOST: usize = 4;
    match near.len() {
        0 => String::new(),
        1..=MOST => format!("; write {}", list(near, "or")),
        all => format!("; write `{}` or another of {all}", near[..MOST].join("`, `")),
    }
}

/// What forbids a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// Passing is the only move.
    #[error("`{side}` has no other move than `pass`")]
    OnlyPass {
        /// The side to move.
        side: String,
    },
    /// Nobody passes in this phase.
    #[error("nobody passes here")]
    NoPass,
    /// There are other moves than the pass.
    #[error("`{side}` can move, as by `{example}`, and passes only when nothing else is left")]
    CanMove {
        /// The side to move.
        side: String,
        /// A legal move.
        example: String,
    },
    /// Nothing stands where the move begins.
    #[error("no piece stands on `{site}`")]
    NoPiece {
        /// Where.
        site: String,
    },
    /// Another side's piece stands where the move begins.
    #[error("the piece on `{site}` is `{owner}`'s, and `{side}` is to move")]
    NotYours {
        /// Where.
        site: String,
        /// Whose piece it is.
        owner: String,
        /// The side to move.
        side: String,
    },
    /// The phase has no statement for such a move.
    #[error("`{side}` cannot {what} in `{phase}`, only {can}")]
    NotInPhase {
        /// The side to move.
        side: String,
        /// What the move does.
        what: &'static str,
        /// The phase.
        phase: String,
        /// What the phase lets the side do.
        can: String,
    },
    /// There is no such piece to place.
    #[error("`{side}` has none in hand")]
    HandEmpty {
        /// The side to move.
        side: String,
    },
    /// Something about a site forbids it.
    #[error("`{site}` {what}")]
    Site {
        /// Which.
        site: String,
        /// What about it.
        what: String,
    },
    /// The piece is not one that the statement moves.
    #[error("the piece on `{site}` does not move so")]
    NotMoved {
        /// Where.
        site: String,
    },
    /// No link, or no two in one direction.
    #[error("no {what} leads from `{from}` to `{to}`")]
    NoWay {
        /// What there should be.
        what: &'static str,
        /// From where.
        from: String,
        /// To where.
        to: String,
    },
    /// The links lead in a direction that the statement does not name.
    #[error("from `{from}` to `{to}` is {direction}, and it goes only {allowed}")]
    Direction {
        /// From where.
        from: String,
        /// To where.
        to: String,
        /// The direction.
        direction: String,
        /// Those allowed.
        allowed: String,
    },
    /// Nothing stands where something is to be jumped or captured.
    #[error("there is no piece on `{site}` to {what}")]
    Nothing {
        /// Where.
        site: String,
        /// `jump` or `capture`.
        what: &'static str,
    },
    /// What is there may not be jumped.
    #[error("the piece on `{site}` cannot be jumped")]
    NotJumped {
        /// Where.
        site: String,
    },
    /// What is there is of one's own, and may not be jumped.
    #[error("a piece of one's own stands in the way on `{site}`")]
    OwnPiece {
        /// Where.
        site: String,
    },
    /// Another piece is behind the one to be jumped.
    #[error("two pieces stand in the way, on `{site}` and `{behind}`")]
    TwoInARow {
        /// Where the nearer is.
        site: String,
        /// Where the other is.
        behind: String,
    },
    /// What is there was jumped before in this chain.
    #[error("the piece on `{site}` has been jumped already")]
    JumpedAlready {
        /// Where.
        site: String,
    },
    /// Nothing stands on the way that the jump goes.
    #[error("there is no piece between `{from}` and `{to}` to jump")]
    NothingBetween {
        /// From where.
        from: String,
        /// To where.
        to: String,
    },
    /// From another landing the piece could go on.
    #[error("the piece must land where it can go on jumping, as on `{other}`, and cannot from `{site}`")]
    LandsElsewhere {
        /// Where it would land.
        site: String,
        /// Where it may.
        other: String,
    },
    /// Another chain stands for it.
    #[error("it jumps the same pieces to the same end as `{legal}`, which lands nearer and is the move")]
    SameRoute {
        /// That chain.
        legal: String,
    },
    /// Other moves are better by what the choice goes by.
    #[error("of such moves only {preferred} may be made, such as `{example}`")]
    NotBest {
        /// Which.
        preferred: String,
        /// A legal move.
        example: String,
    },
    /// The jumped piece cannot be dealt with so.
    #[error("a jumped piece is {allowed} here")]
    Effect {
        /// What becomes of it.
        allowed: String,
    },
    /// A capture written as none.
    #[error("it captures what stands on `{site}`, and is written `{written}`")]
    Captures {
        /// Where.
        site: String,
        /// How it is written.
        written: String,
    },
    /// A chain that changes nothing is written with the sites on its way.
    #[error("a chain that takes and changes nothing is written by where it begins and ends, `{written}`")]
    ToldByEnds {
        /// How it is written.
        written: String,
    },
    /// The piece would end where it began.
    #[error("it leaves everything as it was")]
    NoChange,
    /// A turn is one jump.
    #[error("a turn is one jump, and this is {jumps}")]
    OneJump {
        /// How many are written.
        jumps: usize,
    },
    /// The chain turns.
    #[error("the piece must keep straight on at `{site}`")]
    NotStraight {
        /// Where.
        site: String,
    },
    /// The chain ends too early.
    #[error("the piece can go on jumping from `{site}`, and must{}", such_as(.example))]
    MustGoOn {
        /// Where it would end.
        site: String,
        /// A legal move that goes on.
        example: Option<String>,
    },
    /// Another move takes precedence.
    #[error("{what}, such as `{example}`")]
    Compulsory {
        /// What comes first.
        what: &'static str,
        /// A legal move.
        example: String,
    },
}

fn such_as(example: &Option<String>) -> String {
    example.as_ref().map_or(String::new(), |example| format!(", as in `{example}`"))
}

impl MoveText {
    /// Finds the move among the legal ones.
    ///
    /// # Errors
    /// [`IllegalMoveError`] says what forbids it, and what is legal.
    pub fn find(&self, position: &Match) -> Result<Move, IllegalMoveError> {
        self.find_with_statement(position).map(|(found, _)| found)
    }

    /// The same, with the statement that allows the move.
    ///
    /// # Errors
    /// As [`MoveText::find`].
    pub fn find_with_statement(&self, position: &Match) -> Result<(Move, Option<Span>), IllegalMoveError> {
        let mut legal = position.legal_with_statements().into_iter();
        legal.find(|(legal, _)| MoveText::of(legal) == *self).ok_or_else(|| self.refuse(position))
    }

    fn refuse(&self, position: &Match) -> IllegalMoveError {
        let game = position.engine().game();
        let legal = sorted_legal_with_statements(position);
        let (reason, statement) = Judge { position, legal: &legal }.reason(self);
        let place = statement.map(|span| game.sources.place(span));
        let legal = legal.into_iter().map(|(text, _, _)| text).collect();
        let text = self.write(game);
        let near = near::through_same_sites(position, &text);
        IllegalMoveError { text, reason: Box::new(reason), statement, place, legal, near }
    }
}

/// A legal move as written, the move, and the statement that allows it.
type Legal = (String, Move, Option<Span>);

/// The statements of the phase that stand for the side, in the file's order.
fn statements(phase: &Phase, side: Side) -> Vec<&MoveRule> {
    MoveNode::rules(&phase.moves).into_iter().filter(|rule| rule.sides.has(side)).collect()
}

/// The moves among which the statement stands.
fn beside(nodes: &[MoveNode], statement: Span) -> Option<&[MoveNode]> {
    nodes.iter().find_map(|node| match node {
        MoveNode::Rule(rule) => (rule.span == statement).then_some(nodes),
        MoveNode::First(blocks) => blocks.iter().find_map(|nodes| beside(nodes, statement)),
        MoveNode::Choose(_) => None,
    })
}

/// What the statement lets a side do, as a verb.
fn verb(action: &Action) -> &'static str {
    match action {
        Action::Place { .. } => "place a piece",
        Action::Remove { .. } => "take a piece off",
        Action::Step { .. } => "step",
        Action::Slide { .. } => "slide",
        Action::Jump { .. } => "jump",
    }
}

/// Whether the statement gives moves of this form.
fn fits(action: &Action, text: &MoveText) -> bool {
    match (action, text) {
        (Action::Place { .. }, MoveText::Place { .. }) | (Action::Remove { .. }, MoveText::Remove { .. }) => true,
        (Action::Step { removing, .. } | Action::Slide { removing, .. }, MoveText::Path { legs, .. }) => {
            matches!(legs[..], [(Leg::Plain, _)]) || *removing && matches!(legs[..], [(Leg::Capture, _)])
        }
        (Action::Jump { glide, .. }, MoveText::Path { legs, .. }) => {
            let jumps = legs.iter().skip_while(|leg| leg.0 == Leg::Plain).count();
            let glides = legs.len() - jumps;
            jumps > 0 && glides <= usize::from(glide.is_some()) && legs[glides..].iter().all(|leg| leg.0 != Leg::Plain)
        }
        _ => false,
    }
}

/// Looks for what forbids a move in a position.
struct Judge<'a> {
    position: &'a Match,
    legal: &'a [Legal],
}

impl Judge<'_> {
    /// The first thing that speaks against the move: the turn, the phase, the piece; then, of the statements for such
    /// moves, the one that it comes nearest to.
    fn reason(&self, text: &MoveText) -> (Refusal, Option<Span>) {
        let game = self.position.engine().game();
        let to_move = self.position.to_move();
        let phase = &game.phases[self.position.phase().index()];
        let side = || game.sides[to_move.index()].name.clone();
        let Some((example, first, _)) = self.legal.first() else { return (Refusal::GameOver, None) };
        if *first == Move::Pass {
            return (Refusal::OnlyPass { side: side() }, phase.stuck_span);
        }
        if *text == MoveText::Pass && matches!(phase.stuck, Some(Stuck::Loses | Stuck::Draws)) {
            return (Refusal::NoPass, phase.stuck_span);
        }
        if *text == MoveText::Pass {
            return (Refusal::CanMove { side: side(), example: example.clone() }, phase.stuck_span);
        }
        let statements = statements(phase, to_move);
        let fitting: Vec<&MoveRule> = statements.iter().copied().filter(|rule| fits(&rule.action, text)).collect();
        if fitting.is_empty() {
            let mut verbs: Vec<&str> = statements.iter().map(|rule| verb(&rule.action)).collect();
            verbs.dedup();
            let (what, phase_name) = (self.what(text), phase.name.clone());
            let refusal = Refusal::NotInPhase { side: side(), what, phase: phase_name, can: verbs.join(" or ") };
            return (refusal, Some(phase.span));
        }
        if let Some(refusal) = self.piece(text) {
            return (refusal, None);
        }
        let attempt = Attempt::new(self.position, self.legal);
        let mut nearest: Option<(usize, Refusal, Span)> = None;
        for rule in fitting {
            match attempt.of(rule, text) {
                Ok(jumped) => return self.better(&attempt, rule.span, text, &jumped),
                Err((progress, refusal)) => {
                    if nearest.as_ref().is_none_or(|known| known.0 < progress) {
                        nearest = Some((progress, refusal, rule.span));
                    }
                }
            }
        }
        match nearest {
            Some((_, refusal, span)) => (refusal, Some(span)),
            None => self.compulsory(),
        }
    }

    fn what(&self, text: &MoveText) -> &'static str {
        match text {
            MoveText::Pass => "pass",
            MoveText::Place { .. } => "place a piece",
            MoveText::Remove { .. } => "take a piece off",
            MoveText::Path { legs, .. } => match legs[..] {
                [(Leg::Plain, _)] => "step",
                [(Leg::Capture, _)] => "jump or capture",
                [(Leg::Plain, _), ..] => "glide before a jump",
                _ => "jump",
            },
        }
    }

    /// What is amiss with the piece that the move begins with.
    fn piece(&self, text: &MoveText) -> Option<Refusal> {
        let (MoveText::Remove { from } | MoveText::Path { from, .. }) = text else { return None };
        let game = self.position.engine().game();
        let name = |side: Side| game.sides[side.index()].name.clone();
        let site = game.board.name(*from).to_owned();
        match self.position.piece(*from) {
            None => Some(Refusal::NoPiece { site }),
            Some(piece) if piece.side == self.position.to_move() => None,
            Some(piece) => {
                Some(Refusal::NotYours { site, owner: name(piece.side), side: name(self.position.to_move()) })
            }
        }
    }

    /// Its own statement allows the move, so another comes first: one that stands for it, one that the choice beside the
    /// statement prefers, or one of an earlier block.
    fn better(&self, attempt: &Attempt, statement: Span, text: &MoveText, jumped: &[Site]) -> (Refusal, Option<Span>) {
        let MoveText::Path { from, legs } = text else { return self.compulsory() };
        let is_same = |(_, legal, span): &&Legal| {
            let MoveText::Path { from: start, legs: legal_legs } = MoveText::of(legal) else { return false };
            let effects = |legs: &[(Leg, Site)]| {
                legs.iter().map(|leg| leg.0).filter(|&leg| leg != Leg::Plain).collect::<Vec<_>>()
            };
            *span == Some(statement)
                && start == *from
                && !jumped.is_empty()
                && jumps(legal) == jumped
                && effects(&legal_legs) == effects(legs)
                && legal_legs.last().map(|leg| leg.1) == legs.last().map(|leg| leg.1)
        };
        if let Some((legal, _, _)) = self.legal.iter().find(is_same) {
            return (Refusal::SameRoute { legal: legal.clone() }, Some(statement));
        }
        let game = self.position.engine().game();
        let phase = &game.phases[self.position.phase().index()];
        let Some(choices) = self.choices(&phase.moves, statement) else { return self.compulsory() };
        for (choice, (example, best, _)) in choices {
            let Some(start) = start(best) else { continue };
            let is_worse = |key: &&_| attempt.worth(key, *from, jumped) < attempt.worth(key, start, &jumps(best));
            if let Some(key) = choice.keys.iter().find(is_worse) {
                let preferred = describe::preferred(game, key);
                return (Refusal::NotBest { preferred, example: example.clone() }, Some(choice.span));
            }
        }
        self.compulsory()
    }

    /// The choices that the statement's moves are subject to, from the innermost, each with a legal move that it left;
    /// none if a block before the statement's gives the legal moves.
    fn choices<'g>(&self, nodes: &'g [MoveNode], statement: Span) -> Option<Vec<(&'g Choice, &Legal)>> {
        let left = |nodes: &[MoveNode]| {
            let within: Vec<Span> = MoveNode::rules(nodes).into_iter().map(|rule| rule.span).collect();
            self.legal.iter().find(|(_, _, span)| span.is_some_and(|span| within.contains(&span)))
        };
        let mut choices = Vec::new();
        for node in nodes {
            let MoveNode::First(blocks) = node else { continue };
            let Some(at) = blocks.iter().position(|block| beside(block, statement).is_some()) else { continue };
            if blocks[..at].iter().any(|block| left(block).is_some()) {
                return None;
            }
            choices = self.choices(&blocks[at], statement)?;
        }
        let legal = left(nodes);
        choices.extend(nodes.iter().filter_map(|node| match node {
            MoveNode::Choose(choice) => Some((choice, legal?)),
            _ => None,
        }));
        Some(choices)
    }

    /// A move of an earlier block.
    fn compulsory(&self) -> (Refusal, Option<Span>) {
        let jump = self.legal.iter().find(|(_, legal, _)| matches!(legal, Move::Jump { .. } | Move::JumpTo { .. }));
        let (what, (example, _, span)) = match jump {
            Some(jump) => ("a jump is compulsory", jump),
            None => ("another move comes first", &self.legal[0]),
        };
        (Refusal::Compulsory { what, example: example.clone() }, *span)
    }
}

/// What the move jumps, in order.
fn jumps(played: &Move) -> Vec<Site> {
    match played {
        Move::Jump { hops, .. } => hops.iter().map(|hop| hop.over).collect(),
        _ => Vec::new(),
    }
}

/// Where the piece stood that the move moves.
fn start(played: &Move) -> Option<Site> {
    match played {
        Move::Step { from, .. } | Move::Jump { from, .. } | Move::JumpTo { from, .. } | Move::Remove { from } => {
            Some(*from)
        }
        Move::Place { .. } | Move::Pass => None,
    }
}

/// A legal move that the statement which gives it, followed by itself, would forbid: there is none in an engine without
/// faults.
pub(crate) fn unexplained(position: &Match) -> Option<String> {
    let legal = sorted_legal_with_statements(position);
    let phase = &position.engine().game().phases[position.phase().index()];
    let statements = statements(phase, position.to_move());
    let attempt = Attempt::new(position, &legal);
    let is_given = |played: &Move, span: Option<Span>| {
        let text = MoveText::of(played);
        let mut own = statements.iter().filter(|rule| Some(rule.span) == span);
        *played == Move::Pass || own.any(|rule| fits(&rule.action, &text) && attempt.of(rule, &text).is_ok())
    };
    legal.iter().find(|(_, played, span)| !is_given(played, *span)).map(|(text, _, _)| text.clone())
}
