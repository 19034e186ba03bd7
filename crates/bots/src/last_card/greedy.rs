//! A player that compares what each move would leave it with.

use croupier_games::cards::{CardSet, Suit};
use croupier_games::last_card::{
    ACE, FIVE, JACK, LastCard, LastCardMove, LastCardView, TEN, TWO, hand_value,
};
use croupier_games::{Chance, Seat, View};

use crate::choose::Choose;

/// Plays the move that leaves the lightest hand: few points, few values left to shed, something that fits
/// next, and trouble for neighbours who are nearly out. It calls when what is left can go in one move.
#[derive(Debug, Default)]
pub struct Greedy;

impl Choose<LastCard> for Greedy {
    fn choose(&mut self, view: LastCardView<'_>, _: &mut Chance) -> LastCardMove {
        let mut best = (pass_burden(&view), LastCardMove::PASS);
        for_each_play(&view, |mv| {
            let burden = burden_after(&view, mv);
            if burden < best.0 {
                best = (burden, mv);
            }
        });
        let (_, mv) = best;
        mv.calling_if(!mv.cards().is_empty() && can_end(left_after(&view, mv)))
    }
}

// Weights, found by playing thousands of games against `naive`; the unit is a hundredth of a turn.
/// A point in the hand: dear only when the game is lost, and an ace is the card that always fits.
const POINT: i32 = 20;
/// A value still to shed: it takes a turn.
const VALUE: i32 = 100;
/// A card yet unseen: its points, and most likely another value.
const UNSEEN: i32 = 200;
/// A suit that none of the cards left would fit.
const STUCK: i32 = 50;
/// Cards that can go in one move, next turn.
const EXIT: i32 = 200;
/// A card that the next player is short of six.
const THREAT: i32 = 10;

/// What passing would leave: the hand, and the cards to draw.
fn pass_burden(view: &LastCardView<'_>) -> i32 {
    weight(view.hand()) + view.punishment().max(1) as i32 * UNSEEN
}

fn burden_after(view: &LastCardView<'_>, mv: LastCardMove) -> i32 {
    let left = left_after(view, mv);
    if left.is_empty() {
        // The win, or two cards for the missing call.
        return if view.called(view.seat()) { i32::MIN } else { 2 * UNSEEN };
    }
    let exit = if can_end(left) { EXIT } else { 0 };
    let stuck = if fits_later(mv, left) { 0 } else { STUCK };
    weight(left) + stuck - exit - trouble(view, mv)
}

/// Points, and values that each take a turn to shed.
fn weight(hand: CardSet) -> i32 {
    let values = (0..13).filter(|&rank| !hand.and(CardSet::of_rank(rank)).is_empty()).count();
    hand_value(hand) as i32 * POINT + values as i32 * VALUE
}

/// Whether these cards could be the last move: all of one value, but not aces.
fn can_end(left: CardSet) -> bool {
    left.first()
        .is_some_and(|card| card.rank() != ACE && left.without(CardSet::of_rank(card.rank())).is_empty())
}

/// Whether something that is left would fit if nobody played in between.
fn fits_later(mv: LastCardMove, left: CardSet) -> bool {
    let suit = mv.suit().or_else(|| mv.cards().last().map(|card| card.suit()));
    suit.is_some_and(|suit| !left.and(CardSet::of_suit(suit).or(CardSet::of_rank(ACE))).is_empty())
}

/// What the cards do to those who move next, the more the fewer cards they hold.
fn trouble(view: &LastCardView<'_>, mv: LastCardMove) -> i32 {
    let [_, next, _, previous] = view.seats_in_order();
    let threat = |seat: Seat| (6 - view.hand_size(seat) as i32).max(0) * THREAT;
    let count = mv.cards().len() as i32;
    match mv.cards().first().map(|card| card.rank()) {
        Some(TWO) => threat(next) * 2 * count,
        Some(FIVE) => threat(next) * 5 * count,
        Some(TEN) => threat(next),
        Some(JACK) if count % 2 == 1 => threat(next) - threat(previous),
        _ => 0,
    }
}

fn left_after(view: &LastCardView<'_>, mv: LastCardMove) -> CardSet {
    view.hand().without(mv.cards().iter().copied().collect())
}

/// Calls back with each fitting card alone, with one other of its value, and with all others in an order that
/// puts each of them on top.
fn for_each_play(view: &LastCardView<'_>, mut each: impl FnMut(LastCardMove)) {
    let hand = view.hand();
    for first in view.playable() {
        let others = hand.and(CardSet::of_rank(first.rank())).without(CardSet::only(first));
        let mut offer = |cards: LastCardMove| {
            let left = left_after(view, cards);
            if first.rank() != ACE {
                each(cards);
            } else if !left.is_empty() {
                each(cards.naming(fullest_suit(left)));
            }
        };
        let alone = LastCardMove::of(&[first]);
        offer(alone);
        for last in others {
            offer(alone.and(last));
            let between = others.without(CardSet::only(last));
            if !between.is_empty() {
                offer(between.fold(alone, LastCardMove::and).and(last));
            }
        }
    }
}

