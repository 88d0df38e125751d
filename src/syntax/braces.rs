//! Braces that are missing or too many: found by how the lines are indented, and mended so that the rest can be read.

use super::MOST_ERRORS;
use super::forms::form;
use super::token::{Token, TokenKind};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// Words that begin a statement only outside of the blocks of others.
const OUTSIDE: [&str; 7] = ["phase", "setup", "region", "board", "option", "player", "require"];
/// Words whose block takes none of these statements.
const WITH_BLOCK: [&str; 6] = ["phase", "setup", "region", "board", "for", "first"];

/// Words whose statement always has a block, so that a `{` may be missing at the end of its line.
const ALWAYS_WITH_BLOCK: [&str; 8] = ["game", "variant", "phase", "for", "first", "if", "else", "setup"];

/// Mends the tokens, which are without comments, so that each `{` has its `}`; answers what was wrong.
pub(super) fn mend(source: u16, text: &str, tokens: &mut Vec<Token>) -> Vec<Diagnostic> {
    let count = |sign: &str| {
        tokens.iter().filter(|token| token.kind == TokenKind::Sign && &text[token.range()] == sign).count()
    };
    let (opened, closed) = (count("{"), count("}"));
    if opened == closed || tokens.iter().any(|token| token.kind == TokenKind::UnclosedMap) {
        return Vec::new();
    }
    let mut mender = Mender {
        source,
        text,
        missing: opened.saturating_sub(closed),
        extra: closed.saturating_sub(opened),
        open: Vec::new(),
        mended: Vec::with_capacity(tokens.len()),
        problems: Vec::new(),
        line: Line::default(),
    };
    let last = tokens.iter().rposition(|token| &text[token.range()] != "}").unwrap_or(0);
    for (index, token) in tokens.iter().enumerate() {
        mender.take(token, index > last);
    }
    mender.end();
    *tokens = mender.mended;
    mender.problems
}

/// How a line begins.
#[derive(Clone, Copy, Default)]
struct Line<'t> {
    number: usize,
    indent: usize,
    word: &'t str,
    /// Its first token.
    first: usize,
}

/// A `{` that is not closed yet.
struct Open<'t> {
    span: Span,
    line: Line<'t>,
}

struct Mender<'t> {
    source: u16,
    text: &'t str,
    /// How many `}` are missing, and how many too many, that are not found yet.
    missing: usize,
    extra: usize,
    open: Vec<Open<'t>>,
    mended: Vec<Token>,
    problems: Vec<Diagnostic>,
    line: Line<'t>,
}

