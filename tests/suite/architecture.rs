//! The shape of the source: imports go downwards only, and no game is known by name.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules from the lowest floor to the highest; those of one floor do not import each other.
const FLOORS: &[&[&str]] = &[
    &["select"],
    &["bits", "files", "games", "source"],
    &["diag"],
    &["syntax"],
    &["model"],
    &["check"],
    &["load"],
    &["facts", "moves"],
    &["rules"],
    &["position"],
    &["perft", "playout"],
    &["search"],
    &["game"],
    &["describe", "notation", "opponent"],
    &["typed", "why"],
    &["diagram"],
    &["picture"],
    &["record"],
    &["analysis"],
    &["matches"],
    &["cli"],
];

fn floor(module: &str) -> usize {
    let found = FLOORS.iter().position(|modules| modules.contains(&module));
    found.unwrap_or_else(|| panic!("the module `{module}` has no floor in tests/suite/architecture.rs"))
}

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The Rust files below the folder, without folders of tests.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() && !entry.ends_with("tests") {
            files.extend(rust_files(&entry));
        } else if entry.extension().is_some_and(|extension| extension == "rs") && !entry.ends_with("tests.rs") {
            files.push(entry);
        }
    }
    files.sort();
    files
}

/// The code without comments and without what is compiled for tests alone.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The modules of this crate that the code names after `crate::`, also in braces.
fn imports(code: &str) -> Vec<String> {
    let mut modules = Vec::new();
    for rest in code.split("crate::").skip(1) {
        let inner = rest.strip_prefix('{').and_then(|list| list.split_once('}')).map(|(list, _)| list);
        let names =
            inner.unwrap_or_else(|| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(""));
        let first = |path: &str| path.trim().split("::").next().unwrap_or("").to_owned();
        modules.extend(names.split(',').map(first).filter(|name| !name.is_empty()));
    }
    modules
}

#[test]
fn imports_go_downwards() {
    let folder = source_folder();
    let mut upward = Vec::new();
    for file in rust_files(&folder) {
        let inside = file.strip_prefix(&folder).unwrap();
        let first = inside.components().next().unwrap();
        let module = Path::new(first.as_os_str()).file_stem().unwrap().to_str().unwrap();
        if ["lib", "main"].contains(&module) {
            continue;
        }
        for imported in imports(&code(&file)) {
            if imported != module && floor(&imported) >= floor(module) {
                upward.push(format!("{}: `{module}` may not import `{imported}`", inside.display()));
            }
        }
    }
    assert!(upward.is_empty(), "{}", upward.join("\n"));
}

#[test]
fn imports_are_found_in_braces_too() {
    assert_eq!(imports("use crate::a::B;\nuse crate::{c, d::E};\ncrate::f::g()"), ["a", "c", "d", "f"]);
}

#[test]
fn no_game_is_known_by_name() {
    let names: Vec<String> = boardwright::games::names().iter().map(|name| name.to_lowercase()).collect();
    assert!(names.len() >= 4);
    for file in rust_files(&source_folder()) {
        let code = code(&file).to_lowercase();
        for name in &names {
            let words = code.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
            assert!(!words.into_iter().any(|word| word == name), "{} names {name}", file.display());
        }
    }
}

#[test]
fn pest_is_named_by_the_syntax_alone() {
    let folder = source_folder();
    for file in rust_files(&folder) {
        let inside = file.strip_prefix(&folder).unwrap();
        assert!(inside.starts_with("syntax") || !code(&file).contains("pest"), "{} names pest", inside.display());
    }
}

#[test]
fn what_is_said_to_people_goes_through_one_place() {
    for file in rust_files(&source_folder()).into_iter().filter(|file| !file.ends_with("cli/output.rs")) {
        for way in ["print!(", "println!(", "stdout().lock", "anstream::stdout", "anstream::stderr"] {
            assert!(!code(&file).contains(way), "{} uses {way}", file.display());
        }
    }
}
