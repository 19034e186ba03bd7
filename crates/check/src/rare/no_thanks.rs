//! What is rare in No Thanks!: a player without coins, or nearly, and the end of the pile.

use croupier_games::no_thanks::{Decision, NoThanks, ROUNDS};
use croupier_games::{Chance, Game, Seat};

use super::Rare;

pub(super) static RARE: &[Rare<NoThanks>] = &[
    Rare::steered(
        "no coins: taking is all that is left",
        |game, seat| game.view(seat).coins(seat) == 0,
        pass,
    ),
    Rare::steered("a single coin", |game, seat| game.view(seat).coins(seat) == 1, pass),
    Rare::met("the last card of the pile", |game, seat| usize::from(game.view(seat).round()) == ROUNDS),
    Rare::steered(
        "the last card of the pile without coins",
        |game, seat| usize::from(game.view(seat).round()) == ROUNDS && game.view(seat).coins(seat) == 0,
        pass,
    ),
    Rare::met("a card that joins two rows", |game, seat| {
        let (view, held) = (game.view(seat), game.view(seat).collection(seat));
        view.card().is_some_and(|card| held.holds(card - 1) && held.holds(card + 1))
    }),
    Rare::steered(
        "a card with more coins on it than it costs",
        |game, seat| {
            let view = game.view(seat);
            view.card().is_some_and(|card| view.coins_on_card() > card)
        },
        pass,
    ),
];

/// Passes nine times in ten, so that coins go.
fn pass(game: &NoThanks, seat: Seat, chance: &mut Chance) -> Decision {
    let broke = game.view(seat).coins(seat) == 0;
    if broke || chance.one_in(10) { Decision::Take } else { Decision::Pass }
}
