//! Sweeps: where all pieces of a board can go, found for four lanes side by side.

use super::Way;
use crate::bits::Bits;

/// How many lanes are followed side by side, so that the processor does them together.
pub const ABREAST: usize = 4;

/// The most sweeps that the directions of a statement may take. With more it is as well to try each piece by itself.
const MOST: usize = 8;

/// Up to four lanes. A lane leads from some sites, along one direction and by one or two links, and raises or lowers
/// site numbers by the same for all of them. A direction of a grid is one lane; where its links raise numbers by
/// different amounts, as on a board of which every other square is used, it is several.
#[derive(Clone, PartialEq, Debug)]
pub struct Sweep<const W: usize> {
    /// The sites that each lane leads from.
    from: [Bits<W>; ABREAST],
    /// By how much the first link and the second raise site numbers in the first half of the lanes, and lower them in the
    /// other: from 1 to 63.
    by: [[u64; ABREAST]; 2],
    /// The direction of each lane, as its place among those of the statement.
    pub ways: Abreast,
}

/// A small number for each lane, side by side in one word.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Abreast(u64);

impl Abreast {
    fn new(numbers: [u16; ABREAST]) -> Abreast {
        Abreast(numbers.into_iter().rev().fold(0, |word, number| word << 16 | number as u64))
    }

    /// The lane's number.
    #[inline(always)]
    pub fn of(self, lane: usize) -> u16 {
        (self.0 >> (16 * lane)) as u16
    }

    /// Every number raised by so much; none passes 65,535 by it.
    #[inline(always)]
    pub fn plus(self, more: u16) -> Abreast {
        Abreast(self.0 + more as u64 * 0x0001_0001_0001_0001)
    }
}

/// A lane while sweeps are made.
struct Lane<const W: usize> {
    way: u16,
    by: [i16; 2],
    from: Bits<W>,
}

impl<const W: usize> Lane<W> {
    /// Whether it leads to higher sites, if it does so, or does not, by all of its links, in shifts that one word holds.
    fn rises(&self) -> Option<bool> {
        let links = self.by.iter().filter(|&&by| by != 0);
        let (up, down) = (links.clone().all(|by| (1..64).contains(by)), links.clone().all(|by| (-63..0).contains(by)));
        (up || down).then_some(up)
    }
}

impl<const W: usize> Sweep<W> {
    /// The lanes of these directions by so many links, one or two; `None` if there are too many or they do not fit.
    pub(super) fn of(ways: &[&Way<W>], links: usize) -> Option<Box<[Sweep<W>]>> {
        let mut lanes = Vec::<Lane<W>>::new();
        for (number, way) in ways.iter().enumerate() {
            for from in way.sites().iter() {
                let (mut at, mut by) = (Some(from), [0; 2]);
                for by in &mut by[..links] {
                    let next = at.and_then(|at| way.next(at));
                    *by = next.zip(at).map_or(0, |(next, at)| next.0 as i16 - at.0 as i16);
                    at = next;
                }
                if at.is_none() {
                    continue;
                }
                match lanes.iter_mut().find(|lane| lane.way as usize == number && lane.by == by) {
                    Some(lane) => lane.from.insert(from),
                    None => lanes.push(Lane { way: number as u16, by, from: Bits::one(from) }),
                }
            }
        }
        if lanes.iter().any(|lane| lane.rises().is_none()) {
            return None;
        }
        let (up, down): (Vec<_>, Vec<_>) = lanes.into_iter().partition(|lane| lane.rises() == Some(true));
        let count = up.len().max(down.len()).div_ceil(ABREAST / 2);
        let (mut up, mut down) = (up.into_iter(), down.into_iter());
        let sweep = |_| Sweep::new(std::array::from_fn(|i| if i < ABREAST / 2 { up.next() } else { down.next() }));
        (count <= MOST).then(|| (0..count).map(sweep).collect())
    }

    fn new(lanes: [Option<Lane<W>>; ABREAST]) -> Sweep<W> {
        let by = |lane: &Option<Lane<W>>, link: usize| match lane {
            Some(lane) if lane.by[link] != 0 => lane.by[link].unsigned_abs() as u64,
            _ => 1,
        };
        Sweep {
            by: [0, 1].map(|link| std::array::from_fn(|i| by(&lanes[i], link))),
            ways: Abreast::new(std::array::from_fn(|i| lanes[i].as_ref().map_or(0, |lane| lane.way))),
            from: lanes.map(|lane| lane.map_or(Bits::EMPTY, |lane| lane.from)),
        }
    }

    /// How many lanes it has.
    pub(super) fn lanes(&self) -> usize {
        self.from.iter().filter(|from| !from.is_empty()).count()
    }

    #[inline(always)]
    fn moved(&self, set: Bits<W>, lane: usize, link: usize) -> Bits<W> {
        let by = self.by[link][lane] as u32;
        if lane < ABREAST / 2 { set.raised(by) } else { set.lowered(by) }
    }

    #[inline(always)]
    fn moved_back(&self, set: Bits<W>, lane: usize, link: usize) -> Bits<W> {
        let by = self.by[link][lane] as u32;
        if lane < ABREAST / 2 { set.lowered(by) } else { set.raised(by) }
    }

    /// Where the lanes lead from the sites of the set by their one link.
    #[inline(always)]
    pub fn step(&self, set: Bits<W>) -> [Bits<W>; ABREAST] {
        std::array::from_fn(|lane| self.moved(set & self.from[lane], lane, 0))
    }

    /// Where the lanes lead from the sites of their sets by two links, of which the first leads into `over`.
    #[inline(always)]
    pub fn hop(&self, sets: [Bits<W>; ABREAST], over: Bits<W>) -> [Bits<W>; ABREAST] {
        let first = |lane: usize| self.moved(sets[lane] & self.from[lane], lane, 0) & over;
        std::array::from_fn(|lane| self.moved(first(lane), lane, 1))
    }

    /// The sites from which the lanes lead over `over` to `onto`.
    #[inline(always)]
    pub fn hop_back(&self, over: Bits<W>, onto: Bits<W>) -> [Bits<W>; ABREAST] {
        let first = |lane: usize| self.moved_back(onto, lane, 1) & over;
        std::array::from_fn(|lane| self.moved_back(first(lane), lane, 0) & self.from[lane])
    }
}
