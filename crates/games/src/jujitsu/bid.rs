//! What a player answers: a number, which may be nonsense, and why it is then refused.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::Move;

/// A bid: the card to play, as a bare number in JSON. It can hold any number a bot comes up with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Bid(pub i32);

/// The one rule a bid can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// Played already, or never dealt.
    #[error("card {0} is not in the hand")]
    NotInHand(i32),
}

impl Move for Bid {
    /// Zigzag: 0, −1, 1, −2, 2 … are 0, 1, 2, 3, 4 …, so that every card fits into one byte of a record.
    #[inline]
    fn code(self) -> u64 {
        u64::from(((self.0 << 1) ^ (self.0 >> 31)) as u32)
    }

    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        let code = u32::try_from(code).ok()?;
        Some(Self((code >> 1) as i32 ^ -((code & 1) as i32)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jujitsu::MOST_CARDS;

    #[test]
    fn every_number_comes_back_from_its_code() {
        for number in (-1000..1000).chain([i32::MIN, i32::MIN + 1, i32::MAX]) {
            let code = Bid(number).code();
            assert!(code < 1 << 48);
            assert_eq!(Bid::from_code(code), Some(Bid(number)), "code {code}");
        }
    }

    #[test]
    fn every_code_is_the_code_of_its_bid_or_of_none() {
        for code in (0..1000).chain([u64::from(u32::MAX)]) {
            assert_eq!(Bid::from_code(code).unwrap().code(), code);
        }
        assert_eq!((Bid::from_code(1 << 32), Bid::from_code(u64::MAX)), (None, None));
    }

    #[test]
    fn the_code_of_every_card_takes_one_byte_of_seven_bits() {
        assert!((1..=i32::from(MOST_CARDS)).all(|card| Bid(card).code() < 128));
        assert_eq!((Bid(7).code(), Bid(-1).code()), (14, 1));
    }

    #[test]
    fn a_bid_is_a_bare_whole_number_in_json() {
        assert_eq!(serde_json::to_string(&Bid(7)).unwrap(), "7");
        assert_eq!(serde_json::from_str::<Bid>(" -3\n").unwrap(), Bid(-3));
        for text in ["7.5", "\"7\"", "[7]", "null", "3000000000"] {
            assert!(serde_json::from_str::<Bid>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_refusal_names_the_card() {
        assert_eq!(Breach::NotInHand(-4).to_string(), "card -4 is not in the hand");
    }
}
