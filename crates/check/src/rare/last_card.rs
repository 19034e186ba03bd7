//! What is rare in Last Card: an empty deck, punishments that add up, and the last cards of a hand.

use croupier_games::cards::CardSet;
use croupier_games::last_card::{ACE, LastCard, LastCardMove};
use croupier_games::{Chance, Game, Seat};

use super::Rare;

/// A punishment that more than one card has added to.
const CHAIN: u32 = 7;

pub(super) static RARE: &[Rare<LastCard>] = &[
    Rare::met("nothing to play: a pass is all that is left", 1, |game, seat| {
        game.view(seat).playable().is_empty()
    }),
    Rare::met("an empty deck", 4, |game, seat| game.view(seat).deck_size() == 0),
    Rare::met("a deck with less in it than the punishment", 5, |game, seat| {
        let view = game.view(seat);
        view.punishment() as usize > view.deck_size()
    }),
    Rare::met("a punishment, with a card to pass it on", 3, |game, seat| {
        game.view(seat).punishment() > 0 && !game.view(seat).playable().is_empty()
    }),
    Rare::met("a punishment, and nothing to pass it on with", 2, |game, seat| {
        game.view(seat).punishment() > 0 && game.view(seat).playable().is_empty()
    }),
    Rare::met("a chain of punishments", 3, |game, seat| game.view(seat).punishment() >= CHAIN),
    Rare::met("the last card, called", 2, |game, seat| {
        game.view(seat).hand().len() == 1 && game.view(seat).called(seat)
    }),
    Rare::steered(
        "the last card, not called",
        1,
        |game, seat| game.view(seat).hand().len() == 1 && !game.view(seat).called(seat),
        silent,
    ),
    Rare::met("an ace as the last card", 90, |game, seat| {
        let hand = game.view(seat).hand();
        hand.len() == 1 && !hand.and(CardSet::of_rank(ACE)).is_empty()
    }),
    Rare::met("a suit that an ace named", 1, |game, seat| game.view(seat).chosen_suit().is_some()),
    Rare::met("half the deck in one hand", 24, |game, seat| game.view(seat).hand().len() >= 20),
];

/// Any legal move, without a call.
fn silent(game: &LastCard, seat: Seat, chance: &mut Chance) -> LastCardMove {
    game.any(seat, chance).calling_if(false)
}
