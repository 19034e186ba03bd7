//! Last Card: be rid of your cards, and call before you are.

use std::fmt;

use crate::json::Value;
use crate::serve::Game;

/// The game.
pub struct LastCard;

const SUITS: [Suit; 4] = [Suit::Spades, Suit::Clubs, Suit::Diamonds, Suit::Hearts];
const LETTERS: [&str; 4] = ["S", "C", "D", "H"];
const NAMES: [&str; 4] = ["spades", "clubs", "diamonds", "hearts"];
const VALUES: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

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
    /// Its value: 1 to 13; the ace is 1.
    pub value: u8,
}

impl Card {
    /// The card of a text like `10H` or `AS`.
    pub fn read(text: &str) -> Option<Card> {
        let suit = LETTERS.iter().position(|letter| text.ends_with(letter))?;
        let value = VALUES.iter().position(|value| *value == &text[..text.len() - 1])?;
        Some(Card { suit: SUITS[suit], value: value as u8 + 1 })
    }

    /// Whether it is an ace.
    pub fn is_ace(self) -> bool {
        self.value == 1
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = usize::from(self.value).checked_sub(1).and_then(|value| VALUES.get(value));
        write!(f, "{}{}", value.unwrap_or(&"?"), LETTERS[self.suit as usize])
    }
}

/// What a bot answers: cards of one value in order; none is a pass.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Move {
    /// The cards.
    pub cards: Vec<Card>,
    /// The suit that an ace names.
    pub suit: Option<Suit>,
    /// Whether the last card is called.
    pub last_card: bool,
}

/// Somebody at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// Where.
    pub seat: usize,
    /// How many cards are held.
    pub cards: i64,
    /// Whether the last turn called the last card.
    pub called: bool,
    /// How often it was called in this game.
    pub calls: i64,
}

/// A seat's view of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Your seat, 0 to 3.
    pub seat: usize,
    /// Your cards, in the order drawn.
    pub hand: Vec<Card>,
    /// What was played since the last reshuffle, oldest first.
    pub played: Vec<Card>,
    /// The card on top.
    pub last_played: Option<Card>,
    /// The suit to match where an ace lies on top.
    pub chosen_suit: Option<Suit>,
    /// What a pass or an illegal move costs now; 0 where no punishment is active.
    pub punishment: i64,
    /// How many cards the deck has.
    pub deck: i64,
    /// Everyone, from the player to move on, in the direction of play.
    pub players: Vec<Seat>,
    /// Whether play goes from seat 1 to seat 0.
    pub backward: bool,
    /// Turns taken.
    pub turn: i64,
    /// How many turns end the game.
    pub turn_limit: i64,
}

impl View {
    /// Whether a move may begin with the card. (Aces that would empty the hand may not be played all the
    /// same.)
    pub fn fits(&self, card: Card) -> bool {
        let top = match self.last_played {
            Some(top) => top,
            None => return true,
        };
        if self.punishment > 0 {
            return card.value == top.value;
        }
        card.is_ace() || card.value == top.value || card.suit == self.chosen_suit.unwrap_or(top.suit)
    }
}

impl Game for LastCard {
    type View = View;
    type Move = Move;
    const NAME: Option<&'static str> = Some("last-card");

    fn read(view: &Value, _: &Value) -> View {
        let seat = |player: &Value| Seat {
            seat: player.get("seat").int_or_zero() as usize,
            cards: player.get("cards").int_or_zero(),
            called: player.get("called").is_true(),
            calls: player.get("calls").int_or_zero(),
        };
        let chosen = view.get("chosen_suit").text();
        View {
            seat: view.get("seat").int_or_zero() as usize,
            hand: cards(view.get("hand")),
            played: cards(view.get("played")),
            last_played: view.get("last_played").text().and_then(Card::read),
            chosen_suit: NAMES.iter().position(|name| Some(*name) == chosen).map(|suit| SUITS[suit]),
            punishment: view.get("punishment").int_or_zero(),
            deck: view.get("deck").int_or_zero(),
            players: view.get("players").list().iter().map(seat).collect(),
            backward: view.get("direction").text() == Some("backward"),
            turn: view.get("turn").int_or_zero(),
            turn_limit: view.get("turn_limit").int_or_zero(),
        }
    }

    fn write(mv: &Move) -> String {
        let cards: Vec<String> = mv.cards.iter().map(|card| format!("\"{card}\"")).collect();
        let suit = mv.suit.map_or("null".to_owned(), |suit| format!("\"{}\"", NAMES[suit as usize]));
        format!("{{\"cards\":[{}],\"suit\":{suit},\"last_card\":{}}}", cards.join(","), mv.last_card)
    }
}

fn cards(list: &Value) -> Vec<Card> {
    list.list().iter().filter_map(|card| Card::read(card.text()?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_read_as_it_is_written() {
        for (suit, value) in SUITS.iter().flat_map(|suit| (1..14).map(move |value| (*suit, value))) {
            let card = Card { suit, value };
            assert_eq!(Card::read(&card.to_string()), Some(card));
        }
        assert_eq!(Card::read("5X").or(Card::read("1S")).or(Card::read("")), None);
    }

    #[test]
    fn a_move_is_written_as_its_rules_page_has_it() {
        let cards = vec![Card { suit: Suit::Diamonds, value: 8 }, Card { suit: Suit::Spades, value: 8 }];
        let mv = Move { cards, suit: Some(Suit::Hearts), last_card: true };
        assert_eq!(LastCard::write(&mv), r#"{"cards":["8D","8S"],"suit":"hearts","last_card":true}"#);
        assert_eq!(LastCard::write(&Move::default()), r#"{"cards":[],"suit":null,"last_card":false}"#);
    }
}
