//! `replay`: records, ply by ply.

use super::Format;
use super::json::{Ended, Statement};
use super::output::{self, Failure, json_line};
use super::start::{self, Opened};
use crate::analysis::trace::{self, Turn};
use crate::game::Looked;
use crate::game::Match;
use crate::record::{DRAW, Done, RESIGN, Step};
use crate::source::{Sources, shown};
use crate::{diagram, notation};
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Records to play through; `-` is stdin.
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<PathBuf>,
    /// Tell of each turn the statement used, what it changed, and how the endings stand after it.
    #[arg(long)]
    trace: bool,
    /// How to print.
    #[arg(long, default_value = "human")]
    format: Format,
}

/// A position of the game, with the move played there or, at the end, the outcome.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<&'a str>,
    ply: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<&'a str>,
    legal: &'a [String],
    #[serde(flatten)]
    next: Next<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Traced<'a>>,
}

/// What is told of a turn.
#[derive(Serialize)]
struct Traced<'a> {
    statement: Option<Statement>,
    changes: &'a [String],
    endings: Vec<Ending>,
}

#[derive(Serialize)]
struct Ending {
    #[serde(flatten)]
    statement: Statement,
    /// None if it was not looked at, since one before it had ended the game.
    fired: Option<bool>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Next<'a> {
    Move(&'a str),
    Outcome(Option<Ended>),
}

/// Plays every record, also after one that is wrong; the worst exit code stands.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = output::stdout();
    let mut worst = 0;
    for path in &args.records {
        let name = &shown(path);
        let named = (args.records.len() > 1).then_some(name.as_str());
        match start::open_record(path) {
            Ok(Opened { steps, position: end, .. }) => {
                let turns = if args.trace { trace::turns(end.engine(), &words(&steps)) } else { Vec::new() };
                match args.format {
                    Format::Json => print_json(&mut out, named, &steps, &turns, &end)?,
                    Format::Human => print_human(&mut out, name, &steps, &turns, &end)?,
                }
            }
            Err(failure) => {
                out.flush()?;
                worst = worst.max(output::report(&failure));
            }
        }
    }
    out.flush()?;
    if worst == 0 { Ok(()) } else { Err(Failure::Said(worst)) }
}

/// The words that did it.
fn words(steps: &[Step]) -> Vec<String> {
    let word = |step: &Step| match &step.done {
        Done::Moved(text) => text.clone(),
        Done::Resigned => RESIGN.to_owned(),
        Done::AgreedDraw => DRAW.to_owned(),
    };
    steps.iter().map(word).collect()
}

fn print_json(
    out: &mut impl Write,
    record: Option<&str>,
    steps: &[Step],
    turns: &[Turn],
    end: &Match,
) -> io::Result<()> {
    let game = end.engine().game();
    let side = |side: crate::model::Side| Some(game.sides[side.index()].name.as_str());
    let statement = |span| Statement::of(&game.sources, span);
    let traced = |turn: &'_ Turn| {
        let ending = |looked: &Looked| Ending { statement: statement(looked.span), fired: looked.fired };
        (turn.statement.map(statement), turn.endings.iter().map(ending).collect::<Vec<Ending>>())
    };
    for (index, step) in steps.iter().enumerate() {
        let trace = turns.get(index).map(|turn| {
            let (statement, endings) = traced(turn);
            Traced { statement, changes: &turn.changes, endings }
        });
        if let Done::Moved(text) = &step.done {
            let phase = Some(game.phases[step.phase.index()].name.as_str());
            let next = Next::Move(text);
            json_line(
                out,
                &Line { record, ply: step.ply, side: side(step.side), phase, legal: &step.legal, next, trace },
            )?;
        }
    }
    let legal: Vec<String> = notation::sorted_legal(end).into_iter().map(|(text, _)| text).collect();
    let outcome = Ended::of_position(end);
    let side = if outcome.is_none() { side(end.to_move()) } else { None };
    let next = Next::Outcome(outcome);
    json_line(out, &Line { record, ply: end.ply(), side, phase: None, legal: &legal, next, trace: None })
}

fn print_human(out: &mut impl Write, path: &str, steps: &[Step], turns: &[Turn], end: &Match) -> io::Result<()> {
    let game = end.engine().game();
    writeln!(out, "{path}: {}", game.title)?;
    for option in &game.options {
        writeln!(out, "{} = {}", option.name, option.value)?;
    }
    writeln!(out)?;
    let width = |names: &mut dyn Iterator<Item = &String>| names.map(|name| name.chars().count()).max().unwrap_or(0);
    let side_width = width(&mut game.sides.iter().map(|side| &side.name));
    let phase_width = width(&mut game.phases.iter().map(|phase| &phase.name));
    for (index, step) in steps.iter().enumerate() {
        let side = &game.sides[step.side.index()].name;
        let phase = &game.phases[step.phase.index()].name;
        let legal = step.legal.len();
        match &step.done {
            Done::Moved(text) => {
                writeln!(out, "{:>4}  {side:side_width$}  {phase:phase_width$}  {text}  (of {legal})", step.ply)?;
            }
            Done::Resigned => writeln!(out, "      {side:side_width$}  {phase:phase_width$}  resigns")?,
            Done::AgreedDraw => writeln!(out, "      a draw is agreed")?,
        }
        if let Some(turn) = turns.get(index) {
            print_turn(out, &game.sources, turn)?;
        }
    }
    write!(out, "\n{}\n", diagram::draw(end))?;
    match end.outcome() {
        Some(outcome) => writeln!(out, "{}", notation::write_outcome(game, &outcome)),
        None => writeln!(out, "not over: {} to move", game.sides[end.to_move().index()].name),
    }
}

fn print_turn(out: &mut impl Write, sources: &Sources, turn: &Turn) -> io::Result<()> {
    let told = |span| format!("{}: {}", sources.place(span), sources.words(span));
    if let Some(span) = turn.statement {
        writeln!(out, "      by {}", told(span))?;
    }
    turn.changes.iter().try_for_each(|change| writeln!(out, "      {change}"))?;
    for looked in &turn.endings {
        let fired = match looked.fired {
            Some(true) => "yes",
            Some(false) => "no ",
            None => "-  ",
        };
        writeln!(out, "      {fired}  {}", told(looked.span))?;
    }
    Ok(())
}
