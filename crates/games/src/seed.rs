//! What luck grows from, and how one seed grows from another.
//!
//! A seed is of one of two generators. The *first* has 64 bits, and its children can be turned back to their
//! parent: it is for simulations and tests, where nothing is hidden from anyone, and for records from before
//! the second. The *second* has 256 bits, and everything that is derived from it is derived one way, by
//! BLAKE3 keyed with the seed: who knows a child knows nothing of its parent, nor of any other child. Which
//! child belongs to what is not known here.

use std::fmt;

use crate::blocks::{LANES, blocks};
use crate::stream::Stream;

/// The first generator and its derivations, as written into records.
pub const FIRST_GENERATOR: &str = "xoshiro256++/1";
/// The second generator and its derivations, as written into records; new ones are made by it.
pub const GENERATOR: &str = "xoshiro256++/2";

/// Multiples of the golden ratio keep neighbouring numbers apart.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// What a game's luck grows from.
///
/// ```
/// use croupier_games::{Chance, Seed};
///
/// let tournament = Seed::keyed([7; 32]);
/// let deal = tournament.child(3);
/// assert_eq!(Chance::new(deal).bits(), Chance::new(tournament.child(3)).bits());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Plain(u64),
    Keyed([u8; 32]),
}

/// What a hash is for. Each begins its message, so that no use ever gets what another got.
#[derive(Clone, Copy)]
enum Use {
    Child,
    Pairs,
    Deep,
}

impl Use {
    /// The first bytes of the message.
    const fn name(self) -> [u8; 8] {
        match self {
            Self::Child => *b"child   ",
            Self::Pairs => *b"pairs   ",
            Self::Deep => *b"deep    ",
        }
    }
}

impl Seed {
    /// A seed of the first generator, from which every other can be guessed.
    #[must_use]
    pub const fn plain(number: u64) -> Self {
        Self(Kind::Plain(number))
    }

    /// A seed of the second generator.
    #[must_use]
    pub const fn keyed(key: [u8; 32]) -> Self {
        Self(Kind::Keyed(key))
    }

    /// All of it, where it is of the second generator: for records, and whoever else may know everything.
    #[must_use]
    pub const fn key(self) -> Option<[u8; 32]> {
        match self.0 {
            Kind::Plain(_) => None,
            Kind::Keyed(key) => Some(key),
        }
    }

    /// Whether it is of the first generator.
    #[inline]
    #[must_use]
    pub const fn is_plain(self) -> bool {
        matches!(self.0, Kind::Plain(_))
    }

    /// The seed of the `number`-th thing that belongs to this one: a game's deal or round, a seat's player.
    #[must_use]
    pub fn child(self, number: u64) -> Self {
        match self.0 {
            // Two rounds of the SplitMix64 finaliser: neighbouring numbers give unrelated seeds.
            Kind::Plain(seed) => {
                let salted = seed ^ number.wrapping_add(1).wrapping_mul(GOLDEN);
                Self::plain(scramble(scramble(salted).wrapping_add(number)))
            }
            Kind::Keyed(key) => {
                let mut message = [0; 16];
                message[..8].copy_from_slice(&Use::Child.name());
                message[8..].copy_from_slice(&number.to_le_bytes());
                Self::keyed(*blake3::keyed_hash(&key, &message).as_bytes())
            }
        }
    }

    /// Two seeds at the price of one, which tell nothing of each other: the `number`-th block of one keyed
    /// BLAKE3 output. The first generator gives the same child twice, as it always did.
    #[must_use]
    pub fn pair(self, number: u64) -> [Self; 2] {
        self.pairs().get(number)
    }

    /// All pairs of this seed, for whoever wants many.
    #[must_use]
    pub fn pairs(self) -> Pairs {
        Pairs(match self.0 {
            Kind::Plain(_) => StreamSource::Plain(self),
            Kind::Keyed(key) => StreamSource::Keyed(Box::new(Ahead {
                key,
                first: None,
                worked_out: 0,
                blocks: [[0; 64]; LANES],
            })),
        })
    }

