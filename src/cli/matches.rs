//! `match`: which of several kinds of players is the stronger.

use super::Format;
use super::output::{self, Failure, json_line};
use super::series::{self, MOST_GAMES, SeriesArgs};
use super::start::GameArgs;
use crate::matches::{self, Score, Share};
use crate::opponent::PlayerKind;
use serde::Serialize;
use std::io::{self, Write};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Who plays, as many as the game has players: `random`, `ai`, `ai:LEVEL` with a level from 1 to 4, or `ai:TIME` with
    /// a time for each move such as `2s`. They change seats from game to game.
    #[arg(value_name = "PLAYER", required = true, value_parser = series::player)]
    players: Vec<PlayerKind>,
    /// The number of games.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    #[command(flatten)]
    series: SeriesArgs,
    /// How to print.
    #[arg(long, default_value = "human")]
    format: Format,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    games: usize,
    seed: u64,
    cut: usize,
    mean_plies: f64,
    players: Vec<Score>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let engine = args.game.engine()?;
    let plan = args.series.plan(args.players.clone(), args.games);
    let games = series::play(&engine, &plan, &args.series)?;
    let report = Report {
        game: &engine.game().title,
        games: games.len(),
        seed: plan.seed,
        cut: games.iter().filter(|game| game.outcome.is_none()).count(),
        mean_plies: games.iter().map(|game| game.plies as f64).sum::<f64>() / games.len().max(1) as f64,
        players: matches::scores(&plan, &games),
    };
    let mut out = output::stdout();
    if args.format == Format::Json {
        json_line(&mut out, &report)?;
        return Ok(out.flush()?);
    }
    writeln!(out, "{}, {:.1} plies on average", series::heading(&engine, &plan, &games), report.mean_plies)?;
    let seats: Vec<&str> = engine.game().players.iter().map(|player| player.name.as_str()).collect();
    print(&report.players, &seats, &mut out)?;
    if report.cut > 0 {
        writeln!(out, "among the draws, not over after {} plies: {}", plan.cap, report.cut)?;
    }
    Ok(out.flush()?)
}

/// A line for each player, and how many of the games at each seat it won.
fn print(scores: &[Score], seats: &[&str], out: &mut impl Write) -> io::Result<()> {
    let width = scores.iter().map(|score| score.player.len()).fold("player".len(), usize::max);
    write!(out, "{:width$}   points  95 % interval     won   drawn    lost", "player")?;
    seats.iter().try_for_each(|seat| write!(out, "  won as {seat}"))?;
    writeln!(out)?;
    for Score { player, wins, draws, losses, points, wins_by_seat } in scores {
        let Share { share, low, high, .. } = points.in_percent();
        let interval = format!("{low:.1} to {high:.1}");
        write!(out, "{player:width$}  {share:5.1} %  {interval:13}  {:6}  {draws:6}  {losses:6}", wins.count)?;
        for (won, seat) in std::iter::zip(wins_by_seat, seats) {
            let share = if won.of == 0 { "–".to_owned() } else { format!("{:.1} %", won.in_percent().share) };
            write!(out, "  {share:>0$}", "won as ".len() + seat.len())?;
        }
        writeln!(out)?;
    }
    Ok(())
}
