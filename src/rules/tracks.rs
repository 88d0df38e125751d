//! Tracks: moves alike but for the site where each ends, with what each changes worked out beforehand.

use super::Rules;
use crate::bits::{Bits, Site};
use crate::model::Kind;
use crate::moves::{Hop, HopEffect};

/// Moves of one statement that go the same way along lanes of the same shifts, and do the same thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Track<const W: usize> {
    /// What they do.
    pub deed: Deed,
    /// What that comes to on the board.
    pub change: Change,
    /// The direction of steps and jumps.
    pub way: u8,
    /// The statement, numbered as in the rules.
    pub statement: u16,
    /// The sites at which the mover's own board changes, for the move that ends on site 0; sites below it are those at
    /// the far end of the words.
    own: Bits<W>,
    /// The sites whose pieces are captured or exchanged, if pieces stand there, for the same move.
    taken: Bits<W>,
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

impl Change {
    /// A number of its own.
    #[inline(always)]
    pub fn code(self) -> u64 {
        match self {
            Change::Move => 0,
            Change::Exchange => 1,
            Change::Remove => 2,
            Change::Place(kind) => 3 + kind.0 as u64,
        }
    }
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

impl<const W: usize> Track<W> {
    /// The moves of the statement that do so along the way, each link raising site numbers by so much.
    pub(super) fn new(deed: Deed, way: u8, by: [i16; 2], statement: u16) -> Track<W> {
        let at = |site: i16| Bits::<W>::one(Site(site.rem_euclid(64 * W as i16) as u8));
        let (from, taken) = match deed {
            Deed::Place(_) | Deed::Remove => (0, Bits::EMPTY),
            Deed::Step => (-by[0], at(0)),
            Deed::Jumps { count, effect } => {
                let from = |jumps: u8| -(by[0] + by[1]) * jumps as i16;
                let taken = (0..count).fold(Bits::EMPTY, |taken, jumps| taken | at(from(jumps) - by[1]));
                (from(count), if effect == HopEffect::Keep { Bits::EMPTY } else { taken })
            }
        };
        Track { deed, change: deed.change(), way, statement, own: at(0) | at(from), taken }
    }

    /// The sites at which the mover's own board changes, and those whose pieces are taken, by the move that ends on site 0.
    #[inline(always)]
    pub fn changed(&self) -> (&Bits<W>, &Bits<W>) {
        (&self.own, &self.taken)
    }

    /// The sites at which the mover's own board changes by the move that ends on the site.
    #[inline(always)]
    pub fn own(&self, to: Site) -> Bits<W> {
        self.own.turned(to)
    }

    /// The sites whose pieces are captured or exchanged by the move that ends on the site, if pieces stand there.
    #[inline(always)]
    pub fn taken(&self, to: Site) -> Bits<W> {
        self.taken.turned(to)
    }
}

impl<const W: usize> Rules<W> {
    /// Where the piece of the track's move that ends on the site came from; the site itself of a placement or removal.
    pub fn from(&self, track: u16, to: Site) -> Site {
        let mut from = self.tracks[track as usize].own(to);
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
