//! Boards: grids of squares, or of points joined by lines.

use super::Checker;
use super::values::Value;
use crate::bits::{MAX_SITES, Site, SiteSet};
use crate::diag::{Code, Diagnostic};
use crate::model::{Board, Direction, DirectionSet, Set};
use crate::source::Span;
use crate::syntax::tree::{BoardItem, DirectionWords};

/// A direction of a grid, as columns to the right and rows up.
type Way = (i16, i16);

/// The directions of a grid by name, clockwise.
const WAYS: [(&str, Way); 8] = [
    ("north", (0, 1)),
    ("northeast", (1, 1)),
    ("east", (1, 0)),
    ("southeast", (1, -1)),
    ("south", (0, -1)),
    ("southwest", (-1, -1)),
    ("west", (-1, 0)),
    ("northwest", (-1, 1)),
];

/// Direction words, each with the directions it names, as bits of [`WAYS`].
pub static DIRECTION_WORDS: &[(&str, u8)] = &[
    ("north", 1),
    ("northeast", 1 << 1),
    ("east", 1 << 2),
    ("southeast", 1 << 3),
    ("south", 1 << 4),
    ("southwest", 1 << 5),
    ("west", 1 << 6),
    ("northwest", 1 << 7),
    ("orthogonal", 0b0101_0101),
    ("diagonal", 0b1010_1010),
    ("adjacent", 0b1111_1111),
];

/// A grid: the board, and what its words need to know of its shape.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The board.
    pub board: Board,
    /// How many columns.
    pub columns: usize,
    /// How many rows.
    pub rows: usize,
    /// Every site.
    pub all: SiteSet,
    /// For each direction of the board, its bit in [`WAYS`].
    bits: Vec<u8>,
}

impl Grid {
    /// A grid without links.
    fn new(columns: usize, rows: usize) -> Grid {
        let places: Vec<(i16, i16)> =
            (0..rows as i16).flat_map(|row| (0..columns as i16).map(move |column| (column, row))).collect();
        let letters: Vec<String> = (0..columns).map(letters).collect();
        let names = places.iter().map(|&(column, row)| format!("{}{}", letters[column as usize], row + 1)).collect();
        let board = Board { names, places, directions: Vec::new(), lined: false };
        Grid { board, columns, rows, all: SiteSet::first(columns * rows), bits: Vec::new() }
    }

    /// The site in that column and row, both from 0.
    pub fn at(&self, column: i64, row: i64) -> Option<Site> {
        let inside = (0..self.columns as i64).contains(&column) && (0..self.rows as i64).contains(&row);
        inside.then(|| Site::new((row * self.columns as i64 + column) as usize))
    }

    /// The sites whose column and row, both from 0, are as asked.
    pub fn sites(&self, asked: impl Fn(usize, usize) -> bool) -> SiteSet {
        let places = self.board.places.iter().enumerate();
        places.filter(|&(_, &(column, row))| asked(column as usize, row as usize)).map(|(i, _)| Site::new(i)).collect()
    }

    /// Joins the grid: for each direction, the sites that its links run through. Directions without links are left out.
    fn join(&mut self, through: [SiteSet; 8]) {
        let mut kept: Vec<(u8, Direction)> = Vec::new();
        for (bit, (name, (right, up))) in WAYS.iter().enumerate() {
            let mut next = vec![None; self.board.len()];
            for from in through[bit].iter() {
                let (column, row) = self.board.places[from.index()];
                let to = self.at((column + right).into(), (row + up).into());
                next[from.index()] = to.filter(|&to| through[bit].has(to));
            }
            if next.iter().any(Option::is_some) {
                kept.push((bit as u8, Direction { name: (*name).to_owned(), next, opposite: 0 }));
            }
        }
        self.bits = kept.iter().map(|&(bit, _)| bit).collect();
        self.board.directions = kept.into_iter().map(|(_, direction)| direction).collect();
        for at in 0..self.bits.len() {
            let back = (self.bits[at] + 4) % 8;
            self.board.directions[at].opposite =
                self.bits.iter().position(|&bit| bit == back).expect("links lead both ways");
        }
    }

    /// The sites one link away from the set.
    pub fn neighbours(&self, directions: DirectionSet, set: SiteSet) -> SiteSet {
        let ways = directions.iter().map(|direction| &self.board.directions[direction].next);
        ways.flat_map(|next| set.iter().filter_map(|site| next[site.index()])).collect()
    }

