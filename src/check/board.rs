//! Boards: grids of squares, or of points joined by lines, whole or in part; and points on lines drawn one by one.

use super::Checker;
use super::values::{Value, settle};
use crate::bits::{MAX_SITES, Site, SiteSet};
use crate::diag::{Code, Diagnostic};
use crate::model::{Board, Direction, DirectionSet, Directions, MAX_DIRECTIONS, Set};
use crate::source::Span;
use crate::syntax::tree::{BoardItem, BoardLine, BoardLineKind, BoardSize, DirectionWords, Expr, Name};

/// A direction of a grid, as columns to the right and rows up.
type Way = (i16, i16);

/// The directions of a grid by name, clockwise.
pub const WAYS: [(&str, Way); 8] = [
    ("north", (0, 1)),
    ("northeast", (1, 1)),
    ("east", (1, 0)),
    ("southeast", (1, -1)),
    ("south", (0, -1)),
    ("southwest", (-1, -1)),
    ("west", (-1, 0)),
    ("northwest", (-1, 1)),
];

/// The bit of a direction that is none of [`WAYS`].
const ELSEWHERE: u16 = 1 << 8;

/// The directions of a hexagonal board, of which the columns lean.
const HEXAGONAL: u16 = 0b0111_0111;

/// A direction word.
#[derive(Clone, Copy)]
pub enum DirectionWord {
    /// The directions it names, as bits of [`WAYS`], and [`ELSEWHERE`].
    Fixed(u16),
    /// Those it names for a side that faces north.
    Relative(u16),
}

/// Every direction word.
pub static DIRECTION_WORDS: &[(&str, DirectionWord)] = &[
    ("north", DirectionWord::Fixed(1)),
    ("northeast", DirectionWord::Fixed(1 << 1)),
    ("east", DirectionWord::Fixed(1 << 2)),
    ("southeast", DirectionWord::Fixed(1 << 3)),
    ("south", DirectionWord::Fixed(1 << 4)),
    ("southwest", DirectionWord::Fixed(1 << 5)),
    ("west", DirectionWord::Fixed(1 << 6)),
    ("northwest", DirectionWord::Fixed(1 << 7)),
    ("orthogonal", DirectionWord::Fixed(0b0101_0101)),
    ("diagonal", DirectionWord::Fixed(0b1010_1010)),
    ("adjacent", DirectionWord::Fixed(0b1111_1111 | ELSEWHERE)),
    ("forward", DirectionWord::Relative(0b1000_0011)),
    ("backward", DirectionWord::Relative(0b0011_1000)),
    ("sideways", DirectionWord::Relative(0b0100_0100)),
];

/// Words in a row, as the directions that all of them name: the fixed ones, and the others for a side that faces north.
struct Named {
    fixed: u16,
    relative: Option<u16>,
}

impl Named {
    /// The directions for a side that faces there.
    fn facing(&self, facing: usize) -> u16 {
        let turned = |bits: u16| (bits as u8).rotate_left(facing as u32) as u16;
        self.fixed & self.relative.map_or(u16::MAX, turned)
    }
}

/// A grid: the board, and what its words need to know of its shape.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The board.
    pub board: Board,
    /// How many columns.
    pub columns: usize,
    /// How many rows.
    pub rows: usize,
    /// Column and row of each site, both from 0; the board has them as they are drawn.
    cells: Vec<(i16, i16)>,
    /// Every site.
    pub all: SiteSet,
    /// The site in each place, row by row.
    index: Vec<Option<Site>>,
    /// For each direction of the board, its bit in [`WAYS`].
    bits: Vec<u16>,
}

impl Grid {
    /// A grid without links, of those places whose column and row, both from 0, are as asked.
    fn new(columns: usize, rows: usize, asked: impl Fn(usize, usize) -> bool) -> Grid {
        let letters: Vec<String> = (0..columns).map(letters).collect();
        let (mut places, mut names, mut index) = (Vec::new(), Vec::new(), vec![None; columns * rows]);
        for (place, site) in index.iter_mut().enumerate() {
            let (column, row) = (place % columns, place / columns);
            if asked(column, row) {
                *site = Some(Site::new(places.len()));
                places.push((column as i16, row as i16));
                names.push(format!("{}{}", letters[column], row + 1));
            }
        }
        let all = SiteSet::first(places.len());
        let board = Board { names, places: places.clone(), directions: Vec::new(), lined: false };
        Grid { board, columns, rows, cells: places, all, index, bits: Vec::new() }
    }

