//! Chance: the only source of luck in the house, and the same for ever.
//!
//! A stream belongs to a [`Seed`]. The generator is xoshiro256++, whose output is fixed by its authors.
//! Shuffling and drawing below a bound are written here and held by golden tests, because a library may
//! change those in any minor version and with it every record ever made.
//!
//! A stream has 256 bits to show and no more. So whatever is dealt takes a stream of its own, and
//! [`shuffle_any`] is there for what a single one could not shuffle.

use crate::seed::Seed;
use crate::stream::Stream;

/// Things that one stream shuffles: the order of 52 is 226 bits, and at 57 there would be none left to hide
/// the rest.
const MOST_IN_STREAM: usize = 52;

/// A stream of luck. Cloning it copies its future, so a cloned position draws the same cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chance(Stream);

impl Chance {
    /// The stream that belongs to a seed.
    #[inline]
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self(seed.stream())
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next()
    }

    /// A seed drawn from this stream, for what is imagined or tried: it is of the first generator.
    pub fn seed(&mut self) -> Seed {
        Seed::plain(self.bits())
    }

    /// A number from 0 up to, not including, `bound`; a bound of 0 gives 0.
    ///
    /// One multiplication in place of a division; the bias is below `bound` / 2⁶⁴.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        scaled(self.bits(), bound)
    }

    /// True `one` time in `out_of`.
    #[inline]
    pub fn one_in(&mut self, out_of: usize) -> bool {
        self.below(out_of) == 0
    }

    /// Fisher and Yates' shuffle, from the end down.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        shuffle_by(items, || self.bits());
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

/// Shuffles any number of things by the luck of a seed of their own.
///
/// More than one stream could hide take the output of BLAKE3, which shows as many bits as are asked for. The
/// first generator knew only its stream.
pub fn shuffle_any<T>(items: &mut [T], seed: Seed) {
    // Asked in this order: making the deep stream costs as much as the whole shuffle of a few cards.
    let deep = if items.len() > MOST_IN_STREAM { seed.deep() } else { None };
    let Some(mut deep) = deep else { return Chance::new(seed).shuffle(items) };
    let (mut block, mut used) = ([0; 64], 64);
    shuffle_by(items, || {
        if used == block.len() {
            deep.fill(&mut block);
            used = 0;
        }
        used += 8;
        block[used - 8..used].iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))
    });
}

#[inline]
fn shuffle_by<T>(items: &mut [T], mut bits: impl FnMut() -> u64) {
    for last in (1..items.len()).rev() {
        let other = scaled(bits(), last + 1);
        items.swap(last, other);
    }
}

/// Random bits as a number below a bound.
#[inline]
fn scaled(bits: u64, bound: usize) -> usize {
    ((u128::from(bits) * bound as u128) >> 64) as usize
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
        let mut chance = Chance::new(Seed::plain(2026));
        let bits: Vec<u64> = (0..3).map(|_| chance.bits()).collect();
        assert_eq!(bits, GOLDEN_BITS);
    }

    #[test]
    fn the_streams_of_a_key_never_change() {
        let key = Seed::keyed(std::array::from_fn(|n| n as u8));
        let mut chance = Chance::new(key);
        let bits: Vec<u64> = (0..3).map(|_| chance.bits()).collect();
        assert_eq!(bits, [1_663_256_601_371_677_457, 11_682_512_382_921_186_587, 16_199_730_368_114_376_880]);
        let shuffled = |count: u8| -> Vec<u8> {
            let mut cards: Vec<u8> = (0..count).collect();
            shuffle_any(&mut cards, key);
            cards
        };
        assert_eq!(shuffled(52)[..12], [7, 18, 34, 1, 22, 37, 13, 36, 39, 19, 14, 11]);
        assert_eq!(shuffled(60)[..12], [40, 44, 25, 31, 0, 7, 37, 17, 21, 53, 20, 36]);
    }

    #[test]
    fn no_stream_shuffles_more_than_its_bits_can_hide() {
        let bits_shown: f64 = (2..=MOST_IN_STREAM).map(|n| (n as f64).log2()).sum();
        assert!(bits_shown < 256.0 - 24.0, "{bits_shown}");
        let mut long: Vec<u8> = (0..60).collect();
        Chance::new(Seed::keyed([1; 32])).shuffle(&mut long);
        let mut deep: Vec<u8> = (0..60).collect();
        shuffle_any(&mut deep, Seed::keyed([1; 32]));
        assert_ne!(long, deep);
    }

    #[test]
    fn the_first_generator_shuffles_any_number_with_its_stream() {
        let (mut long, mut any): (Vec<u8>, Vec<u8>) = ((0..60).collect(), (0..60).collect());
        Chance::new(Seed::plain(9)).shuffle(&mut long);
        shuffle_any(&mut any, Seed::plain(9));
        assert_eq!(long, any);
    }

    #[test]
    fn shuffles_and_draws_never_change() {
        let mut chance = Chance::new(Seed::plain(7));
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
    const GOLDEN_SHUFFLE: [u8; 10] = [3, 8, 9, 4, 6, 7, 2, 5, 1, 0];
    const GOLDEN_DRAWS: [usize; 10] = [0, 0, 1, 4, 0, 2, 0, 0, 1, 0];
    const GOLDEN_FIRST: [u8; 3] = [5, 3, 7];

    #[test]
    fn every_place_is_equally_likely_for_every_card() {
        let mut seen = [[0_u32; 4]; 4];
        let mut chance = Chance::new(Seed::plain(1));
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
        let mut chance = Chance::new(Seed::plain(3));
        assert_eq!(chance.pick_bit(0), None);
        for _ in 0..100 {
            assert!([0, 17, 63].contains(&chance.pick_bit(1 | 1 << 17 | 1 << 63).unwrap()));
        }
    }

    #[test]
    fn the_nth_bit_is_the_lowest_after_n_are_taken_away() {
        let mut chance = Chance::new(Seed::plain(11));
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
