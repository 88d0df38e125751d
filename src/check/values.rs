//! Expressions: sets of sites, numbers and conditions, with everything static worked out.

use super::Checker;
use super::board::Grid;
use super::contents::contents;
use super::cover::lies_within;
use super::names::{self, Meaning, NUMBER_WORDS, SET_WORDS, SetWord};
use crate::bits::{Site, SiteSet};
use crate::diag::{Code, Diagnostic};
use crate::model::{Arithmetic, Comparison, Condition, MAX_WATCHED, Number, Set, Side, SideSet};
use crate::source::{Span, Spanned};
use crate::syntax::said_in_value;
use crate::syntax::tree::{Expr, ExprKind, Operator};

/// How deep expressions may nest.
const MAX_DEPTH: usize = 400;

/// What an expression is worth; static where its parts are.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A set of sites.
    Set(Set),
    /// A whole number.
    Number(Number),
    /// What holds or does not; a switch is one that is static.
    Condition(Condition),
}

/// A kind of value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A set of sites.
    Set,
    /// A whole number.
    Number,
}

impl Value {
    /// Whether the value is of the kind.
    fn is(&self, kind: Kind) -> bool {
        matches!((self, kind), (Value::Set(_), Kind::Set) | (Value::Number(_), Kind::Number))
    }

    /// The kind of value, for a message.
    fn kind(&self) -> &'static str {
        match self {
            Value::Set(_) => "a set of sites",
            Value::Number(_) => "a number",
            Value::Condition(Condition::Constant(_)) => "a yes or no",
            Value::Condition(_) => "a condition",
        }
    }
}

/// Whether one half of `and` or `or` is like the other.
fn is_same_kind(left: &Value, right: &Value) -> bool {
    std::mem::discriminant(left) == std::mem::discriminant(right)
}

/// What an operator does.
enum Meant {
    Logic,
    Compare(Comparison),
    Calculate(Arithmetic),
}

fn meant(operator: Operator) -> Meant {
    match operator {
        Operator::Or | Operator::And => Meant::Logic,
        Operator::Equal => Meant::Compare(Comparison::Equal),
        Operator::Unequal => Meant::Compare(Comparison::Unequal),
        Operator::Less => Meant::Compare(Comparison::Less),
        Operator::AtMost => Meant::Compare(Comparison::AtMost),
        Operator::More => Meant::Compare(Comparison::More),
        Operator::AtLeast => Meant::Compare(Comparison::AtLeast),
        Operator::Add => Meant::Calculate(Arithmetic::Add),
        Operator::Subtract => Meant::Calculate(Arithmetic::Subtract),
        Operator::Multiply => Meant::Calculate(Arithmetic::Multiply),
        Operator::Divide => Meant::Calculate(Arithmetic::Divide),
        Operator::Modulo => Meant::Calculate(Arithmetic::Modulo),
    }
}

/// Not so, with what is settled worked out.
pub fn negated(condition: Condition) -> Condition {
    match condition {
        Condition::Constant(value) => Condition::Constant(!value),
        Condition::Not(inner) => *inner,
        other => Condition::Not(Box::new(other)),
    }
}

/// Both, with what is settled worked out.
pub fn both(left: Condition, right: Condition) -> Condition {
    match (left, right) {
        (Condition::Constant(true), other) | (other, Condition::Constant(true)) => other,
        (Condition::Constant(false), _) | (_, Condition::Constant(false)) => Condition::Constant(false),
        (left, right) => Condition::And(Box::new(left), Box::new(right)),
    }
}

/// Either, with what is settled worked out.
pub fn either(left: Condition, right: Condition) -> Condition {
    match (left, right) {
        (Condition::Constant(false), other) | (other, Condition::Constant(false)) => other,
        (Condition::Constant(true), _) | (_, Condition::Constant(true)) => Condition::Constant(true),
        (left, right) => Condition::Or(Box::new(left), Box::new(right)),
    }
}

/// 1 where the condition holds and 0 where not, so that conditions can be chosen between and compared.
fn as_number(condition: Condition) -> Number {
    match condition {
        Condition::Constant(holds) => Number::Constant(holds.into()),
        other => Number::If(Box::new(other), Box::new(Number::Constant(1)), Box::new(Number::Constant(0))),
    }
}

