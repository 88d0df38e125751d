//! The language guide is true: every example in it checks, every session is what the program says, every word has its
//! entry.
//!
//! Blocks of code by what stands after their three ticks:
//! - `game`: a whole file that checks without a word; `game file NAME` is kept as that file for the sessions after it.
//! - `game error CODE`: what raises exactly that code; it may be a part, too.
//! - `game part NAME`: completed here, as [`complete`] says; of each line of a `set`, a `number` or a `condition`.
//!   So is what stands in the second column of the tables under "How to say it".
//! - `console`: commands after `$ ` with what they print; `console play`: one command with what is typed at its prompts.

use crate::command::run_with;
use crate::links::anchors;
use boardwright::describe;
use boardwright::diag::{Code, Sink};
use boardwright::load::{Description, LoadError};
use boardwright::model::Game;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const GUIDE: &str = include_str!("../../docs/language.md");

/// A block of code.
struct Block<'t> {
    /// The words after its ticks.
    words: Vec<&'t str>,
    text: &'t str,
    line: usize,
}

impl<'t> Block<'t> {
    /// The word after this one.
    fn value(&self, key: &str) -> Option<&'t str> {
        let at = self.words.iter().position(|word| *word == key)?;
        self.words.get(at + 1).copied()
    }

    fn is(&self, kind: &str) -> bool {
        self.words.first() == Some(&kind)
    }
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut line = 1;
    for (at, part) in text.split("\n```").enumerate() {
        if let (1, Some((head, code))) = (at % 2, part.split_once('\n')) {
            blocks.push(Block { words: head.split(' ').collect(), text: code, line: line + 1 });
        }
        line += part.matches('\n').count() + 1;
    }
    blocks
}

/// The statements of the small game that parts stand in.
const BASE: [(&str, &str); 3] = [
    ("board", "board grid 6 by 6\n"),
    ("sides", "sides white, black\n"),
    ("setup", "setup { white on row 1; black on row 2 }\n"),
];
/// The same for the lines under "How to say it", which have more to speak of.
const RICH: [(&str, &str); 4] = [
    ("board", "board grid 8 by 8\n"),
    ("sides", "sides white facing north, black facing south\n"),
    ("pieces", "pieces man, king\n"),
    ("setup", "setup { every side on nearest row; every side holds 2; every side king holds 2 }\n"),
];
/// What a part of a phase may name.
const NAMED: &str = "option chains = no\nlet goal = 3\nmap turned (x, y) -> (y, 5 - x)\n\
                     region home { white = row 1; black = row 6 }\n";

/// The words that statements of the text begin with.
fn first_words(text: &str) -> BTreeSet<&str> {
    let statements = text.split(['\n', ';', '{', '}']);
    statements.filter_map(|words| words.split_whitespace().next()).collect()
}

/// Adds what a part lacks to be a file. `part file` gets the statements of a small game that it does not have itself;
/// `part phase` stands in a phase, which gets a move and `stuck loses` if it has none; each line of a `part set`,
/// `number` or `condition` stands in an ending.
fn complete(part: &str, text: &str) -> Vec<String> {
    let first_words = first_words(text);
    let has = |words: &[&str]| words.iter().any(|word| first_words.contains(word));
    let game = |before: String, after: &str| format!("game \"Example\" {{\n{before}{after}}}\n");
    let in_phase = |body: &str| {
        let base = BASE.map(|(_, statement)| statement).concat();
        game(base + NAMED, &format!("phase play {{\n{body}\n}}\n"))
    };
    let in_endings = |ending: &dyn Fn(&str) -> String| {
        let lines = text.lines().map(|line| line.split("//").next().unwrap_or("").trim());
        let lines = lines.filter(|line| !line.is_empty());
        lines.map(|line| in_phase(&format!("step adjacent\nstuck loses\nwin when {}", ending(line)))).collect()
    };
    match part {
        "file" => {
            let missing = BASE.iter().filter(|(word, _)| !has(&[word])).map(|(_, statement)| *statement).collect();
            let phase = if has(&["phase"]) { "" } else { "phase play { step adjacent; stuck loses }\n" };
            vec![game(missing, &format!("{text}\n{phase}"))]
        }
        "phase" => {
            let step = if has(&VERBS) { "" } else { "step adjacent\n" };
            let stuck = if has(&["stuck"]) { "" } else { "\nstuck loses" };
            vec![in_phase(&format!("{step}{text}{stuck}"))]
        }
        "set" => in_endings(&|set| format!("count ({set}) >= turns")),
        "number" => in_endings(&|number| format!("{number} == 100 + turns")),
        "condition" => in_endings(&|condition| condition.to_owned()),
        other => panic!("there is no part `{other}`"),
    }
}

