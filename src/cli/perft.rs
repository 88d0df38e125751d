//! `perft`: how many move sequences there are of each length.

use super::Format;
use super::output::{self, Failure, json_line};
use super::start::PositionArgs;
use super::{numbers, threads};
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
    #[arg(value_name = "DEPTH", value_parser = numbers::within::<u32>(0, 1000))]
    depth: u32,
    /// Count the sequences of this length by their first move.
    #[arg(long)]
    divide: bool,
    /// The number of threads, which changes no count; as many as there are processors if not given.
    #[arg(long, value_name = "N", value_parser = threads::number)]
    threads: Option<u16>,
    /// Keep so many megabytes of counts already made, so that positions that come about in several ways are counted
    /// once. The counts are the same. Not for games whose rules count repeated positions.
    #[arg(long, value_name = "MB", value_parser = numbers::within::<u16>(1, 16384))]
    hash: Option<u16>,
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
    let position = args.position.position()?;
    let bytes = match args.hash {
        Some(_) if position.engine().counts_repeats() => {
            let title = &position.engine().game().title;
            return Err(Failure::Usage(format!(
                "`--hash` does not do for {title}: its rules count repeated positions, so what follows a position \
                 depends on those before it; leave `--hash` out"
            )));
        }
        megabytes => megabytes.map(|megabytes| usize::from(megabytes) << 20),
    };
    let pool = threads::pool(args.threads)?;
    let no_room = |_| Failure::Usage(format!("there is no memory for `--hash {}`", args.hash.unwrap_or_default()));
    let divide = |depth| pool.install(|| position.divide(depth, bytes)).map_err(no_room);
    let mut out = output::stdout();
    match (args.divide, args.format) {
        (false, Format::Human) => {
            for counted in counts(divide, args.depth) {
                let (depth, count) = counted?;
                writeln!(out, "{depth} {}", told(count))?;
                out.flush()?;
            }
        }
        (false, Format::Json) => {
            let counts = all(counts(divide, args.depth))?;
            json_line(&mut out, &Counts { counts })?;
        }
        (true, format) => {
            let divided = divided(&position, divide, args.depth)?;
            if format == Format::Json {
                json_line(&mut out, &divided)?;
            } else {
                divided.moves.iter().try_for_each(|(text, count)| writeln!(out, "{text} {}", told(*count)))?;
                writeln!(out, "total {}", told(divided.total))?;
            }
        }
    }
    Ok(out.flush()?)
}

/// What counts the sequences of a length by their first move.
trait Divide: Fn(u32) -> Result<Vec<u64>, Failure> {}
impl<F: Fn(u32) -> Result<Vec<u64>, Failure>> Divide for F {}

/// The counts for each length, as they are found. Once there is no sequence, there is no longer one either.
fn counts(divide: impl Divide, depth: u32) -> impl Iterator<Item = Result<(u32, u64), Failure>> {
    let mut ended = false;
    (1..=depth).map(move |depth| {
        let count = if ended { 0 } else { total(divide(depth)?) };
        ended = count == 0;
        Ok((depth, count))
    })
}

/// The counts by themselves.
fn all(counts: impl Iterator<Item = Result<(u32, u64), Failure>>) -> Result<Vec<u64>, Failure> {
    counts.map(|counted| counted.map(|(_, count)| count)).collect()
}

/// A count for people. The greatest number there is stands for itself and all beyond.
fn told(count: u64) -> String {
    let more = if count == u64::MAX { " or more" } else { "" };
    format!("{count}{more}")
}

fn total(counts: impl IntoIterator<Item = u64>) -> u64 {
    counts.into_iter().fold(0, u64::saturating_add)
}

fn divided(position: &Match, divide: impl Divide, depth: u32) -> Result<Divided, Failure> {
    // The one sequence without moves has no first move.
    let Some(rest) = depth.checked_sub(1) else {
        return Ok(Divided { counts: Vec::new(), moves: BTreeMap::new(), total: 1 });
    };
    let mut counts = all(counts(&divide, rest))?;
    let game = position.engine().game();
    let texts = position.legal().into_iter().map(|first| notation::write(game, &first));
    let moves: BTreeMap<String, u64> = texts.zip(divide(depth)?).collect();
    let total = total(moves.values().copied());
    counts.push(total);
    Ok(Divided { counts, moves, total })
}
