//! `play`: conversations at the table.

use crate::command::{Ran, folder_with, run, run_with};
use boardwright::{Description, games};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

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
    let ran = ran.shows("the game is over: white wins\nblack resigned\n0 moves were played; left on the board: black 32, white 32\n`new` is a rematch; or `undo`, `history`, `save FILE` or `quit`\n\nover> xd5\n");
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
    run("play konane --seats human,human,human").ends(2).mentions("`--seats` names 3, but the game has 2 players");
    run("play konane --seats human,robot")
        .ends(2)
        .mentions("`robot` is no kind of player: expected `human`, `random`, `ai`");
    run("play -").ends(2).mentions("stdin");
}

#[test]
fn the_computer_sits_at_any_seat() {
    for (game, players, seats) in [
        ("konane", None, "ai:1,ai:2"),
        ("afterleap", Some("players=3"), "ai:1,random,ai:1"),
        ("afterleap", Some("players=4"), "ai:1,ai:1,random,ai:20ms"),
    ] {
        let mut args = vec!["play", game, "--seats", seats, "--seed", "3"];
        args.extend(players.iter().flat_map(|players| ["-o", players]));
        run_with(&args).ends(0).says("").shows("the game is over: ");
    }
    let ran = converse("play konane -o size=6 --seats human,ai:3 --seed 1", &["xd3", "quit"]);
    ran.shows("black: human, white: ai:3").shows("white plays x");
}

#[test]
fn the_board_is_drawn_when_all_of_the_computer_have_moved() {
    let ran = run("play afterleap -o players=4 --seed 1").stdin("c3\n").ends(0).says("");
    let moves = |line: &&str| line.contains(" plays @") || line.ends_with(" to move");
    let told: Vec<&str> = ran
        .stdout
        .lines()
        .filter(moves)
        .filter_map(|line| line.split_once('@').map_or(Some(line), |(who, _)| Some(who)))
        .collect();
    assert_eq!(
        told,
        [
            "placement: red (R) to move",
            "red plays ",
            "placement: yellow (Y) to move",
            "yellow plays ",
            "green plays ",
            "blue plays ",
            "placement: red (R) to move"
        ]
    );
}

#[test]
fn a_level_plays_the_same_game_again() {
    let game = |seed: &str| run(&format!("play konane -o size=6 --seats ai:2,ai:2 --seed {seed}")).ends(0).stdout;
    assert_eq!(game("7"), game("7"));
    assert_ne!(game("7"), game("8"));
}

/// White shuts Black in at its second move, and the moves before that are forced.
const CORRIDOR: &str = "game \"Corridor\" {\n board grid 4 by 1\n sides white, black\n \
    setup { white on [a1]; black on [c1] }\n phase play { step orthogonal; stuck loses }\n}\n";

#[test]
fn a_hint_names_a_move_and_what_is_proved_of_it() {
    let folder = folder_with(&[("corridor.game", CORRIDOR)]);
    let lines = "hint\na1\nc1\nhint\nb1-c1\nhint\n";
    let ran = run("play ./corridor.game --seats human,human").in_folder(folder.path()).stdin(lines).ends(0).says("");
    ran.shows("hint\na1-b1 is the only move\n")
        .shows("hint\nb1-c1 wins, whatever the others do\n")
        .shows("hint\nthe game is over: white wins\n");
}

/// Two pieces walk about, and nobody can win.
const STROLL: &str = "game \"Stroll\" {\n board grid 3 by 3\n sides white, black\n \
    setup { white on [a1]; black on [c3] }\n \
    phase play { step orthogonal; stuck loses; draw \"long walk\" when quiet >= 100 }\n}\n";

#[test]
fn the_computer_agrees_to_a_draw_after_real_play_where_the_rules_know_draws() {
    let endless = STROLL.replace("; draw \"long walk\" when quiet >= 100", "");
    let folder = folder_with(&[("stroll.game", STROLL), ("endless.game", &endless)]);
    let walk = ["'a1-a2', 'c3-c2'", "'a2-a1', 'c2-c3'"].repeat(5).join(", ");
    let play = |game: &str, player: &str, moves: &str| {
        let record = format!("game = './{game}.game'\nplayers = ['human', '{player}']\nmoves = [{moves}]\n");
        fs::write(folder.path().join("r.toml"), record).unwrap();
        run("play --load r.toml").in_folder(folder.path()).stdin("draw\n").ends(0).says("")
    };
    for player in ["random", "ai:1", "ai:2", "ai:3"] {
        play("stroll", player, &walk).shows("the game is over: draw by agreement\nthe players agreed to a draw\n");
        for (game, moves) in [("stroll", ""), ("endless", &*walk)] {
            play(game, player, moves).shows("the computer does not agree to a draw\n");
        }
    }
}

