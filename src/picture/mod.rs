//! A position as people know it from the table: squares, hexagons, or points on a net of lines, with pieces in the colours
//! of their sides.

mod canvas;
mod colours;
mod layout;
#[cfg(feature = "png")]
mod png;
mod shapes;
mod svg;

use crate::bits::{Site, SiteSet};
use crate::diagram::{self, PieceLetters};
use crate::game::{HopEffect, Match, Move, Piece};
use crate::model::{Board, Game, Kind, Side};
use canvas::{Canvas, Line};
use colours::Colour;
use layout::{Labels, Layout, extent, shade};
#[cfg(feature = "png")]
pub use png::{PngError, png};
use shapes::{Shape, shapes};
pub use svg::{svg, svg_of_names};

/// What is shown beyond the position itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Where a piece that has been named may go.
    pub reachable: SiteSet,
    /// What is already otherwise than in the position, in the middle of a move.
    pub changed: Vec<(Site, Option<Piece>)>,
}

impl Marks {
    /// What the first hops of a chain change: the piece has come to the last of them.
    pub fn after_hops(position: &Match, played: &Move, hops: usize) -> Vec<(Site, Option<Piece>)> {
        let Move::Jump { from, hops: all, .. } = played else { return Vec::new() };
        let Some((piece, last)) = position.piece(*from).zip(all[..hops.min(all.len())].last()) else {
            return Vec::new();
        };
        let mut changed = vec![(*from, None)];
        for hop in &all[..hops] {
            match hop.effect {
                HopEffect::Remove => changed.push((hop.over, None)),
                HopEffect::Exchange => {
                    let kind = position.piece(hop.over).map_or(piece.kind, |jumped| jumped.kind);
                    changed.push((hop.over, Some(Piece { side: piece.side, kind })));
                }
                HopEffect::Keep => {}
            }
        }
        changed.push((last.to, Some(piece)));
        changed
    }
}

/// What the characters are of which a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Characters {
    /// Those of ASCII: pieces are letters.
    Ascii,
    /// Those of Unicode: pieces of two sides are discs.
    Unicode,
    /// The same, in colours.
    Coloured,
}

/// Draws positions of one game.
#[derive(Clone, Debug)]
pub struct Artist {
    characters: Characters,
    colours: Option<Vec<Colour>>,
    /// The shade of each site that has one, and whose it is.
    shades: Vec<Option<(u8, Option<Side>)>>,
    /// What stands for a piece of each side.
    shapes: Vec<char>,
    letters: PieceLetters,
    /// The board, turned round if it is seen from its other side.
    board: Board,
}

/// The most rows of a net that is drawn with room between them.
const MOST_SPACED: i16 = 10;

/// Where things are on the canvas.
#[derive(Clone, Copy, Debug)]
struct Frame {
    layout: Layout,
    /// The characters for what stands on a site, with a mark on either side.
    width: usize,
    /// From a column of the board to the next, and from a row to the next.
    pitch: (usize, usize),
    /// The characters left of the board.
    margin: usize,
    /// The rows above the board.
    above: usize,
    first_column: i16,
    last_row: i16,
}

impl Frame {
    fn of(board: &Board, kinds: usize) -> Frame {
        let layout = Layout::of(board);
        let (columns, rows) = extent(board);
        let longest = board.names.iter().map(String::len).max().unwrap_or(0);
        let content = if board.is_numbered() { longest } else { 1 }.max(if kinds > 1 { 2 } else { 1 });
        let width = content + 2;
        let (across, down) = match layout {
            Layout::Squares => (width, 1),
            Layout::Hexagons => (width + 1, 1),
            // Lines that fall and rise meet in the middle.
            Layout::Net => ((width + 2) / 2 * 2, if rows.1 - rows.0 < MOST_SPACED { 2 } else { 1 }),
        };
        let above = if layout == Layout::Hexagons { 1 } else { 0 };
        Frame {
            layout,
            width,
            pitch: (across, down),
            margin: longest.max(2) + 1,
            above,
            first_column: columns.0,
            last_row: rows.1,
        }
    }

    /// Where the middle of a place is, or the left one of two middles.
    fn middle(&self, place: (i16, i16)) -> (usize, usize) {
        let (column, row) = ((place.0 - self.first_column) as usize, (self.last_row - place.1) as usize);
        (self.margin + column * self.pitch.0 + self.pitch.0 / 2, self.above + row * self.pitch.1)
    }
}

