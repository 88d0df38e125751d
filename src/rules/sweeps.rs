//! Sweeps: where all pieces of a board can go, found for four lanes side by side.

use super::Way;
use crate::bits::{Bits, Numbers, Pack, Sets};
use crate::facts::{Facts, State};

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
    from: Boards<W>,
    /// By how much the first link and the second raise site numbers in the first half of the lanes, and lower them in the
    /// other: from 1 to 63.
    by: [[u64; ABREAST]; 2],
    /// The number of each lane among those of the statement.
    pub lanes: Abreast,
}

/// A set for each lane, word by word, so that the same word of all of them is worked on at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Boards<const W: usize>([[u64; ABREAST]; W]);

impl<const W: usize> Default for Boards<W> {
    fn default() -> Self {
        Boards::of_all(Bits::EMPTY)
    }
}

impl<const W: usize> Boards<W> {
    pub(super) fn new(sets: [Bits<W>; ABREAST]) -> Self {
        Boards(std::array::from_fn(|word| sets.map(|set| set.0[word])))
    }

    /// The same set for every lane.
    #[inline(always)]
    pub fn of_all(set: Bits<W>) -> Self {
        Boards(set.0.map(|word| [word; ABREAST]))
    }

    /// This set for the first lane, none for the others.
    #[inline(always)]
    pub fn of_first(set: Bits<W>) -> Self {
        Boards(set.0.map(|word| std::array::from_fn(|lane| if lane == 0 { word } else { 0 })))
    }

    /// The lane's set.
    #[inline(always)]
    pub fn of(&self, lane: usize) -> Bits<W> {
        Bits(self.0.map(|word| word[lane]))
    }

    /// Takes sites out of the lane's set.
    pub fn take_out(&mut self, lane: usize, sites: Bits<W>) {
        std::iter::zip(&mut self.0, sites.0).for_each(|(word, taken)| word[lane] &= !taken);
    }

    /// What every lane's set has in common with this one.
    #[inline(always)]
    pub fn within(self, set: Bits<W>) -> Self {
        self.and(Self::of_all(set))
    }

    /// The sites of all lanes' sets.
    #[inline(always)]
    pub fn union(self) -> Bits<W> {
        Bits(self.0.map(|word| word.into_iter().fold(0, |all, lane| all | lane)))
    }

    /// The size of each lane's set.
    #[inline(always)]
    pub fn counts(&self) -> [u32; ABREAST] {
        std::array::from_fn(|lane| self.0.iter().map(|word| word[lane].count_ones()).sum())
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Boards(std::array::from_fn(|word| std::array::from_fn(|lane| self.0[word][lane] & other.0[word][lane])))
    }

    /// Every site's number raised by so much in half of the lanes, the first if `ahead`, and lowered in the others.
    #[inline(always)]
    fn shifted(self, by: &[u64; ABREAST], ahead: bool) -> Self {
        let up = |word: usize, lane: usize| {
            let below = if word > 0 { self.0[word - 1][lane] >> (64 - by[lane]) } else { 0 };
            self.0[word][lane] << by[lane] | below
        };
        let down = |word: usize, lane: usize| {
            let above = if word + 1 < W { self.0[word + 1][lane] << (64 - by[lane]) } else { 0 };
            self.0[word][lane] >> by[lane] | above
        };
        let lane = |word: usize, lane: usize| {
            if (lane < ABREAST / 2) == ahead { up(word, lane) } else { down(word, lane) }
        };
        Boards(std::array::from_fn(|word| std::array::from_fn(|at| lane(word, at))))
    }
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
            from: Boards::new(lanes.map(|lane| lane.map_or(Bits::EMPTY, |(_, (_, from))| *from))),
        }
    }

    /// Where the lanes lead from the sites of the set by their one link.
    #[inline(always)]
    pub fn step(&self, set: Bits<W>) -> Boards<W> {
        self.from.within(set).shifted(&self.by[0], true)
    }

    /// Where the lanes lead from the sites of their sets by two links, of which the first leads into `over`.
    #[inline(always)]
    pub fn hop(&self, sets: Boards<W>, over: Bits<W>) -> Boards<W> {
        let first = self.from.and(sets).shifted(&self.by[0], true);
        first.within(over).shifted(&self.by[1], true)
    }

    /// Where one lane leads by its first link, from the sites of each set.
    #[inline(always)]
    pub fn step_of<N: Numbers>(&self, lane: usize, sets: Pack<W, N>) -> Pack<W, N> {
        self.link(lane, 0, sets.and(Pack::of_all(self.from.of(lane))), true)
    }

    /// Where one lane leads from the sites of each set by two links, of which the first leads into its `over`.
    #[inline(always)]
    pub fn hop_of<N: Numbers>(&self, lane: usize, sets: Pack<W, N>, over: Pack<W, N>) -> Pack<W, N> {
        self.second_of(lane, self.step_of(lane, sets).and(over))
    }

    /// Where one lane leads by its second link, from the sites of each set that its first leads to.
    #[inline(always)]
    pub fn second_of<N: Numbers>(&self, lane: usize, sets: Pack<W, N>) -> Pack<W, N> {
        self.link(lane, 1, sets, true)
    }

    /// Does it with each lane that leads anywhere; lanes are filled up with ones that do not. Written out so that what is done is
    /// worked out for each lane beforehand.
    #[inline(always)]
    pub fn each_lane(&self, mut with: impl FnMut(usize)) {
        let mut with = |lane: usize| {
            if !self.from.of(lane).is_empty() {
                with(lane);
            }
        };
        with(0);
        with(1);
        with(2);
        with(3);
    }

    #[inline(always)]
    fn link<N: Numbers>(&self, lane: usize, link: usize, sets: Pack<W, N>, ahead: bool) -> Pack<W, N> {
        let by = self.by[link][lane] as u32;
        if (lane < ABREAST / 2) == ahead { sets.raised(by) } else { sets.lowered(by) }
    }
}

