//! Playing cards: 52 of them, and sets of them in one machine word.
//!
//! A card is a number from 0 to 51, suit by suit (spades, clubs, diamonds, hearts), ace to king or two to ace
//! as the game counts: what a rank is worth is the game's business.

use std::fmt;

use crate::chance::Chance;

/// A suit, in the order both card games of the house list them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// ♠
    Spades,
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
}

impl Suit {
    /// All four, in order.
    pub const ALL: [Self; 4] = [Self::Spades, Self::Clubs, Self::Diamonds, Self::Hearts];

    /// The suit of a number from 0 to 3; higher numbers wrap round.
    #[inline]
    #[must_use]
    pub const fn of(number: u8) -> Self {
        match number & 3 {
            0 => Self::Spades,
            1 => Self::Clubs,
            2 => Self::Diamonds,
            _ => Self::Hearts,
        }
    }
}

/// A card of a 52-card deck: its suit, and its rank from 0 to 12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of a suit and a rank from 0 to 12.
    #[inline]
    #[must_use]
    pub const fn new(suit: Suit, rank: u8) -> Self {
        debug_assert!(rank < 13);
        Self(suit as u8 * 13 + rank)
    }

    /// The card of a number from 0 to 51, where there is one.
    #[inline]
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        (number < 52).then_some(Self(number))
    }

    /// Its number, from 0 to 51.
    #[inline]
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Its suit.
    #[inline]
    #[must_use]
    pub fn suit(self) -> Suit {
        Suit::of(self.0 / 13)
    }

    /// Its rank, from 0 to 12.
    #[inline]
    #[must_use]
    pub fn rank(self) -> u8 {
        self.0 % 13
    }

    /// A whole deck, in order.
    #[must_use]
    pub fn deck() -> [Self; 52] {
        std::array::from_fn(|number| Self(number as u8))
    }
}

/// A set of cards.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 52.
    pub const FULL: Self = Self((1 << 52) - 1);

    /// The set as a number, bit n for card n.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// All 13 cards of a suit.
    #[inline]
    #[must_use]
    pub const fn of_suit(suit: Suit) -> Self {
        Self(0x1fff << (suit as u8 * 13))
    }

    /// The four cards of a rank.
    #[inline]
    #[must_use]
    pub const fn of_rank(rank: u8) -> Self {
        Self((1 | 1 << 13 | 1 << 26 | 1 << 39) << rank)
    }

    /// This card and no other.
    #[inline]
    #[must_use]
    pub const fn only(card: Card) -> Self {
        Self(1 << card.0)
    }

    /// Whether the card is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Puts a card in.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Takes a card out.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// The cards that are in both.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards that are in either.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards that are in this one and not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// How many cards it has.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has no card.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The card with the lowest number.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(self.0.trailing_zeros() as u8)) }
    }

    /// The card with the highest number.
    #[inline]
    #[must_use]
    pub fn highest(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(63 - self.0.leading_zeros() as u8)) }
    }

    /// A random card of the set.
    #[inline]
    pub fn pick(self, chance: &mut Chance) -> Option<Card> {
        chance.pick_bit(self.0).map(|bit| Card(bit as u8))
    }
}

impl Iterator for CardSet {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = self.first()?;
        self.0 &= self.0 - 1;
        Some(card)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suits_and_ranks_partition_the_deck() {
        let suits: usize = Suit::ALL.iter().map(|&suit| CardSet::of_suit(suit).len()).sum();
        let ranks: usize = (0..13).map(|rank| CardSet::of_rank(rank).len()).sum();
        assert_eq!((suits, ranks), (52, 52));
        for card in Card::deck() {
            assert!(CardSet::of_suit(card.suit()).and(CardSet::of_rank(card.rank())) == CardSet::only(card));
        }
    }

    #[test]
    fn a_set_gives_back_the_cards_put_in() {
        let cards = [Card::new(Suit::Spades, 12), Card::new(Suit::Hearts, 0)];
        let set: CardSet = cards.into_iter().collect();
        assert_eq!(set.collect::<Vec<_>>(), cards);
        assert_eq!((set.first(), set.highest()), (Some(cards[0]), Some(cards[1])));
        assert_eq!(CardSet::EMPTY.highest(), None);
    }
}
