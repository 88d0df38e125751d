//! What `match` and `stats` share: many games, with a bar while they are played.

use super::output::Failure;
use super::{numbers, threads};
use crate::game::Engine;
use crate::matches::{self, Finished, Plan, Tally};
use crate::opponent::{PlayerKind, UnknownPlayerKind};
use indicatif::{ProgressBar, ProgressStyle};
use std::process;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How games are played.
#[derive(clap::Args, Debug)]
pub(super) struct SeriesArgs {
    /// The seed: with the same one the same games are played, but for players with a time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = numbers::seed::<u64>)]
    seed: u64,
    /// Have so many plies at the beginning played at random, the same until everybody has sat at every seat.
    #[arg(long, value_name = "PLIES", default_value_t = 0, value_parser = numbers::within::<u32>(0, u32::MAX.into()))]
    opening: u32,
    /// The number of plies after which a game is cut off.
    #[arg(long, value_name = "PLIES", default_value_t = 1000, value_parser = numbers::within::<u32>(1, u32::MAX.into()))]
    cap: u32,
    /// How many games to play side by side; by default as many as there are processors. Those of players with a time are
    /// played one by one.
    #[arg(long, value_name = "N", value_parser = threads::number)]
    threads: Option<u16>,
}

/// The most games that a command plays.
pub(super) const MOST_GAMES: u64 = 1_000_000;

/// The exit code of a program that Ctrl-C ends.
const INTERRUPTED: i32 = 130;

/// Plays the games. Ctrl-C lets those that have begun come to their end and begins no more; said again, it ends the
/// program.
pub(super) fn play(engine: &Engine, plan: &Plan, args: &SeriesArgs) -> Result<Vec<Finished>, Failure> {
    let pool = threads::pool(args.threads)?;
    let tally = Arc::new(Tally::default());
    let heeded = tally.clone();
    // Where the system has no such signal, all games are played.
    let _ = ctrlc::set_handler(move || match heeded.is_stopped() {
        false => heeded.stop(),
        true => process::exit(INTERRUPTED),
    });
    let bar = ProgressBar::new(plan.games).with_style(style());
    let played = thread::scope(|scope| {
        let (done, waiting) = mpsc::channel::<()>();
        let (bar, tally) = (&bar, &tally);
        // Without a thread to tell it, the games are played unseen.
        let _ = thread::Builder::new().spawn_scoped(scope, move || {
            while waiting.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
                bar.set_position(tally.done());
            }
        });
        let played = pool.install(|| matches::play(engine, plan, tally));
        drop(done);
        played
    });
    bar.finish_and_clear();
    played.map_err(|error| Failure::Usage(error.to_string()))
}

/// A bar, which is drawn on stderr and at a terminal only.
fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:24} {pos} of {len} games, {eta} left (Ctrl-C: enough)");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// A kind of player, where a human cannot play.
pub(super) fn player(text: &str) -> Result<PlayerKind, UnknownPlayerKind> {
    text.parse().map_err(UnknownPlayerKind::among_programs)
}

impl SeriesArgs {
    /// So many games of these players, who change seats.
    pub(super) fn plan(&self, players: Vec<PlayerKind>, games: u64) -> Plan {
        let &SeriesArgs { seed, opening, cap, .. } = self;
        Plan { players, games, rotate: true, opening, seed, cap }
    }
}

/// How many games were played, and by which seed.
pub(super) fn heading(engine: &Engine, plan: &Plan, games: &[Finished]) -> String {
    let count = games.len();
    let games = if count == 1 { "game" } else { "games" };
    let stopped = if (count as u64) < plan.games { format!(" of {}", plan.games) } else { String::new() };
    format!("{}: {count}{stopped} {games}, seed {}", engine.game().title, plan.seed)
}