    /// Column and row of each site, both from 0.
    pub fn cells(&self) -> &[(i16, i16)] {
        &self.cells
    }

    /// The site in that column and row, both from 0.
    pub fn at(&self, column: i64, row: i64) -> Option<Site> {
        let inside = (0..self.columns as i64).contains(&column) && (0..self.rows as i64).contains(&row);
        inside.then(|| self.index[(row * self.columns as i64 + column) as usize]).flatten()
    }

    /// The sites whose column and row, both from 0, are as asked.
    pub fn sites(&self, asked: impl Fn(usize, usize) -> bool) -> SiteSet {
        let places = self.cells.iter().enumerate();
        places.filter(|&(_, &(column, row))| asked(column as usize, row as usize)).map(|(i, _)| Site::new(i)).collect()
    }

    /// Joins the grid by the links: directions as bits of [`WAYS`], how long links are, and the sites they run through.
    /// Directions without links are left out.
    fn join(&mut self, links: &[(u16, i16, SiteSet)]) {
        let mut lengths: Vec<i16> = links.iter().map(|&(_, by, _)| by).collect();
        lengths.sort_unstable();
        lengths.dedup();
        for by in lengths {
            let first = self.bits.len();
            for (bit, (name, (right, up))) in WAYS.iter().enumerate() {
                let chosen = links.iter().filter(|link| link.0 >> bit & 1 != 0 && link.1 == by);
                let through = chosen.fold(SiteSet::EMPTY, |all, link| all | link.2);
                let mut next = vec![None; self.board.len()];
                for from in through.iter() {
                    let (column, row) = self.cells[from.index()];
                    let to = self.at((column + by * right).into(), (row + by * up).into());
                    next[from.index()] = to.filter(|&to| through.has(to));
                }
                if next.iter().any(Option::is_some) {
                    self.bits.push(1 << bit);
                    self.board.directions.push(Direction { name: (*name).to_owned(), next, opposite: 0 });
                }
            }
            for at in first..self.bits.len() {
                let back = (self.bits[at] as u8).rotate_left(4) as u16;
                let opposite = self.bits[first..].iter().position(|&bit| bit == back).expect("links lead both ways");
                self.board.directions[at].opposite = first + opposite;
            }
        }
    }

    /// Joins sites by lines drawn one by one, of which those that no site is on two of share a direction there and one
    /// back. Answers whether there is room for all directions.
    fn draw(&mut self, lines: &[Vec<Site>]) -> bool {
        let mut shared: Vec<(u16, SiteSet, usize)> = Vec::new();
        for line in lines {
            let course = self.course(line);
            let turned = course > 1 << 3 && course != ELSEWHERE;
            let line: Vec<Site> = if turned { line.iter().rev().copied().collect() } else { line.clone() };
            let course = if turned { course >> 4 } else { course };
            let on: SiteSet = line.iter().copied().collect();
            let free = shared.iter_mut().find(|known| known.0 == course && (known.1 & on).is_empty());
            let there = match free {
                Some(known) => {
                    known.1 |= on;
                    known.2
                }
                None => {
                    let there = self.board.directions.len();
                    if there + 2 > MAX_DIRECTIONS {
                        return false;
                    }
                    self.add_both_ways(course, there);
                    shared.push((course, on, there));
                    there
                }
            };
            for link in line.windows(2) {
                self.board.directions[there].next[link[0].index()] = Some(link[1]);
                self.board.directions[there + 1].next[link[1].index()] = Some(link[0]);
            }
        }
        true
    }

    /// Adds the directions number `there` and `there + 1`, the way back, without links.
    fn add_both_ways(&mut self, course: u16, there: usize) {
        let back = if course == ELSEWHERE { ELSEWHERE } else { course << 4 };
        for (bit, opposite, way) in [(course, there + 1, "line"), (back, there, "line back")] {
            let named = WAYS.get(bit.trailing_zeros() as usize);
            let name = named.map_or(format!("{way} {}", there / 2 + 1), |(name, _)| (*name).to_owned());
            self.bits.push(bit);
            self.board.directions.push(Direction { name, next: vec![None; self.board.len()], opposite });
        }
    }

