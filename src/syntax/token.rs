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
    /// A comment as other languages write it.
    ForeignComment,
    /// `"` without its other end on the line.
    UnclosedText,
    /// `"""` without its other end.
    UnclosedMap,
    /// A map in simple quotes.
    MapInText,
    /// A text in quotes of another kind.
    ForeignText,
    /// What follows `about` up to its line's end, without quotes.
    BareText,
    /// A number with letters in it.
    BrokenNumber,
    /// A sign that other languages use for a word of this one.
    Foreign,
    /// A character that stands nowhere in the language.
    Stray,
    /// A `}` that is missing here: it has no width.
    MissingBrace,
    /// A `{` that is missing here: it has no width.
    MissingOpen,
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

    /// Whether no statement with it can be parsed.
    pub fn is_broken(&self) -> bool {
        use TokenKind::*;
        matches!(
            self.kind,
            UnclosedText
                | UnclosedMap
                | MapInText
                | ForeignText
                | BareText
                | BrokenNumber
                | Foreign
                | Stray
                | MissingOpen
        )
    }

    /// Whether it says nothing.
    pub fn is_comment(&self) -> bool {
        matches!(self.kind, TokenKind::Comment | TokenKind::ForeignComment)
    }
}

/// All tokens of the text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut from = 0;
    while let Some(next) = tokens_from(text, from, &mut tokens) {
        from = next;
    }
    tokens
}

/// Adds the tokens from the byte on; if it stops before the end, answers where to go on.
fn tokens_from(text: &str, from: usize, tokens: &mut Vec<Token>) -> Option<usize> {
    let mut lines_before = if from == 0 { 2 } else { 0 };
    let pairs = Grammar::parse(Rule::tokens, &text[from..]).map(|pairs| pairs.flat_map(|all| all.into_inner()));
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
            Rule::foreign_comment => TokenKind::ForeignComment,
            Rule::unclosed_text => TokenKind::UnclosedText,
            Rule::unclosed_map => TokenKind::UnclosedMap,
            Rule::foreign_text => TokenKind::ForeignText,
            Rule::broken_number => TokenKind::BrokenNumber,
            Rule::foreign => TokenKind::Foreign,
            _ => TokenKind::Stray,
        };
        let start = from + pair.as_span().start();
        let end = from + pair.as_span().end();
        let token = Token { kind, start: start as u32, end: end as u32, lines_before };
        lines_before = 0;
        let is_bare = matches!(kind, TokenKind::Word | TokenKind::Site | TokenKind::Number | TokenKind::BrokenNumber);
        if is_bare && !token.begins_line() && ends_in_about(text, tokens) {
            let end = end_of_line(text, start);
            tokens.push(Token { kind: TokenKind::BareText, end: end as u32, ..token });
            return Some(end);
        }
        let after_map = tokens.last().is_some_and(|last| &text[last.range()] == "map");
        match kind {
            TokenKind::UnclosedMap => {
                let end = end_of_rows(text, start + 3);
                tokens.push(Token { end: end as u32, ..token });
                return Some(end);
            }
            TokenKind::UnclosedText if after_map && text[start + 1..end].trim().is_empty() => {
                let rows = end_of_rows(text, end);
                let end = text[end..rows].find('"').map_or(rows, |quote| end + quote + 1);
                tokens.push(Token { kind: TokenKind::MapInText, end: end as u32, ..token });
                return Some(end);
            }
            TokenKind::UnclosedText => tokens.extend(without_brace(text, token)),
            _ => tokens.push(token),
        }
    }
    None
}

/// Whether the last token is the `about` of a statement with a line of its own.
fn ends_in_about(text: &str, tokens: &[Token]) -> bool {
    tokens.last().is_some_and(|last| last.begins_line() && &text[last.range()] == "about")
}

/// Where what stands on the line ends, a brace apart that was not meant to be in it.
fn end_of_line(text: &str, from: usize) -> usize {
    let line = text[from..].lines().next().unwrap_or_default();
    from + line.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '}')).len()
}

/// Where the rows of a map end that nobody closed: before the first line with a brace.
fn end_of_rows(text: &str, from: usize) -> usize {
    let brace = text[from..].find(['{', '}']).map_or(text.len(), |at| from + at);
    let line = text[from..brace].rfind('\n').map_or(brace, |at| from + at);
    from + text[from..line].trim_end().len()
}

/// A brace at the end of a text that nobody closed was not meant to be in it.
fn without_brace(text: &str, token: Token) -> impl Iterator<Item = Token> {
    let written = text[token.range()].trim_end();
    let brace = written.len() > 1 && written.ends_with(['{', '}']);
    let at = token.start + written.len() as u32 - u32::from(brace);
    let before = token.start + text[token.start as usize..at as usize].trim_end().len() as u32;
    let sign = Token { kind: TokenKind::Sign, start: at, end: at + 1, lines_before: 0 };
    [Some(Token { end: before, ..token }), brace.then_some(sign)].into_iter().flatten()
}
