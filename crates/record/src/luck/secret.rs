//! The secret that a tournament's luck grows from.
//!
//! 256 bits, drawn in full or stretched from a number that someone gave. Where it comes from is the edge's
//! business: nothing here reads a clock or asks the system for chance.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::beacon::{Beacon, Round};
use crate::dates::Day;

/// How often a given number is hashed: some tens of milliseconds, once for a tournament. Who would try a
/// million numbers pays a million times.
const STRETCHES: u32 = 1 << 19;

/// 256 bits that nobody is to know before the last card is played.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Secret([u8; 32]);

/// What is published of a secret before the first deal: its hash, which tells nothing and fits no other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Commitment([u8; 32]);

/// The hash of all who are entered, whatever their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Entries([u8; 32]);

/// Text that is not 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not 64 hexadecimal digits")]
pub struct NotHex(pub String);

impl Secret {
    /// A secret that was drawn elsewhere, all bits of it.
    #[must_use]
    pub fn drawn(bits: [u8; 32]) -> Self {
        Self(bits)
    }

    /// The secret of a number that someone gave: always the same one, and slow to come by.
    ///
    /// Libraries, simulations and tests that need no secret take a [`croupier_games::Seed`] in place of this.
    #[must_use]
    pub fn stretched(number: u64) -> Self {
        let number = number.to_le_bytes();
        let first = blake3::derive_key("croupier 2026-11 a seed is stretched", &number);
        Self((0..STRETCHES).fold(first, |state, _| *blake3::keyed_hash(&state, &number).as_bytes()))
    }

    /// All bits of it.
    pub(crate) fn bits(&self) -> [u8; 32] {
        self.0
    }

    /// Its hash.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        Commitment(blake3::derive_key("croupier 2026-11 commitment to a secret", &self.0))
    }

    /// Its hash, where deals depend on a beacon's round, too: who publishes it names the round with it.
    #[must_use]
    pub fn commitment_with(&self, round: &Round) -> Commitment {
        let mut both = blake3::Hasher::new_derive_key("croupier 2026-11 commitment to a secret and a beacon");
        round.mixed_into(both.update(&self.0));
        Commitment(*both.finalize().as_bytes())
    }

    /// The key of the luck that grows from it, whoever is entered, and a beacon's round.
    pub(crate) fn key_with(&self, entries: &Entries, beacon: &Beacon) -> [u8; 32] {
        let mut all = blake3::Hasher::new_derive_key("croupier 2026-11 luck of a drawn secret and a beacon");
        beacon.mixed_into(all.update(&self.0).update(&entries.0));
        *all.finalize().as_bytes()
    }

    /// The key of one game of a day's ladder: it tells nothing of the secret, nor of another game.
    pub(crate) fn key_in_day(&self, day: Day, number: u64) -> [u8; 32] {
        let mut message = [0; 44];
        message[..32].copy_from_slice(&self.0);
        message[32..36].copy_from_slice(&day.number().to_le_bytes());
        message[36..].copy_from_slice(&number.to_le_bytes());
        blake3::derive_key("croupier 2026-11 luck of a game of a day", &message)
    }

    /// The key of the luck that grows from it alone, or from it and whoever is entered.
    pub(crate) fn key(&self, entries: Option<&Entries>) -> [u8; 32] {
        match entries {
            None => blake3::derive_key("croupier 2026-11 luck of a given seed", &self.0),
            Some(entries) => {
                let both = [self.0, entries.0];
                blake3::derive_key("croupier 2026-11 luck of a drawn secret", both.as_flattened())
            }
        }
    }
}

/// A secret stands in records and nowhere else.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl Entries {
    /// Of the hashes of all entrants; a bot behind a url has that of its address.
    ///
    /// Neither names nor places count, nor how often one is entered: whoever makes the list could try some
    /// until the deals suit.
    pub fn of<'a>(hashes: impl IntoIterator<Item = &'a str>) -> Self {
        let mut hashes: Vec<&str> = hashes.into_iter().collect();
        hashes.sort_unstable();
        hashes.dedup();
        let mut all = blake3::Hasher::new_derive_key("croupier 2026-11 all who are entered");
        for hash in hashes {
            all.update(&(hash.len() as u64).to_le_bytes()).update(hash.as_bytes());
        }
        Self(*all.finalize().as_bytes())
    }
}

