//! A Score Four view as bytes.

use super::ScoreFourView;
use crate::game::View;
use crate::layout::{Field, Kind, Packer, size_of};

/// How they lie.
pub(super) const FIELDS: &[Field] = &[
    Field::many("beads", Kind::U64, 1, "your beads, bit 16 * level + 4 * row + column"),
    Field::many("opponent_beads", Kind::U64, 1, "the opponent's"),
    Field::many("retries_left", Kind::U32, 1, "how many refused moves you may still repeat"),
    Field::one("seat", Kind::U8, "whose view it is"),
    Field::one("to_move", Kind::U8, "whose turn it is, 255 once the game is over"),
    Field::one("winner", Kind::U8, "who has won, 255 for nobody"),
];

/// Writes the view; its length.
#[inline]
pub(super) fn lay(view: &ScoreFourView<'_>, room: &mut [u8]) -> usize {
    let (board, mine) = (view.board(), view.colour());
    let mut pack = Packer::new::<{ size_of(FIELDS) }>(FIELDS, room);
    pack.u64s("beads", [board.beads(mine)]);
    pack.u64s("opponent_beads", [board.beads(mine.other())]);
    pack.u32s("retries_left", [view.retries_left()]);
    pack.u8("seat", view.seat().0);
    pack.maybe("to_move", view.to_move().map(|colour| colour.seat().0));
    pack.maybe("winner", view.winner().map(|colour| colour.seat().0));
    const { size_of(FIELDS) }
}
