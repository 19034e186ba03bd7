//! Makes the weights of `last_card/value_table.rs`: what a position of Last Card is worth, learned from games
//! between careful players. `cargo run --release -p croupier-bots --example fit-last-card > table.rs`, which
//! `cargo fmt` then lays out.
//!
//! A net of one layer goes down the slope of the squared error, game after game, each seen once. The same
//! games in the same order give the same weights.

#![allow(clippy::print_stdout, clippy::print_stderr)] // It prints what goes into the source.

use croupier_bots::last_card::lessons::{INPUTS, Lesson, SUMS, lessons};
use croupier_games::{Chance, Seed};

const SEED: Seed = Seed::plain(1977);
/// Games to learn from, and games that are left out to see how well it learned.
const GAMES: u64 = 240_000;
const LEFT_OUT: u64 = 4000;
/// Games whose lessons are mixed before they are taken in.
const MIXED: u64 = 1000;
/// Lessons of one step.
const BATCH: usize = 128;
/// The length of the first steps; they grow shorter evenly.
const LONGEST_STEP: f32 = 0.003;

// Where the weights stand: those of every input, what each sum begins with, what each adds, the points to
// begin with.
const FIRST: usize = INPUTS * SUMS;
const OUT: usize = FIRST + SUMS;
const LAST: usize = OUT + SUMS;
const ALL: usize = LAST + 1;

/// Weights, the slope of a batch, and the means that steady the steps.
struct Net {
    weights: Vec<f32>,
    slope: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

fn main() {
    let mut chance = Chance::new(SEED.child(u64::MAX));
    let mut net = Net::new(&mut chance);
    let mut all = Vec::new();
    for part in 0..GAMES / MIXED {
        all.clear();
        (part * MIXED..(part + 1) * MIXED).for_each(|game| lessons(SEED.child(game), &mut all));
        chance.shuffle(&mut all);
        let left = 1.0 - part as f32 / (GAMES / MIXED) as f32;
        all.chunks(BATCH).for_each(|batch| net.learn(batch, LONGEST_STEP * left));
        if part % 20 == 19 {
            eprintln!("{} of {GAMES} games", (part + 1) * MIXED);
        }
    }
    net.print(explained(&net));
}

impl Net {
    fn new(chance: &mut Chance) -> Self {
        let mut small = || (chance.below(2001) as f32 / 1000.0 - 1.0) * 0.2;
        let mut weights: Vec<f32> = (0..ALL).map(|_| small()).collect();
        weights[LAST] = 4.0;
        Self { weights, slope: vec![0.0; ALL], mean: vec![0.0; ALL], square: vec![0.0; ALL], steps: 0 }
    }

    /// The sums of a position, and the points that they say.
    fn guess(&self, inputs: &[f32; INPUTS]) -> ([f32; SUMS], f32) {
        let mut sums: [f32; SUMS] = std::array::from_fn(|sum| self.weights[FIRST + sum]);
        for (weights, &input) in self.weights.chunks_exact(SUMS).zip(inputs) {
            if input != 0.0 {
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
            }
        }
        let adds = sums.iter().zip(&self.weights[OUT..LAST]).map(|(sum, weight)| sum.max(0.0) * weight);
        (sums, self.weights[LAST] + adds.sum::<f32>())
    }

    /// Takes in what a lesson says.
    fn take_in(&mut self, lesson: &Lesson) {
        let (sums, points) = self.guess(&lesson.inputs);
        let missed = points - lesson.points;
        self.slope[LAST] += missed;
        let mut back = [0.0; SUMS];
        for (place, &sum) in sums.iter().enumerate().filter(|&(_, &sum)| sum > 0.0) {
            self.slope[OUT + place] += missed * sum;
            back[place] = missed * self.weights[OUT + place];
            self.slope[FIRST + place] += back[place];
        }
        for (slope, &input) in self.slope.chunks_exact_mut(SUMS).zip(&lesson.inputs) {
            if input != 0.0 {
                slope.iter_mut().zip(&back).for_each(|(slope, back)| *slope += input * back);
            }
        }
    }

    /// One step down the slope of these lessons, evened out over the steps before (Adam).
    fn learn(&mut self, batch: &[Lesson], length: f32) {
        self.slope.fill(0.0);
        batch.iter().for_each(|lesson| self.take_in(lesson));
        self.steps += 1;
        let fresh = |keep: f32| 1.0 - keep.powi(self.steps);
        let (fresh_mean, fresh_square) = (fresh(0.9), fresh(0.999));
        for place in 0..ALL {
            let slope = self.slope[place] / batch.len() as f32;
            self.mean[place] = 0.9 * self.mean[place] + 0.1 * slope;
            self.square[place] = 0.999 * self.square[place] + 0.001 * slope * slope;
            let spread = (self.square[place] / fresh_square).sqrt() + 1e-8;
            self.weights[place] -= length * self.mean[place] / fresh_mean / spread;
        }
    }

    /// Prints the source.
    fn print(&self, explained: f64) {
        println!(
            "//! The weights of `value.rs`, made by `examples/fit-last-card.rs` from {GAMES} games; they \
             explain {:.1} % of the",
            100.0 * explained
        );
        println!("//! spread of points in {LEFT_OUT} games that were left out.\n");
        println!("#![allow(clippy::approx_constant)] // A weight may be near anything.\n");
        println!("use super::value::{{INPUTS, SUMS}};\n");
        let row = |from: usize| {
            let numbers: Vec<String> =
                self.weights[from..from + SUMS].iter().map(|weight| format!("{:.3}", weight + 0.0)).collect();
            format!("[{}]", numbers.join(", "))
        };
        println!("/// What each sum begins with.\npub(super) const BIAS: [f32; SUMS] = {};", row(FIRST));
        println!(
            "/// What every input adds to each sum.\npub(super) const WEIGHTS: [[f32; SUMS]; INPUTS] = ["
        );
        (0..INPUTS).for_each(|input| println!("    {},", row(input * SUMS)));
        println!("];\n/// What each sum adds to the points, where it is above zero.");
        println!("pub(super) const OUT: [f32; SUMS] = {};", row(OUT));
        println!(
            "/// The points to begin with.\npub(super) const OUT_BIAS: f32 = {:.3};",
            self.weights[LAST]
        );
    }
}

/// The share of the spread of points that the net explains in games it has not seen.
fn explained(net: &Net) -> f64 {
    let mut all = Vec::new();
    (GAMES..GAMES + LEFT_OUT).for_each(|game| lessons(SEED.child(game), &mut all));
    let mean = all.iter().map(|lesson| f64::from(lesson.points)).sum::<f64>() / all.len() as f64;
    let missed = |lesson: &Lesson| f64::from(lesson.points - net.guess(&lesson.inputs).1).powi(2);
    let spread: f64 = all.iter().map(|lesson| (f64::from(lesson.points) - mean).powi(2)).sum();
    1.0 - all.iter().map(missed).sum::<f64>() / spread
}
