//! A trick, finished or not: who led, and the cards in the order played.

use super::rules::points;
use crate::cards::{Card, CardSet, Suit};
use crate::seats::Seat;

/// A trick of the deal, borrowed from it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trick<'a> {
    leader: Seat,
    seats: u8,
    cards: &'a [Card],
}

impl<'a> Trick<'a> {
    /// The cards of a trick, in the order played from the leader on; `seats` is 2 or 4.
    #[inline]
    pub(super) fn new(leader: Seat, seats: u8, cards: &'a [Card]) -> Self {
        Self { leader, seats, cards }
    }

    /// Who leads, or led.
    #[inline]
    #[must_use]
    pub fn leader(&self) -> Seat {
        self.leader
    }

    /// The cards, oldest first.
    #[inline]
    #[must_use]
    pub fn cards(&self) -> &'a [Card] {
        self.cards
    }

    /// The cards with who played them, oldest first.
    pub fn plays(&self) -> impl Iterator<Item = (Seat, Card)> + use<'a> {
        let Self { leader, seats, cards } = *self;
        cards.iter().enumerate().map(move |(place, &card)| (seat_at(leader, place, seats), card))
    }

    /// The cards as a set.
    #[inline]
    #[must_use]
    pub fn set(&self) -> CardSet {
        self.cards.iter().copied().collect()
    }

    /// The suit that must be followed; `None` before the lead.
    #[inline]
    #[must_use]
    pub fn suit(&self) -> Option<Suit> {
        self.cards.first().map(|lead| lead.suit())
    }

    /// The card that takes the trick as it stands: the highest of the suit led. `None` before the lead.
    #[inline]
    #[must_use]
    pub fn best(&self) -> Option<Card> {
        self.set().and(CardSet::of_suit(self.suit()?)).highest()
    }

    /// Who takes the trick as it stands; the leader before the lead.
    #[inline]
    #[must_use]
    pub fn taker(&self) -> Seat {
        let best = self.best();
        let place = self.cards.iter().position(|&card| Some(card) == best).unwrap_or(0);
        seat_at(self.leader, place, self.seats)
    }

    /// What the trick costs as it stands.
    #[inline]
    #[must_use]
    pub fn points(&self) -> u32 {
        points(self.set())
    }
}

/// The seat some places after the leader; tables of two and four wrap round by a mask.
#[inline]
pub(super) fn seat_at(leader: Seat, place: usize, seats: u8) -> Seat {
    Seat((leader.0 + place as u8) & (seats - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hearts::testing::cards;

    fn taker(leader: u8, seats: u8, text: &str) -> Seat {
        Trick::new(Seat(leader), seats, &cards(text)).taker()
    }

    #[test]
    fn the_highest_card_of_the_suit_led_takes_the_trick() {
        assert_eq!(taker(2, 4, "D5 DJ D10 D7"), Seat(3));
        assert_eq!(taker(2, 4, "D5 SA HA CA"), Seat(2));
        assert_eq!(taker(1, 2, "D5 DA"), Seat(0));
        assert_eq!(taker(1, 2, "D2 HA"), Seat(1));
    }

    #[test]
    fn the_ace_is_the_highest_card_and_the_two_the_lowest() {
        assert_eq!(taker(0, 4, "SK S2 SA SQ"), Seat(2));
        assert_eq!(taker(0, 4, "C2 C3 D9 H9"), Seat(1));
    }

    #[test]
    fn plays_go_round_the_table_from_the_leader() {
        let played = cards("C2 C3 C4");
        let seats: Vec<Seat> = Trick::new(Seat(3), 4, &played).plays().map(|(seat, _)| seat).collect();
        assert_eq!(seats, [Seat(3), Seat(0), Seat(1)]);
    }

    #[test]
    fn a_trick_costs_its_hearts_and_its_queen() {
        assert_eq!(Trick::new(Seat(0), 4, &cards("SK SQ H2 H3")).points(), 15);
        assert_eq!(Trick::new(Seat(0), 4, &[]).points(), 0);
    }

    #[test]
    fn an_empty_trick_has_no_suit_and_belongs_to_its_leader() {
        let trick = Trick::new(Seat(2), 4, &[]);
        assert_eq!((trick.suit(), trick.best(), trick.taker()), (None, None, Seat(2)));
    }
}