/// Both hold or neither does.
fn alike(left: Condition, right: Condition) -> Condition {
    match (left, right) {
        (Condition::Constant(holds), other) | (other, Condition::Constant(holds)) => {
            if holds {
                other
            } else {
                negated(other)
            }
        }
        (left, right) => Condition::Compare(Comparison::Equal, as_number(left), as_number(right)),
    }
}

/// The set's sites for each side, if it is static; one entry when it does not depend on the side.
pub fn settled(set: &Set) -> Option<&[SiteSet]> {
    match set {
        Set::Sites(sites) => Some(std::slice::from_ref(sites)),
        Set::BySide(sets) => Some(sets),
        _ => None,
    }
}

/// The static set with these sites for each side.
pub fn settle(sets: Vec<SiteSet>) -> Set {
    match sets.as_slice() {
        [] => Set::Sites(SiteSet::EMPTY),
        [first, rest @ ..] if rest.iter().all(|set| set == first) => Set::Sites(*first),
        _ => Set::BySide(sets),
    }
}

/// Two sets joined, worked out where both are static.
pub fn join(left: Set, right: Set, both: bool) -> Set {
    if let (Some(a), Some(b)) = (settled(&left), settled(&right)) {
        let at = |sets: &[SiteSet], side: usize| sets[side.min(sets.len() - 1)];
        let one = |side| if both { at(a, side) & at(b, side) } else { at(a, side) | at(b, side) };
        return settle((0..a.len().max(b.len())).map(one).collect());
    }
    let (left, right) = (Box::new(left), Box::new(right));
    if both { Set::And(left, right) } else { Set::Or(left, right) }
}

