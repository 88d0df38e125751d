//! `test`: scenario files, and whether games do what they say.

use super::Format;
use super::output::{self, Failure, json_line};
use super::start::{STDIN, folder_of, in_file, name_of};
use crate::analysis::scenario::ScenarioFile;
use crate::analysis::trial;
use crate::game::Engine;
use crate::load::{Description, LoadError};
use crate::record;
use crate::source::{one_line, shown};
use serde::Serialize;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
A scenario file names its game and holds scenarios, each a rule shown in a position:

    game = \"mine.game\"

    [[scenario]]
    rule = \"the same stone may go on in the same direction\"
    options = { size = 6 }
    position = { phase = \"play\", to_move = \"black\", pieces = { black = \"a2\", white = \"b2 d2\" } }
    legal = \"a2xc2 a2xc2xe2\"

A position has `pieces`, `hands`, `captured`, `resigned`, `phase`, `to_move`, `last`, `passes`, `quiet` and
`last_turns`; without one, the game's start is meant. `play` holds moves to make first. What must hold then: `legal`
(exactly these moves), `allows`, `forbids`, `outcome` (`black wins`, `draw by repetition`, `goes on`), `perft` (a
list of counts), and `then` (a position, as far as it is told).")]
pub(super) struct Args {
    /// Scenario files; `-` is stdin.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Try the scenarios on this game instead of the one that their files name.
    #[arg(long, value_name = "GAME")]
    game: Option<PathBuf>,
    /// How to print.
    #[arg(long, default_value = "human")]
    format: Format,
}

/// What came of a file.
#[derive(Serialize)]
struct Tried {
    file: String,
    scenarios: usize,
    failures: Vec<Failed>,
}

#[derive(Serialize)]
struct Failed {
    line: usize,
    rule: String,
    differences: Vec<String>,
}

/// Tries every file, also after one that is wrong; the worst exit code stands.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = output::stdout();
    let mut worst = 0;
    for file in &args.files {
        match try_file(args, file) {
            Ok((count, failures)) => {
                worst = worst.max(u8::from(!failures.is_empty()));
                print(args.format, file, count, failures, &mut out)?;
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

/// How many scenarios the file has, and those that do not hold.
fn try_file(args: &Args, path: &Path) -> Result<(usize, Vec<trial::Failure>), Failure> {
    let file = match path {
        path if path == Path::new(STDIN) => ScenarioFile::read_from(io::stdin().lock(), "stdin")?,
        path => ScenarioFile::read(path)?,
    };
    let description = match &args.game {
        Some(game) => Description::load(game)?,
        None => {
            let game = record::game_from(&file.scenarios.game, folder_of(path));
            Description::load(&game).map_err(|error| in_file(path, &game, error))?
        }
    };
    let mut engines: HashMap<Vec<(String, String)>, Engine> = HashMap::new();
    let mut failures = Vec::new();
    for scenario in &file.scenarios.all {
        let choices = file.choices(scenario);
        let engine = match engines.get(&choices) {
            Some(engine) => engine.clone(),
            None => Engine::new(description.game(&choices).map_err(|error| match error {
                error @ LoadError::Wrong { .. } => Failure::Load(error),
                other => Failure::from(file.wrong(&scenario.rule, other.to_string())),
            })?),
        };
        failures.extend(trial::try_out(&file, scenario, &engine)?);
        engines.insert(choices, engine);
    }
    Ok((file.scenarios.all.len(), failures))
}

fn print(
    format: Format,
    file: &Path,
    scenarios: usize,
    failures: Vec<trial::Failure>,
    out: &mut impl Write,
) -> io::Result<()> {
    if format == Format::Json {
        let failed = |failure: trial::Failure| Failed {
            line: failure.line,
            rule: failure.rule,
            differences: failure.differences,
        };
        return json_line(
            out,
            &Tried { file: shown(file), scenarios, failures: failures.into_iter().map(failed).collect() },
        );
    }
    let name = name_of(file);
    for trial::Failure { line, rule, differences, board } in &failures {
        writeln!(out, "{name}:{line}: {}", one_line(rule))?;
        differences.iter().try_for_each(|difference| writeln!(out, "  {}", difference.replace('\n', "\n  ")))?;
        board.lines().try_for_each(|line| writeln!(out, "    {line}"))?;
    }
    match (scenarios, scenarios - failures.len()) {
        (1, 1) => writeln!(out, "{name}: 1 scenario holds"),
        (all, holding) if all == holding => writeln!(out, "{name}: {all} scenarios hold"),
        (all, holding) => writeln!(out, "{name}: {holding} of {all} scenarios hold"),
    }
}