/// The suit most of the cards have.
fn fullest_suit(cards: CardSet) -> Suit {
    let count = |suit: &Suit| cards.and(CardSet::of_suit(*suit)).len();
    Suit::ALL.into_iter().max_by_key(count).unwrap_or(Suit::Spades)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cards, choice};
    use super::super::{FirstCard, Naive, Pass};
    use super::*;
    use croupier_games::{Game, Seed};

    type Mind = Box<dyn Choose<LastCard>>;

    /// Mean points of the mind over some games against three others, in every seat equally often.
    fn mean_points(mind: fn() -> Mind, other: fn() -> Mind, games: u64) -> [f64; 2] {
        let mut points = [0.0; 2];
        for number in 0..games {
            let own = Seat((number % 4) as u8);
            let mut minds: Vec<Mind> =
                Seat::all(4).map(|seat| if seat == own { mind() } else { other() }).collect();
            let scores = play(&mut minds, Seed::plain(2026).child(number));
            points[0] += scores[own.index()];
            points[1] += (scores.iter().sum::<f64>() - scores[own.index()]) / 3.0;
        }
        points.map(|sum| sum / games as f64)
    }

    fn play(minds: &mut [Mind], seed: Seed) -> Vec<f64> {
        let mut chance = Chance::new(seed.child(0));
        let mut game = LastCard::deal(4, &Default::default(), seed).unwrap();
        while let Some(seat) = game.turn().next() {
            let mv = minds[seat.index()].choose(game.view(seat), &mut chance);
            if game.play(seat, mv).is_err() {
                game.refuse(seat, Some(mv));
            }
        }
        game.scores().to_vec()
    }

    #[test]
    fn greedy_takes_about_half_the_points_of_naive() {
        let [greedy, naive] = mean_points(|| Box::new(Greedy), || Box::new(Naive), 2000);
        assert!(greedy < 0.6 * naive, "greedy {greedy}, naive {naive}");
    }

    #[test]
    fn naive_takes_less_than_half_the_points_of_first_card_and_of_pass() {
        let [naive, first] = mean_points(|| Box::new(Naive), || Box::new(FirstCard), 300);
        assert!(naive < 0.5 * first, "naive {naive}, first-card {first}");
        let [naive, pass] = mean_points(|| Box::new(Naive), || Box::new(Pass), 300);
        assert!(naive < 0.5 * pass, "naive {naive}, pass {pass}");
    }

    #[test]
    fn greedy_never_plays_an_illegal_move() {
        let mut chance = Chance::new(Seed::plain(3));
        for number in 0..300 {
            let mut game = LastCard::deal(4, &Default::default(), Seed::plain(number)).unwrap();
            while let Some(seat) = game.turn().next() {
                let mv = Greedy.choose(game.view(seat), &mut chance);
                assert_eq!(game.play(seat, mv), Ok(()), "seed {number}");
            }
        }
    }

    #[test]
    fn greedy_plays_all_cards_of_a_value_together() {
        assert_eq!(choice(Greedy, "8S 3S 8H KS", "8D").cards().len(), 2);
    }

    #[test]
    fn greedy_puts_the_card_on_top_that_suits_what_is_left() {
        assert_eq!(choice(Greedy, "8S 8H KS 3S 4S", "8D").cards(), cards("8H 8S"));
        assert_eq!(choice(Greedy, "8S 8H KH 3H 4H", "8D").cards(), cards("8S 8H"));
    }

    #[test]
    fn greedy_calls_when_what_is_left_can_go_in_one_move_and_not_before() {
        assert!(choice(Greedy, "8S 3S 3H", "8D").calls());
        assert!(!choice(Greedy, "8S 3S 4S", "8D").calls());
        // A pass draws a card that will most likely not go along.
        assert!(!choice(Greedy, "3S", "8D").calls());
    }

    #[test]
    fn greedy_sheds_its_ace_and_keeps_the_card_it_can_end_on() {
        let mv = choice(Greedy, "8S AH", "8D");
        assert_eq!((mv.cards(), mv.suit(), mv.calls()), (&cards("AH")[..], Some(Suit::Spades), true));
    }

    #[test]
    fn greedy_keeps_one_of_its_last_cards_back_to_call_first() {
        let mv = choice(Greedy, "8S 8H", "8D");
        assert_eq!((mv.cards().len(), mv.calls()), (1, true));
    }

    #[test]
    fn greedy_names_the_suit_it_holds_most() {
        let mv = choice(Greedy, "AS 3H 4H 9H 6S", "8D");
        assert_eq!((mv.cards(), mv.suit()), (&cards("AS")[..], Some(Suit::Hearts)));
    }

    #[test]
    fn greedy_answers_a_punishment_where_it_can() {
        let hands = ["5D 3C 4C", "5S 9D 10D", "", ""].map(cards);
        let hands = std::array::from_fn(|seat| &hands[seat][..]);
        let mut game = LastCard::with_hands(hands, cards("8D")[0], Seed::plain(1)).unwrap();
        game.play(Seat(0), LastCardMove::of(&cards("5D"))).unwrap();
        let mv = Greedy.choose(game.view(Seat(1)), &mut Chance::new(Seed::plain(1)));
        assert_eq!(mv.cards(), cards("5S"));
    }

    #[test]
    fn greedy_goes_out_when_it_has_called() {
        let hands = ["8S 3S 3H", "", "", ""].map(cards);
        let hands = std::array::from_fn(|seat| &hands[seat][..]);
        let mut game = LastCard::with_hands(hands, cards("8D")[0], Seed::plain(1)).unwrap();
        game.play(Seat(0), LastCardMove::of(&cards("8S")).calling_if(true)).unwrap();
        (1..4).for_each(|seat| game.play(Seat(seat), LastCardMove::PASS).unwrap());
        let mv = Greedy.choose(game.view(Seat(0)), &mut Chance::new(Seed::plain(1)));
        assert_eq!(mv.cards(), cards("3S 3H"));
    }
}
