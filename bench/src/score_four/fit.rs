//! Fits what the looks of a position are worth to the results of games: logistic regression on what is
//! counted.
//!
//! Games are the flagship's search against itself, a few beads by luck; of each game every position counts in
//! which nothing is forced. One game in five is left out of the fit and shows what the worths are worth.

use croupier_bots::Budget;
use croupier_bots::score_four::{COUNTED, Position, Search, Zeal, counted};
use croupier_games::{Chance, Game, Seed};

use super::play::{any_candidate, drop_at, new_game, position};

const GAMES: u64 = 8_000;
const STEPS: u64 = 8_000;
/// One bead in so many is by luck.
const LUCK: usize = 12;
const ROUNDS: i32 = 600;
const RATE: f64 = 0.02;

/// A position: what is counted, and what its mover made of the game.
struct FitSample {
    counts: [f64; COUNTED],
    made: f64,
}

/// Prints the worths, in hundredths of the logarithm of the odds, and how well they foretell games left out.
pub(super) fn measure() {
    let mut search = Search::new(STEPS as usize, Zeal::Pursuing);
    let mut chance = Chance::new(Seed::plain(6));
    let (mut fitted, mut left_out) = (Vec::new(), Vec::new());
    for number in 0..GAMES {
        let into = if number.is_multiple_of(5) { &mut left_out } else { &mut fitted };
        play(2 + number as u32 % 7, &mut chance, &mut search, into);
        if number % 500 == 499 {
            eprintln!("{} of {GAMES} games", number + 1);
        }
    }
    let worths = fit(&fitted);
    println!("{:?}", worths.map(|worth| (worth * 100.0).round() as i32));
    println!(
        "mean surprise, fitted {:.4}, left out {:.4}",
        surprise(&worths, &fitted),
        surprise(&worths, &left_out)
    );
}

/// Plays a game and adds its positions.
fn play(opening: u32, chance: &mut Chance, search: &mut Search, into: &mut Vec<FitSample>) {
    let mut game = new_game();
    let mut seen: Vec<Position> = Vec::new();
    while let Some(now) = position(&game) {
        let by_luck = now.count() < opening || chance.one_in(LUCK);
        if now.count() >= opening && now.winning() | now.threatened() == 0 {
            seen.push(now);
        }
        let steps = Budget::Steps(STEPS).start(0);
        let cell = if by_luck { any_candidate(&now, chance) } else { search.best(&now, steps, 64).cell };
        drop_at(&mut game, cell);
    }
    let scores = game.scores();
    into.extend(seen.iter().map(|position| FitSample {
        counts: counted(position).map(f64::from),
        made: scores[position.count() as usize % 2],
    }));
}

/// The chance to win that these worths see.
fn hope(worths: &[f64; COUNTED], seen: &FitSample) -> f64 {
    let odds: f64 = worths.iter().zip(&seen.counts).map(|(worth, count)| worth * count).sum();
    1.0 / (1.0 + (-odds).exp())
}

/// How surprising the results are to these worths, in the mean.
fn surprise(worths: &[f64; COUNTED], all: &[FitSample]) -> f64 {
    let one = |seen: &FitSample| {
        let hope = hope(worths, seen).clamp(1e-9, 1.0 - 1e-9);
        -seen.made * hope.ln() - (1.0 - seen.made) * (1.0 - hope).ln()
    };
    all.iter().map(one).sum::<f64>() / all.len() as f64
}

/// The worths that are surprised least, by gradient descent with a pace for each (Kingma and Ba's Adam).
fn fit(all: &[FitSample]) -> [f64; COUNTED] {
    let (mut worths, mut drift, mut power) = ([0.0; COUNTED], [0.0; COUNTED], [0.0; COUNTED]);
    for round in 1..=ROUNDS {
        let mut slope = [0.0; COUNTED];
        for seen in all {
            let miss = (hope(&worths, seen) - seen.made) / all.len() as f64;
            slope.iter_mut().zip(&seen.counts).for_each(|(slope, count)| *slope += miss * count);
        }
        for at in 0..COUNTED {
            drift[at] = 0.9 * drift[at] + 0.1 * slope[at];
            power[at] = 0.99 * power[at] + 0.01 * slope[at] * slope[at];
            let scale = (power[at] / (1.0 - 0.99_f64.powi(round))).sqrt() + 1e-9;
            worths[at] -= RATE * drift[at] / (1.0 - 0.9_f64.powi(round)) / scale;
        }
    }
    worths
}
