//! Finds the numbers of `last_card/value_table.rs`: `cargo run --release -p croupier-bots --example fit-last-card`.
//!
//! Least squares over positions of many games; how much of the spread of points the numbers explain is measured in games
//! that were left out.

#![allow(clippy::print_stdout)] // It prints what goes into the source.

use croupier_bots::last_card::lessons::{FEATURES, Lesson, lessons};
use croupier_games::Seed;

const SEED: Seed = Seed(2026);
/// Games that are learned from.
const GAMES: u64 = 300_000;
/// Games that are left out to see how good the guesses are.
const LEFT_OUT: u64 = 20_000;
/// What a number that nothing is known of is held to zero with, in positions.
const RIDGE: f64 = 20.0;

fn main() {
    let mut sums = vec![vec![0.0; FEATURES + 1]; FEATURES];
    let mut all = Vec::new();
    let mut positions = 0;
    for game in 0..GAMES {
        all.clear();
        lessons(SEED.child(game), &mut all);
        positions += all.len();
        all.iter().for_each(|lesson| add(&mut sums, lesson));
    }
    let table = solved(sums).map(|number| (number * 100.0).round() / 100.0);
    println!("// {positions} positions of {GAMES} games; they explain {:.1} %", 100.0 * explained(&table));
    for row in table.chunks(16) {
        let row: Vec<String> = row.iter().map(|number| format!("{:.2}", number + 0.0)).collect();
        println!("    {},", row.join(", "));
    }
}

/// Adds a lesson to the equations; the last column is what they should come to.
fn add(sums: &mut [Vec<f64>], lesson: &Lesson) {
    for &(row, amount) in &lesson.counted {
        let amount = f64::from(amount);
        for &(column, other) in &lesson.counted {
            sums[row][column] += amount * f64::from(other);
        }
        sums[row][FEATURES] += amount * f64::from(lesson.points);
    }
}

/// Solves the equations by elimination; the ridge keeps all of them solvable.
fn solved(mut sums: Vec<Vec<f64>>) -> [f64; FEATURES] {
    sums.iter_mut().enumerate().for_each(|(pivot, row)| row[pivot] += RIDGE);
    for pivot in 0..FEATURES {
        let (above, below) = sums.split_at_mut(pivot + 1);
        let row = &above[pivot];
        for other in below {
            let factor = other[pivot] / row[pivot];
            for (cell, taken) in other[pivot..].iter_mut().zip(&row[pivot..]) {
                *cell -= factor * taken;
            }
        }
    }
    let mut found = [0.0; FEATURES];
    for pivot in (0..FEATURES).rev() {
        let known: f64 = (pivot + 1..FEATURES).map(|column| sums[pivot][column] * found[column]).sum();
        found[pivot] = (sums[pivot][FEATURES] - known) / sums[pivot][pivot];
    }
    found
}

/// The share of the spread of points that these numbers explain in games they were not made from.
fn explained(table: &[f64; FEATURES]) -> f64 {
    let mut all = Vec::new();
    (GAMES..GAMES + LEFT_OUT).for_each(|game| lessons(SEED.child(game), &mut all));
    let mean = all.iter().map(|lesson| f64::from(lesson.points)).sum::<f64>() / all.len() as f64;
    let guess = |lesson: &Lesson| -> f64 {
        lesson.counted.iter().map(|&(place, amount)| table[place] * f64::from(amount)).sum()
    };
    let spread: f64 = all.iter().map(|lesson| (f64::from(lesson.points) - mean).powi(2)).sum();
    let missed: f64 = all.iter().map(|lesson| (f64::from(lesson.points) - guess(lesson)).powi(2)).sum();
    1.0 - missed / spread
}