impl<'t> Checker<'t, '_> {
    /// A set of sites.
    pub fn set(&mut self, expr: &'t Expr) -> Option<Set> {
        match self.wanting(Some(Kind::Set), expr)? {
            Value::Set(set) => Some(set),
            other => self.wrong_kind(expr.span, "a set of sites", &other),
        }
    }

    /// A number.
    pub fn number(&mut self, expr: &'t Expr) -> Option<Number> {
        match self.wanting(Some(Kind::Number), expr)? {
            Value::Number(number) => Some(number),
            other => self.wrong_kind(expr.span, "a number", &other),
        }
    }

    /// A condition.
    pub fn condition(&mut self, expr: &'t Expr) -> Option<Condition> {
        match self.wanting(None, expr)? {
            Value::Condition(condition) => Some(condition),
            other => self.wrong_kind(expr.span, "a condition", &other),
        }
    }

    /// The value of an expression of which the kind is known beforehand, for what is suggested in it.
    fn wanting(&mut self, kind: Option<Kind>, expr: &'t Expr) -> Option<Value> {
        let outer = std::mem::replace(&mut self.wanted, kind);
        let value = self.value(expr);
        self.wanted = outer;
        value
    }

    /// A value in a place that is settled before play; `place` says which, for a message.
    pub fn fixed(&mut self, expr: &'t Expr, place: &'static str) -> Option<Value> {
        let outer = self.fixed_place.replace(place);
        let value = self.value(expr);
        self.fixed_place = outer;
        value
    }

    /// The same for what a name stands for. Sides that face nowhere are looked at where the name is read.
    pub fn named_value(&mut self, expr: &'t Expr, place: &'static str) -> Option<Value> {
        self.lost = SideSet::default();
        let outer = std::mem::take(&mut self.readers);
        let value = self.fixed(expr, place);
        self.readers = outer;
        value
    }

    /// Reads something that stands for one side.
    pub fn read_for<T>(&mut self, side: Side, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.readers, SideSet::default().with(side));
        let read = read(self);
        self.readers = outer;
        read
    }

    /// A number settled before play.
    pub fn fixed_number(&mut self, expr: &'t Expr, place: &'static str) -> Option<i32> {
        match self.fixed(expr, place)? {
            Value::Number(Number::Constant(number)) => Some(number),
            other => self.wrong_kind(expr.span, "a number", &other),
        }
    }

    /// A condition settled before play.
    pub fn fixed_condition(&mut self, expr: &'t Expr, place: &'static str) -> Option<bool> {
        match self.fixed(expr, place)? {
            Value::Condition(Condition::Constant(holds)) => Some(holds),
            other => self.wrong_kind(expr.span, "a condition", &other),
        }
    }

    /// A set of sites settled before play, the same for every side.
    pub fn fixed_sites(&mut self, expr: &'t Expr, place: &'static str) -> Option<SiteSet> {
        match self.fixed(expr, place)? {
            Value::Set(Set::Sites(sites)) => Some(sites),
            Value::Set(_) => {
                let message = format!("{place} cannot depend on the side");
                let label = "this set is another for each side";
                self.report(Diagnostic::error(Code::WrongKind, expr.span, message, label));
                None
            }
            other => self.wrong_kind(expr.span, "a set of sites", &other),
        }
    }

    /// A set of sites settled before play, for one side.
    pub fn fixed_sites_for(&mut self, expr: &'t Expr, side: usize, place: &'static str) -> Option<SiteSet> {
        match self.fixed(expr, place)? {
            Value::Set(set) => settled(&set).map(|sets| sets[side.min(sets.len() - 1)]),
            other => self.wrong_kind(expr.span, "a set of sites", &other),
        }
    }

    /// Says that a value is of another kind than its place needs.
    pub fn wrong_kind<T>(&mut self, span: Span, expected: &str, found: &Value) -> Option<T> {
        let message = format!("expected {expected}, found {}", found.kind());
        let mut problem = Diagnostic::error(Code::WrongKind, span, message, format!("this is {}", found.kind()));
        let text = self.program.sources.text(span);
        let text = if text.len() > 40 || text.contains('\n') { "…" } else { text };
        let grouped = if text.starts_with('(') || !text.contains(' ') { text.to_owned() } else { format!("({text})") };
        let help = match (found, expected) {
            (Value::Set(_), "a number") => {
                problem = problem.write(format!("count {grouped}"));
                String::new()
            }
            (Value::Set(_), "two numbers") => match text.split_once(" == ") {
                Some((left, right)) if !left.contains(' ') => {
                    format!("sets are joined by `and` and counted: `count ({left} and {right}) > 0`")
                }
                _ => "sets are joined by `and` and counted, as in `count (own and row 8) > 0`".to_owned(),
            },
            (Value::Set(_), "a condition") => match denied(text) {
                Some(set) => format!("write `count {set} == 0`"),
                None => format!("write `count {grouped} > 0` if it must have sites"),
            },
            (Value::Number(_), "a condition") => format!("compare it with another number, as in `{text} >= 1`"),
            (Value::Number(_), "a set of sites or a condition") if self.wanted != Some(Kind::Set) => {
                format!("compare it with another number, as in `{text} >= 1`")
            }
            (Value::Number(_), "a set of sites" | "a set of sites or a condition") => {
                "sites are written `a1`, `row 3`, `[a1, b2]` or `corners`".to_owned()
            }
            _ => String::new(),
        };
        if !help.is_empty() {
            problem = problem.help(help);
        }
        self.report(problem);
        None
    }

    /// The value of the expression; `None` once an error in it has been reported.
    pub fn value(&mut self, expr: &'t Expr) -> Option<Value> {
        if !self.work(1, expr.span) {
            return None;
        }
        if self.depth >= MAX_DEPTH {
            let message = "this expression nests too deep";
            let label = format!("more than {MAX_DEPTH} parts within each other");
            self.report(Diagnostic::error(Code::TooMuchWork, expr.span, message, label));
            return None;
        }
        self.depth += 1;
        let value = self.value_within(expr);
        self.depth -= 1;
        value
    }

    fn value_within(&mut self, expr: &'t Expr) -> Option<Value> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Number(number) => {
                let Ok(number) = i32::try_from(*number) else { return self.out_of_range(span) };
                Some(Value::Number(Number::Constant(number)))
            }
            ExprKind::Switch(value) => Some(Value::Condition(Condition::Constant(*value))),
            ExprKind::Site(name) => self.site(name, span),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::List(list) => {
                let parts: Vec<Option<Set>> = list.iter().map(|part| self.set(part)).collect();
                let parts: Option<Vec<Set>> = parts.into_iter().collect();
                let joined = parts?.into_iter().reduce(|all, part| join(all, part, false));
                Some(Value::Set(joined.unwrap_or(Set::Sites(SiteSet::EMPTY))))
            }
            ExprKind::Row(number) => {
                if let ExprKind::Name(name) = &number.kind
                    && !self.names.contains_key(name.as_str())
                    && name.len() == 1
                {
                    let message = format!("`{name}` is a column's letter, not a row's number");
                    let problem = Diagnostic::error(Code::UnknownName, number.span, message, "expected a number");
                    self.report(problem.help(format!("write `column {name}`, or `row 1`")));
                    return None;
                }
                let row = self.fixed_number(number, "a row's number")?;
                self.row(row, span)
            }
            ExprKind::Ranks { farthest, count } => self.ranks(*farthest, count.as_deref(), span),
            ExprKind::Column(name) => self.column(&name.value, span),
            ExprKind::Not(inner) => match self.value(inner)? {
                Value::Set(set) => self.complement(set).map(Value::Set),
                Value::Condition(condition) => Some(Value::Condition(negated(condition))),
                number => self.wrong_kind(inner.span, "a set of sites or a condition", &number),
            },
            ExprKind::Negative(inner) => {
                let number = self.number(inner)?;
                self.arithmetic(Arithmetic::Subtract, Number::Constant(0), number, span, inner.span)
            }
            ExprKind::Binary(operator, left, right) => {
                let kind = if matches!(meant(operator.value), Meant::Logic) { self.wanted } else { Some(Kind::Number) };
                let first = self.wanting(kind, left);
                if matches!(meant(operator.value), Meant::Logic) && self.lacks_brackets(left, first.as_ref(), right) {
                    return None;
                }
                let second = self.wanting(kind, right);
                if let (ExprKind::Row(number), Some(Value::Set(_)), Some(Value::Number(_)), Meant::Calculate(_)) =
                    (&left.kind, &first, &second, meant(operator.value))
                {
                    return self.row_of_less(number.span.to(right.span), span);
                }
                self.joined(*operator, (first?, left.span), (second?, right.span), span)
            }
            ExprKind::To(words, inner) => {
                let (ways, set) = (self.directions(words), self.set(inner));
                let (ways, set) = (ways?, set?);
                let grid = self.grid.as_ref()?;
                let set = match settled(&set) {
                    Some(sets) => {
                        let near = |side: usize| {
                            grid.neighbours(ways[side.min(ways.len() - 1)], sets[side.min(sets.len() - 1)])
                        };
                        settle((0..ways.len().max(sets.len())).map(near).collect())
                    }
                    None => Set::To(self.for_each_side(&ways), Box::new(set)),
                };
                Some(Value::Set(set))
            }
            ExprKind::Count(inner) => {
                let set = self.set(inner)?;
                self.note_empty(contents(&set).0 == 0, inner.span);
                if self.grid.as_ref().is_some_and(Grid::is_part) {
                    let message = "sites are counted before it is settled which the board has";
                    let label = "not known here";
                    self.report(Diagnostic::error(Code::OutOfOrder, span, message, label).help("write the number"));
                    return None;
                }
                let number = match set {
                    Set::Sites(sites) => Number::Constant(sites.count() as i32),
                    Set::BySide(_) if self.fixed_place.is_some() => {
                        return self.wrong_kind(inner.span, "a set that is the same for every side", &Value::Set(set));
                    }
                    set => Number::Count(set),
                };
                Some(Value::Number(number))
            }
            ExprKind::Unchanged(inner) => {
                self.is_playing("unchanged", span)?;
                let set = self.set(inner)?;
                Some(Value::Number(Number::Unchanged(self.watched(set, inner.span)?)))
            }
            ExprKind::Longest(words, inner) => {
                self.is_playing("longest", span)?;
                let (ways, set) = (self.directions(words), self.set(inner));
                let set = set?;
                self.note_empty(contents(&set).0 == 0, inner.span);
                Some(Value::Number(Number::Longest(self.for_each_side(&ways?), set)))
            }
            ExprKind::Every(inner) => {
                self.is_playing("every side", span)?;
                self.condition(inner).map(|inner| Value::Condition(Condition::Every(Box::new(inner))))
            }
            ExprKind::Some(inner) => {
                self.is_playing("some side", span)?;
                self.condition(inner).map(|inner| Value::Condition(Condition::Some(Box::new(inner))))
            }
            ExprKind::Orbit(from, map) => {
                let from = self.fixed_sites(from, "where an orbit begins");
                let map = self.map_named(map);
                let (map, mut orbit) = (map?, SiteSet::EMPTY);
                for mut site in from?.iter() {
                    while !orbit.has(site) {
                        orbit.insert(site);
                        site = map[site.index()];
                    }
                }
                Some(Value::Set(Set::Sites(orbit)))
            }
            ExprKind::If(condition, then, otherwise) => self.chosen(condition, then, otherwise),
        }
    }

    /// Says that `row` takes only the first number of `row size - 1`.
    fn row_of_less<T>(&mut self, meant: Span, span: Span) -> Option<T> {
        let message = "`row` takes only the number right after it";
        let problem = Diagnostic::error(Code::WrongKind, span, message, "a set of sites with a number");
        let written = self.program.sources.text(meant).to_owned();
        self.report(problem.help(format!("put the number in brackets: `row ({written})`")));
        None
    }

    /// Two values joined by an operator.
    /// Reports `own and home >= 3`, in which sets are to be joined first and counted; answers whether it is that.
    fn lacks_brackets(&mut self, left: &'t Expr, value: Option<&Value>, right: &'t Expr) -> bool {
        let ExprKind::Binary(operator, compared, _) = &right.kind else { return false };
        let is_plain = matches!(
            compared.kind,
            ExprKind::Name(_) | ExprKind::Site(_) | ExprKind::Row(_) | ExprKind::Column(_) | ExprKind::Ranks { .. }
        );
        let start = match &left.kind {
            ExprKind::Count(inner) => inner.span,
            _ if matches!(value, Some(Value::Set(_))) => left.span,
            _ => return false,
        };
        if !is_plain || !matches!(meant(operator.value), Meant::Compare(_)) {
            return false;
        }
        match self.value(compared) {
            Some(set @ Value::Set(_)) => {
                self.wrong_kind::<()>(start.to(compared.span), "a number", &set);
                true
            }
            _ => false,
        }
    }

    fn joined(
        &mut self,
        operator: Spanned<Operator>,
        (left, left_span): (Value, Span),
        (right, right_span): (Value, Span),
        span: Span,
    ) -> Option<Value> {
        match meant(operator.value) {
            Meant::Logic => {
                let is_and = operator.value == Operator::And;
                match (left, right) {
                    (Value::Set(left), Value::Set(right)) => {
                        self.note_needless((&left, left_span), (&right, right_span), is_and);
                        Some(Value::Set(join(left, right, is_and)))
                    }
                    (Value::Condition(left), Value::Condition(right)) => {
                        Some(Value::Condition(if is_and { both(left, right) } else { either(left, right) }))
                    }
                    (number @ Value::Number(_), _) => {
                        self.wrong_kind(left_span, "a set of sites or a condition", &number)
                    }
                    (Value::Set(_), other) => self.wrong_kind(right_span, "a set of sites", &other),
                    (Value::Condition(_), other) => self.wrong_kind(right_span, "a condition", &other),
                }
            }
            Meant::Compare(comparison) => match (left, right) {
                (Value::Number(left), Value::Number(right)) => Some(Value::Condition(match (&left, &right) {
                    (&Number::Constant(left), &Number::Constant(right)) => {
                        Condition::Constant(comparison.holds(left, right))
                    }
                    _ => Condition::Compare(comparison, left, right),
                })),
                (Value::Condition(left), Value::Condition(right))
                    if matches!(comparison, Comparison::Equal | Comparison::Unequal) =>
                {
                    let same = alike(left, right);
                    let same = if comparison == Comparison::Equal { same } else { negated(same) };
                    Some(Value::Condition(same))
                }
                (left, right) if is_same_kind(&left, &right) => self.wrong_kind(span, "two numbers", &left),
                (Value::Number(_), other) => self.wrong_kind(right_span, "a number", &other),
                (other, Value::Number(_)) => self.wrong_kind(left_span, "a number", &other),
                (left, _) => self.wrong_kind(left_span, "a number", &left),
            },
            Meant::Calculate(_) if matches!((&left, &right), (Value::Set(_), Value::Set(_))) => {
                let sign = self.program.sources.text(operator.span).to_owned();
                let message = format!("`{sign}` joins numbers, and these are sets of sites");
                let problem = Diagnostic::error(Code::WrongKind, operator.span, message, "between two sets");
                let problem = problem.and(left_span, "a set").and(right_span, "a set");
                let is_site = |span| {
                    let site = self.program.sources.text(span);
                    self.grid.as_ref().is_some_and(|grid| grid.board.site(site).is_some())
                };
                let help = match is_site(left_span) && is_site(right_span) {
                    true => "list the sites, as in `[a1, b1, c1]`; a whole row is `row 1`, a whole column `column a`",
                    false => "write `or` for what is in either, `and` for what is in both, `and not` for the rest",
                };
                self.report(problem.help(help));
                None
            }
            Meant::Calculate(operation) => {
                let left = match left {
                    Value::Number(number) => Some(number),
                    other => self.wrong_kind(left_span, "a number", &other),
                };
                let right = match right {
                    Value::Number(number) => Some(number),
                    other => self.wrong_kind(right_span, "a number", &other),
                };
                self.arithmetic(operation, left?, right?, span, right_span)
            }
        }
    }

    /// Warns of one of two sets that changes nothing, since the other lies within it or it within the other. Sets that
    /// are settled may lie so by chance.
    fn note_needless(&mut self, left: (&Set, Span), right: (&Set, Span), is_and: bool) {
        for ((narrow, narrow_span), (wide, wide_span)) in [(left, right), (right, left)] {
            let (span, other) = if is_and { (wide_span, narrow_span) } else { (narrow_span, wide_span) };
            let is_static = settled(narrow).is_some() || settled(wide).is_some();
            if is_static || contents(narrow).0 == 0 || contents(wide).0 == 0 || !lies_within(narrow, wide) {
                self.findings.refute(Code::NeedlessSet, span);
                continue;
            }
            let label = if is_and { "the other set lies within this one" } else { "it lies within the other set" };
            let problem = Diagnostic::warning(Code::NeedlessSet, span, "this set changes nothing", label);
            return self.report(problem.and(other, "the other set").help("leave it out"));
        }
    }

    fn arithmetic(
        &mut self,
        operation: Arithmetic,
        left: Number,
        right: Number,
        span: Span,
        right_span: Span,
    ) -> Option<Value> {
        let divides = matches!(operation, Arithmetic::Divide | Arithmetic::Modulo);
        if divides && right == Number::Constant(0) {
            let problem = Diagnostic::error(Code::DivisionByZero, right_span, "division by zero", "this is 0");
            self.report(problem);
            return None;
        }
        if let (&Number::Constant(left), &Number::Constant(right)) = (&left, &right) {
            return match operation.apply(left, right) {
                Some(number) => Some(Value::Number(Number::Constant(number))),
                None => self.out_of_range(span),
            };
        }
        Some(Value::Number(Number::Arithmetic(operation, Box::new(left), Box::new(right))))
    }

    fn out_of_range<T>(&mut self, span: Span) -> Option<T> {
        let label = format!("numbers go from {} to {}", i32::MIN, i32::MAX);
        self.report(Diagnostic::error(Code::NumberRange, span, "this number goes past the limits", label));
        None
    }

    /// `if … then … else …`: the branch taken where that is settled.
    fn chosen(&mut self, condition: &'t Expr, then: &'t Expr, otherwise: &'t Expr) -> Option<Value> {
        let settled_by = condition.span;
        match self.condition(condition)? {
            Condition::Constant(true) => self.value(then),
            Condition::Constant(false) => self.value(otherwise),
            condition => match (self.value(then)?, self.value(otherwise)?) {
                (Value::Number(a), Value::Number(b)) => {
                    Some(Value::Number(Number::If(Box::new(condition), Box::new(a), Box::new(b))))
                }
                (Value::Condition(a), Value::Condition(b)) => {
                    let chosen = Number::If(Box::new(condition), Box::new(as_number(a)), Box::new(as_number(b)));
                    Some(Value::Condition(Condition::Compare(Comparison::Equal, chosen, Number::Constant(1))))
                }
                (Value::Set(_), _) | (_, Value::Set(_)) => {
                    let message = "a choice between sets must be settled before play";
                    let place = then.span.to(otherwise.span);
                    let problem = Diagnostic::error(Code::ChangesInPlay, place, message, "these are sets of sites");
                    self.report(problem.and(settled_by, "this changes during play"));
                    None
                }
                (Value::Number(_), other) => self.wrong_kind(otherwise.span, "a number", &other),
                (Value::Condition(_), other) => self.wrong_kind(otherwise.span, "a condition", &other),
            },
        }
    }

    /// A set of which it is asked whether it has changed; there may be only so many.
    fn watched(&mut self, set: Set, span: Span) -> Option<Set> {
        if settled(&set).is_some() {
            let message = "this set never changes";
            let problem = Diagnostic::error(Code::WrongKind, span, message, "the same sites always");
            self.report(problem.help("name a set that changes during play, such as `pieces`"));
            return None;
        }
        if !self.watched.contains(&set) {
            self.watched.push(set.clone());
        }
        let count: usize = self.watched.iter().map(|set| if set.is_shared() { 1 } else { self.sides.len() }).sum();
        if count > MAX_WATCHED {
            let message = "too many sets are asked whether they have changed";
            let label = format!("at most {MAX_WATCHED}, one for each side where the set depends on it");
            self.report(Diagnostic::error(Code::TooMuchWork, span, message, label));
            return None;
        }
        Some(set)
    }

    /// The board's other sites.
    pub fn complement(&self, set: Set) -> Option<Set> {
        let all = self.grid.as_ref()?.all;
        Some(match settled(&set) {
            Some(sets) => settle(sets.iter().map(|&sites| all & !sites).collect()),
            None => match set {
                Set::Not(inner) => *inner,
                other => Set::Not(Box::new(other)),
            },
        })
    }

    /// What a name is worth.
    fn name(&mut self, name: &str, span: Span) -> Option<Value> {
        if let Some(definition) = self.names.get_mut(name) {
            definition.used = true;
            if let Meaning::Value(value) = &definition.meaning {
                let (value, lost) = (value.clone(), definition.lost);
                self.lost = SideSet(self.lost.0 | lost.0);
                self.must_face(lost, self.readers, span)?;
                return value;
            }
            let message = format!("`{name}` is a map, not a value");
            let problem = Diagnostic::error(Code::WrongKind, span, message, "a map leads from site to site");
            self.report(problem.help(format!("write `orbit of a1 under {name}` for the sites it leads through")));
            return None;
        }
        if let Some((_, word)) = SET_WORDS.iter().find(|(word, _)| *word == name) {
            return match word {
                SetWord::Fixed(sites) => {
                    if self.needs_board(span) {
                        return None;
                    }
                    self.grid.as_ref().map(|grid| Value::Set(Set::Sites(sites(grid))))
                }
                SetWord::Choosing(set) if self.is_choosing => Some(Value::Set(set.clone())),
                SetWord::Choosing(_) => {
                    let message = format!("`{name}` tells of a move, and no moves are compared here");
                    let problem = Diagnostic::error(Code::ClauseMisplaced, span, message, "not known here");
                    self.report(problem.help(format!("it goes with `choose`, as in `choose most count {name}`")));
                    None
                }
                SetWord::Playing(Set::Last) if self.is_choosing => {
                    let message = "what the last turn changed is not known where moves are compared";
                    self.report(Diagnostic::error(Code::ClauseMisplaced, span, message, "not known here"));
                    None
                }
                SetWord::Playing(set) => {
                    self.is_playing(name, span)?;
                    Some(Value::Set(set.clone()))
                }
            };
        }
        if let Some((_, number)) = NUMBER_WORDS.iter().find(|(word, _)| *word == name) {
            self.is_playing(name, span)?;
            return Some(Value::Number(number.clone()));
        }
        if let Some(side) = self.sides.iter().position(|side| side.value == name) {
            self.is_playing(name, span)?;
            return Some(Value::Set(Set::Of(Side::new(side))));
        }
        if let Some(kind) = self.kind_called(name) {
            self.is_playing(name, span)?;
            return Some(Value::Set(Set::OfKind(kind)));
        }
        self.unknown_value(name, span);
        None
    }

    /// Reports a word that changes during play where the place is settled before.
    fn is_playing(&mut self, word: &str, span: Span) -> Option<()> {
        let Some(place) = self.fixed_place else { return Some(()) };
        let message = format!("`{word}` changes during play, but {place} is settled before it");
        let problem = Diagnostic::error(Code::ChangesInPlay, span, message, "not known before the first move");
        let help = "use what the file settles: options, `let`s, regions, sites, and words such as `corners`";
        self.report(problem.help(help));
        None
    }

    /// Reports a name that a variant drops though it is still read. Answers whether it is one.
    fn is_dropped(&mut self, name: &str, span: Span) -> bool {
        let Some(dropped) = self.dropped(name) else { return false };
        let message = format!("`{name}` is dropped, though it is still read");
        let problem = Diagnostic::error(Code::UnknownName, dropped, message, "dropped here");
        self.report(problem.and(span, "read here").help("keep it, or replace the statements that read it as well"));
        true
    }

    fn unknown_value(&mut self, name: &str, span: Span) {
        if self.left_out.contains(name) || self.is_declared_elsewhere(name, span) || self.is_dropped(name, span) {
            return;
        }
        let wants = |kind| self.wanted.is_none_or(|wanted| wanted == kind);
        let is_letter = name.len() == 1 && wants(Kind::Set);
        let mut known: Vec<&str> = Vec::new();
        if wants(Kind::Set) {
            known.extend(SET_WORDS.iter().map(|(word, _)| *word));
            known.extend(self.sides.iter().chain(&self.kinds).map(|name| name.value.as_str()));
        }
        if wants(Kind::Number) {
            known.extend(NUMBER_WORDS.iter().map(|(word, _)| *word));
        }
        known.extend(self.names.iter().filter_map(|(name, definition)| match (&definition.meaning, self.wanted) {
            (Meaning::Value(Some(value)), Some(wanted)) => value.is(wanted).then_some(*name),
            (Meaning::Value(_), _) => Some(*name),
            (Meaning::Map(_), _) => None,
        }));
        known.sort_unstable();
        let fits = |word: &&str| {
            let is_set = SET_WORDS.iter().any(|(set, _)| set == word);
            let is_number = NUMBER_WORDS.iter().any(|(number, _)| number == word);
            (wants(Kind::Set) || !is_set) && (wants(Kind::Number) || !is_number)
        };
        let said = said_in_value(name).filter(|(_, text)| fits(text));
        let near = names::slip(name, known).map(str::to_owned);
        let message = format!("there is nothing called `{name}`");
        let problem = Diagnostic::error(Code::UnknownName, span, message, "not a name that is known here");
        self.report(match near {
            Some(near) => problem.write(near),
            None if said.is_some() => match said {
                Some((true, text)) => problem.write(text),
                Some((false, text)) => problem.help(text),
                None => problem,
            },
            None if is_letter => problem.help(format!("a column is written `column {name}`, a site `{name}1`")),
            None if self.wanted == Some(Kind::Set) => {
                problem.help(format!("name such sites outside the phases: `region {name} = row 1`"))
            }
            None => problem.help(format!(
                "give it a value above: `let {name} = 3` for a number, `region {name} = row 1` for sites"
            )),
        });
    }

    /// Says that there is no such thing, and which is nearest.
    pub fn unknown<'a>(&mut self, name: &Spanned<String>, what: &str, known: impl IntoIterator<Item = &'a str>) {
        if self.left_out.contains(name.value.as_str())
            || self.findings.again(Code::UnknownName, name.span)
            || self.is_dropped(&name.value, name.span)
        {
            return;
        }
        let known: Vec<&str> = known.into_iter().collect();
        let message = format!("there is no {what} `{}`", name.value);
        let mut problem = Diagnostic::error(Code::UnknownName, name.span, message, format!("not a known {what}"));
        if let Some(near) = names::slip(&name.value, known.iter().copied()) {
            problem = problem.write(near);
        } else if !known.is_empty() {
            problem = problem.help(format!("known are {}", names::list(&known[..known.len().min(12)], "and")));
        }
        self.report(problem);
    }

    /// The map of that name.
    fn map_named(&mut self, name: &Spanned<String>) -> Option<Vec<Site>> {
        if let Some(definition) = self.names.get_mut(name.value.as_str()) {
            definition.used = true;
            if let Meaning::Map(map) = &definition.meaning {
                return map.clone();
            }
            let message = format!("`{}` is not a map", name.value);
            let problem = Diagnostic::error(Code::WrongKind, name.span, message, "an orbit runs under a `map`");
            let problem = problem.and(definition.span, "defined here");
            self.report(problem);
            return None;
        }
        if !self.is_declared_elsewhere(&name.value, name.span) {
            let maps = self.names.iter().filter(|(_, known)| matches!(known.meaning, Meaning::Map(_)));
            let maps: Vec<String> = maps.map(|(name, _)| (*name).to_owned()).collect();
            self.unknown(name, "map", maps.iter().map(String::as_str));
        }
        None
    }
}

/// What `not` is said of, where the text says no more than that.
fn denied(text: &str) -> Option<&str> {
    let set = text.strip_prefix("not ")?;
    let is_group = set.starts_with('(') && set.find(')') == Some(set.len() - 1);
    (is_group || !set.contains(' ')).then_some(set)
}
