//! Expressions: what binds tighter than what.

use super::build::Builder;
use super::grammar::Rule;
use super::tree::{DirectionWords, Expr, ExprKind, Operator};
use crate::diag::{Code, Diagnostic};
use crate::source::{Span, Spanned};
use pest::iterators::Pair;
use std::iter::Peekable;

/// How tightly things bind, loosest first. An operand stands between what binds it on either side.
mod tightness {
    pub const LOOSEST: u8 = 0;
    pub const OR: u8 = 1;
    pub const AND: u8 = 2;
    pub const NOT: u8 = 3;
    pub const COMPARISON: u8 = 4;
    pub const SUM: u8 = 5;
    pub const PRODUCT: u8 = 6;
    /// `count`, `row`, `-`, `orthogonal to`, `longest orthogonal of`.
    pub const PREFIX: u8 = 7;
}

fn operator(rule: Rule) -> Option<(Operator, u8)> {
    Some(match rule {
        Rule::word_or => (Operator::Or, tightness::OR),
        Rule::word_and => (Operator::And, tightness::AND),
        Rule::equal => (Operator::Equal, tightness::COMPARISON),
        Rule::unequal => (Operator::Unequal, tightness::COMPARISON),
        Rule::less => (Operator::Less, tightness::COMPARISON),
        Rule::at_most => (Operator::AtMost, tightness::COMPARISON),
        Rule::more => (Operator::More, tightness::COMPARISON),
        Rule::at_least => (Operator::AtLeast, tightness::COMPARISON),
        Rule::plus => (Operator::Add, tightness::SUM),
        Rule::minus => (Operator::Subtract, tightness::SUM),
        Rule::times => (Operator::Multiply, tightness::PRODUCT),
        Rule::divided => (Operator::Divide, tightness::PRODUCT),
        Rule::word_mod => (Operator::Modulo, tightness::PRODUCT),
        _ => return None,
    })
}

fn is_comparison(rule: Rule) -> bool {
    operator(rule).is_some_and(|(_, binds)| binds == tightness::COMPARISON)
}

impl Builder<'_, '_> {
    /// The tree of a pair of [`Rule::expression`].
    pub(super) fn expression(&mut self, pair: Pair<'_, Rule>) -> Expr {
        self.binding(&mut pair.into_inner().peekable(), tightness::LOOSEST)
    }

    /// An operand, with all that follows and binds at least this tightly.
    fn binding<'p>(&mut self, rest: &mut Peekable<impl Iterator<Item = Pair<'p, Rule>>>, least: u8) -> Expr {
        let mut left = self.prefixed(rest, least);
        while let Some((operator, binds)) = rest.peek().and_then(|pair| operator(pair.as_rule()))
            && binds >= least
            && let Some(pair) = rest.next()
        {
            let right = self.binding(rest, binds + 1);
            if binds == tightness::COMPARISON {
                self.no_more_comparisons(rest, left.span.to(right.span));
            }
            let span = left.span.to(right.span);
            let operator = Spanned { value: operator, span: self.span(&pair) };
            left = Expr { span, kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)) };
        }
        left
    }

    /// Reports a comparison of a comparison, and leaves out what this one is compared with.
    fn no_more_comparisons<'p>(&mut self, rest: &mut Peekable<impl Iterator<Item = Pair<'p, Rule>>>, comparison: Span) {
        let mut is_first = true;
        while let Some(pair) = rest.next_if(|pair| is_comparison(pair.as_rule())) {
            if is_first {
                let message = "a comparison is compared again";
                let problem =
                    Diagnostic::error(Code::ChainedComparison, self.span(&pair), message, "a second comparison");
                let problem = problem.and(comparison, "this is already one");
                self.problems.push(problem.help("join two comparisons with `and`: `a < b and b < c`"));
            }
            is_first = false;
            self.binding(rest, tightness::SUM);
        }
    }

    fn prefixed<'p>(&mut self, rest: &mut Peekable<impl Iterator<Item = Pair<'p, Rule>>>, least: u8) -> Expr {
        let pair = rest.next().expect("an operand follows");
        let start = self.span(&pair);
        let tight = tightness::PREFIX;
        let (kind, end) = match pair.as_rule() {
            Rule::word_not => self.around(rest, least.max(tightness::NOT), ExprKind::Not),
            Rule::minus => self.around(rest, tight, ExprKind::Negative),
            Rule::count => self.around(rest, tight, ExprKind::Count),
            Rule::unchanged => self.around(rest, tight, ExprKind::Unchanged),
            Rule::row => self.around(rest, tight, ExprKind::Row),
            Rule::to => {
                let directions = self.only_directions(pair);
                self.around(rest, tight, |operand| ExprKind::To(directions, operand))
            }
            Rule::longest => {
                let directions = self.only_directions(pair);
                self.around(rest, tight, |operand| ExprKind::Longest(directions, operand))
            }
            Rule::if_then => {
                let mut parts = self.parts(pair);
                let condition = Box::new(parts.expression());
                let then = Box::new(parts.expression());
                self.around(rest, tightness::LOOSEST, |otherwise| ExprKind::If(condition, then, otherwise))
            }
            _ => return self.operand(pair),
        };
        Expr { span: start.to(end), kind }
    }

    fn around<'p>(
        &mut self,
        rest: &mut Peekable<impl Iterator<Item = Pair<'p, Rule>>>,
        least: u8,
        kind: impl FnOnce(Box<Expr>) -> ExprKind,
    ) -> (ExprKind, Span) {
        let operand = self.binding(rest, least);
        let end = operand.span;
        (kind(Box::new(operand)), end)
    }

    fn only_directions(&mut self, pair: Pair<'_, Rule>) -> DirectionWords {
        self.parts(pair).directions()
    }

    fn operand(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::number => ExprKind::Number(self.number(&pair)),
            Rule::yes_no => ExprKind::Switch(pair.as_str() == "yes"),
            Rule::site => ExprKind::Site(pair.as_str().to_owned()),
            Rule::list => ExprKind::List(self.parts(pair).expressions()),
            // Brackets leave no trace but the span.
            Rule::group => self.parts(pair).expression().kind,
            Rule::every => ExprKind::Every(Box::new(self.parts(pair).expression())),
            Rule::some => ExprKind::Some(Box::new(self.parts(pair).expression())),
            Rule::ranks => self.ranks(pair),
            Rule::column => ExprKind::Column(self.parts(pair).name()),
            Rule::orbit => {
                let mut parts = self.parts(pair);
                ExprKind::Orbit(Box::new(parts.expression()), parts.name())
            }
            _ => ExprKind::Name(pair.as_str().to_owned()),
        };
        Expr { span, kind }
    }
}

