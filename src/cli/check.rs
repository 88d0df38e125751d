//! `check`: descriptions in every allowed combination of their options.

use super::output::{self, Failure, json_line, say};
use super::{coverage, findings, numbers, start, threads};
use crate::analysis::coverage::Coverage;
use crate::diag::{Diagnostic, Severity, Sink, render};
use crate::game::Engine;
use crate::load::{Description, LoadError};
use crate::source::Sources;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Description files, folders of them, or names of shipped games; `-` is stdin.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Play so many random games in every combination of options, and tell what of the rules they used.
    #[arg(long, value_name = "N", value_parser = numbers::within::<u32>(0, u32::MAX.into()))]
    play: Option<u32>,
    /// Play only the combinations with this value for the option; once for each option.
    #[arg(short = 'o', long = "option", value_name = "NAME=VALUE", requires = "play", value_parser = start::choice)]
    options: Vec<(String, String)>,
    /// The seed of the random games.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "play", value_parser = numbers::seed::<u64>)]
    seed: u64,
    /// The number of plies after which a random game is cut off.
    #[arg(long, value_name = "PLIES", default_value_t = 1000, requires = "play", value_parser = numbers::within::<u32>(1, u32::MAX.into()))]
    cap: u32,
    /// The number of threads that play, which changes nothing in what they find; as many as there are processors if not given.
    #[arg(long, value_name = "N", requires = "play", value_parser = threads::number)]
    threads: Option<u16>,
    /// How to print what is found.
    #[arg(long, default_value = "human")]
    format: Format,
}

/// How diagnostics are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Format {
    /// For people, with the words at fault.
    Human,
    /// A line each: `file:line:column: error[code]: message`.
    Short,
    /// For programs: one object.
    Json,
}

/// What was found in one file.
struct Found {
    diagnostics: Vec<Diagnostic>,
    sources: Sources,
    combinations: usize,
    /// What random games gave, if any were asked for and the file could be played.
    played: Option<Coverage>,
}

#[derive(Serialize)]
struct All {
    diagnostics: Vec<serde_json::Value>,
    combinations: usize,
    /// For each file, what random games gave.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    played: Vec<coverage::Played>,
}

/// Checks every file, also after one that is wrong; the worst exit code stands.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = output::stdout();
    let mut all = All { diagnostics: Vec::new(), combinations: 0, played: Vec::new() };
    let mut worst = 0;
    for argument in &args.files {
        match start::files(argument) {
            Ok(files) => {
                for file in &files {
                    worst = worst.max(check_one(args, file, &mut out, &mut all)?);
                }
            }
            Err(failure) => worst = worst.max(output::report(&failure)),
        }
    }
    if args.format == Format::Json {
        json_line(&mut out, &all)?;
    }
    out.flush()?;
    if worst == 0 { Ok(()) } else { Err(Failure::Said(worst)) }
}

/// Checks a file and tells what is found; answers the exit code for it.
fn check_one(args: &Args, file: &Path, out: &mut impl Write, all: &mut All) -> Result<u8, Failure> {
    let found = match check(args, file) {
        Ok(found) => found,
        Err(failure) => {
            out.flush()?;
            return Ok(output::report(&failure));
        }
    };
    let name = &start::name_of(file);
    let Found { diagnostics, sources, combinations, played } = &found;
    let is_wrong = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    match args.format {
        Format::Json => {
            all.diagnostics.extend(diagnostics.iter().map(|diagnostic| render::json_value(diagnostic, sources)));
            all.combinations += combinations;
            all.played.extend(played.as_ref().map(|played| coverage::Played::new(name, played, sources)));
        }
        Format::Short => write!(out, "{}", render::short(diagnostics, sources))?,
        Format::Human => {
            findings::tell(diagnostics, sources);
            let counted = findings::count(diagnostics);
            let checked = match combinations {
                1 => "1 combination of options checked".to_owned(),
                count => format!("{count} combinations of options checked"),
            };
            match (is_wrong, diagnostics.is_empty()) {
                (true, _) => say(&format!("`{name}` has {counted}")),
                (false, false) => writeln!(out, "{name}: {counted}, {checked}")?,
                (false, true) => writeln!(out, "{name}: all is well, {checked}")?,
            }
            if let Some(played) = played {
                coverage::print(name, played, args.cap, sources, out)?;
            }
            out.flush()?;
        }
    }
    Ok(u8::from(is_wrong || played.as_ref().is_some_and(Coverage::is_wrong)))
}

fn check(args: &Args, file: &Path) -> Result<Found, Failure> {
    match start::describe(file) {
        Ok(description) => {
            let mut sink = Sink::default();
            let combinations = description.check_all(&mut sink);
            let played = match args.play.filter(|_| !sink.has_errors()) {
                Some(games) => Some(play(args, &description, games)?),
                None => None,
            };
            Ok(Found { diagnostics: sink.into_sorted(), sources: description.sources().clone(), combinations, played })
        }
        Err(Failure::Load(LoadError::Wrong { diagnostics, sources })) => {
            Ok(Found { diagnostics, sources, combinations: 0, played: None })
        }
        Err(failure) => Err(failure),
    }
}

/// Plays the games of every combination of options.
fn play(args: &Args, description: &Description, games: u32) -> Result<Coverage, Failure> {
    let (seed, cap) = (args.seed, args.cap.into());
    let of = |game| Coverage::of(&Engine::new(game), games.into(), seed, cap);
    let pool = threads::pool(args.threads)?;
    let games = description.games_with(&args.options)?.into_iter();
    Ok(games.map(|game| pool.install(|| of(game))).fold(Coverage::default(), Coverage::plus))
}
