//! Phases, in their order, with what each holds.

use super::names::{Definition, Meaning};
use super::values::{Value, join, settled};
use super::{Checker, names};
use crate::diag::{Code, Diagnostic};
use crate::model::{
    Action, Choice, Ending, Key, KindSet, MAX_PHASES, MAX_STATEMENTS, MoveNode, MoveRule, Phase, Promotion, Set, Side,
    SideSet, Stuck, Until,
};
use crate::source::{Span, Spanned};
use crate::syntax::tree::{Expr, KeyItem, KeyWord, Name, PhaseItem, PhaseUntil, PlayItem, PlayKind, StuckWord};

/// What a phase's statements give besides moves.
#[derive(Default)]
pub struct Body<'t> {
    stuck: Option<(Stuck, Span)>,
    promotions: Vec<Promotion>,
    /// The endings so far.
    pub endings: Vec<Ending>,
    /// Whether a move statement has errors, or is shut out by them.
    is_wrong: bool,
    /// The names that the phase defines, with what they meant before.
    defined: Vec<(&'t str, Option<Definition>)>,
}

/// Whose pieces statements speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Of which sides.
    pub sides: SideSet,
    /// Of which kinds.
    pub kinds: KindSet,
}

impl Scope {
    /// The pieces that a statement moves.
    pub fn movers(self) -> Set {
        if self.kinds == KindSet::ALL {
            return Set::Own;
        }
        let kinds = self.kinds.iter().map(Set::OfKind).reduce(|all, kind| join(all, kind, false));
        kinds.map_or(Set::Own, |kinds| join(Set::Own, kinds, true))
    }
}