    /// The one direction, as a bit of [`WAYS`], that every link of the line goes in; [`ELSEWHERE`] if there is none.
    fn course(&self, line: &[Site]) -> u16 {
        let course = |link: &[Site]| {
            let (from, to) = (self.cells[link[0].index()], self.cells[link[1].index()]);
            let (right, up) = (to.0 - from.0, to.1 - from.1);
            let is_straight = right == 0 || up == 0 || right.abs() == up.abs();
            let way = WAYS.iter().position(|&(_, way)| way == (right.signum(), up.signum()));
            way.filter(|_| is_straight).map_or(ELSEWHERE, |way| 1 << way)
        };
        let first = course(line);
        if line.windows(2).all(|link| course(link) == first) { first } else { ELSEWHERE }
    }

    /// Has the sites drawn so that northeast is straight up.
    fn shear(&mut self) {
        for (column, row) in &mut self.board.places {
            (*column, *row) = (*column - *row, *column + *row);
        }
        let least = self.board.places.iter().map(|place| place.0).min().unwrap_or(0);
        self.board.places.iter_mut().for_each(|place| place.0 -= least);
    }

    /// Calls the sites by numbers, from 1 on, row by row from the top.
    fn number(&mut self) {
        let mut sites: Vec<usize> = (0..self.board.len()).collect();
        sites.sort_by_key(|&site| (-self.board.places[site].1, self.board.places[site].0));
        for (number, site) in (1..).zip(sites) {
            self.board.names[site] = number.to_string();
        }
    }

    /// The sites one link away from the set.
    pub fn neighbours(&self, directions: DirectionSet, set: SiteSet) -> SiteSet {
        let ways = directions.iter().map(|direction| &self.board.directions[direction].next);
        ways.flat_map(|next| set.iter().filter_map(|site| next[site.index()])).collect()
    }

    /// The sites of so many rows that are nearest to a side which faces there, or farthest from it.
    pub fn ranks(&self, facing: usize, farthest: bool, count: usize) -> SiteSet {
        let (right, up) = WAYS[facing].1;
        let sign = if farthest { -1 } else { 1 };
        let rank = |&(column, row): &(i16, i16)| sign * (right * column + up * row);
        let mut ranks: Vec<i16> = self.cells.iter().map(rank).collect();
        ranks.sort_unstable();
        ranks.dedup();
        ranks.truncate(count);
        let places = self.cells.iter().enumerate();
        places.filter(|(_, place)| ranks.contains(&rank(place))).map(|(site, _)| Site::new(site)).collect()
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

/// Column and row, both from 0, of the site with this name.
fn place(name: &str) -> Option<(usize, usize)> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let row = name[digits..].parse::<usize>().ok().filter(|_| name.as_bytes()[digits] != b'0');
    column_number(&name[..digits]).zip(row?.checked_sub(1))
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
        let grid = match &item.size {
            BoardSize::Grid(columns, rows) => self.grid_of(columns, rows, &item.lines),
            BoardSize::Hexagon(side) => self.hexagon_of(side, &item.lines),
            BoardSize::Points => self.points_of(item),
        };
        let Some(mut grid) = grid else { return };
        let is_line = |line: &BoardLine| matches!(line.kind, BoardLineKind::Lines { .. } | BoardLineKind::Drawn(_));
        grid.board.lined = item.lines.iter().any(is_line);
        let is_plain = !grid.board.lined;
        // The sites that lines run through may be told by words that need the grid, though not its links.
        let all = grid.all;
        self.grid = Some(grid);
        let around = if matches!(item.size, BoardSize::Hexagon(_)) { HEXAGONAL } else { 0b1111_1111 };
        let links = if is_plain { Some(vec![(around, 1, all)]) } else { self.links(&item.lines, all) };
        let drawn = self.drawn(&item.lines);
        let grid = self.grid.take();
        let (Some(mut grid), Some(links), Some(drawn)) = (grid, links, drawn) else { return };
        grid.join(&links);
        if grid.board.directions.len() > MAX_DIRECTIONS || !grid.draw(&drawn) {
            let message = "the board has too many lines that cross each other";
            let label = format!("they make more than {MAX_DIRECTIONS} directions");
            return self.report(Diagnostic::error(Code::BoardSize, item.shape, message, label));
        }
        if matches!(item.size, BoardSize::Hexagon(_)) {
            grid.shear();
        }
        if self.is_numbered(&item.lines) {
            grid.number();
        }
        self.grid = Some(grid);
    }

