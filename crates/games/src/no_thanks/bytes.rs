//! A No Thanks! view as bytes. As many players stand at its end as there are.

use super::NoThanksView;
use crate::about::MAX_SEATS;
use crate::game::View;
use crate::layout::{Field, Kind};
use crate::seats::Seat;

/// How they lie.
pub(super) const FIELDS: &[Field] = &[
    Field::one("seat", Kind::U8, "whose view it is"),
    Field::one("to_move", Kind::U8, "who decides"),
    Field::one("round", Kind::U8, "the number of the open card, from 1"),
    Field::one("card", Kind::U8, "the open card, 0 once all are taken"),
    Field::one("coins_on_card", Kind::U8, "the coins on it"),
    Field::one("players", Kind::U8, "how many play"),
    Field::many("player", Kind::Group(PLAYER), MAX_SEATS, "they, by seat"),
];

const PLAYER: &[Field] = &[
    Field::one("coins", Kind::U8, "coins left"),
    Field::one("cards", Kind::U64, "the cards taken, bit n for card n"),
];

/// Appends the view.
pub(super) fn write(view: &NoThanksView<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(&[
        view.seat().0,
        view.to_move().0,
        view.round(),
        view.card().unwrap_or(0),
        view.coins_on_card(),
        view.seats() as u8,
    ]);
    for seat in Seat::all(view.seats()) {
        out.push(view.coins(seat));
        out.extend_from_slice(&view.collection(seat).bits().to_le_bytes());
    }
}
