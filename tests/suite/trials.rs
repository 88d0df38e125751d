//! Scenario files: those shipped hold, and what a wrong one is told.

use crate::command::{run, run_with};
use std::path::{Path, PathBuf};

fn shipped() -> Vec<PathBuf> {
    let list =
        |folder: &Path| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    let folders = list(&Path::new(env!("CARGO_MANIFEST_DIR")).join("games"));
    let files = folders.iter().flat_map(|folder| list(folder));
    files.filter(|path| path.to_str().unwrap().ends_with(".test.toml")).collect()
}

#[test]
fn every_game_ships_scenarios_and_they_hold() {
    let files = shipped();
    for name in boardwright::games::names() {
        let own = format!("{name}.test.toml");
        assert!(files.iter().any(|path| path.ends_with(&own)), "games/{own} is missing");
    }
    for file in files {
        run_with(&["test", file.to_str().unwrap()]).ends(0).says("").shows("hold");
    }
}

#[test]
fn who_has_resigned_is_looked_at() {
    let text = |resigned: &str| {
        let then = format!("then.resigned = '{resigned}'");
        format!("game = 'afterleap'\noptions.players = 3\n[[scenario]]\nrule = 'red leaves'\nplay = 'resign'\n{then}\n")
    };
    run("test -").stdin(text("red")).ends(0).prints("stdin: 1 scenario holds\n");
    run("test -").stdin(text("green")).ends(1).shows("\n  `green` is in play, expected resigned\n");
}

#[test]
fn scenarios_that_hold_are_counted() {
    let text = "game = 'konane'\n[[scenario]]\nrule = 'four first moves'\nlegal = ['xa8', 'xd5', 'xe4', 'xh1']\n";
    run("test -").stdin(text).ends(0).prints("stdin: 1 scenario holds\n").says("");
    run("test - --format json").stdin(text).ends(0).prints("{\"file\":\"-\",\"scenarios\":1,\"failures\":[]}\n");
    run("test no/such.toml").ends(2).prints("").mentions("cannot read `no/such.toml`");
}

#[test]
fn a_failure_shows_the_difference_and_the_board() {
    let text = "game = 'konane'\n\
                options = { size = 6 }\n\
                [[scenario]]\n\
                rule = 'a wrong one'\n\
                position = { phase = 'play', to_move = 'black', pieces = { black = 'a2 f1', white = 'b2 d2' } }\n\
                legal = 'a2xc2 f1xd1'\n\
                allows = 'a2xc2'\n\
                forbids = 'a2xc2'\n\
                outcome = 'white wins'\n\
                perft = [2, 9]\n\
                then = { to_move = 'white', captured = { black = 1 }, pieces = { black = 'a2', white = 'b2 d2 f1' } }\n\
                [[scenario]]\n\
                rule = 'a move that is none'\n\
                play = 'xd3 xb2'\n\
                outcome = 'goes on'\n";
    run("test -").stdin(text).ends(1).says("").prints(
        "stdin:4: a wrong one\n\
        \u{20} `a2xc2xe2` is legal, though not listed\n\
        \u{20} `f1xd1` is not legal: there is no piece on `e1` to jump (konane.game:16)\n\
        \u{20} `a2xc2` is legal, though forbidden\n\
        \u{20} the outcome is `goes on`, expected `white wins`\n\
        \u{20} there are 1 sequences of 2 plies, expected 9\n\
        \u{20} `f1` is `black`'s, expected `white`'s\n\
        \u{20} what `black` captured is 0, expected 1\n\
        \u{20} the side to move is `black`, expected `white`\n\
        \u{20}    6 . . . . . .\n\
        \u{20}    5 . . . . . .\n\
        \u{20}    4 . . . . . .\n\
        \u{20}    3 . . . . . .\n\
        \u{20}    2 B W . W . .\n\
        \u{20}    1 . . . . . B\n\
        \u{20}      a b c d e f\n\
        \u{20}   play: black (B) to move\n\
         stdin:13: a move that is none\n\
        \u{20} the moves cannot be played: ply 1: `xb2` is not legal: `b2` is not beside an empty site (konane.game:13)\n\
        \u{20} legal: xc3 xd2 xd4 xe3\n\
        \u{20}    6 B W B W B W\n\
        \u{20}    5 W B W B W B\n\
        \u{20}    4 B W B W B W\n\
        \u{20}    3 W B W . W B\n\
        \u{20}    2 B W B W B W\n\
        \u{20}    1 W B W B W B\n\
        \u{20}      a b c d e f\n\
        \u{20}   opening: white (W) to move\n\
         stdin: 0 of 2 scenarios hold\n",
    );
}

