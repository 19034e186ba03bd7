//! What is rare in No Thanks!: coins that run out, and the end of the pile. Who has no coin is not asked at
//! all.

use croupier_games::no_thanks::{Decision, NoThanks, ROUNDS};
use croupier_games::{Chance, Game, Seat};

use super::Rare;

pub(super) static RARE: &[Rare<NoThanks>] = &[
    Rare::steered("its last coin", 40, |game, seat| game.view(seat).coins(seat) == 1, pass),
    Rare::steered("nobody else has a coin", 70, |game, seat| others(game, seat) == 0, pass),
    Rare::met("the last card of the pile", 1, is_last),
    Rare::steered(
        "the last card of the pile with its last coin",
        140,
        |game, seat| is_last(game, seat) && game.view(seat).coins(seat) == 1,
        pass,
    ),
    Rare::met("a card that joins two rows", 2, |game, seat| {
        let (view, held) = (game.view(seat), game.view(seat).collection(seat));
        view.card().is_some_and(|card| held.holds(card - 1) && held.holds(card + 1))
    }),
    Rare::steered(
        "a card with more coins on it than it costs",
        15,
        |game, seat| game.view(seat).card().is_some_and(|card| game.view(seat).coins_on_card() > card),
        pass,
    ),
];

fn is_last(game: &NoThanks, seat: Seat) -> bool {
    usize::from(game.view(seat).round()) == ROUNDS
}

fn others(game: &NoThanks, seat: Seat) -> u32 {
    let view = game.view(seat);
    Seat::all(view.seats()).filter(|&other| other != seat).map(|other| u32::from(view.coins(other))).sum()
}

/// Passes nine times in ten, so that coins go.
fn pass(game: &NoThanks, seat: Seat, chance: &mut Chance) -> Decision {
    if game.view(seat).coins(seat) == 0 || chance.one_in(10) { Decision::Take } else { Decision::Pass }
}
