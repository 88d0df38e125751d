//! Input that is wrong: a message that says what and where, the right exit code, and no panic.

use crate::command::{Ran, folder_with, run, run_with};
use std::fs;

/// Every command that takes a game.
const COMMANDS: &[&[&str]] = &[&["show"], &["moves"], &["perft"], &["play"], &["bench"], &["check"]];

fn each_command(game: &str, code: i32, mentions: &str) {
    for command in COMMANDS {
        let depth: &[&str] = if *command == ["perft"] { &["2"] } else { &[] };
        let args: Vec<&str> = command.iter().copied().chain([game]).chain(depth.iter().copied()).collect();
        run_with(&args).ends(code).prints("").mentions(mentions);
    }
}

/// Checks and plays a file with the text; both must refuse it, quickly.
fn wrong_file(text: impl AsRef<[u8]>) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.game");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    for command in ["moves", "play"] {
        run_with(&[command, path]).ends(1).prints("").mentions("wrong.game");
    }
    let short = run_with(&["check", path, "--format", "short"]).ends(1);
    assert!((short.stdout + &short.stderr).contains("wrong.game"));
    let json = run_with(&["check", path, "--format", "json"]).ends(1);
    let found: serde_json::Value = serde_json::from_str(&json.stdout).expect("one object on one line");
    assert!(!found["diagnostics"].as_array().unwrap().is_empty());
    run_with(&["check", path]).ends(1).mentions("wrong.game")
}

#[test]
fn a_game_that_is_not_there() {
    each_command("nonesuch", 2, "nonesuch");
    each_command("./nonesuch", 2, "nonesuch");
    each_command("nonesuch.game", 2, "nonesuch.game");
    run("moves konan").ends(2).mentions("konane");
}

#[test]
fn a_folder_is_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    each_command(path, 2, path);
}

/// Every command that reads a file, of a description, a record or scenarios.
const READING: &[&str] = &["check", "fmt", "replay", "test"];

#[test]
fn a_file_that_is_not_there_is_called_so_by_every_command() {
    for command in READING {
        let says = "error: cannot read `./nonesuch`: there is no such file\n";
        run_with(&[command, "./nonesuch"]).ends(2).prints("").says(says);
    }
}

#[test]
#[cfg(unix)]
fn what_might_never_end_is_not_read() {
    for command in READING {
        let says = "error: cannot read `/dev/zero`: it is not a file\n";
        run_with(&[command, "/dev/zero"]).ends(2).prints("").says(says);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe.game");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    for command in READING {
        run_with(&[command, path.to_str().unwrap()]).ends(2).prints("").mentions("it is not a file");
    }
}

#[test]
fn empty_and_blank_files() {
    wrong_file("");
    wrong_file("\n\n  // nothing\n");
}

#[test]
fn binary_files() {
    wrong_file(b"\x7fELF\x02\x01\x01\0\0\xff\xfe");
    wrong_file(b"\0\0\0\0");
}

#[test]
fn files_that_are_too_large() {
    wrong_file(vec![b'a'; 10 << 20]);
    wrong_file("game \"G\" {\n".to_owned() + &"// long\n".repeat(2 << 20));
}

#[test]
fn brackets_that_are_too_deep() {
    for open in ["(", "[", "{", "not ", "-", "if ", "first {", "orthogonal to "] {
        let deep = open.repeat(70_000);
        let texts = [
            format!("game \"G\" {{\n board grid {deep}3 by 3\n sides a, b\n}}"),
            format!("game \"G\" {{\n board grid 3 by 3\n sides a, b\n setup {{ a on {deep}a1 }}\n}}"),
            deep,
        ];
        for text in texts {
            run("check - --format short").stdin(text).ends(1);
        }
    }
    wrong_file("(".repeat(100_000));
    wrong_file("{".repeat(100_000));
}