#[test]
fn games_that_nobody_stops_are_stopped() {
    let folder = folder_with(&[(
        "round.game",
        "game \"Round\" {\n board grid 3 by 3\n sides white, black\n setup { white on [a1]; black on [c3] }\n phase play { step orthogonal; stuck loses }\n}\n",
    )]);
    let ran = run("play ./round.game --seats random,random --seed 1").in_folder(folder.path()).ends(0).says("");
    ran.shows("the game stops here: 1000 plies were played without a human turn\n");
}

#[test]
fn a_chain_may_be_said_hop_by_hop() {
    let record = "game = 'alquerque'\nplayers = ['human', 'human']\nmoves = ['b2-c3', 'd4xb2', 'a1xc3', 'a3xa1', 'c3xa3', \
        'a4xa2', 'd3-c3', 'c5-d4', 'e3xc5xa3', 'a2xa4', 'c3xc5', 'a1-b2', 'c2xa2', 'a5-b4']\n";
    let folder = folder_with(&[("r.toml", record)]);
    let play = |lines: &str| run("play --load r.toml").in_folder(folder.path()).stdin(lines).ends(0).says("");
    let ran = play("c5\na5\nz\na3\nc5\nundo\nc5\n\na3\nundo\nundo\nundo\nredo\nc5\na5\nb5\nxc3\n");
    ran.shows("`c5` begins 3 moves:\nc5xa3xa5xc5  c5xa5xa3xc5  c5xa5xc3\nnext: a3, a5; `undo` takes `c5` back\nwhite c5> a5\n")
        .shows("`c5xa5` begins 2 moves:\nc5xa5xa3xc5  c5xa5xc3\nnext: a3, c3; `undo` takes `c5xa5` back\nwhite c5xa5> z\n")
        .shows("next: c5; Enter or `.` plays c5xa5xa3xc5; `undo` takes `c5xa5xa3` back\nwhite c5xa5xa3> c5\nwhite plays c5xa5xa3xc5\n")
        .shows("white c5> \na move cannot end with `c5`\nnext: a3, a5; `undo` takes `c5` back\nwhite c5> a3\n")
        // A hop back, the piece let go, and only then a turn.
        .shows("white c5xa3> undo\n")
        .shows("white c5> undo\ntaken back: nothing is said of the move any more\nwhite> undo\n")
        .shows("white c5xa5> b5\n`c5xa5` does not go on to `b5`\nnext: a3, c3; ")
        .shows("white c5xa5> xc3\nwhite plays c5xa5xc3\n");
    // Where one move goes on so, it is asked for all the same, and an empty line plays it.
    play("c5\na3\n\n").shows("white c5xa3> \nwhite plays c5xa3xa5xc5\n");
    play("c5xa3\n.\n").shows("white c5xa3> .\nwhite plays c5xa3xa5xc5\n");
}

#[test]
fn a_chain_that_may_end_is_ended_by_an_empty_line_or_a_full_stop() {
    let text = "game \"Leaps\" {\n board grid 7 by 1\n sides black, white\n \
        setup { black on [a1, g1]; white on [b1, d1] }\n \
        phase play { jump orthogonal over enemy, may continue; stuck loses }\n}\n";
    let folder = folder_with(&[("leaps.game", text)]);
    let play = |lines: &str| {
        run("play ./leaps.game --seats human,human").in_folder(folder.path()).stdin(lines).ends(0).says("")
    };
    for end in ["", "."] {
        play(&format!("a1\nc1\n{end}\n"))
            .shows("`a1xc1` begins 2 moves:\na1xc1     a1xc1xe1\nnext: e1; Enter or `.` ends it there; `undo` takes `a1xc1` back\n")
            .shows(&format!("black a1xc1> {end}\nblack plays a1xc1\n"));
    }
    for lines in ["a1\nc1\ne1\n", "a1xc1xe1\n", "a1\nxc1xe1\n", "a1\nc1\nundo\nc1\ne1\n", "a1xc1xe\n"] {
        play(lines).shows("black plays a1xc1xe1\n");
    }
    // What is written as a whole move is that move.
    play("a1xc1\n").shows("black plays a1xc1\n");
    play(".\na1xc1\n").shows("no chain has begun that `.` could end\n");
}

#[test]
fn a_glide_before_a_jump_is_said_site_by_site() {
    let text = "game \"Glides\" {\n board grid 5 by 1\n sides white, black\n \
        setup { white on [a1]; black on [d1] }\n \
        phase play { jump orthogonal over enemy, after gliding orthogonal through empty; stuck loses }\n}\n";
    let folder = folder_with(&[("glides.game", text)]);
    let listed = run("moves ./glides.game").in_folder(folder.path()).ends_somehow().stdout;
    assert!(listed.contains("a1-c1xe1"), "{listed}");
    let play =
        |lines: &str| run("play ./glides.game --seats human,human").in_folder(folder.path()).stdin(lines).ends(0);
    play("a1\nc1\ne1\n").shows("white a1-c1> e1\nwhite plays a1-c1xe1\n").shows(" 1  .  .  W  B [.]\n");
}

