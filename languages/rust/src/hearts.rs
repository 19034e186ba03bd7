//! Hearts: take no hearts and not the queen of spades.

use std::fmt;

use crate::json::Value;
use crate::serve::Game;

/// The game.
pub struct Hearts;

const SUITS: [Suit; 4] = [Suit::Spades, Suit::Clubs, Suit::Diamonds, Suit::Hearts];
const LETTERS: [&str; 4] = ["S", "C", "D", "H"];
const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

/// A suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Suit {
    Spades,
    Clubs,
    Diamonds,
    Hearts,
}

/// A card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Card {
    /// Its suit.
    pub suit: Suit,
    /// Its rank: 2 to 14; the ace is 14.
    pub rank: u8,
}

impl Card {
    /// The card of a text like `S10` or `HQ`.
    pub fn read(text: &str) -> Option<Card> {
        let suit = SUITS[LETTERS.iter().position(|letter| text.starts_with(letter))?];
        let rank = RANKS.iter().position(|rank| *rank == &text[1..])?;
        Some(Card { suit, rank: rank as u8 + 2 })
    }

    /// What taking it costs: 1 for a heart, 13 for the queen of spades.
    pub fn points(self) -> u32 {
        match self {
            Card { suit: Suit::Spades, rank: 12 } => 13,
            Card { suit, .. } => u32::from(suit == Suit::Hearts),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = usize::from(self.rank).checked_sub(2).and_then(|rank| RANKS.get(rank));
        write!(f, "{}{}", LETTERS[self.suit as usize], rank.unwrap_or(&"?"))
    }
}

/// A card that was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Play {
    /// By whom.
    pub seat: usize,
    /// Which.
    pub card: Card,
}

/// A seat's view of the deal in play, and the scores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Your seat.
    pub seat: usize,
    /// The number of this deal, from 1.
    pub deal: i64,
    /// Your cards, in the order dealt.
    pub hand: Vec<Card>,
    /// Those that you may play now.
    pub legal: Vec<Card>,
    /// The suit that was led; none before the lead.
    pub lead: Option<Suit>,
    /// The trick in play, oldest card first.
    pub trick: Vec<Play>,
    /// All finished tricks of this deal, oldest first.
    pub tricks: Vec<Vec<Play>>,
    /// Whether a heart was played in an earlier trick of this deal.
    pub hearts_broken: bool,
    /// The points that each seat took in this deal.
    pub points: Vec<i64>,
    /// The scores after the finished deals, by seat.
    pub scores: Vec<i64>,
    /// The score that ends the game once somebody has it.
    pub target: i64,
}

impl Game for Hearts {
    type View = View;
    type Move = Card;
    const NAME: Option<&'static str> = Some("hearts");
    const WANTS_LEGAL: bool = true;

    fn read(view: &Value, legal: &Value) -> View {
        let lead = view.get("lead").text().and_then(|lead| LETTERS.iter().position(|letter| *letter == lead));
        View {
            seat: view.get("seat").int_or_zero() as usize,
            deal: view.get("deal").int_or_zero(),
            hand: cards(view.get("hand")),
            legal: cards(legal),
            lead: lead.map(|suit| SUITS[suit]),
            trick: plays(view.get("trick")),
            tricks: view.get("tricks").list().iter().map(plays).collect(),
            hearts_broken: view.get("hearts_broken").is_true(),
            points: view.get("points").ints(),
            scores: view.get("scores").ints(),
            target: view.get("target").int_or_zero(),
        }
    }

    fn write(card: &Card) -> String {
        format!("\"{card}\"")
    }
}

fn cards(list: &Value) -> Vec<Card> {
    list.list().iter().filter_map(|card| Card::read(card.text()?)).collect()
}

fn plays(list: &Value) -> Vec<Play> {
    let play = |play: &Value| {
        let card = Card::read(play.get("card").text()?)?;
        Some(Play { seat: play.get("seat").int_or_zero() as usize, card })
    };
    list.list().iter().filter_map(play).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_read_as_it_is_written() {
        for (suit, rank) in SUITS.iter().flat_map(|suit| (2..15).map(move |rank| (*suit, rank))) {
            let card = Card { suit, rank };
            assert_eq!(Card::read(&card.to_string()), Some(card));
        }
        assert_eq!(Card::read("X5").or(Card::read("S1")).or(Card::read("")), None);
    }
}
