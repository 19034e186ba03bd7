//! Cards on the table: the deck, and what was played.

use crate::cards::Card;
use crate::chance::Chance;

/// Up to 52 cards, one on another, the oldest first.
#[derive(Debug, Clone)]
pub(super) struct Pile {
    cards: [Card; 52],
    count: u8,
}

impl PartialEq for Pile {
    // What lies beyond the count is left over from cards taken away.
    fn eq(&self, other: &Self) -> bool {
        self.cards() == other.cards()
    }
}

impl Pile {
    /// All 52 cards.
    pub(super) fn full() -> Self {
        Self { cards: Card::deck(), count: 52 }
    }

    /// One card.
    pub(super) fn of(card: Card) -> Self {
        Self { cards: [card; 52], count: 1 }
    }

    /// No card.
    pub(super) fn empty() -> Self {
        Self { cards: Card::deck(), count: 0 }
    }

    #[inline]
    pub(super) fn cards(&self) -> &[Card] {
        &self.cards[..self.len()]
    }

    /// All places: the cards, and behind them what is left over from cards taken away.
    #[inline]
    pub(super) fn all(&self) -> &[Card; 52] {
        &self.cards
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// The card on top. An empty pile has none, but the played cards, which are asked, are never empty.
    #[inline]
    pub(super) fn top(&self) -> Card {
        self.cards[self.len() - 1]
    }

    /// Lays a card on top.
    #[inline]
    pub(super) fn put(&mut self, card: Card) {
        self.cards[self.len()] = card;
        self.count += 1;
    }

    /// Takes a random card out.
    ///
    /// A deck has no order until it is drawn from. That is the same as shuffling first, and only the cards
    /// that are drawn cost a random number.
    #[inline]
    pub(super) fn draw(&mut self, chance: &mut Chance) -> Option<Card> {
        let last = self.len().checked_sub(1)?;
        let place = chance.below(last + 1);
        let card = self.cards[place];
        self.cards[place] = self.cards[last];
        self.count -= 1;
        Some(card)
    }

    /// Takes all cards but the top one away, as a new deck.
    pub(super) fn leave_top(&mut self) -> Self {
        let top = self.top();
        let mut rest = self.clone();
        rest.count -= 1;
        self.cards[0] = top;
        self.count = 1;
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::super::names::tests::cards;
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn a_deck_gives_each_of_its_cards_once_and_then_none() {
        let mut chance = Chance::new(Seed::plain(4));
        let mut deck = Pile::full();
        let mut drawn: Vec<Card> = std::iter::from_fn(|| deck.draw(&mut chance)).collect();
        assert_ne!(drawn, Card::deck());
        drawn.sort();
        assert_eq!(drawn, Card::deck());
        assert_eq!(deck, Pile::empty());
    }

    #[test]
    fn the_first_card_drawn_is_each_card_equally_often() {
        let mut chance = Chance::new(Seed::plain(11));
        let mut seen = [0_u32; 52];
        for _ in 0..52_000 {
            seen[usize::from(Pile::full().draw(&mut chance).unwrap().number())] += 1;
        }
        // 1,000 expected; five standard deviations are 157.
        assert!(seen.iter().all(|&n| n.abs_diff(1000) < 157), "{seen:?}");
    }

    #[test]
    fn only_the_top_card_stays_when_the_rest_becomes_a_deck() {
        let mut played = Pile::of(cards("8D")[0]);
        cards("8S 2S").into_iter().for_each(|card| played.put(card));
        let deck = played.leave_top();
        assert_eq!(deck.cards(), cards("8D 8S"));
        assert_eq!(played.cards(), cards("2S"));
    }
}