#[test]
fn a_placement_asks_for_the_kind_where_there_are_several() {
    let text = "game \"Kinds\" {\n board grid 2 by 2\n sides white, black\n pieces man, king\n \
        setup { every side man holds 2; every side king holds 2 }\n \
        phase play { place on empty; stuck loses }\n}\n";
    let folder = folder_with(&[("kinds.game", text)]);
    let play = |lines: &str| run("play ./kinds.game --seats human,human").in_folder(folder.path()).stdin(lines).ends(0);
    play("b2\nk\n").shows("`b2` begins 2 moves:\nking@b2  man@b2\n").shows("white plays king@b2\n");
    play("king\na1\n").shows("white king@> a1\nwhite plays king@a1\n");
}

#[test]
fn a_hop_that_may_be_done_in_two_ways_asks_which() {
    let text = "game \"Two ways\" {\n board grid 3 by 1\n sides white, black\n \
        setup { white on [a1]; black on [b1] }\n \
        phase play { jump orthogonal over enemy, removing or exchanging; stuck loses }\n}\n";
    let folder = folder_with(&[("ways.game", text)]);
    let ran = run("play ./ways.game --seats human,human").in_folder(folder.path()).stdin("a1\nc1\n*\n").ends(0);
    ran.shows("`a1` begins 2 moves:\na1*c1  a1xc1\nnext: c1; `undo` takes `a1` back\nwhite a1> c1\n")
        .shows("after `a1`, `c1` begins 2 moves:\na1*c1  a1xc1\nwhite a1> *\n")
        .shows("white plays a1*c1");
}

#[test]
fn the_name_of_a_site_will_do_to_place_or_remove() {
    converse("play konane --seats human,human", &["d5", "c5", "quit"])
        .shows("black plays xd5")
        .shows("white plays xc5");
    converse("play konane --seats human,human", &["b1", "quit"])
        .shows("`xb1` is not legal: `b1` is not among the sites allowed (konane.game:12)\n");
    converse("play afterleap --seats human,human", &["c3", "c3", "quit"])
        .shows("red plays @c3")
        .shows("`@c3` is not legal: `c3` is not empty (afterleap.game:17)\n");
}

#[test]
fn capitals_are_no_other_letters() {
    converse("play konane --seats human,human", &["D5", "XC5", "A1-A2", "Moves", "QUIT"])
        .shows("black plays xd5")
        .shows("white plays xc5")
        .shows("`a1-a2` is not legal")
        .shows("black> Moves\nd3xd5  d7xd5  f5xd5\n");
}

#[test]
fn a_site_is_not_the_beginning_of_another() {
    let text = "game \"Long\" {\n board grid 2 by 12\n sides white, black\n setup { white on [a1, a10, a12]; black on [b5] }\n \
        phase play { step orthogonal; stuck loses }\n}\n";
    let folder = folder_with(&[("long.game", text)]);
    let ran = run("play ./long.game --seats human,human").in_folder(folder.path()).stdin("a1\n").ends(0);
    ran.shows("`a1` begins 2 moves:\na1-a2  a1-b1\nnext: a2, b1; ");
}

#[test]
fn going_back_and_forward_again() {
    let lines = ["xd5", "xd4", "undo 2", "redo", "redo", "redo", "undo", "xc4", "undo 9", "undo 0", "undo x", "quit"];
    let ran = converse("play konane --seats human,human", &lines);
    ran.shows("played again: xd5\n")
        .shows("played again: xd4\n")
        .shows("nothing has been taken back")
        .shows("`xc4` is not legal")
        .shows("taken back to your first turn, 1 back")
        .shows("`undo` takes a number of turns, such as `undo 2`, not `0`")
        .shows("not `x`");
    let ran = converse("play konane --seed 1", &["xd5", "undo", "redo", "undo", "xa8", "redo", "quit"]);
    ran.shows("played again: xd5, x").shows("nothing has been taken back");
}

#[test]
fn the_seats_that_are_not_named_are_the_computer_s() {
    run("play konane").stdin("q").ends(0).says("").shows("black: human, white: ai:3.");
    run("play konane --seats human").stdin("exit").ends(0).says("").shows("black: human, white: ai:3.");
    run("play fibonacci -o players=3 --seats random,human")
        .stdin("q")
        .ends(0)
        .shows("red: random, yellow: human, green: ai:3.");
}

