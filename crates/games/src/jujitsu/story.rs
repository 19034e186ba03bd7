//! A match told turn by turn, in the lines of the original's quick play.

use super::past::cards_won;
use super::{Jujitsu, PastTurn};
use crate::seats::Seat;
use crate::story::{Moment, because, line};

pub(super) fn tell(moment: &Moment<'_, Jujitsu>, names: &[&str], out: &mut String) {
    match *moment {
        Moment::Dealt(game) => {
            let rounds = game.rounds();
            line(out, format_args!("New game between {} and {} with rounds {rounds:?}", names[0], names[1]));
            new_round(game, out);
        }
        Moment::Played { before, after, .. } => turn(before, after, names, out),
        Moment::Refused { before, after, seat, attempt, why } => {
            let tried = attempt.map_or_else(|| "gave no bid".to_owned(), |bid| format!("bid {}", bid.0));
            line(out, format_args!("{} {tried}{}", names[seat.index()], because(why)));
            if let Some(card) = played_for(before, after, seat) {
                line(out, format_args!("Chance plays {card} for {}", names[seat.index()]));
            }
            turn(before, after, names, out);
        }
        Moment::Ended(game) => {
            let [first, second] = game.points;
            let (a, b) = (names[0], names[1]);
            line(out, format_args!("Game ended. {a} got {first} points and {b} got {second} points"));
        }
    }
}

/// The turn that a bid ended, and the round that begins after it. A first bid is face down, and ends nothing.
fn turn(before: &Jujitsu, after: &Jujitsu, names: &[&str], out: &mut String) {
    let Some(turn) = shown(before, after) else { return };
    let [first, second] = [Seat(0), Seat(1)].map(|seat| {
        let won: Vec<u8> = cards_won(after.past(), usize::from(before.turn), seat).collect();
        format!("{} bid {} won {won:?}", names[seat.index()], turn.bid(seat))
    });
    line(out, format_args!("VC: {} -- {first} -- {second}", turn.drawn()));
    if after.round != before.round {
        new_round(after, out);
    }
}

fn new_round(game: &Jujitsu, out: &mut String) {
    line(out, format_args!("Starting new round with N={}", game.cards));
}

/// The turn that was shown between two positions, one bid apart.
fn shown(before: &Jujitsu, after: &Jujitsu) -> Option<PastTurn> {
    before.face_down.and_then(|_| after.past().get(usize::from(before.turn)).copied())
}

/// The card of a seat that has just bid, whether it was shown or lies face down.
fn played_for(before: &Jujitsu, after: &Jujitsu, seat: Seat) -> Option<u8> {
    shown(before, after).map(|turn| turn.bid(seat)).or(after.face_down.map(|first| first.card))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::jujitsu::Bid;
    use crate::jujitsu::tests::stacked;

    const NAMES: &[&str] = &["A", "B"];

    fn play(game: &mut Jujitsu, bids: &[(u8, i32)], out: &mut String) {
        for &(seat, card) in bids {
            let (before, seat, mv) = (game.clone(), Seat(seat), Bid(card));
            game.play(seat, mv).unwrap();
            tell(&Moment::Played { before: &before, after: game, seat, mv }, NAMES, out);
        }
    }

    fn refuse(game: &mut Jujitsu, seat: u8, attempt: Option<Bid>, why: &str, out: &mut String) {
        let (before, seat) = (game.clone(), Seat(seat));
        game.refuse(seat, None);
        tell(&Moment::Refused { before: &before, after: game, seat, attempt, why }, NAMES, out);
    }

    #[test]
    fn a_match_is_told_in_the_lines_of_quick_play() {
        let mut out = String::new();
        let mut game = stacked(&[3, 4], &[3, 1, 2]);
        tell(&Moment::Dealt(&game), NAMES, &mut out);
        play(&mut game, &[(0, 3), (1, 2), (1, 1), (0, 1), (0, 2), (1, 3)], &mut out);
        game.pile[..4].copy_from_slice(&[4, 2, 1, 3]);
        play(&mut game, &[(0, 1), (1, 1), (0, 2), (1, 2), (0, 3), (1, 3), (0, 4), (1, 4)], &mut out);
        tell(&Moment::Ended(&game), NAMES, &mut out);
        let wanted = "\
New game between A and B with rounds [3, 4]
Starting new round with N=3
VC: 3 -- A bid 3 won [3] -- B bid 2 won []
VC: 1 -- A bid 1 won [] -- B bid 1 won []
VC: 2 -- A bid 2 won [] -- B bid 3 won [1, 2]
Starting new round with N=4
VC: 4 -- A bid 1 won [] -- B bid 1 won []
VC: 2 -- A bid 2 won [] -- B bid 2 won []
VC: 1 -- A bid 3 won [] -- B bid 3 won []
VC: 3 -- A bid 4 won [] -- B bid 4 won []
Game ended. A got 3 points and B got 3 points
";
        assert_eq!(out, wanted);
    }

    #[test]
    fn a_refused_bid_is_told_with_its_reason_and_the_card_that_was_played() {
        let mut out = String::new();
        let mut game = stacked(&[3], &[3, 1, 2]);
        play(&mut game, &[(0, 3), (1, 2), (0, 1)], &mut out);
        out.clear();
        refuse(&mut game, 1, Some(Bid(2)), "card 2 is not in the hand", &mut out);
        let wanted = "\
B bid 2: card 2 is not in the hand
Chance plays 1 for B
VC: 1 -- A bid 1 won [] -- B bid 1 won []
";
        assert_eq!(out, wanted);
        out.clear();
        refuse(&mut game, 0, None, "no answer within 10 s", &mut out);
        // The other bid is still to come, so the turn is not told yet.
        assert_eq!(out, "A gave no bid: no answer within 10 s\nChance plays 2 for A\n");
    }
}
