//! Numbers side by side, so that the processor works on all of them at once.

use super::Bits;
use std::array::from_fn;
use std::fmt::Debug;
use std::ops::{Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Mul, Not, Shl, Shr, Sub};
#[cfg(target_feature = "avx512f")]
use wide::ShuffleExt;
use wide::{u32x16, u64x8};

/// How many stand side by side: of the widest numbers twice what the widest operations of common processors take, so that while
/// one half waits for a result the other is worked on.
pub const PACK: usize = 16;

/// What conditions compute with: a number of one position, or one for each of a pack. What is asked of numbers is answered by all
/// ones or 0.
pub trait Counts:
    Copy + Default + Eq + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + BitOrAssign + Not<Output = Self>
{
    /// 0 for each.
    const ZERO: Self;

    /// The number for each; what does not fit into its bits is left out.
    fn splat(number: u64) -> Self;
    /// All ones where the numbers are the same, else 0.
    fn equal(self, other: Self) -> Self;
    /// All ones where the number is not greater than the other, else 0.
    fn at_most(self, other: Self) -> Self;
    /// All ones where the number is less than the other, else 0.
    fn less(self, other: Self) -> Self;
}

impl Counts for u32 {
    const ZERO: u32 = 0;

    #[inline(always)]
    fn splat(number: u64) -> u32 {
        number as u32
    }

    #[inline(always)]
    fn equal(self, other: u32) -> u32 {
        ((self == other) as u32).wrapping_neg()
    }

    #[inline(always)]
    fn at_most(self, other: u32) -> u32 {
        ((self <= other) as u32).wrapping_neg()
    }

    #[inline(always)]
    fn less(self, other: u32) -> u32 {
        ((self < other) as u32).wrapping_neg()
    }
}

/// A number for each of a pack.
pub trait Numbers:
    Counts
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + BitAndAssign
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Shl<Output = Self>
    + Shr<Output = Self>
{
    /// How many bits each has.
    const BITS: u32;
    /// 1 for each.
    const ONE: Self;

    /// The numbers that `number` gives for the places; what does not fit into their bits is left out.
    fn new(number: impl Fn(usize) -> u64) -> Self;
    /// All ones at the first places, so many, else 0.
    #[inline(always)]
    fn first(count: usize) -> Self {
        Self::new(|at| at as u64).less(Self::splat(count as u64))
    }
    /// The number at the place.
    fn get(&self, at: usize) -> u64;
    /// Makes the number at the place another, which fits into its bits.
    fn put(&mut self, at: usize, number: u64);
    /// The places where a mask is all ones, as bits.
    fn bits(self) -> u32;
    /// The sum of the numbers, which fits into their bits.
    fn sum(self) -> u64;
    /// For each the number at the place that it gives.
    fn at(self, places: Self) -> Self;
    /// How many bits of each are ones.
    fn ones(self) -> Self;
    /// The same in 64 bits.
    fn widened(self) -> Wide;
    /// Numbers that fit into these bits.
    fn narrowed(numbers: Wide) -> Self;
}

/// A number of 64 bits for each of a pack.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Wide([u64x8; 2]);

/// A number of 32 bits for each of a pack: half the work of wide ones.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Narrow([u32x16; 1]);

/// Sets of a width, which say what the narrowest numbers are that hold their words.
pub trait Words {
    /// Those numbers, where no site lies beyond the first 32.
    type Narrowest: Numbers;
}

/// The narrowest numbers for sets of `W` words.
pub type Narrowest<const W: usize> = <Bits<W> as Words>::Narrowest;

impl Words for Bits<1> {
    type Narrowest = Narrow;
}

/// With more words than one there are sites beyond: engines for narrower numbers would be built in vain.
impl Words for Bits<2> {
    type Narrowest = Wide;
}

impl Words for Bits<3> {
    type Narrowest = Wide;
}

