//! Statements and blocks, found in the tokens before anything is known of what they say.

use super::token::{Token, TokenKind};
use std::ops::Range;

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

/// Splits the tokens, which are without comments, into statements.
pub(super) fn statements(text: &str, tokens: &[Token]) -> Vec<Statement> {
    let mut splitter = Splitter { text, tokens, next: 0 };
    let mut statements = Vec::new();
    while splitter.next < tokens.len() {
        statements.extend(splitter.block_lines());
        splitter.next += 1;
    }
    statements
}

struct Splitter<'t> {
    text: &'t str,
    tokens: &'t [Token],
    next: usize,
}

impl Splitter<'_> {
    /// Statements as far as a `}` or the end of the file.
    fn block_lines(&mut self) -> Vec<Statement> {
        let mut statements = Vec::new();
        loop {
            match self.sign() {
                None | Some("}") => return statements,
                Some(";") => self.next += 1,
                Some(_) => statements.push(self.statement()),
            }
        }
    }

    fn statement(&mut self) -> Statement {
        let mut parts = Vec::new();
        loop {
            let start = self.next;
            let block = self.head().then(|| self.block());
            let end = block.as_ref().map_or(self.next, |block: &Block| block.open + 1);
            parts.push(Part { head: start..end, block });
            if parts.last().is_some_and(|part| part.block.is_none()) || self.sign() != Some("else") {
                return Statement { parts };
            }
        }
    }

    /// Passes over a head; answers whether a block follows.
    fn head(&mut self) -> bool {
        let start = self.next;
        let mut brackets = 0;
        while let Some(sign) = self.sign() {
            let at_start = self.next == start;
            if !at_start
                && brackets == 0
                && self.tokens[self.next].begins_line()
                && sign != "else"
                && !self.after_comma()
            {
                return false;
            }
            match sign {
                "{" => return true,
                "}" => return false,
                ";" if brackets == 0 => return false,
                "(" | "[" => brackets += 1,
                ")" | "]" => brackets -= 1,
                _ => {}
            }
            self.next += 1;
        }
        false
    }

    fn block(&mut self) -> Block {
        let open = self.next;
        self.next += 1;
        let statements = self.block_lines();
        let close = self.next;
        self.next = (close + 1).min(self.tokens.len());
        Block { open, close, statements }
    }

    fn after_comma(&self) -> bool {
        self.next > 0 && &self.text[self.tokens[self.next - 1].range()] == ","
    }

    /// The next token's text if it is a sign or a word, and something else that is neither for any other.
    fn sign(&self) -> Option<&str> {
        let token = self.tokens.get(self.next)?;
        match token.kind {
            TokenKind::Sign | TokenKind::Word => Some(&self.text[token.range()]),
            _ => Some("\""),
        }
    }
}
