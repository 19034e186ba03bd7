//! A set of numbered cards in one machine word: a hand, or what is left of a pile.

use std::fmt;

use super::MOST_CARDS;
use crate::chance::{Chance, nth_bit};

/// A set of cards from 1 to 60; going through it gives the lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Cards(u64);

impl Cards {
    /// The set as a number, bit n for card n.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The cards from 1 to `highest`.
    #[inline]
    #[must_use]
    pub const fn up_to(highest: u8) -> Self {
        debug_assert!(highest <= MOST_CARDS);
        Self((1 << (highest + 1)) - 2)
    }

    /// The card of this number, if it is here; any number may be asked for.
    #[inline]
    #[must_use]
    pub fn numbered(self, number: i32) -> Option<u8> {
        let card = u8::try_from(number).ok()?;
        self.holds(card).then_some(card)
    }

    /// Whether the card is here.
    #[inline]
    #[must_use]
    pub const fn holds(self, card: u8) -> bool {
        card <= MOST_CARDS && self.0 >> card & 1 == 1
    }

    /// Takes a card out.
    #[inline]
    pub fn remove(&mut self, card: u8) {
        debug_assert!(self.holds(card));
        self.0 &= !(1 << card);
    }

    /// The lowest card.
    #[inline]
    #[must_use]
    pub fn lowest(self) -> Option<u8> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as u8) }
    }

    /// The highest card.
    #[inline]
    #[must_use]
    pub fn highest(self) -> Option<u8> {
        self.0.checked_ilog2().map(|bit| bit as u8)
    }

    /// The lowest card that is not below this one.
    #[must_use]
    pub fn lowest_from(self, card: u8) -> Option<u8> {
        if card > MOST_CARDS { None } else { Self(self.0 >> card << card).lowest() }
    }

    /// How many cards there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no card.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The card with `n` lower ones; there must be more than `n`.
    #[inline]
    #[must_use]
    pub fn nth_lowest(self, n: usize) -> u8 {
        nth_bit(self.0, n as u32) as u8
    }

    /// A random card, each as likely as any other.
    #[inline]
    pub fn pick(self, chance: &mut Chance) -> Option<u8> {
        chance.pick_bit(self.0).map(|bit| bit as u8)
    }
}

impl Iterator for Cards {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let card = self.lowest()?;
        self.0 &= self.0 - 1;
        Some(card)
    }
}

impl FromIterator<u8> for Cards {
    fn from_iter<I: IntoIterator<Item = u8>>(cards: I) -> Self {
        Self(cards.into_iter().fold(0, |set, card| set | 1 << card))
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn a_full_hand_runs_from_1_to_the_highest_card() {
        assert_eq!(Cards::up_to(3).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(Cards::up_to(MOST_CARDS).len(), 60);
        assert_eq!(Cards::up_to(MOST_CARDS).highest(), Some(60));
    }

    #[test]
    fn only_numbers_in_the_set_are_found_whatever_is_asked_for() {
        let cards: Cards = [2, 60].into_iter().collect();
        let found: Vec<u8> = (-300..300).filter_map(|number| cards.numbered(number)).collect();
        assert_eq!(found, [2, 60]);
        assert_eq!(
            (cards.numbered(i32::MIN), cards.numbered(i32::MAX), cards.numbered(258)),
            (None, None, None)
        );
    }

    #[test]
    fn the_lowest_card_from_a_number_on_may_be_that_number() {
        let cards: Cards = [2, 5, 9].into_iter().collect();
        let from: Vec<Option<u8>> = [1, 2, 3, 9, 10, 255].map(|card| cards.lowest_from(card)).into();
        assert_eq!(from, [Some(2), Some(2), Some(5), Some(9), None, None]);
    }

    #[test]
    fn every_card_is_picked_as_often_as_any_other() {
        let mut cards = Cards::up_to(5);
        cards.remove(3);
        let mut seen = [0_u32; 6];
        let mut chance = Chance::new(Seed::plain(4));
        for _ in 0..40_000 {
            seen[usize::from(cards.pick(&mut chance).unwrap())] += 1;
        }
        // 10,000 expected; five standard deviations are 433.
        assert!([1, 2, 4, 5].iter().all(|&card: &usize| seen[card].abs_diff(10_000) < 433), "{seen:?}");
        assert_eq!((seen[3], Cards::default().pick(&mut chance)), (0, None));
    }
}
