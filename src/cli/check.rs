//! `check`: descriptions in every allowed combination of their options.

use super::findings;
use super::output::{self, Failure, json_line, say};
use super::start;
use crate::diag::{Diagnostic, Severity, Sink, render};
use crate::load::LoadError;
use crate::source::Sources;
use crate::{games, record};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Description files, or names of shipped games; `-` is stdin.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
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
}

#[derive(Serialize)]
struct All {
    diagnostics: Vec<serde_json::Value>,
    combinations: usize,
}

/// Checks every file, also after one that is wrong; the worst exit code stands.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = output::stdout();
    let mut all = All { diagnostics: Vec::new(), combinations: 0 };
    let mut worst = 0;
    for file in &args.files {
        let found = match check(file) {
            Ok(found) => found,
            Err(failure) => {
                out.flush()?;
                worst = worst.max(output::report(&failure));
                continue;
            }
        };
        let name = if file == "-" { "stdin" } else { file };
        let Found { diagnostics, sources, combinations } = &found;
        let is_wrong = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        worst = worst.max(u8::from(is_wrong));
        match args.format {
            Format::Json => {
                all.diagnostics.extend(diagnostics.iter().map(|diagnostic| render::json_value(diagnostic, sources)));
                all.combinations += combinations;
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
                out.flush()?;
            }
        }
    }
    if args.format == Format::Json {
        json_line(&mut out, &all)?;
    }
    out.flush()?;
    if worst == 0 { Ok(()) } else { Err(Failure::Said(worst)) }
}

fn check(file: &str) -> Result<Found, Failure> {
    // Here every argument is a file, even one whose name would not do as a game.
    let is_plain_file = !record::is_path(file) && games::text(file).is_none() && Path::new(file).exists();
    let place = if is_plain_file { format!("./{file}") } else { file.to_owned() };
    match start::describe(&place) {
        Ok(description) => {
            let mut sink = Sink::default();
            let combinations = description.check_all(&mut sink);
            Ok(Found { diagnostics: sink.into_sorted(), sources: description.sources().clone(), combinations })
        }
        Err(Failure::Load(LoadError::Wrong { diagnostics, sources })) => {
            Ok(Found { diagnostics, sources, combinations: 0 })
        }
        Err(failure) => Err(failure),
    }
}
