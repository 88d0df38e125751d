//! Many games between players: who is stronger, and how balanced a game is.

use crate::game::{Engine, Move, Outcome, Progress};
use crate::model::Player;
use crate::opponent::PlayerKind;
use crate::playout::mixed;
use crate::source::Span;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Which games to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Who plays: as many as the game has players. A kind may come several times.
    pub players: Vec<PlayerKind>,
    /// The number of games.
    pub games: u64,
    /// Whether the players change seats from game to game: the first sits at seat 1, then 2 and so on.
    pub rotate: bool,
    /// The number of plies at the beginning that are played at random, the same in as many games as there are players.
    pub opening: u32,
    /// The seed. Players that are reproducible play the same games again, on however many threads.
    pub seed: u64,
    /// The number of plies after which a game is cut off.
    pub cap: u32,
}

/// Why games cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// Another number of players.
    #[error("the game has {expected} players, not {given}")]
    Players {
        /// How many the game has.
        expected: usize,
        /// How many are given.
        given: usize,
    },
    /// People do not play many games by themselves.
    #[error("a human cannot play a series of games")]
    Human,
}

/// What others may see and say while games are played.
#[derive(Debug, Default)]
pub struct Tally {
    stop: AtomicBool,
    done: AtomicU64,
    learning: Progress,
}

impl Tally {
    /// Asks to begin no more games; those that have begun are finished.
    pub fn stop(&self) {
        self.learning.stop();
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether no more games are begun.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The number of games finished.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }
}

/// One finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// For each seat, who sat there, by place in the plan.
    pub seats: Vec<usize>,
    /// How it ended; `None` if it was cut off.
    pub outcome: Option<Outcome>,
    /// The statement that ended it; `None` too if no statement did, as when one player is left.
    pub ending: Option<Span>,
    /// Its length in plies.
    pub plies: u32,
    /// The number of legal moves in each position, added up.
    pub choices: u64,
    /// The number of plies at which there was more than one legal move.
    pub decisions: u32,
    /// The number of passes.
    pub passes: u32,
    /// The number of enemy pieces that the players captured, all together.
    pub captures: u32,
}

/// Plays the games, on all processors; the games in order. Fewer if `tally` was told to stop.
///
/// # Errors
/// [`PlanError`] if the plan does not fit the game.
pub fn play(engine: &Engine, plan: &Plan, tally: &Tally) -> Result<Vec<Finished>, PlanError> {
    let expected = engine.game().players.len();
    if plan.players.len() != expected {
        return Err(PlanError::Players { expected, given: plan.players.len() });
    }
    if plan.players.contains(&PlayerKind::Human) {
        return Err(PlanError::Human);
    }
    let one = |number: u64| {
        let thinks = plan.players.iter().any(|player| player.limits().is_some());
        if tally.is_stopped() || thinks && !engine.learn(&tally.learning) {
            return None;
        }
        let finished = play_one(engine, plan, number);
        tally.done.fetch_add(1, Ordering::Relaxed);
        Some(finished)
    };
    // Players who think for a time do so on all processors, so their games go one by one.
    let timed = plan.players.iter().any(|player| matches!(player, PlayerKind::Time(_)));
    Ok(match timed {
        true => (0..plan.games).map_while(one).collect(),
        false => (0..plan.games).into_par_iter().filter_map(one).collect(),
    })
}

