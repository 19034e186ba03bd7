//! What the other side will bid, guessed from what it did in this match.
//!
//! A few ways to bid are put up against each other: perfect play, any card, the newest victory card's number,
//! a little more than it and the lowest card where there is none, its rank, the sum of the lot, what it
//! tended to before, what other players of the house would bid. Each is believed as far as it foretold the
//! bids that were seen. Nothing is kept from one match to the next.

use super::bids::spread;
use super::endgame::Rest;
use super::matrix::{MOST, Mixture};
use super::rivals::RIVALS;

/// How many ways there are.
const WAYS: usize = 17 + RIVALS;
/// Perfect play, before anything is seen.
const PERFECT_AT_FIRST: f64 = 0.2;
/// Any card, before anything is seen.
const ANY_AT_FIRST: f64 = 0.2;
/// Each of the other players of the house, before anything is seen.
const RIVAL_AT_FIRST: f64 = 0.15;
/// Whoever bids by a rule is believed to break it so often.
const SLIP: f64 = 0.08;
/// Whoever bids as the house does hardly ever breaks it.
const RIVALS_SLIP: f64 = 0.02;
/// No way is ever believed less than this, so that a change of mind is noticed.
const LEAST: f64 = 1e-5;
/// A bid that lies a card further off is so much less likely.
const NEAR: f64 = 0.4;
/// Every card is expected a little by habit, whatever was seen.
const PRIOR: f64 = 0.15;
/// After so many bids, what is expected is half relied on.
const BIDS_UNTIL_HALF: f64 = 1.0;
/// Bids that are remembered.
const MOST_BIDS: usize = 64;

/// What is believed of the other side.
#[derive(Debug, Clone)]
pub(super) struct Model {
    beliefs: [f64; WAYS],
    /// By how much each bid lay above the newest victory card.
    above: Vec<i32>,
}

/// What each way foretells in one turn, card by card of the other hand.
#[derive(Debug, Clone)]
pub(super) struct Foretold {
    ways: [Mixture; WAYS],
    cards: [u8; MOST],
    count: usize,
    newest: u8,
}

impl Default for Model {
    fn default() -> Self {
        let rest = (1.0 - PERFECT_AT_FIRST - ANY_AT_FIRST - RIVALS as f64 * RIVAL_AT_FIRST)
            / (WAYS - 2 - RIVALS) as f64;
        let mut beliefs = [rest; WAYS];
        beliefs[WAYS - RIVALS..].fill(RIVAL_AT_FIRST);
        (beliefs[0], beliefs[1]) = (PERFECT_AT_FIRST, ANY_AT_FIRST);
        Self { beliefs, above: Vec::with_capacity(MOST_BIDS) }
    }
}

impl Model {
    /// What each way foretells, where perfect play of the other side is known and `newest` is the newest
    /// victory card.
    pub(super) fn foretell(
        &self,
        rest: &Rest,
        newest: u8,
        perfect: &Mixture,
        rivals: &[Mixture; RIVALS],
    ) -> Foretold {
        let (cards, count) = spread(rest.theirs);
        let hand = &cards[..count];
        let number = i32::from(newest);
        let rank = rank_of(newest, rest, count);
        let ways = [
            slipping(*perfect, count),
            any(count),
            at(near(hand, number - 1), count),
            at(near(hand, number), count),
            at(near(hand, number + 1), count),
            at(near(hand, number + 2), count),
            at(near(hand, number + 3), count),
            at(above(hand, newest + 1), count),
            at(above(hand, newest + 2), count),
            at(near(hand, rest.lot as i32), count),
            at(rank, count),
            at((rank + 1).min(count.saturating_sub(1)), count),
            at(rank.saturating_sub(1), count),
            at(0, count),
            at(count.saturating_sub(1), count),
            around(hand, &[number], 0.0),
            around(hand, &self.above.iter().map(|above| above + number).collect::<Vec<_>>(), PRIOR),
            slipping_by(RIVALS_SLIP, rivals[0], count),
            slipping_by(RIVALS_SLIP, rivals[1], count),
            slipping_by(RIVALS_SLIP, rivals[2], count),
        ];
        Foretold { ways, cards, count, newest }
    }

    /// How likely each card of the other hand seems, if the other side does not play perfectly.
    pub(super) fn expected(&self, foretold: &Foretold) -> Mixture {
        let mut expected = [0.0; MOST];
        let believed = 1.0 - self.beliefs[0];
        for (way, belief) in foretold.ways.iter().zip(self.beliefs).skip(1) {
            let belief = belief / believed.max(LEAST);
            expected.iter_mut().zip(way).for_each(|(place, share)| *place += belief * share);
        }
        expected
    }

    /// How far that can be relied on: the less the other side looks perfect, and the more of it was seen.
    pub(super) fn reliance(&self) -> f64 {
        let seen = self.above.len() as f64;
        (1.0 - self.beliefs[0]) * seen / (seen + BIDS_UNTIL_HALF)
    }

