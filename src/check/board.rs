//! Boards: grids of squares, or of points joined by lines, whole or in part; and points on lines drawn one by one.

use super::Checker;
use super::values::{Value, settle};
use crate::bits::{MAX_SITES, Site, SiteSet};
use crate::diag::{Code, Diagnostic};
use crate::model::{Board, Direction, DirectionSet, Directions, MAX_DIRECTIONS, Set, Side, SideSet};
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

/// What runs between each of [`WAYS`] and the next, oblique: the eight bits above theirs.
const BETWEEN: [&str; 8] = [
    "north-northeast",
    "east-northeast",
    "east-southeast",
    "south-southeast",
    "south-southwest",
    "west-southwest",
    "west-northwest",
    "north-northwest",
];

/// The bit of a direction along curved lines.
const CURVED: u32 = 1 << 16;

/// The directions that a line comes from where it leads in one of the others.
const BACK: u32 = 0b1111_0000_1111_0000;

/// The directions of a grid.
const COMPASS: u32 = 0b1111_1111;

/// The directions of a hexagonal board, of which the columns lean.
const HEXAGONAL: u32 = 0b0111_0111;

/// The most places of a board, before its block says which of them are its sites.
const MAX_PLACES: usize = 4096;

/// The most columns of such a board, and the most rows.
const MAX_ACROSS: usize = 256;

/// A direction word.
#[derive(Clone, Copy)]
pub enum DirectionWord {
    /// The directions it names, as bits of [`WAYS`], [`BETWEEN`] and [`CURVED`].
    Fixed(u32),
    /// Those it names for a side that faces north.
    Relative(u32),
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
    ("adjacent", DirectionWord::Fixed(0xffff | CURVED)),
    ("forward", DirectionWord::Relative(0b1100_0011_1000_0011)),
    ("backward", DirectionWord::Relative(0b0011_1100_0011_1000)),
    ("sideways", DirectionWord::Relative(0b0100_0100)),
];

/// Words in a row, as the directions that all of them name: the fixed ones, and the others for a side that faces north.
struct Named {
    fixed: u32,
    relative: Option<u32>,
}

impl Named {
    /// The directions for a side that faces there.
    fn facing(&self, facing: usize) -> u32 {
        self.fixed & self.relative.map_or(u32::MAX, |bits| turned(bits, facing))
    }
}

/// The directions so many eighths of a full turn further clockwise.
fn turned(bits: u32, eighths: usize) -> u32 {
    let turned = |bits: u32| (bits as u8).rotate_left(eighths as u32) as u32;
    turned(bits) | turned(bits >> 8) << 8
}

/// A line drawn by naming its sites.
struct DrawnLine {
    /// Whether it runs on through its bends.
    curved: bool,
    /// Its sites; of a closed line, the first is also the last.
    sites: Vec<Site>,
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
    /// All places, of which the sites may be a part while it is not yet settled which of them the board has.
    whole: Vec<(i16, i16)>,
    /// Whether columns lean, as on a hexagon.
    leans: bool,
    /// For each direction of the board, its bit.
    bits: Vec<u32>,
}

impl Grid {
    /// A grid of so many columns and rows, without links: with these sites of those in `whole`.
    fn new((columns, rows): (usize, usize), leans: bool, places: &[(i16, i16)], whole: &[(i16, i16)]) -> Grid {
        let letters: Vec<String> = (0..columns).map(letters).collect();
        let mut index = vec![None; columns * rows];
        let mut names = Vec::new();
        for (site, &(column, row)) in places.iter().enumerate() {
            index[row as usize * columns + column as usize] = Some(Site::new(site));
            names.push(format!("{}{}", letters[column as usize], row + 1));
        }
        let board = Board { names, places: places.to_vec(), directions: Vec::new(), lined: false };
        let (cells, whole) = (places.to_vec(), whole.to_vec());
        Grid { board, columns, rows, cells, all: SiteSet::first(places.len()), index, whole, leans, bits: Vec::new() }
    }

    /// Whether only some of the places that the board may have are looked at.
    pub fn is_part(&self) -> bool {
        self.whole.len() > self.cells.len()
    }

    /// Along columns, along rows and, where columns lean, along the third axis: how far the place is.
    fn axes(&self, (column, row): (i16, i16)) -> impl Iterator<Item = i16> {
        [column, row, column - row].into_iter().take(if self.leans { 3 } else { 2 })
    }