/// A small game that is well, apart from what is put into it.
fn small(board: &str, sides: &str, more: &str) -> String {
    format!(
        "game \"G\" {{\n  {more}\n  board {board}\n  sides {sides}\n  setup {{ one on a1; two on c3 }}\n  phase play {{ step orthogonal; stuck loses }}\n}}\n"
    )
}

#[test]
fn a_small_game_is_well() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.game");
    fs::write(&path, small("grid 3 by 3", "one, two", "")).unwrap();
    run_with(&["check", path.to_str().unwrap()]).ends(0).says("");
    run_with(&["moves", path.to_str().unwrap()]).ends(0).prints("a1-a2\na1-b1\n");
}

#[test]
fn boards_that_are_too_large_or_none() {
    for board in [
        "grid 10000 by 10000",
        "grid 99999999999999999999 by 2",
        "grid 0 by 0",
        "grid 0 - 5 by 3",
        "grid 1 / 0 by 3",
        "grid 17 by 17",
    ] {
        wrong_file(small(board, "one, two", ""));
    }
}

#[test]
fn no_players() {
    wrong_file(small("grid 3 by 3", "first 0 of one, two", ""));
    wrong_file(small("grid 3 by 3", "first 9 of one, two", ""));
    wrong_file(small("grid 3 by 3", "", ""));
}

#[test]
fn options_and_names_in_a_loop() {
    wrong_file(small("grid 3 by 3", "one, two", "option a = b of b, 1; option b = a of a, 1"));
    wrong_file(small("grid 3 by 3", "one, two", "let a = b; let b = a"));
    wrong_file(small("grid 3 by 3", "one, two", "let a = a + 1"));
    let many: String = (0..40).map(|i| format!("option o{i} = no\n")).collect();
    wrong_file(small("grid 3 by 3", "one, two", &many));
}

#[test]
fn variants_in_a_loop() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, base: &str| {
        fs::write(folder.path().join(name), format!("variant \"V\" of \"{base}\" {{\n}}\n")).unwrap();
    };
    write("itself.game", "itself.game");
    write("one.game", "two.game");
    write("two.game", "one.game");
    write("orphan.game", "nowhere.game");
    for name in ["itself.game", "one.game", "orphan.game"] {
        run_with(&["check", name]).in_folder(folder.path()).ends(1).mentions(name);
        run_with(&["moves", name]).in_folder(folder.path()).ends(1).prints("").mentions(name);
    }
}

#[test]
fn records_that_are_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let deep = format!("game = {}", "[".repeat(100_000));
    let spaces = " ".repeat(10 << 20);
    let records: [(&str, &[u8], &str); 16] = [
        ("empty", b"", "1:1: missing field `game`"),
        ("binary", b"\xff\xfe\0", "is not text"),
        ("large", spaces.as_bytes(), "too large"),
        ("deep", deep.as_bytes(), "deep:1:"),
        ("illegal", b"game = 'konane'\nmoves = ['xd5', 'xa1']", "ply 1: `xa1` is not legal"),
        ("nonsense", b"game = 'konane'\nmoves = ['xd5', 'hello']", "ply 1: `hello` is not a move"),
        ("blank", b"game = 'konane'\nmoves = ['']", "ply 0: `` is not a move"),
        ("over", b"game = 'konane'\nmoves = ['resign', 'xd5']", "ply 0: `xd5` is not legal: the game is over"),
        ("result", b"game = 'konane'\nmoves = ['resign']\nresult = 'black'", "given as `black`, but white wins"),
        ("drawn", b"game = 'konane'\nmoves = ['resign']\nresult = 'draw'", "given as `draw`, but white wins"),
        (
            "one player",
            b"game = 'konane'\nmoves = []\nplayers = ['human']",
            "`players` names 1, but the game has 2 players",
        ),
        (
            "three players",
            b"game = 'konane'\nmoves = []\nplayers = ['a', 'b', 'c']",
            "`players` names 3, but the game has 2 players",
        ),
        ("unknown", b"game = 'konane'\nmoves = []\nresult = 'purple'", "`purple`"),
        ("option", b"game = 'konane'\nmoves = []\noptions.size = 7", "size"),
        ("no option", b"game = 'konane'\nmoves = []\noptions.colour = 7", "colour"),
        ("no game", b"game = 'nonesuch'\nmoves = []", "nonesuch"),
    ];
    for (name, text, mentions) in records {
        fs::write(folder.path().join(name), text).unwrap();
        run_with(&["replay", name]).in_folder(folder.path()).ends(1).prints("").mentions(name).mentions(mentions);
        run_with(&["replay", name, "--format", "json"]).in_folder(folder.path()).ends(1).prints("").mentions(mentions);
    }
    run_with(&["replay", "nowhere.toml"]).in_folder(folder.path()).ends(2).prints("").mentions("nowhere.toml");
    run_with(&["replay", "."]).in_folder(folder.path()).ends(2).prints("").mentions("`.`");
}

