//! Cards from text and games from seeds, for the tests of this game.

use super::card::HeartsCard;
use super::{Hearts, HeartsOptions};
use crate::cards::{Card, CardSet};
use crate::chance::Chance;
use crate::game::Game;
use crate::seed::Seed;

/// The card that a text names.
pub(super) fn card(text: &str) -> Card {
    text.parse::<HeartsCard>().unwrap().0
}

/// Cards with blanks between them, in this order.
pub(super) fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(card).collect()
}

/// Cards with blanks between them, as a set.
pub(super) fn set(text: &str) -> CardSet {
    cards(text).into_iter().collect()
}

/// A game in which this many random cards were played, or fewer if it ended before.
pub(super) fn after(seats: usize, seed: Seed, count: usize) -> Hearts {
    let mut game = Hearts::deal(seats, &HeartsOptions::default(), seed).unwrap();
    let mut chance = Chance::new(seed.child(0));
    for _ in 0..count {
        let Some(seat) = game.turn().next() else { break };
        let card = game.any(seat, &mut chance);
        game.play(seat, card).unwrap();
    }
    game
}
