//! What follows from a legal move.

use super::moves::LastCardMove;
use super::{ACE, End, FIVE, JACK, LastCard, TEN, TWO};
use crate::cards::CardSet;
use crate::seats::Seat;

/// What an empty hand costs without the call.
const NO_CALL_DRAW: u32 = 2;

impl LastCard {
    /// Carries out a legal move, whose cards are also given as a set.
    #[inline]
    pub(super) fn carry_out(&mut self, mv: LastCardMove, cards: CardSet) {
        let seat = self.to_move;
        let may_end = self.called[seat.index()];
        self.count_call(seat, mv);
        self.called[seat.index()] = mv.calls();
        if cards.is_empty() {
            self.pass(seat);
            return self.next_turn(1);
        }
        self.lay_down(seat, mv, cards);
        if self.hands[seat.index()].is_empty() {
            if may_end {
                self.turns += 1;
                self.end = Some(End::Won(seat));
                return;
            }
            self.draw(seat, NO_CALL_DRAW);
        }
        let places = self.take_effect(mv);
        self.next_turn(places);
    }

    #[inline]
    fn pass(&mut self, seat: Seat) {
        let tally = &mut self.tallies[seat.index()];
        tally.passes += 1;
        if self.punishment > 0 {
            tally.punish(self.punishment);
        }
        self.draw(seat, self.punishment.max(1));
        self.punishment = 0;
    }

    #[inline]
    fn lay_down(&mut self, seat: Seat, mv: LastCardMove, cards: CardSet) {
        let hand = &mut self.hands[seat.index()];
        *hand = hand.without(cards);
        mv.cards().iter().for_each(|&card| self.played.put(card));
        self.tallies[seat.index()].cards_played += mv.cards().len() as u16;
        let top = self.played.top();
        self.suit = match mv.suit() {
            Some(named) if top.rank() == ACE => named,
            _ => top.suit(),
        };
    }

    /// Lets the cards just played have their effect; says how many places on the turn goes.
    #[inline]
    fn take_effect(&mut self, mv: LastCardMove) -> u8 {
        let count = mv.cards().len() as u8;
        match self.played.top().rank() {
            TWO => self.punishment += 2 * u32::from(count),
            FIVE => self.punishment += 5 * u32::from(count),
            TEN => return 1 + count,
            JACK if count % 2 == 1 => self.direction = self.direction.reversed(),
            _ => {}
        }
        1
    }

    /// Gives the turn to the seat so many places on.
    #[inline]
    pub(super) fn next_turn(&mut self, places: u8) {
        self.to_move = self.direction.seat_after(self.to_move, places);
        self.turns += 1;
        if self.turns >= self.turn_limit {
            self.end = Some(End::OutOfTurns);
        }
    }

