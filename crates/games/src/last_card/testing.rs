//! Small tables for the tests of the rules.

use super::names::tests::cards;
use super::{LastCard, LastCardMove};
use crate::cards::CardSet;
use crate::game::Game;
use crate::seed::Seed;

/// Three cards for seat 0, of which two fit on the eight of diamonds, and hearts for the others.
pub(super) const SMALL: [&str; 4] = ["8S 9D 3C", "3H 4H", "6H 7H", "9H QH"];

/// Seats 0 to 3 hold these cards, and this one lies face up.
pub(super) fn table(hands: [&str; 4], face_up: &str) -> LastCard {
    let hands = hands.map(cards);
    let hands = std::array::from_fn(|seat| &hands[seat][..]);
    LastCard::with_hands(hands, cards(face_up)[0], Seed::plain(1)).unwrap()
}

pub(super) fn mv(line: &str) -> LastCardMove {
    LastCardMove::of(&cards(line))
}

/// The seat to move plays these cards.
pub(super) fn play(game: &mut LastCard, line: &str) {
    game.play(game.to_move, mv(line)).unwrap();
}

pub(super) fn held(game: &LastCard) -> [usize; 4] {
    game.hands.map(CardSet::len)
}
