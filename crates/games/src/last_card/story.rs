//! A game of Last Card told turn by turn, in the lines of the original's readable log.
//!
//! What a pass draws is not told: nobody at the table sees it either.

use super::moves::LastCardMove;
use super::names::{Text, suit_text};
use super::{ACE, End, LastCard, SEATS, hand_value};
use crate::cards::Card;
use crate::game::Game;
use crate::seats::Seat;
use crate::story::{Moment, because, line};

pub(super) fn tell(moment: &Moment<'_, LastCard>, names: &[&str], out: &mut String) {
    match *moment {
        Moment::Dealt(game) => deal(game, names, out),
        Moment::Played { before, after, seat, mv } => {
            let turn = TurnTold { before, after, seat, name: names[seat.index()] };
            turn.attempt(mv, out);
            turn.consequences(mv, out);
        }
        Moment::Refused { before, after, seat, attempt, why } => {
            let turn = TurnTold { before, after, seat, name: names[seat.index()] };
            turn.refusal(attempt, why, out);
        }
        Moment::Ended(game) => result(game, names, out),
    }
}

fn deal(game: &LastCard, names: &[&str], out: &mut String) {
    line(out, format_args!("At the table are {}; {} begins", names.join(", "), names[game.to_move.index()]));
    line(out, format_args!("{} lies face up", Text(game.played.top())));
}

/// One turn: who took it, and the position before and after.
struct TurnTold<'a> {
    before: &'a LastCard,
    after: &'a LastCard,
    seat: Seat,
    name: &'a str,
}

impl TurnTold<'_> {
    /// What the player said, legal or not.
    fn attempt(&self, mv: LastCardMove, out: &mut String) {
        let name = self.name;
        let call = if mv.calls() { " and calls last card(s)" } else { "" };
        if mv.cards().is_empty() {
            line(out, format_args!("{name} passes{call}"));
        } else {
            line(out, format_args!("{name} plays card(s) [{}]{call}", listed(mv.cards())));
        }
    }

    /// What came of a legal move.
    fn consequences(&self, mv: LastCardMove, out: &mut String) {
        let Some(last) = mv.cards().last() else { return self.passing(out) };
        if last.rank() == ACE {
            line(out, format_args!("{} names {}", self.name, suit_text(self.after.suit)));
        }
        let held = self.before.hands[self.seat.index()].len();
        if held == mv.cards().len() && self.after.end != Some(End::Won(self.seat)) {
            line(out, format_args!("{} has no cards left but did not call last card(s)", self.name));
            line(out, format_args!("{} picks up {}", self.name, card_count(self.held_after())));
        }
        self.reshuffle(mv.cards().len(), out);
    }

    fn passing(&self, out: &mut String) {
        if self.before.punishment > 0 {
            self.picking_up(out);
        }
        self.reshuffle(0, out);
    }

    fn refusal(&self, attempt: Option<LastCardMove>, why: &str, out: &mut String) {
        match attempt {
            Some(mv) => {
                self.attempt(mv, out);
                line(out, format_args!("Illegal Move!\n{why}"));
            }
            None => line(out, format_args!("{} gave no move{}\nIllegal Move!", self.name, because(why))),
        }
        self.picking_up(out);
        self.reshuffle(0, out);
    }

    /// The cards drawn in a turn without a card played, which can be fewer than asked for.
    fn picking_up(&self, out: &mut String) {
        let drawn = self.held_after() - self.before.hands[self.seat.index()].len();
        let why = if self.before.punishment > 0 { " as punishment" } else { "" };
        line(out, format_args!("{} picks up {}{why}", self.name, card_count(drawn)));
    }

    /// A pile that is lower than what was laid on it has become the new deck.
    fn reshuffle(&self, laid_down: usize, out: &mut String) {
        if self.after.played.len() < self.before.played.len() + laid_down {
            line(out, format_args!("The played cards are shuffled into a new deck"));
        }
    }

    fn held_after(&self) -> usize {
        self.after.hands[self.seat.index()].len()
    }
}

