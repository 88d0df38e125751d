//! `perft`: how many move sequences there are of each length.

use super::Format;
use super::output::{self, Failure, json_line};
use super::start::PositionArgs;
use crate::game::Match;
use crate::notation;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The greatest length to count, in plies.
    #[arg(value_name = "DEPTH")]
    depth: u32,
    /// Count the sequences of this length by their first move.
    #[arg(long)]
    divide: bool,
    /// How to print.
    #[arg(long, default_value = "human")]
    format: Format,
}

#[derive(Serialize)]
struct Counts {
    counts: Vec<u64>,
}

#[derive(Serialize)]
struct Divided {
    counts: Vec<u64>,
    moves: BTreeMap<String, u64>,
    total: u64,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut position = args.position.position()?;
    let mut out = output::stdout();
    match (args.divide, args.format) {
        (false, Format::Human) => {
            for (depth, count) in counts(&position, args.depth) {
                writeln!(out, "{depth} {count}")?;
                out.flush()?;
            }
        }
        (false, Format::Json) => {
            let counts = counts(&position, args.depth).map(|(_, count)| count).collect();
            json_line(&mut out, &Counts { counts })?;
        }
        (true, format) => {
            let divided = divide(&mut position, args.depth);
            if format == Format::Json {
                json_line(&mut out, &divided)?;
            } else {
                divided.moves.iter().try_for_each(|(text, count)| writeln!(out, "{text} {count}"))?;
                writeln!(out, "total {}", divided.total)?;
            }
        }
    }
    Ok(out.flush()?)
}

/// The counts for each length, as they are found. Once there is no sequence, there is no longer one either.
fn counts(position: &Match, depth: u32) -> impl Iterator<Item = (u32, u64)> {
    let mut ended = false;
    (1..=depth).map(move |depth| {
        let count = if ended { 0 } else { position.perft(depth) };
        ended = count == 0;
        (depth, count)
    })
}

fn divide(position: &mut Match, depth: u32) -> Divided {
    // The one sequence without moves has no first move.
    let Some(rest) = depth.checked_sub(1) else {
        return Divided { counts: Vec::new(), moves: BTreeMap::new(), total: 1 };
    };
    let mut counts: Vec<u64> = counts(position, rest).map(|(_, count)| count).collect();
    let mut moves = BTreeMap::new();
    for (text, first) in notation::sorted_legal(position) {
        position.play(&first);
        moves.insert(text, position.perft(rest));
        position.undo();
    }
    let total = moves.values().sum();
    counts.push(total);
    Divided { counts, moves, total }
}
