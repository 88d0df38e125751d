//! Every file of `tests/ui` is told the very text beside it, and every code has its page and its file.
//!
//! `BLESS=1 cargo test --test ui` writes the texts anew; read what has changed.

use boardwright::diag::{Code, Diagnostic, Sink, render};
use boardwright::source::Sources;
use boardwright::syntax;
use std::fs;
use std::path::Path;

/// What is wrong with a file, and the sources it is told in.
fn diagnostics(name: &str, bytes: &[u8]) -> (Vec<Diagnostic>, Sources) {
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

fn codes(name: &str, bytes: &[u8]) -> Vec<Code> {
    let mut codes: Vec<Code> = diagnostics(name, bytes).0.into_iter().map(|diagnostic| diagnostic.code).collect();
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
        let (diagnostics, sources) = diagnostics(name, &fs::read(&path).unwrap());
        let told = render::human(&diagnostics, &sources, false);
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
        // Too large a file to keep: `tests/syntax_limits.rs` makes one.
        if code != Code::FileTooLarge {
            let path = format!("tests/ui/{name}.game");
            let bytes = fs::read(Path::new(&path)).unwrap_or_default();
            assert_eq!(codes(&path, &bytes), [code], "{path}");
        }
    }
}

#[test]
fn what_the_pages_show_is_true() {
    for &code in Code::ALL {
        let page = fs::read_to_string(format!("docs/diagnostics/{}.md", code.name())).unwrap();
        let mut fences = page.split("\n```");
        fences.next();
        for fence in fences.step_by(2) {
            let (kind, text) = fence.split_once('\n').unwrap();
            let text = format!("{text}\n");
            match kind {
                "game error" => assert_eq!(codes("a.game", text.as_bytes()), [code], "{text}"),
                _ => assert_eq!(codes("a.game", text.as_bytes()), [], "{text}"),
            }
        }
    }
}
