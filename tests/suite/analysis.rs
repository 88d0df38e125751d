//! `check --play`, `compare` and `replay --trace`: what they print.

use crate::command::{folder_with, run, run_with};

#[test]
fn random_games_show_what_of_the_rules_they_used() {
    run("check konane-small --play 5").ends(0).says("").prints(
        "konane-small: all is well, 1 combination of options checked\n\
         konane-small: 5 random games, 27.8 plies on average, 31 at most\n\
        \u{20}    60.0 %  black wins\n\
        \u{20}    40.0 %  white wins\n\
        \u{20}         5  konane.game:11: phase opening, one turn each\n\
        \u{20}         5  konane.game:12: remove own and (corners or centre)\n\
        \u{20}         5  konane.game:13: remove own and orthogonal to empty\n\
        \u{20}         5  konane.game:15: phase play\n\
        \u{20}       129  konane.game:16: jump orthogonal over enemy, may continue straight\n\
        \u{20}         7    continue: a second jump\n\
        \u{20}         5  konane.game:17: stuck loses\n\
         everything came about\n",
    );
    run("check konane --play 2 --seed 3 --format json").ends(0).shows("\"games\":8").shows("\"broken\":[]");
    let alone = run("check fibonacci-seven --play 3 --threads 1").ends(0).says("").stdout;
    for threads in ["", " --threads 3"] {
        run(&format!("check fibonacci-seven --play 3{threads}")).ends(0).prints(&alone);
    }
    run("check konane --seed 3").ends(2);
}

#[test]
fn random_games_are_played_with_the_options_chosen() {
    let all = run("check afterleap --play 1").ends(0).shows("afterleap: 6 random games, ");
    let two = run("check afterleap --play 1 -o players=2").ends(0).shows("afterleap: 2 random games, ");
    let one = run("check afterleap --play 1 -o players=2 -o chains=yes").ends(0).shows("afterleap: 1 random game, ");
    for ran in [all, two, one] {
        ran.shows("all is well, 6 combinations of options checked\n");
    }
    run("check afterleap --play 1 -o players=5").ends(2).mentions("the option `players` cannot be `5`");
    run("check afterleap --play 1 -o size=5").ends(2).mentions("there is no option `size`");
    run("check afterleap -o players=2").ends(2).mentions("--play");
}

/// A game of a phase of one turn each and one that follows, which say this of how it ends.
fn phases(first: &str, second: &str) -> String {
    format!(
        "game \"Begun\" {{
  board grid 3 by 3
  sides white, black
  setup {{ white on [a1]; black on [c3] }}
  phase opening, one turn each {{
    step orthogonal
    {first}
  }}
  phase play {{
    jump orthogonal over enemy
    {second}
  }}
}}
"
    )
}

#[test]
fn an_ending_that_comes_about_as_a_phase_begins_is_counted() {
    let won = phases("draw \"never\" when turns >= 9", "stuck loses; win when turns >= 2");
    run("check - --play 3").stdin(won).ends(0).shows(
        "    100.0 %  white wins\n\
        \u{20}         3  stdin:5: phase opening, one turn each\n\
        \u{20}         6  stdin:6: step orthogonal\n\
        \u{20}     never  stdin:7: draw \"never\" when turns >= 9\n\
        \u{20}         3  stdin:9: phase play\n\
        \u{20}     never  stdin:10: jump orthogonal over enemy\n\
        \u{20}     never  stdin:11: stuck loses\n\
        \u{20}         3  stdin:11: win when turns >= 2\n",
    );
    let lost = phases("draw \"never\" when turns >= 9", "stuck loses; win when turns >= 9");
    run("check - --play 3").stdin(lost).ends(0).shows("          3  stdin:11: stuck loses\n");
}

#[test]
fn a_game_that_is_over_before_its_first_move_is_wrong() {
    let won = phases("win when count own == 1", "stuck loses").replace("win when", "win when turns == 0 and");
    let ran = run("check - --play 3").stdin(won.clone()).ends(1).shows("          3  stdin:7: win when turns == 0");
    ran.shows("          3  stdin:5: phase opening").shows("\nwrong: 3 games are over before the first move\n");
    run("stats - --games 3").stdin(won.clone()).ends(0).shows("stdin:7: win when turns == 0");
    run("check - --play 1 --format json").stdin(won).ends(1).shows("\"over_at_start\":1,");
    let stuck = "game \"Still\" {
  board grid 3 by 3
  sides white, black
  setup { white on [a1]; black on [c3] }
  phase play { jump orthogonal over enemy; stuck loses }
}
";
    let ran = run("check - --play 2").stdin(stuck).ends(1).shows("          2  stdin:5: stuck loses\n");
    ran.shows("    100.0 %  black wins\n").shows("wrong: 2 games are over before the first move\n");
    // A first phase in which nobody can move gives way to the next.
    let text = phases("stuck passes", "stuck draws").replace("one turn each", "until nobody can move");
    let ran = run("check - --play 2").stdin(text.replace("step orthogonal", "jump orthogonal over enemy")).ends(1);
    ran.shows("2  stdin:5: phase opening")
        .shows("2  stdin:9: phase play")
        .shows("          2  stdin:11: stuck draws\n");
}

