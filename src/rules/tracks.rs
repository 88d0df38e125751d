//! Tracks: moves alike but for the site where each ends, with what each changes worked out beforehand.

use super::{Rules, Way};
use crate::bits::{Bits, Site};
use crate::model::Kind;
use crate::moves::{Hop, HopEffect};

/// Moves of one statement that go the same way and do the same thing.
#[derive(Clone, Debug)]
pub struct Track<const W: usize> {
    /// What they do.
    pub deed: Deed,
    /// The statement, numbered as in the rules.
    pub statement: u16,
    /// For each site, what the move that ends there changes.
    pub traces: Box<[Trace<W>]>,
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
        /// The direction.
        way: u8,
        /// The number of jumps.
        count: u8,
        /// What becomes of each piece jumped.
        effect: HopEffect,
    },
}

/// What one move changes.
#[derive(Clone, Copy, Debug)]
pub struct Trace<const W: usize> {
    /// The sites at which the mover's own board changes.
    pub own: Bits<W>,
    /// The sites whose pieces are captured or exchanged, if pieces stand there.
    pub taken: Bits<W>,
    /// Where the piece came from; `to` itself of a placement or a removal.
    pub from: Site,
}

impl<const W: usize> Track<W> {
    /// The track of a board with these many sites. `ways` are the board's, `way` the one that steps go.
    pub fn new(deed: Deed, way: u8, statement: u16, ways: &[Way<W>], sites: usize) -> Track<W> {
        let trace = |to: Site| {
            let still = Trace { own: Bits::one(to), taken: Bits::EMPTY, from: to };
            let way = &ways[way as usize];
            match deed {
                Deed::Place(_) | Deed::Remove => Some(still),
                Deed::Step => {
                    let from = way.back(to)?;
                    Some(Trace { own: Bits::one(from) ^ Bits::one(to), taken: Bits::one(to), from })
                }
                Deed::Jumps { count, effect, .. } => {
                    let (mut from, mut taken) = (to, Bits::EMPTY);
                    for _ in 0..count {
                        let over = way.back(from)?;
                        taken.insert(over);
                        from = way.back(over)?;
                    }
                    let taken = if effect == HopEffect::Keep { Bits::EMPTY } else { taken };
                    Some(Trace { own: Bits::one(from) ^ Bits::one(to), taken, from })
                }
            }
        };
        // Sites where none of the moves can end are never asked for.
        let nothing = Trace { own: Bits::EMPTY, taken: Bits::EMPTY, from: Site(0) };
        let traces = (0..sites).map(|site| trace(Site::new(site)).unwrap_or(nothing)).collect();
        Track { deed, statement, traces }
    }

    /// Where the piece of the move that ends on the site came from.
    pub fn from(&self, to: Site) -> Site {
        self.traces[to.index()].from
    }
}

impl<const W: usize> Rules<W> {
    /// The jumps, one by one, of the track's move that ends on the site.
    pub fn hops(&self, track: &Track<W>, to: Site) -> Vec<Hop> {
        let Deed::Jumps { way, count, effect } = track.deed else { return Vec::new() };
        let mut at = track.from(to);
        let hop = |_| {
            let (over, to) = self.ways[way as usize].hop(at)?;
            at = to;
            Some(Hop { effect, over, to })
        };
        (0..count).map_while(hop).collect()
    }
}
