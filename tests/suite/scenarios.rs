//! Hand-made positions, one line of the rules each.

use crate::cases::{Ended, Options, check_all, ended, engine, legal, play};
use boardwright::game::{Engine, Piece, Setup};
use boardwright::model::{Kind, PhaseId, Player, Side};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Scenario {
    id: String,
    game: String,
    options: Options,
    rule: String,
    position: Option<Position>,
    play: Vec<String>,
    legal: Option<Vec<String>>,
    #[serde(default, deserialize_with = "given")]
    outcome: Option<Option<Ended>>,
    text: Vec<String>,
}

/// Tells a `null` from what is left out.
fn given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<Ended>>, D::Error> {
    Option::deserialize(from).map(Some)
}

#[derive(Deserialize)]
struct Position {
    pieces: BTreeMap<String, usize>,
    to_move: usize,
    #[serde(default)]
    phase: String,
    #[serde(default)]
    hands: Vec<u8>,
    #[serde(default)]
    captures: Vec<u16>,
    #[serde(default)]
    resigned: Vec<usize>,
}

fn set_up(engine: &Engine, position: &Position) -> Setup {
    let game = engine.game();
    let piece = |(name, side): (&String, &usize)| {
        let site = game.board.site(name).expect("the site is on the board");
        (site, Piece { side: Side::new(side - 1), kind: Kind(0) })
    };
    let last_phase = PhaseId::new(game.phases.len() - 1);
    let (phase, last_turns) = match position.phase.as_str() {
        "open1" | "open2" | "place" => (PhaseId(0), false),
        "" | "move" => (last_phase, false),
        "final" => (last_phase, true),
        other => panic!("no phase is called {other}"),
    };
    Setup {
        pieces: position.pieces.iter().map(piece).collect(),
        hands: position.hands.iter().map(|&held| vec![held]).collect(),
        captured: position.captures.clone(),
        resigned: position.resigned.iter().map(|player| Player::new(player - 1)).collect(),
        phase,
        to_move: Side::new(position.to_move - 1),
        last_turns,
        ..Setup::default()
    }
}

fn scenarios() -> Vec<Scenario> {
    serde_json::from_str(include_str!("../cases/scenarios.json")).unwrap()
}

#[test]
fn every_scenario_holds() {
    check_all(&scenarios(), |scenario| {
        let engine = engine(&scenario.game, &scenario.options);
        let name = format!("{} {}", scenario.id, scenario.rule);
        let mut position = match &scenario.position {
            None => engine.start(),
            Some(position) => engine.set_up(&set_up(&engine, position)).map_err(|error| format!("{name}: {error}"))?,
        };
        for text in &scenario.play {
            play(&mut position, text).map_err(|error| format!("{name}: {error}"))?;
        }
        let found = legal(&position);
        if let Some(wanted) = scenario.legal.as_ref().filter(|&wanted| *wanted != found) {
            return Err(format!("{name}: legal\n  {found:?}, not\n  {wanted:?}"));
        }
        let found = ended(&position);
        if let Some(wanted) = scenario.outcome.as_ref().filter(|&wanted| *wanted != found) {
            return Err(format!("{name}: ended {found:?}, not {wanted:?}"));
        }
        Ok(())
    });
}

#[test]
fn the_board_is_drawn_as_the_scenarios_draw_it() {
    // Elsewhere the cases draw the pieces by numbers.
    let by_letters = |line: &String| line.ends_with(" B") || line.contains(" B ") || line.contains(" W ");
    let mut drawn = scenarios();
    drawn.retain(|scenario| scenario.text.iter().any(by_letters));
    assert!(drawn.len() > 10);
    check_all(&drawn, |scenario| {
        let engine = engine(&scenario.game, &scenario.options);
        let mut position = match &scenario.position {
            None => engine.start(),
            Some(position) => engine.set_up(&set_up(&engine, position)).map_err(|error| error.to_string())?,
        };
        for text in &scenario.play {
            play(&mut position, text)?;
        }
        let board: Vec<String> = boardwright::diagram::draw(&position).lines().map(str::to_owned).collect();
        match scenario.text.starts_with(&board) {
            true => Ok(()),
            false => Err(format!("{}: drawn\n{}", scenario.id, board.join("\n"))),
        }
    });
}
