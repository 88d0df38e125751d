//! Moves as every layer knows them.

use crate::bits::Site;
use crate::model::Kind;

/// One move of a side: a whole turn. Two moves are equal if and only if they are written the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The compulsory pass.
    Pass,
    /// A piece placed from hand.
    Place {
        /// The kind placed.
        kind: Kind,
        /// Where.
        to: Site,
    },
    /// A piece of one's own taken off.
    Remove {
        /// Which.
        from: Site,
    },
    /// A step, a slide or a glide, perhaps onto an enemy piece that is captured.
    Step {
        /// Where the piece stood.
        from: Site,
        /// Where it stands afterwards.
        to: Site,
        /// Whether it captures what stood there.
        captures: bool,
    },
    /// One jump or a chain of jumps.
    Jump {
        /// Where the piece stood.
        from: Site,
        /// Where it glided to before its first jump, if it did.
        glide: Option<Site>,
        /// The jumps, one or more.
        hops: Vec<Hop>,
    },
    /// A chain of jumps that takes nothing and changes nothing, told by where it begins and ends, whatever it jumps.
    JumpTo {
        /// Where the piece stood.
        from: Site,
        /// Where it glided to before its first jump, if it did.
        glide: Option<Site>,
        /// Where it stands afterwards.
        to: Site,
        /// The fewest jumps that lead there.
        jumps: u8,
    },
}

/// One jump.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hop {
    /// What becomes of the jumped piece.
    pub effect: HopEffect,
    /// Where the jumped piece stood.
    pub over: Site,
    /// Where the jump lands.
    pub to: Site,
}

/// What becomes of a jumped piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HopEffect {
    /// It is taken off.
    Remove,
    /// It becomes one of the mover's.
    Exchange,
    /// It stays.
    Keep,
}
