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

    /// The sites from which the direction leads over `over` to `onto`.
    #[inline(always)]
    pub fn jumping(&self, over: Bits<W>, onto: Bits<W>) -> Bits<W> {
        self.against(self.against(onto) & over)
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

/// So many directions that are one shift each, as they are on every grid, half of them to higher sites and half to
/// lower ones: all that moving a whole board along each of them takes, side by side so that the processor does them
/// together.
#[derive(Clone, PartialEq, Debug)]
pub struct Lanes<const W: usize, const N: usize> {
    /// By how much site numbers rise in the first half, and fall in the second; from 1 to 63.
    by: [u64; N],
    mask: [Bits<W>; N],
    /// The sites from which the direction leads two links on.
    twice: [Bits<W>; N],
}

impl<const W: usize, const N: usize> Lanes<W, N> {
    /// The lanes of these directions, which stand in the order that [`Along::new`] gives them, if they fit.
    fn new(ways: &[&Way<W>]) -> Option<Box<Self>> {
        let fits = |(i, way): (usize, &&Way<W>)| {
            let by = if i < N / 2 { way.by } else { -way.by };
            way.more.is_empty() && (1..64).contains(&by)
        };
        if ways.len() != N || !ways.iter().enumerate().all(fits) {
            return None;
        }
        let twice = |i: usize| ways[i].against(ways[i].mask) & ways[i].mask;
        Some(Box::new(Lanes {
            by: std::array::from_fn(|i| ways[i].by.unsigned_abs() as u64),
            mask: std::array::from_fn(|i| ways[i].mask),
            twice: std::array::from_fn(twice),
        }))
    }

    #[inline(always)]
    fn moved(&self, i: usize, set: Bits<W>) -> Bits<W> {
        if i < N / 2 { set.raised(self.by[i] as u32) } else { set.lowered(self.by[i] as u32) }
    }

    /// The sites one link on from the sites of the set, in each direction.
    #[inline(always)]
    pub fn along(&self, set: Bits<W>) -> [Bits<W>; N] {
        std::array::from_fn(|i| self.moved(i, set & self.mask[i]))
    }

    /// The sites two links on from the sites of each direction's set, where the first link leads into `over`.
    #[inline(always)]
    pub fn hop(&self, sets: [Bits<W>; N], over: Bits<W>) -> [Bits<W>; N] {
        std::array::from_fn(|i| self.moved(i, self.moved(i, sets[i] & self.twice[i]) & over))
    }
}

impl<const W: usize, const N: usize> Split<W, N> {
    fn new(ways: &[&Way<W>]) -> Option<Box<Self>> {
        if ways.len() != N || ways.iter().any(|way| way.more.len() > 1) {
            return None;
        }
        let second = |way: &Way<W>| way.more.first().copied().unwrap_or((0, Bits::EMPTY));
        let shifts = |i: usize| [(ways[i].by, ways[i].mask), second(ways[i])];
        Some(Box::new(Split { shifts: std::array::from_fn(shifts) }))
    }

    #[inline(always)]
    fn moved(&self, i: usize, set: Bits<W>) -> Bits<W> {
        let [(by, mask), (other_by, other_mask)] = self.shifts[i];
        (set & mask).rotated(by) | (set & other_mask).rotated(other_by)
    }

    #[inline(always)]
    fn moved_back(&self, i: usize, set: Bits<W>) -> Bits<W> {
        let [(by, mask), (other_by, other_mask)] = self.shifts[i];
        set.rotated(-by) & mask | set.rotated(-other_by) & other_mask
    }

    /// The sites one link on from the sites of the set, in each direction.
    #[inline(always)]
    pub fn along(&self, set: Bits<W>) -> [Bits<W>; N] {
        std::array::from_fn(|i| self.moved(i, set))
    }

    /// The sites two links on from the sites of each direction's set, where the first link leads into `over`.
    #[inline(always)]
    pub fn hop(&self, sets: [Bits<W>; N], over: Bits<W>) -> [Bits<W>; N] {
        std::array::from_fn(|i| self.moved(i, self.moved(i, sets[i]) & over))
    }

    /// The sites from which a direction leads over `over` to `onto`, in each direction.
    #[inline(always)]
    fn hop_back(&self, over: Bits<W>, onto: Bits<W>) -> [Bits<W>; N] {
        std::array::from_fn(|i| self.moved_back(i, self.moved_back(i, onto) & over))
    }
}

impl<const W: usize, const N: usize> Lanes<W, N> {
    /// The sites from which a direction leads over `over` to `onto`, in each direction.
    #[inline(always)]
    fn hop_back(&self, over: Bits<W>, onto: Bits<W>) -> [Bits<W>; N] {
        let back = |i: usize, set: Bits<W>| {
            if i < N / 2 { set.lowered(self.by[i] as u32) } else { set.raised(self.by[i] as u32) }
        };
        std::array::from_fn(|i| back(i, back(i, onto) & over) & self.twice[i])
    }
}

/// So many directions of two shifts each at most, as those are of a grid of which every other site is used.
#[derive(Clone, PartialEq, Debug)]
pub struct Split<const W: usize, const N: usize> {
    shifts: [[(i16, Bits<W>); 2]; N],
}

/// The directions of a statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Along<const W: usize> {
    ways: Box<[u8]>,
    pattern: Pattern<W>,
}

