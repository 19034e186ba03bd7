//! What chance of error is left to each pair when all pairs are compared at once.
//!
//! Comparing ten pairs at 5 % each would find a difference between equals in every third tournament. The
//! chance for each pair is chosen so that the largest of all differences, counted in standard errors, is a
//! false alarm in 5 % of tournaments. Differences hang together (every one shares bots with others, and
//! deals), so the distribution of the largest is drawn from the estimated covariance itself; in large fields
//! the studentised range takes its place, which errs on the safe side.

use croupier_games::{Chance, Seed};

use crate::evidence::Evidence;
use crate::quantiles::{MISS, normal_tail};
use crate::studentised::range_quantile;

/// Up to so many are drawn for; it takes a tenth of a second.
const MOST_DRAWN: usize = 60;
/// How often the largest difference is drawn: its 95 % point is then known to a hundredth of a standard
/// error.
const DRAWS: usize = 20_000;
/// Fixed, so that the same record gives the same groups.
const SEED: Seed = Seed::plain(0x5ca1_ab1e);

/// The chance of a false difference for each pair of these entrants, so that it is 5 % for all together.
pub(crate) fn miss_per_pair(evidence: &Evidence, entrants: &[usize]) -> f64 {
    match entrants.len() {
        0..=2 => MISS,
        3..=MOST_DRAWN if evidence.is_paired() => drawn(evidence, entrants),
        many => both_tails(range_quantile(MISS, many) / std::f64::consts::SQRT_2),
    }
}

/// The chance that a normal variable lies further out than this, on either side.
fn both_tails(value: f64) -> f64 {
    2.0 * normal_tail(value)
}

fn drawn(evidence: &Evidence, entrants: &[usize]) -> f64 {
    let count = entrants.len();
    let root = root(count, |one, other| evidence.covariance(entrants[one], entrants[other]));
    // One over the standard error of each difference; pairs without any are judged in another way.
    let precision = lower(count, |one, other| {
        let variance = evidence.variance_between(entrants[one], entrants[other]);
        if variance > 0.0 { variance.sqrt().recip() } else { 0.0 }
    });
    let mut chance = Chance::new(SEED);
    let (mut luck, mut means) = (vec![0.0; count], vec![0.0; count]);
    let mut largest: Vec<f64> = (0..DRAWS)
        .map(|_| {
            fill_normal(&mut luck, &mut chance);
            for (one, mean) in means.iter_mut().enumerate() {
                let row = &root[one * (one + 1) / 2..][..=one];
                *mean = row.iter().zip(&luck).map(|(root, luck)| root * luck).sum();
            }
            largest_difference(&means, &precision)
        })
        .collect();
    let at = ((1.0 - MISS) * DRAWS as f64) as usize;
    let (_, &mut limit, _) = largest.select_nth_unstable_by(at, f64::total_cmp);
    // Never sharper than one pair alone, never blunter than all pairs on their own.
    let alone = MISS / (count * (count - 1) / 2) as f64;
    let together = both_tails(limit).clamp(alone, MISS);
    alone + (together - alone) * trust(evidence, entrants)
}

/// How far an estimated covariance is believed: few deals know little of how differences hang together, and
/// would find them closer than they are. Without trust, every pair is on its own.
fn trust(evidence: &Evidence, entrants: &[usize]) -> f64 {
    let deals = entrants.iter().map(|&entrant| evidence.samples(entrant)).min().unwrap_or(0);
    (1.0 - 2.0 * entrants.len() as f64 / deals.max(1) as f64).max(0.0)
}

fn largest_difference(means: &[f64], precision: &[f64]) -> f64 {
    let mut largest = 0.0_f64;
    for (one, mean) in means.iter().enumerate() {
        let row = &precision[one * (one + 1) / 2..][..one];
        for (other, precision) in means[..one].iter().zip(row) {
            largest = largest.max((mean - other).abs() * precision);
        }
    }
    largest
}

/// A symmetric matrix below its diagonal and on it, row by row.
fn lower(count: usize, value: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    (0..count)
        .flat_map(|one| (0..=one).map(move |other| (one, other)))
        .map(|(one, other)| value(one, other))
        .collect()
}

/// Cholesky's root of a covariance. Where a game has a fixed sum, one mean follows from the others and the
/// matrix has no inverse: what is left of such a row is rounding, and set to 0.
fn root(count: usize, covariance: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let at = |one: usize, other: usize| one * (one + 1) / 2 + other;
    let mut root = lower(count, &covariance);
    for one in 0..count {
        for other in 0..=one {
            let known: f64 = (0..other).map(|k| root[at(one, k)] * root[at(other, k)]).sum();
            let left = root[at(one, other)] - known;
            root[at(one, other)] = if one == other {
                if left > 1e-10 * covariance(one, one) { left.sqrt() } else { 0.0 }
            } else if root[at(other, other)] > 0.0 {
                left / root[at(other, other)]
            } else {
                0.0
            };
        }
    }
    root
}

/// Fills with normal variables, by Marsaglia's polar method: two for each point drawn in the unit circle.
fn fill_normal(luck: &mut [f64], chance: &mut Chance) {
    for pair in luck.chunks_mut(2) {
        let (one, other, square) = loop {
            let (one, other) = (side(chance), side(chance));
            let square = one * one + other * other;
            if square < 1.0 && square > 0.0 {
                break (one, other, square);
            }
        };
        let scale = (-2.0 * square.ln() / square).sqrt();
        pair.iter_mut().zip([one, other]).for_each(|(luck, drawn)| *luck = drawn * scale);
    }
}

/// A number between −1 and 1.
fn side(chance: &mut Chance) -> f64 {
    (chance.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_times_itself_is_the_matrix_also_where_one_row_follows_from_the_others() {
        // The third is minus the sum of the first two.
        let matrix = [[2.0, 0.5, -2.5], [0.5, 1.0, -1.5], [-2.5, -1.5, 4.0]];
        let root = root(3, |one, other| matrix[one][other]);
        let row = |one: usize| {
            (0..3).map(|k| if k <= one { root[one * (one + 1) / 2 + k] } else { 0.0 }).collect::<Vec<_>>()
        };
        for (one, values) in matrix.iter().enumerate() {
            for (other, value) in values.iter().enumerate() {
                let product: f64 = row(one).iter().zip(row(other)).map(|(a, b)| a * b).sum();
                assert!((product - value).abs() < 1e-12, "{one} {other}: {product}");
            }
        }
    }
}
