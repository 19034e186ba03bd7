//! A card as Hearts writes it: the suit's letter, then the rank, as in `S10`, `HQ`, `C2`.
//!
//! It is the whole of a move too: which rules a card breaks is the business of [`super::rules`].

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, Serializer};

use crate::cards::{Card, Suit};
use crate::game::Move;

/// The ranks as they are written, from the lowest to the highest.
const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

/// A card of Hearts, whose ranks go from two (0) to ace (12). To play it is a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct HeartsCard(pub Card);

/// A suit by its letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SuitLetter {
    /// Spades.
    S,
    /// Clubs.
    C,
    /// Diamonds.
    D,
    /// Hearts.
    H,
}

/// A text that names no card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no card; a card is S, C, D or H and then 2 to 10, J, Q, K or A, as in \"S10\"")]
pub struct NoCard(pub String);

impl From<Suit> for SuitLetter {
    fn from(suit: Suit) -> Self {
        match suit {
            Suit::Spades => Self::S,
            Suit::Clubs => Self::C,
            Suit::Diamonds => Self::D,
            Suit::Hearts => Self::H,
        }
    }
}

impl fmt::Display for HeartsCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{}", SuitLetter::from(self.0.suit()), RANKS[usize::from(self.0.rank())])
    }
}

impl FromStr for HeartsCard {
    type Err = NoCard;

    fn from_str(text: &str) -> Result<Self, NoCard> {
        parse(text).map(Self).ok_or_else(|| NoCard(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<Card> {
    let mut letters = text.chars();
    let suit = match letters.next()? {
        'S' => Suit::Spades,
        'C' => Suit::Clubs,
        'D' => Suit::Diamonds,
        'H' => Suit::Hearts,
        _ => return None,
    };
    let rank = RANKS.iter().position(|&rank| rank == letters.as_str())?;
    Some(Card::new(suit, rank as u8))
}

impl TryFrom<String> for HeartsCard {
    type Error = NoCard;

    fn try_from(text: String) -> Result<Self, NoCard> {
        text.parse()
    }
}

impl Serialize for HeartsCard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for HeartsCard {
    fn schema_name() -> Cow<'static, str> {
        "HeartsCard".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A card: its suit S, C, D or H, then its rank 2 to 10, J, Q, K or A.",
            "type": "string",
            "pattern": "^[SCDH]([2-9]|10|[JQKA])$",
        })
    }
}

impl Move for HeartsCard {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.0.number())
    }

    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        u8::try_from(code).ok().and_then(Card::from_number).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_survives_text_json_and_its_number() {
        for card in Card::deck().map(HeartsCard) {
            assert_eq!(card.to_string().parse(), Ok(card));
            let json = serde_json::to_string(&card).unwrap();
            assert_eq!(serde_json::from_str::<HeartsCard>(&json).unwrap(), card);
            assert_eq!(HeartsCard::from_code(card.code()), Some(card));
        }
    }

    #[test]
    fn cards_are_written_suit_first() {
        let cards = [(Suit::Spades, 8), (Suit::Hearts, 10), (Suit::Clubs, 0), (Suit::Diamonds, 12)];
        let written = cards.map(|(suit, rank)| HeartsCard(Card::new(suit, rank)).to_string());
        assert_eq!(written, ["S10", "HQ", "C2", "DA"]);
    }

    #[test]
    fn what_is_no_card_is_refused_with_what_would_be_one() {
        for text in ["", "C", "C1", "C02", "2C", "c2", "C2 ", " C2", "S11", "♥Q", "HQQ"] {
            assert_eq!(text.parse::<HeartsCard>(), Err(NoCard(text.to_owned())));
        }
        let error = serde_json::from_str::<HeartsCard>("\"T2\"").unwrap_err().to_string();
        assert!(error.contains("\"T2\" is no card"), "{error}");
        assert!(serde_json::from_str::<HeartsCard>("2").is_err());
    }

    #[test]
    fn numbers_above_51_are_no_card() {
        for code in [52, 255, 256, 256 + 13, 1 << 47, u64::MAX] {
            assert_eq!(HeartsCard::from_code(code), None);
        }
    }
}
