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
    /// The number of each lane among those of the statement.
    pub lanes: Abreast,
}

/// What the moves along a lane have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lane {
    /// The direction, as its place among those of the statement.
    pub way: u8,
    /// By how much each link raises site numbers.
    pub by: [i16; 2],
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

impl Lane {
    /// Whether it leads to higher sites, if it does so, or does not, by all of its links, in shifts that one word holds.
    fn rises(&self) -> Option<bool> {
        let links = self.by.iter().filter(|&&by| by != 0);
        let (up, down) = (links.clone().all(|by| (1..64).contains(by)), links.clone().all(|by| (-63..0).contains(by)));
        (up || down).then_some(up)
    }
}

/// The lanes of some directions, and the sweeps that follow them.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Sweeps<const W: usize> {
    /// The lanes, by number.
    pub lanes: Box<[Lane]>,
    /// What follows them.
    pub sweeps: Box<[Sweep<W>]>,
}

impl<const W: usize> Sweeps<W> {
    /// Those of these directions by so many links, one or two; `None` if there are too many or they do not fit.
    pub(super) fn of(ways: &[&Way<W>], links: usize) -> Option<Sweeps<W>> {
        let mut lanes = Vec::<(Lane, Bits<W>)>::new();
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
                let lane = Lane { way: number as u8, by };
                match lanes.iter_mut().find(|known| known.0 == lane) {
                    Some(known) => known.1.insert(from),
                    None => lanes.push((lane, Bits::one(from))),
                }
            }
        }
        if lanes.iter().any(|(lane, _)| lane.rises().is_none()) {
            return None;
        }
        let numbered = lanes.iter().enumerate();
        let (up, down): (Vec<_>, Vec<_>) = numbered.partition(|(_, (lane, _))| lane.rises() == Some(true));
        let count = up.len().max(down.len()).div_ceil(ABREAST / 2);
        let (mut up, mut down) = (up.into_iter(), down.into_iter());
        let sweep = |_| Sweep::new(std::array::from_fn(|i| if i < ABREAST / 2 { up.next() } else { down.next() }));
        let sweeps = (count <= MOST).then(|| (0..count).map(sweep).collect())?;
        Some(Sweeps { lanes: lanes.into_iter().map(|(lane, _)| lane).collect(), sweeps })
    }
}

impl<const W: usize> Sweep<W> {
    fn new(lanes: [Option<(usize, &(Lane, Bits<W>))>; ABREAST]) -> Sweep<W> {
        let by = |lane: usize, link: usize| match lanes[lane] {
            Some((_, (lane, _))) if lane.by[link] != 0 => lane.by[link].unsigned_abs() as u64,
            _ => 1,
        };
        Sweep {
            by: [0, 1].map(|link| std::array::from_fn(|lane| by(lane, link))),
            lanes: Abreast::new(lanes.map(|lane| lane.map_or(0, |(number, _)| number as u16))),
            from: lanes.map(|lane| lane.map_or(Bits::EMPTY, |(_, (_, from))| *from)),
        }
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
