//! What is proved about how a position ends.

use crate::model::{MAX_SIDES, Player};
use crate::position::{GameResult, Standing};

/// What a draw is in a set of outcomes; the bits below are wins, one for each player.
const DRAW: u8 = 1 << MAX_SIDES;

/// What a game is worth to each player: 1 is a win, and what all get together is 1.
pub type Rewards = [f64; MAX_SIDES];

/// The ways a game may end when nobody errs: none as long as nothing is proved, and more than one only among three
/// players or more, where it can be all the same to a player which of the others wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcomes(u8);

impl Outcomes {
    /// Nothing is proved.
    pub const UNKNOWN: Outcomes = Outcomes(0);

    /// How the game stands: unknown while it goes on.
    pub fn of(standing: Standing) -> Outcomes {
        match standing {
            Standing::Open => Outcomes::UNKNOWN,
            Standing::Over { result: GameResult::Won(player), .. } => Outcomes(1 << player.0),
            Standing::Over { result: GameResult::Drawn(_), .. } => Outcomes(DRAW),
        }
    }

    /// Whether something is proved.
    pub fn is_known(self) -> bool {
        self != Outcomes::UNKNOWN
    }

    /// Whether the player is sure to win.
    pub fn is_win(self, player: Player) -> bool {
        self.0 == 1 << player.0
    }

    /// Whether it is known that the player neither wins nor draws.
    pub fn is_loss(self, player: Player) -> bool {
        self.is_known() && self.0 & (DRAW | 1 << player.0) == 0
    }

    /// Whether the game is sure to be drawn.
    pub fn is_draw(self) -> bool {
        self.0 == DRAW
    }

    /// What the outcomes are worth, each taken as likely as the others.
    pub fn rewards(self, players: usize) -> Rewards {
        let mut rewards = Rewards::default();
        let ways = self.0.count_ones().max(1) as f64;
        for (player, reward) in rewards[..players].iter_mut().enumerate() {
            let draw = if self.0 & DRAW != 0 { 1.0 / players as f64 } else { 0.0 };
            *reward = ((self.0 >> player & 1) as f64 + draw) / ways;
        }
        rewards
    }

    /// The worst and the best that may come of it for the player: 0 a loss, 1 a draw, 2 a win.
    fn range(self, player: Player) -> (u8, u8) {
        let (wins, draws) = (self.0 & 1 << player.0 != 0, self.0 & DRAW != 0);
        let loses = self.0 & !(DRAW | 1 << player.0) != 0;
        let worst = if loses { 0 } else { 2 - draws as u8 };
        let best = if wins { 2 } else { draws as u8 };
        (worst, best)
    }

    /// What follows for a position in which the player chooses among moves that lead to these: a win if one move wins;
    /// otherwise unknown until all moves are known.
    pub fn choice(player: Player, moves: impl Iterator<Item = Outcomes> + Clone) -> Outcomes {
        let mut surest = Some(0);
        for outcomes in moves.clone() {
            if outcomes.is_win(player) {
                return outcomes;
            }
            let worst = outcomes.range(player).0;
            surest = surest.filter(|_| outcomes.is_known()).map(|surest| worst.max(surest));
        }
        let Some(surest) = surest else { return Outcomes::UNKNOWN };
        let sensible = moves.filter(|outcomes| outcomes.range(player).1 > surest || outcomes.range(player).0 == surest);
        sensible.fold(Outcomes::UNKNOWN, |all, outcomes| Outcomes(all.0 | outcomes.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWN: Outcomes = Outcomes(DRAW);
    const ONE: Outcomes = Outcomes(1);
    const TWO: Outcomes = Outcomes(2);
    const THREE: Outcomes = Outcomes(4);

    fn choice(player: u8, moves: &[Outcomes]) -> Outcomes {
        Outcomes::choice(Player(player), moves.iter().copied())
    }

    #[test]
    fn one_winning_move_is_enough() {
        assert_eq!(choice(0, &[TWO, Outcomes::UNKNOWN, ONE]), ONE);
        assert_eq!(choice(0, &[TWO, Outcomes::UNKNOWN]), Outcomes::UNKNOWN);
        assert_eq!(choice(0, &[TWO, DRAWN, TWO]), DRAWN);
        assert_eq!(choice(0, &[TWO, TWO]), TWO);
    }

    #[test]
    fn a_loser_may_choose_the_winner() {
        assert_eq!(choice(0, &[TWO, THREE]), Outcomes(6));
        assert_eq!(choice(1, &[Outcomes(6), THREE]), Outcomes(6));
        assert_eq!(choice(1, &[Outcomes(6), TWO]), TWO);
        assert_eq!(choice(1, &[THREE, DRAWN]), DRAWN);
        assert!(choice(0, &[TWO, THREE]).is_loss(Player(0)));
        assert!(!choice(0, &[TWO, THREE]).is_loss(Player(1)));
    }

    #[test]
    fn rewards_add_up_to_one() {
        for outcomes in [ONE, THREE, DRAWN, Outcomes(6), Outcomes(DRAW | 1)] {
            assert!((outcomes.rewards(3).iter().sum::<f64>() - 1.0).abs() < 1e-12, "{outcomes:?}");
        }
        assert_eq!(DRAWN.rewards(2)[..2], [0.5, 0.5]);
        assert_eq!(Outcomes(6).rewards(3)[..3], [0.0, 0.5, 0.5]);
    }
}
