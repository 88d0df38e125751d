//! Sets of sites as fixed-width words: the one representation of a set that every layer shares.

mod numbers;
mod pack;
mod select;

#[cfg(test)]
pub use numbers::Narrow;
pub use numbers::{Counts, Narrowest, Numbers, PACK, Wide, Words, each, take_place};
pub use pack::{Pack, Sets};

use std::fmt;

/// The most sites a board may have.
pub const MAX_SITES: usize = 256;

/// A point or square of the board, numbered from 0 in the order of the board's site list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Site(pub u8);

impl Site {
    /// The site with this number. Panics above 255: boards are checked to have at most [`MAX_SITES`].
    pub fn new(index: usize) -> Site {
        Site(u8::try_from(index).expect("a board has at most 256 sites"))
    }

    /// The site's number, for indexing.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The site with the number lowered by so much, which is one of the board's.
    #[inline(always)]
    pub fn lowered(self, by: i16) -> Site {
        Site((self.0 as i16 - by) as u8)
    }
}

/// A set of sites in `W` words of 64 bits; site `i` is bit `i % 64` of word `i / 64`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bits<const W: usize>(pub [u64; W]);

/// A set of sites of any board, for the layers that are not specialised to a width.
pub type SiteSet = Bits<4>;

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Bits<W> {
    /// The set without sites.
    pub const EMPTY: Self = Bits([0; W]);

    /// The set of the first `count` sites.
    pub fn first(count: usize) -> Self {
        (0..count).map(Site::new).collect()
    }

    /// The set of one site.
    #[inline(always)]
    pub fn one(site: Site) -> Self {
        let mut bits = Self::EMPTY;
        bits.insert(site);
        bits
    }

    /// Whether the site is in the set.
    #[inline(always)]
    pub fn has(&self, site: Site) -> bool {
        self.bit(site) != 0
    }

    /// 1 if the site is in the set, else 0.
    #[inline(always)]
    pub fn bit(&self, site: Site) -> u64 {
        self.0[(site.index() / 64) % W] >> (site.index() % 64) & 1
    }

    /// Adds the site.
    #[inline(always)]
    pub fn insert(&mut self, site: Site) {
        self.0[(site.index() / 64) % W] |= 1 << (site.index() % 64);
    }

    /// Takes the site out.
    #[inline(always)]
    pub fn remove(&mut self, site: Site) {
        self.0[(site.index() / 64) % W] &= !(1 << (site.index() % 64));
    }

    /// Whether the set has no sites.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The number of sites in the set.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The lowest site, or `None` of the empty set.
    #[inline(always)]
    pub fn lowest(&self) -> Option<Site> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Site((word * 64) as u8 + self.0[word].trailing_zeros() as u8))
    }

    /// The sites in rising order.
    #[inline(always)]
    pub fn iter(self) -> Sites<W> {
        Sites(self)
    }

    /// The same set in another width. Sites past the new width are lost.
    pub fn resize<const V: usize>(self) -> Bits<V> {
        Bits(std::array::from_fn(|i| self.0.get(i).copied().unwrap_or(0)))
    }

    /// The set with every site's number raised by `by` (lowered if negative). Exact if no site leaves the board's
    /// numbers by it; what would leave them may come back at the other end. `by` lies strictly between -64·W and 64·W.
    #[inline(always)]
    pub fn rotated(self, by: i16) -> Self {
        if W == 1 {
            return Bits([self.0[0].rotate_left(by as u32 & 63); W]);
        }
        if W == 2 {
            let both = (self.0[0] as u128 | (self.0[W - 1] as u128) << 64).rotate_left(by as u32 & 127);
            return Bits(std::array::from_fn(|i| (both >> (64 * i)) as u64));
        }
        let (words, bits) = ((by.unsigned_abs() / 64) as usize, (by.unsigned_abs() % 64) as u32);
        let word = |i: usize| if i < W { self.0[i] } else { 0 };
        Bits(std::array::from_fn(|i| {
            // The two halves that meet in word i; shifted in two goes, since a shift by 64 is none.
            if by >= 0 {
                let low = i.wrapping_sub(words);
                word(low) << bits | word(low.wrapping_sub(1)) >> 1 >> (63 - bits)
            } else {
                word(i + words) >> bits | word(i + words + 1) << 1 << (63 - bits)
            }
        }))
    }

    /// The set with every site's number raised by that of `by`; those past the end of the words come back at 0.
    #[inline(always)]
    pub fn turned(self, by: Site) -> Self {
        if W <= 2 {
            return self.rotated(by.0 as i16);
        }
        let (words, bits) = (by.index() / 64, by.index() % 64);
        let word = |i: usize| self.0[(i + 2 * W - words) % W];
        Bits(std::array::from_fn(|i| word(i) << bits | word(i + W - 1) >> 1 >> (63 - bits)))
    }

    /// The site that `n` others of the set precede, counted from the lowest. The set has more than `n` sites.
    #[inline(always)]
    pub fn nth(&self, mut n: u32) -> Site {
        for (i, &word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if i == W - 1 || n < count {
                return Site((i * 64) as u8 + select::nth_bit(word, n));
            }
            n -= count;
        }
        unreachable!("a set has at least one word")
    }
}

