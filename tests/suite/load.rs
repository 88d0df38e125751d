//! Games are found by name or path, made of their bases, and told apart by their options.

use crate::limits;
use boardwright::diag::{Code, Sink};
use boardwright::load::{Description, LoadError};
use boardwright::model::{Action, EndingKind, Game, MoveNode, OptionValue};
use std::fs;
use tempfile::TempDir;

fn chosen(options: &[(&str, &str)]) -> Vec<(String, String)> {
    options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn error(game: &str, options: &[(&str, &str)]) -> LoadError {
    match Description::load(game).and_then(|description| description.game(&chosen(options))) {
        Ok(_) => panic!("{game} loads"),
        Err(error) => error,
    }
}

/// A folder with these files, and the path of the first.
fn folder(files: &[(&str, &str)]) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let first = folder.path().join(files[0].0).to_str().unwrap().to_owned();
    (folder, first)
}

fn codes(game: &str) -> Vec<Code> {
    match Description::load(game) {
        Ok(description) => {
            let mut sink = Sink::default();
            description.check_all(&mut sink);
            sink.into_sorted().into_iter().map(|diagnostic| diagnostic.code).collect()
        }
        Err(LoadError::Wrong { diagnostics, .. }) => diagnostics.into_iter().map(|found| found.code).collect(),
        Err(error) => panic!("{error}"),
    }
}

const BASE: &str = r#"game "Base" {
  about "The base."
  option size = 4 of 4, 5, 6
  option long = no
  let goal = if long then 9 else 7
  board grid size by size
  sides white, black
  if size == 4 { setup { white on row 1; black on row 4 } } else { setup { white on row 2; black on row 3 } }
  phase opening, one turn each { step diagonal }
  phase play {
    step orthogonal
    stuck loses
    draw "long" when turns >= goal
  }
}"#;

fn variant(text: &str, options: &[(&str, &str)]) -> Game {
    let (_folder, path) = folder(&[("v.game", text), ("base.game", BASE)]);
    Description::load(&path)
        .unwrap_or_else(|e| panic!("{e:#?}"))
        .game(&chosen(options))
        .unwrap_or_else(|e| panic!("{e:#?}"))
}

#[test]
fn what_cannot_be_found_is_said() {
    let unknown = error("konnane", &[]).to_string();
    assert!(
        unknown.starts_with("there is no game `konnane`, did you mean `konane`?; known are `afterleap`"),
        "{unknown}"
    );
    assert_eq!(error("./none.game", &[]).to_string(), "cannot read `./none.game`: there is no such file");
    assert_eq!(error("tests/", &[]).to_string(), "cannot read `tests/`: it is a folder");
    let (_folder, empty) = folder(&[("empty.game", "")]);
    assert_eq!(codes(&empty), [Code::EmptyFile]);
    let (_folder, large) = folder(&[("large.game", &"a".repeat(10 << 20))]);
    assert_eq!(codes(&large), [Code::FileTooLarge]);
}

#[test]
fn options_are_taken_as_text() {
    let description = Description::load("afterleap").unwrap();
    let options = description.options();
    assert_eq!(options.iter().map(|option| option.name.as_str()).collect::<Vec<_>>(), ["players", "chains"]);
    assert_eq!(options[1].allowed, [OptionValue::Switch(false), OptionValue::Switch(true)]);
    for yes in ["yes", "true"] {
        let game = description.game(&chosen(&[("chains", yes)])).unwrap();
        assert_eq!(game.options[1].value, OptionValue::Switch(true));
        assert_eq!(game.options[0].value, OptionValue::Number(2));
    }
    let message = |options| error("afterleap", options).to_string();
    assert_eq!(message(&[("players", "5")]), "the option `players` cannot be `5`; allowed are `2`, `3` and `4`");
    assert_eq!(message(&[("chains", "2")]), "the option `chains` cannot be `2`; allowed are `no` and `yes`");
    assert_eq!(
        message(&[("player", "2")]),
        "there is no option `player`, did you mean `players`?; options are `players` and `chains`"
    );
    assert_eq!(error("alquerque", &[("size", "5")]).to_string(), "there is no option `size`; the game has none");
    let forbidden = error("fibonacci", &[("a", "7"), ("b", "7")]).to_string();
    assert!(
        forbidden.ends_with("do not go together; the game says `require b == 1 or a == 1 or a == 5`"),
        "{forbidden}"
    );
}

#[test]
fn a_variant_fixes_options_and_replaces_statements() {
    let small = Description::load("konane-small").unwrap();
    assert_eq!(small.options(), []);
    assert_eq!(small.base(), Some("konane"));
    assert_eq!(small.game(&[]).unwrap().board.len(), 36);
    assert!(matches!(error("konane-small", &[("size", "8")]), LoadError::Option { .. }));

    let game =
        variant("variant \"V\" of \"base\" { set size = 5; phase opening, one turn each { step orthogonal } }", &[]);
    assert_eq!((game.title.as_str(), game.about.as_deref(), game.board.len()), ("V", Some("The base."), 25));
    let phases: Vec<&str> = game.phases.iter().map(|phase| phase.name.as_str()).collect();
    assert_eq!(phases, ["opening", "play"]);
    let MoveNode::Rule(rule) = &game.phases[0].moves[0] else { panic!() };
    let Action::Step { directions, .. } = &rule.action else { panic!() };
    assert_eq!(directions.0[0].iter().count(), 4);
}

