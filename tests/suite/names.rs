//! Whatever a description may call things, what is written of its games is read back.

use crate::command::{folder_with, run};
use boardwright::analysis::scenario::ScenarioFile;
use boardwright::analysis::trial;
use boardwright::diag::Sink;
use boardwright::game::{Engine, Match};
use boardwright::load::Description;
use boardwright::notation::{self, MoveText};
use boardwright::record::{Record, Setting, result_word};
use boardwright::typed::{Answer, Typed};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Boards whose sites are called in every way there is, each with a site.
const BOARDS: &[(&str, &str)] = &[
    ("grid 3 by 3", "a1"),
    ("grid 3 by 3 { numbered }", "b2"),
    ("grid 26 by 2", "x1"),
    ("points { lines a1 x1 ax1 bl2 a2 a1; lines x1 x11 x61; lines a1 a11 }", "x11"),
    ("hexagon 3", "c3"),
];

/// Names that look like moves, sites and words of records as much as names can.
fn names() -> impl Strategy<Value = Vec<String>> {
    let looks_like_a_site = |name: &str| {
        let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        digits.len() < name.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let some = prop_oneof![
        "[ax_][abx12_]{0,4}",
        "(x|xx|a|b2)(_|x)[a-c1-2_]{0,3}",
        Just("pass".to_owned()),
        Just("resign".to_owned()),
        Just("goes".to_owned()),
        Just("A1_".to_owned()),
        "n[a-z_]{63}",
    ];
    let name = some.prop_map(move |name| if looks_like_a_site(&name) { name + "_" } else { name });
    proptest::collection::btree_set(name, 10)
        .prop_map(|names: BTreeSet<String>| names.into_iter().collect())
        .prop_shuffle()
}

fn text(names: &[String], label: &str, board: (&str, &str)) -> String {
    let [option, region, one, other, first, second, third, placing, playing, player] = names else { unreachable!() };
    let (shape, site) = board;
    format!(
        "game \"{label}\" {{
  option {option} = 3 of 2, 3
  board {shape}
  sides {one}, {other}
  pieces {first}, {second}, {third}
  player {player} owns {one}
  player {other} owns {other}
  region {region} = {site}
  setup {{
    every side {first} holds {option}
    every side {second} holds 1
    every side {third} holds 1
  }}
  phase {placing}, until nobody can move {{
    place on empty and not {region}
    stuck passes
  }}
  phase {playing} {{
    jump adjacent over enemy, removing or exchanging, may continue
    step adjacent
    remove own and {third}
    stuck passes
    draw \"{label}\" when turns >= 15
    lose when count own == 0
  }}
}}
"
    )
}

/// Every listed move is read as that move, and nothing else is.
fn check_moves(position: &Match) {
    let game = position.engine().game();
    let legal = notation::sorted_legal(position);
    for (text, listed) in &legal {
        let read = MoveText::parse(game, text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read, MoveText::of(listed), "{text}");
        assert_eq!(read.find(position).as_ref(), Ok(listed), "{text}");
        assert_eq!(Typed::default().say(position, text), Answer::Move(listed.clone()), "{text}");
    }
    let texts: BTreeSet<&String> = legal.iter().map(|(text, _)| text).collect();
    assert_eq!(texts.len(), legal.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn what_is_written_of_a_game_is_read_back(
        names in names(),
        label in "[a-zA-Zé '=#\\[\\]$]{0,12}z",
        board in proptest::sample::select(BOARDS),
        choices in proptest::collection::vec(0usize..1000, 0..18),
        resigns in any::<bool>(),
    ) {
        let text = text(&names, &label, board);
        let description = Description::from_text("test.game", &text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let mut sink = Sink::default();
        description.check_all(&mut sink);
        prop_assert!(!sink.has_errors(), "{sink:?}\n{text}");
        let options = BTreeMap::from([(names[0].clone(), Setting::Number(2))]);
        let mut record = Record { game: "test.game".to_owned(), options, ..Record::default() };
        let engine = Engine::new(description.game(&record.choices()).unwrap());
        let mut position = engine.start();
        check_moves(&position);
        for choice in choices {
            let legal = notation::sorted_legal(&position);
            let Some((text, chosen)) = legal.get(choice % legal.len().max(1)) else { break };
            position.play(chosen);
            record.moves.push(text.clone());
            check_moves(&position);
        }
        if resigns && position.outcome().is_none() {
            position.resign();
            record.moves.push("resign".to_owned());
        }
        let game = engine.game();
        record.result = position.outcome().map(|outcome| result_word(game, &outcome).to_owned());
        let read = Record::read_from(record.to_toml().as_bytes(), "test.toml").unwrap();
        prop_assert_eq!(&read, &record);
        let mut again = engine.start();
        prop_assert!(read.replay(&mut again).is_ok());
        prop_assert_eq!(again.outcome(), position.outcome());

        // A scenario says the same, each name as TOML writes it.
        let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
        let outcome = position.outcome().map_or("goes on".to_owned(), |is| notation::write_outcome(game, &is));
        let legal: Vec<String> = notation::sorted_legal(&position).into_iter().map(|(text, _)| text).collect();
        let mut pieces = BTreeMap::<String, Vec<&str>>::new();
        for site in (0..game.board.len()).map(boardwright::bits::Site::new) {
            if let Some(piece) = position.piece(site) {
                let (side, kind) = (&game.sides[piece.side.index()].name, &game.kinds[piece.kind.index()].name);
                pieces.entry(format!("{side} {kind}")).or_default().push(game.board.name(site));
            }
        }
        let pieces = pieces.into_iter().map(|(piece, sites)| format!("{} = {}", quoted(&piece), quoted(&sites.join(" "))));
        let scenario = format!(
            "game = 'test.game'\n[options]\n{} = 2\n[[scenario]]\nrule = {}\nplay = {}\nlegal = {}\noutcome = {}\n\
             [scenario.then]\nphase = {}\nto_move = {}\npieces = {{ {} }}\n",
            quoted(&names[0]),
            quoted(&label),
            quoted(&record.moves.join(" ")),
            quoted(&legal.join(" ")),
            quoted(&outcome),
            quoted(&game.phases[position.phase().index()].name),
            quoted(&game.sides[position.to_move().index()].name),
            pieces.collect::<Vec<String>>().join(", "),
        );
        let file = ScenarioFile::read_from(scenario.as_bytes(), "test.test.toml").unwrap_or_else(|e| panic!("{e}\n{scenario}"));
        let scenarios = &file.scenarios.all;
        prop_assert_eq!(trial::try_out(&file, &scenarios[0], &engine).unwrap(), None, "{}", scenario);
    }
}

#[test]
fn a_kept_game_with_names_like_moves_is_gone_on_with() {
    let names = ["o", "r", "x", "a", "xeno", "a1_", "pass", "b", "c", "d"].map(str::to_owned);
    let folder = folder_with(&[("names.game", &text(&names, "end", BOARDS[0]))]);
    let run = |args: &str| run(args).in_folder(folder.path()).with_state_in(folder.path());
    run("check names.game").ends(0).says("");
    let ran = run("play names.game --seats human,human").stdin("xeno@b1\na1_@b2\nwhy pass@b3\npass@b3\nsave r.toml\n");
    ran.ends(0).says("").shows("x plays xeno@b1").shows("a plays a1_@b2").shows("`pass@b3` is legal");
    run("play --resume").stdin("xeno@c3\n").ends(0).says("").shows("a plays xeno@c3");
    run("replay r.toml").ends(0).says("").shows("pass@b3");
    assert!(fs::read_to_string(folder.path().join("r.toml")).unwrap().contains("xeno@b1"));
}
