//! Uniform random games, as fast as the engine plays.

use crate::position::{Memory, MoveList, Position, Standing};
use crate::rules::Rules;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// What a run of random games gave, draws by the number of their label.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Plies of all games together.
    pub plies: u64,
    /// Games won, by player.
    pub wins: Vec<u64>,
    /// Games drawn, by label.
    pub draws: Vec<u64>,
    /// Games cut off.
    pub cut: u64,
}

/// Plays random games one after another.
#[derive(Clone, Debug)]
pub struct Player<'a, const W: usize> {
    rules: &'a Rules<W>,
    start: Position<W>,
    memory: Memory,
    moves: MoveList<W>,
    random: Pcg64Mcg,
    tally: Tally,
}

impl<'a, const W: usize> Player<'a, W> {
    /// A player of games from the game's start. The stream of random numbers that a seed gives never changes.
    pub fn new(rules: &'a Rules<W>, seed: u64) -> Self {
        let mut memory = Memory::default();
        let start = Position::start(rules, &mut memory);
        let tally =
            Tally { wins: vec![0; rules.players.len()], draws: vec![0; rules.labels.len()], ..Tally::default() };
        Player { rules, start, memory, moves: MoveList::new(rules), random: Pcg64Mcg::seed_from_u64(seed), tally }
    }

    /// Plays one game, cut off after `cap` plies.
    #[inline]
    pub fn play(&mut self, cap: u32) {
        let rules = self.rules;
        let mut position = self.start;
        self.memory.keys.truncate(1);
        let mut plies = 0;
        loop {
            position.begin_turn(rules, &mut self.moves);
            if self.moves.is_empty() || plies == cap {
                break;
            }
            let index = below(&mut self.random, self.moves.len());
            position.play_nth(rules, index, &self.moves, &mut self.memory);
            plies += 1;
        }
        self.tally.games += 1;
        self.tally.plies += plies as u64;
        match position.standing {
            Standing::Won(player) => self.tally.wins[player.index()] += 1,
            Standing::Drawn(label) => self.tally.draws[label as usize] += 1,
            Standing::Open => self.tally.cut += 1,
        }
    }

    /// What the games gave so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }
}

/// A number below `count`, each as likely as the others but for a bias below `count` in 2⁶⁴.
#[inline(always)]
pub fn below(random: &mut impl Rng, count: usize) -> usize {
    ((random.next_u64() as u128 * count as u128) >> 64) as usize
}
