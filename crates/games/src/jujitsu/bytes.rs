//! A view of Psychological Jujitsu as bytes.

use super::{JujitsuView, MOST_CARDS};
use crate::game::View;
use crate::layout::{Field, Kind, Packer, size_of};

const MOST: usize = MOST_CARDS as usize;

/// How they lie.
pub(super) const FIELDS: &[Field] = &[
    Field::many("hand", Kind::U64, 1, "your cards, bit n for card n"),
    Field::many("opponent_hand", Kind::U64, 1, "the opponent's cards"),
    Field::many("draw_pile", Kind::U64, 1, "the victory cards still to come"),
    Field::many("points", Kind::U32, 1, "your points"),
    Field::many("opponent_points", Kind::U32, 1, "the opponent's"),
    Field::one("seat", Kind::U8, "whose view it is"),
    Field::one("round", Kind::U8, "the number of the round"),
    Field::one("highest_card", Kind::U8, "the highest card of this round"),
    Field::one("is_over", Kind::U8, "1 once the match is over"),
    Field::one("next_victory_card", Kind::U8, "the victory card after those of the lot, 255 for none"),
    Field::one("lot_cards", Kind::U8, "how many victory cards lie in the lot"),
    Field::many("lot", Kind::U8, MOST, "the lot, in the order drawn"),
    Field::one("turns", Kind::U8, "how many turns of this round are over"),
    Field::many("bid", Kind::U8, MOST, "your bids, in the order played"),
    Field::many("opponent_bid", Kind::U8, MOST, "the opponent's"),
    Field::many("drawn", Kind::U8, MOST, "the victory cards they were for"),
];

/// Writes the view; its length.
#[inline]
pub(super) fn lay(view: &JujitsuView<'_>, room: &mut [u8]) -> usize {
    let (me, other, past) = (view.seat(), view.opponent(), view.previous_turns());
    let mut pack = Packer::new::<{ size_of(FIELDS) }>(FIELDS, room);
    pack.u64s("hand", [view.hand(me).bits()]);
    pack.u64s("opponent_hand", [view.hand(other).bits()]);
    pack.u64s("draw_pile", [view.draw_pile().bits()]);
    pack.u32s("points", [view.points(me)]);
    pack.u32s("opponent_points", [view.points(other)]);
    pack.u8("seat", me.0);
    pack.u8("round", view.round());
    pack.u8("highest_card", view.highest_card());
    pack.u8("is_over", view.is_over().into());
    pack.maybe("next_victory_card", view.next_victory_card());
    pack.u8("lot_cards", view.lot().len() as u8);
    pack.row("lot", view.lot().iter().copied());
    pack.u8("turns", past.len() as u8);
    pack.row("bid", past.iter().map(|turn| turn.bid(me)));
    pack.row("opponent_bid", past.iter().map(|turn| turn.bid(other)));
    pack.row("drawn", past.iter().map(|turn| turn.drawn()));
    const { size_of(FIELDS) }
}