/// What the lines of a row under "How to say it" lack to be a file.
fn complete_row(lines: &str) -> String {
    const OF_FILES: [&str; 8] = ["option", "board", "sides", "pieces", "player", "setup", "region", "phase"];
    let first_words = first_words(lines);
    let is_of_file = lines.split_whitespace().next().is_some_and(|word| OF_FILES.contains(&word));
    let missing = RICH.iter().filter(|(word, _)| !first_words.contains(word));
    let missing: String = missing.map(|(_, statement)| *statement).collect();
    let body = match is_of_file {
        true if first_words.contains("phase") => format!("{missing}{lines}"),
        // Sides of other names, and perhaps other owners.
        true if first_words.contains("sides") => {
            let (setup, moves) = match first_words.contains("setup") {
                true => ("", "step adjacent"),
                false => ("setup { every side holds 4 }", "place"),
            };
            format!("board grid 8 by 8\n{lines}\n{setup}\nphase play {{ {moves}; stuck loses }}")
        }
        true => format!("{missing}{lines}\nphase play {{ step adjacent; stuck loses }}"),
        false => {
            let regions = "region home { white = row 1; black = row 8 }\nregion goal { white = row 8; black = row 1 }";
            let moves = if first_words.iter().any(|word| VERBS.contains(word)) { "" } else { "step adjacent" };
            let stuck = if first_words.contains("stuck") { "" } else { "stuck loses" };
            format!("{missing}{regions}\nphase play {{\n{moves}\n{lines}\n{stuck}\n}}")
        }
    };
    // A board comes before what stands on it.
    let (board, rest): (Vec<&str>, Vec<&str>) =
        body.lines().partition(|line| ["option", "board"].iter().any(|word| line.starts_with(word)));
    format!("game \"Example\" {{\n{}\n{}\n}}\n", board.join("\n"), rest.join("\n"))
}

const VERBS: [&str; 5] = ["place", "remove", "step", "slide", "jump"];

#[test]
fn every_line_that_says_something_checks() {
    let (_, tables) = GUIDE.split_once("\n## How to say it\n").expect("there is an index");
    let tables = tables.split("\n## ").next().unwrap_or("");
    let mut wrong = Vec::new();
    let mut rows = 0;
    for row in tables.lines().filter(|line| line.starts_with("| ")) {
        let lines: Vec<&str> = row.split('|').nth(2).map(ticked).into_iter().flatten().collect();
        if lines.is_empty() {
            continue;
        }
        rows += 1;
        let text = complete_row(&lines.join("\n"));
        let mut found = codes(Description::from_text("example", &text));
        found.retain(|code| !TORN_OUT.contains(code));
        if !found.is_empty() {
            let found: Vec<&str> = found.into_iter().map(Code::name).collect();
            wrong.push(format!("{found:?}\n{row}\n{text}"));
        }
    }
    assert!(rows > 40 && wrong.is_empty(), "{rows} rows; {}", wrong.join("\n"));
}