fn play_one(engine: &Engine, plan: &Plan, number: u64) -> Finished {
    let count = plan.players.len();
    let (round, turn) = (number / count.max(1) as u64, number % count.max(1) as u64);
    let shift = if plan.rotate { turn as usize } else { 0 };
    // The player of place p sits at seat (p + shift) mod count.
    let seats: Vec<usize> = (0..count).map(|seat| (seat + count - shift) % count).collect();
    let seed = mixed(plan.seed, number);
    let mut position = engine.start();
    let mut finished =
        Finished { seats, outcome: None, ending: None, plies: 0, choices: 0, decisions: 0, passes: 0, captures: 0 };
    while finished.plies < plan.cap {
        let seat = engine.game().sides[position.to_move().index()].player.index();
        let (kind, seed) = match finished.plies < plan.opening {
            true => (PlayerKind::Random, mixed(plan.seed, !round)),
            // Two players of one kind must not think the same thoughts.
            false => (plan.players[finished.seats[seat]], mixed(seed, seat as u64)),
        };
        let legal = position.count_legal();
        let Some(chosen) = kind.choose(&position, seed, &Progress::default()) else { break };
        finished.plies += 1;
        finished.choices += legal as u64;
        finished.decisions += (legal > 1) as u32;
        finished.passes += (chosen == Move::Pass) as u32;
        if !position.play(&chosen) {
            break;
        }
    }
    finished.outcome = position.outcome();
    finished.captures = (0..count).map(|player| position.captured(Player::new(player))).sum();
    finished.ending = position.decided_by();
    finished
}

/// How many games of how many, and between which shares the true one lies with 95 % confidence.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    /// How many; a half for a draw, where draws count.
    pub count: f64,
    /// Of how many.
    pub of: u64,
    /// `count` as a share, from 0 to 1.
    pub share: f64,
    /// The lower end of Wilson's interval.
    pub low: f64,
    /// The upper end of Wilson's interval.
    pub high: f64,
}

impl Share {
    /// So many of so many.
    pub fn new(count: f64, of: u64) -> Share {
        if of == 0 {
            return Share { count, of, share: 0.0, low: 0.0, high: 1.0 };
        }
        // The 97.5 % point of the normal distribution.
        const Z: f64 = 1.959_963_984_540_054;
        let (n, share) = (of as f64, count / of as f64);
        let scale = 1.0 + Z * Z / n;
        let middle = (share + Z * Z / (2.0 * n)) / scale;
        let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).max(0.0).sqrt() / scale;
        // At the ends of what is possible the interval ends there too, though sums of fractions may miss it by a little.
        let low = if count <= 0.0 { 0.0 } else { (middle - half).max(0.0) };
        let high = if count >= n { 1.0 } else { (middle + half).min(1.0) };
        Share { count, of, share, low, high }
    }

    /// The same with `share`, `low` and `high` from 0 to 100.
    pub fn in_percent(self) -> Share {
        Share { share: 100.0 * self.share, low: 100.0 * self.low, high: 100.0 * self.high, ..self }
    }
}

/// What one player did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Score {
    /// The kind of player.
    pub player: String,
    /// Games won.
    pub wins: Share,
    /// Games drawn or cut off.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points: 1 for a win, and an equal part of 1 for a draw.
    pub points: Share,
    /// Games won at each seat.
    pub wins_by_seat: Vec<Share>,
}

/// The result of a match: a score for each player, in the order of the plan.
pub fn scores(plan: &Plan, games: &[Finished]) -> Vec<Score> {
    let count = plan.players.len();
    let score = |(place, player): (usize, &PlayerKind)| {
        let (mut draws, mut at_seat, mut won_at_seat) = (0, vec![0; count], vec![0; count]);
        for game in games {
            let seat = game.seats.iter().position(|&sitting| sitting == place).unwrap_or(place);
            at_seat[seat] += 1;
            match game.outcome {
                Some(Outcome::Win(winner)) => won_at_seat[seat] += (winner.index() == seat) as u64,
                _ => draws += 1,
            }
        }
        let (all, wins) = (games.len() as u64, won_at_seat.iter().sum::<u64>());
        Score {
            player: player.to_string(),
            wins: Share::new(wins as f64, all),
            draws,
            losses: all - wins - draws,
            points: Share::new(wins as f64 + draws as f64 / count as f64, all),
            wins_by_seat: won_at_seat.iter().zip(&at_seat).map(|(&won, &of)| Share::new(won as f64, of)).collect(),
        }
    };
    plan.players.iter().enumerate().map(score).collect()
}

/// Numbers summed up.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Summary {
    /// The least.
    pub least: f64,
    /// The middle one.
    pub median: f64,
    /// The mean.
    pub mean: f64,
    /// The most.
    pub most: f64,
}