#[test]
fn the_end_says_why_and_a_rematch_begins() {
    let folder = folder_with(&[("corridor.game", CORRIDOR)]);
    let lines = "history\na1\nc1\nb1-c1\nhistory\nnew\nflip\nnew\nnew konane\nnew nowhere\n?\n";
    let ran = run("play ./corridor.game --seats human,human").in_folder(folder.path()).stdin(lines).ends(0);
    ran.shows("no move has been played yet\n")
        .shows("the game is over: white wins\nblack has no legal move, by ./corridor.game:5: stuck loses\n3 moves were played; left on the board: white 1, black 1\n`new` is a rematch")
        .shows("1. white a1-b1  2. black c1-d1  3. white b1-c1\n")
        .shows("over> new\nCorridor. white: human, black: human.")
        .shows("white> flip\n 1  .  B  .  W\n    d  c  b  a\n")
        // A rematch is seen as the game was, another game from its own side.
        .shows("white> new\nCorridor. white: human, black: human. `help` lists what you can say.\n\n 1  .  B  .  W\n")
        .shows("white> new konane\nKonane. ")
        .shows(" 1  W  B  W  B  W  B  W  B\n    a  b  c  d  e  f  g  h\n")
        .shows("black> ?\nA move is typed")
        .mentions("`nowhere`");
}

#[test]
fn without_a_game_the_games_are_offered_with_those_that_are_unfinished() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &str, lines: &str| run(args).with_state_in(folder.path()).stdin(lines.to_owned());
    run("play", "").ends(2).shows("Games:\n").mentions("no game was chosen");
    run("play", "q\n").ends(0).says("").shows("game> q\n");
    run("play", "nothing\nkonane-s\nxd3\nquit\n").ends(0).mentions("nothing").shows("black plays xd3");
    run("play", "1\nhistory\nquit\n")
        .ends(0)
        .says("")
        .shows("Unfinished games:\n 1  Small Konane, 2 moves, human, ai:3\nGames:\n")
        .shows("black> history\n1. black xd3  2. white x");
}

#[test]
fn an_unfinished_game_is_resumed_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &str, lines: &str| run(args).with_state_in(folder.path()).stdin(lines.to_owned());
    run("play konane -o size=6 --seats human,human", "xd3\n").ends(0);
    run("play konane --seats human,human", "xd5\n").ends(0);
    run("play alquerque --seats human,human", "b2-c3\n").ends(0);
    run("play --resume", "quit").ends(0).shows("Alquerque. ");
    run("play konane --resume", "quit").ends(0).shows(" 8  B  W");
    run("play konane -o size=6 --resume", "quit").ends(0).shows(" 6  B  W").shows("white> ");
    run("play fibonacci --resume", "").ends(2).mentions("there is no unfinished game of `fibonacci` to go on with");
}

#[test]
fn a_locale_without_unicode_gets_plain_characters() {
    let shown = |name: &str, locale: &str| {
        let run = run("play konane -o size=6 --color always").with_locale(name, locale).stdin("quit");
        run.ends(0).says("").stdout
    };
    for (name, locale) in [("LANG", "C"), ("LC_ALL", "C"), ("LC_ALL", "POSIX"), ("LC_CTYPE", "en_GB.ISO-8859-1")] {
        assert!(shown(name, locale).is_ascii(), "{name}={locale}");
    }
    assert!(shown("LANG", "C.UTF-8").contains('●'));
}

#[test]
fn commands_explain_themselves() {
    let lines = ["why xd5", "why a1-a2", "why", "rules", "moves all", "load", "load nowhere", "help", "quit"];
    let ran = run("play konane --seats human,human").stdin(lines.join("\n")).ends(0);
    ran.shows("`xd5` is legal\nkonane.game:12: remove own and (corners or centre)\n")
        .shows("`a1-a2` is not legal: ")
        .shows("`why` needs a move, such as `why xa8`")
        .shows("Setting up\n")
        .shows("`moves` takes nothing after it: say just `moves`")
        .shows("`load` needs the name of a file")
        .shows("undo [N]")
        .mentions("cannot read `nowhere`");
}

#[test]
fn a_record_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let play = |args: &str, lines: &str| {
        run(args).in_folder(folder.path()).with_state_in(folder.path()).stdin(lines).ends(0).says("")
    };
    play("play konane -o size=6 --seats human,human --seed 5", "xd3\nxc3\nundo\nsave r.toml\nquit\n");
    let ran = play("play --load r.toml", "redo\nundo 2\nquit\n");
    ran.shows("Konane. Jump, or lose. black: human, white: human.").shows("played again: xc3").shows("taken back");
    play("play --load r.toml --seats random,human", "quit").shows("black: random, white: human.");
    let ran = play("play alquerque --seats human,human", "load r.toml\nxc3\nquit\n");
    ran.shows("Alquerque. ").shows("Konane. ").shows("white plays xc3");
    fs::write(folder.path().join("named.toml"), "game = 'konane'\nplayers = ['Ann', 'ai:1']\nmoves = ['xd5']\n")
        .unwrap();
    play("play --load named.toml", "quit").shows("black: human, white: ai:1.");
}