#[test]
fn what_is_wrong_in_a_file_is_told_at_its_place() {
    let scenario = |rest: &str| format!("game = 'konane'\n[[scenario]]\nrule = 'a rule'\n{rest}\n");
    let table = [
        ("legal = 'xa8 a'", "4:9: `a` is not a move: `a` at character 1, expected a site, `@`, `x` or `pass`"),
        (
            "leagl = ''",
            "4:1: unknown field `leagl`, expected one of `rule`, `options`, `position`, `play`, `legal`, `allows`, `forbids`, `outcome`, `perft`, `then`",
        ),
        (
            "legal = 5",
            "4:9: invalid type: integer `5`, expected words in quotes with blanks between them, or a list of words",
        ),
        ("outcome = 'red wins'", "4:11: the game has no player `red`, only `black`, `white`"),
        ("outcome = 'black'", "4:11: `black` is no outcome, write `black wins`, `draw by …` or `goes on`"),
        ("position.phase = 'ply'", "4:18: the game has no phase `ply`, only `opening`, `play`"),
        ("position.pieces = { black = 'a9' }", "4:29: the board has no site `a9`"),
        ("position.pieces = { blue = 'a1' }", "4:28: the game has no side `blue`, only `black`, `white`"),
        ("position.pieces = { black = 'a1', white = 'a1' }", "3:8: the position cannot be set up: two pieces on a1"),
        ("options = { size = 7 }", "3:8: the option `size` cannot be `7`; allowed are `6`, `8`, `10` and `12`"),
        ("then.hands = { black = -1 }", "4:24: invalid value: integer `-1`, expected a whole number from 0 to 255"),
        ("then.hands = { black = 256 }", "4:24: invalid value: integer `256`, expected a whole number from 0 to 255"),
        (
            "play = 'xa8'",
            "3:8: the scenario says nothing of what must hold: add `legal`, `allows`, `forbids`, `outcome`, `perft` or `then`",
        ),
        ("allows = ''", "4:10: `allows` is empty, and would hold in any position"),
        ("legal = 'xa8 xd5 xe4 xh1'\nforbids = []", "5:11: `forbids` is empty, and would hold in any position"),
        ("perft = []", "4:9: `perft` is empty, and would hold in any position"),
        ("then = {}", "3:8: `then` is empty, and would hold in any position"),
        ("then = { hands = {}, resigned = '' }", "3:8: `then` is empty, and would hold in any position"),
    ];
    for (rest, message) in table {
        run("test -").stdin(scenario(rest)).ends(1).prints("").says(&format!("error: stdin:{message}\n"));
    }
}

#[test]
fn a_file_without_scenarios_holds_nothing() {
    let says = "error: stdin:1:1: there is no scenario in the file\n";
    run("test -").stdin("game = 'konane'\nscenario = []\n").ends(1).prints("").says(says);
}

#[test]
fn in_a_game_of_several_kinds_pieces_are_of_one() {
    let text =
        "game = 'english-draughts'\n[[scenario]]\nrule = 'a rule'\nposition.pieces = { white = 'a1' }\nlegal = ''\n";
    let says = "4:29: of which kind are the pieces of `white`? write `white man` or `white king`";
    run("test -").stdin(text).ends(1).prints("").says(&format!("error: stdin:{says}\n"));
}

#[test]
fn scenarios_are_tried_on_another_game() {
    let text = "game = 'konane'\n[[scenario]]\nrule = 'four first moves'\nlegal = 'xa8 xd5 xe4 xh1'\n";
    run("test - --game konane-turning")
        .stdin(text)
        .ends(1)
        .shows("`xa8` is not legal: `a8` is not among the sites allowed (konane-turning.game:5)");
}
