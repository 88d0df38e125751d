//! How a board is laid out, in which shades, and how its rows and columns are labelled, whatever it is drawn on.

use super::colours::{self, Colour};
use crate::bits::Site;
use crate::diagram;
use crate::model::{Board, Game, Side};

/// A column and a row.
pub type Place = (i16, i16);

/// How a board is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    Squares,
    Hexagons,
    Net,
}

impl Layout {
    pub fn of(board: &Board) -> Layout {
        let is_upright = |(from, to): (Place, Place)| from.0 == to.0;
        // Only hexagons have a neighbour straight above and yet every other place free.
        if !board.lined && is_of_one_colour(board) && links(board).any(is_upright) {
            Layout::Hexagons
        } else if board.lined && !is_chequered(board) {
            Layout::Net
        } else {
            Layout::Squares
        }
    }
}

/// Whether all sites lie as the squares of one colour of a chequered board.
fn is_of_one_colour(board: &Board) -> bool {
    let mut colours = board.places.iter().map(|place| (place.0 + place.1).rem_euclid(2));
    let first = colours.next();
    colours.all(|colour| Some(colour) == first)
}

/// Whether the sites are all the squares of one colour of a chequered board.
fn is_chequered(board: &Board) -> bool {
    let (columns, rows) = extent(board);
    let squares = (columns.1 - columns.0 + 1) as usize * (rows.1 - rows.0 + 1) as usize;
    columns.0 < columns.1
        && rows.0 < rows.1
        && is_of_one_colour(board)
        && board.len().abs_diff(squares - board.len()) <= 1
}

/// The first and the last column, and the first and the last row.
pub fn extent(board: &Board) -> ((i16, i16), (i16, i16)) {
    let of = |part: fn(&(i16, i16)) -> i16| {
        let parts = || board.places.iter().map(part);
        (parts().min().unwrap_or(0), parts().max().unwrap_or(0))
    };
    (of(|place| place.0), of(|place| place.1))
}

/// The links between neighbours, each once, from its left or lower end.
pub fn links(board: &Board) -> impl Iterator<Item = (Place, Place)> {
    let all = board.directions.iter().flat_map(|direction| direction.next.iter().enumerate());
    let ends = all.filter_map(|(from, to)| Some((board.places[from], board.places[(*to)?.index()])));
    ends.filter(|(from, to)| from < to)
}

/// The squares of the board, those of a chequered one between its sites too, with the shade of the ground there.
pub fn squares(board: &Board) -> impl Iterator<Item = (Place, u8)> {
    let (columns, rows) = extent(board);
    let is_chequered = is_chequered(board);
    let all = (rows.0..=rows.1).flat_map(move |row| (columns.0..=columns.1).map(move |column| (column, row)));
    all.filter_map(move |place| match board.places.contains(&place) {
        true if is_chequered => Some((place, colours::GROUND[0])),
        true => Some((place, colours::GROUND[(place.0 + place.1).rem_euclid(2) as usize])),
        false => is_chequered.then_some((place, colours::UNUSED)),
    })
}

/// The shade of the ground of a hexagon.
pub fn hexagon_shade(place: Place) -> u8 {
    colours::GROUND[place.1.rem_euclid(3) as usize]
}

/// The shade of a site in a region of one side, and which; else that of its colour on the board.
pub fn shade(game: &Game, sides: &[Colour], site: Site) -> Option<(u8, Option<Side>)> {
    let by_side = game.regions.iter().rev().filter(|(_, sets)| sets.iter().any(|set| *set != sets[0]));
    let owner = by_side.flat_map(|(_, sets)| sets.iter().position(|set| set.has(site))).next();
    if let Some(owner) = owner {
        return Some((sides[owner].shade?, Some(Side::new(owner))));
    }
    let colour = game.colours.iter().position(|colour| colour.has(site))?;
    Some((colours::shades(game.colours.len(), sides)?[colour], None))
}

/// What is written around a board.
pub struct Labels<'a> {
    /// Rows with what is written left and right of them.
    pub rows: Vec<(i16, &'a str, &'a str)>,
    /// Columns with what is written below them.
    pub columns: Vec<(i16, &'a str)>,
}

impl<'a> Labels<'a> {
    /// The letters of columns and what stands beside the rows, as every drawing has them.
    pub fn of(board: &'a Board) -> Labels<'a> {
        let columns = extent(board).0;
        let row = |(at, (before, after)): (i16, (&'a str, Option<&'a str>))| (at, before, after.unwrap_or(""));
        Labels {
            rows: diagram::row_labels(board).into_iter().map(row).collect(),
            columns: (columns.0..=columns.1).map(|at| (at, diagram::column_label(board, at))).collect(),
        }
    }
}
