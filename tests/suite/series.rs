//! `match` and `stats`: many games, and what they tell.

use crate::command::run;
use serde_json::Value;

fn json(args: &str) -> Value {
    serde_json::from_str(&run(args).ends(0).stdout).unwrap()
}

#[test]
fn a_match_tells_who_won_with_intervals() {
    let expected = "\
Konane: 7 games, seed 1, 23.3 plies on average
player   points  95 % interval    won  drawn   lost  won as black  won as white
random   28.6 %  8.2 to 64.1        2      0      5         0.0 %        66.7 %
random   71.4 %  35.9 to 91.8       5      0      2        33.3 %       100.0 %
";
    let ran = run("match konane random random -o size=6 --games 7").ends(0);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (expected, ""));
    assert_eq!(run("match konane random random -o size=6 --games 7 --threads 1").ends(0).stdout, expected);
    assert_ne!(run("match konane random random -o size=6 --games 7 --seed 2").ends(0).stdout, expected);
    let result = json("match konane random random -o size=6 --games 7 --format json");
    assert_eq!((&result["games"], &result["seed"], &result["cut"]), (&7.into(), &1.into(), &0.into()));
    let [first, second] = &result["players"].as_array().unwrap()[..] else { panic!("two players") };
    assert_eq!((&first["wins"]["count"], &first["losses"]), (&2.0.into(), &5.into()));
    assert_eq!((&second["wins_by_seat"][1]["count"], &second["wins_by_seat"][1]["of"]), (&4.0.into(), &4.into()));
}

#[test]
fn nothing_is_told_of_a_seat_that_was_not_played() {
    let ran = run("match konane random random -o size=6 --games 1").ends(0);
    ran.prints(
        "\
Konane: 1 game, seed 1, 26.0 plies on average
player   points  95 % interval    won  drawn   lost  won as black  won as white
random    0.0 %  0.0 to 79.3        0      0      1         0.0 %             -
random  100.0 %  20.7 to 100.0      1      0      0             -       100.0 %
",
    );
}

#[test]
fn what_more_seats_were_won_stands_below() {
    run("match afterleap random random random -o players=3 --games 3").ends(0).prints(
        "\
Afterleap: 3 games, seed 1, 65.0 plies on average
player   points  95 % interval    won  drawn   lost
random   33.3 %  6.1 to 79.2        1      0      2
random   33.3 %  6.1 to 79.2        1      0      2
random   33.3 %  6.1 to 79.2        1      0      2
random  won 0.0 % as red, 100.0 % as yellow, 0.0 % as green
random  won 100.0 % as red, 0.0 % as yellow, 0.0 % as green
random  won 0.0 % as red, 0.0 % as yellow, 100.0 % as green
",
    );
}

#[test]
fn openings_are_played_by_both() {
    let won = |args: &str| json(args)["players"][0]["wins"]["count"].as_f64().unwrap();
    // Where all is played at random, each wins one game of each opening.
    assert_eq!(won("match konane random random --opening 1000 --games 10 --format json"), 5.0);
}

#[test]
fn games_cut_off_are_draws() {
    let shown = run("match afterleap random random random -o players=3 --games 3 --cap 5").ends(0).stdout;
    assert!(shown.ends_with("\namong the draws, not over after 5 plies: 3\n"), "{shown}");
    assert_eq!(shown.matches("33.3 %").count(), 3, "{shown}");
}

#[test]
fn a_match_needs_players_who_fit() {
    let says = |args: &str| run(args).ends(2).stderr;
    assert_eq!(says("match konane random"), "error: the game has 2 players, not 1\n");
    assert_eq!(says("match konane random human"), "error: a human cannot play a series of games\n");
    for args in ["match konane random robot", "stats konane --players robot"] {
        assert!(says(args).contains("`robot` is no kind of player: expected `random`, `ai`"), "{args}");
    }
    assert!(says("match konane").contains("<PLAYER>"));
    assert!(says("match konane random random --games 0").contains("'--games <N>'"));
    assert!(says("match konane random random --threads 0").contains("'--threads <N>'"));
    assert_eq!(says("stats konane --players random,random,random"), "error: the game has 2 players, not 3\n");
}

#[test]
fn statistics_are_a_report_for_authors() {
    let expected = "\
Alquerque: 20 games, seed 1, players random, random

results               95 % interval
  50.0 %        10    29.9 to 70.1   white wins
  50.0 %        10    29.9 to 70.1   black wins

decided by
 100.0 %        20   83.9 to 100.0   alquerque.game:19: stuck loses

                         least  median    mean    most
plies in a game           22.0    37.0    40.1    72.0
moves to choose from       4.6     6.1     6.1     7.6
pieces captured           14.0    20.5    19.9    23.0

  70.6 % of turns leave a choice
   0.0 % of turns are passes
";
    assert_eq!(run("stats alquerque --games 20").ends(0).stdout, expected);
    assert_eq!(run("stats alquerque --games 20 --players random,random").ends(0).stdout, expected);
}

#[test]
fn statistics_name_draws_and_what_decided() {
    let report = json("stats afterleap -o players=3 --games 60 --cap 100 --format json");
    let counts = |list: &Value| -> f64 {
        list.as_array().unwrap().iter().map(|entry| entry["games"]["count"].as_f64().unwrap()).sum()
    };
    let drawn: f64 = report["draws"].as_object().unwrap().values().map(|share| share["count"].as_f64().unwrap()).sum();
    let cut = report["cut"]["count"].as_f64().unwrap();
    assert_eq!(counts(&report["wins"]) + drawn + cut, 60.0, "{report}");
    assert_eq!(counts(&report["endings"]) + cut, 60.0, "{report}");
    let players: Vec<&Value> = report["wins"].as_array().unwrap().iter().map(|won| &won["player"]).collect();
    assert_eq!(players, ["red", "yellow", "green"]);
    assert_eq!(report["endings"][0]["file"], "afterleap.game");
    assert!(report["endings"][0]["text"].as_str().unwrap().starts_with("win "), "{report}");
    assert!(report["plies"]["most"].as_f64().unwrap() <= 100.0);
}
