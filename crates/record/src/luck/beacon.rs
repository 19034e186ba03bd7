//! A round of a public beacon: luck that nobody could know before its time, and that nobody can make up
//! afterwards.
//!
//! drand's network signs the number of each round with a key that no member has alone. Whoever has the
//! signature can check it without asking anybody; its hash is the round's randomness. Chains are known by
//! name, with their public keys here: a key that came with the record would prove nothing. Fetching a round
//! is somebody else's business.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dates::UtcSecond;

/// A chain of drand's that is known here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Chain {
    /// A round every three seconds, since 2023; rounds do not depend on each other.
    Quicknet,
    /// A round every thirty seconds, since 2020; each signs the one before it, too.
    Default,
}

impl Chain {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Quicknet, Self::Default];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Quicknet => "quicknet",
            Self::Default => "default",
        }
    }

    /// The hash by which drand calls it, in hexadecimal digits.
    #[must_use]
    pub fn hash(self) -> &'static str {
        match self {
            Self::Quicknet => "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
            Self::Default => "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",
        }
    }

    /// When its first round was, and how many seconds are between two.
    fn times(self) -> (u64, u64) {
        match self {
            Self::Quicknet => (1_692_803_367, 3),
            Self::Default => (1_595_431_050, 30),
        }
    }

    /// When a round is made, in seconds since 1970.
    #[must_use]
    pub fn time_of(self, round: u64) -> u64 {
        let (first, period) = self.times();
        round.saturating_sub(1).saturating_mul(period).saturating_add(first)
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No chain has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no chain {0:?}; there are quicknet and default")]
pub struct UnknownChain(pub String);

impl FromStr for Chain {
    type Err = UnknownChain;

    fn from_str(name: &str) -> Result<Self, UnknownChain> {
        let known = Self::ALL.into_iter().find(|chain| chain.name() == name);
        known.ok_or_else(|| UnknownChain(name.to_owned()))
    }
}

/// A round of a chain, by name: what can be said of it before it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Round {
    /// Who makes it.
    pub chain: Chain,
    /// The number of the round, from 1.
    pub round: u64,
}

/// As a line tells it, with the moment at which it is made.
impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { chain, round } = self;
        let made = UtcSecond(chain.time_of(*round));
        write!(f, "round {round} of drand's {chain}, made {made} UTC")
    }
}

/// A round that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beacon {
    /// Who made it.
    pub chain: Chain,
    /// The number of the round.
    pub round: u64,
    /// Its randomness, which is the SHA-256 of the signature.
    pub randomness: Hex,
    /// The network's signature.
    pub signature: Hex,
    /// The signature of the round before, in a chain that signs it, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous_signature: Option<Hex>,
}

/// Some bytes in hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hex(Vec<u8>);

/// What is wrong with a round.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadBeacon {
    /// It is not what drand's interface gives.
    #[error("it is no round as drand gives it: {0}")]
    Unreadable(String),
    /// It is another round than was named.
    #[error("it is round {found}, and not round {named}, which was named")]
    OtherRound {
        /// The one that was named.
        named: u64,
        /// The one that is there.
        found: u64,
    },
    /// The network never signed this.
    #[error("the signature is not the one of {0}")]
    NotSigned(Round),
    /// The randomness is somebody's own.
    #[error("the randomness is not the hash of the signature of {0}")]
    NotItsHash(Round),
    /// Nobody here can tell.
    #[error("this croupier was built without `beacon`, and cannot check the signature of {0}")]
    NotBuilt(Round),
}