/// The sites of a set in rising order, made by [`Bits::iter`].
#[derive(Clone, Debug)]
pub struct Sites<const W: usize>(Bits<W>);

impl<const W: usize> Iterator for Sites<W> {
    type Item = Site;

    #[inline(always)]
    fn next(&mut self) -> Option<Site> {
        for (i, word) in self.0.0.iter_mut().enumerate() {
            if *word != 0 {
                let site = Site((i * 64) as u8 + word.trailing_zeros() as u8);
                *word &= *word - 1;
                return Some(site);
            }
        }
        None
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, Site) -> B>(self, init: B, mut join: F) -> B {
        let mut folded = init;
        for (i, mut word) in self.0.0.into_iter().enumerate() {
            while word != 0 {
                folded = join(folded, Site((i * 64) as u8 + word.trailing_zeros() as u8));
                word &= word - 1;
            }
        }
        folded
    }
}

impl<const W: usize> FromIterator<Site> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = Site>>(sites: I) -> Self {
        let mut bits = Self::EMPTY;
        sites.into_iter().for_each(|site| bits.insert(site));
        bits
    }
}

impl<const W: usize> fmt::Debug for Bits<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|site| site.0)).finish()
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $op:tt) => {
        impl<const W: usize> std::ops::$trait for Bits<W> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Bits(std::array::from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
        impl<const W: usize> std::ops::$assign_trait for Bits<W> {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}
operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

/// All bits turned over, those past the board's last site too: mask the result with the board.
impl<const W: usize> std::ops::Not for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Bits(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set<const W: usize>(sites: &[u8]) -> Bits<W> {
        sites.iter().map(|&site| Site(site)).collect()
    }

    fn check_rotation<const W: usize>() {
        let sites = [0u8, 1, 31, 62, 63, 64, 100, 127, 128, 150, 191, 192, 255];
        let size = 64 * W as i16;
        for by in 1 - size..size {
            let kept: Vec<u8> =
                sites.iter().copied().filter(|&s| (s as i16) < size && (0..size).contains(&(s as i16 + by))).collect();
            let moved: Vec<u8> = kept.iter().map(|&s| (s as i16 + by) as u8).collect();
            assert_eq!(set::<W>(&kept).rotated(by), set::<W>(&moved), "by {by} in {W} words");
        }
    }

    #[test]
    fn rotating_moves_every_site_that_stays_on_the_board() {
        check_rotation::<1>();
        check_rotation::<2>();
        check_rotation::<3>();
        check_rotation::<4>();
    }

    #[test]
    fn the_nth_site_is_the_one_that_iterating_reaches() {
        let sites = set::<3>(&[0, 5, 6, 63, 64, 99, 127, 130, 191]);
        for (n, site) in sites.iter().enumerate() {
            assert_eq!(sites.nth(n as u32), site);
        }
        let word = Bits([0xdead_beef_0123_4567u64]);
        for (n, site) in word.iter().enumerate() {
            assert_eq!(word.nth(n as u32), site);
        }
    }

    #[test]
    fn sites_come_in_rising_order() {
        let sites: Vec<u8> = set::<4>(&[200, 3, 64, 255]).iter().map(|site| site.0).collect();
        assert_eq!(sites, [3, 64, 200, 255]);
        assert_eq!(set::<4>(&[200, 70]).lowest(), Some(Site(70)));
        assert_eq!(Bits::<2>::EMPTY.lowest(), None);
    }
}
