//! How quickly the house searches Hearts, on one core in processor time: deals of four drawn and played out,
//! deals of the flagship's whole tree search, and positions of two.

use std::hint::black_box;
use std::time::Duration;

use croupier_bots::hearts::{Careful, Flagship, Playouts};
use croupier_bots::{Budget, Choose};
use croupier_games::hearts::{Hearts, HeartsOptions};
use croupier_games::{Chance, Game, Seed};

use crate::clock;

/// Deals whose first real choice is searched.
const DEALS: u64 = 24;
const PLAYOUTS: u64 = 20_000;
const STEPS: u64 = 20_000;
/// Deals of two that are to be solved, by the tricks that are left and the time there is.
const TO_SOLVE: [(usize, Duration); 2] = [(10, Duration::from_millis(10)), (12, Duration::from_millis(100))];
const SOLVED_DEALS: u64 = 200;
/// More than any of these times allows.
const MOST_STEPS: u64 = 20_000_000;
/// What xinxin makes on the machine of `docs/bench.md`.
const ANCHOR: f64 = 226_000.0;

/// Prints a row for each search.
pub(crate) fn measure() {
    println!("| Hearts | unit | a second | times 226,000 |");
    println!("| --- | --- | --- | --- |");
    let mut chance = Chance::new(Seed::plain(11));
    for cards in [4, 20, 36] {
        let (mut played, mut took) = (0, Duration::ZERO);
        for game in (0..DEALS).filter_map(|number| after(4, number, cards)) {
            let Some(seat) = game.turn().next() else { continue };
            let Some(playouts) = Playouts::new(game.view(seat), &mut chance) else { continue };
            played += PLAYOUTS;
            took += clock::time(|| {
                (0..PLAYOUTS).for_each(|_| {
                    black_box(playouts.play(&mut chance));
                });
            });
        }
        row(&format!("four, {} cards to a hand", 13 - cards / 4), "deal drawn and played out", played, took);
    }
    for (seats, what, unit) in [(4, "four, flagship", "deal in the tree"), (2, "two, flagship", "position")] {
        let (steps, took) = thought(seats, &mut chance);
        row(what, unit, steps, took);
    }
    println!("\n| Hearts of two, after careful play | time | solved |");
    println!("| --- | --- | --- |");
    for (tricks, time) in TO_SOLVE {
        let (solved, all) = solved(tricks, time);
        println!("| {tricks} tricks left | {} ms | {solved} of {all} |", time.as_millis());
    }
}

/// How many deals with so many tricks left are solved in so much processor time, and of how many.
fn solved(tricks: usize, time: Duration) -> (u64, u64) {
    let mut flagship = Flagship::from(Budget::Steps(MOST_STEPS));
    let (mut solved, mut all) = (0, 0);
    for game in (0..SOLVED_DEALS).filter_map(|number| careful(number, 52 - 2 * tricks)) {
        let Some(seat) = game.turn().next() else { continue };
        let before = flagship.steps();
        let took = clock::time(|| {
            black_box(flagship.choose(game.view(seat), &mut Chance::new(Seed::plain(1))));
        });
        // What leaves no choice is not searched.
        if flagship.steps() > before {
            all += 1;
            solved += u64::from(flagship.has_solved() && took <= time);
        }
    }
    (solved, all)
}

/// A game of two after so many cards by careful players.
fn careful(number: u64, cards: usize) -> Option<Hearts> {
    let mut chance = Chance::new(Seed::plain(number));
    let mut game = Hearts::deal(2, &HeartsOptions::default(), Seed::plain(2027).child(number)).ok()?;
    for _ in 0..cards {
        let seat = game.turn().next()?;
        let card = Careful.choose(game.view(seat), &mut chance);
        game.play(seat, card).ok()?;
    }
    Some(game)
}

/// How many steps the flagship takes over some cards, and how long.
fn thought(seats: usize, chance: &mut Chance) -> (u64, Duration) {
    let mut flagship = Flagship::from(Budget::Steps(STEPS));
    let mut took = Duration::ZERO;
    // The first card takes the memory, and is not counted.
    let mut warm = 0;
    for number in 0..=DEALS {
        let Some(game) = after(seats, number, 4 * (number as usize % 8)) else { continue };
        let Some(seat) = game.turn().next() else { continue };
        let card = clock::time(|| {
            black_box(flagship.choose(game.view(seat), chance));
        });
        if number == 0 {
            warm = flagship.steps();
        } else {
            took += card;
        }
    }
    (flagship.steps() - warm, took)
}

fn row(what: &str, unit: &str, count: u64, took: Duration) {
    let rate = count as f64 / took.as_secs_f64();
    println!("| {what} | {unit} | {rate:.0} | {:.1} |", rate / ANCHOR);
}

/// A game after so many random cards.
fn after(seats: usize, number: u64, cards: usize) -> Option<Hearts> {
    let mut chance = Chance::new(Seed::plain(number));
    let mut game = Hearts::deal(seats, &HeartsOptions::default(), Seed::plain(2026).child(number)).ok()?;
    for _ in 0..cards {
        let seat = game.turn().next()?;
        let card = game.any(seat, &mut chance);
        game.play(seat, card).ok()?;
    }
    Some(game)
}
