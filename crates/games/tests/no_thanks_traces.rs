//! Games of No Thanks! that the original engine played: ours asks the same questions and counts the same
//! penalties.

use croupier_games::no_thanks::{Decision, NoThanks, ROUNDS};
use croupier_games::{Game, Seat, Turn};
use serde::Deserialize;

const TRACES: &str = include_str!("../../../tests/traces/no-thanks.jsonl");

#[derive(Deserialize)]
struct Trace {
    players: usize,
    pile: [u8; ROUNDS],
    decisions: Vec<Traced>,
    collections: Vec<Vec<u8>>,
    coins: Vec<u8>,
    penalties: Vec<i32>,
}

/// Round, seat, card, coins on it, penalty before, penalty if taken, and what was done.
#[derive(Deserialize)]
struct Traced(u8, u8, u8, Option<u8>, Option<i32>, Option<i32>, What);

#[derive(Deserialize, PartialEq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum What {
    Take,
    Pass,
    Forced,
}

fn traces() -> Vec<Trace> {
    TRACES.lines().map(|line| serde_json::from_str(line).expect("a traced game")).collect()
}

/// Checks what the seat is shown against what the original showed, and plays the decision.
fn follow(game: &mut NoThanks, traced: &Traced, at: &str) {
    let &Traced(round, seat, card, coins, penalty, when_taken, what) = traced;
    let seat = Seat(seat);
    assert_eq!(game.turn(), Turn::of(seat), "{at}");
    let view = game.view(seat);
    assert_eq!((view.round(), view.card(), Some(view.coins_on_card())), (round, Some(card), coins), "{at}");
    assert_eq!((Some(view.penalty()), Some(view.penalty_when_taken())), (penalty, when_taken), "{at}");
    let decision = if what == What::Take { Decision::Take } else { Decision::Pass };
    assert_eq!(game.play(seat, decision), Ok(()), "{at}");
}

/// Takes for want of a coin happen inside the move before them: what we can see is who has
/// the card afterwards.
fn was_forced(game: &NoThanks, traced: &Traced, at: &str) {
    let &Traced(round, seat, card, ..) = traced;
    let view = game.view(Seat(seat));
    assert!(view.collection(Seat(seat)).holds(card), "{at}");
    assert!(view.round() > round || game.turn() == Turn::Over, "{at}");
}

#[test]
fn every_game_replays_decision_by_decision() {
    let traces = traces();
    for (number, trace) in traces.iter().enumerate() {
        let mut game = NoThanks::with_pile(trace.players, trace.pile);
        for (count, traced) in trace.decisions.iter().enumerate() {
            let at = format!("game {number}, decision {count}");
            match traced.6 {
                What::Forced => was_forced(&game, traced, &at),
                What::Take | What::Pass => follow(&mut game, traced, &at),
            }
        }
        assert_eq!(game.turn(), Turn::Over, "game {number}");
        same_end(&game, trace, number);
    }
    assert_eq!(traces.len(), 120);
}

fn same_end(game: &NoThanks, trace: &Trace, number: usize) {
    for seat in Seat::all(trace.players) {
        let (view, at) = (game.view(seat), seat.index());
        assert_eq!(view.collection(seat).cards().collect::<Vec<_>>(), trace.collections[at], "game {number}");
        assert_eq!(view.coins(seat), trace.coins[at], "game {number}");
        assert_eq!(view.penalty(), trace.penalties[at], "game {number}");
        let forced =
            trace.decisions.iter().filter(|traced| traced.1 == seat.0 && traced.6 == What::Forced).count();
        assert_eq!(game.figures(seat)[3], Some(forced as f64), "game {number}");
    }
}
