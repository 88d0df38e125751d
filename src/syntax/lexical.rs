//! Problems of single tokens.

use super::token::{Token, TokenKind};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// The most characters of a name, and of a text in quotes. Boards, pictures and lists have room for so many.
const MOST_IN_NAME: usize = 64;
const MOST_IN_TEXT: usize = 256;

/// What is wrong with each token by itself. Stray characters side by side are one problem.
pub(super) fn problems(source: u16, text: &str, tokens: &[Token]) -> impl Iterator<Item = Diagnostic> {
    let goes_on = move |index: usize| {
        let (before, token) = (&tokens[index - 1], &tokens[index]);
        before.kind == TokenKind::Stray && token.kind == TokenKind::Stray && before.end == token.start
    };
    let begins = (0..tokens.len()).filter(move |&index| index == 0 || !goes_on(index));
    begins.filter_map(move |index| problem(source, text, &tokens[index]))
}

/// What is wrong with the token by itself, if anything is.
fn problem(source: u16, text: &str, token: &Token) -> Option<Diagnostic> {
    let written = &text[token.range()];
    let span = Span { source, start: token.start, end: token.end };
    let opening = |width: u32| Span { end: token.start + width, ..span };
    let error = |code, message: &str, label: &str| Diagnostic::error(code, span, message, label);
    Some(match token.kind {
        TokenKind::UnclosedText => Diagnostic::error(
            Code::UnclosedText,
            span,
            "a text without its closing quote",
            "no `\"` follows on this line",
        )
        .help("write `\"` where the text ends"),
        TokenKind::UnclosedMap => Diagnostic::error(
            Code::UnclosedMap,
            opening(3),
            "a map without its closing quotes",
            "no `\"\"\"` follows this one",
        )
        .help("write `\"\"\"` on a line of its own below the map's last row"),
        TokenKind::MapInText => {
            Diagnostic::error(Code::WrongQuotes, opening(1), "a map in simple quotes", "a map begins with `\"\"\"`")
                .help("write `\"\"\"` before the map's first row and below its last")
        }
        TokenKind::ForeignText => {
            let inner = written.trim_matches(|c| "“”„‘’«»'\"".contains(c));
            error(Code::WrongQuotes, "a text in quotes of another kind", "not a quote of the language")
                .write(format!("\"{inner}\""))
        }
        TokenKind::ForeignComment => {
            let sign = if written.starts_with('#') { "#" } else { "/*" };
            Diagnostic::error(
                Code::WrongComment,
                opening(sign.len() as u32),
                format!("a comment that starts with `{sign}`"),
                "not how a comment starts",
            )
            .help("a comment starts with `//` and ends with its line")
        }
        TokenKind::BareText => error(Code::ExpectedText, "a text without quotes", "expected a text in quotes")
            .help(format!("write `\"{}\"`", written.replace('"', ""))),
        TokenKind::BrokenNumber => broken_number(written, span),
        TokenKind::Foreign => foreign(written, span),
        TokenKind::Stray if written == "." && text[token.end as usize..].starts_with('.') => {
            error(Code::StrayCharacter, "a range with dots", "the language has no ranges")
                .help("write out each value, with commas between: `1, 2, 3`")
        }
        TokenKind::Stray if written == "." && between_digits(text, token) => {
            error(Code::StrayCharacter, "a number with a dot", "numbers are whole").help("write a whole number")
        }
        TokenKind::Stray => stray(written, span),
        // Texts and comments are shown on a terminal, which a control character would steer.
        TokenKind::Text | TokenKind::MapText | TokenKind::Comment => {
            let is_text = token.kind == TokenKind::Text;
            let steers = |c: char| c.is_control() && (is_text || !c.is_whitespace());
            let Some((at, character)) = written.char_indices().find(|&(_, c)| steers(c)) else {
                let inner = written.trim_matches('"');
                return too_long("text", inner, MOST_IN_TEXT, span).filter(|_| is_text);
            };
            let start = token.start + at as u32;
            let span = Span { source, start, end: start + character.len_utf8() as u32 };
            let message = if is_text { "a control character in a text" } else { "a control character stands here" };
            Diagnostic::error(Code::StrayCharacter, span, message, format!("U+{:04X}", character as u32))
                .help("take it out, or write a space in its place")
        }
        TokenKind::Word => too_long("name", written, MOST_IN_NAME, span)?,
        _ => return None,
    })
}

