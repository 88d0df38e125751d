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
