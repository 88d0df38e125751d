//! `stats`: what many games tell about a game's rules.

use super::Format;
use super::numbers;
use super::output::{self, Failure, json_line};
use super::series::{self, MOST_GAMES, SeriesArgs};
use super::start::GameArgs;
use crate::matches::{self, SeatWins, Share, Statistics, Summary};
use crate::opponent::PlayerKind;
use serde::Serialize;
use std::io::{self, Write};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The number of games.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = numbers::within::<u64>(1, MOST_GAMES))]
    games: u64,
    /// Who plays, as many as the game has players, or one for all: `random`, `ai`, `ai:LEVEL` or `ai:TIME`, with commas
    /// between. They change seats from game to game.
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', default_value = "random", value_parser = series::player)]
    players: Vec<PlayerKind>,
    #[command(flatten)]
    series: SeriesArgs,
    /// How to print.
    #[arg(long, default_value = "human")]
    format: Format,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    players: Vec<String>,
    seed: u64,
    #[serde(flatten)]
    statistics: &'a Statistics,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let engine = args.game.engine()?;
    let players = match args.players[..] {
        [all] => vec![all; engine.game().players.len()],
        _ => args.players.clone(),
    };
    let plan = args.series.plan(players, args.games);
    let games = series::play(&engine, &plan, &args.series)?;
    let statistics = matches::statistics(&engine, &games);
    let players: Vec<String> = plan.players.iter().map(ToString::to_string).collect();
    let mut out = output::stdout();
    match args.format {
        Format::Json => {
            json_line(
                &mut out,
                &Report { game: &engine.game().title, players, seed: plan.seed, statistics: &statistics },
            )?;
        }
        Format::Human => {
            writeln!(out, "{}, players {}", series::heading(&engine, &plan, &games), players.join(", "))?;
            print(&statistics, plan.cap, &mut out)?;
        }
    }
    Ok(out.flush()?)
}

fn print(statistics: &Statistics, cap: u32, out: &mut impl Write) -> io::Result<()> {
    let Statistics { wins, draws, cut, endings, plies, branching, captures, passes, decisions, .. } = statistics;
    writeln!(out, "\nresults               95 % interval")?;
    for SeatWins { player, games } in wins {
        print_share(games, &format!("{player} wins"), out)?;
    }
    for (name, share) in draws {
        print_share(share, &format!("draw, {name}"), out)?;
    }
    if cut.count > 0.0 {
        print_share(cut, &format!("not over after {cap} plies"), out)?;
    }
    writeln!(out, "\ndecided by")?;
    for ending in endings {
        print_share(&ending.games, &format!("{}:{}: {}", ending.file, ending.line, ending.text), out)?;
    }
    writeln!(out, "\n                         least  median    mean    most")?;
    let summaries = [("plies in a game", plies), ("moves to choose from", branching), ("pieces captured", captures)];
    for (name, Summary { least, median, mean, most }) in summaries {
        writeln!(out, "{name:22}{least:8.1}{median:8.1}{mean:8.1}{most:8.1}")?;
    }
    writeln!(out, "\n{:6.1} % of turns leave a choice", 100.0 * decisions)?;
    writeln!(out, "{:6.1} % of turns are passes", 100.0 * passes)
}

fn print_share(share: &Share, name: &str, out: &mut impl Write) -> io::Result<()> {
    let Share { count, share, low, high, .. } = share.in_percent();
    let interval = format!("{low:.1} to {high:.1}");
    let before = format!("{share:6.1} % {count:9}   {interval:>13}   ");
    writeln!(out, "{}", output::broken(&format!("{before}{name}"), &" ".repeat(before.len())))
}