/// The codes that a description raises, in order, each once.
fn codes(loaded: Result<Description, LoadError>) -> Vec<Code> {
    let diagnostics = match loaded {
        Ok(description) => {
            let mut sink = Sink::default();
            description.check_all(&mut sink);
            if let Ok(game) = description.game(&[]) {
                can_be_told(&game);
            }
            sink.into_sorted()
        }
        Err(LoadError::Wrong { diagnostics, .. }) => diagnostics,
        Err(other) => panic!("{other}"),
    };
    let codes: BTreeSet<Code> = diagnostics.into_iter().map(|diagnostic| diagnostic.code).collect();
    codes.into_iter().collect()
}

/// The rules of every example can be told in sentences.
fn can_be_told(game: &Game) {
    for sentence in describe::rules(game).iter().flat_map(|part| &part.sentences) {
        let text = &sentence.text;
        assert!(text.ends_with(['.', ':']) && !text.contains("  ") && !text.contains(" ."), "{text}");
    }
}

/// Codes that only say that a part has been torn out of its game.
const TORN_OUT: [Code; 8] = [
    Code::Unused,
    Code::AlwaysEmpty,
    Code::ConstantEnding,
    Code::NoPieces,
    Code::NoPieceOfKind,
    Code::LoneFirst,
    Code::HoldsAtOnce,
    Code::NeverHolds,
];