    /// Whether sites are called by numbers.
    fn is_numbered(&mut self, lines: &'t [BoardLine]) -> bool {
        let guard = lines.iter().find_map(|line| match &line.kind {
            BoardLineKind::Numbered(guard) => Some(guard),
            _ => None,
        });
        match guard {
            None => false,
            Some(None) => true,
            Some(Some((wanted, condition))) => {
                self.fixed_condition(condition, "whether sites are numbered") == Some(*wanted)
            }
        }
    }

    /// A grid of that size, without links: all of it, or the sites that its block says.
    fn grid_of(&mut self, width: &'t Expr, height: &'t Expr, lines: &'t [BoardLine]) -> Option<Grid> {
        let (columns, rows) = (self.size(width), self.size(height));
        let (columns, rows) = (columns?, rows?);
        if columns * rows > MAX_SITES {
            let message = format!("a board of {columns} by {rows} is too large");
            let label = format!("{} sites; a board may have {MAX_SITES}", columns * rows);
            self.report(Diagnostic::error(Code::BoardSize, width.span.to(height.span), message, label));
            return None;
        }
        self.findings
            .spend((columns * rows) as u64)
            .then(|| Grid::new(columns, rows, |_, _| true))
            .and_then(|whole| self.part_of(whole, lines))
    }

    /// A hexagon with so many sites on a side, without links.
    fn hexagon_of(&mut self, side: &'t Expr, lines: &'t [BoardLine]) -> Option<Grid> {
        let count = self.size(side)?;
        let sites = 3 * count * (count - 1) + 1;
        if sites > MAX_SITES {
            let message = format!("a hexagon of side {count} is too large");
            let label = format!("{sites} sites; a board may have {MAX_SITES}");
            self.report(Diagnostic::error(Code::BoardSize, side.span, message, label));
            return None;
        }
        let across = 2 * count - 1;
        self.part_of(Grid::new(across, across, |column, row| column.abs_diff(row) < count), lines)
    }

    /// The grid, or those of its sites that the board's block keeps.
    fn part_of(&mut self, whole: Grid, lines: &'t [BoardLine]) -> Option<Grid> {
        let (columns, rows) = (whole.columns, whole.rows);
        let mut chosen = lines.iter().filter_map(|line| match &line.kind {
            BoardLineKind::Sites(set) => Some((set, line.span)),
            _ => None,
        });
        let Some((set, first)) = chosen.next() else { return Some(whole) };
        if let Some((_, again)) = chosen.next() {
            let message = "the board's sites are given twice";
            let problem = Diagnostic::error(Code::DefinedTwice, again, message, "given again here");
            self.report(problem.and(first, "first given here").help("join the sets with `or`"));
        }
        self.grid = Some(whole);
        let kept = self.fixed_sites(set, "the board's sites")?;
        if kept.is_empty() {
            self.report(Diagnostic::error(
                Code::BoardSize,
                set.span,
                "the board has no sites",
                "no site is in this set",
            ));
            return None;
        }
        let whole = self.grid.take()?;
        Some(Grid::new(columns, rows, |column, row| {
            whole.at(column as i64, row as i64).is_some_and(|site| kept.has(site))
        }))
    }

    /// The points that the drawn lines name, without links.
    fn points_of(&mut self, item: &'t BoardItem) -> Option<Grid> {
        const MOST: usize = 64;
        let mut places: Vec<(usize, usize)> = Vec::new();
        let mut is_right = true;
        for line in &item.lines {
            if matches!(line.kind, BoardLineKind::Numbered(_)) {
                continue;
            }
            let BoardLineKind::Drawn(sites) = &line.kind else {
                let message = "a board of points has only the lines that are drawn";
                let problem = Diagnostic::error(Code::MisplacedStatement, line.span, message, "not understood here");
                self.report(problem.help("name the points of each line, as in `lines a1 b2 c3`"));
                is_right = false;
                continue;
            };
            if !self.work(sites.len() as u64, line.span) {
                return None;
            }
            for site in sites {
                match place(&site.value).filter(|&(column, row)| column < MOST && row < MOST) {
                    Some(place) => places.push(place),
                    None => {
                        let message = format!("`{}` is no point of a board", site.value);
                        let label = format!("letters, then a number from 1 on; at most {MOST} columns and rows");
                        self.report(Diagnostic::error(Code::OffBoard, site.span, message, label));
                        is_right = false;
                    }
                }
            }
        }
        places.sort_unstable();
        places.dedup();
        if places.is_empty() && is_right {
            let problem = Diagnostic::error(Code::BoardSize, item.shape, "the board has no points", "none is drawn");
            self.report(problem.help("draw its lines: `board points { lines a1 b2 c3 }`"));
        }
        if places.len() > MAX_SITES {
            let message = format!("a board of {} points is too large", places.len());
            let label = format!("a board may have {MAX_SITES}");
            self.report(Diagnostic::error(Code::BoardSize, item.shape, message, label));
            return None;
        }
        if places.is_empty() || !is_right {
            return None;
        }
        let most = |of: fn(&(usize, usize)) -> usize| places.iter().map(of).max().map_or(0, |most| most + 1);
        let (columns, rows) = (most(|place| place.0), most(|place| place.1));
        Some(Grid::new(columns, rows, |column, row| places.binary_search(&(column, row)).is_ok()))
    }