    /// The rows' and columns' names for a message.
    pub fn extent(&self) -> String {
        format!("columns `a` to `{}` and rows 1 to {}", letters(self.columns - 1), self.rows)
    }
}

/// A column's letters: `a` to `z`, then `aa`, `ab` and so on.
fn letters(mut column: usize) -> String {
    let mut text = Vec::new();
    loop {
        text.push(b'a' + (column % 26) as u8);
        if column < 26 {
            break;
        }
        column = column / 26 - 1;
    }
    text.iter().rev().map(|&byte| byte as char).collect()
}

/// The number, from 0, of the column with these letters.
pub fn column_number(letters: &str) -> Option<usize> {
    if letters.is_empty() || letters.len() > 3 || !letters.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    Some(letters.bytes().fold(0, |sum, byte| sum * 26 + (byte - b'a') as usize + 1) - 1)
}

/// Column and row add up to an odd number, with `a` and the first row as 1.
pub fn odd(grid: &Grid) -> SiteSet {
    grid.sites(|column, row| (column + row) % 2 == 1)
}

/// Column and row add up to an even number.
pub fn even(grid: &Grid) -> SiteSet {
    grid.sites(|column, row| (column + row).is_multiple_of(2))
}

/// The ends of the outermost rows.
pub fn corners(grid: &Grid) -> SiteSet {
    grid.sites(|column, row| is_end(column, grid.columns) && is_end(row, grid.rows))
}

/// The outermost rows and columns.
pub fn edge(grid: &Grid) -> SiteSet {
    grid.sites(|column, row| is_end(column, grid.columns) || is_end(row, grid.rows))
}

/// The middle 1, 2 or 4 sites.
pub fn centre(grid: &Grid) -> SiteSet {
    grid.sites(|column, row| is_middle(column, grid.columns) && is_middle(row, grid.rows))
}

fn is_end(at: usize, count: usize) -> bool {
    at == 0 || at == count - 1
}

fn is_middle(at: usize, count: usize) -> bool {
    at == count / 2 || at == (count - 1) / 2
}

