//! Sets of several positions side by side, so that the processor works on all of them at once.

use super::Bits;
use super::numbers::{Counts, Numbers, each};
use std::array::from_fn;

/// A set for each of the pack, word by word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pack<const W: usize, N>([N; W]);

/// What set programs compute with: one set, or a pack of them.
pub trait Sets<const W: usize>: Copy {
    /// The numbers that go with them.
    type Counts: Counts;

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
    /// The size of each.
    fn counts(self) -> Self::Counts;
    /// All ones for each that has sites, else 0.
    fn are_filled(self) -> Self::Counts;
}

impl<const W: usize> Sets<W> for Bits<W> {
    type Counts = u32;

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

    #[inline(always)]
    fn counts(self) -> u32 {
        self.count()
    }

    #[inline(always)]
    fn are_filled(self) -> u32 {
        (!self.is_empty() as u32).wrapping_neg()
    }
}

impl<const W: usize, N: Numbers> Sets<W> for Pack<W, N> {
    type Counts = N;

    #[inline(always)]
    fn of_all(set: Bits<W>) -> Self {
        Pack(set.0.map(N::splat))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Pack(from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Pack(from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Pack(from_fn(|word| self.0[word] ^ other.0[word]))
    }

    #[inline(always)]
    fn rotated(self, by: i16) -> Self {
        match by.unsigned_abs() as u32 {
            up if by > 0 && up < N::BITS => self.raised(up),
            down if by < 0 && down < N::BITS => self.lowered(down),
            _ => Pack::new(|at| self.of(at).rotated(by)),
        }
    }

    #[inline(always)]
    fn counts(self) -> N {
        let mut sum = N::ZERO;
        for word in &self.0 {
            sum += word.ones();
        }
        sum
    }

    #[inline(always)]
    fn are_filled(self) -> N {
        !self.any_word().equal(N::ZERO)
    }
}

impl<const W: usize, N: Numbers> Default for Pack<W, N> {
    #[inline(always)]
    fn default() -> Self {
        Pack([N::ZERO; W])
    }
}

impl<const W: usize, N: Numbers> Pack<W, N> {
    /// The sets that `set` gives for the places.
    #[inline(always)]
    pub fn new(set: impl Fn(usize) -> Bits<W>) -> Self {
        let sets = each(set);
        let mut pack = Pack::default();
        for (word, numbers) in pack.0.iter_mut().enumerate() {
            // Site numbers begin again after the last bit, as they do when sets are turned.
            *numbers = N::new(|at| sets[at].0[word] | sets[at].0[word] >> (N::BITS % 64));
        }
        pack
    }

    /// The set at this place.
    #[inline(always)]
    pub fn of(&self, at: usize) -> Bits<W> {
        Bits(from_fn(|word| self.0[word].get(at)))
    }

    /// Makes the set at this place another.
    #[inline(always)]
    pub fn put(&mut self, at: usize, set: Bits<W>) {
        self.0.iter_mut().zip(set.0).for_each(|(numbers, word)| numbers.put(at, word));
    }

    /// The words of all sets, the first of each first.
    #[inline(always)]
    pub fn words(&self) -> impl Iterator<Item = N> {
        self.0.into_iter()
    }

    /// The same, to change them.
    #[inline(always)]
    pub fn words_mut(&mut self) -> impl Iterator<Item = &mut N> {
        self.0.iter_mut()
    }

    /// What the sets have without the sites of others.
    #[inline(always)]
    pub fn without(self, other: Self) -> Self {
        Pack(from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// What the masks, all ones or 0 for each set, leave.
    #[inline(always)]
    pub fn masked(self, masks: N) -> Self {
        Pack(self.0.map(|word| word & masks))
    }

    /// Whether no set has a site.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.any_word() == N::ZERO
    }

    #[inline(always)]
    fn any_word(&self) -> N {
        let mut all = self.0[0];
        for word in &self.0[1..] {
            all |= *word;
        }
        all
    }

    /// Each set with every site's number raised by its own, as [`Bits::turned`] does.
    #[inline(always)]
    pub fn turned(self, by: N) -> Self {
        let bits = by & N::splat(N::BITS as u64 - 1);
        let back = N::splat(N::BITS as u64 - 1) - bits;
        let words = by >> N::BITS.ilog2();
        // Word by word those that are to go there, whole.
        let mut whole = self;
        for shift in 1..W {
            let here = words.equal(N::splat(shift as u64));
            for word in 0..W {
                whole.0[word] = whole.0[word] & !here | self.0[(word + W - shift) % W] & here;
            }
        }
        Pack(from_fn(|word| whole.0[word] << bits | whole.0[(word + W - 1) % W] >> 1 >> back))
    }

    /// Every site's number raised by so much, from 1 to 63. No site leaves the board's numbers by it.
    #[inline(always)]
    pub fn raised(self, by: u32) -> Self {
        let below = |word: usize| if word > 0 { self.0[word - 1] >> (N::BITS - by) } else { N::ZERO };
        Pack(from_fn(|word| self.0[word] << by | below(word)))
    }

    /// Every site's number lowered by so much, from 1 to 63. No site leaves the board's numbers by it.
    #[inline(always)]
    pub fn lowered(self, by: u32) -> Self {
        let above = |word: usize| if word + 1 < W { self.0[word + 1] << (N::BITS - by) } else { N::ZERO };
        Pack(from_fn(|word| self.0[word] >> by | above(word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::{Narrow, Site, Wide};

    fn sets_are_turned_as_each_is<const W: usize, N: Numbers>() {
        let set = |at: usize| (0..40).map(|i| Site((i * (at + 3) * 7 % (64 * W)) as u8)).collect::<Bits<W>>();
        let pack = Pack::<W, N>::new(set);
        for first in 0..64 * W {
            let by = |at: usize| (first + 37 * at) % (64 * W);
            let turned = pack.turned(N::new(|at| by(at) as u64));
            let expected = Pack::new(|at| set(at).turned(Site::new(by(at))));
            assert_eq!(turned, expected, "{W} words, {} bits, by {first} at the first place", N::BITS);
        }
    }

    #[test]
    fn turning_a_pack_turns_each_set() {
        sets_are_turned_as_each_is::<1, Narrow>();
        sets_are_turned_as_each_is::<1, Wide>();
        sets_are_turned_as_each_is::<2, Wide>();
        sets_are_turned_as_each_is::<3, Wide>();
        sets_are_turned_as_each_is::<4, Wide>();
    }
}