impl Beacon {
    /// Reads a round as drand's interface gives it, checks that it is the one that was named, and its
    /// signature.
    pub fn read(json: &str, named: Round) -> Result<Self, BadBeacon> {
        /// What drand gives; newer interfaces give more.
        #[derive(Deserialize)]
        struct Given {
            round: u64,
            randomness: Hex,
            signature: Hex,
            #[serde(default)]
            previous_signature: Option<Hex>,
        }
        let given: Given =
            serde_json::from_str(json).map_err(|error| BadBeacon::Unreadable(error.to_string()))?;
        if given.round != named.round {
            return Err(BadBeacon::OtherRound { named: named.round, found: given.round });
        }
        let previous_signature = given.previous_signature.filter(|_| named.chain == Chain::Default);
        let beacon = Self {
            chain: named.chain,
            round: named.round,
            randomness: given.randomness,
            signature: given.signature,
            previous_signature,
        };
        beacon.check()?;
        Ok(beacon)
    }

    /// Which round it is.
    #[must_use]
    pub fn named(&self) -> Round {
        Round { chain: self.chain, round: self.round }
    }

    /// Checks that the network signed this round, and that the randomness is that of the signature.
    #[cfg(feature = "beacon")]
    pub fn check(&self) -> Result<(), BadBeacon> {
        if !self.is_signed() {
            return Err(BadBeacon::NotSigned(self.named()));
        }
        if drand_verify::derive_randomness(&self.signature.0) != *self.randomness.0 {
            return Err(BadBeacon::NotItsHash(self.named()));
        }
        Ok(())
    }

    /// Whoever was built without the curves cannot tell, and does not guess.
    #[cfg(not(feature = "beacon"))]
    pub fn check(&self) -> Result<(), BadBeacon> {
        Err(BadBeacon::NotBuilt(self.named()))
    }

    #[cfg(feature = "beacon")]
    fn is_signed(&self) -> bool {
        use drand_verify::{G1Pubkey, G2PubkeyRfc, Pubkey};

        fn signed<K: Pubkey>(key: &str, beacon: &Beacon) -> bool {
            let Some(key) = bytes_of(key).and_then(|key| K::from_variable(&key).ok()) else { return false };
            let previous = beacon.previous_signature.as_ref().map_or(&[][..], |previous| &previous.0);
            // A point that is none is no signature either.
            key.verify(beacon.round, previous, &beacon.signature.0).unwrap_or(false)
        }

        match self.chain {
            Chain::Quicknet => self.previous_signature.is_none() && signed::<G2PubkeyRfc>(QUICKNET, self),
            Chain::Default => self.previous_signature.is_some() && signed::<G1Pubkey>(DEFAULT, self),
        }
    }

    /// What luck takes from it: chain, round and randomness.
    pub(crate) fn mixed_into(&self, hasher: &mut blake3::Hasher) {
        self.named().mixed_into(hasher);
        hasher.update(&self.randomness.0);
    }
}

impl Round {
    /// What a commitment takes from it.
    pub(crate) fn mixed_into(&self, hasher: &mut blake3::Hasher) {
        hasher.update(self.chain.hash().as_bytes()).update(&self.round.to_le_bytes());
    }
}

/// The public keys of the chains, as the League of Entropy gives them.
#[cfg(feature = "beacon")]
const QUICKNET: &str = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a";
#[cfg(feature = "beacon")]
const DEFAULT: &str =
    "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31";

fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
    let (pairs, rest) = hex.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?)).collect()
}

/// The longest thing that is signed or signs.
const LONGEST: usize = 96;

/// A text that is not the bytes of a beacon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("up to {LONGEST} bytes in hexadecimal digits are wanted")]
pub struct BadHex;

impl TryFrom<String> for Hex {
    type Error = BadHex;

    fn try_from(text: String) -> Result<Self, BadHex> {
        let bytes = bytes_of(&text).filter(|bytes| bytes.len() <= LONGEST);
        bytes.map(Self).ok_or(BadHex)
    }
}

impl From<Hex> for String {
    fn from(hex: Hex) -> Self {
        hex.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(all(test, feature = "beacon"))]
mod tests {
    use super::*;

