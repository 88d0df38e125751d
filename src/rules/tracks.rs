//! Tracks: moves alike but for the site where each ends, with what each changes worked out beforehand.

use super::{Rules, Way};
use crate::bits::{Bits, Site};
use crate::model::Kind;
use crate::moves::{Hop, HopEffect};

/// Moves of one statement that go the same way and do the same thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Track {
    /// What they do.
    pub deed: Deed,
    /// The direction of steps and jumps.
    pub way: u8,
    /// The statement, numbered as in the rules.
    pub statement: u16,
}

/// What the moves of a track do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// A piece of the kind is placed.
    Place(Kind),
    /// A piece is taken off.
    Remove,
    /// A piece goes one link and captures what stands there.
    Step,
    /// So many jumps in one direction.
    Jumps {
        /// The number of jumps.
        count: u8,
        /// What becomes of each piece jumped.
        effect: HopEffect,
    },
}

/// What a move comes to on the board: steps and jumps that remove are alike, so that playing a random move need not guess
/// which of them it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A piece goes elsewhere; what was taken is gone.
    Move,
    /// A piece goes elsewhere; what was taken is the mover's.
    Exchange,
    /// A piece comes from the hand.
    Place(Kind),
    /// A piece of the mover's goes.
    Remove,
}

impl Deed {
    /// What it comes to on the board.
    pub fn change(self) -> Change {
        match self {
            Deed::Place(kind) => Change::Place(kind),
            Deed::Remove => Change::Remove,
            Deed::Jumps { effect: HopEffect::Exchange, .. } => Change::Exchange,
            Deed::Step | Deed::Jumps { .. } => Change::Move,
        }
    }
}

/// What one move changes.
#[derive(Clone, Copy, Debug)]
pub struct Trace<const W: usize> {
    /// The sites at which the mover's own board changes.
    pub own: Bits<W>,
    /// The sites whose pieces are captured or exchanged, if pieces stand there.
    pub taken: Bits<W>,
    /// What it comes to.
    pub change: Change,
}

impl<const W: usize> Trace<W> {
    /// What no move changes.
    pub(super) const NOTHING: Trace<W> = Trace { own: Bits::EMPTY, taken: Bits::EMPTY, change: Change::Move };

    /// What the move that ends on the site changes, if there is one; steps and jumps come along the way.
    pub(super) fn new(deed: Deed, way: &Way<W>, to: Site) -> Option<Trace<W>> {
        let (own, taken) = match deed {
            Deed::Place(_) | Deed::Remove => (Bits::one(to), Bits::EMPTY),
            Deed::Step => (Bits::one(way.back(to)?) ^ Bits::one(to), Bits::one(to)),
            Deed::Jumps { count, effect, .. } => {
                let (mut from, mut taken) = (to, Bits::EMPTY);
                for _ in 0..count {
                    let over = way.back(from)?;
                    taken.insert(over);
                    from = way.back(over)?;
                }
                let taken = if effect == HopEffect::Keep { Bits::EMPTY } else { taken };
                (Bits::one(from) ^ Bits::one(to), taken)
            }
        };
        Some(Trace { own, taken, change: deed.change() })
    }
}

impl<const W: usize> Rules<W> {
    /// Where the piece of the track's move that ends on the site came from; the site itself of a placement or removal.
    pub fn from(&self, track: u16, to: Site) -> Site {
        let mut from = self.trace(track, to).own;
        from.remove(to);
        from.lowest().unwrap_or(to)
    }

    /// The jumps, one by one, of the track's move that ends on the site.
    pub fn hops(&self, track: u16, to: Site) -> Vec<Hop> {
        let Track { deed: Deed::Jumps { count, effect }, way, .. } = self.tracks[track as usize] else {
            return Vec::new();
        };
        let mut at = self.from(track, to);
        let hop = |_| {
            let (over, to) = self.ways[way as usize].hop(at)?;
            at = to;
            Some(Hop { effect, over, to })
        };
        (0..count).map_while(hop).collect()
    }
}
