//! `why`: whether a move is legal, and the rule that says so.

use super::Format;
use super::json::Statement;
use super::output::{self, Failure, json_line};
use super::start::PositionArgs;
use crate::game::Match;
use crate::notation::{self, MoveText, ParseMoveError, shortened};
use crate::record::{DRAW, RESIGN};
use crate::source::Span;
use crate::why;
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

/// What forbids the move, if anything, and the statement that allows or forbids it.
fn reason(position: &Match, asked: &str) -> (Option<String>, Option<Span>) {
    let text = match asked {
        RESIGN | DRAW => return (position.outcome().map(|_| "the game is over".to_owned()), None),
        asked => MoveText::parse(position.engine().game(), asked),
    };
    match text {
        Err(error) => unreadable(position, asked, &error),
        Ok(text) => match text.find_with_statement(position) {
            Ok((_, statement)) => (None, statement),
            Err(error) => (Some(error.forbidden()), error.statement),
        },
    }
}

/// The same of a text that is no move as it stands: what it may mean, or why that is not legal either.
fn unreadable(position: &Match, asked: &str, error: &ParseMoveError) -> (Option<String>, Option<Span>) {
    let game = position.engine().game();
    let found = format!("it is not a move: {} at character {}, expected {}", error.found, error.column, error.expected);
    let near = why::meant(position, asked);
    let meant = why::tidied(game, asked);
    if near.is_empty()
        && let Some(meant) = meant
        && let Err(error) = meant.find(position)
    {
        let reason = format!("it would be written `{}`, and {}", meant.write(game), error.forbidden());
        return (Some(reason), error.statement);
    }
    let example = match notation::sorted_legal(position).first() {
        Some((example, _)) if near.is_empty() => format!("; a legal move is `{example}`"),
        _ => why::instead(&near),
    };
    (Some(found + &example), None)
}

/// The answer for people, a line or two.
pub(super) fn answer(position: &Match, asked: &str) -> String {
    let sources = &position.engine().game().sources;
    let (reason, statement) = reason(position, asked);
    let asked = shortened(asked);
    let mut text = match reason {
        None => format!("`{asked}` is legal\n"),
        Some(reason) => format!("`{asked}` is not legal: {reason}\n"),
    };
    if let Some(span) = statement {
        text += &format!("{}: {}\n", sources.place(span), sources.words(span));
    }
    text
}

/// Exit code 0 if the move is legal, 1 if not.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let position = args.position.position()?;
    let (reason, statement) = reason(&position, &args.asked);
    let is_legal = reason.is_none();
    let mut out = output::stdout();
    match args.format {
        Format::Json => {
            let statement = statement.map(|span| Statement::of(&position.engine().game().sources, span));
            json_line(&mut out, &Answer { asked: &args.asked, legal: is_legal, reason, statement })?;
        }
        Format::Human => write!(out, "{}", answer(&position, &args.asked))?,
    }
    out.flush()?;
    if is_legal { Ok(()) } else { Err(Failure::Said(1)) }
}