    /// The links of the lines that run in directions.
    fn links(&mut self, lines: &'t [BoardLine], all: SiteSet) -> Option<Vec<(u16, i16, SiteSet)>> {
        let mut links = Some(Vec::new());
        for line in lines {
            let BoardLineKind::Lines { directions, by, from } = &line.kind else { continue };
            let from = match from {
                Some(from) => self.fixed_sites(from, "the board's lines"),
                None => Some(all),
            };
            let by = match by {
                Some(by) => self.fixed_number(by, "the length of a link").and_then(|length| match length {
                    1..=64 => Some(length as i16),
                    _ => {
                        let message = format!("a link cannot be {length} squares long");
                        self.report(Diagnostic::error(Code::NumberRange, by.span, message, "from 1 to 64"));
                        None
                    }
                }),
                None => Some(1),
            };
            let named = self.named(directions);
            if let Some(Named { relative: Some(_), .. }) = named {
                let message = "the board's lines cannot depend on the side";
                let problem = Diagnostic::error(Code::NoDirection, directions.span, message, "another for each side");
                self.report(problem.help("name directions such as `orthogonal` or `north`"));
                links = None;
            }
            let link = named.zip(by).zip(from).map(|((named, by), from)| (named.fixed, by, from));
            links = links.zip(link).map(|(mut links, link)| {
                links.push(link);
                links
            });
        }
        links
    }

    /// The lines that are drawn by naming their sites.
    fn drawn(&mut self, lines: &'t [BoardLine]) -> Option<Vec<Vec<Site>>> {
        let mut drawn = Some(Vec::new());
        for line in lines {
            let BoardLineKind::Drawn(names) = &line.kind else { continue };
            if !self.work(names.len() as u64, line.span) {
                return None;
            }
            let sites: Option<Vec<Site>> = names.iter().map(|name| self.site_of(&name.value, name.span)).collect();
            let Some(sites) = sites else {
                drawn = None;
                continue;
            };
            let is_closed = sites.len() > 3 && sites.first() == sites.last();
            let once = &sites[usize::from(is_closed)..];
            let again = (1..once.len()).find(|&at| once[..at].contains(&once[at]));
            if let Some(at) = again {
                let name: &Name = &names[at + usize::from(is_closed)];
                let message = format!("the line comes to `{}` twice", name.value);
                let problem = Diagnostic::error(Code::DefinedTwice, name.span, message, "again here");
                self.report(problem.help("a line may end where it begins; draw others apart"));
                drawn = None;
            }
            if let Some(drawn) = &mut drawn {
                drawn.push(sites);
            }
        }
        drawn
    }

    /// Reads a number of columns or rows.
    fn size(&mut self, expr: &'t Expr) -> Option<usize> {
        let size = self.fixed_number(expr, "the board's size")?;
        if (1..=10_000_000).contains(&size) {
            return Some(size as usize);
        }
        let limit = format!("from 1 on; a board may have {MAX_SITES} sites");
        let message = format!("a board cannot have {size} columns or rows");
        self.report(Diagnostic::error(Code::BoardSize, expr.span, message, limit));
        None
    }

    /// The directions that all of the words name.
    fn named(&mut self, words: &DirectionWords) -> Option<Named> {
        let mut named = Some(Named { fixed: u16::MAX, relative: None });
        for word in &words.words {
            let known = DIRECTION_WORDS.iter().find(|(known, _)| *known == word.value);
            let Some(&(_, meant)) = known else {
                named = None;
                self.unknown(word, "direction", DIRECTION_WORDS.iter().map(|(word, _)| *word));
                continue;
            };
            if let Some(named) = &mut named {
                match meant {
                    DirectionWord::Fixed(bits) => named.fixed &= bits,
                    DirectionWord::Relative(bits) => {
                        named.relative = Some(named.relative.unwrap_or(u16::MAX) & bits);
                    }
                }
            }
        }
        if named.as_ref().is_some_and(|named| (0..8).all(|facing| named.facing(facing) == 0)) {
            let message = "no direction is all of these".to_owned();
            let problem = Diagnostic::error(Code::NoDirection, words.span, message, "these words have none in common");
            self.report(problem.help("words in a row mean the directions that every one of them names: keep one"));
            return None;
        }
        named
    }

