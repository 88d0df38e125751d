//! `bench`: how fast uniform random games are played and move sequences counted.

use super::Format;
use super::output::{self, Failure, json_line};
use super::start::GameArgs;
use super::{numbers, threads};
use crate::game::{Counting, Playouts};
use crate::model::Game;
use crate::playout::mixed;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How long to play, in seconds of CPU time on each thread; counting takes up to as long again, on one.
    #[arg(long, value_name = "N", default_value = "3", value_parser = seconds)]
    seconds: f64,
    /// The seed of the random games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = numbers::seed::<u64>)]
    seed: u64,
    /// The number of plies after which a game is cut off.
    #[arg(long, value_name = "PLIES", default_value_t = 1000, value_parser = numbers::within::<u32>(1, u32::MAX.into()))]
    cap: u32,
    /// The number of threads, each of which plays games of its own.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads::number)]
    threads: u16,
    /// How to print.
    #[arg(long, default_value = "human")]
    format: Format,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        _ => Err("expected a number of seconds above 0 and up to 86400".to_owned()),
    }
}

#[derive(Serialize)]
struct Rates {
    /// Rates without `wall` are per CPU second, so that those of several threads and of one can be compared.
    playouts_per_second: f64,
    plies_per_second: f64,
    playouts_per_wall_second: f64,
    plies_per_wall_second: f64,
    perft_nodes_per_second: f64,
    perft_plies: u32,
    mean_plies: f64,
    playouts: u64,
    plies: u64,
    threads: u16,
    seconds: f64,
    wall_seconds: f64,
    wins: BTreeMap<String, u64>,
    draws: BTreeMap<String, u64>,
    cut: u64,
}

impl Rates {
    fn of(game: &Game, ran: Playouts, counted: Counting, threads: u16, wall_seconds: f64) -> Rates {
        let rate = |count: u64, seconds: f64| count as f64 / seconds.max(1e-9);
        let names = game.players.iter().map(|player| player.name.clone());
        Rates {
            playouts_per_second: rate(ran.games, ran.seconds),
            plies_per_second: rate(ran.plies, ran.seconds),
            playouts_per_wall_second: rate(ran.games, wall_seconds),
            plies_per_wall_second: rate(ran.plies, wall_seconds),
            perft_nodes_per_second: rate(counted.nodes, counted.seconds),
            perft_plies: counted.plies,
            mean_plies: ran.plies as f64 / ran.games.max(1) as f64,
            playouts: ran.games,
            plies: ran.plies,
            threads,
            seconds: ran.seconds,
            wall_seconds,
            wins: names.zip(ran.wins).collect(),
            draws: ran.draws.into_iter().collect(),
            cut: ran.cut,
        }
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let engine = args.game.engine()?;
    let game = engine.game();
    let on = if args.threads == 1 { String::new() } else { format!(" on each of {} threads", args.threads) };
    let (title, seconds) = (&game.title, args.seconds);
    output::note(&format!("{title}: random games for {seconds} s of CPU time{on}, then move sequences"));
    let pool = threads::pool(Some(args.threads))?;
    let seed = args.seed;
    let started = Instant::now();
    let runs = pool.broadcast(|thread| {
        // The first thread plays what one alone would.
        let seed = if thread.index() == 0 { seed } else { mixed(seed, thread.index() as u64) };
        engine.playouts(args.seconds, seed, args.cap)
    });
    let wall_seconds = started.elapsed().as_secs_f64();
    let ran = runs.into_iter().reduce(Playouts::plus).unwrap_or_default();
    let rates = Rates::of(game, ran, engine.counting(args.seconds), args.threads, wall_seconds);
    let mut out = output::stdout();
    if args.format == Format::Json {
        json_line(&mut out, &rates)?;
        return Ok(out.flush()?);
    }
    if args.threads > 1 {
        writeln!(out, "by CPU time, all threads together")?;
    }
    writeln!(out, "playouts/s  {:.0}", rates.playouts_per_second)?;
    writeln!(out, "plies/s     {:.0}", rates.plies_per_second)?;
    if args.threads > 1 {
        writeln!(out, "by the clock, on {} threads", args.threads)?;
        writeln!(out, "playouts/s  {:.0}", rates.playouts_per_wall_second)?;
        writeln!(out, "plies/s     {:.0}", rates.plies_per_wall_second)?;
    }
    writeln!(
        out,
        "nodes/s     {:.0} counting sequences of {} plies on one thread",
        rates.perft_nodes_per_second, rates.perft_plies
    )?;
    writeln!(out, "mean plies  {:.2}", rates.mean_plies)?;
    writeln!(out, "playouts    {} in {:.2} s", rates.playouts, rates.seconds)?;
    let share = |count: u64| 100.0 * count as f64 / rates.playouts.max(1) as f64;
    for (name, &count) in &rates.wins {
        writeln!(out, "  {name} wins: {count} ({:.1} %)", share(count))?;
    }
    for (name, &count) in &rates.draws {
        writeln!(out, "  draw, {name}: {count} ({:.1} %)", share(count))?;
    }
    writeln!(out, "  cut off after {} plies: {} ({:.1} %)", args.cap, rates.cut, share(rates.cut))?;
    Ok(out.flush()?)
}