    /// The first and the last on each axis.
    fn ends(&self) -> Vec<(i16, i16)> {
        let mut ends: Vec<(i16, i16)> = Vec::new();
        for &place in &self.whole {
            for (axis, at) in self.axes(place).enumerate() {
                match ends.get_mut(axis) {
                    Some((first, last)) => (*first, *last) = ((*first).min(at), (*last).max(at)),
                    None => ends.push((at, at)),
                }
            }
        }
        ends
    }

    /// The sites that are the first or the last on so many axes at least.
    fn outermost(&self, least: usize) -> SiteSet {
        let ends = self.ends();
        self.sites(|column, row| {
            let axes = self.axes((column as i16, row as i16)).zip(&ends);
            axes.filter(|&(at, &(first, last))| at == first || at == last).count() >= least
        })
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

    /// Joins the grid by the links: directions as bits of [`WAYS`], each with the opposite one, how long links are, and the
    /// sites they run through. Directions without links are left out.
    fn join(&mut self, links: &[(u32, i16, SiteSet)]) {
        let mut lengths: Vec<i16> = links.iter().map(|&(_, by, _)| by).collect();
        lengths.sort_unstable();
        lengths.dedup();
        for by in lengths {
            let first = self.bits.len();
            for (bit, (name, (right, up))) in WAYS.iter().enumerate() {
                let mut next = vec![None; self.board.len()];
                for &(_, _, through) in links.iter().filter(|link| link.0 >> bit & 1 != 0 && link.1 == by) {
                    for from in through.iter() {
                        let (column, row) = self.cells[from.index()];
                        let to = self.at((column + by * right).into(), (row + by * up).into());
                        next[from.index()] = next[from.index()].or(to.filter(|&to| through.has(to)));
                    }
                }
                if next.iter().any(Option::is_some) {
                    self.bits.push(1 << bit);
                    self.board.directions.push(Direction { name: (*name).to_owned(), next, opposite: 0 });
                }
            }
            for at in first..self.bits.len() {
                let back = turned(self.bits[at], 4);
                let opposite = self.bits[first..].iter().position(|&bit| bit == back).expect("links lead both ways");
                self.board.directions[at].opposite = first + opposite;
            }
        }
    }

    /// Joins sites by lines drawn one by one, of which those that no site is on two of share a direction there and one
    /// back. A line that is not curved ends at each of its corners, and another begins there. Answers whether there is room
    /// for all directions.
    fn draw(&mut self, lines: &[DrawnLine]) -> bool {
        let mut shared: Vec<(u32, SiteSet, usize)> = Vec::new();
        let straight =
            |line: &DrawnLine| if line.curved { vec![line.sites.clone()] } else { self.straight(&line.sites) };
        let courses: Vec<(u32, Vec<Site>)> = lines
            .iter()
            .flat_map(|line| straight(line).into_iter().map(|sites| (line.curved, sites)))
            .map(|(curved, sites)| (if curved { CURVED } else { self.course(sites[0], sites[1]) }, sites))
            .collect();
        for (mut course, mut line) in courses {
            if course & BACK != 0 {
                line.reverse();
                course >>= 4;
            }
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
    fn add_both_ways(&mut self, course: u32, there: usize) {
        let back = if course == CURVED { CURVED } else { course << 4 };
        for (bit, opposite, way) in [(course, there + 1, "line"), (back, there, "line back")] {
            let mut known = WAYS.iter().map(|(name, _)| *name).chain(BETWEEN);
            let named = known.nth(bit.trailing_zeros() as usize);
            let name = named.map_or(format!("{way} {}", there / 2 + 1), str::to_owned);
            self.bits.push(bit);
            self.board.directions.push(Direction { name, next: vec![None; self.board.len()], opposite });
        }
    }

    /// How far the second site is from the first: columns to the right and rows up.
    fn step(&self, from: Site, to: Site) -> (i32, i32) {
        let (from, to) = (self.cells[from.index()], self.cells[to.index()]);
        ((to.0 - from.0).into(), (to.1 - from.1).into())
    }

    /// The direction from a site to another, as a bit.
    fn course(&self, from: Site, to: Site) -> u32 {
        let (right, up) = self.step(from, to);
        let way = WAYS.iter().position(|&(_, (x, y))| (i32::from(x), i32::from(y)) == (right.signum(), up.signum()));
        let way = way.expect("a line joins two sites");
        if right == 0 || up == 0 || right.abs() == up.abs() {
            return 1 << way;
        }
        // An oblique line runs before or after the diagonal of its quarter.
        let is_before = (up.abs() > right.abs()) == (way % 4 == 1);
        1 << (8 + way - usize::from(is_before))
    }

    /// The straight parts of a line, which may be closed.
    fn straight(&self, line: &[Site]) -> Vec<Vec<Site>> {
        let turns = |before: Site, at: Site, after: Site| {
            let ((right, up), (x, y)) = (self.step(before, at), self.step(at, after));
            right * y != up * x || right * x + up * y < 0
        };
        let mut line = line.to_vec();
        if line.len() > 2 && line.first() == line.last() {
            line.pop();
            let count = line.len();
            let corner = (0..count).find(|&at| turns(line[(at + count - 1) % count], line[at], line[(at + 1) % count]));
            line.rotate_left(corner.unwrap_or(0));
            line.push(line[0]);
        }
        let mut parts = vec![line[..2].to_vec()];
        for three in line.windows(3) {
            if turns(three[0], three[1], three[2]) {
                parts.push(vec![three[1]]);
            }
            parts.last_mut().expect("it has one").push(three[2]);
        }
        parts
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
        let mut ranks: Vec<i16> = self.whole.iter().map(rank).collect();
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

/// Where two of the board's outermost rows, columns and, on a hexagon, slanting rows meet.
pub fn corners(grid: &Grid) -> SiteSet {
    grid.outermost(2)
}

/// The outermost rows and columns and, on a hexagon, slanting rows.
pub fn edge(grid: &Grid) -> SiteSet {
    grid.outermost(1)
}

/// The middle 1, 2 or 4 sites.
pub fn centre(grid: &Grid) -> SiteSet {
    let ends = grid.ends();
    grid.sites(|column, row| {
        let is_middle = |at: usize, (first, last): (i16, i16)| (2 * at as i16 - first - last).abs() <= 1;
        is_middle(column, ends[0]) && is_middle(row, ends[1])
    })
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
        let is_line = |line: &BoardLine| matches!(line.kind, BoardLineKind::Lines { .. } | BoardLineKind::Drawn { .. });
        grid.board.lined = item.lines.iter().any(is_line);
        let is_plain = !grid.board.lined;
        // The sites that lines run through may be told by words that need the grid, though not its links.
        let all = grid.all;
        self.grid = Some(grid);
        let around = if matches!(item.size, BoardSize::Hexagon(_)) { HEXAGONAL } else { COMPASS };
        let links = if is_plain { Some(vec![(around, 1, all)]) } else { self.links(&item.lines, all, around) };
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
        let (span, what) = (width.span.to(height.span), format!("a board of {columns} by {rows}"));
        if !self.may_be((columns, rows), columns * rows, lines, span, &what) {
            return None;
        }
        let places = |row: usize| (0..columns).map(move |column| (column as i16, row as i16));
        self.part_of((columns, rows), false, (0..rows).flat_map(places).collect(), lines)
    }

    /// A hexagon with so many sites on a side, without links.
    fn hexagon_of(&mut self, side: &'t Expr, lines: &'t [BoardLine]) -> Option<Grid> {
        let count = self.size(side)?;
        let (across, places) = (2 * count - 1, 3 * count * (count - 1) + 1);
        if !self.may_be((across, across), places, lines, side.span, &format!("a hexagon of side {count}")) {
            return None;
        }
        let inside = |&(column, row): &(usize, usize)| column.abs_diff(row) < count;
        let all = (0..across).flat_map(|row| (0..across).map(move |column| (column, row)));
        let places = all.filter(inside).map(|(column, row)| (column as i16, row as i16)).collect();
        self.part_of((across, across), true, places, lines)
    }

    /// Whether a board may have so many places, of which its block may choose its sites; if not, that is said.
    fn may_be(
        &mut self,
        (columns, rows): (usize, usize),
        places: usize,
        lines: &[BoardLine],
        span: Span,
        what: &str,
    ) -> bool {
        let is_cut = lines.iter().any(|line| matches!(line.kind, BoardLineKind::Sites(_)));
        let label = if !is_cut && places > MAX_SITES {
            format!("{places} sites; a board may have {MAX_SITES}")
        } else if places > MAX_PLACES {
            format!("{places} places; `sites` may choose from {MAX_PLACES} at most")
        } else if columns.max(rows) > MAX_ACROSS {
            format!("at most {MAX_ACROSS} columns and {MAX_ACROSS} rows")
        } else {
            return self.work(places as u64, span);
        };
        self.report(Diagnostic::error(Code::BoardSize, span, format!("{what} is too large"), label));
        false
    }

    /// The grid of these places, or of those that the board's block keeps.
    fn part_of(
        &mut self,
        size: (usize, usize),
        leans: bool,
        whole: Vec<(i16, i16)>,
        lines: &'t [BoardLine],
    ) -> Option<Grid> {
        let mut chosen = lines.iter().filter_map(|line| match &line.kind {
            BoardLineKind::Sites(set) => Some((set, line.span)),
            _ => None,
        });
        let Some((set, first)) = chosen.next() else { return Some(Grid::new(size, leans, &whole, &whole)) };
        if let Some((_, again)) = chosen.next() {
            let message = "the board's sites are given twice";
            let problem = Diagnostic::error(Code::DefinedTwice, again, message, "given again here");
            self.report(problem.and(first, "first given here").help("join the sets with `or`"));
        }
        let mut kept: Vec<(i16, i16)> = Vec::new();
        // No set has more sites than a board: the places are looked at so many at a time.
        for part in whole.chunks(MAX_SITES) {
            self.grid = Some(Grid::new(size, leans, part, &whole));
            let Some(sites) = self.fixed_sites(set, "the board's sites") else {
                self.grid.take_if(|grid| grid.is_part());
                return None;
            };
            kept.extend(sites.iter().map(|site| part[site.index()]));
        }
        self.grid = None;
        let (message, label) = match kept.len() {
            0 => ("the board has no sites".to_owned(), "no site is in this set".to_owned()),
            1..=MAX_SITES => return Some(Grid::new(size, leans, &kept, &kept)),
            count => {
                let label = format!("{count} sites; a board may have {MAX_SITES}");
                ("these are too many sites for a board".to_owned(), label)
            }
        };
        self.report(Diagnostic::error(Code::BoardSize, set.span, message, label));
        None
    }

    /// The points that the drawn lines name, without links.
    fn points_of(&mut self, item: &'t BoardItem) -> Option<Grid> {
        const MOST: usize = 64;
        let mut places: Vec<(i16, i16)> = Vec::new();
        let mut is_right = true;
        for line in &item.lines {
            if matches!(line.kind, BoardLineKind::Numbered(_)) {
                continue;
            }
            let BoardLineKind::Drawn { sites, .. } = &line.kind else {
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
                    Some((column, row)) => places.push((column as i16, row as i16)),
                    None => {
                        let message = format!("`{}` is no point of a board", site.value);
                        let label = format!("letters, then a number from 1 on; at most {MOST} columns and rows");
                        self.report(Diagnostic::error(Code::OffBoard, site.span, message, label));
                        is_right = false;
                    }
                }
            }
        }
        places.sort_unstable_by_key(|&(column, row)| (row, column));
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
        let most = |of: fn(&(i16, i16)) -> i16| places.iter().map(of).max().map_or(0, |most| most as usize + 1);
        Some(Grid::new((most(|place| place.0), most(|place| place.1)), false, &places, &places))
    }

    /// The links of the lines that run in directions, of those that there are `around` a site.
    fn links(&mut self, lines: &'t [BoardLine], all: SiteSet, around: u32) -> Option<Vec<(u32, i16, SiteSet)>> {
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
            if let Some(Named { relative: Some(_), .. }) = &named {
                let message = "the board's lines cannot depend on the side";
                let problem = Diagnostic::error(Code::NoDirection, directions.span, message, "another for each side");
                self.report(problem.help("name directions such as `orthogonal` or `north`"));
                links = None;
            }
            // A line that leads east leads west.
            let both = named.map(|named| (named.fixed | turned(named.fixed, 4)) & around);
            if both == Some(0) {
                let message = "no lines of a hexagon run this way";
                let label = "its sites have no neighbours there";
                self.report(Diagnostic::error(Code::NoDirection, directions.span, message, label).help(
                    "a site has neighbours in the north, northeast, east, south, southwest and west: `lines adjacent`",
                ));
                links = None;
            }
            let link = both.zip(by).zip(from).map(|((both, by), from)| (both, by, from));
            links = links.zip(link).map(|(mut links, link)| {
                links.push(link);
                links
            });
        }
        links
    }

    /// The lines that are drawn by naming their sites.
    fn drawn(&mut self, lines: &'t [BoardLine]) -> Option<Vec<DrawnLine>> {
        let mut drawn = Some(Vec::new());
        for line in lines {
            let BoardLineKind::Drawn { curved, sites: names } = &line.kind else { continue };
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
                drawn.push(DrawnLine { curved: *curved, sites });
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
        let mut named = Some(Named { fixed: u32::MAX, relative: None });
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
                        named.relative = Some(named.relative.unwrap_or(u32::MAX) & bits);
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
        let facing = if named.relative.is_some() { self.facing_of_all(words.span)? } else { vec![Some(0)] };
        let grid = self.grid.as_ref()?;
        let of_side = |facing: &Option<usize>| {
            let bits = facing.map_or(0, |facing| named.facing(facing));
            let ways = grid.bits.iter().enumerate().filter(|&(_, bit)| bits & bit != 0);
            DirectionSet(ways.fold(0, |set, (direction, _)| set | 1 << direction))
        };
        let sets: Vec<DirectionSet> = facing.iter().map(of_side).collect();
        let counts = |side: usize| match sets.len() {
            2.. if !self.readers.is_empty() => self.readers.has(Side::new(side)),
            _ => facing[side].is_some(),
        };
        if (0..sets.len()).any(|side| counts(side) && sets[side] == DirectionSet::default()) {
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

    /// Where every side faces, as numbers of [`WAYS`]; a side for which this is read must face somewhere. Which sides do not
    /// is noted.
    fn facing_of_all(&mut self, span: Span) -> Option<Vec<Option<usize>>> {
        if !self.sides_are_known {
            let message = "this depends on the side, but stands before `sides`";
            let problem = Diagnostic::error(Code::OutOfOrder, span, message, "the sides are not known here");
            self.report(problem.help("move the `sides` statement above this one"));
            return None;
        }
        // What is amiss with the sides has been said.
        if self.sides.is_empty() {
            return None;
        }
        let facing = self.facing.clone();
        let lost = (0..facing.len()).filter(|&side| facing[side].is_none()).map(Side::new);
        let lost = lost.fold(SideSet::default(), SideSet::with);
        self.lost = SideSet(self.lost.0 | lost.0);
        let is_of_nobody = lost.count() as usize == facing.len();
        self.must_face(lost, if is_of_nobody { lost } else { self.readers }, span)?;
        Some(facing)
    }

    /// Reports a side that faces nowhere, one of those `lost`, if it is among the readers.
    pub fn must_face(&mut self, lost: SideSet, readers: SideSet, span: Span) -> Option<()> {
        let Some(side) = lost.iter().find(|&side| readers.has(side)) else { return Some(()) };
        let side = self.sides.get(side.index()).map_or("", |side| side.value.as_str());
        let message = format!("the side `{side}` faces nowhere");
        let problem = Diagnostic::error(Code::NoFacing, span, message, "this depends on where a side faces");
        self.report(problem.help(format!("say it in `sides`, as in `{side} facing north`")));
        None
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
        let ranks = |facing: &Option<usize>| facing.map(|facing| grid.ranks(facing, farthest, count as usize));
        let sets = facing.iter().map(|facing| ranks(facing).unwrap_or_default());
        Some(Value::Set(settle(sets.collect())))
    }

    /// A site by name.
    pub fn site(&mut self, name: &str, span: Span) -> Option<Value> {
        if self.needs_board(span) {
            return None;
        }
        let grid = self.grid.as_ref()?;
        let inside = place(name).filter(|&(column, row)| column < grid.columns && row < grid.rows);
        let elsewhere = inside.is_some_and(|(column, row)| {
            grid.at(column as i64, row as i64).is_none() && grid.whole.contains(&(column as i16, row as i16))
        });
        let sites = if elsewhere { SiteSet::EMPTY } else { SiteSet::one(self.site_of(name, span)?) };
        Some(Value::Set(Set::Sites(sites)))
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