/// How the directions of a statement move whole boards. Four and eight of one shift each are told apart, so that loops
/// over them can be laid out flat.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern<const W: usize> {
    /// Four directions, each one shift.
    Four(Box<Lanes<W, 4>>),
    /// Eight directions, each one shift.
    Eight(Box<Lanes<W, 8>>),
    /// Two directions, each two shifts.
    TwoSplit(Box<Split<W, 2>>),
    /// Four directions, each two shifts.
    FourSplit(Box<Split<W, 4>>),
    /// Any others: see [`Along::iter`].
    Irregular,
}

impl<const W: usize> Along<W> {
    pub(super) fn new(mut ways: Box<[u8]>, all: &[Way<W>]) -> Along<W> {
        ways.sort_by_key(|&way| all[way as usize].by < 0);
        let list: Vec<&Way<W>> = ways.iter().map(|&way| &all[way as usize]).collect();
        let pattern = (Lanes::new(&list).map(Pattern::Four))
            .or_else(|| Lanes::new(&list).map(Pattern::Eight))
            .or_else(|| Split::new(&list).map(Pattern::TwoSplit))
            .or_else(|| Split::new(&list).map(Pattern::FourSplit))
            .unwrap_or(Pattern::Irregular);
        Along { ways, pattern }
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

    /// The sites one link on from the sites of the set, in any of the directions.
    #[inline(always)]
    pub fn all(&self, all: &[Way<W>], set: Bits<W>) -> Bits<W> {
        match &self.pattern {
            Pattern::Four(lanes) => union(lanes.along(set)),
            Pattern::Eight(lanes) => union(lanes.along(set)),
            Pattern::TwoSplit(lanes) => union(lanes.along(set)),
            Pattern::FourSplit(lanes) => union(lanes.along(set)),
            Pattern::Irregular => self.iter(all).fold(Bits::EMPTY, |union, way| union | way.along(set)),
        }
    }

    /// The sites from which any of the directions leads over `over` to `onto`.
    #[inline(always)]
    pub fn jumping(&self, all: &[Way<W>], over: Bits<W>, onto: Bits<W>) -> Bits<W> {
        match &self.pattern {
            Pattern::Four(lanes) => union(lanes.hop_back(over, onto)),
            Pattern::Eight(lanes) => union(lanes.hop_back(over, onto)),
            Pattern::TwoSplit(lanes) => union(lanes.hop_back(over, onto)),
            Pattern::FourSplit(lanes) => union(lanes.hop_back(over, onto)),
            Pattern::Irregular => self.iter(all).fold(Bits::EMPTY, |union, way| union | way.jumping(over, onto)),
        }
    }

    /// How they move whole boards.
    #[inline(always)]
    pub fn pattern(&self) -> &Pattern<W> {
        &self.pattern
    }
}

#[inline(always)]
fn union<const W: usize, const N: usize>(boards: [Bits<W>; N]) -> Bits<W> {
    boards.into_iter().fold(Bits::EMPTY, |union, board| union | board)
}
