//! Versions of the language: which one a file is written for, and what is told where that is not this program's.

use super::token::{Token, TokenKind};
use super::words;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// The newest version of the language, which a file is written for that does not say.
pub const LANGUAGE: u32 = 1;

/// The version that a file says it is written for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Version {
    /// The number, with where it stands; of a number past all counting, the largest.
    stated: Option<(u32, Span)>,
}

impl Version {
    /// The version of this number.
    pub fn stated(number: &str, span: Span) -> Version {
        Version { stated: Some((number.parse().unwrap_or(u32::MAX), span)) }
    }

    /// What is to be told of a file in which the program of [`LANGUAGE`] found these problems.
    pub fn problems(self, source: u16, text: &str, tokens: &[Token], found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let Some((number, span)) = self.stated else { return found };
        match number {
            0 => [no_such(span)].into_iter().chain(found).collect(),
            1..=LANGUAGE => {
                let newer = newer_words(number, words::SINCE, source, text, tokens);
                found.into_iter().chain(newer).collect()
            }
            _ => {
                let found = found.into_iter().map(|problem| perhaps_newer(problem, text, number));
                [unknown(number, span)].into_iter().chain(found).collect()
            }
        }
    }
}

fn no_such(span: Span) -> Diagnostic {
    Diagnostic::error(Code::LanguageVersion, span, "there is no language 0", "the first is language 1")
        .help(format!("write `language {LANGUAGE}`"))
}

fn unknown(number: u32, span: Span) -> Diagnostic {
    let message = format!("this file is written for language {number}, which this program does not know");
    let label = format!("the newest it knows is {LANGUAGE}");
    Diagnostic::error(Code::LanguageVersion, span, message, label)
        .help("a newer Boardwright may read the file")
        .help(format!("if it says nothing newer, write `language {LANGUAGE}`"))
}

/// What is wrong in a file of a newer version may be right in that.
fn perhaps_newer(problem: Diagnostic, text: &str, number: u32) -> Diagnostic {
    let span = problem.primary.span;
    let message = match &text[span.range()] {
        "" => "this program expects something more here".to_owned(),
        written => format!("this program does not understand `{written}` here"),
    };
    Diagnostic::error(Code::LanguageVersion, span, message, format!("perhaps of language {number}"))
}

/// Words that came later than the version, each where it first stands.
fn newer_words(
    number: u32,
    since: &[(&str, u32)],
    source: u16,
    text: &str,
    tokens: &[Token],
) -> impl Iterator<Item = Diagnostic> {
    since.iter().filter(move |(_, version)| *version > number).filter_map(move |(word, version)| {
        let is_it = |token: &&Token| token.kind == TokenKind::Word && &text[token.range()] == *word;
        let token = tokens.iter().find(is_it)?;
        let span = Span { source, start: token.start, end: token.end };
        let message =
            format!("`{word}` is a word of language {version}, and this file is written for language {number}");
        let problem = Diagnostic::error(Code::LanguageVersion, span, message, format!("new in language {version}"));
        Some(problem.help(format!("write `language {version}`; or, if it is a name, choose another")))
    })
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;

    fn newer(number: u32, text: &str) -> Vec<(String, u32)> {
        let since = [("crown", 2), ("dice", 3)];
        let tokens = tokens(text);
        let found = newer_words(number, &since, 0, text, &tokens);
        found.map(|problem| (problem.message, problem.primary.span.start)).collect()
    }

    #[test]
    fn a_word_of_a_newer_version_is_told_once() {
        let message = "`crown` is a word of language 2, and this file is written for language 1";
        assert_eq!(newer(1, "about \"crown\" crown // crown\n crown"), [(message.to_owned(), 14)]);
        assert_eq!(newer(2, "crown"), []);
        assert_eq!(newer(1, "crown dice").len(), 2);
    }

    #[test]
    fn versions_are_of_words_and_of_this_program() {
        for (word, version) in words::SINCE {
            assert!(words::is_word(word) && (1..=LANGUAGE).contains(version), "{word}");
        }
    }
}
