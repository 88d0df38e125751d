//! `match`: which of several kinds of players is the stronger.

use super::Format;
use super::numbers;
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
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = numbers::within::<u64>(1, MOST_GAMES))]
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

/// A line for each player, and how many of the games at each seat it won: beside it if there is room, else below.
fn print(scores: &[Score], seats: &[&str], out: &mut impl Write) -> io::Result<()> {
    let width = scores.iter().map(|score| score.player.len()).fold("player".len(), usize::max);
    let heading = format!("{:width$}   points  95 % interval    won  drawn   lost", "player");
    let by_seat: String = seats.iter().map(|seat| format!("  won as {seat}")).collect();
    let is_wide = heading.len() + by_seat.chars().count() > output::across();
    writeln!(out, "{heading}{}", if is_wide { "" } else { &by_seat })?;
    let share = |won: &Share| if won.of == 0 { "-".to_owned() } else { format!("{:.1} %", won.in_percent().share) };
    for Score { player, wins, draws, losses, points, wins_by_seat } in scores {
        let Share { share: won, low, high, .. } = points.in_percent();
        let interval = format!("{low:.1} to {high:.1}");
        write!(out, "{player:width$}  {won:5.1} %  {interval:13}  {:5}  {draws:5}  {losses:5}", wins.count)?;
        for (won, seat) in std::iter::zip(wins_by_seat, seats).filter(|_| !is_wide) {
            write!(out, "  {:>1$}", share(won), "won as ".len() + seat.chars().count())?;
        }
        writeln!(out)?;
    }
    for Score { player, wins_by_seat, .. } in scores.iter().filter(|_| is_wide) {
        let seats = std::iter::zip(wins_by_seat, seats).map(|(won, seat)| format!("{} as {seat}", share(won)));
        let line = format!("{player:width$}  won {}", seats.collect::<Vec<_>>().join(", "));
        writeln!(out, "{}", output::broken(&line, &" ".repeat(width + "  won ".len())))?;
    }
    Ok(())
}
