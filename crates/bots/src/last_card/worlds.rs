//! Worlds that fit what a seat sees: the hidden cards, dealt to hands and deck.
//!
//! It reads the view, and never the position behind it.

use croupier_games::cards::{Card, CardSet, Suit};
use croupier_games::last_card::{Direction, LastCardView, SEATS};
use croupier_games::{Chance, Seat, View};

use super::hidden::Hidden;
use super::likely::likely;
use super::position::{Draw, Position, Stands};

/// A position, and the order in which its deck will be drawn.
#[derive(Debug, Clone)]
pub(super) struct World {
    pub(super) position: Position,
    order: [Card; 52],
    cards: usize,
}

/// Draws from a world: first its deck in its order, then what was shuffled anew.
pub(super) struct Drawing<'a> {
    order: &'a [Card],
    chance: &'a mut Chance,
}

impl Draw for Drawing<'_> {
    #[inline]
    fn draw(&mut self, deck: CardSet) -> Card {
        if let Some((&card, rest)) = self.order.split_first() {
            self.order = rest;
            return card;
        }
        // A deck that is drawn from has a card.
        deck.pick(self.chance).unwrap_or(Card::new(Suit::Spades, 0))
    }
}

impl World {
    /// This very position, with its deck in another order.
    #[cfg(test)]
    pub(super) fn retold(&mut self, position: &Position, chance: &mut Chance) {
        self.position = *position;
        self.cards = shuffled(position.deck, &mut self.order, chance);
    }

    /// Everyone who plays this world from here draws the same cards, until the deck is shuffled anew.
    #[inline]
    pub(super) fn drawing<'a>(&'a self, chance: &'a mut Chance) -> Drawing<'a> {
        Drawing { order: &self.order[..self.cards], chance }
    }
}

/// What a seat sees, ready to be filled with hidden cards.
#[derive(Debug, Clone)]
pub(super) struct Worlds<'a> {
    open: Position,
    unseen: CardSet,
    /// How many cards each hidden hand has.
    sizes: [usize; SEATS],
    /// What is known of the hidden hands.
    hidden: Option<&'a Hidden>,
}

impl<'a> Worlds<'a> {
    /// Of the seat to move.
    pub(super) fn of(view: &LastCardView<'_>) -> Self {
        let seat = view.seat();
        let played: CardSet = view.played().iter().copied().collect();
        let mut hands = [CardSet::EMPTY; SEATS];
        hands[seat.index()] = view.hand();
        let open = Position {
            hands,
            deck: CardSet::EMPTY,
            played,
            top: view.last_played(),
            suit: view.suit(),
            punishment: view.punishment() as u8,
            to_move: view.to_move().0,
            step: if view.direction() == Direction::Forward { 1 } else { 3 },
            called: std::array::from_fn(|seat| view.called(Seat(seat as u8))),
            calls: std::array::from_fn(|seat| view.tally(Seat(seat as u8)).calls),
            turns: view.turns(),
            turn_limit: view.turn_limit(),
            stands: if view.end().is_some() { Stands::OutOfTurns } else { Stands::Open },
        };
        let sizes = std::array::from_fn(|other| {
            let other = Seat(other as u8);
            if other == seat { 0 } else { view.hand_size(other) }
        });
        let unseen = CardSet::FULL.without(view.hand()).without(played);
        let mut worlds = Self { open, unseen, sizes, hidden: None };
        let mut hidden = unseen;
        for (hand, size) in worlds.open.hands.iter_mut().zip(sizes) {
            *hand = hand.or(hidden.by_ref().take(size).collect());
        }
        worlds
    }

    /// A position in which only what the seat sees is right, and how many cards everyone holds.
    pub(super) fn open(&self) -> &Position {
        &self.open
    }

    /// The same, with what is known of the hidden cards.
    pub(super) fn heeding(self, hidden: &'a Hidden) -> Self {
        Self { hidden: Some(hidden), ..self }
    }

    /// One of the worlds, into a place that is used again.
    pub(super) fn deal(&self, world: &mut World, chance: &mut Chance) {
        world.position = self.open;
        let mut left = self.unseen;
        let mut open = self.sizes;
        for seat in (0..SEATS).filter(|&seat| self.sizes[seat] > 0) {
            let hand = &mut world.position.hands[seat];
            *hand = CardSet::EMPTY;
            if let Some(hidden) = self.hidden {
                *hand = likely(hidden.hand(seat), self.open.called[seat], left, chance);
                left = left.without(*hand);
                open[seat] -= hand.len();
            }
        }
        world.cards = shuffled(left, &mut world.order, chance);
        for (hand, open) in world.position.hands.iter_mut().zip(open) {
            for _ in 0..open {
                world.cards -= 1;
                hand.insert(world.order[world.cards]);
            }
        }
        world.position.deck = world.order[..world.cards].iter().copied().collect();
    }

    /// A place for worlds.
    pub(super) fn place(&self) -> World {
        World { position: self.open, order: Card::deck(), cards: 0 }
    }
}

/// Lays cards out in random order; says how many.
#[inline]
fn shuffled(cards: CardSet, order: &mut [Card; 52], chance: &mut Chance) -> usize {
    let count = cards.len();
    for (place, card) in order.iter_mut().zip(cards) {
        *place = card;
    }
    chance.shuffle(&mut order[..count]);
    count
}