impl Artist {
    /// For the game, in such characters; with `flipped`, the board is seen from its other side.
    pub fn new(game: &Game, characters: Characters, flipped: bool) -> Artist {
        let colours = colours::of_names(game.sides.iter().map(|side| side.name.as_str()));
        let letters = PieceLetters::of(game);
        let shapes = match (characters, colours.len()) {
            (Characters::Coloured, _) | (Characters::Unicode, 2) => {
                shapes(&colours).into_iter().map(Shape::character).collect()
            }
            _ => letters.sides().to_vec(),
        };
        let shades = (0..game.board.len()).map(|site| shade(game, &colours, Site::new(site))).collect();
        let colours = (characters == Characters::Coloured).then_some(colours);
        let mut board = game.board.clone();
        if flipped {
            board.places.iter_mut().for_each(|place| *place = (-place.0, -place.1));
        }
        Artist { characters, colours, shades, shapes, letters, board }
    }

    /// The board, with the marks, or else with what the last move changed marked.
    pub fn draw(&self, position: &Match, marks: &Marks) -> String {
        let board = &self.board;
        let frame = Frame::of(board, position.engine().game().kinds.len());
        let mut canvas = Canvas::default();
        match frame.layout {
            Layout::Squares => self.squares(&mut canvas, board, &frame),
            Layout::Hexagons => self.hexagons(&mut canvas, board, &frame),
            Layout::Net => self.net(&mut canvas, board, &frame),
        }
        // In the middle of a move, the one before it would only confuse.
        let last = if marks.reachable.is_empty() { position.last() } else { SiteSet::EMPTY };
        for site in (0..board.len()).map(Site::new) {
            self.site(&mut canvas, position, site, marks, &last, &frame);
        }
        write_labels(&mut canvas, board, &frame);
        match self.characters {
            Characters::Ascii => canvas.render().chars().map(canvas::in_ascii).collect(),
            Characters::Unicode | Characters::Coloured => canvas.render(),
        }
    }

    /// The board in as few columns as it takes, without colours and marks.
    pub fn plain(&self, position: &Match) -> String {
        diagram::draw_on(&self.board, position)
    }

    /// What does not show on the board: the turn, the phase, hands and captures, and the outcome once the game is over.
    pub fn status(&self, position: &Match) -> String {
        let game = position.engine().game();
        let side = |side: Side| {
            let name = &game.sides[side.index()].name;
            let piece = self.piece_as_text(Piece { side, kind: Kind(0) });
            match self.characters {
                Characters::Ascii => format!("{name} ({piece})"),
                Characters::Unicode | Characters::Coloured => format!("{piece} {name}"),
            }
        };
        diagram::status_with(position, side, |piece| self.piece_as_text(piece))
    }

    fn ink(&self, ink: u8) -> Option<u8> {
        self.colours.as_ref().map(|_| ink)
    }

    /// A piece, as it is drawn on the board.
    fn piece_text(&self, piece: Piece) -> String {
        let kind = if piece.kind == Kind(0) { None } else { self.letters.kind(piece.kind) };
        std::iter::once(self.shapes[piece.side.index()]).chain(kind).collect()
    }

    /// The same within a line of text.
    fn piece_as_text(&self, piece: Piece) -> String {
        let mut canvas = Canvas::default();
        let text = self.piece_text(piece);
        canvas.ground(0, 0, text.chars().count(), self.ink(colours::GROUND[0]));
        canvas.write(0, 0, &text, self.piece_ink(piece));
        canvas.render().trim_end_matches('\n').to_owned()
    }

    fn piece_ink(&self, piece: Piece) -> Option<u8> {
        self.colours.as_ref().map(|colours| colours[piece.side.index()].bright)
    }

    /// Draws what stands on the site, or what it is called, with its marks.
    fn site(&self, canvas: &mut Canvas, position: &Match, site: Site, marks: &Marks, last: &SiteSet, frame: &Frame) {
        let (middle, row) = frame.middle(self.board.places[site.index()]);
        // A mark, one or two characters in the middle, and a mark.
        let start = middle - (frame.width - 1) / 2;
        let shade = self.shades[site.index()];
        if let Some((shade, _)) = shade.filter(|_| self.colours.is_some()) {
            for row in row..=row + (frame.layout == Layout::Hexagons) as usize {
                canvas.ground(start, row, frame.width, Some(shade));
            }
        }
        let changed = marks.changed.iter().rev().find(|(at, _)| *at == site);
        match changed.map_or_else(|| position.piece(site), |(_, piece)| *piece) {
            Some(piece) => canvas.write(middle, row, &self.piece_text(piece), self.piece_ink(piece)),
            None if self.board.is_numbered() => {
                let name = &self.board.names[site.index()];
                canvas.write(start + (frame.width - name.len()) / 2, row, name, self.ink(colours::INK));
            }
            None if frame.layout == Layout::Net => {}
            // Whose a square is, is seen by a letter. Other squares are seen by their colours, if there are any.
            None => {
                let owner = shade.and_then(|(_, owner)| owner);
                let letter = owner.map(|owner| self.letters.sides()[owner.index()].to_ascii_lowercase());
                if let Some(letter) = letter.or(self.colours.is_none().then_some('·')) {
                    canvas.write(middle, row, letter.encode_utf8(&mut [0; 4]), self.ink(colours::INK));
                }
            }
        }
        let brackets = if marks.reachable.has(site) {
            Some(("[", "]", colours::REACHABLE))
        } else {
            last.has(site).then_some(("(", ")", colours::LAST))
        };
        if let Some((opens, closes, ink)) = brackets {
            canvas.write(start, row, opens, self.ink(ink));
            canvas.write(start + frame.width - 1, row, closes, self.ink(ink));
        }
    }

