//! From text to tree: the only part that knows the grammar.
//!
//! The text is split into tokens (`token`) and these into statements and blocks (`structure`); each statement is parsed
//! strictly by pest (`read`), so that every broken one is reported (`explain`); what pest found becomes a [`Tree`]
//! (`build`).

mod braces;
mod build;
mod explain;
mod expression;
mod foreign;
mod format;
mod forms;
mod grammar;
mod language;
mod lexical;
mod phrases;
mod read;
mod structure;
mod token;
pub mod tree;
mod words;

use crate::diag::{Code, Diagnostic, Sink};
use crate::source::{MOST_BYTES, Source, Span};
pub use explain::{said_in_value, slip};
pub use format::format;
use grammar::Rule;
pub use language::LANGUAGE;
use read::Reader;
pub use structure::MOST_NESTED;
use token::Token;
use tree::Tree;
pub use words::nearest;
use words::starts;

/// The most errors that are reported of one file.
pub const MOST_ERRORS: usize = 100;
/// The most operators and words such as `not` and `count` that one statement may have.
pub const MOST_OPERATORS: usize = 250;
/// The largest number that can be written.
pub const MOST: i64 = 1_000_000_000;

/// The tree of a source, which has the given number in its load. Every syntax error goes to the sink; there is no tree if
/// there is any.
pub fn parse(source: u16, text: &Source, sink: &mut Sink) -> Option<Tree> {
    parse_what_stands(source, text, sink).filter(|tree| tree.broken.is_empty())
}

/// The same, but where statements are broken, the tree of the others, if the file's head can be read.
pub fn parse_what_stands(source: u16, text: &Source, sink: &mut Sink) -> Option<Tree> {
    let mut found = Vec::new();
    let tree = read(source, &text.text, &mut found);
    found.sort_by_key(|problem: &Diagnostic| problem.primary.span);
    let more = found.len().saturating_sub(MOST_ERRORS);
    found.truncate(MOST_ERRORS);
    if more > 0
        && let Some(last) = found.last_mut()
    {
        last.notes.push(format!("{more} more errors of the file are not shown"));
    }
    found.into_iter().for_each(|problem| sink.report(problem));
    tree
}

/// A source from the bytes of a file. If they are no text that can be read, says why and answers what can be shown of it.
///
/// # Errors
/// What the sink's diagnostic points into, if the bytes are too many or not UTF-8.
pub fn decode(source: u16, name: &str, bytes: &[u8], sink: &mut Sink) -> Result<Source, Source> {
    let at = |byte: usize| Span { source, start: byte as u32, end: byte as u32 };
    if bytes.len() > MOST_BYTES {
        sink.report(too_large(at(0), bytes.len()));
        return Err(Source::new(name, ""));
    }
    if let Some(problem) = foreign::binary(source, bytes) {
        sink.report(problem);
        return Err(Source::new(name, ""));
    }
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(Source::new(name, text)),
        Err(error) => error,
    };
    if bytes.contains(&0) {
        let message = "the file is binary, not text in UTF-8";
        sink.report(Diagnostic::error(Code::NotText, at(0), message, "").help("save the file as text in UTF-8"));
        return Err(Source::new(name, ""));
    }
    let good = error.valid_up_to();
    let text = String::from_utf8_lossy(&bytes[..good]) + "\u{fffd}";
    let message = format!("the file is not text in UTF-8: byte {good} is {:#04x}", bytes[good]);
    let problem = Diagnostic::error(Code::NotText, at(good), message, "this byte begins no character");
    sink.report(problem.help("save the file as text in UTF-8"));
    Err(Source::new(name, text))
}

fn too_large(place: Span, bytes: usize) -> Diagnostic {
    let message = format!("the file has {bytes} bytes; at most {MOST_BYTES} are read");
    Diagnostic::error(Code::FileTooLarge, place, message, "")
}

fn read(source: u16, text: &str, found: &mut Vec<Diagnostic>) -> Option<Tree> {
    let whole = Span { source, start: 0, end: 0 };
    if text.len() > MOST_BYTES {
        found.push(too_large(whole, text.len()));
        return None;
    }
    let mut tokens = token::tokens(text);
    let mut said = tokens.iter().filter(|token| !token.is_comment()).map(|token| &text[token.range()]);
    let begins = said.next().is_some_and(|word| {
        starts(Rule::file_head).contains(&word) || nearest(word, starts(Rule::file_head)).is_some()
    });
    let is_head = begins && said.next().is_none_or(|next| next.starts_with('"') || text.contains('{'));
    if let Some(problem) = foreign::text(source, text).filter(|_| !is_head) {
        found.push(problem);
        return None;
    }
    found.extend(lexical::problems(source, text, &tokens).take(MOST_ERRORS + 1));
    // What follows a comment at a line's beginning begins the line.
    let mut lines = 0;
    tokens.retain_mut(|token| {
        token.lines_before += std::mem::take(&mut lines);
        if token.is_comment() {
            lines = token.lines_before;
        }
        !token.is_comment()
    });
    if tokens.is_empty() {
        let message = "the file says nothing";
        let problem = Diagnostic::error(Code::EmptyFile, whole, message, "expected `game` or `variant`");
        found.push(problem.help("a file is written `game \"TITLE\" { … }`"));
        return None;
    }
    found.extend(braces::mend(source, text, &mut tokens));
    if tokens.is_empty() {
        return None;
    }
    match structure::statements(text, &tokens) {
        Ok(statements) => {
            let mut reader = Reader::new(source, text, &tokens);
            let tree = reader.file(&statements);
            let broken = reader.finish(found);
            tree.map(|tree| Tree { broken, ..tree })
        }
        Err(token) => {
            let Token { start, end, .. } = tokens[token];
            let message = format!("more than {MOST_NESTED} blocks and brackets stand in each other");
            let span = Span { source, start, end };
            // What is so deep is not a slip with one brace or other.
            found.retain(|problem| problem.code != Code::UnclosedBrace);
            found.push(Diagnostic::error(Code::TooDeep, span, message, "one too many").help("use fewer brackets"));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_of_the_language_parse() {
        for text in [
            include_str!("tests/konane.game"),
            include_str!("tests/alquerque.game"),
            include_str!("tests/afterleap.game"),
            include_str!("tests/fibonacci.game"),
            include_str!("tests/chains.game"),
        ] {
            let mut sink = Sink::default();
            let tree = parse(0, &Source::new("a.game", text), &mut sink);
            assert_eq!(sink.into_sorted(), []);
            println!("{tree:#?}");
            assert!(tree.is_some());
        }
    }
}
