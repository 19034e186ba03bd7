//! The view as it leaves the process: the original's keys, less its two clocks, which the rules do not know.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::JujitsuView;
use crate::game::View;

/// A seat's view of a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShownMatch {
    /// Your seat, 0 or 1. The rules are the same for both.
    pub seat: u8,
    /// The rounds of the match, each as its highest card.
    #[serde(rename = "match")]
    pub rounds: Vec<u8>,
    /// The points you have won in the match so far.
    pub my_points_total: u32,
    /// The points your opponent has won.
    pub opponent_points_total: u32,
    /// The number of the round, from 1.
    pub current_round: u8,
    /// Whether the match is over.
    pub game_ended: bool,
    /// The victory cards that are bid for, in the order drawn; at the end, those that nobody won.
    pub lot: Vec<u8>,
    /// The victory card of the next turn; null on the last turn of a round.
    pub next_victory_card: Option<u8>,
    /// Your bidding cards, lowest first.
    pub my_cards_remaining: Vec<u8>,
    /// Your opponent's bidding cards, lowest first.
    pub opponent_cards_remaining: Vec<u8>,
    /// The victory cards to come this round, the next one included, lowest first: not in the order of play.
    pub draw_pile: Vec<u8>,
    /// The turns of this round in the order played; on its first turn, those of the round before.
    pub previous_turns: Vec<ShownTurn>,
}

/// A past turn as one seat saw it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShownTurn {
    /// The bidding card played for you.
    pub my_bid: u8,
    /// The bidding card played for your opponent.
    pub opponent_bid: u8,
    /// The victory card drawn into the lot.
    pub drawn_victory_card: u8,
    /// The victory cards you won, in the order drawn.
    pub my_cards_won: Vec<u8>,
    /// The victory cards your opponent won.
    pub opponent_cards_won: Vec<u8>,
    /// False if your bid was refused or missing, and drawn at random.
    pub my_response_legal: bool,
    /// False if your opponent's was.
    pub opponent_response_legal: bool,
}

impl From<JujitsuView<'_>> for ShownMatch {
    fn from(view: JujitsuView<'_>) -> Self {
        let (own, other) = (view.seat(), view.opponent());
        Self {
            seat: own.0,
            rounds: view.rounds().to_vec(),
            my_points_total: view.points(own),
            opponent_points_total: view.points(other),
            current_round: view.round(),
            game_ended: view.is_over(),
            lot: view.lot().to_vec(),
            next_victory_card: view.next_victory_card(),
            my_cards_remaining: view.hand(own).collect(),
            opponent_cards_remaining: view.hand(other).collect(),
            draw_pile: view.draw_pile().collect(),
            previous_turns: (0..view.previous_turns().len()).map(|at| ShownTurn::of(view, at)).collect(),
        }
    }
}

impl ShownTurn {
    fn of(view: JujitsuView<'_>, at: usize) -> Self {
        let turn = view.previous_turns()[at];
        let (own, other) = (view.seat(), view.opponent());
        Self {
            my_bid: turn.bid(own),
            opponent_bid: turn.bid(other),
            drawn_victory_card: turn.drawn(),
            my_cards_won: view.cards_won(at, own).collect(),
            opponent_cards_won: view.cards_won(at, other).collect(),
            my_response_legal: !turn.was_random(own),
            opponent_response_legal: !turn.was_random(other),
        }
    }
}

