//! Which of several moves are to be made, and which pieces become others: compiled for one side.

use super::{Amount, Compiler, Program, Way};
use crate::bits::{Bits, Site};
use crate::facts::{Facts, JUMPED, LAST};
use crate::model::{Key, Kind, Phase, Side};

/// What moves are compared by.
#[derive(Clone, Debug)]
pub enum Preference<const W: usize> {
    /// The greatest number is best.
    Most(Amount<W>),
    /// The smallest number is best.
    Least(Amount<W>),
    /// To jump a piece of the set first is best, and again wherever chains part.
    Earliest(Program<W>),
}

impl<const W: usize> Preference<W> {
    /// What a move from the site that jumps these pieces is worth, before it is made; the greatest is best. The facts are
    /// told of the move.
    pub fn worth(
        &self,
        (all, ways): (Bits<W>, &[Way<W>]),
        facts: &mut Facts<W>,
        from: Site,
        jumped: impl Iterator<Item = Site> + Clone,
    ) -> i128 {
        facts.placement.boards[LAST] = Bits::one(from);
        facts.placement.boards[JUMPED] = jumped.clone().collect();
        match self {
            Preference::Most(number) => number.value(all, ways, facts) as i128,
            Preference::Least(number) => -(number.value(all, ways, facts) as i128),
            Preference::Earliest(set) => earliest(jumped, set.read(all, ways, &facts.placement)),
        }
    }
}

/// A number that is greater the earlier the jumps come to pieces on the sites; jumps past the 126th do not count.
fn earliest<const W: usize>(jumped: impl Iterator<Item = Site>, sites: Bits<W>) -> i128 {
    jumped.zip((0..=126).rev()).map(|(over, bit)| (sites.has(over) as i128) << bit).sum()
}

/// Pieces of one kind that become another on some sites.
#[derive(Clone, Copy, Debug)]
pub struct PromotionRule<const W: usize> {
    /// The kind they were.
    pub from: Kind,
    /// The kind they become.
    pub to: Kind,
    /// Where.
    pub on: Bits<W>,
    /// Also in the middle of a chain.
    pub at_once: bool,
}

impl<const W: usize> Compiler<'_, W> {
    pub(super) fn preference(&mut self, key: &Key, side: Side) -> Preference<W> {
        match key {
            Key::Most(number) => Preference::Most(self.amount(number, side)),
            Key::Least(number) => Preference::Least(self.amount(number, side)),
            Key::Earliest(set) => Preference::Earliest(self.set(set, side)),
        }
    }

    /// The changes of kind of the side's pieces.
    pub(super) fn promotions(&self, phase: &Phase, side: Side) -> Vec<PromotionRule<W>> {
        let own = phase.promotions.iter().filter(|promotion| promotion.sides.has(side));
        own.map(|promotion| PromotionRule {
            from: promotion.from,
            to: promotion.to,
            on: promotion.on[side.index()].resize(),
            at_once: promotion.at_once,
        })
        .collect()
    }
}
