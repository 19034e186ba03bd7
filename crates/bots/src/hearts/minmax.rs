//! Minmax: for each card the worst that the others can make of the trick in play, on average over a few deals
//! that fit.
//!
//! It looks no further than the trick; what its hand will cost later is guessed from the cards that are out.

use croupier_games::cards::{Card, CardSet, Suit};
use croupier_games::hearts::{HEARTS, Hearts, HeartsCard, HeartsView, QUEEN_OF_SPADES};
use croupier_games::{Chance, Game, Seat};

use super::candidates::candidates;
use crate::choose::Choose;

/// Deals that are imagined; between two players there is only one that fits.
const WORLDS: u32 = 6;
/// What a point weighs against the guess of what a hand will cost.
const POINT: i32 = 16;
/// What the queen of spades may still cost who holds her, or a card above her.
const QUEEN_HELD: i32 = 60;
const ABOVE_THE_QUEEN: i32 = 40;

/// A simple minmax.
#[derive(Debug, Default)]
pub struct MinMax;

impl Choose<Hearts> for MinMax {
    fn choose(&mut self, view: HeartsView<'_>, chance: &mut Chance) -> HeartsCard {
        let me = view_seat(view);
        let legal = candidates(view.legal_cards(), view.unseen().or(view.trick().set()));
        let mut costs = [0; 52];
        for _ in 0..if view.seats() == 2 { 1 } else { WORLDS } {
            let world = Hearts::imagine(view, chance);
            for card in legal {
                let mut game = world.clone();
                // A legal card of the view is legal in every world that fits it.
                if game.play(me, HeartsCard(card)).is_ok() {
                    costs[usize::from(card.number())] += worst(&game, me, view);
                }
            }
        }
        let best = legal.min_by_key(|card| costs[usize::from(card.number())]);
        best.map_or_else(|| croupier_games::View::any(&view, chance), HeartsCard)
    }
}

fn view_seat(view: HeartsView<'_>) -> Seat {
    croupier_games::View::seat(&view)
}

/// What this position costs, should everyone else play the trick against this seat.
fn worst(game: &Hearts, me: Seat, before: HeartsView<'_>) -> i32 {
    let view = game.view(me);
    let next = match game.turn().next() {
        Some(next) if !view.trick().cards().is_empty() => next,
        _ => return cost(view, me, before),
    };
    let theirs = game.view(next);
    let answer = |card: Card| {
        let mut after = game.clone();
        after.play(next, HeartsCard(card)).map_or(i32::MIN, |()| worst(&after, me, before))
    };
    answers(theirs).map(answer).max().unwrap_or(0)
}

/// What another may answer: every card that matters where it follows suit, the dearest where it cannot.
fn answers(view: HeartsView<'_>) -> CardSet {
    let legal = view.legal_cards();
    let follows = view.led().is_some_and(|suit| !legal.and(CardSet::of_suit(suit)).is_empty());
    if follows || legal.is_empty() {
        return candidates(legal, view.unseen().or(view.trick().set()));
    }
    if legal.contains(QUEEN_OF_SPADES) {
        return CardSet::only(QUEEN_OF_SPADES);
    }
    let hearts = legal.and(HEARTS);
    let thrown = if hearts.is_empty() { legal } else { hearts };
    thrown.max_by_key(|card| card.rank()).map_or(CardSet::EMPTY, CardSet::only)
}

/// What was taken since, and what the hand may cost.
fn cost(view: HeartsView<'_>, me: Seat, before: HeartsView<'_>) -> i32 {
    if view.deal() != before.deal() || view.to_move().is_none() {
        let added = |seat| view.score(seat) as i32 - before.score(seat) as i32 - before.points(seat) as i32;
        return added(me) * POINT;
    }
    (view.points(me) as i32 - before.points(me) as i32) * POINT + danger(view)
}

/// A guess of what a hand will cost: cards that are above most of what is out take tricks.
fn danger(view: HeartsView<'_>) -> i32 {
    let (hand, unseen) = (view.hand(), view.unseen());
    let mut sum = 0;
    for card in hand {
        let suit = unseen.and(CardSet::of_suit(card.suit()));
        let lower = suit.filter(|&other| other < card).count() as i32;
        sum += (2 * lower - suit.len() as i32).max(0);
    }
    sum + spades(hand, unseen)
}

fn spades(hand: CardSet, unseen: CardSet) -> i32 {
    let own = hand.and(CardSet::of_suit(Suit::Spades));
    // Low spades protect the high ones.
    let guards = own.filter(|&card| card < QUEEN_OF_SPADES).count() as i32;
    if own.contains(QUEEN_OF_SPADES) {
        return QUEEN_HELD / (1 + guards);
    }
    let above = own.filter(|&card| card > QUEEN_OF_SPADES).count() as i32;
    if unseen.contains(QUEEN_OF_SPADES) { above * ABOVE_THE_QUEEN / (1 + guards) } else { 0 }
}
