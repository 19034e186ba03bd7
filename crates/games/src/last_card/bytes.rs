//! A Last Card view as bytes.

use super::{Direction, LastCardView, SEATS};
use crate::cards::Card;
use crate::game::View;
use crate::layout::{Field, Kind, Packer, size_of};
use crate::seats::Seat;

/// How they lie.
pub(super) const FIELDS: &[Field] = &[
    Field::many("hand", Kind::U64, 1, "your cards, bit n for card n"),
    Field::many("playable", Kind::U64, 1, "those that a legal move can start with"),
    Field::many(
        "punishment",
        Kind::U32,
        1,
        "the cards that whoever passes has to draw for twos and the like",
    ),
    Field::one("turn", Kind::U16, "how many turns have been played"),
    Field::one("turn_limit", Kind::U16, "how many can be"),
    Field::one("seat", Kind::U8, "whose view it is"),
    Field::one("to_move", Kind::U8, "whose turn it is"),
    Field::one("suit", Kind::U8, "the suit to match"),
    Field::one("chosen_suit", Kind::U8, "the suit that an ace named, 255 for none"),
    Field::one("backward", Kind::U8, "1 where the turn goes from seat 1 to seat 0"),
    Field::one("is_over", Kind::U8, "1 once the game is over"),
    Field::one("deck", Kind::U8, "how many cards are left to draw"),
    Field::one("hand_cards", Kind::U8, "how many cards you hold"),
    Field::many("in_hand", Kind::U8, 52, "your cards in the order drawn"),
    Field::many("cards", Kind::U8, SEATS, "how many cards each seat holds"),
    Field::many("called", Kind::U8, SEATS, "1 for each seat that has called its last card"),
    Field::one("played_cards", Kind::U8, "how many cards lie on the pile since it was last reshuffled"),
    Field::many("played", Kind::U8, 52, "they, oldest first"),
];

/// Writes the view; its length.
#[inline]
pub(super) fn lay(view: &LastCardView<'_>, room: &mut [u8]) -> usize {
    let cards: [u8; SEATS] = std::array::from_fn(|seat| view.hand_size(Seat(seat as u8)) as u8);
    let mut pack = Packer::new::<{ size_of(FIELDS) }>(FIELDS, room);
    pack.u64s("hand", [view.hand().bits()]);
    pack.u64s("playable", [view.playable().bits()]);
    pack.u32s("punishment", [view.punishment()]);
    pack.u16("turn", view.turns());
    pack.u16("turn_limit", view.turn_limit());
    pack.u8("seat", view.seat().0);
    pack.u8("to_move", view.to_move().0);
    pack.u8("suit", view.suit() as u8);
    pack.maybe("chosen_suit", view.chosen_suit().map(|suit| suit as u8));
    pack.u8("backward", u8::from(view.direction() == Direction::Backward));
    pack.u8("is_over", view.end().is_some().into());
    pack.u8("deck", view.deck_size() as u8);
    pack.u8("hand_cards", cards[view.seat().index()]);
    view.order_hand(pack.room("in_hand"));
    pack.row("cards", cards.into_iter());
    pack.row("called", (0..SEATS as u8).map(|seat| view.called(Seat(seat)).into()));
    pack.u8("played_cards", view.played().len() as u8);
    pack.begun("played", &view.pile().map(Card::number), view.played().len());
    const { size_of(FIELDS) }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{SMALL, play, table};
    use super::*;
    use crate::game::Game;
    use crate::layout::NONE;

    /// The bytes of a field in a view.
    fn field<'a>(bytes: &'a [u8], name: &str) -> &'a [u8] {
        let at = FIELDS.iter().position(|field| field.name == name).unwrap();
        &bytes[size_of(&FIELDS[..at])..][..FIELDS[at].size()]
    }

    #[test]
    fn rows_show_the_cards_there_are_and_nothing_behind_them() {
        let mut game = table(SMALL, "8D");
        for pass in 0..3 {
            let view = game.view(game.view(Seat(0)).to_move());
            // What lay there before is written over.
            let mut bytes = [7; size_of(FIELDS)];
            assert_eq!(view.lay(&mut bytes), bytes.len());
            let rows = [
                (field(&bytes, "played"), view.played().to_vec()),
                (field(&bytes, "in_hand"), view.hand_in_order().to_vec()),
            ];
            for (row, cards) in rows {
                let (shown, rest) = row.split_at(cards.len());
                assert!(shown.iter().copied().eq(cards.iter().map(|card| card.number())), "pass {pass}");
                assert!(rest.iter().all(|&place| place == NONE), "pass {pass}");
            }
            assert_eq!(field(&bytes, "cards"), game.hands.map(|hand| hand.len() as u8));
            play(&mut game, "");
        }
    }
}