impl Mender<'_> {
    fn take(&mut self, token: &Token, at_end: bool) {
        let word = &self.text[token.range()];
        if token.begins_line() {
            let start = self.text[..token.start as usize].rfind('\n').map_or(0, |end| end + 1);
            let indent = token.start as usize - start;
            self.open_after_line(indent);
            self.line = Line { number: self.line.number + 1, indent, word, first: self.mended.len() };
        }
        let span = Span { source: self.source, start: token.start, end: token.end };
        match (token.kind, word) {
            (TokenKind::Sign, "{") => self.open.push(Open { span, line: self.line }),
            (TokenKind::Sign, "}") => {
                let indent = self.line.indent;
                while token.begins_line() && self.open.len() > 1 && self.top().is_some_and(|top| indent < top.indent) {
                    if !self.close_before(span) {
                        break;
                    }
                }
                if self.is_extra(token, at_end) {
                    self.extra -= 1;
                    self.report(
                        Diagnostic::error(Code::ExtraBrace, span, "a `}` that closes nothing", "no `{` belongs to it")
                            .help("take it out, or write the `{` that it should close"),
                    );
                    return;
                }
                self.open.pop();
            }
            (TokenKind::Word, _) if token.begins_line() && OUTSIDE.contains(&word) => {
                while self.top().is_some_and(|top| WITH_BLOCK.contains(&top.word)) && self.close_before(span) {}
            }
            _ => {}
        }
        self.mended.push(*token);
    }

    /// Puts a missing `{` at the end of the line, if it needs one and the next line is moved in as far.
    fn open_after_line(&mut self, next_indent: usize) {
        let tokens = &self.mended[self.line.first..];
        let Some(last) = tokens.last().copied() else { return };
        let written = |token: &Token| &self.text[token.range()];
        let goes_on = tokens.iter().any(|token| written(token) == "{") || written(&last) == ",";
        let is_by_side = self.line.word == "region" && !tokens.iter().any(|token| written(token) == "=");
        let may_need = ALWAYS_WITH_BLOCK.contains(&self.line.word) || is_by_side;
        let needs = may_need && !goes_on && last.kind != TokenKind::MapText;
        if self.extra == 0 || !needs || next_indent <= self.line.indent {
            return;
        }
        self.extra -= 1;
        let span = Span { source: self.source, start: last.end, end: last.end };
        let word = self.line.word;
        let message = format!("the block of `{word}` is not opened");
        let problem = Diagnostic::error(Code::MissingBlock, span, message, "expected `{` here");
        self.report(problem.help(format!(
            "write `{{` at the end of the line: `{}`",
            form(word).filter(|form| form.contains('{')).unwrap_or("region NAME { … }")
        )));
        self.open.push(Open { span, line: self.line });
        self.mended.push(Token { kind: TokenKind::MissingOpen, start: last.end, end: last.end, lines_before: 0 });
    }

    fn top(&self) -> Option<Line<'_>> {
        self.open.last().map(|open| open.line)
    }

    /// Puts a missing `}` before the span, if one is still to be found.
    fn close_before(&mut self, span: Span) -> bool {
        if self.missing == 0 {
            return false;
        }
        let Some(open) = self.open.pop() else { return false };
        self.missing -= 1;
        let at = self.mended.last().map_or(span.start, |token| token.end);
        self.mended.push(Token { kind: TokenKind::MissingBrace, start: at, end: at, lines_before: 0 });
        let what = match open.line.word {
            "" | "{" => "a block".to_owned(),
            word => format!("the block of `{word}`"),
        };
        let mut problem =
            Diagnostic::error(Code::UnclosedBrace, open.span, format!("{what} is not closed"), "this `{` has no `}`");
        if span.start < span.end {
            problem = problem.and(span, "a `}` is missing before this");
        }
        self.report(problem.help("write `}` after the last statement of the block"));
        true
    }

    /// Takes a problem, unless more are known already than are told.
    fn report(&mut self, problem: Diagnostic) {
        if self.problems.len() <= MOST_ERRORS {
            self.problems.push(problem);
        }
    }

    /// Whether the `}` is one of those that are too many; `at_end` says that none but such follow.
    fn is_extra(&self, token: &Token, at_end: bool) -> bool {
        let Some(top) = self.top() else { return self.extra > 0 };
        let same_line = top.number == self.line.number;
        let fits = if token.begins_line() { top.indent == self.line.indent } else { same_line };
        self.extra > 0 && (!fits || self.open.len() == 1 && !at_end)
    }

    fn end(&mut self) {
        let end = self.text.len() as u32;
        while self.close_before(Span { source: self.source, start: end, end }) {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::token::tokens;

    fn problems(text: &str) -> Vec<(&'static str, usize)> {
        let problems = mend(0, text, &mut tokens(text));
        let line = |problem: &Diagnostic| text[..problem.primary.span.start as usize].matches('\n').count() + 1;
        problems.iter().map(|problem| (problem.code.name(), line(problem))).collect()
    }

    #[test]
    fn the_block_at_fault_is_found_by_its_indentation() {
        assert_eq!(problems("game \"x\" {\n  phase play {\n    stuck loses\n}\n"), [("unclosed-brace", 2)]);
        assert_eq!(problems("game \"x\" {\n  phase play {\n    stuck loses\n  }\n"), [("unclosed-brace", 1)]);
        assert_eq!(
            problems("game \"x\" {\n  phase a {\n    for b { place\n    for c { place }\n  }\n}\n"),
            [("unclosed-brace", 3)]
        );
        assert_eq!(
            problems("game \"x\" {\n  phase a {\n    stuck loses\n  phase b {\n    stuck loses\n  }\n}\n"),
            [("unclosed-brace", 2)]
        );
    }

    #[test]
    fn a_brace_too_many_is_the_one_that_does_not_fit() {
        assert_eq!(problems("game \"x\" {\n  setup { a on odd } }\n  sides a\n}\n"), [("extra-brace", 2)]);
        assert_eq!(problems("game \"x\" {\n  phase a {\n    stuck loses\n  }\n  }\n}\n"), [("extra-brace", 5)]);
        assert_eq!(problems("game \"x\" {\n  sides a\n}\n}\n"), [("extra-brace", 4)]);
    }

    #[test]
    fn a_block_that_is_not_opened_is_found() {
        assert_eq!(problems("game \"x\"\n  phase a {\n  }\n}\n"), [("missing-block", 1)]);
        assert_eq!(problems("game \"x\" {\n  phase a\n    stuck loses\n  }\n}\n"), [("missing-block", 2)]);
    }

    #[test]
    fn braces_that_match_are_left_alone() {
        assert_eq!(problems("game \"x\" {\n      }\n  } {"), []);
    }
}