    /// The directions that the words name on this board, an entry for each side if it matters who reads them, else one.
    pub fn directions(&mut self, words: &DirectionWords) -> Option<Vec<DirectionSet>> {
        let named = self.named(words)?;
        let facing = if named.relative.is_some() { self.facing_of_all(words.span)? } else { vec![0] };
        let grid = self.grid.as_ref()?;
        let of_side = |&facing: &usize| {
            let bits = named.facing(facing);
            let ways = grid.bits.iter().enumerate().filter(|&(_, bit)| bits & bit != 0);
            DirectionSet(ways.fold(0, |set, (direction, _)| set | 1 << direction))
        };
        let sets: Vec<DirectionSet> = facing.iter().map(of_side).collect();
        if sets.contains(&DirectionSet::default()) {
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
        Some(sets)
    }

    /// Directions as a rule has them.
    pub fn for_each_side(&self, ways: &[DirectionSet]) -> Directions {
        Directions((0..self.sides.len()).map(|side| ways[side.min(ways.len() - 1)]).collect())
    }

    /// Where every side faces, as numbers of [`WAYS`].
    fn facing_of_all(&mut self, span: Span) -> Option<Vec<usize>> {
        if !self.sides_are_known {
            let message = "this depends on the side, but stands before `sides`";
            let problem = Diagnostic::error(Code::OutOfOrder, span, message, "the sides are not known here");
            self.report(problem.help("move the `sides` statement above this one"));
            return None;
        }
        let facing: Option<Vec<usize>> = self.facing.iter().copied().collect();
        if facing.is_none() && !self.facing.is_empty() {
            let side = self.facing.iter().position(Option::is_none).and_then(|side| self.sides.get(side));
            let side = side.map_or("", |side| side.value.as_str());
            let message = format!("the side `{side}` faces nowhere");
            let problem = Diagnostic::error(Code::NoFacing, span, message, "this depends on where a side faces");
            self.report(problem.help(format!("say it in `sides`, as in `{side} facing north`")));
        }
        facing.filter(|facing| !facing.is_empty())
    }

    /// `nearest 3 rows`, `farthest row`
    pub fn ranks(&mut self, farthest: bool, count: Option<&'t Expr>, span: Span) -> Option<Value> {
        let count = match count {
            Some(count) => self.fixed_number(count, "a number of rows"),
            None => Some(1),
        };
        if self.needs_board(span) {
            return None;
        }
        let facing = self.facing_of_all(span)?;
        let (grid, count) = (self.grid.as_ref()?, count?);
        if count < 1 {
            self.report(Diagnostic::error(Code::OffBoard, span, "these are no rows", "one row at least"));
            return None;
        }
        let sets = facing.iter().map(|&facing| grid.ranks(facing, farthest, count as usize));
        Some(Value::Set(settle(sets.collect())))
    }

    /// A site by name.
    pub fn site(&mut self, name: &str, span: Span) -> Option<Value> {
        if self.needs_board(span) {
            return None;
        }
        Some(Value::Set(Set::Sites(SiteSet::one(self.site_of(name, span)?))))
    }

    fn site_of(&mut self, name: &str, span: Span) -> Option<Site> {
        let grid = self.grid.as_ref()?;
        let place = place(name).filter(|&(column, row)| column < grid.columns && row < grid.rows);
        let site = place.and_then(|(column, row)| grid.at(column as i64, row as i64));
        if site.is_none() {
            let message = format!("`{name}` is not on the board");
            let label = match place {
                Some(_) => "the board has no site there".to_owned(),
                None => format!("the board has {}", grid.extent()),
            };
            let problem = Diagnostic::error(Code::OffBoard, span, message, label);
            self.report(match name.chars().any(|c| c.is_ascii_uppercase()) {
                true => problem.help(format!("columns are small letters: `{}`", name.to_lowercase())),
                false => problem,
            });
        }
        site
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
