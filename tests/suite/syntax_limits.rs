//! No text at all makes the parser panic, hang or use unbounded memory.

use crate::limits::most_steps;
use allocation_counter::measure;
use boardwright::diag::{Diagnostic, Sink, render};
use boardwright::source::{MOST_BYTES, Source, Sources};
use boardwright::syntax;

/// The codes reported for the text; every form of rendering is tried.
fn codes(text: &str) -> Vec<&'static str> {
    let source = Source::new("a.game", text);
    let steps = measure(|| drop(syntax::parse(0, &source, &mut Sink::default()))).count_total;
    assert!(
        steps <= most_steps(text.len()),
        "{steps} allocations for {} bytes: {}",
        text.len(),
        &text[..text.len().min(80)]
    );
    diagnostics(text).iter().map(|diagnostic| diagnostic.code.name()).collect()
}

fn diagnostics(text: &str) -> Vec<Diagnostic> {
    let source = Source::new("a.game", text);
    let mut sink = Sink::default();
    let tree = syntax::parse(0, &source, &mut sink);
    assert_eq!(tree.is_none(), sink.has_errors());
    let diagnostics = sink.into_sorted();
    let mut sources = Sources::default();
    sources.add(source);
    let _ = render::human(&diagnostics, &sources, true);
    let _ = render::short(&diagnostics, &sources);
    let _ = render::json(&diagnostics, &sources);
    diagnostics
}

fn game(statement: &str) -> String {
    format!("game \"x\" {{\n{statement}\n}}\n")
}

#[test]
fn nesting_is_limited() {
    for (open, close) in [("(", ")"), ("[", "]"), ("if a then ", ""), ("orbit of ", " under m"), ("(((", "")] {
        let text = game(&format!("let x = {}a{}", open.repeat(50_000), close.repeat(50_000)));
        assert_eq!(codes(&text), ["too-deep"], "{open}");
    }
    assert_eq!(codes(&"(".repeat(100_000)), ["too-deep"]);
    assert_eq!(codes(&game(&format!("{}{}", "if a {".repeat(100_000), "}".repeat(100_000)))), ["too-deep"]);
    assert_eq!(codes(&game(&format!("if a {{}}{}", " else if a {}".repeat(50_000)))), ["too-deep"]);
    assert_eq!(codes(&game(&format!("let x = {}a{}", "(".repeat(60), ")".repeat(60)))), [] as [&str; 0]);
    assert_eq!(codes(&game(&format!("{}{}", "if a {".repeat(60), "}".repeat(60)))), [] as [&str; 0]);
}

#[test]
fn a_statement_has_so_many_operators() {
    for operator in ["a and ", "a + ", "not ", "-", "count ", "row ", "adjacent to ", "a == ", "if a then b else "] {
        let long = game(&format!("let x = {}a", operator.repeat(50_000)));
        assert_eq!(codes(&long), ["too-long"], "{operator}");
    }
    for operator in ["a and ", "a + ", "not ", "-", "count ", "row ", "adjacent to ", "if a then b else "] {
        let fits = game(&format!("let x = {}a", operator.repeat(100)));
        assert_eq!(codes(&fits), [] as [&str; 0], "{operator}");
    }
}

#[test]
fn names_and_texts_have_so_many_letters() {
    let told = |statement: &str| {
        let found = diagnostics(&game(statement)).into_iter();
        found.map(|found| format!("{}: {}", found.message, found.primary.text)).collect::<Vec<String>>()
    };
    for most in [64, 65, 100_000] {
        let name = "n".repeat(most);
        let expected = match most {
            64 => Vec::new(),
            _ => vec![format!("a name of {most} characters is too long: a name may have 64 characters")],
        };
        for statement in ["let N = 1", "sides N, b", "phase p { for N { place } }", "region r = N"] {
            assert_eq!(told(&statement.replace('N', &name)), expected, "{statement}");
        }
    }
    for most in [256, 257, 100_000] {
        let text = "é".repeat(most);
        let expected = match most {
            256 => Vec::new(),
            _ => vec![format!("a text of {most} characters is too long: a text may have 256 characters")],
        };
        for statement in ["about \"T\"", "phase p { draw \"T\" when quiet > 3 }"] {
            assert_eq!(told(&statement.replace('T', &text)), expected, "{statement}");
        }
    }
}

#[test]
fn the_file_is_limited() {
    assert_eq!(codes(""), ["empty-file"]);
    assert_eq!(codes(" \n // nothing\n"), ["empty-file"]);
    let large = " ".repeat(MOST_BYTES + 1);
    assert_eq!(codes(&large), ["file-too-large"]);
    assert_eq!(diagnostics(&large)[0].message, "the file has 1048577 bytes; at most 1048576 are read");
    assert_eq!(codes(&game(&"let x = 1\n".repeat(100_000))), [] as [&str; 0]);
    assert_eq!(codes(&game(&format!("let x = [{}a1]", "a1, ".repeat(200_000)))), [] as [&str; 0]);
    assert_eq!(codes(&game(&format!("let x = [{}a1]", "a1,\n".repeat(200_000)))), [] as [&str; 0]);
    assert_eq!(codes(&game(&format!("sides {}z", "zz, ".repeat(200_000)))), [] as [&str; 0]);
}

#[test]
fn only_so_many_errors_are_told() {
    for broken in
        ["lte x = 1\n", "stuck passes ", "; \"", "} ", "{ ", "\u{1} ", "& ", "let ", "] ", "else ", "\"\n", "x = 1 "]
    {
        let count = MOST_BYTES / 16 / broken.len();
        let found = codes(&game(&broken.repeat(count)));
        assert!((1..=syntax::MOST_ERRORS).contains(&found.len()), "{broken}: {}", found.len());
        let found = codes(&game(&format!("phase p {{ {} }}", broken.repeat(count / 2))));
        assert!((1..=syntax::MOST_ERRORS).contains(&found.len()), "{broken}: {}", found.len());
    }
}

#[test]
fn bytes_that_are_no_text_are_told_from_text() {
    let decoded = |bytes: &[u8]| {
        let mut sink = Sink::default();
        let source = syntax::decode(0, "a.game", bytes, &mut sink);
        let message = sink.into_sorted().into_iter().next().map(|problem| problem.message);
        assert_eq!(source.is_err(), message.is_some());
        message.unwrap_or_default()
    };
    assert_eq!(decoded("é".as_bytes()), "");
    assert_eq!(decoded(b"game \xff"), "the file is not text in UTF-8: byte 5 is 0xff");
    assert_eq!(decoded(b"\xff\xfeg\0"), "the file is text in UTF-16, which is not read");
    assert_eq!(decoded(b"\x7fELF\0\xff"), "the file is a program");
    assert_eq!(decoded(&vec![b' '; 10 << 20]), "the file has 10485760 bytes; at most 1048576 are read");
}

/// Every file cut off at every byte, and with every token left out or doubled.
#[test]
fn no_damaged_game_makes_it_panic() {
    for text in
        [include_str!("../../src/syntax/tests/alquerque.game"), include_str!("../../src/syntax/tests/afterleap.game")]
    {
        for (at, _) in text.char_indices() {
            diagnostics(&text[..at]);
            diagnostics(&text[at..]);
        }
        for (at, word) in text.split_inclusive(' ').scan(0, |at, word| {
            *at += word.len();
            Some((*at - word.len(), word))
        }) {
            let (before, after) = (&text[..at], &text[at + word.len()..]);
            diagnostics(&format!("{before}{after}"));
            diagnostics(&format!("{before}{word}{word}{after}"));
            diagnostics(&format!("{before}{{{word}\"{after}"));
        }
    }
}
