//! The position that play begins from.

use super::{Checker, names};
use crate::bits::{Site, SiteSet};
use crate::diag::{Code, Diagnostic};
use crate::model::{Kind, Side, Start};
use crate::source::Span;
use crate::syntax::tree::{Expr, ItemKind, MapText, Name, SetupItem, SetupKind};

/// The most pieces that a side may have in hand.
const MAX_HAND: i32 = 255;
const PLACE: &str = "the setup";

/// What has been put where so far, and by which words.
#[derive(Default)]
struct Placed {
    pieces: Vec<(Site, Side, Kind)>,
    by: Vec<(SiteSet, Span)>,
    hands: Vec<Option<(u16, Span)>>,
}

impl<'t> Checker<'t, '_> {
    /// Reads the `setup`; without one, boards and hands are empty.
    pub fn start(&mut self) -> Start {
        let mut placed = Placed { hands: vec![None; self.sides.len()], ..Placed::default() };
        match self.statements.setup.map(|item| &item.kind) {
            Some(ItemKind::Setup(lines)) => self.setup_lines(lines, &mut placed),
            Some(ItemKind::SetupMap(map)) => self.setup_map(map, &mut placed),
            _ => {}
        }
        placed.pieces.sort_unstable();
        let hands = placed.hands.iter().map(|hand| vec![hand.map_or(0, |(count, _)| count)]);
        Start { hands: hands.collect(), pieces: placed.pieces }
    }

    fn setup_lines(&mut self, lines: &'t [SetupItem], placed: &mut Placed) {
        for line in lines {
            match &line.kind {
                SetupKind::If { condition, then, otherwise } => match self.branch(condition, !otherwise.is_empty()) {
                    Some(true) => self.setup_lines(then, placed),
                    Some(false) => self.setup_lines(otherwise, placed),
                    None => {}
                },
                SetupKind::On { side, set } => {
                    let Some(side) = self.side(side) else { continue };
                    let Some(sites) = self.fixed_sites_for(set, side, PLACE) else { continue };
                    self.note_empty(sites.is_empty(), set.span);
                    self.put(sites, side, set.span, placed);
                }
                SetupKind::Holds { side, count } => self.holds(side.as_ref(), count, line.span, placed),
            }
        }
    }

    fn holds(&mut self, side: Option<&'t Name>, count: &'t Expr, span: Span, placed: &mut Placed) {
        let sides = match side {
            None => 0..self.sides.len(),
            Some(name) => match self.side(name) {
                Some(side) => side..side + 1,
                None => return,
            },
        };
        let Some(number) = self.fixed_number(count, PLACE) else { return };
        if !(0..=MAX_HAND).contains(&number) {
            let message = format!("a side cannot hold {number} pieces");
            self.report(Diagnostic::error(Code::HandSize, count.span, message, format!("from 0 to {MAX_HAND}")));
            return;
        }
        for side in sides {
            if let Some((_, first)) = placed.hands[side] {
                let message = format!("what `{}` holds is said twice", self.sides[side].value);
                let problem = Diagnostic::error(Code::DefinedTwice, span, message, "said again here");
                self.report(problem.and(first, "first said here").help("keep one of them"));
            }
            placed.hands[side] = Some((number as u16, span));
        }
    }

    fn put(&mut self, sites: SiteSet, side: usize, span: Span, placed: &mut Placed) {
        let mut free = sites;
        for &(taken, first) in &placed.by {
            if let Some(site) = (free & taken).lowest() {
                let name = self.grid.as_ref().map_or("", |grid| grid.board.name(site));
                let message = format!("two pieces are put on `{name}`");
                let problem = Diagnostic::error(Code::SiteTaken, span, message, "put here too");
                self.findings.report(problem.and(first, "first put here"));
                free &= !taken;
            }
        }
        placed.by.push((free, span));
        placed.pieces.extend(free.iter().map(|site| (site, Side::new(side), Kind::default())));
    }

    fn setup_map(&mut self, map: &'t MapText, placed: &mut Placed) {
        let Some((columns, rows)) = self.grid.as_ref().map(|grid| (grid.columns, grid.rows)) else { return };
        if map.rows.len() != rows {
            let message = format!("the map has {}, the board {rows}", names::plural(map.rows.len(), "row"));
            let problem = Diagnostic::error(Code::SetupMap, map.span, message, "one line a row, the top row first");
            self.report(problem.help("write `.` for a site without a piece"));
        }
        for (line, cells) in map.rows.iter().enumerate() {
            if !self.work(cells.len() as u64 + 1, map.span) {
                return;
            }
            if cells.len() != columns
                && let (Some(first), Some(last)) = (cells.first(), cells.last())
            {
                let message = format!(
                    "this row has {}, the board {}",
                    names::plural(cells.len(), "cell"),
                    names::plural(columns, "column")
                );
                let label = if cells.len() < columns { "too short" } else { "too long" };
                let problem = Diagnostic::error(Code::SetupMap, first.span.to(last.span), message, label);
                self.report(problem.help("write one cell for each column, with blanks between them"));
            }
            for (column, cell) in cells.iter().enumerate() {
                let side = if cell.value == "." { None } else { self.cell(cell) };
                let grid = self.grid.as_ref().expect("known above");
                let site = grid.at(column as i64, rows as i64 - 1 - line as i64);
                if let (Some(site), Some(side)) = (site, side) {
                    placed.pieces.push((site, Side::new(side), Kind::default()));
                }
            }
        }
    }

    /// The side that a map's cell stands for: any beginning of its name that no other side's has.
    fn cell(&mut self, cell: &Name) -> Option<usize> {
        let word = cell.value.as_str();
        let exact = self.sides.iter().position(|side| side.value == word);
        let mut begun = (0..self.sides.len()).filter(|&side| self.sides[side].value.starts_with(word));
        if let Some(side) = exact {
            return Some(side);
        }
        match (begun.next(), begun.next()) {
            (Some(side), None) => return Some(side),
            _ if self.findings.again(Code::SetupMap, cell.span) => return None,
            _ => {}
        }
        let letters: Vec<String> = (0..self.sides.len()).map(|side| self.letters(side)).collect();
        let sides = letters.iter().zip(&self.sides).map(|(letters, side)| format!("`{letters}` for {}", side.value));
        let known = sides.collect::<Vec<_>>().join(", ");
        let is_ambiguous = self.sides.iter().any(|side| side.value.starts_with(word));
        let message = if is_ambiguous {
            format!("`{word}` may be several sides")
        } else {
            format!("`{word}` is no side's letter")
        };
        let problem = Diagnostic::error(Code::SetupMap, cell.span, message, "not known which piece");
        self.report(problem.help(format!("write {known}, `.` for none")));
        None
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
            self.report(Diagnostic::warning(Code::AlwaysEmpty, span, message, "no site is ever in it"));
        } else {
            self.findings.refute(Code::AlwaysEmpty, span);
        }
    }
}