fn result(game: &LastCard, names: &[&str], out: &mut String) {
    match game.end {
        Some(End::Won(seat)) => line(out, format_args!("{} wins", names[seat.index()])),
        Some(End::OutOfTurns) => {
            line(out, format_args!("{} turns without a winner: nobody wins", game.turns));
        }
        None => {}
    }
    for seat in Seat::all(SEATS) {
        let cards = game.view(seat).hand_in_order();
        let hand = hand_value(game.hands[seat.index()]);
        let calls = game.tallies[seat.index()].last_card_points();
        let name = names[seat.index()];
        let points = game.points(seat);
        line(out, format_args!("{name} holds [{}]", listed(&cards)));
        line(out, format_args!("{name} takes {points} points: hand value {hand}, last card {calls}"));
    }
}

fn listed(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(|&card| Text(card).to_string()).collect();
    cards.join(", ")
}

fn card_count(count: usize) -> String {
    if count == 1 { "1 card".to_owned() } else { format!("{count} cards") }
}

#[cfg(test)]
mod tests {
    use super::super::names::tests::cards;
    use super::super::pile::Pile;
    use super::super::testing::{mv, table};
    use super::*;
    use crate::cards::Suit;
    use crate::game::Illegal;

    const NAMES: [&str; 4] = ["Naive.jar", "Naive2.jar", "Naive4.jar", "upi1234.jar"];

    /// Plays the move, or has it refused, and tells what happened.
    fn told(game: &mut LastCard, mv: LastCardMove) -> String {
        let (before, seat, mut out) = (game.clone(), game.to_move, String::new());
        match game.play(seat, mv) {
            Ok(()) => tell(&Moment::Played { before: &before, after: game, seat, mv }, &NAMES, &mut out),
            Err(Illegal::Breach(breach)) => {
                game.refuse(seat, Some(mv));
                let why = &breach.to_string();
                let refused = Moment::Refused { before: &before, after: game, seat, attempt: Some(mv), why };
                tell(&refused, &NAMES, &mut out);
            }
            Err(Illegal::NotToMove) => panic!("it is nobody's turn"),
        }
        out
    }

    fn lines(text: &str) -> Vec<&str> {
        text.lines().collect()
    }

    #[test]
    fn the_deal_names_the_players_and_the_face_up_card() {
        let mut out = String::new();
        tell(&Moment::Dealt(&table(["", "", "", ""], "7S")), &NAMES, &mut out);
        assert_eq!(
            lines(&out),
            [
                "At the table are Naive.jar, Naive2.jar, Naive4.jar, upi1234.jar; Naive.jar begins",
                "The SEVEN of SPADES lies face up"
            ]
        );
    }

    #[test]
    fn the_originals_lines_are_told_in_its_words() {
        let hands = ["9D 3C 4C", "2D 9H", "2S 9C", "7D 8D"];
        let mut game = table(hands, "KD");
        let mut out = told(&mut game, mv("9D").calling_if(true));
        out += &told(&mut game, mv("2D"));
        out += &told(&mut game, mv("2S"));
        out += &told(&mut game, mv("7D"));
        out += &told(&mut game, mv(""));
        out += &told(&mut game, mv("9H"));
        out += &told(&mut game, mv("").calling_if(true));
        assert_eq!(
            lines(&out),
            [
                "Naive.jar plays card(s) [The NINE of DIAMONDS] and calls last card(s)",
                "Naive2.jar plays card(s) [The TWO of DIAMONDS]",
                "Naive4.jar plays card(s) [The TWO of SPADES]",
                "upi1234.jar plays card(s) [The SEVEN of DIAMONDS]",
                "Illegal Move!",
                "Can't just play the same suit on a 2/5 to avoid punishment",
                "upi1234.jar picks up 4 cards as punishment",
                "Naive.jar passes",
                "Naive2.jar plays card(s) [The NINE of HEARTS]",
                "Illegal Move!",
                "Either suit or value did not match",
                "Naive2.jar picks up 2 cards",
                "Naive4.jar passes and calls last card(s)",
            ]
        );
    }