#[test]
fn a_record_of_other_rules_says_so() {
    let text = |rule: &str| {
        format!(
            "game \"Line\" {{\n board grid 4 by 4\n sides white, black\n setup {{ white on row 1; black on row 4 }}\n phase play {{ {rule}; stuck loses }}\n}}\n"
        )
    };
    let folder = folder_with(&[("line.game", text("step orthogonal").as_str())]);
    let run = |args: &str| run(args).in_folder(folder.path()).with_state_in(folder.path());
    run("play ./line.game --seats human,human").stdin("a1-a2\nsave r.toml\nquit\n").ends(0);
    run("replay r.toml").ends(0).says("");
    fs::write(folder.path().join("line.game"), text("step adjacent")).unwrap();
    let warning = "warning: r.toml: the rules of `line.game` have changed since this was played\n";
    run("replay r.toml").ends(0).says(warning);
    run("play --load r.toml").stdin("quit").ends(0).says(warning);
    run("play --resume")
        .stdin("quit")
        .ends(0)
        .mentions("the rules of `./line.game` have changed since this was played");
    fs::write(folder.path().join("line.game"), text("step diagonal")).unwrap();
    run("play --load r.toml").ends(1).mentions(warning).mentions("r.toml: ply 0: `a1-a2` is not legal");
    run("play --resume").ends(2).mentions("northwest (./line.game:5): this game is passed over\n");
}

/// The games kept in the folder of state, without locks.
fn kept(state: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(state.join("boardwright/games")).into_iter().flatten();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml")).collect()
}

/// Waits until it holds, however long that takes as long as the program runs.
fn wait_until(child: &mut Child, holds: impl Fn() -> bool) {
    while !holds() {
        assert_eq!(child.try_wait().unwrap(), None, "the program has ended");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// A game that waits for more, after everything said so far has been obeyed.
fn start_play(args: &str, state: &Path, lines: &str, until_kept: usize) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_boardwright"))
        .args(args.split_whitespace())
        .env("XDG_STATE_HOME", state)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all(lines.as_bytes()).unwrap();
    let words =
        || kept(state).iter().map(|path| fs::read_to_string(path).unwrap_or_default().matches("\"x").count()).max();
    wait_until(&mut child, || words() == Some(until_kept));
    child
}

#[test]
fn a_game_that_was_killed_goes_on_where_it_stood() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start_play("play konane -o size=6 --seats human,human --seed 9", folder.path(), "xd3\nxc3\n", 2);
    child.kill().unwrap();
    child.wait().unwrap();
    let resume = |lines: &str| run("play --resume").with_state_in(folder.path()).stdin(lines);
    resume("undo\nquit\n").ends(0).says("").shows("play: black (B) to move").shows("opening: white (W) to move");
    // What was undone is still known.
    resume("redo\nresign\n")
        .ends(0)
        .says("")
        .shows("opening: white (W) to move")
        .shows("played again: xc3")
        .shows("the game is over");
    assert!(kept(folder.path()).is_empty());
    resume("").ends(2).mentions("there is no unfinished game to go on with");
}

#[test]
fn what_was_undone_and_cannot_be_played_again_is_told() {
    let undone = |undone: &str, lines: &str| {
        let record = format!("game = 'konane'\nplayers = ['human', 'human']\nmoves = ['xd5']\nundone = [{undone}]\n");
        let folder = folder_with(&[("r.toml", record.as_str())]);
        run("play --load r.toml").in_folder(folder.path()).stdin(format!("{lines}\nquit\n")).ends(0)
    };
    undone("'d7xd5', 'xd4'", "redo\nredo").says("").shows("played again: xd4\n").shows("played again: d7xd5\n");
    undone("'d7xd5', 'a1', 'xd4'", "redo\nredo")
        .says(
            "warning: r.toml: entry 2 of `undone` cannot be played again and is left out: \
             ply 2: `a1` is not a move: it ends at character 3, expected `-`, `x`, `*` or `^`\n",
        )
        .shows("played again: xd4\n")
        .shows("nothing has been taken back");
    undone("'c4xc2', 'xd4', 'xa8'", "redo").mentions("entry 3 of `undone`").shows("nothing has been taken back");
}

/// The names of everything in the folder of kept games.
fn in_the_folder(state: &Path) -> Vec<String> {
    let entries = fs::read_dir(state.join("boardwright/games")).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn nothing_is_left_of_a_game_that_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = start_play("play konane --seats human,human", folder.path(), "xd5\n", 1);
    assert_eq!(in_the_folder(folder.path()).len(), 1);
    child.stdin.as_mut().unwrap().write_all(b"resign\n").unwrap();
    wait_until(&mut child, || in_the_folder(folder.path()).is_empty());
    // Once it is taken back after all, it is kept again.
    child.stdin.as_mut().unwrap().write_all(b"undo\n").unwrap();
    wait_until(&mut child, || !kept(folder.path()).is_empty());
    child.kill().unwrap();
    child.wait().unwrap();
    run("play --resume")
        .with_state_in(folder.path())
        .stdin("quit")
        .ends(0)
        .says("")
        .shows("opening: white (W) to move");
}