    /// The ground of squares, in shades that alternate.
    fn squares(&self, canvas: &mut Canvas, board: &Board, frame: &Frame) {
        for (place, shade) in layout::squares(board) {
            let (middle, row) = frame.middle(place);
            canvas.ground(middle - (frame.width - 1) / 2, row, frame.width, self.ink(shade));
        }
    }

    /// Hexagons that stand on a side.
    fn hexagons(&self, canvas: &mut Canvas, board: &Board, frame: &Frame) {
        for &place in &board.places {
            let (middle, row) = frame.middle(place);
            let (left, right) = (middle - (frame.width - 1) / 2 - 1, middle + frame.width / 2 + 1);
            let ink = self.ink(colours::INK);
            for row in [row, row + 1] {
                let shade = layout::hexagon_shade(place);
                canvas.ground(left + 1, row, frame.width, self.ink(shade));
            }
            let level = "_".repeat(frame.width);
            canvas.write(left + 1, row - 1, &level, ink);
            canvas.write(left + 1, row + 1, &level, ink);
            canvas.write(left, row, "/", ink);
            canvas.write(right, row, "\\", ink);
            canvas.write(left, row + 1, "\\", ink);
            canvas.write(right, row + 1, "/", ink);
        }
    }

    /// The lines of a net.
    fn net(&self, canvas: &mut Canvas, board: &Board, frame: &Frame) {
        let (columns, rows) = extent(board);
        let (start, first) = frame.middle((columns.0, rows.1));
        let (end, last) = frame.middle((columns.1, rows.0));
        let beside = frame.width / 2;
        for row in first..=last {
            canvas.ground(start - beside, row, end - start + 2 * beside + 1, self.ink(colours::GROUND[0]));
        }
        let ink = self.ink(colours::INK);
        for (from, to) in layout::links(board) {
            self.link(canvas, from, to, frame, ink);
        }
        // Elsewhere a site would not be seen.
        for &place in &board.places {
            let (middle, row) = frame.middle(place);
            canvas.dot(middle, row, ink);
        }
    }

    /// The line between two places, if it is upright, level or diagonal.
    fn link(&self, canvas: &mut Canvas, from: (i16, i16), to: (i16, i16), frame: &Frame, ink: Option<u8>) {
        let (right, up) = (to.0 - from.0, to.1 - from.1);
        let ((start, first), (end, last)) = (frame.middle(from), frame.middle(to));
        if up == 0 {
            canvas.line(start, first, Line::Right, ink);
            canvas.line(end, last, Line::Left, ink);
            for column in start + 1..end {
                canvas.line(column, first, Line::Left, ink);
                canvas.line(column, first, Line::Right, ink);
            }
        } else if right == 0 {
            canvas.line(start, first, Line::Up, ink);
            canvas.line(end, last, Line::Down, ink);
            for row in last + 1..first {
                canvas.line(start, row, Line::Up, ink);
                canvas.line(start, row, Line::Down, ink);
            }
        } else if right == up.abs() && frame.pitch.1 == 2 {
            let (line, step) = if up > 0 { (Line::Rising, -1) } else { (Line::Falling, 1) };
            let half = frame.pitch.0 / 2;
            for at in 1..2 * right as usize {
                canvas.line(start + at * half, first.saturating_add_signed(step * at as isize), line, ink);
            }
        }
    }
}

/// Writes the labels around the board.
fn write_labels(canvas: &mut Canvas, board: &Board, frame: &Frame) {
    let (columns, rows) = extent(board);
    let end = frame.middle((columns.1, rows.0)).0 + frame.width / 2 + 3;
    let labels = Labels::of(board);
    for (at, left, right) in labels.rows {
        let row = frame.middle((columns.0, at)).1;
        canvas.write(frame.margin - 1 - left.len(), row, left, None);
        canvas.write(end, row, right, None);
    }
    for (at, label) in labels.columns {
        let (middle, row) = frame.middle((at, rows.0));
        canvas.write(middle, row + 1, label, None);
    }
}
