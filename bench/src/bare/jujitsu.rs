//! A round of Psychological Jujitsu with 13 cards, bare: random bids, no trait, no views, no checks, no
//! history.

use croupier_games::{Chance, nth_bit};

const CARDS: usize = 13;

/// Plays one round and returns the points of both players, each in half of the number.
#[inline]
pub(crate) fn play(chance: &mut Chance) -> u64 {
    let mut pile: [u8; CARDS] = std::array::from_fn(|n| n as u8 + 1);
    chance.shuffle(&mut pile);
    let full = (1 << (CARDS + 1)) - 2;
    let (mut hands, mut points, mut lot) = ((full, full), (0, 0), 0);
    for (turn, card) in pile.into_iter().enumerate() {
        lot += u64::from(card);
        let first = bid(&mut hands.0, CARDS - turn, chance);
        let second = bid(&mut hands.1, CARDS - turn, chance);
        // Without branches: who wins cannot be guessed, and a wrong guess costs more than the sums.
        points.0 += lot * u64::from(first > second);
        points.1 += lot * u64::from(second > first);
        lot *= u64::from(first == second);
    }
    points.0 << 32 | points.1
}

/// Takes any card out of a hand of so many.
#[inline]
fn bid(hand: &mut u64, held: usize, chance: &mut Chance) -> u32 {
    let card = nth_bit(*hand, chance.below(held) as u32);
    *hand &= !(1 << card);
    card
}
