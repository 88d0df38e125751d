//! The command line: one file a command. It knows no rule of any game; results go to stdout, messages to stderr.

mod bench;
mod check;
mod compare;
mod coverage;
mod explain;
mod findings;
mod fmt;
mod json;
mod list;
mod matches;
mod moves;
mod new;
mod numbers;
mod output;
mod perft;
mod play;
mod render;
mod replay;
mod series;
mod show;
mod start;
mod stats;
mod test;
mod threads;
mod why;

use clap::{Parser, Subcommand, ValueEnum};
use std::process::ExitCode;

/// Plays any board game that a description file tells the rules of.
#[derive(Parser, Debug)]
#[command(name = "boardwright", bin_name = "boardwright", version, max_term_width = 100)]
struct Args {
    /// Whether to colour messages and boards; `auto` does on a terminal, unless NO_COLOR is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// List the shipped games and variants with their options.
    List,
    /// Check description files in every allowed combination of their options.
    Check(check::Args),
    /// Explain a code that `check` names.
    Explain(explain::Args),
    /// Lay description files out in the one way.
    Fmt(fmt::Args),
    /// Show a game: its board at the start, its options, its rules in plain words, and its text.
    Show(show::Args),
    /// Write a file to begin with: a small game, or a variant of one.
    New(new::Args),
    /// List the legal moves, sorted by byte.
    Moves(moves::Args),
    /// Count the move sequences of each length.
    Perft(perft::Args),
    /// Say whether a move is legal, and which rule allows or forbids it.
    Why(why::Args),
    /// Look whether games do what scenario files say.
    Test(test::Args),
    /// Find where two games, or one under two choices of options, allow different moves.
    Compare(compare::Args),
    /// Play records through, ply by ply.
    Replay(replay::Args),
    /// Draw a position as a picture.
    Render(render::Args),
    /// Play at the terminal.
    Play(play::Args),
    /// Play many games between kinds of players, and say who is the stronger.
    Match(matches::Args),
    /// Play many games, and say what they tell about the rules: who wins, how soon, and by which ending.
    Stats(stats::Args),
    /// Measure how fast random games are played and move sequences counted.
    Bench(bench::Args),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

/// How results are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// For people.
    Human,
    /// For programs: one object a line.
    Json,
}

/// Runs the command that the arguments ask for. Exit codes: 0 fine, 1 a file or record is wrong, 2 usage or I/O.
pub fn run() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return ExitCode::from(output::report_arguments(&error)),
    };
    match args.color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
    let done = match &args.command {
        Command::List => list::run(),
        Command::Check(args) => check::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Fmt(args) => fmt::run(args),
        Command::Show(args) => show::run(args),
        Command::New(args) => new::run(args),
        Command::Moves(args) => moves::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Why(args) => why::run(args),
        Command::Test(args) => test::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Render(args) => render::run(args),
        Command::Play(args) => play::run(args),
        Command::Match(args) => matches::run(args),
        Command::Stats(args) => stats::run(args),
        Command::Bench(args) => bench::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => ExitCode::from(output::report(&failure)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_well_defined() {
        Args::command().debug_assert();
    }
}
