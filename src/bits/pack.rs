//! Sets of several positions side by side, so that the processor works on all of them at once.

use super::Bits;
use std::array::from_fn;
use std::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Index, IndexMut, Mul, Not, Shl,
};
use std::ops::{Shr, Sub};
use wide::u64x8;

/// How many stand side by side: twice what the widest operations of common processors take, so that while one half waits
/// for a result the other is worked on.
pub const PACK: usize = 2 * WIDE;

/// How many numbers one operation takes.
const WIDE: usize = 8;

/// A number for each of the pack.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Numbers([u64x8; 2]);

/// A set for each of the pack, word by word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pack<const W: usize>([Numbers; W]);

/// What set programs compute with: one set, or a pack of them.
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

/// What `of` gives for the places of a pack, written out so that it is always worked out in place.
#[inline(always)]
pub fn each<T>(of: impl Fn(usize) -> T) -> [T; PACK] {
    [
        of(0),
        of(1),
        of(2),
        of(3),
        of(4),
        of(5),
        of(6),
        of(7),
        of(8),
        of(9),
        of(10),
        of(11),
        of(12),
        of(13),
        of(14),
        of(15),
    ]
}

/// Takes the first of the places whose bits are set; `None` if none is.
#[inline(always)]
pub fn take_place(places: &mut u32) -> Option<usize> {
    let first = (*places != 0).then(|| places.trailing_zeros() as usize % PACK);
    *places &= places.wrapping_sub(1);
    first
}

impl Numbers {
    /// 0 for each.
    pub const ZERO: Numbers = Numbers::splat(0);
    /// 1 for each.
    pub const ONE: Numbers = Numbers::splat(1);
    /// The place of each.
    pub const PLACES: Numbers =
        Numbers([u64x8::new([0, 1, 2, 3, 4, 5, 6, 7]), u64x8::new([8, 9, 10, 11, 12, 13, 14, 15])]);

    /// The number for each.
    #[inline(always)]
    pub const fn splat(number: u64) -> Numbers {
        Numbers([u64x8::splat(number); 2])
    }

    /// These numbers.
    #[inline(always)]
    pub fn new(numbers: [u64; PACK]) -> Numbers {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = numbers;
        Numbers([u64x8::new([a, b, c, d, e, f, g, h]), u64x8::new([i, j, k, l, m, n, o, p])])
    }

    /// All ones where the numbers are the same, else 0.
    #[inline(always)]
    pub fn equal(self, other: Numbers) -> Numbers {
        Numbers([self.0[0].simd_eq(other.0[0]), self.0[1].simd_eq(other.0[1])])
    }

    /// All ones where the number is not greater than the other, else 0.
    #[inline(always)]
    pub fn at_most(self, other: Numbers) -> Numbers {
        Numbers([self.0[0].simd_le(other.0[0]), self.0[1].simd_le(other.0[1])])
    }

    /// All ones where the number is less than the other, else 0.
    #[inline(always)]
    pub fn less(self, other: Numbers) -> Numbers {
        Numbers([self.0[0].simd_lt(other.0[0]), self.0[1].simd_lt(other.0[1])])
    }

    /// The places where a mask is all ones, as bits.
    #[inline(always)]
    pub fn bits(self) -> u32 {
        self.0[0].to_bitmask() | self.0[1].to_bitmask() << WIDE
    }

    /// The sum of the numbers.
    #[inline(always)]
    pub fn sum(self) -> u64 {
        (self.0[0] + self.0[1]).reduce_add()
    }

    /// For each the number at the place that it gives.
    #[inline(always)]
    pub fn at(self, places: Numbers) -> Numbers {
        // Without an instruction for it, one by one is the fastest.
        #[cfg(target_feature = "avx512f")]
        return Numbers(places.0.map(|places| wide::ShuffleExt::shuffle(self.0, places)));
        #[cfg(not(target_feature = "avx512f"))]
        Numbers::new(each(|at| self[places[at] as usize]))
    }

    #[inline(always)]
    fn ones(self) -> Numbers {
        let ones = |word: u64x8| {
            let word = word.as_array();
            u64x8::new(from_fn(|at| word[at].count_ones() as u64))
        };
        Numbers([ones(self.0[0]), ones(self.0[1])])
    }
}

impl Index<usize> for Numbers {
    type Output = u64;

    #[inline(always)]
    fn index(&self, at: usize) -> &u64 {
        &self.0[at / WIDE % 2].as_array()[at % WIDE]
    }
}

impl IndexMut<usize> for Numbers {
    #[inline(always)]
    fn index_mut(&mut self, at: usize) -> &mut u64 {
        &mut self.0[at / WIDE % 2].as_mut_array()[at % WIDE]
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $op:tt $(, $assign_trait:ident, $assign:ident)?) => {
        impl $trait for Numbers {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Numbers([self.0[0] $op other.0[0], self.0[1] $op other.0[1]])
            }
        }
        $(impl $assign_trait for Numbers {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        })?
    };
}
operator!(Add, add, +, AddAssign, add_assign);
operator!(Sub, sub, -);
operator!(Mul, mul, *);
operator!(BitAnd, bitand, &, BitAndAssign, bitand_assign);
operator!(BitOr, bitor, |, BitOrAssign, bitor_assign);
operator!(BitXor, bitxor, ^, BitXorAssign, bitxor_assign);

impl Not for Numbers {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Numbers([!self.0[0], !self.0[1]])
    }
}

