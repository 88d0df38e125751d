//! Directions: whole boards moved one link by shifts, single sites by a table.

use super::{Lane, Sweep, Sweeps, Swept};
use crate::bits::{Bits, Sets, Site};

/// A direction: the whole board moved one link by a few shifts, and one site by a table.
#[derive(Clone, Debug)]
pub struct Way<const W: usize> {
    by: i16,
    mask: Bits<W>,
    more: Box<[(i16, Bits<W>)]>,
    next: Box<[Option<Site>]>,
    back: Box<[Option<Site>]>,
}

impl<const W: usize> Way<W> {
    pub(super) fn new(next: &[Option<Site>]) -> Way<W> {
        let mut back = vec![None; next.len()];
        let mut shifts: Vec<(i16, Bits<W>)> = Vec::new();
        for (from, to) in next.iter().enumerate().filter_map(|(from, to)| Some((Site::new(from), (*to)?))) {
            back[to.index()] = Some(from);
            let by = to.0 as i16 - from.0 as i16;
            match shifts.iter_mut().find(|shift| shift.0 == by) {
                Some(shift) => shift.1.insert(from),
                None => shifts.push((by, Bits::one(from))),
            }
        }
        let (by, mask) = if shifts.is_empty() { (0, Bits::EMPTY) } else { shifts.remove(0) };
        Way { by, mask, more: shifts.into(), next: next.into(), back: back.into() }
    }

    /// By how much every site's number rises, if by the same everywhere.
    pub(super) fn shift(&self) -> Option<i16> {
        self.more.is_empty().then_some(self.by)
    }

    /// Every site of the board.
    pub(super) fn sites(&self) -> Bits<W> {
        Bits::first(self.next.len())
    }

    /// The sites one link on from the sites of the set.
    #[inline(always)]
    pub fn along<S: Sets<W>>(&self, set: S) -> S {
        let moved = |by: i16, mask: Bits<W>| set.and(S::of_all(mask)).rotated(by);
        self.more.iter().fold(moved(self.by, self.mask), |all, &(by, mask)| all.or(moved(by, mask)))
    }

    /// The sites one link back from the sites of the set.
    #[inline(always)]
    pub fn against<S: Sets<W>>(&self, set: S) -> S {
        let moved = |by: i16, mask: Bits<W>| set.rotated(-by).and(S::of_all(mask));
        self.more.iter().fold(moved(self.by, self.mask), |all, &(by, mask)| all.or(moved(by, mask)))
    }

    /// The sites from which the direction leads over `over` to `onto`.
    #[inline(always)]
    pub fn jumping<S: Sets<W>>(&self, over: S, onto: S) -> S {
        self.against(self.against(onto).and(over))
    }

    /// Where the direction leads from the site.
    #[inline(always)]
    pub fn next(&self, site: Site) -> Option<Site> {
        self.next[site.index()]
    }

    /// The site one link on, which a jump goes over, and the site beyond, where it lands.
    #[inline(always)]
    pub fn hop(&self, from: Site) -> Option<(Site, Site)> {
        let over = self.next(from)?;
        Some((over, self.next(over)?))
    }

    /// The site from which the direction leads to this one.
    #[inline(always)]
    pub fn back(&self, site: Site) -> Option<Site> {
        self.back[site.index()]
    }

    /// Whether the direction, followed from some site, comes back to it.
    pub(super) fn is_closed(&self) -> bool {
        (0..self.next.len()).map(Site::new).any(|start| {
            let mut at = self.next(start);
            for _ in 0..self.next.len() {
                match at {
                    Some(site) if site == start => return true,
                    Some(site) => at = self.next(site),
                    None => return false,
                }
            }
            true
        })
    }
}

/// The directions of a statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Along<const W: usize> {
    ways: Box<[u8]>,
    /// The sweeps along all of them by one link and by two; none where [`Along::is_swept`] says no.
    steps: Sweeps<W>,
    hops: Sweeps<W>,
    is_swept: bool,
    /// For each site those one link on from it.
    near: Box<[Bits<W>]>,
    /// The ways to jump from each site, one after another, and where in the list those from each begin and from the last end.
    leaps: Box<[Leap]>,
    first_leaps: Box<[u32]>,
}

