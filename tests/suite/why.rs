//! The words for each thing that forbids a move.

use crate::cases::{Options, engine, play};
use crate::command::run_with;
use boardwright::analysis::laws;
use boardwright::game::Engine;
use boardwright::load::Description;
use boardwright::notation::MoveText;

const OWN: &str = r#"game "Own" {
  board grid 5 by 5
  sides white, black
  region yard { white = row 1; black = row 5 }
  setup { white on [a1, c1, e1]; black on [a5, c5, e5, b2]; every side holds 1 }
  phase play {
    first { jump adjacent over enemy, exchanging, must continue }
    else { slide orthogonal onto empty or enemy, removing; place on empty and yard and not orthogonal to enemy }
    stuck passes
    win when count enemy == 0
  }
}
"#;

const GLIDE: &str = r#"game "Glide" {
  board grid 5 by 5
  sides white, black
  setup { white on [a1]; black on [b2, d4, b4] }
  phase play {
    jump adjacent over enemy, must continue, after gliding orthogonal through row 1
    stuck loses
  }
}
"#;

/// What is said of the move after these moves; `legal` if nothing forbids it.
fn why(game: &str, after: &str, asked: &str) -> String {
    let description = match game {
        "own" => Description::from_text("own.game", OWN),
        "glide" => Description::from_text("glide.game", GLIDE),
        name => Description::load(name),
    };
    let mut position = Engine::new(description.unwrap().game(&[]).unwrap()).start();
    for word in after.split_whitespace() {
        match word {
            "resign" => position.resign(),
            word => play(&mut position, word).unwrap(),
        }
    }
    let text = MoveText::parse(position.engine().game(), asked).unwrap();
    text.find(&position).map_or_else(|error| error.to_string(), |_| "legal".to_owned())
}

