//! What is rare in Psychological Jujitsu: lots that grew by ties, the last card of a hand, the last round.

use croupier_games::jujitsu::{Bid, Jujitsu};
use croupier_games::{Chance, Game, Seat, View};

use super::{Rare, forced};

pub(super) static RARE: &[Rare<Jujitsu>] = &[
    Rare::met("a forced bid: the last card of a hand", 1, forced::<Jujitsu>),
    Rare::met("a tie carried over", 1, |game, seat| game.view(seat).lot().len() == 2),
    Rare::steered("several ties carried over", 6, |game, seat| game.view(seat).lot().len() >= 3, alike),
    Rare::steered(
        "a tie carried over to the last turn of a round",
        5,
        |game, seat| game.view(seat).lot().len() >= 2 && forced(game, seat),
        alike,
    ),
    Rare::met("the first turn of a later round", 1, |game, seat| {
        let view = game.view(seat);
        view.round() > 1 && view.hand(seat).len() == usize::from(view.highest_card())
    }),
    Rare::met("the last turn of the match", 1, |game, seat| {
        let view = game.view(seat);
        usize::from(view.round()) == view.rounds().len() && forced(game, seat)
    }),
];

/// Both bid what the lot shows where they can, and so tie often.
fn alike(game: &Jujitsu, seat: Seat, chance: &mut Chance) -> Bid {
    let view = game.view(seat);
    let wanted = view.victory_card().filter(|&card| view.hand(seat).holds(card));
    match wanted {
        Some(card) if !chance.one_in(6) => Bid(i32::from(card)),
        _ => view.any(chance),
    }
}
