//! The compact form of a view: the same as the JSON form, in bytes. `docs/protocol.md` shows the layout.

use super::{Direction, End, LastCardView, SEATS};
use crate::cards::Card;
use crate::game::View;
use crate::seats::Seat;

/// In place of a suit or an end where there is none, and of a winner where nobody won.
const NONE: u8 = 255;
const NOBODY: u8 = 254;

/// Appends a view.
pub(super) fn write(view: &LastCardView<'_>, out: &mut Vec<u8>) {
    let end = match view.end() {
        None => NONE,
        Some(End::OutOfTurns) => NOBODY,
        Some(End::Won(seat)) => seat.0,
    };
    let backward = u8::from(view.direction() == Direction::Backward);
    let chosen = view.chosen_suit().map_or(NONE, |suit| suit as u8);
    out.extend_from_slice(&[view.seat().0, view.to_move().0, backward, chosen, view.deck_size() as u8, end]);
    out.extend_from_slice(&view.turns().to_le_bytes());
    out.extend_from_slice(&view.turn_limit().to_le_bytes());
    out.extend_from_slice(&view.punishment().to_le_bytes());
    for seat in (0..SEATS as u8).map(Seat) {
        out.extend_from_slice(&[view.hand_size(seat) as u8, u8::from(view.called(seat))]);
        out.extend_from_slice(&view.tally(seat).calls.to_le_bytes());
    }
    let mut hand = [0; 52];
    let held = view.order_hand(&mut hand);
    out.push(held as u8);
    out.extend_from_slice(&hand[..held]);
    out.push(view.played().len() as u8);
    out.extend(view.played().iter().copied().map(Card::number));
}

#[cfg(test)]
mod tests {
    use super::super::names::{ShownCard, ShownSuit};
    use super::super::view::{ShownPlayer, ShownTable};
    use super::super::{LastCard, LastCardOptions};
    use super::*;
    use crate::cards::Suit;
    use crate::chance::Chance;
    use crate::game::Game;
    use crate::seats::Turn;
    use crate::seed::Seed;
    use crate::testing::CompactReader;

    fn cards(numbers: Vec<u8>) -> Vec<ShownCard> {
        numbers.into_iter().map(|number| ShownCard(Card::from_number(number).unwrap())).collect()
    }

    fn read(reader: &mut CompactReader<'_>) -> ShownTable {
        let [seat, to_move] = [reader.byte(), reader.byte()];
        let direction = if reader.byte() == 1 { Direction::Backward } else { Direction::Forward };
        let chosen_suit = reader.maybe().map(|suit| ShownSuit::from(Suit::of(suit)));
        let (deck, end) = (reader.byte(), reader.byte());
        let (turn, turn_limit, punishment) = (reader.two(), reader.two(), reader.four());
        let by_seat: [ShownPlayer; SEATS] = std::array::from_fn(|seat| ShownPlayer {
            seat: seat as u8,
            cards: reader.byte(),
            called: reader.byte() == 1,
            calls: reader.two(),
        });
        let in_turn = |places| direction.seat_after(Seat(to_move), places).index();
        let (hand, played) = (cards(reader.row()), cards(reader.row()));
        ShownTable {
            seat,
            last_played: *played.last().unwrap(),
            hand,
            played,
            chosen_suit,
            punishment,
            deck,
            players: (0..SEATS as u8).map(|places| by_seat[in_turn(places)].clone()).collect(),
            direction,
            turn,
            turn_limit,
            end: match end {
                NONE => None,
                NOBODY => Some(End::OutOfTurns),
                seat => Some(End::Won(Seat(seat))),
            },
        }
    }

    #[test]
    fn the_bytes_say_what_the_json_says_and_nothing_else() {
        for seed in 0..40 {
            let options = LastCardOptions { turn_limit: 60 };
            let mut game = LastCard::deal(4, &options, Seed::plain(seed)).unwrap();
            let mut chance = Chance::new(Seed::plain(seed));
            loop {
                for seat in (0..4).map(Seat) {
                    let mut bytes = Vec::new();
                    game.view(seat).compact(&mut bytes);
                    let mut reader = CompactReader(&bytes);
                    assert_eq!(read(&mut reader), ShownTable::from(game.view(seat)), "seed {seed}");
                    assert!(reader.0.is_empty());
                }
                let Turn::Waiting(seats) = game.turn() else { break };
                let seat = seats.single().unwrap();
                let mv = game.any(seat, &mut chance);
                game.play(seat, mv).unwrap();
            }
        }
    }
}
