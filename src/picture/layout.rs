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
    /// The letters of columns and the numbers of rows where the names of sites have them in common; else the names of the
    /// first and the last site of each row.
    pub fn of(board: &'a Board, layout: Layout) -> Labels<'a> {
        let (columns, rows) = extent(board);
        let row = |at: i16| {
            let here = || std::iter::zip(&board.places, &board.names).filter(move |(place, _)| place.1 == at);
            let first = here().min_by_key(|(place, _)| place.0)?.1;
            let last = here().max_by_key(|(place, _)| place.0)?.1;
            let common = diagram::label(board, |place| place.1 == at, diagram::digits_of);
            let is_common = !common.is_empty() && !board.is_numbered() && layout != Layout::Hexagons;
            Some(if is_common { (at, common, "") } else { (at, first.as_str(), last.as_str()) })
        };
        let column = |at: i16| (at, diagram::label(board, |place| place.0 == at, diagram::letters_of));
        Labels {
            rows: (rows.0..=rows.1).filter_map(row).collect(),
            columns: (columns.0..=columns.1).map(column).collect(),
        }
    }
}
