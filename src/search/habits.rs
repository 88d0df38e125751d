//! What moves are worth wherever they are played: a move that does well in many games is a good first guess in others.

use super::outcomes::Rewards;
use crate::model::{Player, Side};
use crate::position::{MoveList, Played};
use crate::rules::Rules;

/// The number of bits of a move's name.
const NAME_BITS: u32 = 12;

/// A move's name: the same for a move that comes again in another position, and hardly ever the same for two moves.
pub type Name = u16;

/// The name of a move of the list.
#[inline(always)]
pub fn name<const W: usize>(played: Played, moves: &MoveList<W>) -> Name {
    let word = match played {
        Played::Pass => u32::MAX,
        Played::Track { track, to } => (track as u32) << 8 | to.0 as u32,
        Played::Go { from, to, .. } => 1 << 28 | (from.0 as u32) << 8 | to.0 as u32,
        Played::Chain(chain) => {
            let count = moves.hops(chain).len() as u32;
            1 << 29 | count << 16 | (chain.from.0 as u32) << 8 | chain.to.0 as u32
        }
    };
    (word.wrapping_mul(0x9e37_79b9) >> (32 - NAME_BITS)) as Name
}

/// What a move has been worth to the player who made it.
#[derive(Clone, Copy, Debug)]
struct Habit {
    mean: f32,
    count: f32,
}

/// The worth of all moves, for each side.
#[derive(Clone, Debug)]
pub struct Habits {
    habits: Box<[Habit]>,
    /// The moves of the game being played.
    played: Vec<(u32, Player)>,
}

impl Habits {
    pub fn new<const W: usize>(rules: &Rules<W>) -> Habits {
        let untried = Habit { mean: 1.0 / rules.players.len().max(1) as f32, count: 1.0 };
        Habits { habits: vec![untried; rules.sides << NAME_BITS].into(), played: Vec::new() }
    }

    #[inline(always)]
    fn place(side: Side, name: Name) -> usize {
        side.index() << NAME_BITS | name as usize
    }

    /// What the move has been worth to the side on average, from 0 to 1.
    #[inline(always)]
    pub fn mean(&self, side: Side, name: Name) -> f32 {
        self.habits[Self::place(side, name)].mean
    }

    /// The side of the player makes the move.
    #[inline(always)]
    pub fn note(&mut self, side: Side, player: Player, name: Name) {
        self.played.push((Self::place(side, name) as u32, player));
    }

    /// The game is not played on: its moves tell nothing.
    pub fn forget(&mut self) {
        self.played.clear();
    }

    /// The game ended so: all its moves have been worth that, and the next begins.
    pub fn learn(&mut self, rewards: &Rewards) {
        for (place, player) in self.played.drain(..) {
            let habit = &mut self.habits[place as usize];
            habit.count += 1.0;
            habit.mean += (rewards[player.index()] as f32 - habit.mean) / habit.count;
        }
    }
}
