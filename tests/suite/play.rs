//! `play`: conversations at the table.

use crate::command::{Ran, run, run_with};

fn converse(args: &str, lines: &[&str]) -> Ran {
    run(args).stdin(lines.join("\n") + "\n").ends(0).says("")
}

#[test]
fn the_end_of_input_is_told_and_no_error() {
    run("play konane").ends(0).says("").shows("end of input");
    run("play konane").stdin("xd5").ends(0).says("").shows("black plays xd5").shows("end of input");
}

#[test]
fn a_move_may_be_given_by_its_beginning() {
    let ran = converse("play alquerque --seats human,human", &["b", "d", "d2", "b4", "quit"]);
    ran.shows("white plays b2-c3").shows("black plays ");
}

#[test]
fn an_ambiguous_beginning_is_answered_with_the_moves() {
    converse("play alquerque --seats human,human", &["d", "quit"]).shows("`d` begins 2 moves:\nd2-c3  d3-c3\n");
}

#[test]
fn a_refusal_says_why_and_the_game_goes_on() {
    let ran = converse(
        "play alquerque --seats human,human",
        &["c3-c4", "a5-a4", "a1-b1", "z", "b2-b3", "a1", "b2-c3", "quit"],
    );
    ran.shows("`c3-c4` is not legal: no piece stands on `c3`")
        .shows("`a5-a4` is not legal: the piece on `a5` is `black`'s, and `white` is to move")
        .shows("`a1-b1` is not legal: `b1` is not empty (alquerque.game:18)")
        .shows("`z` is not a move: `z` at character 1")
        .shows("no legal move begins with `a1`")
        .shows("`b2-b3` is not legal: `b3` is not empty (alquerque.game:18)")
        .shows("white plays b2-c3");
}

#[test]
fn undo_goes_back_to_the_turn_of_a_human() {
    let ran = converse("play konane --seed 1", &["undo", "xd5", "undo", "moves", "quit"]);
    ran.shows("there is no turn of yours to go back to").shows("taken back").shows("xa8  xd5  xe4  xh1\n");
    let ran = converse("play konane --seats random,human --seed 1", &["undo", "quit"]);
    ran.shows("there is no turn of yours to go back to");
}

#[test]
fn resigning_and_agreeing_end_the_game_and_can_be_taken_back() {
    let ran = converse("play konane --seats human,human", &["resign", "xd5", "undo", "draw", "draw", "resign"]);
    ran.shows("black resigns")
        .shows("the game is over: white wins")
        .shows("a draw is agreed")
        .shows("draw by agreement");
}

#[test]
fn nonsense_never_ends_the_game() {
    let long = "x".repeat(100_000);
    let mut input = Vec::new();
    for line in
        ["", "   ", "\t", "save", "save /no/such/folder/x", "undo now", "help me", "pass", "-", "@@@@", "ééé", &long]
    {
        input.extend(line.as_bytes());
        input.push(b'\n');
    }
    input.extend(b"\xff\xfe\0\n\r\nxd5\r\nquit\n");
    let ran = run("play konane --seats human,human").stdin(input).ends(0).says("");
    ran.shows("black plays xd5").shows("`save` needs the name of a file").shows("cannot save in");
}

#[test]
fn a_seed_makes_random_movers_repeat_themselves() {
    let game = |seed: &str| run(&format!("play konane --seats random,random --seed {seed}")).ends(0).says("").stdout;
    let first = game("7");
    assert!(first.contains("the game is over: "));
    assert_eq!(first, game("7"));
    assert_ne!(first, game("8"));
}

#[test]
fn a_saved_game_replays() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "xc4\nundo\nxd3\nmoves\nsave game.toml\nquit\n";
    let ran = run("play konane -o size=6 --seed 5").in_folder(folder.path()).stdin(lines).ends(0).says("");
    ran.shows("saved in `game.toml`");
    let record = std::fs::read_to_string(folder.path().join("game.toml")).unwrap();
    assert!(
        record.contains("game = \"konane\"") && record.contains("seed = 5") && record.contains("size = 6"),
        "{record}"
    );
    run("replay game.toml --format json").in_folder(folder.path()).ends(0).shows("\"move\":\"xd3\"");
}

#[test]
fn a_saved_game_finds_its_file_from_its_own_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("games/deep")).unwrap();
    std::fs::create_dir(folder.path().join("records")).unwrap();
    let shown = run("show konane").ends(0).stdout;
    std::fs::write(folder.path().join("games/deep/own"), &shown[shown.find("game \"").unwrap()..]).unwrap();
    let lines = "xd5\nsave records/r.toml\nquit\n";
    run("play games/deep/own").in_folder(folder.path()).stdin(lines).ends(0).shows("saved in");
    let record = std::fs::read_to_string(folder.path().join("records/r.toml")).unwrap();
    assert!(record.contains("game = \"../games/deep/own\""), "{record}");
    run("replay records/r.toml").in_folder(folder.path()).ends(0).says("");
}

#[test]
fn saving_leaves_other_files_alone() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("notes"), "dear diary").unwrap();
    let ran = run("play konane").in_folder(folder.path()).stdin("save notes\nsave r\nsave r\nquit\n").ends(0);
    ran.shows("cannot save in `notes`: it holds something that is no record").shows("saved in `r`");
    assert_eq!(std::fs::read_to_string(folder.path().join("notes")).unwrap(), "dear diary");
}

#[test]
fn every_number_of_seats_plays_to_the_end() {
    for (game, seats) in [("afterleap", "random,random"), ("fibonacci", "random,random")] {
        for players in 2..=4 {
            let seats = format!("{seats}{}", ",random".repeat(players - 2));
            let players = format!("players={players}");
            let ran = run_with(&["play", game, "-o", &players, "--seats", &seats, "--seed", "2"]).ends(0).says("");
            ran.shows("the game is over: ");
        }
    }
}

#[test]
fn seats_that_do_not_fit_are_refused() {
    run("play konane --seats human").ends(2).mentions("`--seats` names 1, but the game has 2 players");
    run("play konane --seats human,robot").ends(2).mentions("expected `human` or `random`");
    run("play -").ends(2).mentions("stdin");
}
