//! Fits what pairs of ranks are worth in rests that are too large to be solved: how `worths.rs` was made.
//!
//! Level by level: with few cards in each hand, rests drawn by luck are solved; with more, each is worth what
//! its matrices say when what comes after them is estimated by the level below. Worths are the least squares
//! of that. One rest in five is left out and shows how far the estimate is off. No player uses this.

use croupier_games::{Chance, Seed};

use super::endgame::{Endgames, Rest, cards, sign};
use super::matrix::Matrix;
use super::prospects::{COUNTED, counted};
use super::worths::{FEWEST, WORTHS};

/// With so many cards in each hand, or fewer, rests are solved.
const SOLVED: usize = 6;
/// The round that the worths are for.
const CARDS: u8 = 13;
/// Smaller rounds, which are one in four of those looked at.
const SMALLER: u8 = 3;
/// One rest in so many is left out of the fit.
const LEFT_OUT: usize = 5;
/// So many rests are solved before what is kept of them is forgotten.
const BATCH: usize = 500;
/// Keeps worths small where counts say the same twice, as a share of the mean square of the counts.
const CALM: f64 = 1e-6;

/// What was fitted for one number of cards.
#[derive(Debug, Clone)]
pub struct Level {
    /// So many cards are in each hand.
    pub held: usize,
    /// The worths, in the order of `worths.rs`.
    pub worths: Vec<f64>,
    /// The root of the mean square of what rests are worth, in points.
    pub size: f64,
    /// The same of how far the estimate is off in rests that were left out.
    pub miss: f64,
}

/// Fits all levels to so many rests each; `watch` hears of each as it is done.
pub fn levels(rests: usize, watch: &mut dyn FnMut(&Level)) {
    let mut chance = Chance::new(Seed::plain(4));
    let mut below: Vec<f64> = Vec::new();
    for held in FEWEST..FEWEST + WORTHS.len() {
        let drawn: Vec<Rest> = (0..rests).map(|number| some_rest(number, held, &mut chance)).collect();
        let worth = if held <= SOLVED { solved(&drawn) } else { weighed(&drawn, &below) };
        let level = fitted(held, &drawn, &worth);
        watch(&level);
        below = level.worths;
    }
}

/// A rest before its next card is shown, from a round in which both bid by luck: any card, or one near the
/// newest.
fn some_rest(number: usize, held: usize, chance: &mut Chance) -> Rest {
    let smaller = if number.is_multiple_of(4) { 1 + chance.below(SMALLER.into()) as u8 } else { 0 };
    let highest = (CARDS - smaller).max(held as u8 + 1);
    let mut order: Vec<u8> = (1..=highest).collect();
    chance.shuffle(&mut order);
    let all = (1_u64 << (highest + 1)) - 2;
    let first = order[0];
    let mut rest = Rest { own: all, theirs: all, lot: first.into(), next: 0, pile: all & !(1 << first) };
    let near = [chance.below(4) > 0, chance.below(4) > 0];
    for turn in order.windows(2).take(usize::from(highest) - held) {
        let [own, theirs] = [(rest.own, near[0]), (rest.theirs, near[1])]
            .map(|(hand, near)| if near { nearest(hand, turn[0], chance) } else { any(hand, chance) });
        let shown = Rest { next: turn[1], pile: rest.pile & !(1 << turn[1]), ..rest };
        rest = shown.after(own, theirs).unwrap_or(shown);
    }
    rest
}

fn any(hand: u64, chance: &mut Chance) -> u64 {
    chance.pick_bit(hand).map_or(0, |card| 1 << card)
}

/// The card that is nearest to a number within three of the newest.
fn nearest(hand: u64, newest: u8, chance: &mut Chance) -> u64 {
    let wanted = i32::from(newest) + chance.below(7) as i32 - 3;
    let (list, count) = cards(hand);
    let far = |card: &&u64| (card.trailing_zeros() as i32 - wanted).abs();
    list[..count].iter().min_by_key(far).copied().unwrap_or(0)
}

/// The exact worth of each.
fn solved(drawn: &[Rest]) -> Vec<f64> {
    let batch = |rests: &[Rest]| {
        let mut endgames = Endgames::default();
        rests.iter().map(|rest| over_shown(rest, |shown| endgames.value(shown))).collect::<Vec<_>>()
    };
    drawn.chunks(BATCH).flat_map(batch).collect()
}

