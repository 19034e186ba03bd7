//! A position for rollouts: what the rules of Last Card need to go on, and nothing to show, count or check.
//!
//! Deck and pile are sets, since a card is drawn at random and only the top one matters. It trusts its plays
//! to be legal, and knows nothing of views: `worlds.rs` makes positions of those.

use croupier_games::cards::{Card, CardSet, Suit};
use croupier_games::last_card::{ACE, FIVE, JACK, LastCardMove, SEATS, TEN, TWO, hand_value};

/// Where drawn cards come from.
pub(super) trait Draw {
    /// A card of this deck, which has one.
    fn draw(&mut self, deck: CardSet) -> Card;
}

/// A move as the rules feel it: cards of one value, which of them fits and which ends on top. No card is a
/// pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Play {
    pub(super) cards: CardSet,
    pub(super) first: Card,
    pub(super) last: Card,
    /// The suit to match afterwards: the one an ace names, otherwise that of the last card.
    pub(super) suit: Suit,
    pub(super) calls: bool,
}

impl Play {
    /// Plays no card. What else it holds means nothing.
    pub(super) const PASS: Self = Self {
        cards: CardSet::EMPTY,
        first: Card::new(Suit::Spades, 0),
        last: Card::new(Suit::Spades, 0),
        suit: Suit::Spades,
        calls: false,
    };

    /// These cards of one value, from the one that fits to the one that ends on top.
    #[inline]
    pub(super) fn of(cards: CardSet, first: Card, last: Card) -> Self {
        Self { cards, first, last, suit: last.suit(), calls: false }
    }

    /// The move to send; cards between the first and the last come in the order of their suits.
    pub(super) fn to_move(self) -> LastCardMove {
        if self.cards.is_empty() {
            return LastCardMove::PASS.calling_if(self.calls);
        }
        let ends = CardSet::only(self.first).or(CardSet::only(self.last));
        let start = LastCardMove::of(&[self.first]);
        let mut mv = self.cards.without(ends).fold(start, LastCardMove::and);
        if self.last != self.first {
            mv = mv.and(self.last);
        }
        if self.first.rank() == ACE {
            mv = mv.naming(self.suit);
        }
        mv.calling_if(self.calls)
    }
}

/// How a position stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stands {
    /// Someone is to move.
    Open,
    /// Someone is out.
    Won,
    /// The turn limit was reached.
    OutOfTurns,
}

/// The table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) hands: [CardSet; SEATS],
    pub(super) deck: CardSet,
    /// All cards that lie there, the top one among them.
    pub(super) played: CardSet,
    pub(super) top: Card,
    pub(super) suit: Suit,
    pub(super) punishment: u8,
    pub(super) to_move: u8,
    /// Places from one seat to the next: 1 forward, 3 backward.
    pub(super) step: u8,
    pub(super) called: [bool; SEATS],
    pub(super) calls: [u16; SEATS],
    pub(super) turns: u16,
    pub(super) turn_limit: u16,
    pub(super) stands: Stands,
}

/// What an empty hand costs without the call.
const NO_CALL_DRAW: u8 = 2;

impl Position {
    /// The cards that may be played first, held or not.
    #[inline]
    pub(super) fn fitting(&self) -> CardSet {
        let same_value = CardSet::of_rank(self.top.rank());
        if self.punishment > 0 {
            return same_value;
        }
        same_value.or(CardSet::of_suit(self.suit)).or(CardSet::of_rank(ACE))
    }

    /// The cards of the seat to move that a legal play can start with.
    #[inline]
    pub(super) fn playable(&self) -> CardSet {
        let hand = self.hand();
        if hand.len() == 1 && !hand.and(CardSet::of_rank(ACE)).is_empty() {
            return CardSet::EMPTY;
        }
        hand.and(self.fitting())
    }

    /// The hand of the seat to move.
    #[inline]
    pub(super) fn hand(&self) -> CardSet {
        self.hands[usize::from(self.to_move)]
    }

    /// The seat so many places on.
    #[inline]
    pub(super) fn seat_after(&self, places: u8) -> usize {
        usize::from((self.to_move + self.step * places) & 3)
    }

    /// Points of a seat if the game ended here.
    #[inline]
    pub(super) fn points(&self, seat: usize) -> u32 {
        hand_value(self.hands[seat]) + u32::from(self.calls[seat]) / 10
    }

    /// Carries out a legal play of the seat to move.
    #[inline]
    pub(super) fn play(&mut self, play: Play, luck: &mut impl Draw) {
        let seat = usize::from(self.to_move);
        let may_end = std::mem::replace(&mut self.called[seat], play.calls);
        self.calls[seat] += u16::from(play.calls);
        if play.cards.is_empty() {
            self.draw(seat, self.punishment.max(1), luck);
            self.punishment = 0;
            return self.next_turn(1);
        }
        self.hands[seat] = self.hands[seat].without(play.cards);
        self.played = self.played.or(play.cards);
        self.top = play.last;
        self.suit = play.suit;
        if self.hands[seat].is_empty() {
            if may_end {
                self.turns += 1;
                self.stands = Stands::Won;
                return;
            }
            self.draw(seat, NO_CALL_DRAW, luck);
        }
        let places = self.take_effect(play.last.rank(), play.cards.len() as u8);
        self.next_turn(places);
    }

    /// Lets so many cards of a rank have their effect; says how many places on the turn goes.
    #[inline]
    fn take_effect(&mut self, rank: u8, count: u8) -> u8 {
        match rank {
            TWO => self.punishment += 2 * count,
            FIVE => self.punishment += 5 * count,
            TEN => return 1 + count,
            JACK if count % 2 == 1 => self.step = 4 - self.step,
            _ => {}
        }
        1
    }

    #[inline]
    fn next_turn(&mut self, places: u8) {
        self.to_move = (self.to_move + self.step * places) & 3;
        self.turns += 1;
        if self.turns >= self.turn_limit {
            self.stands = Stands::OutOfTurns;
        }
    }

    #[inline]
    fn draw(&mut self, seat: usize, cards: u8, luck: &mut impl Draw) {
        for _ in 0..cards {
            if self.deck.is_empty() {
                let top = CardSet::only(self.top);
                self.deck = self.played.without(top);
                self.played = top;
                if self.deck.is_empty() {
                    return;
                }
            }
            let card = luck.draw(self.deck);
            self.deck.remove(card);
            self.hands[seat].insert(card);
        }
    }
}
