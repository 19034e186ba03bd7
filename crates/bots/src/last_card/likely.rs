//! Hands that someone is likely to have, after what they did.
//!
//! A few hands are drawn that fit the passes, and one of them is taken, the more readily the better the last
//! plays look with it. A call says that the rest is of one value.

use croupier_games::Chance;
use croupier_games::cards::CardSet;
use croupier_games::last_card::{ACE, MOST_CARDS};

use super::careful::{can_end, regret};
use super::hidden::Hand;

/// So many hands are drawn for one.
const TRIES: usize = 5;
/// A regret that makes a play a third as likely, in the unit of the judgement.
const WARMTH: f32 = 40.0;
/// Nobody is so careful that a play is less likely than this.
const LEAST: f32 = 0.02;
/// How likely a call is where the rest cannot go in one play, and a missing one where it can.
const ODD_CALL: f32 = 0.1;
/// So often cards of one value are looked for.
const LOOKS: usize = 8;

/// A hand of some of these cards.
pub(super) fn likely(known: &Hand, called: bool, left: CardSet, chance: &mut Chance) -> CardSet {
    if called && let Some(hand) = of_one_value(known, left, chance) {
        return hand;
    }
    if known.clues.is_empty() {
        return drawn(known, left, chance).0;
    }
    let mut taken = CardSet::EMPTY;
    let mut sum = 0.0;
    for _ in 0..TRIES {
        let (hand, old) = drawn(known, left, chance);
        let weight = likelihood(known, called, hand, old);
        sum += weight;
        if share(chance) * sum < weight {
            taken = hand;
        }
    }
    taken
}

/// A number from 0 up to, not including, 1.
fn share(chance: &mut Chance) -> f32 {
    (chance.bits() >> 40) as f32 / (1_u32 << 24) as f32
}

/// Draws a hand that fits the passes; says also which of its cards were there at its last play.
#[inline]
fn drawn(known: &Hand, mut left: CardSet, chance: &mut Chance) -> (CardSet, CardSet) {
    let (mut hand, mut old) = (CardSet::EMPTY, CardSet::EMPTY);
    let fresh_from = known.barred.len().saturating_sub(known.fresh);
    for (place, &barred) in known.barred.iter().enumerate() {
        let Some(card) = left.without(barred).pick(chance).or_else(|| left.pick(chance)) else { break };
        left.remove(card);
        hand.insert(card);
        if place < fresh_from {
            old.insert(card);
        }
    }
    (hand, old)
}

/// Whoever has called holds cards of one value, most likely, and not aces.
fn of_one_value(known: &Hand, left: CardSet, chance: &mut Chance) -> Option<CardSet> {
    let (&barred, others) = known.barred.split_first()?;
    if others.len() >= MOST_CARDS {
        return None;
    }
    (0..LOOKS).find_map(|_| {
        let first = left.without(barred).without(CardSet::of_rank(ACE)).pick(chance)?;
        let mut group = left.and(CardSet::of_rank(first.rank())).without(CardSet::only(first));
        let mut hand = CardSet::only(first);
        for &barred in others {
            let card = group.without(barred).pick(chance)?;
            group.remove(card);
            hand.insert(card);
        }
        Some(hand)
    })
}

/// How well the last plays go with a hand.
fn likelihood(known: &Hand, called: bool, hand: CardSet, old: CardSet) -> f32 {
    let mut weight = if known.fresh == 0 && called != can_end(hand) { ODD_CALL } else { 1.0 };
    let mut then = old;
    for clue in known.clues.iter().rev() {
        then = then.or(clue.play.cards);
        let mut table = clue.table;
        table.hands[usize::from(table.to_move)] = then;
        weight *= fading(regret(&table, clue.play) as f32 / WARMTH).max(LEAST);
    }
    weight
}

/// Close to the exponential of the number below zero, and the same on every machine.
fn fading(x: f32) -> f32 {
    1.0 / (1.0 + x * (1.0 + x * (0.5 + x / 6.0)))
}
