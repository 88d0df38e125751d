//! The n-th set bit of a word: what choosing a move among counted ones rests on.
//!
//! The only unsafe code of the crate. Choosing the move takes an eighth of a random game with the processor's own
//! instruction and over a third without it.
#![allow(unsafe_code)]

/// The number of the bit that `n` other set bits of the word precede; some number below 64 if there is none.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
pub fn nth_bit(word: u64, n: u32) -> u8 {
    // SAFETY: the instruction exists: this is compiled only for processors that have it. It takes any operands.
    let bit = unsafe { std::arch::x86_64::_pdep_u64(1 << (n & 63), word) };
    bit.trailing_zeros() as u8 & 63
}

/// The number of the bit that `n` other set bits of the word precede; some number below 64 if there is none.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
#[inline(always)]
pub fn nth_bit(word: u64, n: u32) -> u8 {
    plain_nth_bit(word, n)
}

/// The same on any processor: halve the range that holds the bit, by the number of bits in its lower half.
#[cfg_attr(all(target_arch = "x86_64", target_feature = "bmi2"), cfg(test))]
#[inline(always)]
fn plain_nth_bit(mut word: u64, mut n: u32) -> u8 {
    let mut at = 0;
    for half in [32, 16, 8, 4, 2, 1] {
        let below = (word & ((1 << half) - 1)).count_ones();
        let above = n >= below;
        n -= if above { below } else { 0 };
        at += if above { half } else { 0 };
        word >>= if above { half } else { 0 };
    }
    at as u8 & 63
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_find_every_bit() {
        for word in [1, 1 << 63, u64::MAX, 0xdead_beef_0123_4567, 0x8000_0000_0000_0001] {
            let bits = (0..64).filter(|bit| word >> bit & 1 != 0);
            for (n, bit) in bits.enumerate() {
                assert_eq!((nth_bit(word, n as u32), plain_nth_bit(word, n as u32)), (bit, bit), "{word:x} {n}");
            }
        }
    }
}
