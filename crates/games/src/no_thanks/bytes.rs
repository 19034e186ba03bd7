//! A No Thanks! view as bytes. As many players stand at its end as there are.

use super::{MOST_PLAYERS, NoThanksView};
use crate::game::View;
use crate::layout::{Field, Kind, size_of};
use crate::seats::Seat;

/// How they lie.
pub(super) const FIELDS: &[Field] = &[
    Field::one("seat", Kind::U8, "whose view it is"),
    Field::one("to_move", Kind::U8, "who decides"),
    Field::one("round", Kind::U8, "the number of the open card, from 1"),
    Field::one("card", Kind::U8, "the open card, 0 once all are taken"),
    Field::one("coins_on_card", Kind::U8, "the coins on it"),
    Field::one("players", Kind::U8, "how many play"),
    Field::many("player", Kind::Group(PLAYER), MOST_PLAYERS, "they, by seat"),
];

const PLAYER: &[Field] = &[
    Field::one("coins", Kind::U8, "coins left"),
    Field::one("cards", Kind::U64, "the cards taken, bit n for card n"),
];

/// The bytes in front of the players, and those of each.
const HEAD: usize = 6;
const EACH: usize = size_of(PLAYER);

/// Writes the view; its length.
#[inline]
pub(super) fn lay(view: &NoThanksView<'_>, room: &mut [u8]) -> usize {
    let length = HEAD + EACH * view.seats();
    let (head, players) = room[..length].split_at_mut(HEAD);
    head.copy_from_slice(&[
        view.seat().0,
        view.to_move().0,
        view.round(),
        view.card().unwrap_or(0),
        view.coins_on_card(),
        view.seats() as u8,
    ]);
    for (seat, place) in Seat::all(view.seats()).zip(players.chunks_exact_mut(EACH)) {
        place[0] = view.coins(seat);
        place[1..].copy_from_slice(&view.collection(seat).bits().to_le_bytes());
    }
    length
}
