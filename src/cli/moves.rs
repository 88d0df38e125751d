//! `moves`: the legal moves.

use super::Format;
use super::json::{Ended, Statement};
use super::output::{self, Failure, json_line};
use super::start::PositionArgs;
use crate::notation;
use crate::source::Span;
use serde::Serialize;
use std::io::Write;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Name beside each move the statement that allows it, by file and line.
    #[arg(long)]
    rules: bool,
    /// How to print.
    #[arg(long, default_value = "human")]
    format: Format,
}

#[derive(Serialize)]
struct Moves {
    moves: Vec<String>,
    /// The statement of each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Vec<Option<Statement>>>,
    side: String,
    phase: String,
    outcome: Option<Ended>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let position = args.position.position()?;
    let game = position.engine().game();
    let moves = notation::sorted_legal_with_statements(&position);
    let mut out = output::stdout();
    if args.format == Format::Json {
        let statement = |span: &Option<Span>| span.map(|span| Statement::of(&game.sources, span));
        let rules = args.rules.then(|| moves.iter().map(|(_, _, span)| statement(span)).collect());
        let moves = moves.into_iter().map(|(text, _, _)| text).collect();
        let side = game.sides[position.to_move().index()].name.clone();
        let phase = game.phases[position.phase().index()].name.clone();
        json_line(&mut out, &Moves { moves, rules, side, phase, outcome: Ended::of_position(&position) })?;
    } else {
        let width = moves.iter().map(|(text, _, _)| text.len()).max().unwrap_or(0);
        for (text, _, span) in &moves {
            match span.filter(|_| args.rules) {
                Some(span) => writeln!(out, "{text:width$}  {}", game.sources.place(span))?,
                None => writeln!(out, "{text}")?,
            }
        }
    }
    out.flush()?;
    if let Some(outcome) = position.outcome() {
        output::note(&format!("the game is over: {}", notation::write_outcome(game, &outcome)));
    }
    Ok(())
}
