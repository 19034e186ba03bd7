//! Chance: the only source of luck in the house, and the same for ever.
//!
//! A tournament has one [`Seed`]; every game, deal and player gets a seed derived from it by [`Seed::child`].
//! The generator is xoshiro256++, whose output is fixed by its authors. Shuffling and drawing below a bound are
//! written here and held by golden tests, because a library may change those in any minor version and with it
//! every record ever made.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// The name of the generator and of the derivations in this file, as written into records.
pub const GENERATOR: &str = "xoshiro256++/1";

/// What a game's luck grows from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of the `number`-th thing that belongs to this one: a tournament's game, a game's deal, a seat's player.
    ///
    /// Two rounds of the SplitMix64 finaliser: neighbouring numbers give unrelated seeds.
    #[must_use]
    pub fn child(self, number: u64) -> Self {
        let salted = self.0 ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self(scramble(scramble(salted).wrapping_add(number)))
    }
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
fn scramble(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A stream of luck. Cloning it copies its future, so a cloned position draws the same cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chance(Xoshiro256PlusPlus);

impl Chance {
    /// The stream that belongs to a seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed.0))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A seed drawn from this stream.
    pub fn seed(&mut self) -> Seed {
        Seed(self.bits())
    }

    /// A number from 0 up to, not including, `bound`; a bound of 0 gives 0.
    ///
    /// One multiplication in place of a division; the bias is below `bound` / 2⁶⁴.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// True `one` time in `out_of`.
    #[inline]
    pub fn one_in(&mut self, out_of: usize) -> bool {
        self.below(out_of) == 0
    }

    /// Fisher and Yates' shuffle, from the end down.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }

    /// Brings a random selection to the first `count` places, in random order; cheaper than a full shuffle.
    #[inline]
    pub fn shuffle_first<T>(&mut self, items: &mut [T], count: usize) {
        for place in 0..count.min(items.len()) {
            let other = place + self.below(items.len() - place);
            items.swap(place, other);
        }
    }

    /// One of the set bits of `set`, as its position; `None` for the empty set.
    #[inline]
    pub fn pick_bit(&mut self, set: u64) -> Option<u32> {
        if set == 0 {
            return None;
        }
        let counts = running_counts(set);
        let n = self.below((counts >> 56) as usize);
        Some(nth_bit_counted(set, counts, n as u64))
    }
}

/// The position of the `n`-th set bit (from 0, lowest first); `n` must be below the number of set bits.
#[inline]
#[must_use]
pub fn nth_bit(set: u64, n: u32) -> u32 {
    debug_assert!(n < set.count_ones());
    nth_bit_counted(set, running_counts(set), u64::from(n))
}

/// A one in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const HIGHS: u64 = ONES << 7;

/// In each byte, how many bits are set in that byte of `set` and in all lower ones.
#[inline]
fn running_counts(set: u64) -> u64 {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & (ONES * 0x0f);
    bytes.wrapping_mul(ONES)
}

/// [`nth_bit`] without a loop: a random `n` would make the processor guess its end wrongly nearly every time.
#[inline]
fn nth_bit_counted(set: u64, counts: u64, n: u64) -> u32 {
    // The lowest byte whose count exceeds `n` has the bit: all bytes are compared at once, none borrows.
    let reached = ((n * ONES) | HIGHS) - counts;
    let shift = (!reached & HIGHS).trailing_zeros() & 0x38;
    let byte = (set >> shift) as u8;
    let before = (counts << 8) >> shift;
    shift + u32::from(BIT_IN_BYTE[usize::from(byte)][(n.wrapping_sub(before) & 7) as usize])
}

/// For every byte, the positions of its set bits, lowest first.
static BIT_IN_BYTE: [[u8; 8]; 256] = bits_of_bytes();

const fn bits_of_bytes() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][found] = bit;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut chance = Chance::new(Seed(2026));
        let bits: Vec<u64> = (0..3).map(|_| chance.bits()).collect();
        assert_eq!(bits, GOLDEN_BITS);
    }

    #[test]
    fn the_children_of_a_seed_never_change() {
        let children: Vec<u64> = (0..3).map(|n| Seed(2026).child(n).0).collect();
        assert_eq!(children, GOLDEN_CHILDREN);
    }

    #[test]
    fn shuffles_and_draws_never_change() {
        let mut chance = Chance::new(Seed(7));
        let mut cards: Vec<u8> = (0..10).collect();
        chance.shuffle(&mut cards);
        assert_eq!(cards, GOLDEN_SHUFFLE);
        let draws: Vec<usize> = (0..10).map(|_| chance.below(6)).collect();
        assert_eq!(draws, GOLDEN_DRAWS);
        chance.shuffle_first(&mut cards, 3);
        assert_eq!(cards[..3], GOLDEN_FIRST);
    }

    // Computed apart from this code, from the published definitions of SplitMix64 and xoshiro256++.
    const GOLDEN_BITS: [u64; 3] =
        [7_876_778_575_317_408_663, 11_327_947_559_129_167_783, 13_317_806_937_878_235_853];
    const GOLDEN_CHILDREN: [u64; 3] =
        [7_593_483_936_000_994_797, 7_913_623_857_056_605_738, 10_606_940_382_816_408_827];
    const GOLDEN_SHUFFLE: [u8; 10] = [3, 8, 9, 4, 6, 7, 2, 5, 1, 0];
    const GOLDEN_DRAWS: [usize; 10] = [0, 0, 1, 4, 0, 2, 0, 0, 1, 0];
    const GOLDEN_FIRST: [u8; 3] = [5, 3, 7];

    #[test]
    fn every_place_is_equally_likely_for_every_card() {
        let mut seen = [[0_u32; 4]; 4];
        let mut chance = Chance::new(Seed(1));
        for _ in 0..40_000 {
            let mut cards = [0_usize, 1, 2, 3];
            chance.shuffle(&mut cards);
            for (place, &card) in cards.iter().enumerate() {
                seen[place][card] += 1;
            }
        }
        // 10,000 expected; five standard deviations are 433.
        assert!(seen.iter().flatten().all(|&n| n.abs_diff(10_000) < 433), "{seen:?}");
    }

    #[test]
    fn a_bit_is_picked_only_where_one_is_set() {
        let mut chance = Chance::new(Seed(3));
        assert_eq!(chance.pick_bit(0), None);
        for _ in 0..100 {
            assert!([0, 17, 63].contains(&chance.pick_bit(1 | 1 << 17 | 1 << 63).unwrap()));
        }
    }

    #[test]
    fn the_nth_bit_is_the_lowest_after_n_are_taken_away() {
        let mut chance = Chance::new(Seed(11));
        let sparse = (0..200).map(|_| chance.bits() & chance.bits() & chance.bits()).collect::<Vec<_>>();
        let dense = (0..200).map(|_| chance.bits() | chance.bits());
        let runs = (0..64).flat_map(|bit| [1 << bit, u64::MAX << bit, u64::MAX >> bit]);
        for set in sparse.into_iter().chain(dense).chain(runs) {
            let mut rest = set;
            for n in 0..set.count_ones() {
                assert_eq!(nth_bit(set, n), rest.trailing_zeros(), "bit {n} of {set:#x}");
                rest &= rest - 1;
            }
        }
    }
}