const UNUSED: &str = "game \"Unused\" {
  board grid 2 by 2
  sides white, black
  setup { white on [a1]; black on [b2] }
  phase play {
    step orthogonal
    jump orthogonal over enemy
    stuck passes
    draw \"long\" when turns >= 10
  }
}
";

/// All jumps take one piece, so that the first choice leaves nothing out; the second does in the first turn.
const CHOICES: &str = "game \"Choices\" {
  board grid 3 by 3
  sides white, black
  setup { white on [a1, b1]; black on [a3, b3] }
  phase play {
    first { jump orthogonal over enemy; choose most count jumped }
    else { step orthogonal; choose least count (mover and corners) }
    stuck passes
    draw \"short\" when turns >= 1
  }
}
";

#[test]
fn a_choice_that_never_leaves_a_move_out_is_said() {
    let ran = run("check - --play 3").stdin(CHOICES).ends(0).shows("3  stdin:7: choose least count");
    ran.shows("never  stdin:6: choose most count jumped\n");
}

#[test]
fn what_never_comes_about_is_said_and_games_that_do_not_end() {
    run("check - --play 3 --cap 4")
        .stdin(UNUSED)
        .ends(1)
        .shows("100.0 %  not over after 4 plies\n")
        .shows("\nwrong: 3 games are not over after 4 plies; a higher `--cap` shows whether games end at all\n");
    run("check - --play 3 --cap 4 --format json").stdin(UNUSED).ends(1).shows("\"cut\":3,\"over_at_start\":0,");
    let ran = run("check - --play 3").stdin(UNUSED).ends(0).shows("100.0 %  draw by long\n");
    ran.shows("      never  stdin:7: jump orthogonal over enemy\n").shows("never came about\n");
}

#[test]
fn games_are_compared_until_they_part() {
    run("compare konane konane-turning")
        .ends(1)
        .prints("they part at the start\n  only `konane` allows xa8 xh1\n")
        .says("");
    run("compare alquerque alquerque-alfonso --format json").ends(1).prints(
        "{\"agree\":false,\"depth\":null,\"positions\":null,\"games\":100,\"difference\":{\"moves\":[\"b2-c3\"],\
         \"only_a\":[],\"only_b\":[\"a3-b2\",\"b3-b2\"],\"shortest\":true}}\n",
    );
    run("compare alquerque alquerque --depth 2 --games 3")
        .ends(0)
        .prints("the same moves in all 10 positions of the first 2 plies\nthe same moves in 3 random games\n");
    run("compare konane konane-small --options-a size=6 --games 2").ends(0).shows("the same moves in 2 random games\n");
    run("compare afterleap --options-a chains=no --options-b chains=yes --depth 1")
        .ends(1)
        .shows("they part in a random game, after ")
        .shows("  only `afterleap chains=yes` allows ");
    run("compare konane no-such-game").ends(2);
    for alone in ["compare konane", "compare konane -o size=6", "compare konane --options-a size=8"] {
        run(alone).ends(2).prints("").says(
            "error: this compares `konane` with itself: name another game, as in `compare konane OTHER`, or other options, \
             as in `compare konane --options-a NAME=VALUE --options-b NAME=VALUE`\n",
        );
    }
    let konane = boardwright::games::text("konane").unwrap();
    run("compare - --options-a size=6 --depth 0").stdin(konane).ends(1).shows("they part at the start\n");
    run("compare konane -o size=7").ends(2);
}

#[test]
fn games_that_end_otherwise_part_there() {
    let folder = tempfile::tempdir().unwrap();
    let text = boardwright::games::text("alquerque").unwrap();
    std::fs::write(folder.path().join("one.game"), text).unwrap();
    std::fs::write(folder.path().join("two.game"), text.replace("stuck loses", "stuck draws")).unwrap();
    std::fs::write(folder.path().join("three.game"), text.replace("repeats >= 3", "turns >= 1")).unwrap();
    run("compare one.game two.game --depth 1")
        .in_folder(folder.path())
        .ends(1)
        .shows("black wins\n")
        .shows("draw by stuck\n");
    run("compare one.game three.game").in_folder(folder.path()).ends(1).prints(
        "they part after b2-c3\n  only `one.game` allows d4xb2\n  `one.game`: black to move\n  `three.game`: draw by repetition\n",
    );
}

