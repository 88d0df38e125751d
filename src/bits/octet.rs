//! Eight sets side by side, so that the processor works on all of them at once.

use super::Bits;
use std::array::from_fn;
use wide::u64x8;

/// How many sets stand side by side.
pub const EIGHT: usize = 8;

/// A number for each of eight.
pub type Numbers = u64x8;

/// Eight sets, word by word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Octet<const W: usize>([u64x8; W]);

/// What `of` gives for the numbers from 0 to 7, written out so that it is always worked out in place.
#[inline(always)]
pub fn eight<T>(of: impl Fn(usize) -> T) -> [T; EIGHT] {
    [of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)]
}

/// What set programs compute with: one set, or eight side by side.
pub trait Sets<const W: usize>: Copy {
    /// This set, for each.
    fn of_all(set: Bits<W>) -> Self;
    /// The sites in both.
    fn and(self, other: Self) -> Self;
    /// The sites in either.
    fn or(self, other: Self) -> Self;
    /// The sites in one only.
    fn xor(self, other: Self) -> Self;
    /// Every site's number raised by so much, as [`Bits::rotated`] does.
    fn rotated(self, by: i16) -> Self;
}

impl<const W: usize> Sets<W> for Bits<W> {
    #[inline(always)]
    fn of_all(set: Bits<W>) -> Self {
        set
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }

    #[inline(always)]
    fn rotated(self, by: i16) -> Self {
        Bits::rotated(self, by)
    }
}

impl<const W: usize> Sets<W> for Octet<W> {
    #[inline(always)]
    fn of_all(set: Bits<W>) -> Self {
        Octet(set.0.map(u64x8::splat))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Octet(from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Octet(from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Octet(from_fn(|word| self.0[word] ^ other.0[word]))
    }

    #[inline(always)]
    fn rotated(self, by: i16) -> Self {
        match by {
            1..=63 => self.raised(by as u32),
            -63..=-1 => self.lowered(-by as u32),
            _ => Octet::new(|at| self.of(at).rotated(by)),
        }
    }
}

impl<const W: usize> Default for Octet<W> {
    #[inline(always)]
    fn default() -> Self {
        Octet([u64x8::ZERO; W])
    }
}

impl<const W: usize> Octet<W> {
    /// The sets that `set` gives for the numbers from 0 to 7.
    #[inline(always)]
    pub fn new(set: impl Fn(usize) -> Bits<W>) -> Self {
        let sets = eight(set);
        let mut octet = Octet::default();
        for (word, eight_words) in octet.0.iter_mut().enumerate() {
            *eight_words = u64x8::new(eight(|at| sets[at].0[word]));
        }
        octet
    }

    /// The set of this number.
    #[inline(always)]
    pub fn of(&self, at: usize) -> Bits<W> {
        Bits(from_fn(|word| self.0[word].as_array()[at]))
    }

    /// The words of all sets, the first of each first.
    #[inline(always)]
    pub fn words(&self) -> impl Iterator<Item = Numbers> {
        self.0.into_iter()
    }

    /// The same, to change them.
    #[inline(always)]
    pub fn words_mut(&mut self) -> impl Iterator<Item = &mut Numbers> {
        self.0.iter_mut()
    }

    /// What the sets have without the sites of others.
    #[inline(always)]
    pub fn without(self, other: Self) -> Self {
        Octet(from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// What the masks, all ones or 0 for each set, leave.
    #[inline(always)]
    pub fn masked(self, masks: Numbers) -> Self {
        Octet(self.0.map(|word| word & masks))
    }

    /// Whether no set has a site.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.any_word() == u64x8::ZERO
    }

    /// All ones for each set that has sites, else 0.
    #[inline(always)]
    pub fn are_filled(&self) -> Numbers {
        !self.any_word().simd_eq(u64x8::ZERO)
    }

    #[inline(always)]
    fn any_word(&self) -> u64x8 {
        let mut all = self.0[0];
        for word in &self.0[1..] {
            all |= *word;
        }
        all
    }

    /// The size of each set.
    #[inline(always)]
    pub fn counts(&self) -> Numbers {
        let mut sum = u64x8::ZERO;
        for word in &self.0 {
            let word = word.as_array();
            sum += u64x8::new(eight(|at| word[at].count_ones() as u64));
        }
        sum
    }

    /// Every site's number raised by so much, from 1 to 63. No site leaves the board's numbers by it.
    #[inline(always)]
    pub fn raised(self, by: u32) -> Self {
        let below = |word: usize| if word > 0 { self.0[word - 1] >> (64 - by) } else { u64x8::ZERO };
        Octet(from_fn(|word| self.0[word] << by | below(word)))
    }

    /// Every site's number lowered by so much, from 1 to 63. No site leaves the board's numbers by it.
    #[inline(always)]
    pub fn lowered(self, by: u32) -> Self {
        let above = |word: usize| if word + 1 < W { self.0[word + 1] << (64 - by) } else { u64x8::ZERO };
        Octet(from_fn(|word| self.0[word] >> by | above(word)))
    }
}
