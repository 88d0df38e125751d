//! A position as a vector picture.

use super::colours::{self, Colour};
use super::layout::{self, Labels, Layout, Place, extent, shade};
use super::shapes::{Shape, shapes};
use crate::bits::Site;
use crate::diagram::{self, PieceLetters};
use crate::game::{Match, Piece};
use crate::model::{Board, Game, Kind, Side};
use std::fmt::Write;

/// The radius of a piece; everything is in pixels.
const PIECE: f64 = 17.0;
/// From the middle of a square or a hexagon to its side.
const INNER: f64 = 24.0;
/// From one point of a net to the next.
const BETWEEN: f64 = 64.0;
/// The height of what is written, and roughly the width of a letter.
const LETTER: (f64, f64) = (14.0, 8.0);
/// Free room at the edges of the picture, and between lines of text.
const ROOM: f64 = 10.0;
/// The paper, and what is written on it.
const PAPER: (u8, u8) = (255, 238);

/// The position as the text of an SVG file: the board with its pieces and coordinates, the sites that the last move
/// changed ringed, and below it what does not show on the board.
pub fn svg(position: &Match) -> String {
    let game = position.engine().game();
    let mut sheet = Sheet::of(game);
    sheet.ground(&game.board);
    sheet.sites(position);
    sheet.labels(&game.board);
    sheet.status(position);
    sheet.finished(&game.title)
}

/// The game's board by itself as the text of an SVG file: without pieces, and on each site its name in moves.
pub fn svg_of_names(game: &Game) -> String {
    let mut sheet = Sheet::of(game);
    sheet.ground(&game.board);
    sheet.names(game);
    sheet.finished(&game.title)
}

struct Sheet {
    layout: Layout,
    /// The middle of the place in the first column and the last row.
    origin: (f64, f64),
    first: Place,
    /// From a column to the next, and from a row to the next.
    pitch: (f64, f64),
    /// Where the board ends, and then also what is written around it.
    right: f64,
    bottom: f64,
    colours: Vec<Colour>,
    shapes: Vec<Shape>,
    letters: PieceLetters,
    drawn: String,
}

impl Sheet {
    fn of(game: &Game) -> Sheet {
        let board = &game.board;
        let layout = Layout::of(board);
        // How far a cell reaches from its middle, and how far the next one is.
        let (reach, pitch) = match layout {
            Layout::Squares => ((INNER, INNER), (2.0 * INNER, 2.0 * INNER)),
            Layout::Hexagons => ((corner(), INNER), (1.5 * corner(), INNER)),
            Layout::Net => ((BETWEEN / 2.0, BETWEEN / 2.0), (BETWEEN, BETWEEN)),
        };
        let (columns, rows) = extent(board);
        let longest = Labels::of(board).rows.iter().map(|(_, left, _)| left.len()).max().unwrap_or(0);
        let margin = 2.0 * ROOM + LETTER.1 * longest as f64;
        let colours = colours::of_names(game.sides.iter().map(|side| side.name.as_str()));
        let origin = (margin + reach.0, ROOM + reach.1);
        Sheet {
            layout,
            origin,
            first: (columns.0, rows.1),
            pitch,
            right: origin.0 + pitch.0 * (columns.1 - columns.0) as f64 + reach.0,
            bottom: origin.1 + pitch.1 * (rows.1 - rows.0) as f64 + reach.1,
            shapes: shapes(&colours),
            colours,
            letters: PieceLetters::of(game),
            drawn: String::new(),
        }
    }

