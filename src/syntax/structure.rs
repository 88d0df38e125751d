//! Statements and blocks, found in the tokens before anything is known of what they say.

use super::grammar::Rule;
use super::token::{Token, TokenKind};
use super::words::{goes_on_after, is_reserved};
use std::ops::Range;

/// How deep blocks and brackets may stand in each other.
pub const MOST_NESTED: usize = 64;

/// A statement: its head, and where it has blocks, `head {…} else {…} …`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Statement {
    pub parts: Vec<Part>,
}

/// A head with its block, if it has one.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Part {
    /// Which tokens, with the `{` of the block.
    pub head: Range<usize>,
    pub block: Option<Block>,
}

/// What stands between `{` and `}`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Block {
    /// The token `{`.
    pub open: usize,
    /// The token `}`, or the one where it is missing.
    pub close: usize,
    pub statements: Vec<Statement>,
}

/// Splits the tokens, which are without comments, into statements; or answers the token that is nested too deep.
pub(super) fn statements(text: &str, tokens: &[Token]) -> Result<Vec<Statement>, usize> {
    let mut splitter = Splitter { text, tokens, next: 0, too_deep: None };
    let mut statements = Vec::new();
    while splitter.next < tokens.len() {
        statements.extend(splitter.lines(0));
        splitter.next += 1;
    }
    splitter.too_deep.map_or(Ok(statements), Err)
}

struct Splitter<'t> {
    text: &'t str,
    tokens: &'t [Token],
    next: usize,
    too_deep: Option<usize>,
}

impl Splitter<'_> {
    /// Statements as far as a `}` or the end of the file.
    fn lines(&mut self, depth: usize) -> Vec<Statement> {
        let mut statements = Vec::new();
        loop {
            match self.written() {
                None | Some("}") => return statements,
                Some(";") => self.next += 1,
                Some(_) => statements.push(self.statement(depth)),
            }
        }
    }

    fn statement(&mut self, mut depth: usize) -> Statement {
        let mut parts = Vec::new();
        loop {
            let start = self.next;
            // An `else if` stands inside the `if` before it.
            depth += usize::from(parts.len() > 1);
            let block = self.head(depth).then(|| self.block(depth + 1));
            let end = block.as_ref().map_or(self.next, |block| block.open + 1);
            let ends = block.is_none();
            parts.push(Part { head: start..end, block });
            if ends || self.written() != Some("else") {
                return Statement { parts };
            }
        }
    }

    /// Passes over a head; answers whether a block follows.
    fn head(&mut self, depth: usize) -> bool {
        let start = self.next;
        let mut nested = 0;
        let mut brackets = 0;
        while let Some(written) = self.written() {
            if self.next > start && self.ends_before(written, brackets > 0) {
                return false;
            }
            match written {
                "{" => return true,
                "}" => return false,
                ";" if brackets == 0 => return false,
                "(" | "[" => (nested, brackets) = (nested + 1, brackets + 1),
                ")" | "]" => (nested, brackets) = (nested - 1, brackets - 1),
                "if" | "orbit" => nested += 1,
                "else" | "under" => nested -= 1,
                _ => {}
            }
            (nested, brackets) = (nested.max(0), brackets.max(0));
            if depth + nested as usize > MOST_NESTED {
                self.give_up();
                return false;
            }
            self.next += 1;
        }
        false
    }

    /// Whether the statement ends before the next token.
    fn ends_before(&self, written: &str, in_brackets: bool) -> bool {
        let goes_on = written == "else" || written == "{" || self.before() == ",";
        self.tokens[self.next].begins_line()
            && if in_brackets { begins_only_statements(written) || self.gives_value() } else { !goes_on }
    }

    /// Whether the next tokens are a name and `=`, which no brackets take.
    fn gives_value(&self) -> bool {
        let after = self.tokens.get(self.next + 1);
        self.tokens[self.next].kind == TokenKind::Word && after.is_some_and(|after| &self.text[after.range()] == "=")
    }

    fn block(&mut self, depth: usize) -> Block {
        let open = self.next;
        if depth > MOST_NESTED {
            self.give_up();
            return Block { open, close: open, statements: Vec::new() };
        }
        self.next += 1;
        let statements = self.lines(depth);
        let close = self.next;
        self.next = (close + 1).min(self.tokens.len());
        Block { open, close, statements }
    }

    fn give_up(&mut self) {
        self.too_deep.get_or_insert(self.next);
        self.next = self.tokens.len();
    }

    fn before(&self) -> &str {
        &self.text[self.tokens[self.next - 1].range()]
    }

    /// The next token's text if it is a sign or a word, and something that is neither for any other.
    fn written(&self) -> Option<&str> {
        let token = self.tokens.get(self.next)?;
        match token.kind {
            TokenKind::Sign | TokenKind::Word => Some(&self.text[token.range()]),
            TokenKind::MissingBrace => Some("}"),
            TokenKind::MissingOpen => Some("{"),
            _ => Some("\""),
        }
    }
}

/// Whether the word begins a statement and stands in no expression, so that a bracket before it was not closed.
pub(super) fn begins_only_statements(word: &str) -> bool {
    is_reserved(word)
        && (goes_on_after(Rule::file_line, word) || goes_on_after(Rule::phase_line, word))
        && !goes_on_after(Rule::expression, word)
}
