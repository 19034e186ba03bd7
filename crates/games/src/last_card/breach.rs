//! Which moves break a rule, and what that costs.

use super::moves::{LastCardMove, MOST_CARDS};
use super::names::Text;
use super::{ACE, LastCard};
use crate::cards::{Card, CardSet};
use crate::seats::Seat;

/// The rule a refused move breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// Five cards or more.
    #[error("Can't play more than four cards at once")]
    MoreThanFour,
    /// A card that is not in the hand.
    #[error("Can't play {}: it is not in the hand", Text(*.0))]
    NotHeld(Card),
    /// One card more than once.
    #[error("Can't play {} twice", Text(*.0))]
    Twice(Card),
    /// Cards of different values in one move.
    #[error("Cards played together must all have the same value")]
    DifferentValues,
    /// The first card fits neither suit nor value.
    #[error("Either suit or value did not match")]
    NoMatch,
    /// Something other than the punishing value while a punishment is active.
    #[error("Can't just play the same suit on a 2/5 to avoid punishment")]
    AvoidsPunishment,
    /// Aces as the last cards of the hand.
    #[error("Can't end on an ace")]
    EndsOnAce,
}

/// What an illegal move costs where no punishment is active.
const ILLEGAL_DRAW: u32 = 2;

impl LastCard {
    /// The cards that may be played first on what lies there, held or not.
    #[inline]
    pub(super) fn fitting(&self) -> CardSet {
        let same_value = CardSet::of_rank(self.played.top().rank());
        if self.punishment > 0 {
            return same_value;
        }
        same_value.or(CardSet::of_suit(self.suit)).or(CardSet::of_rank(ACE))
    }

    /// The cards of a legal move of the seat to move, as a set.
    #[inline]
    pub(super) fn check(&self, mv: LastCardMove) -> Result<CardSet, Breach> {
        let Some(&first) = mv.cards().first() else { return Ok(CardSet::EMPTY) };
        if mv.cards().len() > MOST_CARDS {
            return Err(Breach::MoreThanFour);
        }
        let hand = self.hands[self.to_move.index()];
        let mut cards = CardSet::EMPTY;
        for &card in mv.cards() {
            if !hand.contains(card) {
                return Err(Breach::NotHeld(card));
            }
            if cards.contains(card) {
                return Err(Breach::Twice(card));
            }
            cards.insert(card);
        }
        if !cards.without(CardSet::of_rank(first.rank())).is_empty() {
            return Err(Breach::DifferentValues);
        }
        if !self.fitting().contains(first) {
            return Err(if self.punishment > 0 { Breach::AvoidsPunishment } else { Breach::NoMatch });
        }
        if first.rank() == ACE && cards == hand {
            return Err(Breach::EndsOnAce);
        }
        Ok(cards)
    }

    /// The answer to an illegal or missing move of the seat to move: the punishment, or two cards.
    pub(super) fn penalise(&mut self) {
        let seat = self.to_move;
        let tally = &mut self.tallies[seat.index()];
        tally.illegal += 1;
        tally.punish(self.punishment);
        // A refused call does not entitle to end (rule 11), nor does an older one: this turn comes between.
        self.called[seat.index()] = false;
        let cards = if self.punishment > 0 { self.punishment } else { ILLEGAL_DRAW };
        self.draw(seat, cards);
        self.punishment = 0;
        self.next_turn(1);
    }

    /// Counts the call of a move, legal or not.
    #[inline]
    pub(super) fn count_call(&mut self, seat: Seat, mv: LastCardMove) {
        self.tallies[seat.index()].calls += u16::from(mv.calls());
    }
}

#[cfg(test)]
mod tests {
    use super::super::LastCardOptions;
    use super::super::names::tests::cards;
    use super::super::testing::{SMALL, held, mv, play, table};
    use super::*;
    use crate::chance::Chance;
    use crate::game::{Game, Illegal, Move, Refusal};
    use crate::seats::Turn;
    use crate::seed::Seed;