    /// A child at hardly any price, and **not** one way: who knows it knows this seed and all its strands. It
    /// is for what nobody else's luck depends on.
    ///
    /// The finaliser of SplitMix64 over each of the four words; the first generator knew only children.
    #[inline]
    #[must_use]
    pub fn strand(self, number: u64) -> Self {
        let Kind::Keyed(mut key) = self.0 else { return self.child(number) };
        let salt = number.wrapping_add(1).wrapping_mul(GOLDEN);
        for word in key.as_chunks_mut::<8>().0 {
            *word = scramble(u64::from_le_bytes(*word) ^ salt).to_le_bytes();
        }
        Self::keyed(key)
    }

    /// So many bits of it as a number, for those who can take no more: at most 64.
    #[must_use]
    pub fn number(self, bits: u32) -> u64 {
        let all = match self.0 {
            Kind::Plain(seed) => seed,
            Kind::Keyed([a, b, c, d, e, f, g, h, ..]) => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        };
        all >> (u64::BITS - bits.clamp(1, u64::BITS))
    }

    /// The quick generator's state at the beginning of this seed's stream.
    #[inline]
    pub(crate) fn stream(self) -> Stream {
        match self.0 {
            Kind::Plain(seed) => Stream::of_number(seed),
            Kind::Keyed(key) => Stream::of_key(&key),
        }
    }

    /// A stream that may show any number of bits, where the generator has one.
    pub(crate) fn deep(self) -> Option<blake3::OutputReader> {
        match self.0 {
            Kind::Plain(_) => None,
            Kind::Keyed(key) => Some(output(&key, Use::Deep)),
        }
    }
}

/// A key must not appear in logs and messages of tests; a plain number may.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Plain(seed) => write!(f, "Seed({seed})"),
            Kind::Keyed(_) => f.write_str("Seed(..)"),
        }
    }
}

/// The pairs of one seed. Whoever asks for one after another gets them quickly: many are worked out at a
/// time.
#[derive(Debug, Clone)]
pub struct Pairs(StreamSource);

#[derive(Debug, Clone)]
enum StreamSource {
    Plain(Seed),
    Keyed(Box<Ahead>),
}

/// Pairs from a number on.
#[derive(Clone)]
struct Ahead {
    key: [u8; 32],
    /// The first of those that are worked out; nothing is before the first question.
    first: Option<u64>,
    /// Only one of them is, where nobody has asked for its neighbour yet.
    worked_out: usize,
    blocks: [[u8; 64]; LANES],
}

impl Pairs {
    /// One of them.
    #[inline]
    #[must_use]
    pub fn get(&mut self, number: u64) -> [Seed; 2] {
        match &mut self.0 {
            StreamSource::Plain(seed) => [seed.child(number); 2],
            StreamSource::Keyed(ahead) => ahead.get(number),
        }
    }
}

impl Ahead {
    #[inline]
    fn get(&mut self, number: u64) -> [Seed; 2] {
        let known = |at: &u64| *at < self.worked_out as u64;
        let at = self.first.map(|first| number.wrapping_sub(first)).filter(known);
        let at = at.unwrap_or_else(|| self.work_out(number));
        let (halves, _) = self.blocks[at as usize].as_chunks::<32>();
        [Seed::keyed(halves[0]), Seed::keyed(halves[1])]
    }

    /// Many pairs where the one before was asked for, too; else this one alone. It is the first of those
    /// known now.
    #[cold]
    fn work_out(&mut self, number: u64) -> u64 {
        let next = self.first.map(|first| first.wrapping_add(self.worked_out as u64));
        if next == Some(number) {
            self.blocks = blocks(&self.key, Use::Pairs.name(), number);
            self.worked_out = LANES;
        } else {
            let mut output = output(&self.key, Use::Pairs);
            output.set_position(number.wrapping_mul(64));
            output.fill(&mut self.blocks[0]);
            self.worked_out = 1;
        }
        self.first = Some(number);
        0
    }
}

