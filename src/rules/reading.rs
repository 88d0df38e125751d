//! Sets and conditions of the model read outside of play, for those who explain: compiled on the spot by what
//! compiles a game, so that they mean the same.

use super::{Compiler, Way};
use crate::bits::{Bits, Site, SiteSet};
use crate::facts::{Facts, Placement};
use crate::model::{Game, Key, Set, Side};

/// Reads what a game's file says in any position.
#[derive(Debug)]
pub struct Reader<'g> {
    game: &'g Game,
    ways: Box<[Way<4>]>,
    all: SiteSet,
}

impl<'g> Reader<'g> {
    /// A reader of the game's sets and conditions.
    pub fn new(game: &'g Game) -> Self {
        let ways = game.board.directions.iter().map(|way| Way::new(&way.next)).collect();
        Reader { game, ways, all: Bits::first(game.board.len()) }
    }

    /// The sites of the set, as the side reads it.
    pub fn set(&self, set: &Set, side: Side, placement: &Placement<4>) -> SiteSet {
        Compiler::new(self.game, &self.ways).set(set, side).read(self.all, &self.ways, placement) & self.all
    }

    /// What a move from the site that jumps these pieces is worth by the key; the greatest is best.
    pub fn worth(&self, key: &Key, side: Side, facts: &Facts<4>, from: Site, jumped: &[Site]) -> i128 {
        let preference = Compiler::new(self.game, &self.ways).preference(key, side);
        preference.worth((self.all, &self.ways), &mut facts.clone(), from, jumped.iter().copied())
    }
}
