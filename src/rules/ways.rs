//! Directions: whole boards moved one link by shifts, single sites by a table.

use crate::bits::{Bits, Site};

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

    /// The sites one link on from the sites of the set.
    #[inline(always)]
    pub fn along(&self, set: Bits<W>) -> Bits<W> {
        let mut moved = (set & self.mask).rotated(self.by);
        for &(by, mask) in &self.more {
            moved |= (set & mask).rotated(by);
        }
        moved
    }

    /// The sites one link back from the sites of the set.
    #[inline(always)]
    pub fn against(&self, set: Bits<W>) -> Bits<W> {
        let mut moved = set.rotated(-self.by) & self.mask;
        for &(by, mask) in &self.more {
            moved |= set.rotated(-by) & mask;
        }
        moved
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

/// A direction that is one shift, as it is on every grid: all that moving a whole board takes.
#[derive(Clone, Copy, Debug)]
pub struct Lane<const W: usize> {
    by: i16,
    mask: Bits<W>,
    /// The sites from which the direction leads two links on.
    twice: Bits<W>,
}

impl<const W: usize> Lane<W> {
    /// The sites one link on from the sites of the set.
    #[inline(always)]
    pub fn along(&self, set: Bits<W>) -> Bits<W> {
        (set & self.mask).rotated(self.by)
    }

    /// The sites two links on from the sites of the set, where the first link leads into `over`.
    #[inline(always)]
    pub fn hop(&self, set: Bits<W>, over: Bits<W>) -> Bits<W> {
        ((set & self.twice).rotated(self.by) & over).rotated(self.by)
    }
}

/// The directions of a statement.
#[derive(Clone, Debug)]
pub struct Along<const W: usize> {
    ways: Box<[u8]>,
    lanes: Lanes<W>,
}

/// The directions of a statement as lanes. Four and eight, the usual numbers, are told apart so that loops over them
/// can be laid out flat.
#[derive(Clone, Debug)]
pub enum Lanes<const W: usize> {
    /// Four directions, each one shift.
    Four(Box<[Lane<W>; 4]>),
    /// Eight directions, each one shift.
    Eight(Box<[Lane<W>; 8]>),
    /// Any others: see [`Along::iter`].
    Irregular,
}

impl<const W: usize> Along<W> {
    pub(super) fn new(ways: Box<[u8]>, all: &[Way<W>]) -> Along<W> {
        let lane = |&way: &u8| {
            let way = &all[way as usize];
            let twice = way.against(way.mask) & way.mask;
            way.more.is_empty().then_some(Lane { by: way.by, mask: way.mask, twice })
        };
        let lanes: Option<Box<[Lane<W>]>> = ways.iter().map(lane).collect();
        let lanes = match lanes.ok_or(Box::default()).and_then(<Box<[Lane<W>; 4]>>::try_from) {
            Ok(four) => Lanes::Four(four),
            Err(lanes) => <Box<[Lane<W>; 8]>>::try_from(lanes).map_or(Lanes::Irregular, Lanes::Eight),
        };
        Along { lanes, ways }
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

    /// The directions as lanes.
    #[inline(always)]
    pub fn lanes(&self) -> &Lanes<W> {
        &self.lanes
    }
}
