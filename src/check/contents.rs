//! What may stand on the sites of a set: enough to see that a set is always empty, or that a move ends on a piece.

use crate::model::Set;

/// No piece.
pub const EMPTY: u8 = 1;
/// A piece of the side's own.
pub const OWN: u8 = 2;
/// A piece of another player's.
pub const ENEMY: u8 = 4;
/// A piece of another side of the same player's.
pub const ALLY: u8 = 8;
/// Any piece.
pub const PIECES: u8 = OWN | ENEMY | ALLY;
/// Anything.
pub const ALL: u8 = EMPTY | PIECES;

/// What may stand on a site of the set, and what can only stand on sites of the set.
pub fn contents(set: &Set) -> (u8, u8) {
    match set {
        Set::Sites(sites) => (if sites.is_empty() { 0 } else { ALL }, 0),
        Set::BySide(sets) => (if sets.iter().all(|set| set.is_empty()) { 0 } else { ALL }, 0),
        Set::Empty => (EMPTY, EMPTY),
        Set::Own => (OWN, OWN),
        Set::Enemy => (ENEMY, ENEMY),
        Set::Ally => (ALLY, ALLY),
        Set::Pieces => (PIECES, PIECES),
        Set::Of(_) | Set::OfKind(_) => (PIECES, 0),
        Set::Last | Set::To(..) => (ALL, 0),
        Set::Jumped => (PIECES, 0),
        Set::Mover => (OWN, 0),
        Set::Not(inner) => {
            let (may, only) = contents(inner);
            (ALL & !only, ALL & !may)
        }
        Set::And(left, right) => {
            let (left, right) = (contents(left), contents(right));
            (left.0 & right.0, left.1 & right.1)
        }
        Set::Or(left, right) => {
            let (left, right) = (contents(left), contents(right));
            (left.0 | right.0, left.1 | right.1)
        }
    }
}