impl Summary {
    /// Sums up the numbers; all 0 where there is none.
    pub fn new(mut numbers: Vec<f64>) -> Summary {
        numbers.sort_by(f64::total_cmp);
        let (Some(&least), Some(&most)) = (numbers.first(), numbers.last()) else { return Summary::default() };
        let count = numbers.len();
        let median = (numbers[(count - 1) / 2] + numbers[count / 2]) / 2.0;
        Summary { least, median, mean: numbers.iter().sum::<f64>() / count as f64, most }
    }
}

/// How many games were won at a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatWins {
    /// The player's name in the game.
    pub player: String,
    /// The games.
    pub games: Share,
}

/// How many games a statement ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decided {
    /// The file it stands in.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// Its words.
    pub text: String,
    /// The games.
    pub games: Share,
}

/// What games tell about the rules: the report for authors.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Statistics {
    /// Games played.
    pub games: u64,
    /// Games won at each seat, in seat order.
    pub wins: Vec<SeatWins>,
    /// Games drawn, by the draw's name.
    pub draws: BTreeMap<String, Share>,
    /// Games cut off.
    pub cut: Share,
    /// The statements that ended games, those that ended most first.
    pub endings: Vec<Decided>,
    /// The length of a game in plies.
    pub plies: Summary,
    /// The mean number of legal moves, over the positions of a game.
    pub branching: Summary,
    /// The enemy pieces captured in a game.
    pub captures: Summary,
    /// The share of plies at which there was a choice, from 0 to 1.
    pub decisions: f64,
    /// The share of plies that were passes, from 0 to 1.
    pub passes: f64,
}

/// What the games tell about the rules.
pub fn statistics(engine: &Engine, games: &[Finished]) -> Statistics {
    let all = games.len() as u64;
    let share = |count: usize| Share::new(count as f64, all);
    let wins = engine.game().players.iter().enumerate().map(|(seat, player)| {
        let won = |game: &&Finished| matches!(game.outcome, Some(Outcome::Win(winner)) if winner.index() == seat);
        SeatWins { player: player.name.clone(), games: share(games.iter().filter(won).count()) }
    });
    let mut draws: BTreeMap<String, usize> = BTreeMap::new();
    for game in games {
        if let Some(Outcome::Draw(name)) = &game.outcome {
            *draws.entry(name.clone()).or_default() += 1;
        }
    }
    let plies: u64 = games.iter().map(|game| game.plies as u64).sum();
    let of_plies =
        |part: fn(&Finished) -> u32| games.iter().map(|game| part(game) as f64).sum::<f64>() / plies.max(1) as f64;
    Statistics {
        games: all,
        wins: wins.collect(),
        draws: draws.into_iter().map(|(name, count)| (name, share(count))).collect(),
        cut: share(games.iter().filter(|game| game.outcome.is_none()).count()),
        endings: decided(engine, games),
        plies: Summary::new(games.iter().map(|game| game.plies as f64).collect()),
        branching: Summary::new(games.iter().map(|game| game.choices as f64 / game.plies.max(1) as f64).collect()),
        captures: Summary::new(games.iter().map(|game| game.captures as f64).collect()),
        decisions: of_plies(|game| game.decisions),
        passes: of_plies(|game| game.passes),
    }
}

fn decided(engine: &Engine, games: &[Finished]) -> Vec<Decided> {
    let mut counts: BTreeMap<Span, usize> = BTreeMap::new();
    for span in games.iter().filter_map(|game| game.ending) {
        *counts.entry(span).or_default() += 1;
    }
    let sources = &engine.game().sources;
    let decided = |(span, count): (Span, usize)| {
        let ((file, line), text) = (sources.line(span), sources.words(span));
        Decided { file: file.to_owned(), line, text, games: Share::new(count as f64, games.len() as u64) }
    };
    let mut decided: Vec<Decided> = counts.into_iter().map(decided).collect();
    decided.sort_by(|one, other| other.games.count.total_cmp(&one.games.count));
    decided
}
