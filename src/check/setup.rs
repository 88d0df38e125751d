//! The position that play begins from.

use super::{Checker, names};
use crate::bits::{Site, SiteSet};
use crate::diag::{Code, Diagnostic};
use crate::model::{Kind, Side, Start};
use crate::source::Span;
use crate::syntax::tree::{Expr, ItemKind, MapText, Name, SetupItem, SetupKind};
use std::ops::Range;

/// The most pieces that a side may have in hand.
const MAX_HAND: i32 = 255;
/// The most letters of a map that are said to be unknown.
const MOST_LETTERS: usize = 8;
const PLACE: &str = "the setup";

/// What has been put where so far, and by which words.
#[derive(Default)]
struct Placed {
    pieces: Vec<(Site, Side, Kind)>,
    by: Vec<(SiteSet, Span)>,
    /// For each side, what it holds of each kind.
    hands: Vec<Vec<Option<(u16, Span)>>>,
}

impl<'t> Checker<'t, '_> {
    /// Reads the `setup`; without one, boards and hands are empty.
    pub fn start(&mut self) -> Start {
        let mut placed =
            Placed { hands: vec![vec![None; self.kinds.len().max(1)]; self.sides.len()], ..Placed::default() };
        match self.statements.setup.map(|item| &item.kind) {
            Some(ItemKind::Setup(lines)) => self.setup_lines(lines, &mut placed),
            Some(ItemKind::SetupMap(map)) => self.setup_map(map, &mut placed),
            _ => {}
        }
        placed.pieces.sort_unstable();
        let held =
            |hand: &Vec<Option<(u16, Span)>>| hand.iter().map(|held| held.map_or(0, |(count, _)| count)).collect();
        Start { hands: placed.hands.iter().map(held).collect(), pieces: placed.pieces }
    }

    fn setup_lines(&mut self, lines: &'t [SetupItem], placed: &mut Placed) {
        for line in lines {
            match &line.kind {
                SetupKind::If { condition, then, otherwise } => match self.branch(condition, !otherwise.is_empty()) {
                    Some(true) => self.setup_lines(then, placed),
                    Some(false) => self.setup_lines(otherwise, placed),
                    None => {}
                },
                SetupKind::On { side, kind, set } => {
                    let (Some(sides), Some(kind)) = (self.those(side.as_ref()), self.kind_or_first(kind.as_ref()))
                    else {
                        continue;
                    };
                    for side in sides {
                        let sites = self.read_for(Side::new(side), |checker| checker.fixed_sites_for(set, side, PLACE));
                        let Some(sites) = sites else { break };
                        self.note_empty(sites.is_empty(), set.span);
                        self.put(sites, side, kind, set.span, placed);
                    }
                }
                SetupKind::Holds { side, kind, count } => {
                    let (sides, kind) = (self.those(side.as_ref()), self.kind_or_first(kind.as_ref()));
                    if let (Some(sides), Some(kind)) = (sides, kind) {
                        self.holds(sides, kind, count, line.span, placed);
                    }
                }
            }
        }
    }

    /// The side of that name, or every side.
    fn those(&mut self, side: Option<&'t Name>) -> Option<Range<usize>> {
        match side {
            None => Some(0..self.sides.len()),
            Some(name) => self.side(name).map(|side| side..side + 1),
        }
    }

    /// The kind of that name, or the one that the file names first.
    fn kind_or_first(&mut self, kind: Option<&'t Name>) -> Option<Kind> {
        kind.map_or(Some(Kind::default()), |name| self.kind(name))
    }

    fn holds(&mut self, sides: Range<usize>, kind: Kind, count: &'t Expr, span: Span, placed: &mut Placed) {
        let Some(number) = self.fixed_number(count, PLACE) else { return };
        if !(0..=MAX_HAND).contains(&number) {
            let message = format!("a side cannot hold {number} pieces");
            self.report(Diagnostic::error(Code::HandSize, count.span, message, format!("from 0 to {MAX_HAND}")));
            return;
        }
        for side in sides {
            if let Some((_, first)) = placed.hands[side][kind.index()] {
                let message = format!("what `{}` holds is said twice", self.sides[side].value);
                let problem = Diagnostic::error(Code::DefinedTwice, span, message, "said again here");
                self.report(problem.and(first, "first said here").help("keep one of them"));
            }
            placed.hands[side][kind.index()] = Some((number as u16, span));
        }
    }

    fn put(&mut self, sites: SiteSet, side: usize, kind: Kind, span: Span, placed: &mut Placed) {
        let mut free = sites;
        for &(taken, first) in &placed.by {
            if let Some(site) = (free & taken).lowest() {
                let name = self.grid.as_ref().map_or("", |grid| grid.board.name(site));
                let message = format!("two pieces are put on `{name}`");
                let problem = Diagnostic::error(Code::SiteTaken, span, message, "put here too");
                self.findings.report(match first == span {
                    true => {
                        problem.help("these words put pieces of several sides there; give each side a line of its own")
                    }
                    false => problem.and(first, "first put here"),
                });
                free &= !taken;
            }
        }
        if !free.is_empty() {
            placed.by.push((free, span));
        }
        placed.pieces.extend(free.iter().map(|site| (site, Side::new(side), kind)));
    }

    fn setup_map(&mut self, map: &'t MapText, placed: &mut Placed) {
        let Some((columns, rows)) = self.grid.as_ref().map(|grid| (grid.columns, grid.rows)) else { return };
        let cells = map.rows.iter().map(|row| row.len() as u64 + 1).sum();
        if !self.work(cells, map.span) || !self.map_fits(map, columns, rows) {
            return;
        }
        let mut unknown: Vec<&Name> = Vec::new();
        for (line, cells) in map.rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let piece = if cell.value == "." { None } else { self.cell(cell) };
                if piece.is_none() && cell.value != "." {
                    unknown.push(cell);
                }
                let grid = self.grid.as_ref().expect("known above");
                let row = rows as i64 - 1 - line as i64;
                let site = grid.at(column as i64, row);
                let is_inside = column < columns && row >= 0;
                match (site, piece) {
                    (Some(site), Some((side, kind))) => placed.pieces.push((site, Side::new(side), kind)),
                    (None, Some(_)) if is_inside => {
                        let message = "a piece stands where the board has no site";
                        let problem = Diagnostic::error(Code::SetupMap, cell.span, message, "no site here");
                        self.report(problem.help("write `.` there"));
                    }
                    _ => {}
                }
            }
        }
        self.unknown_cells(&unknown);
    }

    /// Whether the map's cells stand apart, one for each site; of a map that is wrong throughout, that is said once.
    fn map_fits(&mut self, map: &'t MapText, columns: usize, rows: usize) -> bool {
        let widths: Vec<usize> = map.rows.iter().map(Vec::len).collect();
        let is_run_together = |row: &Vec<Name>| row.len() == 1 && columns > 1 && row[0].value.len() == columns;
        if let Some(row) = map.rows.iter().find(|row| is_run_together(row)) {
            let apart: Vec<String> = row[0].value.chars().map(String::from).collect();
            let message = "the cells of a row run together";
            let problem = Diagnostic::error(Code::SetupMap, row[0].span, message, "read as one cell");
            self.report(problem.help(format!("write blanks between them: `{}`", apart.join(" "))));
            return false;
        }
        let uneven: Vec<&Vec<Name>> = map.rows.iter().filter(|row| row.len() != columns).collect();
        let is_another_board =
            uneven.len() > 1 && uneven.len() == widths.len() && widths.iter().all(|&width| width == widths[0]);
        if is_another_board || widths.len() != rows {
            let (is, wanted) = match is_another_board {
                true => (format!("is {} by {}", widths[0], widths.len()), format!("is {columns} by {rows}")),
                false => (format!("has {}", names::plural(widths.len(), "row")), format!("has {rows}")),
            };
            let message = format!("the map {is}, the board {wanted}");
            let problem = Diagnostic::error(Code::SetupMap, map.span, message, "one line a row, the top row first");
            self.report(problem.help("write one cell for each site, and `.` for one without a piece"));
        }
        for row in uneven.iter().filter(|_| !is_another_board) {
            let (Some(first), Some(last)) = (row.first(), row.last()) else { continue };
            let message = format!(
                "this row has {}, the board {}",
                names::plural(row.len(), "cell"),
                names::plural(columns, "column")
            );
            let label = if row.len() < columns { "too short" } else { "too long" };
            let problem = Diagnostic::error(Code::SetupMap, first.span.to(last.span), message, label);
            self.report(problem.help("write one cell for each column, with blanks between them"));
        }
        true
    }

    /// Reports the cells that stand for no piece, each letter where it first stands.
    fn unknown_cells(&mut self, cells: &[&Name]) {
        let Some(first) = cells.first() else { return };
        let letters: Vec<String> = (0..self.sides.len()).map(|side| self.letters(side)).collect();
        let sides = letters.iter().zip(&self.sides).map(|(letters, side)| format!("`{letters}` for {}", side.value));
        let known = sides.collect::<Vec<_>>().join(", ");
        let is_ambiguous = |word: &str| self.sides.iter().any(|side| side.value.starts_with(word));
        let said = |cell: &Name| match is_ambiguous(&cell.value) {
            true => format!("`{}` may be several sides", cell.value),
            false => format!("`{}` is no side's letter", cell.value),
        };
        let mut problem = Diagnostic::error(Code::SetupMap, first.span, said(first), "not known which piece");
        let mut seen = vec![first.value.as_str()];
        for cell in cells {
            if !seen.contains(&cell.value.as_str()) && seen.len() < MOST_LETTERS {
                seen.push(&cell.value);
                problem = problem.and(cell.span, said(cell));
            }
        }
        self.report(problem.help(format!("write {known}, `.` for none")));
    }

    /// The piece that a map's cell stands for: any beginning of its side's name that no other side's has, then, for a kind
    /// other than the first, likewise of the kind's.
    fn cell(&self, cell: &Name) -> Option<(usize, Kind)> {
        let word = cell.value.as_str();
        let first =
            (self.sides.iter().all(|side| side.value != word) && !self.kinds.is_empty()).then(|| self.of_kind(word));
        match first.flatten() {
            Some(piece) => Some(piece),
            None => self.side_in(cell).map(|side| (side, Kind::default())),
        }
    }

    /// The piece that the letters of a side and those of a kind stand for.
    fn of_kind(&self, word: &str) -> Option<(usize, Kind)> {
        let only = |names: &[&'t Name], begun: &str| {
            let mut found = (0..names.len()).filter(|&at| names[at].value.starts_with(begun));
            found.next().filter(|_| found.next().is_none())
        };
        let splits = (1..word.len()).filter(|&at| word.is_char_boundary(at)).map(|at| word.split_at(at));
        let mut pieces =
            splits.filter_map(|(side, kind)| only(&self.sides, side).zip(only(&self.kinds, kind).map(Kind::new)));
        pieces.next().filter(|_| pieces.next().is_none())
    }

    /// The side that a map's cell stands for.
    fn side_in(&self, cell: &Name) -> Option<usize> {
        let word = cell.value.as_str();
        let exact = self.sides.iter().position(|side| side.value == word);
        let mut begun = (0..self.sides.len()).filter(|&side| self.sides[side].value.starts_with(word));
        let only = begun.next().filter(|_| begun.next().is_none());
        exact.or(only)
    }

    /// The shortest beginning of the side's name that no other side's has.
    fn letters(&self, side: usize) -> String {
        let name = &self.sides[side].value;
        let is_its_own = |end: &usize| {
            let others = self.sides.iter().enumerate().filter(|&(other, _)| other != side);
            others.into_iter().all(|(_, other)| !other.value.starts_with(&name[..*end]))
        };
        let end = (1..name.len()).filter(|&end| name.is_char_boundary(end)).find(is_its_own);
        name[..end.unwrap_or(name.len())].to_owned()
    }

    /// Warns of a static set without sites, unless it has some with other options.
    pub fn note_empty(&mut self, is_empty: bool, span: Span) {
        if is_empty {
            let message = "this set is always empty";
            let problem = Diagnostic::warning(Code::AlwaysEmpty, span, message, "no site is ever in it");
            let is_joined = self.program.sources.text(span).split_whitespace().any(|word| word == "and");
            let help = "`and` leaves what is in both, `or` joins what is in either";
            self.report(if is_joined { problem.help(help) } else { problem });
        } else {
            self.findings.refute(Code::AlwaysEmpty, span);
        }
    }
}