/// 32 bytes are written in 64 hexadecimal digits.
fn bytes_of(hex: &str) -> Result<[u8; 32], NotHex> {
    blake3::Hash::from_hex(hex).map(|hash| *hash.as_bytes()).map_err(|_| NotHex(hex.to_owned()))
}

fn hex_of(bytes: [u8; 32]) -> String {
    blake3::Hash::from_bytes(bytes).to_hex().to_string()
}

impl TryFrom<String> for Secret {
    type Error = NotHex;

    fn try_from(hex: String) -> Result<Self, NotHex> {
        // The text may be most of a secret: it is not repeated.
        bytes_of(&hex).map(Self).map_err(|_| NotHex("the secret".to_owned()))
    }
}

impl std::str::FromStr for Secret {
    type Err = NotHex;

    fn from_str(hex: &str) -> Result<Self, NotHex> {
        hex.to_owned().try_into()
    }
}

impl From<Secret> for String {
    fn from(secret: Secret) -> Self {
        hex_of(secret.0)
    }
}

impl TryFrom<String> for Commitment {
    type Error = NotHex;

    fn try_from(hex: String) -> Result<Self, NotHex> {
        bytes_of(&hex).map(Self)
    }
}

impl std::str::FromStr for Commitment {
    type Err = NotHex;

    fn from_str(hex: &str) -> Result<Self, NotHex> {
        bytes_of(hex).map(Self)
    }
}

impl From<Commitment> for String {
    fn from(commitment: Commitment) -> Self {
        hex_of(commitment.0)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex_of(self.0))
    }
}

impl TryFrom<String> for Entries {
    type Error = NotHex;

    fn try_from(hex: String) -> Result<Self, NotHex> {
        bytes_of(&hex).map(Self)
    }
}

impl From<Entries> for String {
    fn from(entries: Entries) -> Self {
        hex_of(entries.0)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test may.
mod tests {
    use super::*;

    #[test]
    fn what_a_number_is_stretched_to_never_changes() {
        assert_eq!(String::from(Secret::stretched(2026)), STRETCHED);
        assert_ne!(Secret::stretched(2026), Secret::stretched(2027));
    }

    const STRETCHED: &str = "ea44dfcb0c30770dc4179274e63d0278ab2ec9ad9ec5e166bafe24bbfa2ab214";

    #[test]
    fn a_secret_is_shown_nowhere_but_in_its_record() {
        let secret = Secret::drawn([0xab; 32]);
        assert_eq!(format!("{secret:?}"), "Secret(..)");
        let written = serde_json::to_string(&secret).unwrap();
        assert_eq!(written, format!("\"{}\"", "ab".repeat(32)));
        assert_eq!(serde_json::from_str::<Secret>(&written).unwrap(), secret);
        let error = serde_json::from_str::<Secret>("\"abab\"").unwrap_err().to_string();
        assert!(error.contains("64 hexadecimal digits") && !error.contains("abab"), "{error}");
    }

    #[test]
    fn a_commitment_is_read_as_it_is_written() {
        let commitment = Secret::drawn([1; 32]).commitment();
        assert_eq!(commitment.to_string().parse(), Ok(commitment));
        assert_ne!(commitment, Secret::drawn([2; 32]).commitment());
        assert_eq!("12".parse::<Commitment>(), Err(NotHex("12".to_owned())));
    }

    #[test]
    fn entries_are_the_same_in_any_order_and_other_for_any_other_bot() {
        let entries = Entries::of(["a", "bc"]);
        assert_eq!(entries, Entries::of(["bc", "a", "a"]));
        for others in [vec!["a"], vec!["ab", "c"], vec!["abc"], vec!["a", "bc", ""]] {
            assert_ne!(entries, Entries::of(others));
        }
    }
}