#[test]
fn what_killed_programs_leave_is_swept() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("boardwright/games");
    fs::create_dir_all(&games).unwrap();
    for name in [".boardwright-a1b2c3.tmp", "notes.txt"] {
        fs::write(games.join(name), "").unwrap();
    }
    run("play konane --seats human,human").with_state_in(folder.path()).stdin("xd5\nresign\n").ends(0).says("");
    assert_eq!(in_the_folder(folder.path()), ["notes.txt"]);
}

#[test]
fn a_kept_game_that_is_broken_is_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let state = || run("play --resume").with_state_in(folder.path()).stdin("quit");
    run("play konane --seats human,human").with_state_in(folder.path()).stdin("xd5\n").ends(0);
    fs::write(folder.path().join("boardwright/games/later.toml"), "").unwrap();
    state()
        .ends(0)
        .shows("opening: white (W) to move")
        .mentions("later.toml:1:1: missing field `game`: this game is passed over");
}

#[test]
fn a_kept_game_that_cannot_be_gone_on_with_hides_no_other() {
    let folder = folder_with(&[("gone.game", CORRIDOR), ("broken.game", CORRIDOR), ("edited.game", CORRIDOR)]);
    let run = |args: &str| run(args).in_folder(folder.path()).with_state_in(folder.path());
    run("play konane --seats human,human").stdin("xd5\n").ends(0);
    for game in ["gone", "broken", "edited"] {
        run(&format!("play ./{game}.game --seats human,human")).stdin("a1-b1\n").ends(0);
    }
    fs::remove_file(folder.path().join("gone.game")).unwrap();
    fs::write(folder.path().join("broken.game"), "game").unwrap();
    fs::write(folder.path().join("edited.game"), CORRIDOR.replace("[a1]", "[b1]")).unwrap();
    let ran = run("play --resume").stdin("quit").ends(0).shows("opening: white (W) to move");
    let ran = ran
        .mentions("gone.game`: there is no such file: this game is passed over\n")
        .mentions("`./broken.game` has 1 error: this game is passed over\n")
        .mentions("ply 0: `a1-b1` is not legal: no piece stands on `a1`: this game is passed over\n");
    assert_eq!(ran.stderr.matches("this game is passed over\n").count(), 3, "{}", ran.stderr);
    // What is asked for in vain is no fault of the game.
    let seats = "human,human,human";
    run(&format!("play --resume --seats {seats}")).ends(2).mentions("`--seats` names 3, but the game has 2 players");
}

#[test]
fn two_games_at_once_are_kept_apart() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = start_play("play konane --seats human,human", folder.path(), "xd5\n", 1);
    let mut second = start_play("play konane -o size=6 --seats human,human", folder.path(), "xd3\nxc3\n", 2);
    assert_eq!(kept(folder.path()).len(), 2);
    let resume = || run("play --resume").with_state_in(folder.path()).stdin("quit");
    // Both are being played.
    resume().ends(2).mentions("there is no unfinished game to go on with");
    first.kill().unwrap();
    first.wait().unwrap();
    resume().ends(0).shows(" 8  B  W  B  W  B  W  B  W\n");
    second.kill().unwrap();
    second.wait().unwrap();
    resume().ends(0).shows(" 6  B  W  B  W  B  W\n").shows("play: black (B) to move");
}

#[test]
fn a_game_may_be_kept_in_a_file_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &str, lines: &str| run(args).in_folder(folder.path()).with_state_in(folder.path()).stdin(lines);
    run("play konane --seats human,human --autosave mine", "xd5\n").ends(0).says("");
    assert!(kept(folder.path()).is_empty());
    run("play konane --autosave mine", "xa8\n").ends(2).mentions("`mine` holds something already");
    run("play --resume --autosave mine", "xd4\nresign\n").ends(0).shows("white plays xd4");
    assert!(fs::read_to_string(folder.path().join("mine")).unwrap().contains("result = \"white\""));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_file_that_is_named_is_taken_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &str| run(args).in_folder(folder.path()).with_state_in(folder.path()).stdin("");
    run("play nonesuch --autosave mine").ends(2);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    run("play konane --autosave mine").ends(0).says("");
    run("play --resume --autosave mine").ends(0).says("").shows("opening: black (B) to move");
}

#[test]
fn what_lies_beside_a_kept_game_is_left_alone() {
    let folder = folder_with(&[("mine.lock", "my own"), ("precious", "dear diary")]);
    let path = |name: &str| folder.path().join(name);
    #[cfg(unix)]
    for name in ["theirs.lock", ".theirs.1.tmp"] {
        std::os::unix::fs::symlink("precious", path(name)).unwrap();
    }
    for file in ["mine", "theirs"] {
        let args = format!("play konane --seats human,human --autosave {file}");
        run(&args).in_folder(folder.path()).stdin("xd5\nresign\n").ends(0).says("");
        assert!(fs::read_to_string(path(file)).unwrap().contains("moves"));
    }
    assert_eq!(fs::read_to_string(path("mine.lock")).unwrap(), "my own");
    assert_eq!(fs::read_to_string(path("precious")).unwrap(), "dear diary");
    #[cfg(unix)]
    {
        assert!(path("theirs.lock").is_symlink());
        // A pipe that nobody reads is not waited for.
        assert!(Command::new("mkfifo").arg(path("piped.lock")).status().unwrap().success());
        run("play konane --autosave piped").in_folder(folder.path()).stdin("xd5\n").ends(0).says("");
    }
}

