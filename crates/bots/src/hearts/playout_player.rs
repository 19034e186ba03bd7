//! A careful player for playouts: a few bit tricks a card, no luck and no memory.
//!
//! It sees only what the seat to move may see: its hand, the trick, the points, and what the others hold
//! between them. Its rules were chosen by play against the same player without them. Those against the moon
//! lose a little at a table of four when played by themselves, and are kept because the search seemed to do
//! better with them in its playouts.

use super::card_bits::{Cards, HEARTS, SPADES, first, highest, last, lowest, or_all, suit_of};
use super::search_position::{ALL_POINTS, SearchPosition};

/// Who has every point, and so many, goes on for the moon.
const SHOOTS: u8 = 14;
/// Who has every point, and so many, is feared to.
const FEARED: u8 = 8;

/// Plays the rest of the deal.
#[inline]
pub(super) fn play_out<const N: usize>(deal: &mut SearchPosition<N>) {
    while !deal.is_over() {
        let card = choose(deal);
        deal.play(card);
    }
}

/// The card that a careful player plays.
#[inline]
pub(super) fn choose<const N: usize>(deal: &SearchPosition<N>) -> Cards {
    let legal = deal.legal();
    if has_all(deal, deal.mover(), SHOOTS) {
        return shoot(deal, legal);
    }
    if deal.place == 0 {
        return lead(deal, legal);
    }
    if legal & deal.led == 0 {
        return throw(deal, legal);
    }
    follow(deal, legal)
}

/// Whether a seat has every point that was taken, and at least so many.
#[inline]
fn has_all<const N: usize>(deal: &SearchPosition<N>, seat: usize, least: u8) -> bool {
    let taken = ALL_POINTS - deal.rest;
    taken >= least && deal.points[seat % N] == taken
}

/// Whether who takes the trick as it stands is feared to shoot the moon.
#[inline]
fn is_feared<const N: usize>(deal: &SearchPosition<N>) -> bool {
    has_all(deal, usize::from(deal.taker), FEARED)
}

/// On the way to the moon: takes what it can, and throws away what is low.
#[inline]
fn shoot<const N: usize>(deal: &SearchPosition<N>, legal: Cards) -> Cards {
    if deal.place == 0 {
        return highest(legal);
    }
    if legal & deal.led == 0 {
        return lowest(or_all(legal & !HEARTS & !deal.queen, legal));
    }
    match over(deal, legal) {
        0 => first(legal),
        over if is_last(deal) => first(over),
        over => last(over),
    }
}

/// Leads where the others hold most above, and not what could take the queen of spades; among four it hunts
/// her.
#[inline]
fn lead<const N: usize>(deal: &SearchPosition<N>, legal: Cards) -> Cards {
    let danger = dangerous(deal);
    let safe = or_all(legal & !danger, legal);
    let hunts = N > 2 && deal.queen != 0 && deal.hand() & danger == 0;
    if hunts && safe & SPADES != 0 {
        return last(safe & SPADES);
    }
    safest(deal, safe)
}

/// Of the lowest cards of each suit the one that the fewest of the others' cards are below.
#[inline]
fn safest<const N: usize>(deal: &SearchPosition<N>, mut cards: Cards) -> Cards {
    let hand = deal.hand();
    let others = deal.hands.iter().fold(0, |all, hand| all | hand) & !hand;
    let (mut best, mut least) = (0, u32::MAX);
    while cards != 0 {
        let card = first(cards);
        let suit = suit_of(card);
        let (below, all) = ((others & suit & (card - 1)).count_ones(), (others & suit).count_ones());
        // What nobody else has is sure to take the trick, and whatever is thrown on it.
        let risk = (below * 1000 + 500).checked_div(all).unwrap_or(2000);
        if risk < least {
            (best, least) = (card, risk);
        }
        cards &= !suit;
    }
    best
}

/// Follows suit: under the best card if that is wise, else cheaply.
#[inline]
fn follow<const N: usize>(deal: &SearchPosition<N>, legal: Cards) -> Cards {
    // No points fall in the first trick, nor where the last card is one of none.
    if deal.first {
        return last(legal);
    }
    let under = legal & (deal.best - 1);
    if under & deal.queen != 0 {
        return deal.queen;
    }
    let harmless = legal & !deal.queen;
    let free = is_last(deal) && deal.cost == 0;
    let cheap = deal.cost > 0 && deal.cost < 13 && is_feared(deal);
    let over = over(deal, harmless);
    if free && harmless != 0 {
        return last(harmless);
    }
    if cheap && over != 0 {
        return last(over);
    }
    if under != 0 {
        return last(under);
    }
    let harmless = or_all(harmless, legal);
    // Who takes the trick anyway gets rid of a high card; who may still be overtaken stays low.
    if is_last(deal) { last(harmless) } else { lowest(or_all(harmless & !dangerous(deal), harmless)) }
}

/// Cannot follow: the queen goes first, then spades that could catch her, then hearts, then whatever is high.
/// Who is feared to shoot the moon gets no points.
#[inline]
fn throw<const N: usize>(deal: &SearchPosition<N>, legal: Cards) -> Cards {
    let plain = legal & !HEARTS & !deal.queen;
    if plain != 0 && is_feared(deal) {
        return highest(plain);
    }
    if legal & deal.queen != 0 {
        return deal.queen;
    }
    highest(or_all(or_all(legal & dangerous(deal), legal & HEARTS), legal))
}

/// Of these cards those above the best of the trick.
#[inline]
fn over<const N: usize>(deal: &SearchPosition<N>, cards: Cards) -> Cards {
    cards & deal.led & !(deal.best | (deal.best - 1))
}

#[inline]
fn is_last<const N: usize>(deal: &SearchPosition<N>) -> bool {
    usize::from(deal.place) + 1 == N
}

/// The queen of spades and what is above her, while she is about.
#[inline]
fn dangerous<const N: usize>(deal: &SearchPosition<N>) -> Cards {
    SPADES & deal.queen.wrapping_neg()
}
