//! Set expressions as straight-line programs over whole boards.

use super::{Along, Compiler, Swept, Way};
use crate::bits::{Bits, Sets, SiteSet};
use crate::facts::{JUMPED, KINDS, LAST, Layout, NOTHING, PIECES};
use crate::model::{Set, Side, SideSet};

/// A compiled set: a board, and what is done to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Program<const W: usize> {
    start: Leaf<W>,
    /// Operations on an accumulator, which begins with `start`, and a stack.
    operations: Box<[Operation<W>]>,
}

/// A board that a program reads, made of at most two of the placement's without a branch: their symmetric difference,
/// turned over or not, and of that what lies on some sites. Boards of sides have no site in common, so that it is their union; and the pieces but for one
/// side's are the difference of the two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Leaf<const W: usize> {
    boards: (u8, u8),
    flip: Bits<W>,
    mask: Bits<W>,
}

/// A step of a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Operation<const W: usize> {
    /// Put the accumulator on the stack and begin with this board.
    Begin(Leaf<W>),
    /// Keep what is in the board too.
    And(Leaf<W>),
    /// Add the board.
    Or(Leaf<W>),
    /// The other sites of the board.
    Not,
    /// The sites one link away in these directions.
    To(Along<W>),
    /// Join with what was put on the stack last.
    AndPopped,
    /// Join with what was put on the stack last.
    OrPopped,
}

/// The deepest stack: programs compute the longer operand first, so that depth grows as the logarithm of length.
const STACK: usize = 16;

impl<const W: usize> Leaf<W> {
    fn of(one: usize, two: usize, flip: Bits<W>) -> Leaf<W> {
        Leaf { boards: (one as u8, two as u8), flip, mask: Bits([u64::MAX; W]) }
    }

    fn board(board: usize) -> Leaf<W> {
        Leaf::of(board, NOTHING, Bits::EMPTY)
    }

    fn sites(sites: Bits<W>) -> Leaf<W> {
        Leaf::of(NOTHING, NOTHING, sites)
    }

    #[inline(always)]
    fn read<S: Sets<W>>(&self, layout: &Layout<S>) -> S {
        let both = layout.board(self.boards.0).xor(layout.board(self.boards.1));
        both.xor(S::of_all(self.flip)).and(S::of_all(self.mask))
    }
}

impl<const W: usize> Program<W> {
    /// The set in this layout.
    #[inline(always)]
    pub fn read<S: Swept<W>>(&self, all: Bits<W>, ways: &[Way<W>], layout: &Layout<S>) -> S {
        let start = self.start.read(layout);
        match &*self.operations {
            [] => start,
            // The pieces of a side and kind, without a call.
            [Operation::And(leaf)] => start.and(leaf.read(layout)),
            operations => run(start, operations, all, ways, layout),
        }
    }

    /// Whether a site's being in the set depends on that site alone, not on what stands elsewhere.
    pub fn is_local(&self) -> bool {
        !self.operations.iter().any(|operation| matches!(operation, Operation::To(_)))
    }
}

#[inline(never)]
fn run<S: Swept<W>, const W: usize>(
    start: S,
    operations: &[Operation<W>],
    all: Bits<W>,
    ways: &[Way<W>],
    layout: &Layout<S>,
) -> S {
    let (mut set, mut stack, mut height) = (start, [S::of_all(Bits::EMPTY); STACK], 0);
    for operation in operations {
        match operation {
            Operation::And(leaf) => set = set.and(leaf.read(layout)),
            Operation::Or(leaf) => set = set.or(leaf.read(layout)),
            Operation::Not => set = set.xor(S::of_all(all)),
            Operation::To(along) => set = along.all(ways, set),
            Operation::Begin(leaf) => {
                stack[height] = set;
                height += 1;
                set = leaf.read(layout);
            }
            Operation::AndPopped => {
                height -= 1;
                set = set.and(stack[height]);
            }
            Operation::OrPopped => {
                height -= 1;
                set = set.or(stack[height]);
            }
        }
    }
    set
}