/// The worth of each, where what comes after is estimated.
fn weighed(drawn: &[Rest], below: &[f64]) -> Vec<f64> {
    let matrix = |shown: &Rest| {
        let (own, theirs) = (cards(shown.own), cards(shown.theirs));
        Matrix::new(own.1, theirs.1, |row, column| {
            let (one, other) = (own.0[row], theirs.0[column]);
            let left = shown.after(one, other).map_or(0.0, |left| estimate(&left, below));
            f64::from(shown.lot) * sign(one, other) + left
        })
    };
    drawn.iter().map(|rest| over_shown(rest, |shown| matrix(shown).value())).collect()
}

fn over_shown(rest: &Rest, mut value: impl FnMut(&Rest) -> f64) -> f64 {
    let (mut sum, mut draws) = (0.0, 0.0);
    rest.each_shown(|shown| {
        sum += value(shown);
        draws += 1.0;
    });
    sum / draws
}

fn estimate(rest: &Rest, worths: &[f64]) -> f64 {
    let most = f64::from(rest.to_come());
    let sum: f64 = counted(rest).iter().zip(worths).map(|(count, worth)| count * worth).sum();
    sum.clamp(-most, most)
}

fn fitted(held: usize, drawn: &[Rest], worth: &[f64]) -> Level {
    let counts: Vec<[f64; COUNTED]> = drawn.iter().map(counted).collect();
    let is_left_out = |number: usize| number % LEFT_OUT == LEFT_OUT - 1;
    let used = || (0..drawn.len()).filter(|&number| !is_left_out(number));
    let worths = least_squares(used().map(|number| (&counts[number], worth[number])));
    let out: Vec<usize> = (0..drawn.len()).filter(|&number| is_left_out(number)).collect();
    let root = |square: &dyn Fn(usize) -> f64| {
        (out.iter().map(|&number| square(number)).sum::<f64>() / out.len().max(1) as f64).sqrt()
    };
    let size = root(&|number| worth[number].powi(2));
    let miss = root(&|number| (worth[number] - estimate(&drawn[number], &worths)).powi(2));
    Level { held, worths, size, miss }
}

/// The weights of counts that come nearest to what is wanted, by normal equations and elimination.
fn least_squares<'c>(all: impl Iterator<Item = (&'c [f64; COUNTED], f64)>) -> Vec<f64> {
    let mut lines = vec![[0.0; COUNTED + 1]; COUNTED];
    for (counts, wanted) in all {
        for (line, &count) in lines.iter_mut().zip(counts) {
            line.iter_mut().zip(counts).for_each(|(place, other)| *place += count * other);
            line[COUNTED] += count * wanted;
        }
    }
    let mean = (0..COUNTED).map(|at| lines[at][at]).sum::<f64>() / COUNTED as f64;
    (0..COUNTED).for_each(|at| lines[at][at] += CALM * mean);
    for at in 0..COUNTED {
        let by = lines[at][at];
        lines[at].iter_mut().for_each(|place| *place /= by);
        let pivot = lines[at];
        for (_, line) in lines.iter_mut().enumerate().filter(|(other, _)| *other != at) {
            let share = line[at];
            line.iter_mut().zip(&pivot).for_each(|(place, from)| *place -= share * from);
        }
    }
    lines.iter().map(|line| line[COUNTED]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jujitsu::prospects::Prospects;

    #[test]
    fn weights_that_made_numbers_are_found_again() {
        let mut chance = Chance::new(Seed::plain(3));
        let weights: Vec<f64> = (0..COUNTED).map(|_| chance.below(100) as f64 / 10.0 - 5.0).collect();
        let counts: Vec<[f64; COUNTED]> =
            (0..200).map(|_| std::array::from_fn(|_| chance.below(1000) as f64)).collect();
        let sum =
            |counts: &[f64; COUNTED]| counts.iter().zip(&weights).map(|(count, weight)| count * weight).sum();
        let found = least_squares(counts.iter().map(|counts| (counts, sum(counts))));
        for (found, weight) in found.iter().zip(&weights) {
            assert!((found - weight).abs() < 1e-2, "{found} {weight}");
        }
    }

    #[test]
    fn what_is_fitted_is_nearer_to_the_truth_than_nothing_is_by_far() {
        let mut chance = Chance::new(Seed::plain(9));
        let drawn: Vec<Rest> = (0..200).map(|number| some_rest(number, FEWEST, &mut chance)).collect();
        let (mut size, mut miss) = (0.0, 0.0);
        for (rest, worth) in drawn.iter().zip(solved(&drawn)) {
            let estimate = Prospects::new(rest, FEWEST).unwrap().of(rest.own, rest.theirs);
            (size, miss) = (size + worth.powi(2), miss + (worth - estimate).powi(2));
        }
        assert!(miss < 0.05 * size, "{miss} {size}");
    }
}