#[test]
fn a_variant_replaces_what_stands_within_if() {
    let game = variant("variant \"V\" of \"base\" { setup { white on a1; black on b2 } }", &[("size", "6")]);
    assert_eq!(game.start.pieces.len(), 2);
    let game = variant("variant \"V\" of \"base\" { if size == 6 { setup { white on a1; black on b2 } } }", &[]);
    assert_eq!(game.start.pieces.len(), 8);
    let text = "variant \"V\" of \"base\" { if size == 6 { setup { white on a1; black on b2 } } }";
    assert_eq!(variant(text, &[("size", "6")]).start.pieces.len(), 2);
}

#[test]
fn a_variant_may_add_and_drop_statements() {
    let text = "variant \"V\" of \"base\" {
      without phase opening
      let home = row 1
      let goal = 3
      phase play { step orthogonal onto empty and not home; stuck passes; draw \"x\" when turns >= goal }
    }";
    let game = variant(text, &[("long", "yes")]);
    assert_eq!(game.phases.len(), 1);
    assert_eq!(game.phases[0].endings[0].kind, EndingKind::Draw("x".to_owned()));
    // A phase put in stands before the next that the variant replaces.
    let text = "variant \"V\" of \"base\" {
      phase second, one turn each { step adjacent }
      phase play { step orthogonal; stuck loses }
    }";
    let phases: Vec<String> = variant(text, &[]).phases.into_iter().map(|phase| phase.name).collect();
    assert_eq!(phases, ["opening", "second", "play"]);
}

#[test]
fn variants_that_lead_nowhere_are_told_at_their_base() {
    let (_folder, path) = folder(&[("a.game", "variant \"A\" of \"b\" { }"), ("b.game", "variant \"B\" of \"a\" { }")]);
    assert_eq!(codes(&path), [Code::BaseCycle]);
    let (_folder, path) = folder(&[("a.game", "variant \"A\" of \"b\" { }"), ("b.game", "game { }")]);
    assert!(!codes(&path).is_empty());
    let chain: Vec<(String, String)> =
        (0..40).map(|i| (format!("c{i}.game"), format!("variant \"C\" of \"c{}\" {{ }}", i + 1))).collect();
    let chain: Vec<(&str, &str)> = chain.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let (_folder, path) = folder(&chain);
    assert_eq!(codes(&path), [Code::BaseCycle]);
}

#[test]
fn an_error_in_the_base_says_how_it_was_reached() {
    let text = "variant \"V\" of \"base\" { sides red, black }";
    let (_folder, path) = folder(&[("v.game", text), ("base.game", BASE)]);
    let mut sink = Sink::default();
    let description = Description::load(&path).unwrap();
    description.check_all(&mut sink);
    let found = sink.into_sorted();
    assert!(!found.is_empty());
    for diagnostic in found {
        assert_eq!(diagnostic.code, Code::UnknownName);
        assert_eq!(description.sources().text(diagnostic.primary.span), "white");
        assert!(diagnostic.notes.iter().any(|note| note.contains("v.game` is a variant of")), "{diagnostic:?}");
    }
}

#[test]
fn statements_that_cannot_be_read_hide_no_other_error() {
    let text = "game \"Half\" {\n  board grid 4 by\n  sides white, black\n  setup { white on row 1; black on empy }\n
      phase play { step orthogonal; stuck loses; win when own } }";
    let (_folder, path) = folder(&[("half.game", text)]);
    let codes = codes(&path);
    assert!(codes.contains(&Code::WrongKind), "{codes:?}");
    assert!(!codes.contains(&Code::MissingBoard), "{codes:?}");
}

#[test]
fn nothing_in_a_file_makes_checking_slow() {
    let base = BASE.strip_suffix('}').unwrap();
    let many = |count: usize, line: &dyn Fn(usize) -> String| {
        format!("{base}\n{}\n}}", (0..count).map(line).collect::<Vec<_>>().join("\n"))
    };
    let files = [
        many(30_000, &|i| format!("let n_{i} = {i}")),
        many(30_000, &|i| format!("let n_{i} = m_{i}")),
        many(30_000, &|i| format!("let n_{i} = n_{}", i + 1)),
        many(20_000, &|i| format!("map m_{i} (x, y) -> (y, x)")),
        many(20_000, &|i| format!("player p_{i} owns white")),
        many(20_000, &|i| format!("phase p_{i} {{ step orthogonal; stuck loses }}")),
        many(12_000, &|i| format!("region r_{i} = adjacent to adjacent to adjacent to not corners")),
        many(20_000, &|i| format!("option o_{i} = no")),
        many(12, &|i| format!("option o_{i} = no")),
        format!("variant \"V\" of \"konane\" {{ {} }}", " set size = 6\n".repeat(40_000)),
        format!("variant \"V\" of \"konane\" {{ {} }}", " without phase plai\n".repeat(40_000)),
        BASE.replace("white, black", &(0..50_000).map(|i| format!("s_{i}")).collect::<Vec<_>>().join(", ")),
        BASE.replace("step orthogonal\n", &"step orthogonal\n".repeat(30_000)),
        BASE.replace("step orthogonal\n", &"win when captured > 3\n".repeat(30_000)),
    ];
    for text in files {
        limits::checks_in_few_steps(&text);
    }
}