/// Without the key and what grew from it.
impl fmt::Debug for Ahead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ahead").field("first", &self.first).finish_non_exhaustive()
    }
}

fn output(key: &[u8; 32], purpose: Use) -> blake3::OutputReader {
    blake3::Hasher::new_keyed(key).update(&purpose.name()).finalize_xof()
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
#[inline]
pub(crate) fn scramble(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes 0, 1, 2, … 31.
    fn key() -> Seed {
        Seed::keyed(std::array::from_fn(|n| n as u8))
    }

    fn words(seeds: impl IntoIterator<Item = Seed>) -> Vec<u64> {
        seeds.into_iter().map(|seed| seed.number(64)).collect()
    }

    // All computed apart from this code, from the published definitions of SplitMix64, xoshiro256++ and
    // BLAKE3.

    #[test]
    fn the_children_of_a_plain_seed_never_change() {
        let children = words((0..3).map(|n| Seed::plain(2026).child(n)));
        assert_eq!(
            children,
            [7_593_483_936_000_994_797, 7_913_623_857_056_605_738, 10_606_940_382_816_408_827]
        );
        assert_eq!(Seed::plain(2026).pair(1), [Seed::plain(7_913_623_857_056_605_738); 2]);
    }

    #[test]
    fn what_grows_from_a_keyed_seed_never_changes() {
        assert_eq!(
            words([0, 1, u64::MAX].map(|n| key().child(n))),
            [5_000_547_979_129_140_016, 3_979_171_790_505_249_252, 15_024_133_361_515_477_484]
        );
        assert_eq!(
            words([0, 1, 1 << 40].into_iter().flat_map(|n| key().pair(n))),
            [
                4_638_956_554_535_442_852,
                5_474_497_047_995_153_269,
                16_090_524_902_886_212_538,
                209_240_033_112_197_202,
                7_279_114_389_789_282_696,
                4_475_379_351_816_796_332
            ]
        );
        assert_eq!(
            words([0, 1, 5].map(|n| key().strand(n))),
            [9_878_745_085_730_425_091, 18_163_854_864_415_043_033, 10_544_362_383_607_629_538]
        );
    }

    #[test]
    fn pairs_are_the_same_in_any_order() {
        let mut pairs = key().pairs();
        let numbers = [5, 3, u64::MAX, 0].into_iter().chain(7..90).chain([40, 39, 88, 89, 90, 6, 7]);
        for number in numbers {
            assert_eq!(pairs.get(number), key().pair(number), "{number}");
        }
    }

    #[test]
    fn every_bit_of_a_key_counts_in_everything_that_grows_from_it() {
        let all = |seed: Seed| -> Vec<Seed> { [seed.child(3)].into_iter().chain(seed.pair(3)).collect() };
        for bit in 0..256 {
            let mut other: [u8; 32] = std::array::from_fn(|n| n as u8);
            other[bit / 8] ^= 1 << (bit % 8);
            let others = all(Seed::keyed(other));
            assert!(all(key()).iter().zip(others).all(|(one, other)| one.key() != other.key()), "bit {bit}");
        }
    }

    #[test]
    fn a_number_shows_no_more_bits_than_were_asked_for() {
        let all = key().number(64);
        assert_eq!(key().number(53), all >> 11);
        assert_eq!(Seed::plain(u64::MAX).number(53), (1 << 53) - 1);
    }

    #[test]
    fn a_key_is_not_printed() {
        assert_eq!(format!("{:?} {:?}", key(), Seed::plain(7)), "Seed(..) Seed(7)");
        assert_eq!(format!("{:?}", key().pairs()).matches("Seed").count(), 0);
    }
}
