//! Set expressions as straight-line programs over whole boards.

use super::{Along, Compiler, Way};
use crate::bits::{Bits, SiteSet};
use crate::model::{Directions, Set, Side, SideSet};
use crate::position::Placement;

/// A compiled set. The commonest are one board each; the others are a short list of operations.
#[derive(Clone, Debug)]
pub enum Program<const W: usize> {
    /// One board.
    Leaf(Leaf<W>),
    /// Operations on an accumulator and a stack.
    Operations(Box<[Operation<W>]>),
}

/// A board that a program reads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Leaf<const W: usize> {
    /// Always the same sites.
    Sites(Bits<W>),
    /// Sites without a piece.
    Empty,
    /// Sites with one.
    Pieces,
    /// The pieces of one side.
    Side(u8),
    /// The pieces of several.
    Sides(SideSet),
    /// The pieces of one kind.
    Kind(u8),
    /// What the last turn changed.
    Last,
}

/// A step of a program.
#[derive(Clone, Debug)]
pub enum Operation<const W: usize> {
    /// Take the board.
    Load(Leaf<W>),
    /// Keep what is in the board too.
    And(Leaf<W>),
    /// Add the board.
    Or(Leaf<W>),
    /// Take the board's sites away.
    Without(Leaf<W>),
    /// The other sites of the board.
    Not,
    /// The sites one link away in these directions.
    To(Along<W>),
    /// Put the accumulator on the stack.
    Push,
    /// Join with what was put on the stack last.
    AndPopped,
    /// Join with what was put on the stack last.
    OrPopped,
}

/// The deepest stack: programs compute the longer operand first, so that depth grows as the logarithm of length.
const STACK: usize = 16;

impl<const W: usize> Leaf<W> {
    #[inline(always)]
    fn read(&self, all: Bits<W>, placement: &Placement<W>) -> Bits<W> {
        match *self {
            Leaf::Sites(sites) => sites,
            Leaf::Empty => all & !placement.pieces,
            Leaf::Pieces => placement.pieces,
            Leaf::Side(side) => placement.sides[side as usize],
            Leaf::Sides(sides) => sides.iter().fold(Bits::EMPTY, |set, side| set | placement.sides[side.index()]),
            Leaf::Kind(kind) => placement.kinds[kind as usize],
            Leaf::Last => placement.last,
        }
    }
}

impl<const W: usize> Program<W> {
    /// The set in this placement.
    #[inline(always)]
    pub fn read(&self, all: Bits<W>, ways: &[Way<W>], placement: &Placement<W>) -> Bits<W> {
        match self {
            Program::Leaf(leaf) => leaf.read(all, placement),
            Program::Operations(operations) => run(operations, all, ways, placement),
        }
    }

    /// Whether a site's being in the set depends on that site alone, not on what stands elsewhere.
    pub fn is_local(&self) -> bool {
        match self {
            Program::Leaf(_) => true,
            Program::Operations(operations) => {
                !operations.iter().any(|operation| matches!(operation, Operation::To(_)))
            }
        }
    }
}

fn run<const W: usize>(
    operations: &[Operation<W>],
    all: Bits<W>,
    ways: &[Way<W>],
    placement: &Placement<W>,
) -> Bits<W> {
    let (mut set, mut stack, mut height) = (Bits::EMPTY, [Bits::EMPTY; STACK], 0);
    for operation in operations {
        match operation {
            Operation::Load(leaf) => set = leaf.read(all, placement),
            Operation::And(leaf) => set &= leaf.read(all, placement),
            Operation::Or(leaf) => set |= leaf.read(all, placement),
            Operation::Without(leaf) => set &= !leaf.read(all, placement),
            Operation::Not => set = all & !set,
            Operation::To(along) => set = along.iter(ways).fold(Bits::EMPTY, |reached, way| reached | way.along(set)),
            Operation::Push => {
                stack[height] = set;
                height += 1;
            }
            Operation::AndPopped => {
                height -= 1;
                set &= stack[height];
            }
            Operation::OrPopped => {
                height -= 1;
                set |= stack[height];
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
        match operations.as_slice() {
            [Operation::Load(leaf)] => Program::Leaf(*leaf),
            _ => Program::Operations(operations.into()),
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

    fn leaf(&mut self, set: &Set, side: Side) -> Option<Leaf<W>> {
        let player = self.game.sides[side.index()].player;
        let sides_of = |wanted: &dyn Fn(Side) -> bool| {
            let sides = (0..self.game.sides.len()).map(Side::new).filter(|&other| wanted(other));
            let sides = sides.fold(SideSet::default(), SideSet::with);
            match sides.iter().next() {
                Some(only) if sides.count() == 1 => Leaf::Side(only.0),
                Some(_) => Leaf::Sides(sides),
                None => Leaf::Sites(Bits::EMPTY),
            }
        };
        Some(match set {
            Set::Sites(sites) => Leaf::Sites(sites.resize()),
            Set::BySide(sets) => Leaf::Sites(sets[side.index()].resize()),
            Set::Empty => Leaf::Empty,
            Set::Own => Leaf::Side(side.0),
            Set::Of(side) => Leaf::Side(side.0),
            Set::Enemy => sides_of(&|other| self.game.sides[other.index()].player != player),
            Set::Ally => sides_of(&|other| self.game.sides[other.index()].player == player && other != side),
            Set::Pieces => Leaf::Pieces,
            Set::OfKind(_) if self.game.kinds.len() == 1 => Leaf::Pieces,
            Set::OfKind(kind) => Leaf::Kind(kind.0),
            Set::Last => {
                self.reads_last = true;
                Leaf::Last
            }
            Set::Not(_) | Set::And(..) | Set::Or(..) | Set::To(..) => return None,
        })
    }

    fn emit(&mut self, set: &Set, side: Side, operations: &mut Vec<Operation<W>>) {
        if let Some(leaf) = self.leaf(set, side) {
            operations.push(Operation::Load(leaf));
            return;
        }
        match set {
            Set::Not(inner) => {
                self.emit(inner, side, operations);
                operations.push(Operation::Not);
            }
            Set::To(directions, inner) => {
                self.emit(inner, side, operations);
                operations.push(Operation::To(self.along(directions, side)));
            }
            Set::And(a, b) | Set::Or(a, b) => {
                let (long, short) = if weight(a) >= weight(b) { (a, b) } else { (b, a) };
                self.emit(long, side, operations);
                let joined =
                    |leaf| if matches!(set, Set::And(..)) { Operation::And(leaf) } else { Operation::Or(leaf) };
                if let Some(leaf) = self.leaf(short, side) {
                    operations.push(joined(leaf));
                } else if let (Set::And(..), Set::Not(inner)) = (set, &**short)
                    && let Some(leaf) = self.leaf(inner, side)
                {
                    operations.push(Operation::Without(leaf));
                } else {
                    operations.push(Operation::Push);
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
