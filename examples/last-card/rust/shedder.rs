//! A Last Card bot: plays as many cards at once as it can, and keeps its aces.

use croupier::last_card::{Card, LastCard, Move, View};

struct Shedder;

impl croupier::Player<LastCard> for Shedder {
    fn choose(&mut self, view: &View) -> Move {
        let fitting = view.hand.iter().filter(|card| view.fits(**card));
        let moves = fitting.map(|first| with_its_likes(&view.hand, *first));
        // Aces last: they go on anything, and cannot be the end.
        let playable = moves.filter(|cards| !cards[0].is_ace() || cards.len() < view.hand.len());
        let worth = |cards: &Vec<Card>| cards.len() + if cards[0].is_ace() { 0 } else { 10 };
        let cards = playable.max_by_key(worth).unwrap_or_default();
        let left: Vec<Card> = view.hand.iter().filter(|card| !cards.contains(card)).copied().collect();
        Move { cards, suit: left.first().map(|card| card.suit), last_card: can_go_at_once(&left) }
    }
}

/// The card, then all others of its value.
fn with_its_likes(hand: &[Card], first: Card) -> Vec<Card> {
    let others = hand.iter().filter(|card| **card != first && card.value == first.value);
    std::iter::once(first).chain(others.copied()).collect()
}

/// Whether these cards can go in one move.
fn can_go_at_once(cards: &[Card]) -> bool {
    let same = |first: &Card| !first.is_ace() && cards.iter().all(|card| card.value == first.value);
    cards.len() <= 4 && cards.first().map_or(false, same)
}

fn main() {
    croupier::play(|| Shedder)
}
