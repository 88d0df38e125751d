//! Colours of sides and of regions, of the 256 that terminals have.

/// A colour of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour {
    pub bright: u8,
    /// A dark shade of it for the sites that its pieces belong on; black, white and grey have none.
    pub shade: Option<u8>,
    /// How light it looks, from 0 to 255.
    pub light: u8,
}

const fn colour(bright: u8, shade: u8, light: u8) -> Colour {
    Colour { bright, shade: Some(shade), light }
}

const fn grey(bright: u8, light: u8) -> Colour {
    Colour { bright, shade: None, light }
}

/// The colours that sides are named after.
const NAMED: [(&str, Colour); 15] = [
    ("red", colour(196, 52, 76)),
    ("blue", colour(39, 18, 120)),
    ("yellow", colour(226, 58, 226)),
    ("green", colour(46, 22, 150)),
    ("orange", colour(208, 94, 165)),
    ("purple", colour(177, 54, 140)),
    ("cyan", colour(51, 30, 179)),
    ("pink", colour(218, 89, 200)),
    ("brown", colour(173, 95, 90)),
    ("violet", colour(177, 54, 140)),
    ("gold", colour(220, 58, 215)),
    ("black", grey(16, 0)),
    ("white", grey(231, 255)),
    ("grey", grey(250, 128)),
    ("gray", grey(250, 128)),
];

/// Colours for what is named after none: the first of [`NAMED`].
const PALETTE: usize = 9;

/// The colours of things by their names; those that are named after no colour get different ones that are left.
pub fn of_names<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Vec<Colour> {
    let known = |name: &str| NAMED.iter().find(|(word, _)| word.eq_ignore_ascii_case(name)).map(|&(_, colour)| colour);
    let taken: Vec<Colour> = names.clone().filter_map(known).collect();
    let mut free = NAMED[..PALETTE].iter().map(|&(_, colour)| colour).filter(|colour| !taken.contains(colour)).cycle();
    names.map(|name| known(name).or_else(|| free.next()).unwrap_or(NAMED[0].1)).collect()
}

/// Shades for colours of the board that are nobody's.
const SHADES: [u8; 12] = [22, 18, 94, 54, 30, 89, 240, 66, 236, 103, 95, 101];

/// Shades for so many colours of a board, those of the sides left out; none if there are too many to be told apart.
pub fn shades(count: usize, sides: &[Colour]) -> Option<Vec<u8>> {
    let is_free = |shade: &u8| sides.iter().all(|side| side.shade != Some(*shade));
    (count <= SHADES.len()).then(|| SHADES.into_iter().filter(is_free).cycle().take(count).collect())
}

/// The ground that boards are drawn on, in the shades of squares that alternate.
pub const GROUND: [u8; 3] = [240, 242, 238];
/// A square that is on no site of a chequered board.
pub const UNUSED: u8 = 250;
/// Lines and what is written on the ground.
pub const INK: u8 = 250;
/// What marks the last move.
pub const LAST: u8 = 230;
/// What marks where a piece may go.
pub const REACHABLE: u8 = 123;

/// The colour of that number, as red, green and blue.
pub fn rgb(number: u8) -> [u8; 3] {
    match number.checked_sub(16) {
        // A cube of six steps each, then greys; what comes before differs from terminal to terminal and is not used.
        None => [0; 3],
        Some(at) if at < 216 => [at / 36, at / 6 % 6, at % 6].map(|step| if step == 0 { 0 } else { 55 + 40 * step }),
        Some(at) => [8 + 10 * (at - 216); 3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_colours() {
        assert_eq!([16, 196, 231, 232, 255].map(rgb), [[0; 3], [255, 0, 0], [255; 3], [8; 3], [238; 3]]);
    }

    #[test]
    fn names_that_are_no_colours_get_colours_that_are_left() {
        let colours = of_names(["red", "north", "Blue", "south"].into_iter());
        assert_eq!(colours[0], NAMED[0].1);
        assert_eq!(colours[2], NAMED[1].1);
        assert_eq!((colours[1], colours[3]), (NAMED[2].1, NAMED[3].1));
    }
}
