//! The lax pass: any text as a row of tokens.

use super::grammar::{Grammar, Rule};
use pest::Parser;
use std::ops::Range;

/// What a token looks like. What it means, only the strict pass knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    Word,
    Site,
    Number,
    Text,
    MapText,
    Sign,
    Comment,
    /// `"` without its other end on the line.
    UnclosedText,
    /// `"""` without its other end.
    UnclosedMap,
    /// A number with letters in it.
    BrokenNumber,
    /// A sign that other languages use for a word of this one.
    Foreign,
    /// A character that stands nowhere in the language.
    Stray,
}

/// A word, a sign, a text or a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub start: u32,
    pub end: u32,
    /// The number of line ends between it and what stands before it, or two at the start of the file.
    pub lines_before: u32,
}

impl Token {
    /// Whether nothing stands before it on its line.
    pub fn begins_line(&self) -> bool {
        self.lines_before > 0
    }

    /// Its bytes.
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// All tokens of the text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut lines_before = 2;
    let pairs = Grammar::parse(Rule::tokens, text).map(|pairs| pairs.flat_map(|all| all.into_inner()));
    for pair in pairs.expect("any text is a row of tokens") {
        let kind = match pair.as_rule() {
            Rule::newline => {
                lines_before += 1;
                continue;
            }
            Rule::EOI => continue,
            Rule::word => TokenKind::Word,
            Rule::site => TokenKind::Site,
            Rule::number => TokenKind::Number,
            Rule::text => TokenKind::Text,
            Rule::map_text => TokenKind::MapText,
            Rule::sign => TokenKind::Sign,
            Rule::comment => TokenKind::Comment,
            Rule::unclosed_text => TokenKind::UnclosedText,
            Rule::unclosed_map => TokenKind::UnclosedMap,
            Rule::broken_number => TokenKind::BrokenNumber,
            Rule::foreign => TokenKind::Foreign,
            _ => TokenKind::Stray,
        };
        let span = pair.as_span();
        tokens.push(Token { kind, start: span.start() as u32, end: span.end() as u32, lines_before });
        lines_before = 0;
    }
    tokens
}