    /// Takes in what was bid.
    pub(super) fn learn(&mut self, foretold: &Foretold, bid: u8) {
        let at = near(&foretold.cards[..foretold.count], i32::from(bid));
        for (belief, way) in self.beliefs.iter_mut().zip(&foretold.ways) {
            *belief = (*belief * way[at]).max(LEAST * 1e-3);
        }
        let all: f64 = self.beliefs.iter().sum();
        self.beliefs.iter_mut().for_each(|belief| *belief = (*belief / all).max(LEAST));
        if self.above.len() == MOST_BIDS {
            self.above.remove(0);
        }
        self.above.push(i32::from(bid) - i32::from(foretold.newest));
    }
}

impl Foretold {
    /// The place of a bid among the cards of the other hand that a matrix shows.
    pub(super) fn column(&self, bid: u8) -> usize {
        near(&self.cards[..self.count], i32::from(bid))
    }
}

/// The rank of the newest victory card among those not yet bid for, as a place in a hand of so many cards.
fn rank_of(newest: u8, rest: &Rest, count: usize) -> usize {
    let below = (1_u64 << newest) - 1;
    let lower = (rest.pile & below).count_ones() + u32::from(rest.next != 0 && rest.next < newest);
    (lower as usize).min(count.saturating_sub(1))
}

/// The place of the card that is nearest to a number; of two, the higher.
fn near(hand: &[u8], number: i32) -> usize {
    let far = |card: u8| (i32::from(card) - number).abs();
    (0..hand.len()).rev().min_by_key(|&place| far(hand[place])).unwrap_or(0)
}

/// The place of this card, or of the lowest where the hand does not have it: whoever outbids every card by
/// one has nothing above the highest, and gives it up for the least.
fn above(hand: &[u8], card: u8) -> usize {
    hand.iter().position(|&held| held == card).unwrap_or(0)
}

fn any(count: usize) -> Mixture {
    let mut all = [0.0; MOST];
    all[..count].fill(1.0 / count.max(1) as f64);
    all
}

fn at(place: usize, count: usize) -> Mixture {
    let mut all = [0.0; MOST];
    if place < count {
        all[place] = 1.0;
    }
    slipping(all, count)
}

fn slipping(mixture: Mixture, count: usize) -> Mixture {
    slipping_by(SLIP, mixture, count)
}

fn slipping_by(slip: f64, mixture: Mixture, count: usize) -> Mixture {
    let any = any(count);
    std::array::from_fn(|place| (1.0 - slip) * mixture[place] + slip * any[place])
}

/// Cards around these numbers, nearer ones more likely.
fn around(hand: &[u8], numbers: &[i32], prior: f64) -> Mixture {
    let mut all = [0.0; MOST];
    for (place, &card) in all.iter_mut().zip(hand) {
        *place =
            prior + numbers.iter().map(|number| NEAR.powi((i32::from(card) - number).abs())).sum::<f64>();
    }
    let sum: f64 = all.iter().sum();
    if sum > 0.0 {
        all.iter_mut().for_each(|place| *place /= sum);
    }
    slipping(all, hand.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rest(theirs: u64) -> Rest {
        Rest { own: theirs, theirs, lot: 4, next: 2, pile: 1 << 1 | 1 << 3 | 1 << 5 }
    }

    #[test]
    fn whoever_bids_the_newest_card_is_soon_expected_to() {
        let mut model = Model::default();
        let mut hand = 0b11_1110;
        for newest in [4, 2, 1] {
            let foretold = model.foretell(
                &rest(hand),
                newest,
                &any(hand.count_ones() as usize),
                &[any(hand.count_ones() as usize); 3],
            );
            model.learn(&foretold, newest);
            hand &= !(1 << newest);
        }
        let foretold = model.foretell(&rest(hand), 5, &any(2), &[any(2); 3]);
        let expected = model.expected(&foretold);
        assert!(expected[1] > 0.5, "{expected:?}");
        assert!((expected.iter().sum::<f64>() - 1.0).abs() < 1e-3, "{expected:?}");
        assert!(model.reliance() > 0.25, "{}", model.reliance());
    }

    #[test]
    fn whoever_outbids_every_card_by_one_is_expected_to_give_the_highest_up() {
        let mut model = Model::default();
        let (mut hand, mut pile) = (0b11_1110_u64, 0b11_1110_u64);
        for newest in [3, 1] {
            let count = hand.count_ones() as usize;
            let rest = Rest { pile, ..rest(hand) };
            let foretold = model.foretell(&rest, newest, &any(count), &[any(count); 3]);
            model.learn(&foretold, newest + 1);
            (hand, pile) = (hand & !(1 << (newest + 1)), pile & !(1 << newest));
        }
        // 1, 3 and 5 are left.
        let foretold = model.foretell(&Rest { pile, ..rest(hand) }, 5, &any(3), &[any(3); 3]);
        let expected = model.expected(&foretold);
        assert!(expected[0] > 0.3, "{expected:?}");
    }

    #[test]
    fn whoever_plays_perfectly_is_taken_to() {
        let mut model = Model::default();
        let mut perfect = [0.0; MOST];
        (perfect[0], perfect[3]) = (0.5, 0.5);
        for bid in [1, 4, 4, 1, 4, 1, 1, 4] {
            let foretold = model.foretell(&rest(0b11_1110), 3, &perfect, &[any(5); 3]);
            model.learn(&foretold, bid);
        }
        assert!(model.reliance() < 0.4, "{}", model.reliance());
    }
}
