//! The compact form of a view: the same as the JSON form, in bytes. `docs/protocol.md` shows the layout.
//!
//! Which victory cards a turn won follows from its bids and those before it, and is not written.

use super::JujitsuView;
use crate::game::View;

/// In place of a card where there is none.
const NONE: u8 = 255;

/// Appends a view.
pub(super) fn write(view: &JujitsuView<'_>, out: &mut Vec<u8>) {
    let (own, other) = (view.seat(), view.opponent());
    let next = view.next_victory_card().unwrap_or(NONE);
    out.extend_from_slice(&[own.0, view.round(), u8::from(view.is_over()), next]);
    out.extend_from_slice(&view.points(own).to_le_bytes());
    out.extend_from_slice(&view.points(other).to_le_bytes());
    for cards in [view.hand(own), view.hand(other), view.draw_pile()] {
        out.extend_from_slice(&cards.bits().to_le_bytes());
    }
    for row in [view.rounds(), view.lot()] {
        out.push(row.len() as u8);
        out.extend_from_slice(row);
    }
    out.push(view.previous_turns().len() as u8);
    for turn in view.previous_turns() {
        let legal = u8::from(!turn.was_random(own)) | u8::from(!turn.was_random(other)) << 1;
        out.extend_from_slice(&[turn.bid(own), turn.bid(other), turn.drawn(), legal]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{dealt, play_out};
    use super::super::{Jujitsu, ShownMatch, ShownTurn};
    use super::*;
    use crate::game::Game;
    use crate::seats::Seat;
    use crate::testing::CompactReader;

    fn turns(reader: &mut CompactReader<'_>) -> Vec<ShownTurn> {
        let (mut at_stake, count) = (Vec::new(), reader.byte());
        let turn = |_| {
            let [my_bid, opponent_bid, drawn_victory_card, legal] = [(); 4].map(|()| reader.byte());
            at_stake.push(drawn_victory_card);
            let mut won = |is_won: bool| if is_won { std::mem::take(&mut at_stake) } else { Vec::new() };
            ShownTurn {
                my_bid,
                opponent_bid,
                drawn_victory_card,
                my_cards_won: won(my_bid > opponent_bid),
                opponent_cards_won: won(opponent_bid > my_bid),
                my_response_legal: legal & 1 == 1,
                opponent_response_legal: legal & 2 == 2,
            }
        };
        (0..count).map(turn).collect()
    }

    fn read(reader: &mut CompactReader<'_>) -> ShownMatch {
        let [seat, current_round, ended] = [(); 3].map(|()| reader.byte());
        let next_victory_card = reader.maybe();
        let [my_points_total, opponent_points_total] = [(); 2].map(|()| reader.four());
        let [my_cards_remaining, opponent_cards_remaining, draw_pile] = [(); 3].map(|()| reader.set());
        let [rounds, lot] = [(); 2].map(|()| reader.row());
        ShownMatch {
            seat,
            rounds,
            my_points_total,
            opponent_points_total,
            current_round,
            game_ended: ended == 1,
            lot,
            next_victory_card,
            my_cards_remaining,
            opponent_cards_remaining,
            draw_pile,
            previous_turns: turns(reader),
        }
    }

    fn hold(game: &Jujitsu) {
        for seat in [Seat(0), Seat(1)] {
            let mut bytes = Vec::new();
            game.view(seat).compact(&mut bytes);
            let mut reader = CompactReader(&bytes);
            assert_eq!(read(&mut reader), ShownMatch::from(game.view(seat)));
            assert!(reader.0.is_empty());
        }
    }

    #[test]
    fn the_bytes_say_what_the_json_says_and_nothing_else() {
        for seed in 0..20 {
            let mut game = dealt(&[3, 13, 5], seed);
            play_out(&mut game, seed, hold);
            hold(&game);
        }
        let mut game = dealt(&[5, 4], 1);
        game.refuse(Seat(0), None);
        game.refuse(Seat(1), None);
        hold(&game);
    }
}
