//! In which order a search of two tries cards: those first that are likely to be best, so that the rest is
//! cut off.

use super::canon::Canon;
use crate::hearts::card_bits::{Cards, HEARTS, suit_of};

/// The most cards there can be.
const MOST: usize = 26;

/// Cards with a guess of how good each is.
#[derive(Debug)]
pub(super) struct Order {
    cards: [(i16, u8); MOST],
    next: usize,
    count: usize,
}

impl Order {
    #[inline]
    fn of(mut cards: Cards, guess: impl Fn(Cards) -> i16) -> Self {
        let mut order = Self { cards: [(0, 0); MOST], next: 0, count: 0 };
        while cards != 0 {
            let card = cards & cards.wrapping_neg();
            order.cards[order.count] = (guess(card), card.trailing_zeros() as u8);
            order.count += 1;
            cards ^= card;
        }
        order
    }

    /// The most promising card that is left.
    #[inline]
    pub(super) fn next_best(&mut self) -> Option<Cards> {
        let left = self.cards.get_mut(self.next..self.count)?;
        let best = (0..left.len()).max_by_key(|&at| (left[at].0, left.len() - at))?;
        left.swap(0, best);
        self.next += 1;
        Some(1 << left[0].1)
    }
}

/// The leads that differ; the hint first.
#[inline]
pub(super) fn leads(canon: &Canon, hint: Cards) -> Order {
    Order::of(canon.leads(), |card| {
        if card == hint {
            return 1000;
        }
        let others = canon.other & suit_of(card);
        let (below, above) = (others & (card - 1), others & !(card - 1));
        let rank = (card.trailing_zeros() & 15) as i16;
        match (below != 0, above != 0) {
            // The other must take it: the better, the more it costs.
            (false, true) if card & HEARTS != 0 => 60,
            (false, true) => 40 - rank,
            (true, true) => 20 - rank,
            (true, false) => -rank,
            // The other throws what it likes.
            (false, false) => -30 - rank,
        }
    })
}

/// The answers that differ.
#[inline]
pub(super) fn answers(canon: &Canon, lead: Cards, suit: Cards) -> Order {
    let queen = canon.queen_card();
    let follows = canon.other & suit != 0;
    Order::of(canon.answers(suit), |card| {
        let rank = (card.trailing_zeros() & 15) as i16;
        match () {
            () if card == queen && (!follows || card < lead) => 200,
            () if !follows && card & HEARTS != 0 => 100 + rank,
            () if !follows => 50 + rank,
            () if card < lead => 50 + rank,
            () if card == queen => -50,
            () => -rank,
        }
    })
}
