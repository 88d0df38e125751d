//! `moves`: the legal moves.

use super::Format;
use super::json::Ended;
use super::output::{self, Failure, json_line};
use super::start::PositionArgs;
use crate::notation;
use serde::Serialize;
use std::io::Write;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// How to print.
    #[arg(long, default_value = "human")]
    format: Format,
}

#[derive(Serialize)]
struct Moves {
    moves: Vec<String>,
    side: String,
    phase: String,
    outcome: Option<Ended>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let position = args.position.position()?;
    let game = position.engine().game();
    let moves: Vec<String> = notation::sorted_legal(&position).into_iter().map(|(text, _)| text).collect();
    let mut out = output::stdout();
    if args.format == Format::Json {
        let side = game.sides[position.to_move().index()].name.clone();
        let phase = game.phases[position.phase().index()].name.clone();
        json_line(&mut out, &Moves { moves, side, phase, outcome: Ended::of_position(&position) })?;
    } else {
        moves.iter().try_for_each(|text| writeln!(out, "{text}"))?;
    }
    out.flush()?;
    if let Some(outcome) = position.outcome() {
        let _ = writeln!(std::io::stderr(), "the game is over: {}", notation::write_outcome(game, &outcome));
    }
    Ok(())
}