    /// Draws so many cards, or as many as there are.
    #[inline]
    pub(super) fn draw(&mut self, seat: Seat, cards: u32) {
        for _ in 0..cards {
            if self.deck.len() == 0 {
                self.deck = self.played.leave_top();
                self.dealer.reshuffle();
            }
            let Some(card) = self.dealer.draw(&mut self.deck) else { return };
            self.give(seat, card);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::names::tests::cards;
    use super::super::pile::Pile;
    use super::super::testing::{SMALL, held, mv, play, table};
    use super::super::{Direction, LastCardOptions, hand_value};
    use super::*;
    use crate::cards::Suit;
    use crate::game::{Game, Illegal, Refusal};
    use crate::seats::Turn;
    use crate::seed::Seed;

    #[test]
    fn three_sevens_go_on_a_seven() {
        let mut game = table(["7S 7C 7H 3D", "", "", ""], "7D");
        play(&mut game, "7S 7C 7H");
        assert_eq!(game.played.cards(), cards("7D 7S 7C 7H"));
        assert_eq!(game.suit, Suit::Hearts);
    }

    #[test]
    fn an_ace_goes_on_anything_and_names_the_suit_to_match() {
        let mut game = table(["AS 3C", "3H AH", "", ""], "8D");
        game.play(Seat(0), mv("AS").naming(Suit::Hearts)).unwrap();
        assert_eq!(game.suit, Suit::Hearts);
        assert_eq!(game.fitting(), CardSet::of_suit(Suit::Hearts).or(CardSet::of_rank(ACE)));
        play(&mut game, "3H");
        assert_eq!(game.suit, Suit::Hearts);
    }

    #[test]
    fn an_ace_without_a_suit_names_its_own() {
        let mut game = table(["AS AC 3C", "", "", ""], "8D");
        play(&mut game, "AS");
        assert_eq!(game.suit, Suit::Spades);
    }

    #[test]
    fn of_several_aces_the_one_named_suit_holds_or_the_suit_of_the_last() {
        let game = table(["AS AC 3C", "", "", ""], "8D");
        let (mut named, mut unnamed) = (game.clone(), game);
        named.play(Seat(0), mv("AC AS").naming(Suit::Diamonds)).unwrap();
        unnamed.play(Seat(0), mv("AS AC")).unwrap();
        assert_eq!((named.suit, unnamed.suit), (Suit::Diamonds, Suit::Clubs));
    }

    #[test]
    fn a_suit_named_with_another_card_is_ignored() {
        let mut game = table(SMALL, "8D");
        game.play(Seat(0), mv("8S").naming(Suit::Hearts)).unwrap();
        assert_eq!(game.suit, Suit::Spades);
    }

    #[test]
    fn a_pass_draws_one_card_and_is_always_legal() {
        let mut game = table(SMALL, "8D");
        play(&mut game, "");
        assert_eq!((held(&game), game.deck.len()), ([4, 2, 2, 2], 52 - 1 - 9 - 1));
        assert_eq!(game.turn(), Turn::of(Seat(1)));
        assert_eq!((game.tallies[0].passes, game.tallies[0].times_punished), (1, 0));
    }

    #[test]
    fn punishments_add_up_until_a_pass_draws_them_all() {
        let mut game = table(["2D 2S 9D", "2C 9C", "3C 4C", "3H 4H"], "8D");
        play(&mut game, "2D 2S");
        assert_eq!(game.punishment, 4);
        play(&mut game, "2C");
        assert_eq!(game.punishment, 6);
        play(&mut game, "");
        assert_eq!((held(&game)[2], game.punishment), (8, 0));
        let tally = game.tallies[2];
        assert_eq!((tally.passes, tally.times_punished, tally.punishment), (1, 1, 6));
    }

    #[test]
    fn two_fives_punish_with_ten() {
        let mut game = table(["5D 5S 9D", "3C", "", ""], "8D");
        play(&mut game, "5D 5S");
        play(&mut game, "");
        assert_eq!(held(&game)[1], 11);
    }

    #[test]
    fn a_face_up_two_punishes_nobody() {
        let mut game = table(["3D 4C", "", "", ""], "2D");
        play(&mut game, "3D");
        assert_eq!(game.punishment, 0);
    }

    #[test]
    fn every_ten_makes_one_player_miss_a_turn() {
        for (line, next) in [("10D", 2), ("10D 10S", 3), ("10D 10S 10C", 0), ("10D 10S 10C 10H", 1)] {
            let mut game = table(["10S 10C 10D 10H 3D", "", "", ""], "8D");
            play(&mut game, line);
            assert_eq!(game.turn(), Turn::of(Seat(next)), "{line}");
            assert_eq!(game.turns, 1);
        }
    }

    #[test]
    fn every_jack_turns_the_direction_and_two_cancel_out() {
        for (line, next, direction) in [
            ("JD", 3, Direction::Backward),
            ("JD JS", 1, Direction::Forward),
            ("JD JS JC", 3, Direction::Backward),
        ] {
            let mut game = table(["JS JC JD 3D", "", "", "10D 10S 4S"], "8D");
            play(&mut game, line);
            assert_eq!((game.to_move, game.direction), (Seat(next), direction), "{line}");
        }
    }

    #[test]
    fn tens_skip_in_the_direction_of_play() {
        let mut game = table(["JD 3D", "", "", "10D 4S"], "8D");
        play(&mut game, "JD");
        play(&mut game, "10D");
        assert_eq!(game.turn(), Turn::of(Seat(1)));
    }

    /// Seat 0 passes with or without the call, the others pass, seat 0 plays all it holds on an eight.
    fn finish(called: bool, hand: &str) -> LastCard {
        let mut game = table(["", "3H 4H", "6H 7H", "9H QH"], "8D");
        game.play(Seat(0), LastCardMove::PASS.calling_if(called)).unwrap();
        for seat in 1..4 {
            game.play(Seat(seat), LastCardMove::PASS).unwrap();
        }
        game.hands[0] = cards(hand).into_iter().collect();
        play(&mut game, hand);
        game
    }

    #[test]
    fn an_empty_hand_wins_with_the_call_on_the_turn_before() {
        let game = finish(true, "8S 8C");
        assert_eq!((game.turn(), game.end), (Turn::Over, Some(End::Won(Seat(0)))));
        assert_eq!(game.turns, 5);
        assert_eq!(game.figures(Seat(0))[5], Some(1.0));
        assert_eq!(game.figures(Seat(1))[5], None);
        let values = game.hands.map(|hand| f64::from(hand_value(hand)));
        assert_eq!((values[0], &game.scores()[..]), (0.0, &values[..]));
    }

    #[test]
    fn an_empty_hand_without_the_call_draws_two_and_play_goes_on() {
        let game = finish(false, "8S");
        assert_eq!((game.turn(), held(&game)[0]), (Turn::of(Seat(1)), 2));
        let tally = game.tallies[0];
        assert_eq!((tally.times_punished, tally.punishment, tally.cards_played), (0, 0, 1));
    }

    #[test]
    fn the_call_with_the_last_card_itself_comes_too_late() {
        let mut game = table(["8S", "", "", ""], "8D");
        game.play(Seat(0), mv("8S").calling_if(true)).unwrap();
        assert_eq!((game.end, held(&game)[0], game.called[0]), (None, 2, true));
    }

    #[test]
    fn a_call_two_turns_ago_is_not_enough() {
        let mut game = table(["8S", "", "", ""], "8D");
        for call in [true, false, false, false, false, false, false, false] {
            game.play(game.to_move, LastCardMove::PASS.calling_if(call)).unwrap();
        }
        game.hands[0] = cards("8S").into_iter().collect();
        play(&mut game, "8S");
        assert_eq!((game.end, held(&game)[0]), (None, 2));
    }

    #[test]
    fn a_skipped_turn_does_not_use_up_the_call() {
        let mut game = table(["", "", "", "10D 3S"], "8D");
        game.play(Seat(0), LastCardMove::PASS.calling_if(true)).unwrap();
        play(&mut game, "");
        play(&mut game, "");
        play(&mut game, "10D");
        assert_eq!((game.to_move, game.called[0]), (Seat(1), true));
    }

    #[test]
    fn the_finishing_card_has_its_effect_only_when_play_goes_on() {
        let won = finish(true, "5D");
        assert_eq!((won.punishment, won.end), (0, Some(End::Won(Seat(0)))));
        let goes_on = finish(false, "5D");
        assert_eq!((goes_on.punishment, goes_on.turn()), (5, Turn::of(Seat(1))));
        assert_eq!(finish(false, "10D").turn(), Turn::of(Seat(2)));
        assert_eq!(finish(false, "JD").turn(), Turn::of(Seat(3)));
    }

    #[test]
    fn the_turn_limit_ends_the_game_without_a_winner() {
        let mut game = LastCard::deal(4, &LastCardOptions { turn_limit: 3 }, Seed::plain(2)).unwrap();
        for seat in 0..3 {
            assert_eq!(game.turn(), Turn::of(Seat(seat)));
            assert_eq!(game.refuse(Seat(seat), None), Refusal::Played);
        }
        assert_eq!((game.turn(), game.end), (Turn::Over, Some(End::OutOfTurns)));
        let figures: Vec<_> = Seat::all(4).map(|seat| game.figures(seat)[5]).collect();
        assert_eq!(figures, [None; 4]);
    }

    #[test]
    fn a_win_on_the_last_turn_is_a_win() {
        let mut game = table(["8S", "", "", ""], "8D");
        (game.called[0], game.turn_limit) = (true, 1);
        play(&mut game, "8S");
        assert_eq!(game.end, Some(End::Won(Seat(0))));
    }

    #[test]
    fn four_who_only_pass_play_a_thousand_turns() {
        let mut game = LastCard::deal(4, &LastCardOptions::default(), Seed::plain(3)).unwrap();
        while let Some(seat) = game.turn().next() {
            game.play(seat, LastCardMove::PASS).unwrap();
        }
        assert_eq!((game.turns, game.tallies[0].passes), (1000, 250));
        assert_eq!((game.deck.len(), held(&game).iter().sum::<usize>()), (0, 51));
    }

    #[test]
    fn an_empty_deck_is_refilled_by_all_played_cards_but_the_last() {
        let mut game = table(["8S 8C 3D", "5C 4H", "3C", ""], "8D");
        game.deck = Pile::empty();
        play(&mut game, "8S 8C");
        play(&mut game, "5C");
        play(&mut game, "");
        // Five to draw; 8D, 8S and 8C were there.
        assert_eq!((held(&game)[2], game.deck.len()), (4, 0));
        assert_eq!(game.played.cards(), cards("5C"));
        assert_eq!(game.tallies[2].punishment, 5);
        assert!(cards("8D 8S 8C").iter().all(|&card| game.hands[2].contains(card)));
    }

    #[test]
    fn calls_of_moves_and_passes_are_counted() {
        let mut game = table(SMALL, "8D");
        game.play(Seat(0), mv("8S").calling_if(true)).unwrap();
        game.play(Seat(1), LastCardMove::PASS.calling_if(true)).unwrap();
        play(&mut game, "");
        assert_eq!(game.tallies.map(|tally| tally.calls), [1, 1, 0, 0]);
        assert_eq!(game.called, [true, true, false, false]);
    }

    #[test]
    fn nobody_moves_out_of_turn_or_after_the_end() {
        let mut game = table(SMALL, "8D");
        for seat in [1, 2, 3, 4, 255] {
            assert_eq!(game.play(Seat(seat), LastCardMove::PASS), Err(Illegal::NotToMove));
        }
        let mut over = finish(true, "8S");
        let before = over.clone();
        for seat in 0..4 {
            assert_eq!(over.play(Seat(seat), LastCardMove::PASS), Err(Illegal::NotToMove));
        }
        assert_eq!(over, before);
    }
}
