//! What a position is worth by what is counted in it: how much each count is worth is learnt from random games, so that
//! nothing has to be known of the game.

use super::outcomes::{Outcomes, Rewards};
use super::{Watch, begin_turn};
use crate::model::{MAX_SIDES, PhaseId};
use crate::playout::below;
use crate::position::{Memory, MoveList, Position, Standing};
use crate::rules::Rules;
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// What is counted for each player: pieces on the board, pieces in hand, and enemy pieces captured.
const COUNTS: usize = 3;

type Counts = [f64; COUNTS];

/// The counts of each player.
type Census = [Counts; MAX_SIDES];

/// What one of each count is worth in each phase: players win in the ratio of the exponentials of their sums.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Evaluation {
    phases: Box<[Worth]>,
}

/// What one of each count is worth.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Worth {
    counts: Counts,
    /// The share of what made the random games end differently that the counts tell, up to 1.
    told: f64,
}

/// From which share on the counts are trusted. Below, games played to their end tell more.
const TRUSTED: f64 = 0.1;

/// The most random games to learn from, and the most plies of one and of all together.
const MOST_GAMES: usize = 400;
const MOST_PLIES: usize = 500;
const MOST_PLIES_IN_ALL: usize = 12_000;
/// The most moves that are listed meanwhile.
const MOST_MOVES: usize = 1 << 22;
/// One position of so many is learnt from.
const STRIDE: usize = 4;
/// How often all positions are gone through.
const ROUNDS: usize = 100;

/// A position and what became of it.
struct Sample {
    phase: PhaseId,
    census: Census,
    rewards: Rewards,
}

impl Evaluation {
    /// What is known before anything is learnt: all positions are worth the same.
    pub fn unlearnt<const W: usize>(rules: &Rules<W>) -> Evaluation {
        Evaluation { phases: vec![Worth::default(); rules.phases].into() }
    }

    /// Learns from random games, always the same; `None` if it was enough before.
    pub fn learn<const W: usize>(rules: &Rules<W>, watch: &mut Watch) -> Option<Evaluation> {
        let players = rules.players.len();
        let samples = samples(rules, watch)?;
        let of_phase = |phase| {
            let samples: Vec<&Sample> = samples.iter().filter(|sample| sample.phase.index() == phase).collect();
            learn(samples, players)
        };
        Some(Evaluation { phases: (0..rules.phases).map(of_phase).collect() })
    }

    /// Whether the evaluation tells much in this phase.
    pub fn is_trusted(&self, phase: PhaseId) -> bool {
        self.phases[phase.index()].told >= TRUSTED
    }

    /// What the open position is worth to each player.
    pub fn rewards<const W: usize>(&self, rules: &Rules<W>, position: &Position<W>) -> Rewards {
        let census = count(rules, position);
        weigh(&self.phases[position.phase.index()].counts, &census, rules.players.len())
    }
}

fn count<const W: usize>(rules: &Rules<W>, position: &Position<W>) -> Census {
    let mut census = Census::default();
    for (player, counts) in census.iter_mut().enumerate().take(rules.players.len()) {
        counts[2] = position.facts.captured[player] as f64;
        for side in rules.players[player].iter() {
            counts[0] += position.facts.placement.side(side).count() as f64;
            counts[1] += position.hands[side.index()].iter().map(|&held| held as f64).sum::<f64>();
        }
    }
    census
}

/// What each player's share is by these counts.
fn weigh(worth: &Counts, census: &Census, players: usize) -> Rewards {
    let mut rewards = Rewards::default();
    for (reward, counts) in rewards.iter_mut().zip(census).take(players) {
        let sum: f64 = counts.iter().zip(worth).map(|(count, worth)| count * worth).sum();
        *reward = sum.clamp(-50.0, 50.0).exp();
    }
    let all: f64 = rewards.iter().sum();
    rewards.map(|reward| reward / all)
}

/// The worth of each count by which the samples' results are the least surprising.
fn learn(samples: Vec<&Sample>, players: usize) -> Worth {
    let all = samples.len().max(1) as f64;
    let mut censuses: Vec<Census> = samples.iter().map(|sample| sample.census).collect();
    let mut spread = Counts::default();
    // Only what tells the players apart matters, and by how much it usually does.
    for census in &mut censuses {
        for i in 0..COUNTS {
            let mean = census[..players].iter().map(|counts| counts[i]).sum::<f64>() / players as f64;
            for counts in &mut census[..players] {
                counts[i] -= mean;
                spread[i] += counts[i] * counts[i] / (all * players as f64);
            }
        }
    }
    let unit = spread.map(|spread| if spread > 1e-6 { 1.0 / spread.sqrt() } else { 0.0 });
    let mut scaled = Counts::default();
    for _ in 0..ROUNDS {
        let worth = std::array::from_fn(|i| scaled[i] * unit[i]);
        let mut slope = Counts::default();
        for (census, sample) in censuses.iter().zip(&samples) {
            let expected = weigh(&worth, census, players);
            for (counts, error) in census.iter().zip(expected.iter().zip(&sample.rewards).map(|(e, r)| r - e)) {
                for i in 0..COUNTS {
                    slope[i] += error * counts[i] * unit[i] / all;
                }
            }
        }
        for i in 0..COUNTS {
            // What hardly matters is kept at nothing.
            scaled[i] += slope[i] - 0.002 * scaled[i];
        }
    }
    let counts = std::array::from_fn(|i| scaled[i] * unit[i]);
    let (mut left, mut whole) = (0.0, 0.0);
    for (census, sample) in censuses.iter().zip(&samples) {
        let expected = weigh(&counts, census, players);
        for (reward, expected) in sample.rewards[..players].iter().zip(&expected) {
            left += (reward - expected).powi(2);
            whole += (reward - 1.0 / players as f64).powi(2);
        }
    }
    Worth { counts, told: if whole > 0.0 { 1.0 - left / whole } else { 0.0 } }
}

/// Positions of random games; `None` if it was enough before.
fn samples<const W: usize>(rules: &Rules<W>, watch: &mut Watch) -> Option<Vec<Sample>> {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let (mut memory, mut moves) = (Memory::default(), MoveList::new(rules));
    let mut samples = Vec::new();
    let (mut plies, mut listed) = (0, 0);
    for _ in 0..MOST_GAMES {
        if plies >= MOST_PLIES_IN_ALL || listed >= MOST_MOVES {
            break;
        }
        memory.keys.clear();
        let mut position = Position::start(rules, &mut memory);
        let first = samples.len();
        for ply in 0..MOST_PLIES {
            begin_turn(rules, &mut position, &mut moves);
            if !watch.goes_on(moves.len()) {
                return None;
            }
            listed += moves.len();
            if moves.is_empty() || listed >= MOST_MOVES {
                break;
            }
            if ply % STRIDE == 0 {
                let census = count(rules, &position);
                samples.push(Sample { phase: position.phase, census, rewards: Rewards::default() });
            }
            position.play_nth(rules, below(&mut random, moves.len()), &moves, &mut memory);
            plies += 1;
        }
        let rewards = match position.standing {
            Standing::Open => even(rules.players.len()),
            standing => Outcomes::of(standing).rewards(rules.players.len()),
        };
        samples[first..].iter_mut().for_each(|sample| sample.rewards = rewards);
    }
    Some(samples)
}

fn even(players: usize) -> Rewards {
    let mut rewards = Rewards::default();
    rewards[..players].fill(1.0 / players as f64);
    rewards
}
