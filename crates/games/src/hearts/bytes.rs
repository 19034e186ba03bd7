//! A Hearts view as bytes.

use super::HeartsView;
use crate::game::View;
use crate::layout::{Field, Kind, Packer, size_of};
use crate::seats::Seat;

/// How they lie.
pub(super) const FIELDS: &[Field] = &[
    Field::many("hand", Kind::U64, 1, "your cards, bit n for card n"),
    Field::many("legal", Kind::U64, 1, "those that you may play now"),
    Field::many("taken", Kind::U64, 4, "the cards that each seat has taken in this deal"),
    Field::many("points", Kind::U32, 4, "the points of each seat in this deal"),
    Field::many("scores", Kind::U32, 4, "the scores of each seat before this deal"),
    Field::many("deal", Kind::U32, 1, "the number of the deal"),
    Field::many("target", Kind::U32, 1, "the score that ends the game"),
    Field::one("seat", Kind::U8, "whose view it is"),
    Field::one("to_move", Kind::U8, "whose turn it is, 255 for nobody's"),
    Field::one("lead", Kind::U8, "the suit that was led, 255 for none"),
    Field::one("hearts_broken", Kind::U8, "1 once a heart has been played"),
    Field::one("forfeited", Kind::U8, "who has lost by a fault, 255 for nobody"),
    Field::one("plays", Kind::U8, "how many cards of this deal have been played"),
    Field::many("play_seat", Kind::U8, 52, "by whom, in the order played"),
    Field::many("play_card", Kind::U8, 52, "which, in the order played"),
];

/// Writes the view; its length.
#[inline]
pub(super) fn lay(view: &HeartsView<'_>, room: &mut [u8]) -> usize {
    let seats = |of: &dyn Fn(Seat) -> u32| std::array::from_fn(|seat| of(Seat(seat as u8)));
    let plays = || view.tricks().chain([view.trick()]).flat_map(|trick| trick.plays());
    let mut pack = Packer::new::<{ size_of(FIELDS) }>(FIELDS, room);
    pack.u64s("hand", [view.hand().bits()]);
    pack.u64s("legal", [view.legal_cards().bits()]);
    pack.u64s::<4>("taken", std::array::from_fn(|seat| view.taken(Seat(seat as u8)).bits()));
    pack.u32s::<4>("points", seats(&|seat| view.points(seat)));
    pack.u32s::<4>("scores", seats(&|seat| view.score(seat)));
    pack.u32s("deal", [view.deal()]);
    pack.u32s("target", [view.target()]);
    pack.u8("seat", view.seat().0);
    pack.maybe("to_move", view.to_move().map(|seat| seat.0));
    pack.maybe("lead", view.led().map(|suit| suit as u8));
    pack.u8("hearts_broken", view.hearts_broken().into());
    pack.maybe("forfeited", view.forfeited().map(|seat| seat.0));
    pack.u8("plays", plays().count() as u8);
    pack.row("play_seat", plays().map(|(seat, _)| seat.0));
    pack.row("play_card", plays().map(|(_, card)| card.number()));
    const { size_of(FIELDS) }
}