    /// The text of the file.
    fn finished(self, title: &str) -> String {
        let (width, height) = (self.right.ceil(), (self.bottom + ROOM).ceil());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"{}\" text-anchor=\"middle\">\n<title>{}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n{}</svg>\n",
            LETTER.0,
            escaped(title),
            css(PAPER.0),
            self.drawn,
        )
    }

    fn middle(&self, place: Place) -> (f64, f64) {
        let (column, row) = ((place.0 - self.first.0) as f64, (self.first.1 - place.1) as f64);
        (self.origin.0 + column * self.pitch.0, self.origin.1 + row * self.pitch.1)
    }

    /// Squares, hexagons, or lines on one ground.
    fn ground(&mut self, board: &Board) {
        match self.layout {
            Layout::Squares => layout::squares(board).for_each(|(place, shade)| self.cell(place, shade)),
            Layout::Hexagons => board.places.iter().for_each(|&place| self.cell(place, layout::hexagon_shade(place))),
            Layout::Net => {
                let (left, top) = (self.origin.0 - BETWEEN / 2.0, self.origin.1 - BETWEEN / 2.0);
                self.rectangle(left, top, self.right - left, self.bottom - top, colours::GROUND[0]);
                for (from, to) in layout::links(board) {
                    self.line(self.middle(from), self.middle(to));
                }
            }
        }
    }

    /// What a site lies on.
    fn cell(&mut self, place: Place, shade: u8) {
        let (x, y) = self.middle(place);
        match self.layout {
            Layout::Squares => self.rectangle(x - INNER, y - INNER, 2.0 * INNER, 2.0 * INNER, shade),
            Layout::Hexagons => self.hexagon(x, y, shade),
            // Lines must be seen beside it.
            Layout::Net => self.disc((x, y), PIECE + 5.0, shade, colours::INK),
        }
    }

    /// The sites with what lies below them and what stands on them.
    fn sites(&mut self, position: &Match) {
        let game = position.engine().game();
        let last = position.last();
        for site in (0..game.board.len()).map(Site::new) {
            let place = game.board.places[site.index()];
            let shade = shade(game, &self.colours, site);
            if let Some((shade, _)) = shade {
                self.cell(place, shade);
            }
            let middle = self.middle(place);
            let owner = shade.and_then(|(_, owner)| owner);
            match position.piece(site) {
                Some(piece) => self.piece(middle, piece),
                None if game.board.is_numbered() => {
                    self.text(middle, &game.board.names[site.index()], colours::INK, "")
                }
                None => {
                    if let Some(owner) = owner {
                        let letter = self.letters.sides()[owner.index()].to_ascii_lowercase();
                        self.text(middle, letter.encode_utf8(&mut [0; 4]), colours::INK, "");
                    }
                }
            }
            if last.has(site) {
                self.ring(middle, PIECE + 3.0, colours::LAST);
            }
        }
    }

    /// The names of the sites, each on its own.
    fn names(&mut self, game: &Game) {
        self.right += ROOM;
        for (site, &place) in game.board.places.iter().enumerate() {
            let shade = shade(game, &self.colours, Site::new(site)).map(|(shade, _)| shade);
            // A name must be seen beside lines, too.
            let below = shade.or((self.layout == Layout::Net).then_some(colours::GROUND[0]));
            if let Some(shade) = below {
                self.cell(place, shade);
            }
            self.text(self.middle(place), &game.board.names[site], colours::INK, "");
        }
    }

    /// A piece in the shape of its side, with a letter for kinds beyond the first.
    fn piece(&mut self, middle: (f64, f64), piece: Piece) {
        let Colour { bright, light, .. } = self.colours[piece.side.index()];
        let contrast = if light < 128 { colours::INK } else { BLACK };
        let (side, far) = (PIECE * 0.85, PIECE * 1.1);
        match self.shapes[piece.side.index()] {
            Shape::Disc => self.disc(middle, PIECE, bright, contrast),
            Shape::Ring => {
                self.disc(middle, PIECE, bright, contrast);
                self.disc(middle, PIECE - 5.0, bright, contrast);
            }
            Shape::Square => self.polygon(middle, &square(side), bright, contrast),
            Shape::Box => {
                self.polygon(middle, &square(side), bright, contrast);
                self.polygon(middle, &square(side - 5.0), bright, contrast);
            }
            Shape::Triangle => {
                self.polygon(middle, &[(0.0, -far), (PIECE, 0.7 * PIECE), (-PIECE, 0.7 * PIECE)], bright, contrast);
            }
            Shape::Diamond => {
                self.polygon(middle, &[(0.0, -far), (far, 0.0), (0.0, far), (-far, 0.0)], bright, contrast);
            }
        }
        if let Some(letter) = self.letters.kind(piece.kind).filter(|_| piece.kind != Kind(0)) {
            self.text(middle, letter.encode_utf8(&mut [0; 4]), contrast, "");
        }
    }

    /// What is written around the board.
    fn labels(&mut self, board: &Board) {
        let (columns, rows) = extent(board);
        let Labels { rows: beside, columns: below } = Labels::of(board);
        let half = |text: &str| LETTER.1 * text.len() as f64 / 2.0;
        let end = self.right;
        self.right += ROOM;
        for (row, left, right) in beside {
            let y = self.middle((columns.0, row)).1;
            self.text((ROOM + half(left), y), left, PAPER.1, "");
            if !right.is_empty() {
                self.text((end + ROOM + half(right), y), right, PAPER.1, "");
                self.right = self.right.max(end + 2.0 * ROOM + 2.0 * half(right));
            }
        }
        if below.iter().any(|(_, label)| !label.is_empty()) {
            let y = self.bottom + LETTER.0;
            for (column, label) in below.iter().filter(|(_, label)| !label.is_empty()) {
                self.text((self.middle((*column, rows.0)).0, y), label, PAPER.1, "");
            }
            self.bottom = y + LETTER.0 / 2.0;
        }
    }

    /// Whose turn it is, what is in hand and captured, and how the game ended.
    fn status(&mut self, position: &Match) {
        let game = position.engine().game();
        let side = |side: Side| game.sides[side.index()].name.clone();
        let piece = |piece: Piece| match &game.kinds[piece.kind.index()].name {
            kind if game.kinds.len() > 1 => format!("{} {kind}", side(piece.side)),
            _ => side(piece.side),
        };
        for line in diagram::status_with(position, side, piece).lines() {
            self.bottom += LETTER.0 / 2.0 + ROOM;
            self.text((ROOM, self.bottom), line, PAPER.1, " text-anchor=\"start\"");
            self.bottom += LETTER.0 / 2.0;
            self.right = self.right.max(2.0 * ROOM + LETTER.1 * line.chars().count() as f64);
        }
    }

    fn rectangle(&mut self, x: f64, y: f64, width: f64, height: f64, fill: u8) {
        let [x, y, width, height] = [x, y, width, height].map(rounded);
        self.element(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
            css(fill)
        ));
    }

    /// A hexagon that stands on a side.
    fn hexagon(&mut self, x: f64, y: f64, fill: u8) {
        let (far, near) = (corner(), corner() / 2.0);
        let corners = [(-far, 0.0), (-near, -INNER), (near, -INNER), (far, 0.0), (near, INNER), (-near, INNER)];
        self.polygon((x, y), &corners, fill, colours::INK);
    }

    /// A polygon with its corners right of the middle and below it.
    fn polygon(&mut self, middle: (f64, f64), corners: &[(f64, f64)], fill: u8, stroke: u8) {
        let corner = |(right, down): &(f64, f64)| format!("{},{}", rounded(middle.0 + right), rounded(middle.1 + down));
        let points = corners.iter().map(corner).collect::<Vec<String>>().join(" ");
        let (fill, stroke) = (css(fill), css(stroke));
        self.element(format_args!("<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"{stroke}\"/>"));
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(rounded);
        self.element(format_args!(
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{}\" stroke-width=\"2\"/>",
            css(colours::INK)
        ));
    }

    fn disc(&mut self, middle: (f64, f64), radius: f64, fill: u8, stroke: u8) {
        let [x, y] = [middle.0, middle.1].map(rounded);
        let (fill, stroke) = (css(fill), css(stroke));
        self.element(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{stroke}\"/>"
        ));
    }

    fn ring(&mut self, middle: (f64, f64), radius: f64, stroke: u8) {
        let [x, y] = [middle.0, middle.1].map(rounded);
        self.element(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\"/>",
            css(stroke)
        ));
    }

    /// Text whose middle, or whose start if the attributes say so, is there.
    fn text(&mut self, middle: (f64, f64), text: &str, fill: u8, attributes: &str) {
        // Letters stand on a line that is about a third of their height below their middle.
        let [x, y] = [middle.0, middle.1 + LETTER.0 / 3.0].map(rounded);
        let (fill, text) = (css(fill), escaped(text));
        self.element(format_args!("<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\"{attributes}>{text}</text>"));
    }

    fn element(&mut self, element: std::fmt::Arguments) {
        let _ = writeln!(self.drawn, "{element}");
    }
}

const BLACK: u8 = 16;

/// The corners of a square that reaches so far.
fn square(reach: f64) -> [(f64, f64); 4] {
    [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]
}

/// From the middle of a hexagon to its corners.
fn corner() -> f64 {
    INNER * 2.0 / 3.0_f64.sqrt()
}

/// To tenths, which are shorter to write and fine enough.
fn rounded(length: f64) -> f64 {
    (10.0 * length).round() / 10.0
}

fn css(number: u8) -> String {
    let [red, green, blue] = colours::rgb(number);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The text with what means something in XML written otherwise, and blanks for what may not stand there.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push(' '),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_can_be_taken_for_markup() {
        assert_eq!(escaped("a<b> & \"c\"\u{1}\u{ffff}é"), "a&lt;b&gt; &amp; \"c\"  é");
    }
}
