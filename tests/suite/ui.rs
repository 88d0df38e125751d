//! Every file of `tests/ui` is told the very text beside it, and every code has its page and its file.
//!
//! `BLESS=1 cargo test --test suite ui::` writes the texts anew; read what has changed.

use boardwright::diag::{Code, Diagnostic, Sink, render};
use boardwright::load::{Description, LoadError};
use boardwright::source::Sources;
use boardwright::syntax;
use std::fs;
use std::path::Path;

/// What is wrong with a file, and the sources it is told in: its syntax, or else what it means.
fn diagnostics(path: &Path) -> (Vec<Diagnostic>, Sources) {
    let name = path.file_name().unwrap().to_str().unwrap();
    let (diagnostics, sources) = syntax_diagnostics(name, &fs::read(path).unwrap());
    if !diagnostics.is_empty() {
        return (diagnostics, sources);
    }
    let mut sink = Sink::default();
    match Description::load(path.to_str().unwrap()) {
        Ok(description) => {
            description.check_all(&mut sink);
            (sink.into_sorted(), description.sources().clone())
        }
        Err(LoadError::Wrong { diagnostics, sources }) => (diagnostics, sources),
        Err(error) => panic!("{error}"),
    }
}

fn syntax_diagnostics(name: &str, bytes: &[u8]) -> (Vec<Diagnostic>, Sources) {
    let mut sink = Sink::default();
    let mut sources = Sources::default();
    match syntax::decode(0, name, bytes, &mut sink) {
        Ok(source) => {
            syntax::parse(0, &source, &mut sink);
            sources.add(source)
        }
        Err(shown) => sources.add(shown),
    };
    (sink.into_sorted(), sources)
}

fn codes(diagnostics: Vec<Diagnostic>) -> Vec<Code> {
    let mut codes: Vec<Code> = diagnostics.into_iter().map(|diagnostic| diagnostic.code).collect();
    codes.dedup();
    codes
}

