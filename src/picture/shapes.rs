//! The shapes of pieces, so that sides are told apart by more than their colours.

use super::colours::Colour;

/// The shape of a side's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Disc,
    Ring,
    Square,
    Triangle,
    Diamond,
    Box,
}

impl Shape {
    /// What stands for it in a text.
    pub fn character(self) -> char {
        match self {
            Shape::Disc => '●',
            Shape::Ring => '○',
            Shape::Square => '■',
            Shape::Triangle => '▲',
            Shape::Diamond => '◆',
            Shape::Box => '□',
        }
    }
}

/// A shape for each side, by their colours: of two, the lighter has rings.
pub fn shapes(sides: &[Colour]) -> Vec<Shape> {
    const MANY: [Shape; 6] = [Shape::Disc, Shape::Square, Shape::Triangle, Shape::Diamond, Shape::Ring, Shape::Box];
    match sides {
        [one, other] if one.light < other.light => vec![Shape::Disc, Shape::Ring],
        [_, _] => vec![Shape::Ring, Shape::Disc],
        _ => MANY.into_iter().take(sides.len()).collect(),
    }
}