/// Whether every site of `set` is surely one of `outer`'s, by how the two are written.
pub fn is_within(set: &Set, outer: &Set) -> bool {
    match set {
        _ if set == outer => true,
        Set::And(a, b) => is_within(a, outer) || is_within(b, outer),
        Set::Or(a, b) => is_within(a, outer) && is_within(b, outer),
        _ => match outer {
            Set::Or(a, b) => is_within(set, a) || is_within(set, b),
            Set::Pieces => matches!(set, Set::Own | Set::Enemy | Set::Ally | Set::Of(_) | Set::OfKind(_)),
            _ => false,
        },
    }
}

/// The sites of `set` that are also `outer`'s, without a word for what is clear already.
pub fn within(set: &Set, outer: &Set) -> Set {
    match set {
        _ if is_within(set, outer) => set.clone(),
        _ => Set::And(Box::new(set.clone()), Box::new(outer.clone())),
    }
}

impl<const W: usize> Compiler<'_, W> {
    /// The set as the side reads it.
    pub(super) fn set(&mut self, set: &Set, side: Side) -> Program<W> {
        let mut operations = Vec::new();
        let set = self.fold(set, side);
        self.emit(&set, side, &mut operations);
        match operations.remove(0) {
            Operation::Begin(start) => Program { start, operations: operations.into() },
            _ => unreachable!("what is emitted first begins with a board"),
        }
    }

    /// The same set, with what does not depend on the position worked out.
    fn fold(&self, set: &Set, side: Side) -> Set {
        let all = SiteSet::first(self.game.board.len());
        match set {
            Set::BySide(sets) => Set::Sites(sets[side.index()]),
            Set::Not(inner) => match self.fold(inner, side) {
                Set::Sites(sites) => Set::Sites(all & !sites),
                Set::Not(inner) => *inner,
                Set::Empty => Set::Pieces,
                Set::Pieces => Set::Empty,
                inner => Set::Not(Box::new(inner)),
            },
            Set::And(a, b) => match (self.fold(a, side), self.fold(b, side)) {
                (Set::Sites(a), Set::Sites(b)) => Set::Sites(a & b),
                (Set::Sites(sites), other) | (other, Set::Sites(sites)) if sites == all => other,
                (Set::Sites(sites), _) | (_, Set::Sites(sites)) if sites.is_empty() => Set::Sites(sites),
                (a, b) => Set::And(Box::new(a), Box::new(b)),
            },
            Set::Or(a, b) => match (self.fold(a, side), self.fold(b, side)) {
                (Set::Sites(a), Set::Sites(b)) => Set::Sites(a | b),
                (Set::Sites(sites), other) | (other, Set::Sites(sites)) if sites.is_empty() => other,
                (Set::Sites(sites), _) | (_, Set::Sites(sites)) if sites == all => Set::Sites(sites),
                (a, b) => Set::Or(Box::new(a), Box::new(b)),
            },
            Set::To(directions, inner) => match self.fold(inner, side) {
                Set::Sites(sites) => {
                    let (along, sites) = (self.along(directions, side), sites.resize());
                    let reached = along.iter(self.ways).fold(Bits::EMPTY, |set, way| set | way.along(sites));
                    Set::Sites(reached.resize())
                }
                inner => Set::To(directions.clone(), Box::new(inner)),
            },
            other => other.clone(),
        }
    }

    /// The set as one board, if it is one.
    fn leaf(&mut self, set: &Set, side: Side) -> Option<Leaf<W>> {
        let all = Bits::first(self.game.board.len());
        Some(match set {
            Set::Sites(sites) => Leaf::sites(sites.resize()),
            Set::BySide(sets) => Leaf::sites(sets[side.index()].resize()),
            Set::Empty => Leaf::of(PIECES, NOTHING, all),
            Set::Own => Leaf::board(side.index()),
            Set::Of(side) => Leaf::board(side.index()),
            Set::Enemy => return self.sides_leaf(self.enemies(side)),
            Set::Ally => return self.sides_leaf(self.allies(side)),
            Set::Pieces => Leaf::board(PIECES),
            Set::OfKind(_) if self.game.kinds.len() == 1 => Leaf::board(PIECES),
            Set::OfKind(kind) => Leaf::board(KINDS + kind.index()),
            Set::Jumped => Leaf::board(JUMPED),
            Set::Mover => Leaf::board(LAST),
            Set::Last => {
                self.reads_last = true;
                Leaf::board(LAST)
            }
            Set::Not(inner) => {
                let leaf = self.leaf(inner, side)?;
                if leaf.mask != Bits([u64::MAX; W]) {
                    return None;
                }
                Leaf { flip: leaf.flip ^ all, ..leaf }
            }
            Set::And(a, b) => match (&**a, &**b) {
                (Set::Sites(sites), other) | (other, Set::Sites(sites)) => {
                    let leaf = self.leaf(other, side)?;
                    Leaf { mask: leaf.mask & sites.resize(), ..leaf }
                }
                _ => return None,
            },
            Set::Or(..) | Set::To(..) => return None,
        })
    }

    /// The sides of other players.
    pub(super) fn enemies(&self, side: Side) -> SideSet {
        let player = &self.game.players[self.game.sides[side.index()].player.index()];
        SideSet(SideSet::first(self.game.sides.len()).0 & !player.sides.0)
    }

    fn allies(&self, side: Side) -> SideSet {
        self.game.players[self.game.sides[side.index()].player.index()].sides.without(side)
    }

    /// The pieces of these sides as one board: of none, one or two of them, or of all but one.
    fn sides_leaf(&self, sides: SideSet) -> Option<Leaf<W>> {
        let others = SideSet(SideSet::first(self.game.sides.len()).0 & !sides.0);
        let list: Vec<usize> = sides.iter().map(Side::index).collect();
        let boards = match (list.as_slice(), others.iter().next()) {
            ([], _) => (NOTHING, NOTHING),
            ([one], _) => (*one, NOTHING),
            ([one, two], _) => (*one, *two),
            (_, Some(other)) if others.count() == 1 => (PIECES, other.index()),
            _ => return None,
        };
        Some(Leaf::of(boards.0, boards.1, Bits::EMPTY))
    }

    fn emit(&mut self, set: &Set, side: Side, operations: &mut Vec<Operation<W>>) {
        if let Some(leaf) = self.leaf(set, side) {
            operations.push(Operation::Begin(leaf));
            return;
        }
        match set {
            Set::Enemy | Set::Ally => {
                // More sides than one board is made of.
                let sides = if *set == Set::Enemy { self.enemies(side) } else { self.allies(side) };
                for (i, side) in sides.iter().enumerate() {
                    let leaf = Leaf::board(side.index());
                    operations.push(if i == 0 { Operation::Begin(leaf) } else { Operation::Or(leaf) });
                }
            }
            Set::Not(inner) => {
                self.emit(inner, side, operations);
                operations.push(Operation::Not);
            }
            Set::To(directions, inner) => {
                self.emit(inner, side, operations);
                operations.push(Operation::To(self.along(directions, side)));
            }
            Set::And(a, b) | Set::Or(a, b) => {
                // The longer first; of two as long, the one that is no single board.
                let length = |set: &Set| (weight(set), matches!(set, Set::Not(_) | Set::To(..)));
                let (long, short) = if length(a) >= length(b) { (a, b) } else { (b, a) };
                self.emit(long, side, operations);
                let joined =
                    |leaf| if matches!(set, Set::And(..)) { Operation::And(leaf) } else { Operation::Or(leaf) };
                if let Some(leaf) = self.leaf(short, side) {
                    operations.push(joined(leaf));
                } else {
                    self.emit(short, side, operations);
                    operations.push(if matches!(set, Set::And(..)) {
                        Operation::AndPopped
                    } else {
                        Operation::OrPopped
                    });
                }
            }
            _ => unreachable!("every other set is a leaf"),
        }
    }
}

/// How many boards the set reads.
fn weight(set: &Set) -> usize {
    match set {
        Set::Not(inner) | Set::To(_, inner) => weight(inner),
        Set::And(a, b) | Set::Or(a, b) => weight(a) + weight(b),
        _ => 1,
    }
}