#[test]
fn every_file_is_told_its_text() {
    let mut wrong = Vec::new();
    for entry in fs::read_dir("tests/ui").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "game") {
            continue;
        }
        let name = path.file_name().unwrap().to_str().unwrap();
        let (diagnostics, sources) = diagnostics(&path);
        let told = render::human(&diagnostics, &sources, false).replace("tests/ui/", "");
        let expected = path.with_extension("stderr");
        if std::env::var_os("BLESS").is_some() {
            fs::write(expected, told).unwrap();
        } else if fs::read_to_string(expected).unwrap_or_default() != told {
            wrong.push(format!("{name}:\n{told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_has_its_page_and_a_file_that_raises_only_it() {
    for &code in Code::ALL {
        let name = code.name();
        let page = fs::read_to_string(format!("docs/diagnostics/{name}.md")).unwrap_or_default();
        assert!(page.starts_with(&format!("# `{name}`\n")), "{name} has no page");
        // Too large a file to keep: `syntax_limits.rs` makes one.
        if code != Code::FileTooLarge {
            let path = format!("tests/ui/{name}.game");
            assert!(Path::new(&path).exists(), "{path}");
            assert_eq!(codes(diagnostics(Path::new(&path)).0), [code], "{path}");
        }
    }
}

#[test]
fn what_the_pages_show_is_true() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.game");
    for &code in Code::ALL {
        let page = fs::read_to_string(format!("docs/diagnostics/{}.md", code.name())).unwrap();
        let fences = page.split("\n```").skip(1).step_by(2).map(|fence| fence.split_once('\n').unwrap());
        let fences: Vec<(bool, String)> =
            fences.map(|(kind, text)| (kind == "game error", format!("{text}\n"))).collect();
        let syntax = |text: &str| codes(syntax_diagnostics("a.game", text.as_bytes()).0);
        // A page on syntax may show parts of a game, which mean nothing yet.
        let is_on_meaning = fences.iter().any(|(is_wrong, text)| *is_wrong && syntax(text).is_empty());
        for (is_wrong, text) in fences {
            let expected: &[Code] = if is_wrong { &[code] } else { &[] };
            fs::write(&path, &text).unwrap();
            let found = if is_on_meaning { codes(diagnostics(&path).0) } else { syntax(&text) };
            assert_eq!(found, expected, "{code:?}: {text}");
        }
    }
}

/// Files that people take for a description, and what each is said to be.
#[test]
fn a_file_of_another_kind_is_told_what_it_is() {
    let files: &[(&[u8], &str)] = &[
        (b"{\\rtf1\\ansi {\\fonttbl} game \"X\" \\{ board grid 8 by 8 \\}}", "in RTF"),
        (b"game: Chess\nboard:\n  size: 8\nsides:\n  - white\n  - black\n", "YAML"),
        (b"- one\n- two\n- three\n", "a list"),
        (b"1. White moves first\n2. Each piece moves one square\n", "a list"),
        (b"{\n  \"game\": \"Chess\",\n  \"board\": {\"size\": 8}\n}\n", "JSON"),
        (b"<!DOCTYPE html>\n<html></html>\n", "HTML"),
        (b"<?xml version=\"1.0\"?>\n<game/>\n", "XML"),
        (b"PK\x03\x04\x14\x00\x06\x00", "zip"),
        (b"%PDF-1.4\n%\xe2\xe3", "PDF"),
        (b"\x89PNG\r\n\x1a\n\0\0", "a picture"),
        (b"\x7fELF\x02\x01", "a program"),
        (b"\xff\xfeg\0a\0m\0e\0", "UTF-16"),
        (b"(game \"Tic-Tac-Toe\"\n  (players 2)\n)\n", "Ludii"),
        (b"; a comment\n(version \"2.0\")\n(game (title \"X\"))\n", "Zillions"),
        (b"#players = white(100), black(100)\n", "RBG"),
        (b"[minichess:chess]\nmaxRank = 6\n", "a list of variants"),
        (b"[Event \"x\"]\n[Site \"y\"]\n\n1. e4 e5\n", "PGN"),
        (b"# My game\n\nThis is a game.\n", "Markdown"),
        (b"```\ngame \"X\" {\n}\n```\n", "Markdown"),
        (b"Here is a game:\n\ngame \"X\" {\n  board grid 3 by 3\n}\n", "a text with a description in it"),
        (b"def step(x):\n  return x\n", "a programming language"),
        (b"game = \"konane\"\n[[scenario]]\nrule = \"x\"\n", "scenarios"),
        (b"game = \"konane\"\nmoves = [\"a\", \"b\"]\n", "a record"),
        (b"Chess is a game for two players. White begins.\nEach player moves in turn.\n", "sentences"),
        (b"game of chess for two players. It is played on a board.\n", "sentences"),
    ];
    for (bytes, what) in files {
        let (diagnostics, _) = syntax_diagnostics("a.game", bytes);
        let messages: Vec<&str> = diagnostics.iter().map(|problem| problem.message.as_str()).collect();
        assert!(messages.len() == 1 && messages[0].contains(what), "{what}: {messages:?}");
        assert!(diagnostics[0].code == Code::OtherFormat && !diagnostics[0].help.is_empty(), "{what}");
    }
}

/// What is ours is not taken for something else, whatever is wrong with it.
#[test]
fn a_description_is_not_taken_for_another_kind_of_file() {
    let broken = [
        "game \"X\"\nboard grid 3 by 3\n",
        "Game \"X\" {\n}\n",
        "gmae \"X\" {\n}\n",
        "board grid 8 by 8\nsides a, b\n",
    ];
    for text in broken.into_iter().chain(["game X {\n}\n", "variant \"X\" of \"y\" {\n}\n", "{\n  board\n}\n"]) {
        let (diagnostics, _) = syntax_diagnostics("a.game", text.as_bytes());
        assert!(diagnostics.iter().all(|problem| problem.code != Code::OtherFormat), "{text}");
    }
}

#[test]
fn old_line_ends_end_lines_and_comments() {
    let text =
        "game \"X\" { // a comment\n  board grid 3 by 3\n  sides a, b\n  phase p { setp adjacent; stuck loses }\n}\n";
    for end in ["\n", "\r", "\r\n"] {
        let (diagnostics, sources) = syntax_diagnostics("a.game", text.replace('\n', end).as_bytes());
        let places: Vec<_> = diagnostics.iter().map(|problem| sources.place(problem.primary.span)).collect();
        assert_eq!(places, ["a.game:4"], "{end:?}");
    }
}