#[test]
#[cfg(unix)]
fn a_link_among_the_kept_games_is_passed_over() {
    let folder = folder_with(&[("precious.toml", "game = 'konane'\nmoves = []\n")]);
    let games = folder.path().join("boardwright/games");
    fs::create_dir_all(&games).unwrap();
    std::os::unix::fs::symlink(folder.path().join("precious.toml"), games.join("link.toml")).unwrap();
    let resume = run("play --resume").with_state_in(folder.path()).stdin("resign\n");
    resume.ends(2).mentions("there is no unfinished game to go on with");
    assert!(folder.path().join("precious.toml").exists());
}

#[test]
#[cfg(unix)]
fn one_file_by_two_names_is_one_game() {
    let folder = folder_with(&[("mine", "")]);
    let path = |name: &str| folder.path().join(name);
    std::os::unix::fs::symlink("mine", path("link")).unwrap();
    fs::hard_link(path("mine"), path("other")).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_boardwright"))
        .args(["play", "konane", "--seats", "human,human", "--autosave", "mine"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Its first words come when the file is held.
    let mut first = [0];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut first).unwrap();
    let alias = path("./mine");
    for name in ["mine", "link", alias.to_str().unwrap()] {
        for args in ["play konane --autosave", "play --resume --autosave"] {
            let says = format!("error: another program is playing the game in `{name}`\n");
            run(&format!("{args} {name}")).in_folder(folder.path()).ends(2).prints("").says(&says);
        }
        let saved = run("play konane --seats human,human").in_folder(folder.path()).stdin(format!("save {name}\n"));
        let said = saved.ends(0).stdout.replace('\n', " ");
        assert!(said.contains("a game is being played in it"), "{said}");
    }
    // The other name is that of another file by now, and each keeps its own game.
    child.stdin.as_mut().unwrap().write_all(b"xd5\n").unwrap();
    let started = std::time::Instant::now();
    while !fs::read_to_string(path("mine")).unwrap().contains("xd5") {
        assert!(started.elapsed().as_secs() < 60, "the game is not kept");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    run("play konane --seats human,human --autosave other").in_folder(folder.path()).stdin("xa8\n").ends(0).says("");
    child.stdin.as_mut().unwrap().write_all(b"xd4\nquit\n").unwrap();
    assert!(child.wait().unwrap().success());
    assert!(fs::read_to_string(path("link")).unwrap().contains("xd4"));
    assert!(fs::read_to_string(path("other")).unwrap().contains("xa8"));
}

#[test]
#[cfg(unix)]
fn games_are_kept_and_saved_in_files_only() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.path().join("link")).unwrap();
    let _listener = std::os::unix::net::UnixListener::bind(folder.path().join("socket")).unwrap();
    let table = [
        ("folder", "it is a folder"),
        ("link", "it is not a file, but a link that leads nowhere"),
        ("socket", "it is not a file"),
    ];
    for (name, reason) in table {
        run(&format!("play konane --autosave {name}"))
            .in_folder(folder.path())
            .ends(2)
            .prints("")
            .says(&format!("error: cannot keep the game in `{name}`: {reason}\n"));
        run("play konane --seats human,human")
            .in_folder(folder.path())
            .stdin(format!("save {name}\nxd5\n"))
            .ends(0)
            .says("")
            .shows(&format!("cannot save in `{name}`: {reason}\n"))
            .shows("black plays xd5");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn the_record_of_another_game_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let play = |game: &str, lines: &str| {
        run(&format!("play {game} --seats human,human")).in_folder(folder.path()).stdin(lines.to_owned()).ends(0)
    };
    play("konane", "xd5\nsave mine.toml\nxd4\nsave mine.toml\nundo\nsave mine.toml\n").shows("saved in `mine.toml`");
    let kept = fs::read_to_string(folder.path().join("mine.toml")).unwrap();
    for (game, lines) in [("alquerque", "save mine.toml\n"), ("konane", "xe4\nsave mine.toml\n")] {
        play(game, lines)
            .shows("cannot save in `mine.toml`: it holds the record of another game, and is left\nalone\n");
        assert_eq!(fs::read_to_string(folder.path().join("mine.toml")).unwrap(), kept);
    }
}

#[test]
fn two_programs_do_not_play_the_game_in_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("boardwright/games");
    fs::create_dir_all(&games).unwrap();
    let file = games.join("mine.toml");
    let args = format!("play konane --seats human,human --autosave {}", file.display());
    let mut child = start_play(&args, folder.path(), "xd5\n", 1);
    let resume =
        || run(&format!("play --resume --autosave {}", file.display())).with_state_in(folder.path()).stdin("quit");
    resume().ends(2).mentions("another program is playing the game in");
    child.kill().unwrap();
    child.wait().unwrap();
    resume().ends(0).shows("opening: white (W) to move");
}

