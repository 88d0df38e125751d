//! `compare`: whether two games, or one under two choices of options, allow the same moves.

use super::Format;
use super::numbers;
use super::output::{self, Failure, json_line};
use super::start::{choice, describe, name_of};
use crate::analysis::compare::{Difference, at_random, everywhere};
use crate::game::Engine;
use crate::load::Description;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How many positions are looked at when no depth is given.
const MOST: u64 = 30_000;
/// The plies of the longest random game.
const CAP: u64 = 1000;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A shipped game's name, a file, or `-` for stdin.
    #[arg(value_name = "A")]
    first: PathBuf,
    /// Another game; without it, A under other options.
    #[arg(value_name = "B")]
    second: Option<PathBuf>,
    /// Choose a value for an option of both; once for each option.
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE", value_parser = choice)]
    options: Vec<(String, String)>,
    /// Choose a value for an option of the first; once for each option.
    #[arg(long, value_name = "NAME=VALUE", value_parser = choice)]
    options_a: Vec<(String, String)>,
    /// Choose a value for an option of the second; once for each option.
    #[arg(long, value_name = "NAME=VALUE", value_parser = choice)]
    options_b: Vec<(String, String)>,
    /// Look at all positions up to so many plies; by default as far as some ten thousand positions go.
    #[arg(long, value_name = "PLIES", value_parser = numbers::within::<u32>(0, 999))]
    depth: Option<u32>,
    /// How many random games to play in both.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = numbers::within::<u32>(0, u32::MAX.into()))]
    games: u32,
    /// The seed of the random games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = numbers::seed::<u64>)]
    seed: u64,
    /// How to print.
    #[arg(long, default_value = "human")]
    format: Format,
}

#[derive(Serialize)]
struct Compared {
    agree: bool,
    depth: Option<u32>,
    positions: Option<u64>,
    games: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Parted>,
}

#[derive(Serialize)]
struct Parted {
    moves: Vec<String>,
    only_a: Vec<String>,
    only_b: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    standing: Option<(String, String)>,
    /// Whether no shorter sequence of moves parts them.
    shortest: bool,
}

/// Exit code 0 if no difference was found, 1 if one was.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let description = describe(&args.first)?;
    let (first, first_name) = args.game(&args.first, &description, &args.options_a)?;
    let (second, second_name) = match &args.second {
        Some(second) => args.game(second, &describe(second)?, &args.options_b)?,
        None => args.game(&args.first, &description, &args.options_b)?,
    };
    if args.second.is_none() && first.game().options == second.game().options {
        return Err(Failure::Usage(format!(
            "this compares `{0}` with itself: name another game, as in `compare {0} OTHER`, or other options, as in \
             `compare {0} --options-a NAME=VALUE --options-b NAME=VALUE`",
            name_of(&args.first)
        )));
    }
    let (mut first, mut second) = (first.start(), second.start());
    let mut out = output::stdout();
    let (found, agreed) = match everywhere(&mut first, &mut second, args.depth, MOST) {
        Err(difference) => (Some((difference, true)), None),
        Ok(agreed) => {
            let (first, second) = (&first.engine().start(), &second.engine().start());
            let parted = at_random(first, second, args.games.into(), args.seed, CAP).err();
            (parted.map(|difference| (difference, false)), Some(agreed))
        }
    };
    let agree = found.is_none();
    if args.format == Format::Json {
        let difference = found.map(|(difference, shortest)| Parted {
            moves: difference.moves,
            only_a: difference.only_first,
            only_b: difference.only_second,
            standing: difference.standing,
            shortest,
        });
        let (depth, positions) = (agreed.map(|agreed| agreed.depth), agreed.map(|agreed| agreed.positions));
        json_line(&mut out, &Compared { agree, depth, positions, games: args.games, difference })?;
    } else {
        if let Some(agreed) = agreed {
            writeln!(out, "the same moves in all {} positions of the first {} plies", agreed.positions, agreed.depth)?;
        }
        match found {
            None => writeln!(out, "the same moves in {} random games", args.games)?,
            Some((difference, shortest)) => print(&difference, shortest, &first_name, &second_name, &mut out)?,
        }
    }
    out.flush()?;
    if agree { Ok(()) } else { Err(Failure::Said(1)) }
}

impl Args {
    /// The game under its options, and what it is called.
    fn game(
        &self,
        game: &Path,
        description: &Description,
        own: &[(String, String)],
    ) -> Result<(Engine, String), Failure> {
        let chosen = [self.options.as_slice(), own].concat();
        let engine = Engine::new(description.game(&chosen)?);
        let options: Vec<String> = chosen.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let game = name_of(game);
        let name = if options.is_empty() { game } else { format!("{game} {}", options.join(" ")) };
        Ok((engine, name))
    }
}

fn print(difference: &Difference, shortest: bool, first: &str, second: &str, out: &mut impl Write) -> io::Result<()> {
    let Difference { moves, only_first, only_second, standing } = difference;
    match (moves.len(), shortest) {
        (0, _) => writeln!(out, "they part at the start")?,
        (_, true) => writeln!(out, "they part after {}", moves.join(" "))?,
        (_, false) => writeln!(out, "they part in a random game, after {}", moves.join(" "))?,
    }
    for (name, only) in [(first, only_first), (second, only_second)] {
        if !only.is_empty() {
            writeln!(out, "  only `{name}` allows {}", only.join(" "))?;
        }
    }
    match standing {
        Some((of_first, of_second)) => writeln!(out, "  `{first}`: {of_first}\n  `{second}`: {of_second}"),
        None => Ok(()),
    }
}
