//! Finds the prices of `no_thanks/prices.rs`: `cargo run --release -p croupier-bots --example fit-no-thanks`.
//!
//! One player changes a price by a little, everyone else keeps theirs, and the same deals are played again: a
//! change that lowers the penalty clearly is kept. After every pass all take over the prices that were found,
//! and it begins anew.

#![allow(clippy::print_stdout)] // It prints what goes into the source.

use croupier_bots::no_thanks::prices::{FIRST, KNOTS, Knots, PARTS, Prices};
use croupier_bots::no_thanks::search_position::{SEATS, SearchPosition};
use croupier_games::no_thanks::{HIGHEST, LOWEST, ROUNDS};
use croupier_games::{Chance, Seed};

const SEED: Seed = Seed::plain(2026);
/// Deals that a change is tried in.
const DEALS: u64 = 8_000;
const PASSES: u64 = 12;
/// The most by which a price changes in a pass: were it more, everyone would answer what nobody does any
/// more.
const MOST: i8 = 2;
/// A change is kept if it is better by so many standard errors.
const CLEARLY: f64 = 1.5;

fn main() {
    for seats in 2..=SEATS {
        let mut knots = FIRST;
        for pass in 0..PASSES {
            let (field, found) = (Prices::new(&knots), improved(&knots, seats, SEED.child(pass)));
            let fresh = SEED.child(1000 + pass);
            let gain = mean(&differences(&Prices::new(&found), &field, seats, fresh));
            println!("// {seats} players, pass {pass}: {gain:+.3} points");
            if found == knots {
                break;
            }
            knots = found;
        }
        println!("    {knots:?},");
    }
}

/// The knots with every change that helps against a field that does not change.
fn improved(from: &Knots, seats: usize, seed: Seed) -> Knots {
    let field = Prices::new(from);
    let mut best = *from;
    let mut own = penalties(&field, &field, seats, seed);
    for (part, knot) in (0..PARTS).flat_map(|part| (0..KNOTS).map(move |knot| (part, knot))) {
        for step in [MOST, 1, -1, -MOST] {
            let mut tried = best;
            tried[part][knot] += step;
            let made = penalties(&Prices::new(&tried), &field, seats, seed);
            let is_near = (tried[part][knot] - from[part][knot]).abs() <= MOST;
            if is_near && is_better(&made, &own) {
                (best, own) = (tried, made);
            }
        }
    }
    best
}

fn is_better(new: &[i32], old: &[i32]) -> bool {
    let gains: Vec<f64> = new.iter().zip(old).map(|(new, old)| f64::from(old - new)).collect();
    let mean = mean(&gains);
    let squares: f64 = gains.iter().map(|gain| (gain - mean).powi(2)).sum();
    mean > CLEARLY * (squares / gains.len() as f64 / gains.len() as f64).sqrt() && mean > 1e-9
}

fn differences(new: &Prices, field: &Prices, seats: usize, seed: Seed) -> Vec<f64> {
    let (new, old) = (penalties(new, field, seats, seed), penalties(field, field, seats, seed));
    new.iter().zip(&old).map(|(new, old)| f64::from(old - new)).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The penalty of one player in every deal, with a seat that goes round.
fn penalties(own: &Prices, field: &Prices, seats: usize, seed: Seed) -> Vec<i32> {
    let mut chance = Chance::new(seed);
    let mut deck: Vec<u8> = (LOWEST..=HIGHEST).collect();
    let mut one = |number: u64| {
        chance.shuffle_first(&mut deck, ROUNDS);
        let me = number as usize % seats;
        let mut prices = [*field; SEATS];
        prices[me] = *own;
        let mut position = SearchPosition::new(seats, deck[0]);
        position.play_out(&deck[1..ROUNDS], &prices);
        position.penalty(me)
    };
    (0..DEALS).map(&mut one).collect()
}