#[test]
fn what_is_left_in_hand_is_not_shown_when_nothing_can_be_placed_any_more() {
    let text = "game \"Hands\" {\n board grid 3 by 3\n sides white, black\n setup { every side holds 2 }\n \
        phase begin, one turn each { place on empty }\n phase play { step orthogonal; stuck loses }\n}\n";
    let folder = folder_with(&[("hands.game", text)]);
    let ran = run("play ./hands.game --seats human,human").in_folder(folder.path()).stdin("a1\nc3\n").ends(0);
    ran.shows("begin: black (B) to move\nin hand: W 1, B 2\n").shows("play: white (W) to move\n\nwhite> ");
}

#[test]
fn a_game_that_cannot_be_kept_is_played_all_the_same() {
    let folder = folder_with(&[("file", "")]);
    let ran = run("play konane --seats human,human")
        .with_state_in(&folder.path().join("file"))
        .stdin("xd5\nxd4\nundo\n")
        .ends(0);
    assert_eq!(ran.stderr.matches("warning: this game is not kept").count(), 1, "{}", ran.stderr);
    ran.shows("white plays xd4");
}

#[test]
fn the_board_is_drawn_where_colours_are_asked_for() {
    let play = |args: &str| run(args).stdin("quit").ends(0).says("").stdout;
    let coloured = play("play konane -o size=6 --color always");
    assert!(coloured.contains('●') && coloured.contains('○'));
    assert!(!play("play konane -o size=6 --color always --ascii").contains('●'));
    assert!(!play("play konane -o size=6").contains('●'));
}

#[test]
fn a_pipe_gets_the_board_in_plain_characters_with_all_that_it_shows() {
    let ran = converse("play alquerque --seats human,human", &["b2-c3", "d4xb2", "c2", "quit"]);
    ran.shows(
        "
 5   B---B---B---B---B
     | \\ | / | \\ | / |
 4   B---B---B--(+)--B
     | / | \\ | / | \\ |
 3   B---B--(+)--W---W
     | \\ | / | \\ | / |
 2   W--(B)--W---W---W
     | / | \\ | / | \\ |
 1   W---W---W---W---W
     a   b   c   d   e
play: white (W) to move
captured: black took 1 white
",
    );
    let record = "game = 'afterleap'\noptions = { players = 3 }\nmoves = ['@c3']\n";
    let folder = folder_with(&[("r.toml", record)]);
    run("play --load r.toml").in_folder(folder.path()).stdin("quit").ends(0).says("").shows(" 3  .  . (R) .  .  .\n");
    run("play fibonacci").stdin("quit").ends(0).says("").shows("\n  2  r  r  .  r  .  .  .  .  r  .  y  r\n");
}

#[test]
fn what_is_printed_fits_on_a_terminal() {
    for name in games::names() {
        for game in Description::load(name).unwrap().games() {
            let options = game.options.iter().map(|option| format!("-o {}={}", option.name, option.value));
            let command = format!("play {name} {}", options.collect::<Vec<String>>().join(" "));
            let ran = run(&command).stdin("help\nrules\nmoves\nwhy a1-b1\nz\nundo 0\nquit\n").ends(0).says("");
            let text = &ran.stdout;
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{command}\n{text}");
            // A board of hexagons alone is as high as a terminal.
            let is_high = name == "hexdame";
            assert!(is_high || text.split("> help").next().unwrap().lines().count() <= 24, "{command}\n{text}");
        }
    }
}

#[test]
fn a_piece_that_is_named_shows_where_it_may_go() {
    let ran = run("play alquerque --seats human,human --color always").stdin("d\nd2\n").ends(0);
    assert_eq!(ran.stdout.matches('[').count() - ran.stdout.matches("\x1b[").count(), 0, "{}", ran.stdout);
    let record = "game = 'alquerque'\nplayers = ['human', 'human']\nmoves = ['b2-c3', 'd4xb2', 'a1xc3', 'a3xa1', 'c3xa3', \
        'a4xa2', 'd3-c3', 'c5-d4', 'e3xc5xa3', 'a2xa4', 'c3xc5', 'a1-b2', 'c2xa2', 'a5-b4']\n";
    let folder = folder_with(&[("r.toml", record)]);
    let ran = run("play --load r.toml --color always").in_folder(folder.path()).stdin("c5\n").ends(0);
    assert_eq!(ran.stdout.matches('[').count() - ran.stdout.matches("\x1b[").count(), 2, "{}", ran.stdout);
}
