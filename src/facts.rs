//! What sets and conditions are read from: what stands where, and the counts that the rules may ask for.

use crate::bits::{Bits, Counts, Site};
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

/// What conditions are read from, in one position.
pub type Facts<const W: usize> = State<Bits<W>, u32>;

/// What conditions are read from, in one position or in several side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State<S, N> {
    /// What stands where.
    pub placement: Layout<S>,
    /// Enemy pieces captured, by player. Like the counts below it has room for more than a game can come to: random games are cut
    /// off, and records and memory end, before 2³² turns.
    pub captured: [N; MAX_SIDES],
    /// The sides in play, the same in each position.
    pub in_play: SideSet,
    /// Passes in succession.
    pub passes: N,
    /// Turns in succession without capture.
    pub quiet: N,
    /// For each watched set, turns in succession that left it as it was.
    pub unchanged: [N; MAX_WATCHED],
    /// Turns played.
    pub turns: N,
    /// Occurrences of the position, counted only in a game that asks.
    pub repeats: N,
}

impl<S: Copy + Default, N: Counts> State<S, N> {
    /// An empty board at the start of a game with these sides.
    pub fn new(in_play: SideSet) -> Self {
        State {
            placement: Layout { boards: [S::default(); BOARDS] },
            captured: [N::ZERO; MAX_SIDES],
            in_play,
            passes: N::ZERO,
            quiet: N::ZERO,
            unchanged: [N::ZERO; MAX_WATCHED],
            turns: N::ZERO,
            repeats: N::splat(1),
        }
    }
}

impl<const W: usize> Facts<W> {
    /// The same in the width that holds every board.
    pub fn widened(&self) -> Facts<4> {
        let &State { captured, in_play, passes, quiet, unchanged, turns, repeats, .. } = self;
        let placement = Placement { boards: self.placement.boards.map(Bits::resize) };
        State { placement, captured, in_play, passes, quiet, unchanged, turns, repeats }
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