impl Serialize for JujitsuView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ShownMatch::from(*self).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::jujitsu::Bid;
    use crate::jujitsu::tests::{bid, dealt, play_out, stacked};
    use crate::seats::Seat;

    fn shown(game: &crate::jujitsu::Jujitsu, seat: u8) -> ShownMatch {
        ShownMatch::from(game.view(Seat(seat)))
    }

    #[test]
    fn the_json_is_that_of_the_worked_example() {
        let mut game = stacked(&[5, 6, 7, 8], &[2, 4, 1, 5, 3]);
        bid(&mut game, &[[2, 3]]);
        let wanted = concat!(
            r#"{"seat":0,"match":[5,6,7,8],"myPointsTotal":0,"opponentPointsTotal":2,"currentRound":1,"#,
            r#""gameEnded":false,"lot":[4],"nextVictoryCard":1,"myCardsRemaining":[1,3,4,5],"#,
            r#""opponentCardsRemaining":[1,2,4,5],"drawPile":[1,3,5],"previousTurns":[{"myBid":2,"opponentBid":3,"#,
            r#""drawnVictoryCard":2,"myCardsWon":[],"opponentCardsWon":[2],"myResponseLegal":true,"#,
            r#""opponentResponseLegal":true}]}"#,
        );
        assert_eq!(serde_json::to_string(&game.view(Seat(0))).unwrap(), wanted);
        assert_eq!(serde_json::from_str::<ShownMatch>(wanted).unwrap(), shown(&game, 0));
    }

    #[test]
    fn the_other_seat_sees_the_same_turned_round() {
        let mut game = stacked(&[5, 6], &[2, 4, 1, 5, 3]);
        bid(&mut game, &[[2, 3]]);
        game.refuse(Seat(0), None);
        game.play(Seat(1), Bid(1)).unwrap();
        let (one, two) = (shown(&game, 0), shown(&game, 1));
        assert_eq!(
            (two.my_points_total, two.opponent_points_total),
            (one.opponent_points_total, one.my_points_total)
        );
        assert_eq!(two.my_cards_remaining, one.opponent_cards_remaining);
        assert_eq!(two.opponent_cards_remaining, one.my_cards_remaining);
        let (mine, theirs) = (&two.previous_turns[1], &one.previous_turns[1]);
        assert_eq!((mine.my_bid, mine.opponent_bid), (theirs.opponent_bid, theirs.my_bid));
        assert_eq!(mine.my_cards_won, theirs.opponent_cards_won);
        assert_eq!((mine.my_response_legal, mine.opponent_response_legal), (true, false));
        assert_eq!((theirs.my_response_legal, theirs.opponent_response_legal), (false, true));
    }

    #[test]
    fn on_a_tie_both_won_lists_are_empty_and_the_lot_is_in_the_order_drawn() {
        let mut game = stacked(&[4], &[4, 1, 3, 2]);
        bid(&mut game, &[[1, 1], [2, 2]]);
        let seen = shown(&game, 1);
        assert_eq!((seen.lot, seen.next_victory_card, seen.draw_pile), (vec![4, 1, 3], Some(2), vec![2]));
        assert!(seen.previous_turns.iter().all(|turn| turn.my_cards_won.is_empty()));
        assert!(seen.previous_turns.iter().all(|turn| turn.opponent_cards_won.is_empty()));
        bid(&mut game, &[[3, 4]]);
        assert_eq!(shown(&game, 1).previous_turns[2].my_cards_won, [4, 1, 3]);
    }

    #[test]
    fn the_pile_is_sorted_with_the_next_card_in_it_and_there_is_no_next_card_on_the_last_turn() {
        let mut game = stacked(&[4], &[3, 4, 2, 1]);
        let seen = shown(&game, 0);
        assert_eq!((seen.lot, seen.next_victory_card, seen.draw_pile), (vec![3], Some(4), vec![1, 2, 4]));
        bid(&mut game, &[[1, 2], [2, 1], [3, 4]]);
        let seen = shown(&game, 0);
        assert_eq!((seen.lot, seen.next_victory_card, seen.draw_pile), (vec![1], None, vec![]));
        assert_eq!((seen.my_cards_remaining, seen.opponent_cards_remaining), (vec![4], vec![3]));
    }

    #[test]
    fn the_first_turn_of_a_later_round_shows_all_of_the_round_before() {
        let mut game = stacked(&[4, 3], &[4, 1, 3, 2]);
        assert!(shown(&game, 0).previous_turns.is_empty());
        bid(&mut game, &[[1, 1], [2, 2], [3, 4], [4, 3]]);
        let seen = shown(&game, 0);
        assert_eq!((seen.current_round, seen.lot.len(), seen.my_cards_remaining.len()), (2, 1, 3));
        let drawn: Vec<u8> = seen.previous_turns.iter().map(|turn| turn.drawn_victory_card).collect();
        assert_eq!(
            (drawn, &seen.previous_turns[2].opponent_cards_won[..]),
            (vec![4, 1, 3, 2], &[4, 1, 3][..])
        );
        game.play(Seat(0), Bid(1)).unwrap();
        assert_eq!(shown(&game, 1).previous_turns.len(), 4);
        game.play(Seat(1), Bid(2)).unwrap();
        let seen = shown(&game, 0);
        assert_eq!((seen.previous_turns.len(), seen.previous_turns[0].my_bid), (1, 1));
    }

    #[test]
    fn only_the_very_first_view_has_no_previous_turns() {
        play_out(&mut dealt(&[3, 5, 4], 4), 4, |game| {
            let seen = shown(game, 0);
            let first = seen.current_round == 1 && seen.draw_pile.len() == 2;
            assert_eq!(seen.previous_turns.is_empty(), first);
        });
    }

    #[test]
    fn at_the_end_hands_and_pile_are_empty_and_the_lot_holds_what_nobody_won() {
        let mut game = stacked(&[3], &[1, 3, 2]);
        bid(&mut game, &[[2, 1], [1, 2], [3, 3]]);
        let seen = shown(&game, 1);
        assert_eq!((seen.game_ended, seen.current_round, seen.lot), (true, 1, vec![2]));
        assert_eq!((seen.next_victory_card, seen.draw_pile), (None, vec![]));
        assert!(seen.my_cards_remaining.is_empty() && seen.opponent_cards_remaining.is_empty());
        assert_eq!((seen.my_points_total, seen.opponent_points_total), (3, 1));
        assert_eq!((seen.previous_turns.len(), seen.previous_turns[2].my_bid), (3, 3));
    }
}