    /// The rule that these cards break, having changed nothing.
    fn breach(game: &LastCard, line: &str) -> Breach {
        let mut tried = game.clone();
        let refused = tried.play(game.to_move, mv(line));
        assert_eq!(&tried, game);
        match refused {
            Err(Illegal::Breach(breach)) => breach,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn the_first_card_matches_suit_or_value() {
        let game = table(SMALL, "8D");
        assert_eq!(breach(&game, "3C"), Breach::NoMatch);
        assert_eq!(Breach::NoMatch.to_string(), "Either suit or value did not match");
        play(&mut game.clone(), "8S");
        play(&mut game.clone(), "9D");
    }

    #[test]
    fn two_tens_go_on_the_eight_of_hearts_when_the_ten_of_hearts_is_first() {
        let mut game = table(["10S 10H 3D", "", "", ""], "8H");
        assert_eq!(breach(&game, "10S 10H"), Breach::NoMatch);
        play(&mut game, "10H 10S");
    }

    #[test]
    fn a_seven_and_a_ten_do_not_go_together() {
        let game = table(["7H 10H 3D", "", "", ""], "8H");
        assert_eq!(breach(&game, "7H 10H"), Breach::DifferentValues);
    }

    #[test]
    fn cards_not_held_cards_twice_and_five_cards_are_illegal() {
        let game = table(["8S 8C 8H 3D", "9D", "", ""], "8D");
        assert_eq!(breach(&game, "9D").to_string(), "Can't play The NINE of DIAMONDS: it is not in the hand");
        assert_eq!(breach(&game, "8S 8S").to_string(), "Can't play The EIGHT of SPADES twice");
        assert_eq!(breach(&game, "8S 8C 8H 8S 8C"), Breach::MoreThanFour);
        assert_eq!(breach(&game, "8S 8C 8H 8D"), Breach::NotHeld(cards("8D")[0]));
    }

    #[test]
    fn a_face_up_ace_counts_with_its_own_suit() {
        let game = table(["3C 3D", "", "", ""], "AD");
        assert_eq!(breach(&game, "3C"), Breach::NoMatch);
        play(&mut game.clone(), "3D");
    }

    #[test]
    fn under_punishment_only_the_same_value_goes() {
        let mut game = table(["2D 9D", "7D 5D 2S AD 3H", "", ""], "8D");
        play(&mut game, "2D");
        for line in ["7D", "5D", "AD", "3H"] {
            assert_eq!(breach(&game, line), Breach::AvoidsPunishment, "{line}");
        }
        let words = "Can't just play the same suit on a 2/5 to avoid punishment";
        assert_eq!(Breach::AvoidsPunishment.to_string(), words);
        play(&mut game, "2S");
    }

    #[test]
    fn a_two_whose_punishment_was_drawn_is_a_card_like_any_other() {
        let mut game = table(["2D 9D", "7D", "6D AS 3C", ""], "8D");
        play(&mut game, "2D");
        play(&mut game, "");
        assert_eq!(breach(&game, "3C"), Breach::NoMatch);
        play(&mut game.clone(), "AS");
        play(&mut game, "6D");
    }

    #[test]
    fn nobody_ends_on_an_ace_called_or_not() {
        for call in [true, false] {
            let mut game = table(["AS AC", "", "", ""], "8D");
            game.called[0] = call;
            assert_eq!(breach(&game, "AS AC").to_string(), "Can't end on an ace");
            play(&mut game, "AS");
            game.to_move = Seat(0);
            assert_eq!(breach(&game, "AC"), Breach::EndsOnAce);
        }
    }

    #[test]
    fn an_illegal_move_draws_two_cards_and_changes_nothing_else_on_the_table() {
        let mut game = table(SMALL, "8D");
        assert_eq!(game.refuse(Seat(0), Some(mv("3C"))), Refusal::Played);
        assert_eq!((held(&game), game.played.cards()), ([5, 2, 2, 2], &cards("8D")[..]));
        assert_eq!(game.turn(), Turn::of(Seat(1)));
        let figures = game.figures(Seat(0));
        assert_eq!(figures[..5], [None, None, Some(1.0), Some(1.0), Some(0.0)]);
    }

    #[test]
    fn an_illegal_move_under_punishment_draws_the_punishment() {
        let mut game = table(["5D 3C", "7D 4S", "", ""], "8D");
        play(&mut game, "5D");
        game.refuse(Seat(1), Some(mv("7D")));
        assert_eq!((held(&game)[1], game.punishment), (7, 0));
        let tally = game.tallies[1];
        assert_eq!((tally.illegal, tally.passes, tally.times_punished, tally.punishment), (1, 0, 1, 5));
    }

    #[test]
    fn an_illegal_moves_call_is_counted_but_does_not_entitle() {
        let mut game = table(SMALL, "8D");
        game.called[0] = true;
        game.refuse(Seat(0), Some(mv("3C").calling_if(true)));
        assert_eq!((game.tallies[0].calls, game.called[0]), (1, false));
        game.refuse(Seat(1), None);
        assert_eq!(game.tallies[1].calls, 0);
    }

    proptest::proptest! {
        #[test]
        fn a_refused_move_changes_nothing_whatever_it_is(
            seed in 0_u64..500, turns in 0_usize..120, code in 0_u64..3_900_000_000, seat in 0_u8..5,
        ) {
            let mut game = LastCard::deal(4, &LastCardOptions::default(), Seed::plain(seed)).unwrap();
            let mut chance = Chance::new(Seed::plain(seed).child(1));
            for _ in 0..turns {
                let Some(seat) = game.turn().next() else { break };
                game.play(seat, game.any(seat, &mut chance)).unwrap();
            }
            let before = game.clone();
            // Halved again and again, so that short moves come up as often as long ones.
            for shift in 0..32 {
                let Some(mv) = LastCardMove::from_code(code >> shift) else { continue };
                if game.play(Seat(seat), mv).is_err() {
                    proptest::prop_assert_eq!(&game, &before);
                }
                game.clone_from(&before);
            }
        }
    }
}