impl<'t> Checker<'t, '_> {
    /// Notes a phase, to be read when all names are known. A variant's takes the place of the base's.
    pub fn phase_statement(&mut self, phase: &'t PhaseItem) {
        let phases = &mut self.statements.phases;
        if let Some(at) = phases.iter().position(|known| known.name.value == phase.name.value) {
            let first = phases[at].name.span;
            if first.source != phase.name.span.source {
                let own = phases.remove(at);
                return phases.push(own);
            }
            let message = format!("there are two phases `{}`", phase.name.value);
            let problem = Diagnostic::error(Code::DefinedTwice, phase.name.span, message, "the second one");
            self.findings
                .report(problem.and(first, "the first one").help("give it another name, or put all in one phase"));
        }
        if phases.len() < MAX_PHASES {
            return phases.push(phase);
        }
        // The last one stands for those left out, so that how it ends is told rightly.
        phases[MAX_PHASES - 1] = phase;
        let message = format!("a game may have {MAX_PHASES} phases at most");
        self.report(Diagnostic::error(Code::TooManyPhases, phase.name.span, message, "one too many"));
    }

    /// The phases in order.
    pub fn phases(&mut self) -> Vec<Phase> {
        let items = self.statements.phases.clone();
        items.into_iter().map(|item| self.phase(item)).collect()
    }

    fn phase(&mut self, item: &'t PhaseItem) -> Phase {
        let mut body = Body::default();
        let whose = Scope { sides: SideSet::first(self.sides.len()), kinds: KindSet::ALL };
        let moves = self.play(&item.body, whose, &mut body);
        let phase = Phase {
            span: item.head,
            name: item.name.value.clone(),
            until: match item.until {
                PhaseUntil::GameOver => Until::GameOver,
                PhaseUntil::OneTurnEach => Until::OneTurnEach,
                PhaseUntil::NobodyCanMove => Until::NobodyCanMove,
            },
            moves,
            promotions: body.promotions,
            stuck: body.stuck.map(|(stuck, _)| stuck),
            stuck_span: body.stuck.map(|(_, span)| span),
            endings: body.endings,
        };
        match (phase.until, body.stuck) {
            (Until::OneTurnEach, Some((_, span))) => {
                let message = "`stuck` has no place in a phase of one turn each";
                let label = "every side must have a move in it";
                self.report(Diagnostic::error(Code::StuckUnneeded, span, message, label).help("drop this statement"));
            }
            (Until::OneTurnEach, _) | (_, Some(_)) => {}
            (_, None) => {
                let message = format!("the phase `{}` does not say what `stuck` means", phase.name);
                let label = "what happens to a side that cannot move?";
                let problem = Diagnostic::error(Code::StuckMissing, item.head, message, label);
                self.report(problem.help("add `stuck loses`, `stuck passes` or `stuck draws`"));
            }
        }
        if !body.is_wrong && !self.sides.is_empty() {
            self.every_side_moves(&phase, item);
        }
        self.chains_change_nothing(&phase);
        for (name, before) in body.defined {
            if let Some(definition) = self.names.remove(name) {
                self.note_unused(name, &definition);
            }
            if let Some(before) = before {
                self.names.insert(name, before);
            }
        }
        phase
    }

    /// The moves of the statements, which stand for the sides.
    fn play(&mut self, items: &'t [PlayItem], whose: Scope, body: &mut Body<'t>) -> Vec<MoveNode> {
        let mut nodes = Vec::new();
        for item in items {
            if !self.work(1, item.span) {
                break;
            }
            // What follows may still be more than a move or an ending.
            if !self.has_room(item) {
                body.is_wrong = true;
                continue;
            }
            match &item.kind {
                PlayKind::Move(moves) => {
                    let Some(actions) = self.actions(moves, whose, item.span) else {
                        body.is_wrong = true;
                        continue;
                    };
                    nodes.extend(actions.into_iter().map(|action| {
                        MoveNode::Rule(Box::new(MoveRule { span: item.span, sides: whose.sides, action }))
                    }));
                }
                PlayKind::For { names, body: items } => {
                    let inner = self.only(names, whose);
                    if inner.sides.is_empty() || inner.kinds.is_empty() {
                        body.is_wrong = true;
                    } else {
                        let outer = std::mem::replace(&mut self.readers, inner.sides);
                        nodes.extend(self.play(items, inner, body));
                        self.readers = outer;
                    }
                }
                PlayKind::First(blocks) => {
                    let blocks: Vec<Vec<MoveNode>> = blocks.iter().map(|items| self.play(items, whose, body)).collect();
                    // A block with a choice is of use by itself: the choice is among its own moves.
                    if let [block] = blocks.as_slice()
                        && !block.iter().any(|node| matches!(node, MoveNode::Choose(_)))
                        && let Some(rule) = MoveNode::rules(block).first()
                    {
                        let word = Span { end: item.span.start + "first".len() as u32, ..item.span };
                        self.lone_firsts.push((word, rule.span));
                    }
                    nodes.push(MoveNode::First(blocks));
                }
                PlayKind::Choose(keys) => {
                    self.for_all(item.span, whose, "choose");
                    match self.keys(keys) {
                        Some(keys) => nodes.push(MoveNode::Choose(Choice { span: item.span, keys })),
                        None => body.is_wrong = true,
                    }
                }
                PlayKind::Promote { from, to, on, at_once } => {
                    let promotion = self.promotion((from, to), on, *at_once, item.span, whose);
                    body.promotions.extend(promotion);
                }
                PlayKind::Stuck(word) => self.stuck(*word, item.span, whose, body),
                PlayKind::Ending { kind, when } => self.ending(kind, when, item.span, whose, body),
                PlayKind::LastTurns { label, when } => self.last_turns(label, when, item.span, whose, body),
                PlayKind::Let { name, value } => self.phase_let(name, value, body),
                PlayKind::If { condition, then, otherwise } => match self.branch(condition, !otherwise.is_empty()) {
                    Some(true) => nodes.extend(self.play(then, whose, body)),
                    Some(false) => nodes.extend(self.play(otherwise, whose, body)),
                    None => body.is_wrong = true,
                },
            }
        }
        nodes
    }

    /// Counts the statement, if it is a move or an ending. Answers whether the game may have one more.
    fn has_room(&mut self, item: &PlayItem) -> bool {
        if !matches!(item.kind, PlayKind::Move(_) | PlayKind::Ending { .. } | PlayKind::LastTurns { .. }) {
            return true;
        }
        self.statements.stated += 1;
        if self.statements.stated == MAX_STATEMENTS + 1 {
            let message = format!("a game may state {MAX_STATEMENTS} moves and endings at most");
            self.report(Diagnostic::error(Code::TooManyStatements, item.span, message, "one too many"));
        }
        self.statements.stated <= MAX_STATEMENTS
    }

    /// The sides and kinds that `for` names, of those it stands within; all where it names none.
    fn only(&mut self, named: &'t [Name], within: Scope) -> Scope {
        let (mut sides, mut kinds) = (SideSet::default(), KindSet::default());
        let (mut names_sides, mut names_kinds) = (false, false);
        for name in named {
            let kind = self.kind_called(&name.value);
            names_kinds |= kind.is_some();
            names_sides |= kind.is_none();
            let side = if kind.is_none() { self.side_or_kind(name).map(Side::new) } else { None };
            if side.is_none() && kind.is_none() {
                continue;
            }
            if side.is_some_and(|side| within.sides.has(side)) {
                sides = side.map_or(sides, |side| sides.with(side));
            } else if kind.is_some_and(|kind| within.kinds.has(kind)) {
                kinds = kind.map_or(kinds, |kind| kinds.with(kind));
            } else {
                let message = format!("`{}` is shut out by the `for` around this one", name.value);
                self.report(Diagnostic::error(Code::NeverReached, name.span, message, "this can never hold"));
            }
        }
        Scope {
            sides: if names_sides { sides } else { within.sides },
            kinds: if names_kinds { kinds } else { within.kinds },
        }
    }

    /// What `choose` compares moves by.
    fn keys(&mut self, items: &'t [KeyItem]) -> Option<Vec<Key>> {
        self.is_choosing = true;
        let key = |item: &'t KeyItem| {
            Some(match item.word.value {
                KeyWord::Most => Key::Most(self.number(&item.value)?),
                KeyWord::Least => Key::Least(self.number(&item.value)?),
                KeyWord::Earliest => Key::Earliest(self.set(&item.value)?),
            })
        };
        let keys: Vec<Option<Key>> = items.iter().map(key).collect();
        self.is_choosing = false;
        keys.into_iter().collect()
    }

    /// `promote kind to kind on set`
    fn promotion(
        &mut self,
        (from, to): (&'t Name, &'t Name),
        on: &'t Expr,
        at_once: bool,
        span: Span,
        whose: Scope,
    ) -> Option<Promotion> {
        let kinds = (self.kind(from), self.kind(to));
        let value = self.fixed(on, "where a piece is promoted")?;
        let Value::Set(set) = value else { return self.wrong_kind(on.span, "a set of sites", &value) };
        let sets = settled(&set)?;
        let on = (0..self.sides.len()).map(|side| sets[side.min(sets.len() - 1)]).collect();
        let (from_kind, to_kind) = (kinds.0?, kinds.1?);
        if from_kind == to_kind {
            let message = format!("`{}` is what it was", to.value);
            self.report(
                Diagnostic::error(Code::ClauseConflict, to.span, message, "the same kind").and(from.span, "as this"),
            );
        }
        Some(Promotion { span, sides: whose.sides, from: from_kind, to: to_kind, on, at_once })
    }

    fn stuck(&mut self, word: Spanned<StuckWord>, span: Span, whose: Scope, body: &mut Body<'t>) {
        self.for_all(span, whose, "stuck");
        if let Some((_, first)) = body.stuck {
            let problem = Diagnostic::error(Code::StuckTwice, span, "`stuck` is stated twice", "the second one");
            return self.report(problem.and(first, "the first one").help("keep one of them"));
        }
        let stuck = match word.value {
            StuckWord::Loses => Stuck::Loses,
            StuckWord::Passes => Stuck::Passes,
            StuckWord::Draws => Stuck::Draws,
        };
        body.stuck = Some((stuck, span));
    }

    /// Reports a statement that holds for every side, yet stands within `for`.
    pub fn for_all(&mut self, span: Span, whose: Scope, what: &str) {
        if whose.sides.count() as usize != self.sides.len() || whose.kinds != KindSet::ALL {
            let message = format!("`{what}` cannot stand within `for`");
            let problem =
                Diagnostic::error(Code::MisplacedStatement, span, message, "it holds for every side and piece");
            self.report(problem.help("move it out of the `for` block"));
        }
    }

    fn phase_let(&mut self, name: &'t Name, value: &'t Expr, body: &mut Body<'t>) {
        let known = self.names.get(name.value.as_str()).map(|known| known.span);
        let is_own = body.defined.iter().any(|(own, _)| *own == name.value);
        if let (Some(first), false) = (known, is_own) {
            let message = format!("this `{}` hides another", name.value);
            let problem =
                Diagnostic::warning(Code::Shadowed, name.span, message, "this one counts until the phase's end");
            self.report(problem.and(first, "this one is hidden").help("choose another name"));
        } else if !self.may_define(name, "let") {
            return;
        }
        let value = self.named_value(value, "a `let`");
        let before = self.define(name, "let", Meaning::Value(value));
        body.defined.push((&name.value, before));
    }

    /// Reports what depends on the way of a chain that is told by where it begins and ends.
    fn chains_change_nothing(&mut self, phase: &Phase) {
        let chains = MoveNode::rules(&phase.moves).into_iter().filter(|rule| rule.action.changes_nothing());
        let chains: Vec<&MoveRule> = chains.collect();
        let label = "this chain is told by where it begins and ends";
        for promotion in phase.promotions.iter().filter(|promotion| promotion.at_once) {
            let moves = |rule: &&&MoveRule| match &rule.action {
                Action::Jump { movers, .. } => {
                    movers.kinds().has(promotion.from) && rule.sides.0 & promotion.sides.0 != 0
                }
                _ => false,
            };
            if let Some(chain) = chains.iter().find(moves) {
                let message = "a piece cannot become another on the way of a chain that changes nothing";
                let problem =
                    Diagnostic::error(Code::ClauseConflict, promotion.span, message, "`at once` asks for the way");
                self.report(problem.and(chain.span, label).help("drop `at once`"));
            }
        }
        for (choice, chain) in choices(&phase.moves) {
            let message = "what a chain jumps cannot be compared where it changes nothing";
            let problem = Diagnostic::error(Code::ClauseConflict, choice, message, "this asks for what is jumped");
            self.report(problem.and(chain, label).help("compare moves by something else"));
        }
    }

    /// Reports sides without a move statement, in a phase that needs one.
    fn every_side_moves(&mut self, phase: &Phase, item: &'t PhaseItem) {
        let moving = moving(&phase.moves);
        if moving.is_empty() {
            let message = format!("the phase `{}` has no moves", phase.name);
            let problem = Diagnostic::error(Code::NoMoves, item.head, message, "nobody can do anything in it");
            return self.report(problem.help("add a move, such as `step orthogonal`"));
        }
        let without = self.sides.iter().enumerate().filter(|&(side, _)| !moving.has(Side::new(side)));
        let without: Vec<&str> = without.map(|(_, side)| side.value.as_str()).collect();
        if phase.until == Until::OneTurnEach && !without.is_empty() {
            let message = format!("the phase `{}` gives {} no move", phase.name, names::list(&without, "and"));
            let problem = Diagnostic::error(Code::NoMoves, item.head, message, "each side must have a turn in it");
            self.report(problem.help(format!("add `for {} {{ … }}`", without.join(", "))));
        }
    }
}

/// The choices that ask for what is jumped, each with a chain among its moves that changes nothing.
fn choices(nodes: &[MoveNode]) -> Vec<(Span, Span)> {
    let mut found = Vec::new();
    let chain = MoveNode::rules(nodes).into_iter().find(|rule| rule.action.changes_nothing());
    for node in nodes {
        match (node, chain) {
            (MoveNode::Choose(choice), Some(chain)) if choice.keys.iter().any(Key::reads_jumped) => {
                found.push((choice.span, chain.span));
            }
            (MoveNode::First(blocks), Some(_)) => found.extend(blocks.iter().flat_map(|nodes| choices(nodes))),
            _ => {}
        }
    }
    found
}

/// The sides that have a statement among the nodes.
fn moving(nodes: &[MoveNode]) -> SideSet {
    nodes.iter().fold(SideSet::default(), |all, node| {
        let of_node = match node {
            MoveNode::Rule(rule) => rule.sides,
            MoveNode::Choose(_) => SideSet::default(),
            MoveNode::First(blocks) => {
                blocks.iter().fold(SideSet::default(), |sides, nodes| SideSet(sides.0 | moving(nodes).0))
            }
        };
        SideSet(all.0 | of_node.0)
    })
}
