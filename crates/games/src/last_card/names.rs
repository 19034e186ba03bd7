//! How cards are written: `The EIGHT of DIAMONDS` in stories, `8D` in JSON.
//!
//! Ranks count from the ace, 0, to the king, 12.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::cards::{Card, Suit};

const VALUES: [&str; 13] =
    ["ACE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING"];
const SHORT_VALUES: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SHORT_SUITS: [&str; 4] = ["S", "C", "D", "H"];

/// The card as a sentence names it: `The EIGHT of DIAMONDS`.
pub(super) struct Text(pub(super) Card);

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "The {} of {}", VALUES[usize::from(self.0.rank())], suit_text(self.0.suit()))
    }
}

/// The suit as a sentence names it: `DIAMONDS`.
pub(super) fn suit_text(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades => "SPADES",
        Suit::Clubs => "CLUBS",
        Suit::Diamonds => "DIAMONDS",
        Suit::Hearts => "HEARTS",
    }
}

/// The card of a short name such as `8D`, `10S` or `AH`; `None` where no card has it.
#[must_use]
pub fn card_named(name: &str) -> Option<Card> {
    Card::deck().into_iter().find(|&card| {
        name.strip_prefix(SHORT_VALUES[usize::from(card.rank())])
            .is_some_and(|suit| suit == SHORT_SUITS[card.suit() as usize])
    })
}

/// A card as it leaves the process: `"8D"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownCard(pub Card);

impl fmt::Display for ShownCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(card) = self;
        write!(f, "{}{}", SHORT_VALUES[usize::from(card.rank())], SHORT_SUITS[card.suit() as usize])
    }
}

impl Serialize for ShownCard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ShownCard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        card_named(&name).map(Self).ok_or_else(|| {
            de::Error::custom(format_args!(
                "there is no card \"{name}\": a card is one of A, 2 to 10, J, Q, K and one of S, C, D, H, as \
                 in \"10D\""
            ))
        })
    }
}

impl JsonSchema for ShownCard {
    fn schema_name() -> Cow<'static, str> {
        "Card".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^(A|[2-9]|10|J|Q|K)[SCDH]$" })
    }
}

/// A suit as it leaves the process: `"diamonds"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the four suits need no words")]
pub enum ShownSuit {
    Spades,
    Clubs,
    Diamonds,
    Hearts,
}

impl From<Suit> for ShownSuit {
    fn from(suit: Suit) -> Self {
        [Self::Spades, Self::Clubs, Self::Diamonds, Self::Hearts][suit as usize]
    }
}

impl From<ShownSuit> for Suit {
    fn from(shown: ShownSuit) -> Self {
        Self::of(shown as u8)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The cards of a line such as `8D 10S AH`.
    pub(in super::super) fn cards(line: &str) -> Vec<Card> {
        line.split_whitespace()
            .map(|name| card_named(name).unwrap_or_else(|| panic!("card {name}")))
            .collect()
    }

    #[test]
    fn a_card_is_told_in_the_words_of_the_original() {
        assert_eq!(Text(Card::new(Suit::Diamonds, 7)).to_string(), "The EIGHT of DIAMONDS");
        assert_eq!(Text(Card::new(Suit::Spades, 0)).to_string(), "The ACE of SPADES");
        assert_eq!(Text(Card::new(Suit::Hearts, 12)).to_string(), "The KING of HEARTS");
    }

    #[test]
    fn every_card_is_found_by_its_short_name() {
        for card in Card::deck() {
            assert_eq!(card_named(&ShownCard(card).to_string()), Some(card));
        }
        assert_eq!(cards("AS 10D KH"), [0, 35, 51].map(|n| Card::from_number(n).unwrap()));
    }

    #[test]
    fn what_is_no_card_has_no_card() {
        for name in ["", "8", "D", "1D", "11D", "8d", "8DD", "TD", "D8", "8X", " 8D"] {
            assert_eq!(card_named(name), None, "{name}");
        }
    }

    #[test]
    fn suits_keep_their_meaning_in_json() {
        for suit in Suit::ALL {
            assert_eq!(Suit::from(ShownSuit::from(suit)), suit);
            let json = serde_json::to_string(&ShownSuit::from(suit)).unwrap();
            assert_eq!(json.to_uppercase(), format!("\"{}\"", suit_text(suit)));
        }
    }
}