/// Sets that a sweep leads on: one, all lanes side by side, or a pack of them, lane by lane.
pub trait Swept<const W: usize>: Sets<W> {
    /// Where some lane leads by its first link.
    fn step(self, sweep: &Sweep<W>) -> Self;
    /// The sites from which some lane leads over `over` to these.
    fn hop_back(self, sweep: &Sweep<W>, over: Self) -> Self;
    /// The facts of a position by itself, if they are of one.
    fn by_itself(facts: &State<Self, Self::Counts>) -> Option<&Facts<W>>;
}

impl<const W: usize> Swept<W> for Bits<W> {
    #[inline(always)]
    fn step(self, sweep: &Sweep<W>) -> Self {
        sweep.step(self).union()
    }

    #[inline(always)]
    fn hop_back(self, sweep: &Sweep<W>, over: Self) -> Self {
        let last = Boards::of_all(self).shifted(&sweep.by[1], false).within(over);
        last.shifted(&sweep.by[0], false).and(sweep.from).union()
    }

    #[inline(always)]
    fn by_itself(facts: &Facts<W>) -> Option<&Facts<W>> {
        Some(facts)
    }
}

impl<const W: usize, N: Numbers> Swept<W> for Pack<W, N> {
    #[inline(always)]
    fn step(self, sweep: &Sweep<W>) -> Self {
        (0..ABREAST).fold(Pack::default(), |all, lane| all.or(sweep.step_of(lane, self)))
    }

    #[inline(always)]
    fn hop_back(self, sweep: &Sweep<W>, over: Self) -> Self {
        (0..ABREAST).fold(Pack::default(), |all, lane| {
            let last = sweep.link(lane, 1, self, false).and(over);
            all.or(sweep.link(lane, 0, last, false).and(Pack::of_all(sweep.from.of(lane))))
        })
    }

    #[inline(always)]
    fn by_itself(_: &State<Self, N>) -> Option<&Facts<W>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Site;

    /// The ways of a board of so many columns and rows, of which every other square is used if `halved`.
    fn ways<const W: usize>(columns: i16, rows: i16, halved: bool) -> Vec<Way<W>> {
        let used = |x: i16, y: i16| !halved || (x + y) % 2 == 0;
        let places: Vec<(i16, i16)> =
            (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).filter(|&(x, y)| used(x, y)).collect();
        let steps = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];
        let next = |(dx, dy): (i16, i16), (x, y): (i16, i16)| {
            places.iter().position(|&place| place == (x + dx, y + dy)).map(Site::new)
        };
        steps.iter().map(|&step| Way::new(&places.iter().map(|&place| next(step, place)).collect::<Vec<_>>())).collect()
    }

    fn check<const W: usize>(columns: i16, rows: i16, halved: bool) {
        let ways = ways::<W>(columns, rows, halved);
        let list: Vec<&Way<W>> = ways.iter().collect();
        let all = list[0].sites();
        let every = |n: u8, of: u8| all.iter().filter(|site| site.0 % of == n).collect::<Bits<W>>();
        let (movers, over, onto) = (every(0, 3) | every(2, 7), every(1, 3) | every(5, 7), every(2, 3) | every(1, 5));
        let (steps, hops) = (Sweeps::of(&list, 1).expect("it fits"), Sweeps::of(&list, 2).expect("it fits"));
        for (number, way) in list.iter().enumerate() {
            let of_way = |sweeps: &Sweeps<W>, boards: &dyn Fn(&Sweep<W>) -> Boards<W>| {
                let mut reached = Bits::EMPTY;
                for sweep in &sweeps.sweeps {
                    for lane in 0..ABREAST {
                        if sweeps.lanes[sweep.lanes.of(lane) as usize].way as usize == number {
                            reached |= boards(sweep).of(lane);
                        }
                    }
                }
                reached
            };
            let step = of_way(&steps, &|sweep| sweep.step(movers));
            assert_eq!(step, way.along(movers), "way {number} of {columns} by {rows}");
            let hop = of_way(&hops, &|sweep| sweep.hop(Boards::of_all(movers), over).within(onto));
            assert_eq!(hop, way.along(way.along(movers) & over) & onto, "way {number} of {columns} by {rows}");
        }
        let back = hops.sweeps.iter().fold(Bits::EMPTY, |from, sweep| from | onto.hop_back(sweep, over));
        assert_eq!(back, list.iter().fold(Bits::EMPTY, |from, way| from | way.jumping(over, onto)));
    }

    #[test]
    fn sweeps_lead_where_the_links_do() {
        check::<1>(8, 8, false);
        check::<1>(5, 5, false);
        check::<1>(10, 10, true);
        check::<2>(10, 10, false);
        check::<3>(12, 12, false);
        check::<4>(16, 16, false);
        check::<2>(14, 14, true);
    }
}