impl Builder<'_, '_> {
    /// `nearest 3 rows`, `farthest row`
    fn ranks(&mut self, pair: Pair<'_, Rule>) -> ExprKind {
        let mut inner = pair.into_inner();
        let farthest = inner.next().is_some_and(|word| word.as_rule() == Rule::word_farthest);
        let count = inner.find(|pair| !matches!(pair.as_rule(), Rule::word_row | Rule::word_rows));
        ExprKind::Ranks { farthest, count: count.map(|pair| Box::new(self.operand(pair))) }
    }
}

#[cfg(test)]
mod tests {
    use crate::diag::Sink;
    use crate::source::Source;
    use crate::syntax::parse;
    use crate::syntax::tree::{Expr, ExprKind, ItemKind};

    /// The expression with all its brackets.
    fn bracketed(text: &str) -> String {
        let source = Source::new("a.game", format!("game \"x\" {{ let x = {text} }}"));
        let mut sink = Sink::default();
        let tree = parse(0, &source, &mut sink);
        assert_eq!(sink.into_sorted(), []);
        match &tree.expect("it has no errors").items[0].kind {
            ItemKind::Let { value, .. } => {
                assert_eq!(&source.text[value.span.range()], text);
                show(value)
            }
            other => panic!("{other:?}"),
        }
    }

    fn show(expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Name(name) | ExprKind::Site(name) => name.clone(),
            ExprKind::Not(inner) => format!("(not {})", show(inner)),
            ExprKind::Negative(inner) => format!("(-{})", show(inner)),
            ExprKind::Count(inner) => format!("(count {})", show(inner)),
            ExprKind::Row(inner) => format!("(row {})", show(inner)),
            ExprKind::To(directions, inner) => format!("({} to {})", directions.words[0].value, show(inner)),
            ExprKind::Longest(directions, inner) => format!("(longest {} {})", directions.words[0].value, show(inner)),
            ExprKind::Binary(operator, left, right) => format!("({} {:?} {})", show(left), operator.value, show(right)),
            ExprKind::If(condition, then, otherwise) => {
                format!("(if {} {} {})", show(condition), show(then), show(otherwise))
            }
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn what_binds_tighter() {
        assert_eq!(bracketed("a or b and c or d"), "((a Or (b And c)) Or d)");
        assert_eq!(bracketed("1 - 2 - 3 * 4 mod 5"), "((1 Subtract 2) Subtract ((3 Multiply 4) Modulo 5))");
        assert_eq!(bracketed("not a and b"), "((not a) And b)");
        assert_eq!(bracketed("not a == b"), "(not (a Equal b))");
        assert_eq!(bracketed("count own < line and c"), "(((count own) Less line) And c)");
        assert_eq!(bracketed("count not own == 0"), "((count (not own)) Equal 0)");
        assert_eq!(bracketed("not orthogonal to own and b"), "((not (orthogonal to own)) And b)");
        assert_eq!(bracketed("longest orthogonal of own >= 4"), "((longest orthogonal own) AtLeast 4)");
        assert_eq!(bracketed("row size - 1"), "((row size) Subtract 1)");
        assert_eq!(bracketed("-a - -b"), "((-a) Subtract (-b))");
        assert_eq!(bracketed("1 + if a then 2 else 3 + 4"), "(1 Add (if a 2 (3 Add 4)))");
        assert_eq!(bracketed("if a then 1 else if b then 2 else 3"), "(if a 1 (if b 2 3))");
        assert_eq!(bracketed("(a or b) and c"), "((a Or b) And c)");
    }
}
