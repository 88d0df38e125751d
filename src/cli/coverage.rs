//! What random games used of the rules, as `check --play` tells it.

use super::json::Statement;
use crate::analysis::coverage::{Clause, Coverage};
use crate::source::Sources;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// What random games of one file gave.
#[derive(Serialize)]
pub(super) struct Played {
    file: String,
    games: u64,
    mean_plies: f64,
    longest: u64,
    cut: u64,
    over_at_start: u64,
    outcomes: BTreeMap<String, u64>,
    statements: Vec<Used>,
    broken: Vec<String>,
}

#[derive(Serialize)]
struct Used {
    #[serde(flatten)]
    statement: Statement,
    #[serde(skip_serializing_if = "str::is_empty")]
    clause: &'static str,
    fired: u64,
}

impl Played {
    pub(super) fn new(file: &str, coverage: &Coverage, sources: &Sources) -> Played {
        let used = |(&(span, clause), &fired): (&(_, Clause), &u64)| Used {
            statement: Statement::of(sources, span),
            clause: clause.words(),
            fired,
        };
        Played {
            file: file.to_owned(),
            games: coverage.games,
            mean_plies: coverage.plies as f64 / coverage.games.max(1) as f64,
            longest: coverage.longest,
            cut: coverage.cut,
            over_at_start: coverage.over_at_start,
            outcomes: coverage.outcomes.clone(),
            statements: coverage.fired.iter().map(used).collect(),
            broken: coverage.broken.clone(),
        }
    }
}

/// Prints how the games ended, and beside each line how often it came about.
pub(super) fn print(
    name: &str,
    coverage: &Coverage,
    cap: u32,
    sources: &Sources,
    out: &mut impl Write,
) -> io::Result<()> {
    let Coverage { games, plies, longest, cut, over_at_start, outcomes, fired, broken } = coverage;
    let mean = *plies as f64 / (*games).max(1) as f64;
    let played = if *games == 1 { "1 random game" } else { &format!("{games} random games") };
    writeln!(out, "{name}: {played}, {mean:.1} plies on average, {longest} at most")?;
    let share = |count: u64| 100.0 * count as f64 / (*games).max(1) as f64;
    for (outcome, &count) in outcomes {
        writeln!(out, "{:>9.1} %  {outcome}", share(count))?;
    }
    if *cut > 0 {
        writeln!(out, "{:>9.1} %  not over after {cap} plies", share(*cut))?;
    }
    for (&(span, clause), &count) in fired {
        let count = if count == 0 { "never".to_owned() } else { count.to_string() };
        match clause {
            Clause::Whole => writeln!(out, "{count:>11}  {}: {}", sources.place(span), sources.words(span))?,
            clause => writeln!(out, "{count:>11}    {}", clause.words())?,
        }
    }
    match fired.values().filter(|&&count| count == 0).count() {
        0 => writeln!(out, "everything came about")?,
        1 => writeln!(out, "1 thing never came about")?,
        count => writeln!(out, "{count} things never came about")?,
    }
    let of = |count: u64| if count == 1 { "1 game is".to_owned() } else { format!("{count} games are") };
    if *over_at_start > 0 {
        writeln!(out, "wrong: {} over before the first move", of(*over_at_start))?;
    }
    if *cut > 0 {
        writeln!(
            out,
            "wrong: {} not over after {cap} plies; a higher `--cap` shows whether games end at all",
            of(*cut)
        )?;
    }
    broken.iter().try_for_each(|law| writeln!(out, "a law of the engine is broken: {law}"))
}
