//! Files that are none of ours: what one looks like, told by its first bytes or lines, and what to do with it.

use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// How the files of a kind begin, what such a file is, and what to do instead.
type Kind = (&'static [&'static [u8]], &'static str, &'static str);

const PLAIN: &str = "open it in the program that made it, and save it as plain text in UTF-8";
const NOT_READ: &str = "describe the game in a text file of its own: `boardwright new NAME` writes one to begin with";
const TRANSLATE: &str = "the program reads its own language only; `boardwright new NAME` writes a file to begin with, and the guide tells the rest";

/// Kinds of file that are no text.
const BINARY: &[Kind] = &[
    (&[b"%PDF"], "a PDF document", PLAIN),
    (&[b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM\0", b"RIFF", b"II*\0", b"MM\0*"], "a picture", NOT_READ),
    (
        &[b"PK\x03\x04"],
        "a document of a word processor, or a zip file",
        "take the file out of the zip file, or save the document as plain text in UTF-8",
    ),
    (&[b"\xd0\xcf\x11\xe0"], "an old document of a word processor", PLAIN),
    (&[b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh"], "a packed file", "unpack it first"),
    (&[b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe"], "a program", NOT_READ),
    (&[b"SQLite format"], "a database", NOT_READ),
    (
        &[b"\xff\xfe", b"\xfe\xff"],
        "text in UTF-16, which is not read",
        "save it in UTF-8: most editors ask for the encoding where they save under another name",
    ),
];

/// Kinds of text, told by how their first line that says anything begins.
const TEXT: &[Kind] = &[
    (
        &[b"{\\rtf"],
        "a document of a word processor, in RTF",
        "save it as plain text: in TextEdit, Format, Make Plain Text",
    ),
    (&[b"<!doctype html", b"<html", b"<head", b"<body", b"<p>", b"<div"], "a web page in HTML", NOT_READ),
    (&[b"<?xml", b"<svg", b"<!--", b"<!doctype"], "XML", NOT_READ),
    (&[b"[[scenario]]"], "a file of scenarios", "try it with `boardwright test FILE`"),
    (&[b"[event \"", b"[site \"", b"[white \""], "a game of chess written down in PGN", NOT_READ),
    (&[b"(;ff[", b"(;gm[", b"(;sz["], "a game written down in SGF", NOT_READ),
    (&[b"(game", b"(define \"", b"(metadata", b"(match \""], "a game in Ludii's language", TRANSLATE),
    (&[b"(version \"", b"(define ", b"(variant"], "a game in the language of Zillions of Games", TRANSLATE),
    (&[b"#players", b"#pieces", b"#board", b"#variables", b"#rules"], "a game in the language RBG", TRANSLATE),
    (&[b"(role ", b"(init ", b"(<= "], "a game in the language GDL", TRANSLATE),
    (&[b"```"], "text in Markdown", "take out the lines with ticks around the game"),
    (
        &[
            b"#!",
            b"#include",
            b"import ",
            b"from ",
            b"def ",
            b"class ",
            b"function ",
            b"const ",
            b"using ",
            b"package ",
        ],
        "a program in a programming language",
        TRANSLATE,
    ),
];

/// What is told of bytes that are no text, if their beginning is known.
pub(super) fn binary(source: u16, bytes: &[u8]) -> Option<Diagnostic> {
    let &(_, what, help) = BINARY.iter().find(|(begins, ..)| begins.iter().any(|begin| bytes.starts_with(begin)))?;
    let message = format!("the file is {what}");
    let start = Span { source, start: 0, end: 0 };
    Some(Diagnostic::error(Code::OtherFormat, start, message, "").help(help))
}

/// What is told of a text that is something else than a description, if it is known.
pub(super) fn text(source: u16, text: &str) -> Option<Diagnostic> {
    let lines = || text.lines().map(|line| line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}'));
    let (index, first) = lines().enumerate().find(|(_, line)| is_told_by(line))?;
    let (what, help) = known(first).or_else(|| told_by_lines(&lines().skip(index).take(40).collect::<Vec<_>>()))?;
    let start = first.as_ptr() as usize - text.as_ptr() as usize;
    let end = start + first.len();
    let message = format!("this looks like {what}, not like a description of a game");
    let span = Span { source, start: start as u32, end: end as u32 };
    Some(Diagnostic::error(Code::OtherFormat, span, message, "a file begins with `game` or `variant`").help(help))
}

/// Whether the line tells what its file is: it is not empty, and no comment of Ludii's, of Zillions' or of ours.
fn is_told_by(line: &str) -> bool {
    !line.is_empty() && !line.starts_with(';') && !line.starts_with("//")
}

fn known(first: &str) -> Option<(&'static str, &'static str)> {
    let begins =
        |begin: &&[u8]| first.len() >= begin.len() && first.as_bytes()[..begin.len()].eq_ignore_ascii_case(begin);
    TEXT.iter().find(|(all, ..)| all.iter().any(begins)).map(|&(_, what, help)| (what, help))
}

/// What is told by how the lines look, of which the first is not empty.
fn told_by_lines(lines: &[&str]) -> Option<(&'static str, &'static str)> {
    let first = lines[0];
    let share = |is: &dyn Fn(&str) -> bool| {
        let said: Vec<&&str> = lines.iter().filter(|line| is_told_by(line)).collect();
        said.iter().filter(|line| is(line)).count() * 3 >= said.len() * 2 && said.len() > 1
    };
    let is_key = |key: &str| {
        let key = key.trim_start_matches("- ").trim();
        !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '))
    };
    let gives = |line: &str, sign: &str| line.split_once(sign).is_some_and(|(key, _)| is_key(key));
    let in_brackets = first.starts_with('[') && first.ends_with(']');
    let has_blocks = lines.iter().any(|line| line.contains(['{', '}']));
    let next = lines.get(1).copied().unwrap_or_default();
    if lines.iter().any(|line| line.starts_with("game \"") || line.starts_with("variant \"")) {
        return Some((
            "a text with a description in it",
            "take out what stands before the line that begins with `game`",
        ));
    }
    if (first.starts_with('{') || first == "[" || first.starts_with('"'))
        && (first.contains("\":") || next.starts_with(['"', '{', '}', ']']))
    {
        return Some(("JSON", NOT_READ));
    }
    if in_brackets && !first.contains('"') && (is_key(first.trim_matches(['[', ']'])) || first.contains(':')) {
        return Some(("a list of variants or of settings", TRANSLATE));
    }
    if gives(first, "=") && first.contains('"') && lines.iter().any(|line| line.starts_with("[[scenario]]")) {
        return Some(("a file of scenarios", "try it with `boardwright test FILE`"));
    }
    if first.starts_with("game =") && lines.iter().any(|line| line.starts_with("moves =") || *line == "moves = [") {
        return Some(("a record of a game played", "go on with it by `boardwright play --load FILE`"));
    }
    let is_numbered = |line: &str| {
        let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
        digits.len() < line.len() && digits.starts_with(['.', ')'])
    };
    let is_item = |line: &str| line.starts_with(['-', '*', '•']) || is_numbered(line) || gives(line, ":");
    if first == "---" || !has_blocks && is_item(first) && share(&is_item) {
        return Some(("YAML, or a list", NOT_READ));
    }
    if first.starts_with("# ") && !has_blocks {
        return Some(("text in Markdown", NOT_READ));
    }
    let words = |line: &str| line.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count();
    let all: usize = lines.iter().map(|line| words(line)).sum();
    let is_prose = |line: &str| words(line) >= 4 && !line.contains(['{', '}', '=', '<', '>']);
    let says = first.ends_with(['.', '!', '?', ':']) || first.contains(". ") || share(&is_prose);
    if !has_blocks && all >= 8 && is_prose(first) && says {
        return Some((
            "rules told in sentences",
            "the program reads its own language, which is close to them: `boardwright new NAME` writes a file to begin with",
        ));
    }
    None
}