impl Shl<u32> for Numbers {
    type Output = Self;

    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        Numbers([self.0[0] << by, self.0[1] << by])
    }
}

impl Shr<u32> for Numbers {
    type Output = Self;

    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        Numbers([self.0[0] >> by, self.0[1] >> by])
    }
}

/// Each number shifted by its own, below 64.
impl Shl for Numbers {
    type Output = Self;

    #[inline(always)]
    fn shl(self, by: Self) -> Self {
        Numbers([self.0[0] << by.0[0], self.0[1] << by.0[1]])
    }
}

/// Each number shifted by its own, below 64.
impl Shr for Numbers {
    type Output = Self;

    #[inline(always)]
    fn shr(self, by: Self) -> Self {
        Numbers([self.0[0] >> by.0[0], self.0[1] >> by.0[1]])
    }
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

impl<const W: usize> Sets<W> for Pack<W> {
    #[inline(always)]
    fn of_all(set: Bits<W>) -> Self {
        Pack(set.0.map(Numbers::splat))
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
        match by {
            1..=63 => self.raised(by as u32),
            -63..=-1 => self.lowered(-by as u32),
            _ => Pack::new(|at| self.of(at).rotated(by)),
        }
    }
}

impl<const W: usize> Default for Pack<W> {
    #[inline(always)]
    fn default() -> Self {
        Pack([Numbers::ZERO; W])
    }
}

impl<const W: usize> Pack<W> {
    /// The sets that `set` gives for the places.
    #[inline(always)]
    pub fn new(set: impl Fn(usize) -> Bits<W>) -> Self {
        let sets = each(set);
        let mut pack = Pack::default();
        for (word, numbers) in pack.0.iter_mut().enumerate() {
            *numbers = Numbers::new(each(|at| sets[at].0[word]));
        }
        pack
    }

    /// The set at this place.
    #[inline(always)]
    pub fn of(&self, at: usize) -> Bits<W> {
        Bits(from_fn(|word| self.0[word][at]))
    }

    /// Makes the set at this place another.
    #[inline(always)]
    pub fn put(&mut self, at: usize, set: Bits<W>) {
        self.0.iter_mut().zip(set.0).for_each(|(numbers, word)| numbers[at] = word);
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
        Pack(from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// What the masks, all ones or 0 for each set, leave.
    #[inline(always)]
    pub fn masked(self, masks: Numbers) -> Self {
        Pack(self.0.map(|word| word & masks))
    }

    /// Whether no set has a site.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        let Numbers([low, high]) = self.any_word();
        low | high == u64x8::ZERO
    }

    /// All ones for each set that has sites, else 0.
    #[inline(always)]
    pub fn are_filled(&self) -> Numbers {
        !self.any_word().equal(Numbers::ZERO)
    }

    #[inline(always)]
    fn any_word(&self) -> Numbers {
        let mut all = self.0[0];
        for word in &self.0[1..] {
            all |= *word;
        }
        all
    }

    /// The size of each set.
    #[inline(always)]
    pub fn counts(&self) -> Numbers {
        let mut sum = Numbers::ZERO;
        for word in &self.0 {
            sum += word.ones();
        }
        sum
    }

    /// Each set with every site's number raised by its own, as [`Bits::turned`] does.
    #[inline(always)]
    pub fn turned(self, by: Numbers) -> Self {
        let bits = by & Numbers::splat(63);
        let back = Numbers::splat(63) - bits;
        let words = by >> 6;
        // Word by word those that are to go there, whole.
        let mut whole = self;
        for shift in 1..W {
            let here = words.equal(Numbers::splat(shift as u64));
            for word in 0..W {
                whole.0[word] = whole.0[word] & !here | self.0[(word + W - shift) % W] & here;
            }
        }
        Pack(from_fn(|word| whole.0[word] << bits | whole.0[(word + W - 1) % W] >> 1 >> back))
    }

    /// Every site's number raised by so much, from 1 to 63. No site leaves the board's numbers by it.
    #[inline(always)]
    pub fn raised(self, by: u32) -> Self {
        let below = |word: usize| if word > 0 { self.0[word - 1] >> (64 - by) } else { Numbers::ZERO };
        Pack(from_fn(|word| self.0[word] << by | below(word)))
    }

    /// Every site's number lowered by so much, from 1 to 63. No site leaves the board's numbers by it.
    #[inline(always)]
    pub fn lowered(self, by: u32) -> Self {
        let above = |word: usize| if word + 1 < W { self.0[word + 1] << (64 - by) } else { Numbers::ZERO };
        Pack(from_fn(|word| self.0[word] >> by | above(word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Site;

    fn sets_are_turned_as_each_is<const W: usize>() {
        let set = |at: usize| (0..40).map(|i| Site((i * (at + 3) * 7 % (64 * W)) as u8)).collect::<Bits<W>>();
        let pack = Pack::new(set);
        for first in 0..64 * W {
            let by = |at: usize| (first + 37 * at) % (64 * W);
            let turned = pack.turned(Numbers::new(each(|at| by(at) as u64)));
            for at in 0..PACK {
                assert_eq!(turned.of(at), set(at).turned(Site::new(by(at))), "{W} words, by {}", by(at));
            }
        }
    }

    #[test]
    fn turning_a_pack_turns_each_set() {
        sets_are_turned_as_each_is::<1>();
        sets_are_turned_as_each_is::<2>();
        sets_are_turned_as_each_is::<3>();
        sets_are_turned_as_each_is::<4>();
    }
}
