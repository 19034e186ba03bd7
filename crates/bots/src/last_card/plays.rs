//! The plays worth a thought: few, where the rules allow hundreds.
//!
//! Cards of one value go alone, or all together with each of them on top; the order between does not matter
//! to anyone. It judges nothing.

use croupier_games::cards::{Card, CardSet, Suit};
use croupier_games::last_card::ACE;

use super::careful::calls;
use super::position::{Play, Position};

/// Calls back with the plays of the seat to move, calls left out; the pass is not among them.
#[inline]
pub(super) fn each_sensible(position: &Position, mut each: impl FnMut(Play)) {
    let hand = position.hand();
    let playable = position.playable();
    let mut fitting = playable;
    while let Some(first) = fitting.first() {
        let group = hand.and(CardSet::of_rank(first.rank()));
        fitting = fitting.without(group);
        if first.rank() == ACE {
            aces(hand, group, first, &mut each);
        } else if group.len() == 1 {
            each(Play::of(group, first, first));
        } else {
            groups(group, group.and(playable), &mut each);
        }
    }
}

/// One ace, or all but what would be the end, with the suit that suits the rest.
#[inline]
fn aces(hand: CardSet, group: CardSet, first: Card, each: &mut impl FnMut(Play)) {
    let name = |cards: CardSet, last: Card| Play {
        suit: fullest_suit(hand.without(cards)),
        ..Play::of(cards, first, last)
    };
    each(name(CardSet::only(first), first));
    if let Some(last) = group.highest().filter(|&last| last != first && group != hand) {
        each(name(group, last));
    }
}

/// Several cards of a value: each that fits alone, and all of them with each on top.
#[inline]
fn groups(group: CardSet, fitting: CardSet, each: &mut impl FnMut(Play)) {
    for last in group {
        if fitting.contains(last) {
            each(Play::of(CardSet::only(last), last, last));
        }
        if let Some(first) = fitting.without(CardSet::only(last)).first() {
            each(Play::of(group, first, last));
        }
    }
}

/// The suit that most of the cards have, aces left out.
#[inline]
pub(super) fn fullest_suit(cards: CardSet) -> Suit {
    let cards = cards.without(CardSet::of_rank(ACE));
    let mut best = (0, Suit::Spades);
    for suit in Suit::ALL {
        let count = cards.and(CardSet::of_suit(suit)).len();
        if count > best.0 {
            best = (count, suit);
        }
    }
    best.1
}

/// Calls back with every play that differs for someone: all sets of a value, each of them on top where it can
/// be, every suit an ace can name, and the pass; with the call where it may help.
pub(super) fn each_thinkable(position: &Position, mut each: impl FnMut(Play)) {
    let hand = position.hand();
    let playable = position.playable();
    let mut offer = |play: Play| {
        let calls = calls(position, play, hand.without(play.cards));
        each(Play { calls, ..play });
    };
    offer(Play::PASS);
    let mut fitting = playable;
    while let Some(first) = fitting.first() {
        let group = hand.and(CardSet::of_rank(first.rank()));
        let fits = group.and(playable);
        fitting = fitting.without(group);
        for chosen in subsets(group) {
            if first.rank() == ACE {
                every_suit(hand, chosen, &mut offer);
            } else {
                every_top(chosen, chosen.and(fits), &mut offer);
            }
        }
    }
}

/// Every set of at least one of up to four cards.
fn subsets(cards: CardSet) -> impl Iterator<Item = CardSet> {
    (1_u8..1 << cards.len()).map(move |chosen| {
        cards.enumerate().filter(|(n, _)| chosen >> n & 1 == 1).map(|(_, card)| card).collect()
    })
}

/// These aces with every suit, unless they would be the end. Which of several aces go is all the same.
fn every_suit(hand: CardSet, aces: CardSet, each: &mut impl FnMut(Play)) {
    let (Some(first), Some(last)) = (aces.first(), aces.highest()) else { return };
    if aces != hand {
        Suit::ALL.into_iter().for_each(|suit| each(Play { suit, ..Play::of(aces, first, last) }));
    }
}

/// These cards of a value with each of them on top.
fn every_top(cards: CardSet, fitting: CardSet, each: &mut impl FnMut(Play)) {
    if let (1, Some(card)) = (cards.len(), fitting.first()) {
        each(Play::of(cards, card, card));
        return;
    }
    for last in cards {
        if let Some(first) = fitting.without(CardSet::only(last)).first() {
            each(Play::of(cards, first, last));
        }
    }
}
