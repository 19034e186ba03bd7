//! Worlds that fit what a seat sees: the hidden cards, dealt to hands and deck.
//!
//! It reads the view, and never the position behind it.

use croupier_games::cards::{Card, CardSet};
use croupier_games::last_card::{Direction, LastCardView, SEATS};
use croupier_games::{Chance, Seat, View};

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
        deck.pick(self.chance).unwrap_or(Card::new(croupier_games::cards::Suit::Spades, 0))
    }
}

impl World {
    /// Everyone who plays this world from here draws the same cards, until the deck is shuffled anew.
    #[inline]
    pub(super) fn drawing<'a>(&'a self, chance: &'a mut Chance) -> Drawing<'a> {
        Drawing { order: &self.order[..self.cards], chance }
    }
}

/// What a seat sees, ready to be filled with hidden cards.
#[derive(Debug, Clone)]
pub(super) struct Worlds {
    open: Position,
    unseen: CardSet,
    /// How many cards each hidden hand has.
    sizes: [usize; SEATS],
}

impl Worlds {
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
        let mut worlds = Self { open, unseen, sizes };
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

    /// One of the worlds, into a place that is used again.
    pub(super) fn deal(&self, world: &mut World, chance: &mut Chance) {
        world.position = self.open;
        let mut count = 0;
        for card in self.unseen {
            world.order[count] = card;
            count += 1;
        }
        chance.shuffle(&mut world.order[..count]);
        for seat in (0..SEATS).filter(|&seat| self.sizes[seat] > 0) {
            world.position.hands[seat] = CardSet::EMPTY;
            for _ in 0..self.sizes[seat] {
                count -= 1;
                world.position.hands[seat].insert(world.order[count]);
            }
        }
        world.position.deck = world.order[..count].iter().copied().collect();
        world.cards = count;
    }

    /// A place for worlds.
    pub(super) fn place(&self) -> World {
        World { position: self.open, order: Card::deck(), cards: 0 }
    }
}