#[test]
fn of_a_long_move_only_the_beginning_is_repeated() {
    let long = format!("a1{}", "xc1xa1".repeat(10_000));
    let (start, end) = ("`a1xc1xa1xc1xa1xc1xa1xc1xa1xc1xa1xc1xa1xc…` is not legal: ", ", only take a piece off");
    let record = format!("game = 'konane'\nmoves = ['{long}']\nresult = '{long}'");
    run("replay -").stdin(record).ends(1).mentions(&format!("ply 0: {start}")).mentions(end);
    run_with(&["moves", "konane", "--after", &long]).ends(1).mentions(&format!("ply 0: {start}")).mentions(end);
    run_with(&["why", "konane", &long]).ends(1).shows(start).shows(end);
    let after = run("replay -").stdin(format!("game = 'konane'\nmoves = []\nresult = '{long}'")).ends(1);
    after.mentions("the result is given as `a1xc1xa1xc1xa1xc1xa1xc1xa1xc1xa1xc1xa1xc…`, but");
    let typed = format!("{long}\nwhy {long}\na{0}\nundo {0}\n", "1".repeat(4000));
    let ran = run("play konane --seats human,human").stdin(typed).ends(0).shows(start);
    // What is typed stands there once, as it is heard.
    let longest = |line: &&str| line.len() > 300 && !line.starts_with("black> ");
    assert_eq!(ran.stdout.lines().find(longest), None);
}

#[test]
fn numbers_that_are_wrong_are_told_in_plain_words() {
    for (text, says) in [
        ("position.passes = -1", "invalid value: integer `-1`, expected a whole number from 0 to 65535"),
        ("position.quiet = 2.5", "invalid type: floating point `2.5`, expected a whole number from 0 to 65535"),
        ("perft = [-1]", "invalid value: integer `-1`, expected a whole number from 0"),
    ] {
        let file = format!("game = 'konane'\n[[scenario]]\nrule = 'r'\n{text}\n");
        run("test -").stdin(file).ends(1).prints("").mentions(&format!("{says}\n"));
    }
}

#[test]
fn legal_moves_stand_beside_an_illegal_one() {
    run("replay -").stdin("game = 'konane'\nmoves = ['xb1']").ends(1).mentions("legal: xa8 xd5 xe4 xh1");
}

#[test]
fn positions_with_too_many_moves() {
    let game = "game \"Full\" { board grid 16 by 16; sides w, b; setup { w on a1; b on odd }\n\
                phase p { jump orthogonal over enemy, may continue; stuck loses } }";
    let folder = folder_with(&[("full.game", game)]);
    let too_many = "the game is over: draw by too many moves, 65536 or more\n";
    run("moves full.game").in_folder(folder.path()).ends(0).prints("").says(too_many);
    run("perft full.game 2").in_folder(folder.path()).ends(0).prints("1 0\n2 0\n");
}