    /// Rounds as drand published them.
    const QUICKNET_123: &str = r#"{"round":123,
        "randomness":"fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc",
        "signature":"b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92"}"#;
    const DEFAULT_72785: &str = r#"{"round":72785,
        "randomness":"8b676484b5fb1f37f9ec5c413d7d29883504e5b669f604a1ce68b3388e9ae3d9",
        "signature":"82f5d3d2de4db19d40a6980e8aa37842a0e55d1df06bd68bddc8d60002e8e959eb9cfa368b3c1b77d18f02a54fe047b80f0989315f83b12a74fd8679c4f12aae86eaf6ab5690b34f1fddd50ee3cc6f6cdf59e95526d5a5d82aaa84fa6f181e42",
        "previous_signature":"a609e19a03c2fcc559e8dae14900aaefe517cb55c840f6e69bc8e4f66c8d18e8a609685d9917efbfb0c37f058c2de88f13d297c7e19e0ab24813079efe57a182554ff054c7638153f9b26a60e7111f71a0ff63d9571704905d3ca6df0b031747"}"#;

    fn quicknet(round: u64) -> Round {
        Round { chain: Chain::Quicknet, round }
    }

    #[test]
    fn published_rounds_are_taken() {
        let read = Beacon::read(QUICKNET_123, quicknet(123)).unwrap();
        assert_eq!((read.named(), read.previous_signature.is_none()), (quicknet(123), true));
        let default = Round { chain: Chain::Default, round: 72_785 };
        assert_eq!(Beacon::read(DEFAULT_72785, default).unwrap().named(), default);
        // As a record keeps them.
        let written = serde_json::to_string(&read).unwrap();
        assert_eq!(serde_json::from_str::<Beacon>(&written).unwrap(), read);
    }

    #[test]
    fn what_the_network_did_not_sign_is_refused() {
        let read = |text: &str, round| Beacon::read(text, quicknet(round)).unwrap_err();
        assert_eq!(read(QUICKNET_123, 124), BadBeacon::OtherRound { named: 124, found: 123 });
        // The same signature under another number.
        let moved = QUICKNET_123.replace("\"round\":123", "\"round\":124");
        assert_eq!(read(&moved, 124), BadBeacon::NotSigned(quicknet(124)));
        for place in [0, 2, 47] {
            let mut beacon = Beacon::read(QUICKNET_123, quicknet(123)).unwrap();
            beacon.signature.0[place] ^= 1;
            assert_eq!(beacon.check(), Err(BadBeacon::NotSigned(quicknet(123))), "byte {place}");
        }
        let mut beacon = Beacon::read(QUICKNET_123, quicknet(123)).unwrap();
        beacon.randomness.0[7] ^= 1;
        assert_eq!(beacon.check(), Err(BadBeacon::NotItsHash(quicknet(123))));
        // A round of one chain is none of the other.
        let other = Round { chain: Chain::Default, round: 123 };
        assert_eq!(Beacon::read(QUICKNET_123, other), Err(BadBeacon::NotSigned(other)));
        let swapped = quicknet(72_785);
        assert_eq!(Beacon::read(DEFAULT_72785, swapped), Err(BadBeacon::NotSigned(swapped)));
        let unchained = DEFAULT_72785.replace("previous_signature", "previous");
        let default = Round { chain: Chain::Default, round: 72_785 };
        assert_eq!(Beacon::read(&unchained, default), Err(BadBeacon::NotSigned(default)));
        for text in
            ["", "{}", "[1]", &QUICKNET_123.replace("b75c", "xx5c"), &QUICKNET_123.replace("b75c", "b75")]
        {
            assert!(matches!(Beacon::read(text, quicknet(123)), Err(BadBeacon::Unreadable(_))), "{text}");
        }
    }

    #[test]
    fn a_round_tells_when_it_is_made() {
        assert_eq!(quicknet(1).to_string(), "round 1 of drand's quicknet, made 2023-08-23 15:09:27 UTC");
        assert_eq!(Chain::Quicknet.time_of(27_946_612), 1_776_643_200, "2026-04-20 at midnight");
        assert_eq!(Chain::Default.time_of(u64::MAX), u64::MAX);
        assert!(quicknet(u64::MAX).to_string().contains("UTC"));
    }
}