impl<'t> Checker<'t, '_> {
    /// Reads `board …`.
    pub fn board(&mut self, item: &'t BoardItem) {
        self.board_is_known = true;
        self.grid = None;
        if item.shape.value != "grid" {
            let message = format!("there is no board shape `{}`", item.shape.value);
            let label = "not a shape of board";
            let problem = Diagnostic::error(Code::UnknownName, item.shape.span, message, label);
            self.report(problem.help("write `grid`, as in `board grid 8 by 8`"));
        }
        let (columns, rows) = (self.size(&item.size.0), self.size(&item.size.1));
        let (Some(columns), Some(rows)) = (columns, rows) else { return };
        if columns * rows > MAX_SITES {
            let message = format!("a board of {columns} by {rows} is too large");
            let size = item.size.0.span.to(item.size.1.span);
            let label = format!("{} sites; a board may have {MAX_SITES}", columns * rows);
            return self.report(Diagnostic::error(Code::BoardSize, size, message, label));
        }
        if !self.findings.spend((columns * rows) as u64) {
            return;
        }
        let mut grid = Grid::new(columns, rows);
        let mut through = [if item.lines.is_empty() { grid.all } else { SiteSet::EMPTY }; 8];
        grid.board.lined = !item.lines.is_empty();
        // The sites that lines run through may be told by words that need the grid, though not its links.
        let all = grid.all;
        self.grid = Some(grid);
        let mut is_right = true;
        for lines in &item.lines {
            let from = match &lines.from {
                Some(from) => self.fixed_sites(from, "the board's lines"),
                None => Some(all),
            };
            let (Some(bits), Some(from)) = (self.direction_bits(&lines.directions), from) else {
                is_right = false;
                continue;
            };
            for (bit, sites) in through.iter_mut().enumerate() {
                if bits >> bit & 1 != 0 {
                    *sites |= from;
                }
            }
        }
        match &mut self.grid {
            Some(grid) if is_right => grid.join(through),
            _ => self.grid = None,
        }
    }

    /// Reads a number of columns or rows.
    fn size(&mut self, expr: &'t crate::syntax::tree::Expr) -> Option<usize> {
        let size = self.fixed_number(expr, "the board's size")?;
        if (1..=10_000_000).contains(&size) {
            return Some(size as usize);
        }
        let limit = format!("from 1 on; a board may have {MAX_SITES} sites");
        let message = format!("a board cannot have {size} columns or rows");
        self.report(Diagnostic::error(Code::BoardSize, expr.span, message, limit));
        None
    }

    /// The directions that all of the words name, as bits of [`WAYS`].
    fn direction_bits(&mut self, words: &DirectionWords) -> Option<u8> {
        let mut bits = Some(u8::MAX);
        for word in &words.words {
            let known = DIRECTION_WORDS.iter().find(|(known, _)| *known == word.value);
            let Some(&(_, named)) = known else {
                bits = None;
                self.unknown(word, "direction", DIRECTION_WORDS.iter().map(|(word, _)| *word));
                continue;
            };
            bits = bits.map(|bits| bits & named);
        }
        if bits == Some(0) {
            let message = "no direction is all of these".to_owned();
            let problem = Diagnostic::error(Code::NoDirection, words.span, message, "these words have none in common");
            self.report(problem.help("words in a row mean the directions that every one of them names: keep one"));
            return None;
        }
        bits
    }

    /// The directions that the words name on this board.
    pub fn directions(&mut self, words: &DirectionWords) -> Option<DirectionSet> {
        let bits = self.direction_bits(words)?;
        let grid = self.grid.as_ref()?;
        let ways = grid.bits.iter().enumerate().filter(|&(_, bit)| bits >> bit & 1 != 0);
        let set = DirectionSet(ways.fold(0, |set, (direction, _)| set | 1 << direction));
        if set == DirectionSet::default() {
            let message = "no two sites of the board are joined this way".to_owned();
            let label = "no link runs in these directions";
            let mut problem = Diagnostic::error(Code::NoDirection, words.span, message, label);
            if grid.board.lined {
                problem =
                    problem.help("links run only along the `lines` of `board`: add some, or name another direction");
            }
            self.report(problem);
            return None;
        }
        Some(set)
    }

    /// A site by name.
    pub fn site(&mut self, name: &str, span: Span) -> Option<Value> {
        if self.needs_board(span) {
            return None;
        }
        let grid = self.grid.as_ref()?;
        let digits = name.find(|c: char| c.is_ascii_digit())?;
        let column = column_number(&name[..digits]);
        let row = name[digits..].parse::<i64>().ok().filter(|_| name.as_bytes()[digits] != b'0');
        let site = column.zip(row).and_then(|(column, row)| grid.at(column as i64, row - 1));
        let Some(site) = site else {
            let message = format!("`{name}` is not on the board");
            let label = format!("the board has {}", grid.extent());
            let problem = Diagnostic::error(Code::OffBoard, span, message, label);
            self.report(match name.chars().any(|c| c.is_ascii_uppercase()) {
                true => problem.help(format!("columns are small letters: `{}`", name.to_lowercase())),
                false => problem,
            });
            return None;
        };
        Some(Value::Set(Set::Sites(SiteSet::one(site))))
    }

    /// A whole column.
    pub fn column(&mut self, name: &str, span: Span) -> Option<Value> {
        if self.needs_board(span) {
            return None;
        }
        let grid = self.grid.as_ref()?;
        let Some(column) = column_number(name).filter(|&column| column < grid.columns) else {
            let message = format!("the board has no column `{name}`");
            let label = format!("columns are `a` to `{}`", letters(grid.columns - 1));
            self.report(Diagnostic::error(Code::OffBoard, span, message, label));
            return None;
        };
        Some(Value::Set(Set::Sites(grid.sites(|at, _| at == column))))
    }

    /// A whole row.
    pub fn row(&mut self, number: i32, span: Span) -> Option<Value> {
        if self.needs_board(span) {
            return None;
        }
        let grid = self.grid.as_ref()?;
        if !(1..=grid.rows as i32).contains(&number) {
            let message = format!("the board has no row {number}");
            let label = format!("rows are 1 to {}", grid.rows);
            self.report(Diagnostic::error(Code::OffBoard, span, message, label));
            return None;
        }
        Some(Value::Set(Set::Sites(grid.sites(|_, at| at + 1 == number as usize))))
    }

    /// Whether the words at the span need a board and no `board` stands before them, which is then said.
    pub fn needs_board(&mut self, span: Span) -> bool {
        if !self.board_is_known {
            let message = "sites are named before the board is described";
            let problem = Diagnostic::error(Code::OutOfOrder, span, message, "the board is not known here");
            self.report(problem.help("move the `board` statement above this one"));
        }
        !self.board_is_known
    }
}