#[test]
fn each_refusal_has_its_words_and_its_line() {
    let table = [
        ("konane", "", "xd5", "legal"),
        ("konane", "resign", "xd5", "the game is over"),
        ("konane", "", "pass", "`black` can move, as by `xa8`, and passes only when nothing else is left"),
        ("alquerque", "", "pass", "nobody passes here (alquerque.game:19)"),
        ("konane", "", "d5xd3", "`black` cannot jump or capture in `opening`, only take a piece off (konane.game:11)"),
        ("konane", "", "xd4", "the piece on `d4` is `white`'s, and `black` is to move"),
        ("konane", "", "xf1", "`f1` is not among the sites allowed (konane.game:12)"),
        ("konane", "xd5", "xb2", "`b2` is not beside an empty site (konane.game:13)"),
        ("konane", "xd5 xd4", "c4-d4", "`black` cannot step in `play`, only jump (konane.game:15)"),
        ("konane", "xd5 xd4", "b5-c5", "`black` cannot step in `play`, only jump (konane.game:15)"),
        ("konane", "xd5 xd4", "d5xd3", "no piece stands on `d5`"),
        ("konane", "xd5 xd4", "d7xd4", "no jump leads from `d7` to `d4` (konane.game:16)"),
        (
            "konane",
            "xd5 xd4",
            "d3xf5",
            "from `d3` to `f5` is northeast, and it goes only north, east, south, west (konane.game:16)",
        ),
        ("konane", "xd5 xd4", "d3xd5", "there is no piece on `d4` to jump (konane.game:16)"),
        ("konane", "xd5 xd4", "e4xe6", "`e6` is not empty (konane.game:16)"),
        ("konane", "xd5 xd4", "d7*d5", "a jumped piece is removed (`x`) here; write `d7xd5` (konane.game:16)"),
        ("alquerque", "d2-c3", "a4-b3", "no link leads from `a4` to `b3` (alquerque.game:18)"),
        ("alquerque", "d2-c3 d4xd2", "a3-c3", "the piece on `a3` is `black`'s, and `white` is to move"),
        ("afterleap", "", "a1-a2", "`red` cannot step in `placement`, only place a piece (afterleap.game:16)"),
        ("afterleap", "@a1 @b1", "@a1", "`a1` is not empty (afterleap.game:17)"),
        ("afterleap", "@a1 @f6 @c3 @f4", "@a2", "`a2` is beside a piece of `red` on `a1` (afterleap.game:17)"),
        ("fibonacci", "", "@a1", "`a1` is not in `home` (fibonacci.game:29)"),
        ("own", "", "a1-a2", "a jump is compulsory, such as `a1*c3` (own.game:7)"),
        ("own", "", "a1xc3", "a jumped piece is exchanged (`*`) here; write `a1*c3` (own.game:7)"),
        ("own", "", "@b1", "`b1` is beside an enemy piece on `b2` (own.game:8)"),
        ("own", "a1*c3", "e5-e1", "it captures what stands on `e1`, and is written `e5xe1` (own.game:8)"),
        ("own", "a1*c3", "e5-b5", "`c5` stands in the way (own.game:8)"),
        (
            "own",
            "a1*c3",
            "a5-b4",
            "from `a5` to `b4` is southeast, and it goes only north, east, south, west (own.game:8)",
        ),
        ("own", "a1*c3", "@a4", "`a4` is not in `yard` (own.game:8)"),
        ("own", "a1*c3 @b5 @d1 a5-a4", "@b1", "`white` has none in hand (own.game:8)"),
        ("glide", "", "a1xc3", "the piece can go on jumping from `c3`, and must, as in `a1xc3xa5` (glide.game:6)"),
        (
            "glide",
            "",
            "a1-a2xc3",
            "no way through the sites that it may glide over leads from `a1` to `a2` (glide.game:6)",
        ),
        ("glide", "", "a1-c1xe3", "there is no piece on `d2` to jump (glide.game:6)"),
        (
            "afterleap-chains",
            "@a1",
            "pass",
            "`yellow` can move, as by `@a2`, and passes only when nothing else is left (afterleap.game:18)",
        ),
    ];
    let wrong = table.into_iter().filter_map(|(game, after, asked, said)| {
        let expected = if said == "legal" { said.to_owned() } else { format!("`{asked}` is not legal: {said}") };
        let found = why(game, after, asked);
        (found != expected).then(|| format!("{game} {after} {asked}\n  {found}\n  {expected}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_command_answers_with_the_statement_and_the_exit_code() {
    run_with(&["why", "konane", "xd5"])
        .ends(0)
        .prints("`xd5` is legal\nkonane.game:12: remove own and (corners or centre)\n")
        .says("");
    run_with(&["why", "konane", "-o", "size=6", "--after", "xd3 xc3", "b3xd3xf3"])
        .ends(1)
        .prints("`b3xd3xf3` is not legal: there is no piece on `c3` to jump\nkonane.game:16: jump orthogonal over enemy, may continue straight\n")
        .says("");
    run_with(&["why", "konane", "z"])
        .ends(1)
        .prints("`z` is not legal: it is not a move: `z` at character 1, expected a site, `@`, `x` or `pass`; a legal move is `xa8`\n");
    run_with(&["why", "konane", "resign"]).ends(0).prints("`resign` is legal\n");
    run_with(&["why", "alquerque", "b2-a2", "--format", "json"]).ends(1).prints(
        "{\"move\":\"b2-a2\",\"legal\":false,\"reason\":\"`a2` is not empty\",\
         \"statement\":{\"file\":\"alquerque.game\",\"line\":18,\"text\":\"step adjacent\"}}\n",
    );
    run_with(&["why", "konane"]).ends(2);
}

#[test]
fn each_legal_move_is_explained_by_its_own_statement() {
    for game in boardwright::games::names() {
        let mut position = engine(game, &Options::new()).start();
        for turn in 0..60 {
            assert_eq!(laws::broken_anywhere(&mut position, &[]), None, "{game}, turn {turn}");
            let legal = position.legal();
            let Some(next) = legal.get(turn * 7919 % legal.len().max(1)) else { break };
            position.play(next);
        }
    }
}

const MARKS: &str = r#"game "Marks" {
  board grid 7 by 7
  pieces man, queen
  sides white, black
  setup { white on [a1, c1]; black on [b2, d4, d1, a3]; white queen holds 2 }
  phase play {
    for white { jump adjacent over enemy, removing or keeping, must continue }
    for queen { place on row 7 }
    for man { step orthogonal onto empty or enemy, removing }
    promote man to queen on row 5
    stuck passes
    draw "long" when turns >= 40
  }
}
"#;

#[test]
fn a_near_miss_is_told_what_to_write() {
    let folder = crate::command::folder_with(&[("marks.game", MARKS), ("own.game", OWN), ("glide.game", GLIDE)]);
    let table: &[(&str, &str, &str, &str)] = &[
        ("afterleap", "", "a1", "it is not a move: it ends at character 3, expected `-`, `x`, `*` or `^`; write `@a1`"),
        ("afterleap", "", "@A1", "write `@a1`"),
        ("afterleap", "", "A1", "write `@a1`"),
        ("konane", "", "D5", "write `xd5`"),
        ("konane", "", "Xd5", "write `xd5`"),
        ("konane", "", "d5x", "write `xd5`"),
        ("konane", "", "-d5", "write `xd5`"),
        ("konane", "xd5 xd4", "d7d5", "write `d7xd5`"),
        ("konane", "xd5 xd4", "D7 x D5", "write `d7xd5`"),
        ("konane", "xd5 xd4", "d7-d5", "`black` cannot step in `play`, only jump; write `d7xd5`"),
        ("konane", "xd5 xd4", "d7^d5", "a jumped piece is removed (`x`) here; write `d7xd5`"),
        ("konane", "xd5 xd4", "d7xd6xd5", "write `d7xd5`"),
        ("konane", "xd5 xd4", "d7:d5", "write `d7xd5`"),
        ("konane", "xd5 xd4", "d7xd5+", "write `d7xd5`"),
        ("konane", "xd5 xd4", "D7XD4", "it would be written `d7xd4`, and no jump leads from `d7` to `d4`"),
        ("konane", "", "0-0", "expected a site, `@`, `x` or `pass`; a legal move is `x"),
        ("konane", "", "O-O", "expected a site, `@`, `x` or `pass`; a legal move is `x"),
        ("alquerque", "", "b2-b3", "`b3` is not empty"),
        ("glide.game", "", "a1xa5", "a1xc3xa5"),
        ("glide.game", "", "a1 c3 a5", "write `a1xc3xa5`"),
        ("glide.game", "", "a1xb2xc3xb4xa5", "write `a1xc3xa5`"),
        ("marks.game", "", "c1-e1", "; write `c1^e1` or `c1xe1`"),
        ("marks.game", "", "a1-e5", "; write `a1^c3^e5`, `a1^c3xe5`, `a1xc3^e5` or `a1xc3xe5`"),
        ("marks.game", "", "a1", "; write `a1-a2`, `a1-b1`, `a1^c3^e5`, `a1^c3xe5` or another of 6"),
        ("marks.game", "", "g7", "write `queen@g7`"),
        ("marks.game", "", "@g7", "write `queen@g7`"),
        ("marks.game", "", "Queen@G7", "write `queen@g7`"),
        ("marks.game", "", "queen g7", "write `queen@g7`"),
        ("marks.game", "", "c1-d1", "it captures what stands on `d1`, and is written `c1xd1`"),
        ("marks.game", "", "c1c2=queen", "write `c1-c2`"),
        ("marks.game", "", "c1-c2=Queen", "write `c1-c2`"),
        ("own.game", "", "a1xc3", "a jumped piece is exchanged (`*`) here; write `a1*c3`"),
        ("own.game", "", "a1-c3", "write `a1*c3`"),
        ("own.game", "a1*c3", "e5-e1", "is written `e5xe1`"),
    ];
    let mut wrong = Vec::new();
    for &(game, after, asked, said) in table {
        let ran = run_with(&["why", game, "--after", after, asked]).in_folder(folder.path()).ends(1).says("");
        if !ran.stdout.contains(said) || !ran.stdout.starts_with(&format!("`{asked}` is not legal: ")) {
            wrong.push(format!("{game} {asked}\n  {}  {said}", ran.stdout));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let only_pass = ["why", "fibonacci", "PASS"];
    run_with(&only_pass).ends(1).shows("it would be written `pass`, and `");
}

#[test]
fn what_is_not_near_is_not_told() {
    run_with(&["why", "konane", "a1-b7-h8"]).ends(1).prints(
        "`a1-b7-h8` is not legal: `black` cannot glide before a jump in `opening`, only take a piece off\n\
         konane.game:11: phase opening, one turn each\n",
    );
    run_with(&["why", "konane", ""]).ends(1).shows("expected a site, `@`, `x` or `pass`; a legal move is `x");
}