/// The problem of a name or a text with more characters than it may have.
fn too_long(what: &str, written: &str, most: usize, span: Span) -> Option<Diagnostic> {
    let length = written.chars().count();
    let problem = || {
        let message = format!("a {what} of {length} characters is too long");
        let label = format!("a {what} may have {most} characters");
        Diagnostic::error(Code::TooLong, span, message, label).help("say it in fewer words")
    };
    (length > most).then(problem)
}

fn between_digits(text: &str, token: &Token) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let (before, after) = (&text[..token.start as usize], &text[token.end as usize..]);
    digit(before.chars().next_back()) && digit(after.chars().next())
}

fn broken_number(written: &str, span: Span) -> Diagnostic {
    let digits = written.find(|c: char| !c.is_ascii_digit()).unwrap_or(written.len());
    let (number, rest) = written.split_at(digits);
    let error = Diagnostic::error(
        Code::BrokenNumber,
        span,
        format!("`{written}` is neither a number nor a name"),
        "digits then letters",
    );
    if let Some(rows) = rest.strip_prefix('x').filter(|rows| rows.parse::<u32>().is_ok()) {
        return error.help(format!("write `{number} by {rows}`"));
    }
    match rest.chars().all(|c| c.is_ascii_alphabetic()) {
        true if rest.len() <= 2 => error.help(format!("a site is written letter first: `{rest}{number}`")),
        _ => error.help("a name begins with a letter; a number has only digits"),
    }
}

/// What this language writes for a sign or a word of others.
pub(super) fn instead_of(written: &str) -> Option<&'static str> {
    Some(match written {
        "&&" | "&" => "and",
        "||" | "|" => "or",
        "!" => "not",
        "%" => "mod",
        "===" | "equals" | "equal" | "is" => "==",
        "<>" | "!==" | "≠" | "isnt" => "!=",
        "=<" | "≤" => "<=",
        "=>" | "≥" => ">=",
        "→" => "->",
        "×" => "*",
        "−" | "minus" => "-",
        "plus" => "+",
        "xor" => "!=",
        _ => return None,
    })
}

fn foreign(written: &str, span: Span) -> Diagnostic {
    let error = Diagnostic::error(
        Code::ForeignOperator,
        span,
        format!("`{written}` is not a sign of the language"),
        "not known here",
    );
    match instead_of(written) {
        Some(word) => error.write(word),
        None => error,
    }
}

fn stray(written: &str, span: Span) -> Diagnostic {
    let invisible = match written {
        "\u{a0}" | "\u{202f}" => Some("a no-break space"),
        "\u{200b}" | "\u{feff}" | "\u{200d}" | "\u{200c}" => Some("an invisible character"),
        "\0" => Some("a zero byte"),
        _ if written.chars().any(char::is_control) => Some("a control character"),
        _ => None,
    };
    if let Some(what) = invisible {
        let help = "replace it by a plain space, or take it out";
        return Diagnostic::error(Code::StrayCharacter, span, format!("{what} stands here"), what).help(help);
    }
    let message = format!("`{written}` has no meaning here");
    let error = Diagnostic::error(Code::StrayCharacter, span, message, "not a sign of the language");
    match written {
        ":" => error.help("leave it out; a value follows `=`, and what belongs to a statement stands in `{ … }`"),
        "." => error.help("leave the dot out: a statement ends at the line's end or at `;`"),
        "'" | "`" | "“" | "”" | "„" | "‘" | "’" | "«" | "»" => {
            error.help("a text stands between `\"` and `\"`")
        }
        "?" => error.help("write `if … then … else …` to choose between values"),
        _ if written.chars().all(char::is_alphabetic) => {
            error.help("names are of the letters `a` to `z`, digits and `_`; texts in quotes take any letter")
        }
        _ => error.help("take it out"),
    }
}