/// A way to jump from some site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leap {
    /// The number of its direction.
    pub way: u8,
    /// The site that it goes over.
    pub over: Site,
    /// The site that it lands on.
    pub to: Site,
}

impl<const W: usize> Along<W> {
    pub(super) fn new(ways: Box<[u8]>, all: &[Way<W>]) -> Along<W> {
        let list: Vec<&Way<W>> = ways.iter().map(|&way| &all[way as usize]).collect();
        let sweeps = Sweeps::of(&list, 1).zip(Sweeps::of(&list, 2));
        let is_swept = sweeps.is_some();
        let (steps, hops) = sweeps.unwrap_or_default();
        let sites = all.first().map_or(0, |way| way.next.len());
        let near = |site: usize| list.iter().filter_map(|way| way.next(Site::new(site))).collect();
        let leap = |way: u8, site| all[way as usize].hop(site).map(|(over, to)| Leap { way, over, to });
        let (mut leaps, mut first_leaps) = (Vec::new(), vec![0]);
        for site in (0..sites).map(Site::new) {
            leaps.extend(ways.iter().filter_map(|&way| leap(way, site)));
            first_leaps.push(leaps.len() as u32);
        }
        Along {
            near: (0..sites).map(near).collect(),
            leaps: leaps.into(),
            first_leaps: first_leaps.into(),
            ways,
            steps,
            hops,
            is_swept,
        }
    }

    /// Their numbers.
    #[inline(always)]
    pub fn ways(&self) -> &[u8] {
        &self.ways
    }

    /// The directions themselves, from those of the rules.
    #[inline(always)]
    pub fn iter<'a>(&'a self, all: &'a [Way<W>]) -> impl ExactSizeIterator<Item = &'a Way<W>> {
        self.ways.iter().map(|&way| &all[way as usize])
    }

    /// Whether the board is such that sweeps go along them.
    #[inline(always)]
    pub fn is_swept(&self) -> bool {
        self.is_swept
    }

    /// The sweeps that go one link along all of them.
    #[inline(always)]
    pub fn steps(&self) -> &[Sweep<W>] {
        &self.steps.sweeps
    }

    /// The sweeps that go two links along all of them.
    #[inline(always)]
    pub fn hops(&self) -> &[Sweep<W>] {
        &self.hops.sweeps
    }

    /// The lanes of the sweeps by one link.
    pub fn step_lanes(&self) -> &[Lane] {
        &self.steps.lanes
    }

    /// The lanes of the sweeps by two links.
    pub fn hop_lanes(&self) -> &[Lane] {
        &self.hops.lanes
    }

    /// The sites one link on from the site, in any of the directions.
    #[inline(always)]
    pub fn near(&self, site: Site) -> Bits<W> {
        self.near[site.index()]
    }

    /// The ways to jump from the site, in the order of the directions.
    #[inline(always)]
    pub fn leaps(&self, site: Site) -> &[Leap] {
        let first = |site: usize| self.first_leaps[site] as usize;
        &self.leaps[first(site.index())..first(site.index() + 1)]
    }

    /// The sites one link on from the sites of the set, in any of the directions.
    #[inline(always)]
    pub fn all<S: Swept<W>>(&self, all: &[Way<W>], set: S) -> S {
        match self.is_swept {
            true => union(self.steps().iter().map(|sweep| set.step(sweep))),
            false => union(self.iter(all).map(|way| way.along(set))),
        }
    }

    /// The sites from which any of the directions leads over `over` to `onto`.
    #[inline(always)]
    pub fn jumping<S: Swept<W>>(&self, all: &[Way<W>], over: S, onto: S) -> S {
        match self.is_swept {
            true => union(self.hops().iter().map(|sweep| onto.hop_back(sweep, over))),
            false => union(self.iter(all).map(|way| way.jumping(over, onto))),
        }
    }
}

#[inline(always)]
fn union<S: Sets<W>, const W: usize>(sets: impl Iterator<Item = S>) -> S {
    sets.fold(S::of_all(Bits::EMPTY), S::or)
}