#[test]
fn every_example_checks() {
    let mut wrong = Vec::new();
    let folder = tempfile::tempdir().unwrap();
    for block in blocks(GUIDE).iter().filter(|block| block.is("game")) {
        let part = block.value("part");
        let texts = part.map_or_else(|| vec![block.text.to_owned()], |part| complete(part, block.text));
        for text in texts {
            let mut found = codes(match block.value("file") {
                Some(file) if part.is_none() => {
                    let path = folder.path().join(file);
                    fs::write(&path, &text).unwrap();
                    Description::load(path.to_str().unwrap())
                }
                _ => Description::from_text("example", &text),
            });
            if part.is_some() {
                found.retain(|code| !TORN_OUT.contains(code));
            }
            let found: Vec<&str> = found.into_iter().map(Code::name).collect();
            let expected: Vec<&str> = block.value("error").into_iter().collect();
            if found != expected {
                wrong.push(format!("line {}: {found:?}, not {expected:?}:\n{text}", block.line));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the program prints for the command, with what it says on stderr after it.
fn answer(folder: &Path, command: &str, typed: &[&str]) -> String {
    let words = words(command);
    let args: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    assert_eq!(words[0], "boardwright", "{command}");
    let input = typed.iter().map(|line| format!("{line}\n")).collect::<String>();
    let ran = run_with(&args).in_folder(folder).stdin(input).ends_somehow();
    ran.stdout + &ran.stderr
}

/// The words of a command, those in quotes as one.
fn words(command: &str) -> Vec<String> {
    let quoted = command.split('"').enumerate();
    let parts = quoted.flat_map(|(at, part)| match at % 2 {
        1 => vec![part.to_owned()],
        _ => part.split_whitespace().map(str::to_owned).collect(),
    });
    parts.collect()
}

/// What a person types at the prompts of the session.
fn typed(session: &str) -> Vec<&str> {
    let prompts = session.lines().filter_map(|line| line.split_once("> "));
    prompts.filter(|(prompt, _)| prompt.chars().all(char::is_alphabetic)).map(|(_, typed)| typed).collect()
}

#[test]
fn every_session_is_what_the_program_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut shown = GUIDE.to_owned();
    for block in blocks(GUIDE) {
        if let Some(file) = block.value("file").filter(|_| block.is("game") && block.value("part").is_none()) {
            fs::write(folder.path().join(file), block.text.to_owned() + "\n").unwrap();
        }
        if !block.is("console") {
            continue;
        }
        let mut said = String::new();
        for session in block.text.split("$ ").skip(1) {
            let command = session.lines().next().unwrap_or("");
            let typed = if block.words.contains(&"play") { typed(session) } else { Vec::new() };
            let answer = answer(folder.path(), command, &typed);
            said += &format!("$ {command}\n{answer}");
        }
        let said = said.trim_end();
        if std::env::var_os("BLESS").is_some() {
            shown = shown.replacen(block.text, said, 1);
        } else {
            assert_eq!(block.text, said, "line {}", block.line);
        }
    }
    let drawn = pictures(folder.path());
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    assert!(drawn.len() >= 2, "{drawn:?}");
    for (name, picture) in drawn {
        assert!(GUIDE.contains(&format!("](pictures/{name})")), "the guide draws {name} and does not show it");
        if std::env::var_os("BLESS").is_some() {
            fs::write(kept.join(&name), &picture).unwrap();
        }
        assert!(fs::read_to_string(kept.join(&name)).is_ok_and(|known| known == picture), "{name} is drawn otherwise");
    }
    if shown != GUIDE {
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language.md"), shown).unwrap();
    }
}

/// The pictures that the sessions have written there, by name.
fn pictures(folder: &Path) -> Vec<(String, String)> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let pictures = files.filter(|path| path.extension().is_some_and(|ending| ending == "svg"));
    let named = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    pictures.map(|path| (named(&path), fs::read_to_string(&path).unwrap())).collect()
}

/// The entries of the reference: headings of the third level with words in backticks, each with what follows it up to
/// the next heading. A word may have several.
fn entries() -> Vec<(&'static str, &'static str)> {
    let (_, reference) = GUIDE.split_once("\n## Reference\n").expect("there is a reference");
    let reference = reference.split("\n## ").next().unwrap_or("");
    let entries = reference.split("\n### ").skip(1).filter_map(|entry| entry.split_once('\n'));
    entries.filter(|(heading, _)| heading.contains('`')).collect()
}

/// What stands between single ticks.
fn ticked(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_word_of_the_language_has_its_entry() {
    let grammar = include_str!("../../grammar/words.pest");
    let rules = grammar.lines().filter_map(|line| line.strip_prefix("word_"));
    let words: BTreeSet<&str> = rules.filter_map(|rule| rule.split_whitespace().next()).collect();
    let entered: BTreeSet<&str> =
        entries().iter().flat_map(|(heading, _)| ticked(heading)).flat_map(str::split_whitespace).collect();
    let missing: Vec<&&str> = words.difference(&entered).collect();
    assert!(words.len() > 80, "{words:?}");
    assert!(missing.is_empty(), "without an entry: {missing:?}");
}

#[test]
fn the_contents_lead_to_every_entry() {
    let (_, reference) = GUIDE.split_once("\n## Reference\n").unwrap();
    let (contents, entries) = reference.split_once("\n### ").unwrap();
    let missing: Vec<String> = anchors(&format!("### {entries}"))
        .into_iter()
        .filter(|anchor| !contents.contains(&format!("](#{anchor})")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_entry_has_an_example_and_its_errors() {
    for (heading, entry) in entries() {
        assert!(entry.contains("\n```game"), "{heading} has no example");
        assert!(entry.contains("\nErrors: "), "{heading} names no errors");
    }
}

#[test]
fn every_code_is_linked_and_every_link_leads_to_a_page() {
    let targets: BTreeSet<&str> = GUIDE
        .split("](diagnostics/")
        .skip(1)
        .filter_map(|rest| rest.split_once(".md)"))
        .map(|(code, _)| code)
        .collect();
    let known: BTreeSet<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    let strange: Vec<&&str> = targets.difference(&known).collect();
    let missing: Vec<&&str> = known.difference(&targets).collect();
    assert!(strange.is_empty() && missing.is_empty(), "no such code: {strange:?}; not linked: {missing:?}");
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/diagnostics");
    for code in targets {
        assert!(pages.join(format!("{code}.md")).exists(), "{code} has no page");
    }
}
