//! `why`: whether a move is legal, and the rule that says so.

use super::Format;
use super::json::Statement;
use super::output::{self, Failure, json_line};
use super::start::PositionArgs;
use crate::notation::MoveText;
use crate::record::{DRAW, RESIGN};
use crate::source::Span;
use serde::Serialize;
use std::io::Write;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The move, as it is written.
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    asked: String,
    /// How to print.
    #[arg(long, default_value = "human")]
    format: Format,
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(rename = "move")]
    asked: &'a str,
    legal: bool,
    /// What forbids it.
    reason: Option<String>,
    /// The statement that allows or forbids it.
    statement: Option<Statement>,
}

/// Exit code 0 if the move is legal, 1 if not.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let position = args.position.position()?;
    let game = position.engine().game();
    let (reason, statement): (Option<String>, Option<Span>) = match args.asked.as_str() {
        RESIGN | DRAW => (position.outcome().map(|_| "the game is over".to_owned()), None),
        asked => match MoveText::parse(game, asked) {
            Err(error) => {
                let found = format!("{} at character {}, expected {}", error.found, error.column, error.expected);
                (Some(format!("it is not a move: {found}")), None)
            }
            Ok(text) => match text.find_with_statement(&position) {
                Ok((_, statement)) => (None, statement),
                Err(error) => (Some(error.reason.to_string()), error.statement),
            },
        },
    };
    let is_legal = reason.is_none();
    let mut out = output::stdout();
    if args.format == Format::Json {
        let statement = statement.map(|span| Statement::of(&game.sources, span));
        json_line(&mut out, &Answer { asked: &args.asked, legal: is_legal, reason, statement })?;
    } else {
        match reason {
            None => writeln!(out, "`{}` is legal", args.asked)?,
            Some(reason) => writeln!(out, "`{}` is not legal: {reason}", args.asked)?,
        }
        if let Some(span) = statement {
            writeln!(out, "{}: {}", game.sources.place(span), game.sources.words(span))?;
        }
    }
    out.flush()?;
    if is_legal { Ok(()) } else { Err(Failure::Said(1)) }
}
