//! How likely a player is to bid each card: what a mixed strategy says, and what a bid is drawn from.

use croupier_games::jujitsu::{Bid, JujitsuView, MOST_CARDS};
use croupier_games::{Chance, View};

use super::matrix::{MOST, Mixture};

const PLACES: usize = MOST_CARDS as usize + 1;

/// How likely each card is to be bid; all together 1, unless there is no card.
#[derive(Debug, Clone, PartialEq)]
pub struct Bids {
    shares: [f64; PLACES],
}

/// A player that says how likely it is to bid each card.
pub trait Mixed: Send {
    /// How it bids in this view.
    fn bids(&mut self, view: JujitsuView<'_>) -> Bids;
}

impl Bids {
    /// This card for certain; 0 is none at all.
    #[must_use]
    pub fn only(card: u8) -> Self {
        let mut shares = [0.0; PLACES];
        if card != 0 && usize::from(card) < PLACES {
            shares[usize::from(card)] = 1.0;
        }
        Self { shares }
    }

    /// Every card of the own hand as likely as any other.
    #[must_use]
    pub fn any(view: JujitsuView<'_>) -> Self {
        let hand = view.hand(view.seat());
        let mut shares = [0.0; PLACES];
        for card in hand {
            shares[usize::from(card)] = 1.0 / hand.len() as f64;
        }
        Self { shares }
    }

    /// As often as each card was seen to be bid, by its number; at 0 are those that were drawn from the hand
    /// by chance.
    #[must_use]
    pub fn seen(view: JujitsuView<'_>, times: &[u32; 64]) -> Self {
        let all = f64::from(times.iter().sum::<u32>().max(1));
        let mut bids = Self::any(view);
        for (share, &seen) in bids.shares.iter_mut().zip(times) {
            *share = (*share * f64::from(times[0]) + f64::from(seen)) / all;
        }
        bids.shares[0] = 0.0;
        bids
    }

    /// A mixture of the cards that a matrix shows of the own hand.
    pub(super) fn mixed(hand: u64, rows: &Mixture) -> Self {
        let (cards, count) = spread(hand);
        let mut shares = [0.0; PLACES];
        for (&card, &share) in cards[..count].iter().zip(rows) {
            shares[usize::from(card)] = share;
        }
        Self { shares }
    }

    /// How likely this card is.
    #[must_use]
    pub fn share(&self, card: u8) -> f64 {
        self.shares.get(usize::from(card)).copied().unwrap_or(0.0)
    }

    /// Draws a card.
    pub(super) fn draw(&self, chance: &mut Chance) -> Bid {
        let mut point = chance.below(1 << 30) as f64 / f64::from(1 << 30);
        let mut last = 0;
        for (card, &share) in self.shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            point -= share;
            last = card as i32;
            if point < 0.0 {
                break;
            }
        }
        // Rounding may leave a little over, and a finished match has no card at all.
        Bid(last)
    }
}

/// The cards of a hand, the lowest first; of a hand that is larger than a matrix, every so manieth.
pub(super) fn spread(hand: u64) -> ([u8; MOST], usize) {
    let (mut all, mut count) = ([0; 64], 0);
    let mut rest = hand;
    while rest != 0 {
        all[count] = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        count += 1;
    }
    let shown = count.min(MOST);
    let mut list = [0; MOST];
    for (at, place) in list.iter_mut().enumerate().take(shown) {
        *place = all[if shown > 1 { at * (count - 1) / (shown - 1) } else { 0 }];
    }
    (list, shown)
}
