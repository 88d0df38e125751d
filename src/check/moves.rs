//! Move statements and their clauses.

use super::contents::{self, contents};
use super::phases::Scope;
use super::values::join;
use super::{Checker, names};
use crate::diag::{Code, Diagnostic};
use crate::model::{Action, Chain, DirectionSet, Directions, Effects, Glide, Kind, Set};
use crate::source::{Span, Spanned};
use crate::syntax::tree::{Clause, ClauseKind, Effect, Expr, ExprKind, MoveItem, Operator, Verb};

/// The clauses in force, by kind; each with where it stands.
#[derive(Default)]
struct Clauses<'t> {
    onto: Option<(Set, &'t Expr)>,
    over: Option<(Set, &'t Expr)>,
    effects: Option<(Effects, bool, Span)>,
    flying: Option<Span>,
    chain: Option<(Chain, bool, Span)>,
    glide: Option<(Glide, Span)>,
    is_wrong: bool,
}

impl<'t> Checker<'t, '_> {
    /// What a move statement lets the sides do, each action with whose pieces `whose` says.
    pub fn actions(&mut self, item: &'t MoveItem, whose: Scope, span: Span) -> Option<Vec<Action>> {
        let verb = item.verb.value;
        let directions = item.directions.as_ref().map(|words| self.directions(words));
        let from = item.set.as_ref().map(|set| (self.set(set), set));
        let clauses = self.clauses(item);
        if let (Some((_, set)), true) = (&from, verb != Verb::Remove) {
            let message = format!("`{}` takes no set right after it", verb.word());
            let problem = Diagnostic::error(Code::ClauseMisplaced, set.span, message, "not understood here");
            self.report(problem.help("say where it ends with `onto`, what it jumps with `over`"));
            return None;
        }
        let takes_directions = matches!(verb, Verb::Step | Verb::Slide | Verb::Jump);
        if takes_directions && directions.is_none() {
            let message = format!("`{}` does not say in which directions", verb.word());
            let problem = Diagnostic::error(Code::ClauseMissing, item.verb.span, message, "which way?");
            self.report(problem.help(format!("write `{} orthogonal`, `diagonal` or `adjacent`", verb.word())));
            return None;
        }
        let over_missing = verb == Verb::Jump && !item.clauses.iter().any(|c| matches!(c.kind, ClauseKind::Over(_)));
        if over_missing {
            let problem = Diagnostic::error(Code::ClauseMissing, span, "a jump needs `over`", "over what?");
            self.report(problem.help("say what is jumped: `over enemy`, `over own`, `over pieces`"));
        }
        if clauses.is_wrong || over_missing {
            return None;
        }
        let ways = match directions {
            Some(ways) => self.for_each_side(&ways?),
            None => Directions(Vec::new()),
        };
        let movers = whose.movers();
        let removing = clauses.effects.is_some_and(|(effects, ..)| effects.removing);
        let glide = clauses.glide.map(|(glide, _)| glide);
        let landing = if removing && verb != Verb::Jump { contents::EMPTY | contents::ENEMY } else { contents::EMPTY };
        let onto = match clauses.onto {
            Some((set, at)) => self.within(set, landing, at, verb)?,
            None => Set::Empty,
        };
        if let (Some((.., at)), Verb::Step | Verb::Slide) = (clauses.effects, verb)
            && contents(&onto).0 & contents::ENEMY == 0
        {
            let message = "there is nothing to remove where this move ends";
            let problem = Diagnostic::error(Code::ClauseConflict, at, message, "it ends on empty sites only");
            self.report(problem.help("say where it captures: `onto enemy, removing`"));
            return None;
        }
        Some(vec![match verb {
            Verb::Place => {
                let kinds = whose.kinds.iter().filter(|kind| kind.index() < self.kinds.len().max(1));
                let kinds: Vec<Kind> = kinds.collect();
                kinds.iter().for_each(|&kind| self.note_hands(whose.sides, kind, span));
                return Some(kinds.into_iter().map(|kind| Action::Place { kind, onto: onto.clone() }).collect());
            }
            Verb::Remove => {
                let (set, at) = from?;
                let set = self.within(set?, contents::OWN, at, verb)?;
                Action::Remove { from: if movers == Set::Own { set } else { join(movers, set, true) } }
            }
            Verb::Step => Action::Step { movers, directions: ways, onto, removing, glide },
            Verb::Slide => Action::Slide { movers, directions: ways, onto, removing },
            Verb::Jump => {
                self.check_keeping(clauses.effects, clauses.chain, &ways);
                let (over, at) = clauses.over?;
                let (chain, straight) =
                    clauses.chain.map_or((Chain::Single, false), |(chain, straight, _)| (chain, straight));
                let default = Effects { removing: true, exchanging: false, keeping: false };
                let (effects, at_end) =
                    clauses.effects.map_or((default, false), |(effects, at_end, _)| (effects, at_end));
                Action::Jump {
                    movers,
                    directions: ways,
                    over: self.within(over, contents::PIECES, at, verb)?,
                    onto,
                    effects,
                    at_end,
                    flying: clauses.flying.is_some(),
                    chain,
                    straight,
                    glide,
                }
            }
        }])
    }

    /// Reports clauses that make no sense where every piece jumped is kept.
    fn check_keeping(
        &mut self,
        effects: Option<(Effects, bool, Span)>,
        chain: Option<(Chain, bool, Span)>,
        ways: &Directions,
    ) {
        let Some((Effects { removing: false, exchanging: false, .. }, at_end, span)) = effects else { return };
        if at_end {
            let message = "a piece that is kept is kept at the end too";
            let problem = Diagnostic::error(Code::ClauseConflict, span, message, "`at end` makes no difference");
            self.report(problem.help("write `keeping`"));
        }
        let leads_back = |ways: &DirectionSet| {
            let directions = self.grid.as_ref().map_or(&[][..], |grid| &grid.board.directions);
            ways.iter().any(|way| directions.get(way).is_some_and(|way| ways.has(way.opposite)))
        };
        if let Some((Chain::Must, false, chain)) = chain
            && ways.0.iter().any(leads_back)
        {
            let message = "a chain that keeps what it jumps can always go back, and would never end";
            let problem = Diagnostic::error(Code::ClauseConflict, chain, message, "it must go on");
            let help = "write `may continue`, or `must continue straight`";
            self.report(problem.and(span, "every piece jumped is kept").help(help));
        }
    }

    /// The set, cut down to sites with these contents; reported when there can be none.
    fn within(&mut self, set: Set, wanted: u8, expr: &'t Expr, verb: Verb) -> Option<Set> {
        let (may, _) = contents(&set);
        if may == 0 {
            self.note_empty(true, expr.span);
            return Some(set);
        }
        self.findings.refute(Code::AlwaysEmpty, expr.span);
        if may & wanted == 0 {
            let (message, label, help) = impossible(verb, wanted, may);
            self.report(Diagnostic::error(Code::ImpossibleMove, expr.span, message, label).help(help));
            return None;
        }
        self.note_impossible_parts(expr, wanted, verb);
        if may & !wanted == 0 || wanted == contents::OWN {
            return Some(set);
        }
        let cut = match wanted {
            contents::EMPTY => Set::Empty,
            contents::PIECES => Set::Pieces,
            _ => join(Set::Empty, Set::Enemy, false),
        };
        Some(join(set, cut, true))
    }

    /// Warns of each part joined by `or` in which no site can have these contents. What may stand on the sites of the whole.
    fn note_impossible_parts(&mut self, expr: &'t Expr, wanted: u8, verb: Verb) -> Option<u8> {
        let (is_or, left, right) = match &expr.kind {
            ExprKind::Binary(Spanned { value: Operator::Or, .. }, left, right) => (true, left, right),
            ExprKind::Binary(Spanned { value: Operator::And, .. }, left, right) => (false, left, right),
            _ => return Some(contents(&self.set(expr)?).0),
        };
        let in_left = self.note_impossible_parts(left, wanted, verb);
        let in_right = self.note_impossible_parts(right, wanted, verb);
        if !is_or {
            return Some(in_left? & in_right?);
        }
        for (part, may) in [(left, in_left?), (right, in_right?)] {
            if may & wanted != 0 {
                self.findings.refute(Code::ImpossibleMove, part.span);
            } else if may != 0 {
                let (message, label, help) = impossible(verb, wanted, may);
                let may_capture = matches!(verb, Verb::Step | Verb::Slide) && may & contents::ENEMY != 0;
                let help = if may_capture { help } else { "take it out" };
                self.report(Diagnostic::warning(Code::ImpossibleMove, part.span, message, label).help(help));
            }
        }
        Some(in_left? | in_right?)
    }

    /// Reads the clauses that are in force.
    fn clauses(&mut self, item: &'t MoveItem) -> Clauses<'t> {
        let mut clauses = Clauses::default();
        for clause in &item.clauses {
            let kind = clause.kind.word();
            if !item.verb.value.takes().contains(&kind) {
                let word = kind.word();
                let verb = item.verb.value.word();
                let message = format!("`{word}` does not go with `{verb}`");
                let known: Vec<&str> = kind.verbs().map(Verb::word).collect();
                let problem = Diagnostic::error(Code::ClauseMisplaced, clause.span, message, "not understood here");
                let help = format!(
                    "it goes with {}; `{verb}` is written `{}`",
                    names::list(&known, "and"),
                    item.verb.value.template()
                );
                self.report(problem.and(item.verb.span, format!("this is a `{verb}`")).help(help));
                clauses.is_wrong = true;
                continue;
            }
            self.clause(clause, item.verb.value, &mut clauses);
        }
        clauses
    }

    fn clause(&mut self, clause: &'t Clause, verb: Verb, clauses: &mut Clauses<'t>) {
        let mut is_on = true;
        let mut may_stop = false;
        if let Some((wanted, condition)) = &clause.guard {
            let Some(holds) = self.fixed_condition(condition, "an `if` or `unless` after a clause") else {
                clauses.is_wrong = true;
                return;
            };
            is_on = holds == *wanted;
            if *wanted {
                self.findings.decide(condition.span, holds, false);
            }
            may_stop = !is_on && !wanted;
        }
        let span = clause.span;
        match &clause.kind {
            ClauseKind::Onto(set) => {
                let set = self.set(set).map(|value| (value, set));
                self.state(is_on, |clauses| &mut clauses.onto, set, |onto| onto.1.span, clauses, span);
            }
            ClauseKind::Over(set) => {
                let set = self.set(set).map(|value| (value, set));
                self.state(is_on, |clauses| &mut clauses.over, set, |over| over.1.span, clauses, span);
            }
            ClauseKind::Effects { words, at_end } => {
                let effects = self.effects(words, verb).map(|effects| (effects, *at_end, span));
                self.state(is_on, |clauses| &mut clauses.effects, effects, |effects| effects.2, clauses, span);
            }
            ClauseKind::Continue { must, straight } => {
                // `must continue unless …`: where that holds, the piece may stop.
                let is_on = is_on || (*must && may_stop);
                let chain = if *must && !may_stop { Chain::Must } else { Chain::May };
                let value = Some((chain, *straight, span));
                self.state(is_on, |clauses| &mut clauses.chain, value, |chain| chain.2, clauses, span);
            }
            ClauseKind::Flying => {
                self.state(is_on, |clauses| &mut clauses.flying, Some(span), |&span| span, clauses, span);
            }
            ClauseKind::Gliding { directions, through } => {
                let ways = self.directions(directions);
                let set = self.set(through);
                let glide = ways.zip(set).map(|(ways, set)| {
                    let may = contents(&set).0;
                    let through = if may & !contents::EMPTY == 0 { set } else { join(set, Set::Empty, true) };
                    (Glide { directions: self.for_each_side(&ways), through }, span)
                });
                if let Some((glide, _)) = &glide {
                    self.note_empty(contents(&glide.through).0 == 0, through.span);
                }
                self.state(is_on, |clauses| &mut clauses.glide, glide, |glide| glide.1, clauses, span);
            }
        }
    }

    /// Keeps a clause, of which there may be one of its kind.
    fn state<T>(
        &mut self,
        is_on: bool,
        slot: impl for<'c> Fn(&'c mut Clauses<'t>) -> &'c mut Option<T>,
        value: Option<T>,
        at: impl Fn(&T) -> Span,
        clauses: &mut Clauses<'t>,
        span: Span,
    ) {
        let Some(value) = value else {
            clauses.is_wrong = true;
            return;
        };
        if !is_on {
            return;
        }
        if let Some(first) = slot(clauses) {
            let first = at(first);
            let message = "this clause contradicts an earlier one";
            let problem = Diagnostic::error(Code::ClauseConflict, span, message, "the second of its kind");
            let help = "keep one of them; join sets with `or`, and `removing`, `exchanging`, `keeping` with `or` too";
            self.report(problem.and(first, "the first").help(help));
            clauses.is_wrong = true;
            return;
        }
        *slot(clauses) = Some(value);
    }

    fn effects(&mut self, words: &'t [crate::source::Spanned<Effect>], verb: Verb) -> Option<Effects> {
        let mut effects = Effects { removing: false, exchanging: false, keeping: false };
        for word in words {
            let (flag, name) = match word.value {
                Effect::Removing => (&mut effects.removing, "removing"),
                Effect::Exchanging => (&mut effects.exchanging, "exchanging"),
                Effect::Keeping => (&mut effects.keeping, "keeping"),
            };
            let is_again = std::mem::replace(flag, true);
            if is_again {
                let message = format!("`{name}` is said twice");
                self.report(Diagnostic::error(Code::ClauseConflict, word.span, message, "again here").help("drop one"));
                return None;
            }
            if verb != Verb::Jump && word.value != Effect::Removing {
                let message = format!("`{name}` goes with `jump` only");
                let label = format!("this is a `{}`", verb.word());
                let problem = Diagnostic::error(Code::ClauseMisplaced, word.span, message, label);
                self.report(problem.help("write `removing`, or drop the clause"));
                return None;
            }
        }
        Some(effects)
    }
}

/// Why a move cannot end on, jump or remove what stands on sites where there may be this: the message, what is said of
/// the words, and what to write instead.
fn impossible(verb: Verb, wanted: u8, may: u8) -> (&'static str, &'static str, &'static str) {
    match (verb, wanted) {
        (Verb::Remove, _) => ("this removes no piece of one's own", "never one's own", "write `remove own and …`"),
        (Verb::Jump, contents::PIECES) => ("there is never a piece to jump here", "always empty", "write `over enemy`"),
        (Verb::Place, _) => ("a piece cannot be placed on another", "never empty", "write `place on empty and …`"),
        (Verb::Step | Verb::Slide, contents::EMPTY) if may & contents::ENEMY != 0 => {
            ("a piece cannot move onto another", "never empty", "add `, removing` if it captures what stands there")
        }
        (Verb::Step | Verb::Slide, wanted) if wanted & contents::ENEMY != 0 => {
            ("a move captures no piece of one's own", "neither empty nor an enemy's", "write `onto enemy, removing`")
        }
        _ => ("a piece cannot end its move on another", "never empty", "write `onto empty and …`"),
    }
}