impl Words for Bits<4> {
    type Narrowest = Wide;
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

/// What `of` gives for the vectors of two, pair by pair.
#[inline(always)]
fn both<V: Copy, const N: usize>(a: [V; N], b: [V; N], of: impl Fn(V, V) -> V) -> [V; N] {
    from_fn(|at| of(a[at], b[at]))
}

/// Implements [`Numbers`] by vectors of so many numbers, given how to take from all vectors the numbers whose places one of them
/// gives, and how to turn to 64 bits and back.
macro_rules! numbers {
    ($name:ident, $number:ident, $vector:ident, $length:literal, $shuffled:expr, $widened:expr, $narrowed:expr) => {
        impl Counts for $name {
            const ZERO: Self = $name([$vector::ZERO; PACK / $length]);

            #[inline(always)]
            fn splat(number: u64) -> Self {
                $name([$vector::splat(number as $number); PACK / $length])
            }

            #[inline(always)]
            fn equal(self, other: Self) -> Self {
                $name(both(self.0, other.0, $vector::simd_eq))
            }

            #[inline(always)]
            fn at_most(self, other: Self) -> Self {
                $name(both(self.0, other.0, $vector::simd_le))
            }

            #[inline(always)]
            fn less(self, other: Self) -> Self {
                $name(both(self.0, other.0, $vector::simd_lt))
            }
        }

        impl Numbers for $name {
            const BITS: u32 = $number::BITS;
            const ONE: Self = $name([$vector::ONE; PACK / $length]);

            #[inline(always)]
            fn new(number: impl Fn(usize) -> u64) -> Self {
                let numbers = each(|at| number(at) as $number);
                let (vectors, _) = numbers.as_chunks::<$length>();
                $name(from_fn(|vector| $vector::new(vectors[vector])))
            }

            #[inline(always)]
            fn get(&self, at: usize) -> u64 {
                self.0[at % PACK / $length].as_array()[at % $length] as u64
            }

            #[inline(always)]
            fn put(&mut self, at: usize, number: u64) {
                self.0[at % PACK / $length].as_mut_array()[at % $length] = number as $number;
            }

            #[inline(always)]
            fn bits(self) -> u32 {
                (0..PACK / $length).fold(0, |bits, vector| bits | self.0[vector].to_bitmask() << (vector * $length))
            }

            #[inline(always)]
            fn sum(self) -> u64 {
                self.0.into_iter().fold($vector::ZERO, $vector::add).reduce_add() as u64
            }

            #[inline(always)]
            fn at(self, places: Self) -> Self {
                // Without an instruction for it, one by one is the fastest.
                #[cfg(target_feature = "avx512f")]
                return $name(places.0.map(|places| $shuffled(self.0, places)));
                #[cfg(not(target_feature = "avx512f"))]
                Self::new(|at| self.get(places.get(at) as usize))
            }

            #[inline(always)]
            fn ones(self) -> Self {
                $name(self.0.map(|numbers| {
                    let numbers = numbers.as_array();
                    $vector::new(from_fn(|at| numbers[at].count_ones() as $number))
                }))
            }

            #[inline(always)]
            fn widened(self) -> Wide {
                $widened(self)
            }

            #[inline(always)]
            fn narrowed(numbers: Wide) -> Self {
                $narrowed(numbers)
            }
        }

        operators!($name, Add add, Sub sub, Mul mul, BitAnd bitand, BitOr bitor, BitXor bitxor, Shl shl, Shr shr);
        assigning!($name, AddAssign add_assign +, BitAndAssign bitand_assign &, BitOrAssign bitor_assign |);

        impl Not for $name {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                $name(self.0.map(|numbers| !numbers))
            }
        }

        impl Shl<u32> for $name {
            type Output = Self;

            #[inline(always)]
            fn shl(self, by: u32) -> Self {
                $name(self.0.map(|numbers| numbers << by))
            }
        }

        impl Shr<u32> for $name {
            type Output = Self;

            #[inline(always)]
            fn shr(self, by: u32) -> Self {
                $name(self.0.map(|numbers| numbers >> by))
            }
        }
    };
}

macro_rules! operators {
    ($name:ident, $($trait:ident $method:ident),+) => {
        $(impl $trait for $name {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                $name(both(self.0, other.0, $trait::$method))
            }
        })+
    };
}

macro_rules! assigning {
    ($name:ident, $($trait:ident $method:ident $op:tt),+) => {
        $(impl $trait for $name {
            #[inline(always)]
            fn $method(&mut self, other: Self) {
                *self = *self $op other;
            }
        })+
    };
}

numbers!(Wide, u64, u64x8, 8, ShuffleExt::shuffle, |numbers| numbers, |numbers| numbers);
numbers!(
    Narrow,
    u32,
    u32x16,
    16,
    |[numbers]: [u32x16; 1], places| numbers.shuffle(places),
    |numbers: Narrow| Wide::new(|at| numbers.get(at)),
    |numbers: Wide| Narrow::new(|at| numbers.get(at))
);

#[cfg(test)]
mod tests {
    use super::*;

    fn what_is_done_to_all_is_done_to_each<N: Numbers>() {
        let highest = u64::MAX >> (64 - N::BITS);
        let a = |at: usize| [0, 1, 5, highest, highest / 2 + 1][at % 5];
        let b = |at: usize| [highest, 5, 0, 1][at % 4];
        let place = |at: usize| (at as u64 * 7 + 3) % PACK as u64;
        let (all_a, all_b) = (N::new(a), N::new(b));
        let mask = |holds: bool| if holds { highest } else { 0 };
        let same = |numbers: N, expected: &dyn Fn(usize) -> u64, what: &str| {
            let found: Vec<u64> = (0..PACK).map(|at| numbers.get(at)).collect();
            let expected: Vec<u64> = (0..PACK).map(expected).collect();
            assert_eq!(found, expected, "{what}, {} bits", N::BITS);
        };
        same(all_a, &a, "new");
        same(all_a.equal(all_b), &|at| mask(a(at) == b(at)), "equal");
        same(all_a.at_most(all_b), &|at| mask(a(at) <= b(at)), "at most");
        same(all_a.less(all_b), &|at| mask(a(at) < b(at)), "less");
        same(all_a.at(N::new(place)), &|at| a(place(at) as usize), "at");
        same(all_a.ones(), &|at| a(at).count_ones() as u64, "ones");
        same(all_a + all_b, &|at| a(at).wrapping_add(b(at)) & highest, "+");
        same(all_a - all_b, &|at| a(at).wrapping_sub(b(at)) & highest, "-");
        same(all_a & !all_b, &|at| a(at) & !b(at), "and not");
        same(all_a << 3, &|at| a(at) << 3 & highest, "shifted up");
        same(all_a >> N::new(place), &|at| a(at) >> place(at), "each shifted down by its own");
        same(N::narrowed(all_a.widened()), &a, "widened and narrowed");
        assert_eq!((0..PACK).map(|at| all_a.widened().get(at)).collect::<Vec<_>>(), each(a), "widened");
        let mut put = N::ZERO;
        (0..PACK).for_each(|at| put.put(at, a(at)));
        assert_eq!(put, all_a);
        assert_eq!(all_a.less(all_b).bits(), (0..PACK).map(|at| ((a(at) < b(at)) as u32) << at).sum::<u32>());
        assert_eq!(N::new(place).sum(), (0..PACK as u64).sum::<u64>());
    }

    #[test]
    fn packs_of_numbers_are_worked_on_as_each_number_is() {
        what_is_done_to_all_is_done_to_each::<Narrow>();
        what_is_done_to_all_is_done_to_each::<Wide>();
    }
}
