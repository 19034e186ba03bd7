//! Advanced: every card is tried in a few deals that fit what is seen, each played to its end by careful
//! players.
//!
//! The number of deals is fixed and no clock is read, so the same view and luck give the same card.

use croupier_games::cards::CardSet;
use croupier_games::hearts::{Hearts, HeartsCard, HeartsView};
use croupier_games::{Chance, Game, Seat, View};

use super::Careful;
use super::candidates::candidates;
use crate::choose::Choose;

/// The most deals that are imagined at a table of four.
const WORLDS: usize = 48;
/// About so many cards are played in them for one decision: less than a millisecond's worth.
const CARDS_PLAYED: usize = 12_000;

/// A search by playing on.
#[derive(Debug, Default)]
pub struct Advanced;

impl Choose<Hearts> for Advanced {
    fn choose(&mut self, view: HeartsView<'_>, chance: &mut Chance) -> HeartsCard {
        let me = view.seat();
        let legal = different(view);
        if legal.len() == 1 {
            return legal.min().map_or_else(|| view.any(chance), HeartsCard);
        }
        let mut costs = [0; 52];
        // Between two players nothing is hidden: one deal fits, and the other's answers are searched instead.
        for _ in 0..if view.seats() == 2 { 1 } else { worlds(view, legal) } {
            let world = Hearts::imagine(view, chance);
            for card in legal {
                let mut game = world.clone();
                if game.play(me, HeartsCard(card)).is_ok() {
                    costs[usize::from(card.number())] += searched(&game, me, view, chance);
                }
            }
        }
        let best = legal.min_by_key(|card| costs[usize::from(card.number())]);
        best.map_or_else(|| view.any(chance), HeartsCard)
    }
}

/// How many deals are imagined: fewer early in a deal, where each takes long to play.
fn worlds(view: HeartsView<'_>, legal: CardSet) -> usize {
    let left = view.unseen().len() + view.hand().len();
    (CARDS_PLAYED / (legal.len() * left).max(1)).clamp(1, WORLDS)
}

fn different(view: HeartsView<'_>) -> CardSet {
    candidates(view.legal_cards(), view.unseen().or(view.trick().set()))
}

/// What this position costs: between two players after the other's best answer, else as careful players end
/// it.
fn searched(game: &Hearts, me: Seat, before: HeartsView<'_>, chance: &mut Chance) -> i32 {
    let next = game
        .turn()
        .next()
        .filter(|&next| before.seats() == 2 && next != me && game.view(me).deal() == before.deal());
    let Some(next) = next else { return played_on(game.clone(), me, before, chance) };
    let mut worst = i32::MIN;
    for card in different(game.view(next)) {
        let mut after = game.clone();
        if after.play(next, HeartsCard(card)).is_ok() {
            worst = worst.max(played_on(after, me, before, chance));
        }
    }
    worst
}

/// Lets careful players end the deal: what it cost this seat, compared with the others.
fn played_on(mut game: Hearts, me: Seat, before: HeartsView<'_>, chance: &mut Chance) -> i32 {
    while let Some(seat) = game.turn().next() {
        let view = game.view(seat);
        if view.deal() != before.deal() {
            break;
        }
        let card = Careful.choose(view, chance);
        if game.play(seat, card).is_err() {
            break;
        }
    }
    let view = game.view(me);
    let added = |seat: Seat| view.score(seat) as i32 - before.score(seat) as i32;
    let seats = before.seats();
    added(me) * seats as i32 - Seat::all(seats).map(added).sum::<i32>()
}
