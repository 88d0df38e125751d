//! What sets and conditions are read from: what stands where, and the counts that the rules may ask for.

use crate::bits::{Bits, Numbers, Pack, Site};
use crate::model::{Kind, MAX_KINDS, MAX_SIDES, MAX_WATCHED, Side, SideSet};

/// The board of the first kind; the sides' boards come before it.
pub const KINDS: usize = MAX_SIDES;
/// The board of all pieces.
pub const PIECES: usize = KINDS + MAX_KINDS;
/// The board of what the last turn changed.
pub const LAST: usize = PIECES + 1;
/// A board that is always empty.
pub const NOTHING: usize = LAST + 1;
/// The board of what a move jumps, kept only while moves are compared; [`LAST`] then holds the piece that moves.
pub const JUMPED: usize = NOTHING + 1;
/// The number of boards, a power of two so that a board's number is never out of range once it is cut to size.
pub const BOARDS: usize = 16;

/// What stands where in one position.
pub type Placement<const W: usize> = Layout<Bits<W>>;

/// What stands where, as boards that set programs read by number; in one position, or in several side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout<S> {
    /// First the pieces of each side; from [`KINDS`] on those of each kind, of all sides, kept only in a game with
    /// several kinds; then [`PIECES`]; [`LAST`], kept only in a game that reads it; [`NOTHING`] and
    /// [`JUMPED`].
    pub boards: [S; BOARDS],
}

/// What conditions are read from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts<const W: usize> {
    /// What stands where.
    pub placement: Placement<W>,
    /// Enemy pieces captured, by player. Like the counts below it has room for more than a game can come to: random games are cut
    /// off, and records and memory end, before 2³² turns.
    pub captured: [u32; MAX_SIDES],
    /// The sides in play.
    pub in_play: SideSet,
    /// Passes in succession.
    pub passes: u32,
    /// Turns in succession without capture.
    pub quiet: u32,
    /// For each watched set, turns in succession that left it as it was.
    pub unchanged: [u32; MAX_WATCHED],
    /// Turns played.
    pub turns: u32,
    /// Occurrences of this position, counted only in a game that asks.
    pub repeats: u32,
}

/// What conditions are read from, of a pack of positions in which every side is in play.
#[derive(Clone, Debug)]
pub struct PackedFacts<const W: usize, N> {
    /// What stands where.
    pub layout: Layout<Pack<W, N>>,
    /// As in [`Facts`].
    pub captured: [N; MAX_SIDES],
    /// As in [`Facts`].
    pub passes: N,
    /// As in [`Facts`].
    pub quiet: N,
    /// As in [`Facts`].
    pub turns: N,
    /// As in [`Facts`].
    pub repeats: N,
    /// The number of sides.
    pub sides: N,
}

impl<const W: usize, N: Numbers> PackedFacts<W, N> {
    /// Empty boards of a game with so many sides.
    pub fn new(sides: usize) -> Self {
        PackedFacts {
            layout: Layout { boards: [Pack::default(); BOARDS] },
            captured: Default::default(),
            passes: N::ZERO,
            quiet: N::ZERO,
            turns: N::ZERO,
            repeats: N::ZERO,
            sides: N::splat(sides as u64),
        }
    }
}

impl<const W: usize> Facts<W> {
    /// An empty board at the start of a game with these sides.
    pub fn new(in_play: SideSet) -> Self {
        let placement = Placement::EMPTY;
        Facts {
            placement,
            captured: [0; MAX_SIDES],
            in_play,
            passes: 0,
            quiet: 0,
            unchanged: [0; MAX_WATCHED],
            turns: 0,
            repeats: 1,
        }
    }

    /// The same in the width that holds every board.
    pub fn widened(&self) -> Facts<4> {
        let &Facts { captured, in_play, passes, quiet, unchanged, turns, repeats, .. } = self;
        let placement = Placement { boards: self.placement.boards.map(Bits::resize) };
        Facts { placement, captured, in_play, passes, quiet, unchanged, turns, repeats }
    }
}

impl<S: Copy> Layout<S> {
    /// The board of this number.
    #[inline(always)]
    pub fn board(&self, number: u8) -> S {
        self.boards[number as usize % BOARDS]
    }
}

impl<const W: usize> Placement<W> {
    /// Without pieces.
    pub const EMPTY: Self = Layout { boards: [Bits::EMPTY; BOARDS] };

    /// The pieces of the side.
    #[inline(always)]
    pub fn side(&self, side: Side) -> Bits<W> {
        self.boards[side.index()]
    }

    /// All pieces.
    #[inline(always)]
    pub fn pieces(&self) -> Bits<W> {
        self.boards[PIECES]
    }

    /// What the last turn changed.
    pub fn last(&self) -> Bits<W> {
        self.boards[LAST]
    }

    /// Says what the last turn changed.
    pub fn set_last(&mut self, changed: Bits<W>) {
        self.boards[LAST] = changed;
    }

    /// Puts a piece on an empty site, in a game with so many kinds.
    #[inline(always)]
    pub fn put(&mut self, kinds: usize, side: Side, kind: Kind, site: Site) {
        self.boards[side.index()].insert(site);
        self.boards[PIECES].insert(site);
        if kinds > 1 {
            self.boards[KINDS + kind.index()].insert(site);
        }
    }

    /// Makes the piece on the site, which is of one kind, one of another.
    #[inline(always)]
    pub fn promote(&mut self, site: Site, from: Kind, to: Kind) {
        self.boards[KINDS + from.index()].remove(site);
        self.boards[KINDS + to.index()].insert(site);
    }

    /// Takes the piece of the side off the site, in a game with so many kinds. Answers its kind.
    #[inline(always)]
    pub fn take(&mut self, kinds: usize, side: Side, site: Site) -> Kind {
        self.boards[side.index()].remove(site);
        self.clear(kinds, site)
    }

    /// Takes the piece of whichever side off the site, in a game with so many sides and kinds. Answers its kind.
    #[inline(always)]
    pub fn capture(&mut self, sides: usize, kinds: usize, site: Site) -> Kind {
        self.boards[..sides].iter_mut().for_each(|side| side.remove(site));
        self.clear(kinds, site)
    }

    #[inline(always)]
    fn clear(&mut self, kinds: usize, site: Site) -> Kind {
        self.boards[PIECES].remove(site);
        if kinds == 1 {
            return Kind(0);
        }
        let kind = self.kind(site);
        self.boards[KINDS + kind.index()].remove(site);
        kind
    }

    /// The kind of the piece on the site; the first in a game with one kind.
    pub fn kind(&self, site: Site) -> Kind {
        Kind::new(self.boards[KINDS..PIECES].iter().position(|kind| kind.has(site)).unwrap_or(0))
    }

    /// What stands on the site.
    pub fn at(&self, site: Site) -> Option<(Side, Kind)> {
        let side = self.boards[..KINDS].iter().position(|side| side.has(site))?;
        Some((Side::new(side), self.kind(site)))
    }

    /// The sites at which the two differ.
    pub fn difference(&self, other: &Placement<W>) -> Bits<W> {
        let pairs = self.boards[..PIECES].iter().zip(&other.boards);
        pairs.fold(Bits::EMPTY, |changed, (&a, &b)| changed | (a ^ b))
    }
}
