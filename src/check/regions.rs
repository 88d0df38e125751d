//! Regions, which name sets of sites, and maps, which lead from site to site.

use super::names::{Definition, Meaning};
use super::values::{Value, settled};
use super::{Checker, names};
use crate::bits::{Site, SiteSet};
use crate::diag::{Code, Diagnostic};
use crate::model::{Number, Set, Side, SideSet};
use crate::syntax::tree::{Expr, Name, RegionEntry, RegionValue};

const PLACE: &str = "a region";

/// The orbits that a map divides the board into, by their first sites; none if it leads to a site from two.
pub fn orbits(map: &[Site]) -> Vec<SiteSet> {
    let all: SiteSet = map.iter().copied().collect();
    if all != SiteSet::first(map.len()) {
        return Vec::new();
    }
    let mut orbits: Vec<SiteSet> = Vec::new();
    for first in all.iter() {
        if orbits.iter().all(|orbit| !orbit.has(first)) {
            let round =
                std::iter::successors(Some(first), |site| Some(map[site.index()]).filter(|&next| next != first));
            orbits.push(round.collect());
        }
    }
    orbits
}

impl<'t> Checker<'t, '_> {
    /// Reads `region name …`.
    pub fn region(&mut self, name: &'t Name, value: &'t RegionValue) -> Option<Value> {
        let set = match value {
            RegionValue::One(expr) => match self.named_value(expr, PLACE)? {
                Value::Set(set) => set,
                other => return self.wrong_kind(expr.span, "a set of sites", &other),
            },
            RegionValue::BySide(entries) => {
                if self.needs_sides(name) {
                    return None;
                }
                let mut sets = vec![None; self.sides.len()];
                let is_right = self.region_entries(entries, &mut sets);
                // A line for a side that there is not was meant for one of those without.
                if !self.has_stranger(entries) {
                    self.all_sides_have_one(name, &sets);
                }
                self.lost = SideSet::default();
                let sets: Option<Vec<SiteSet>> = sets.into_iter().map(|set| set.map(|(_, set)| set)).collect();
                Set::BySide(sets.filter(|_| is_right)?)
            }
        };
        if settled(&set).is_some_and(|sets| sets.iter().all(SiteSet::is_empty)) {
            let message = format!("the region `{}` has no sites", name.value);
            self.report(Diagnostic::warning(Code::AlwaysEmpty, name.span, message, "an empty set"));
        } else {
            self.findings.refute(Code::AlwaysEmpty, name.span);
        }
        self.statements.regions.push((name, set.clone()));
        Some(Value::Set(set))
    }

    /// Reads the lines of a region's block. Answers whether all are right.
    fn region_entries(&mut self, entries: &'t [RegionEntry], sets: &mut [Option<(&'t Name, SiteSet)>]) -> bool {
        let mut is_right = true;
        for entry in entries {
            match entry {
                RegionEntry::If { condition, then, otherwise } => {
                    let holds = self.branch(condition, !otherwise.is_empty());
                    let taken = holds.map(|holds| if holds { then } else { otherwise });
                    is_right &= taken.is_some_and(|taken| self.region_entries(taken, sets));
                }
                RegionEntry::Side { side, value } => {
                    let Some(index) = self.side(side) else {
                        is_right &= self.named_sides.iter().any(|known| known.value == side.value);
                        continue;
                    };
                    let sites = self.read_for(Side::new(index), |checker| checker.fixed_sites_for(value, index, PLACE));
                    is_right &= sites.is_some();
                    if let Some((first, _)) = sets[index] {
                        let message = format!("`{}` has two sets in this region", side.value);
                        let problem = Diagnostic::error(Code::DefinedTwice, side.span, message, "given again here");
                        self.report(problem.and(first.span, "first given here").help("join them with `or`"));
                    }
                    sets[index] = Some((side, sites.unwrap_or_default()));
                }
            }
        }
        is_right
    }

    /// Whether a line is for a side that there is not.
    fn has_stranger(&self, entries: &[RegionEntry]) -> bool {
        entries.iter().any(|entry| match entry {
            RegionEntry::Side { side, .. } => self.named_sides.iter().all(|known| known.value != side.value),
            RegionEntry::If { then, otherwise, .. } => self.has_stranger(then) || self.has_stranger(otherwise),
        })
    }

    fn all_sides_have_one(&mut self, name: &'t Name, sets: &[Option<(&'t Name, SiteSet)>]) {
        let without = self.sides.iter().zip(sets).filter(|(_, set)| set.is_none());
        let without: Vec<&str> = without.map(|(side, _)| side.value.as_str()).collect();
        if !without.is_empty() {
            let message = format!("the region `{}` says nothing of {}", name.value, names::list(&without, "and"));
            let problem = Diagnostic::error(Code::RegionSide, name.span, message, "each side needs a set");
            self.report(problem.help(format!("add a line such as `{} = [a1, b2]`", without[0])));
        }
    }

    /// Reads `map name (x, y) -> (column, row)`: where it leads from each site of the board.
    pub fn map(
        &mut self,
        name: &'t Name,
        parameters: &'t (Name, Name),
        column: &'t Expr,
        row: &'t Expr,
    ) -> Option<Vec<Site>> {
        let (x, y) = (&parameters.0, &parameters.1);
        if x.value == y.value {
            let message = format!("`{}` names both the column and the row", x.value);
            let problem = Diagnostic::error(Code::DefinedTwice, y.span, message, "the same name again");
            self.report(problem.and(x.span, "first named here").help("write `(x, y)`"));
            return None;
        }
        if self.needs_board(name.span) {
            return None;
        }
        let places = self.grid.as_ref()?.cells().to_vec();
        for parameter in [x, y] {
            if let Some(first) = self.names.get(parameter.value.as_str()).map(|known| known.span) {
                let message = format!("this `{}` hides another", parameter.value);
                let label = "this one counts until the map's end";
                let problem = Diagnostic::warning(Code::Shadowed, parameter.span, message, label);
                self.report(problem.and(first, "this one is hidden").help("choose another name"));
            }
        }
        let hidden = [x, y].map(|name| (name, self.names.remove(name.value.as_str())));
        let map = places.iter().map(|&(at_column, at_row)| {
            self.bind(x, at_column.into());
            self.bind(y, at_row.into());
            let to = (self.fixed_number(column, "a map"), self.fixed_number(row, "a map"));
            let to = (i64::from(to.0?), i64::from(to.1?));
            let grid = self.grid.as_ref()?;
            let site = grid.at(to.0, to.1);
            if site.is_none() {
                let message = format!(
                    "`{}` leads off the board: from ({at_column}, {at_row}) to ({}, {})",
                    name.value, to.0, to.1
                );
                let label =
                    format!("columns and rows count from 0, here up to ({}, {})", grid.columns - 1, grid.rows - 1);
                let problem = Diagnostic::error(Code::MapOffBoard, column.span.to(row.span), message, label);
                self.report(problem.help(format!("end with `mod {}` to come back round", grid.rows)));
            }
            site
        });
        let map = map.collect();
        for (name, known) in hidden {
            self.names.remove(name.value.as_str());
            if let Some(known) = known {
                self.names.insert(&name.value, known);
            }
        }
        map
    }

    fn bind(&mut self, name: &'t Name, value: i32) {
        let meaning = Meaning::Value(Some(Value::Number(Number::Constant(value))));
        self.names.insert(&name.value, Definition { used: true, ..Definition::new(meaning, "map", name.span) });
    }
}