#[test]
fn a_trace_tells_each_turn() {
    let record = "game = 'alquerque'\nmoves = ['d2-c3', 'd4xd2', 'draw']\n";
    run("replay - --trace").stdin(record).ends(0).shows(
        "   0  white  play  d2-c3  (of 4)\n\
        \u{20}     by alquerque.game:18: step adjacent\n\
        \u{20}     `white`'s piece goes from `d2` to `c3`\n\
        \u{20}     no   alquerque.game:20: draw \"repetition\" when repeats >= 3\n\
        \u{20}     no   alquerque.game:19: stuck loses\n\
        \u{20}  1  black  play  d4xd2  (of 2)\n\
        \u{20}     by alquerque.game:17: jump adjacent over enemy, must continue\n",
    );
    let record = "game = 'konane'\nmoves = ['xd5', 'xd4']\n";
    run("replay - --trace --format json").stdin(record).ends(0).shows(
        "\"move\":\"xd5\",\"trace\":{\"statement\":{\"file\":\"konane.game\",\"line\":12,\
         \"text\":\"remove own and (corners or centre)\"},\"changes\":[\"`black`'s piece on `d5` comes off\"],\"endings\":[]}}\n",
    );
    // In the phase that follows, whoever is stuck loses.
    run("replay - --trace").stdin(record).ends(0).shows(
        "      `white`'s piece on `d4` comes off\n\
        \u{20}     no   konane.game:17: stuck loses\n",
    );
}

#[test]
fn a_trace_tells_captures_hop_by_hop_and_how_the_game_ends() {
    let folder = tempfile::tempdir().unwrap();
    let text = "game \"Hops\" {
  board grid 5 by 5
  sides white, black
  setup { white on [a1]; black on [b2, d4] }
  phase play {
    jump adjacent over enemy, removing or exchanging, may continue
    stuck passes
    draw \"never\" when turns >= 50
    win when count enemy == 0
  }
}
";
    std::fs::write(folder.path().join("hops.game"), text).unwrap();
    let record = "game = 'hops.game'\nmoves = ['a1*c3xe5']\nresult = 'white'\n";
    std::fs::write(folder.path().join("r.toml"), record).unwrap();
    run_with(&["replay", "r.toml", "--trace"]).in_folder(folder.path()).ends(0).shows(
        "      by hops.game:6: jump adjacent over enemy, removing or exchanging, may continue\n\
        \u{20}     `white`'s piece jumps from `a1` to `c3`, and `black`'s piece on `b2` becomes `white`'s\n\
        \u{20}     `white`'s piece jumps from `c3` to `e5`, and `black`'s piece on `d4` comes off\n\
        \u{20}     no   hops.game:8: draw \"never\" when turns >= 50\n\
        \u{20}     yes  hops.game:9: win when count enemy == 0\n",
    );
}

#[test]
fn a_trace_tells_what_stays_until_the_end_of_a_chain() {
    let text = "game \"Hops\" {
  board grid 5 by 5
  sides white, black
  setup { white on [a1]; black on [b2, d4] }
  phase play {
    jump adjacent over enemy, removing or exchanging at end, may continue
    stuck loses
  }
}
";
    let folder = folder_with(&[
        ("hops.game", text),
        ("two.toml", "game = 'hops.game'\nmoves = ['a1xc3*e5']\n"),
        ("one.toml", "game = 'hops.game'\nmoves = ['a1xc3']\n"),
    ]);
    run_with(&["replay", "two.toml", "--trace"]).in_folder(folder.path()).ends(0).shows(
        "      by hops.game:6: jump adjacent over enemy, removing or exchanging at end, may continue\n\
        \u{20}     `white`'s piece jumps from `a1` to `c3`, and `black`'s piece on `b2` stays until the end\n\
        \u{20}     `white`'s piece jumps from `c3` to `e5`, and `black`'s piece on `d4` stays until the end\n\
        \u{20}     `black`'s piece on `b2` comes off\n\
        \u{20}     `black`'s piece on `d4` becomes `white`'s\n\
        \u{20}     yes  hops.game:7: stuck loses\n",
    );
    run_with(&["replay", "one.toml", "--trace"]).in_folder(folder.path()).ends(0).shows(
        "      `white`'s piece jumps from `a1` to `c3`, and `black`'s piece on `b2` comes off\n\
        \u{20}     no   hops.game:7: stuck loses\n",
    );
}