    #[test]
    fn a_pass_under_punishment_tells_what_is_picked_up() {
        let mut game = table(["5D 5S 3C", "", "", ""], "KD");
        let mut out = told(&mut game, mv("5D 5S"));
        out += &told(&mut game, mv(""));
        assert_eq!(
            lines(&out),
            [
                "Naive.jar plays card(s) [The FIVE of DIAMONDS, The FIVE of SPADES]",
                "Naive2.jar passes",
                "Naive2.jar picks up 10 cards as punishment"
            ]
        );
    }

    #[test]
    fn an_ace_tells_the_suit_it_names() {
        let mut game = table(["AS 3C", "AC 4C", "", ""], "KD");
        let mut out = told(&mut game, mv("AS").naming(Suit::Hearts));
        out += &told(&mut game, mv("AC"));
        assert_eq!(lines(&out)[1], "Naive.jar names HEARTS");
        assert_eq!(lines(&out)[3], "Naive2.jar names CLUBS");
    }

    #[test]
    fn an_empty_hand_without_the_call_is_told() {
        let mut game = table(["8D", "", "", ""], "KD");
        assert_eq!(
            lines(&told(&mut game, mv("8D"))),
            [
                "Naive.jar plays card(s) [The EIGHT of DIAMONDS]",
                "Naive.jar has no cards left but did not call last card(s)",
                "Naive.jar picks up 2 cards"
            ]
        );
    }

    #[test]
    fn a_reshuffle_is_told_and_so_is_what_little_there_was() {
        let mut game = table(["5D 3C", "4C", "", ""], "KD");
        game.deck = Pile::empty();
        told(&mut game, mv("5D"));
        assert_eq!(
            lines(&told(&mut game, mv(""))),
            [
                "Naive2.jar passes",
                "Naive2.jar picks up 1 card as punishment",
                "The played cards are shuffled into a new deck"
            ]
        );
        assert_eq!(lines(&told(&mut game, mv(""))), ["Naive4.jar passes"]);
    }

    #[test]
    fn a_fault_is_named_as_such() {
        let mut after = table(["8D", "", "", ""], "KD");
        let before = after.clone();
        after.refuse(Seat(0), None);
        let mut out = String::new();
        let why = "crashed: index out of bounds";
        let moment = Moment::Refused { before: &before, after: &after, seat: Seat(0), attempt: None, why };
        tell(&moment, &NAMES, &mut out);
        assert_eq!(
            lines(&out),
            [
                "Naive.jar gave no move: crashed: index out of bounds",
                "Illegal Move!",
                "Naive.jar picks up 2 cards"
            ]
        );
    }

    #[test]
    fn the_end_tells_the_winner_and_what_everyone_takes() {
        let mut game = table(["8D", "AS 3C", "5H", ""], "KD");
        game.called[0] = true;
        game.tallies[2].calls = 12;
        told(&mut game, LastCardMove::of(&cards("8D")));
        let mut out = String::new();
        tell(&Moment::Ended(&game), &NAMES, &mut out);
        assert_eq!(
            lines(&out)[..7],
            [
                "Naive.jar wins",
                "Naive.jar holds []",
                "Naive.jar takes 0 points: hand value 0, last card 0",
                "Naive2.jar holds [The ACE of SPADES, The THREE of CLUBS]",
                "Naive2.jar takes 6 points: hand value 6, last card 0",
                "Naive4.jar holds [The FIVE of HEARTS]",
                "Naive4.jar takes 3 points: hand value 2, last card 1",
            ]
        );
    }

    #[test]
    fn the_turn_limit_is_told() {
        let mut game = table(["8D", "", "", ""], "KD");
        game.turn_limit = 1;
        game.refuse(Seat(0), None);
        let mut out = String::new();
        tell(&Moment::Ended(&game), &NAMES, &mut out);
        assert_eq!(lines(&out)[0], "1 turns without a winner: nobody wins");
    }
}
