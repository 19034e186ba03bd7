//! Plackett and Luce's model, fitted.
//!
//! The chance to come in first of a set is one's strength over the sum of all strengths of the set; the
//! second place is the first of those left, and so on. A tie counts as all its orders equally. So all that
//! the fit needs of the results is how often someone was chosen first out of which set. Strengths are kept as
//! logarithms, with a weak normal prior around 0, so that whoever won or lost everything gets a finite one.

use arrayvec::ArrayVec;
use croupier_games::MAX_SEATS;

/// Entrants by number, the lowest first.
pub(crate) type Set = ArrayVec<u16, MAX_SEATS>;

/// What the likelihood needs of some results.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choices {
    /// How often each entrant was chosen out of any set of two or more.
    pub(crate) chosen: Vec<f64>,
    /// How often someone was chosen out of each set.
    pub(crate) sets: Vec<(Set, f64)>,
}

/// No step is longer: far from the top, the curve says little about where the top is.
const LONGEST_STEP: f64 = 2.0;
const CLOSE: f64 = 1e-10;
const MOST_STEPS: usize = 200;

/// The logarithms of the strengths at the top of the posterior, by Newton's steps from `start`; they sum to
/// 0.
pub(crate) fn fit(choices: &Choices, prior: f64, start: &[f64]) -> Vec<f64> {
    let count = choices.chosen.len();
    let mut strengths = start.to_vec();
    let mut slope = vec![0.0; count];
    let mut curve = vec![0.0; count * count];
    for _ in 0..MOST_STEPS {
        shape(choices, prior, &strengths, &mut slope, &mut curve);
        solve(count, &mut curve, &mut slope);
        let longest = slope.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
        let part = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
        strengths.iter_mut().zip(&slope).for_each(|(strength, step)| *strength += part * step);
        if longest < CLOSE {
            break;
        }
    }
    let middle = strengths.iter().sum::<f64>() / count.max(1) as f64;
    strengths.iter_mut().for_each(|strength| *strength -= middle);
    strengths
}

/// The slope of the log posterior, and its curvature with the sign turned.
fn shape(choices: &Choices, prior: f64, strengths: &[f64], slope: &mut [f64], curve: &mut [f64]) {
    let count = strengths.len();
    curve.fill(0.0);
    for (at, strength) in strengths.iter().enumerate() {
        slope[at] = choices.chosen[at] - prior * strength;
        curve[at * count + at] = prior;
    }
    for (set, times) in &choices.sets {
        let top = set.iter().map(|&e| strengths[usize::from(e)]).fold(f64::NEG_INFINITY, f64::max);
        let mut chances: ArrayVec<f64, MAX_SEATS> =
            set.iter().map(|&e| (strengths[usize::from(e)] - top).exp()).collect();
        let all: f64 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= all);
        for (&one, chance) in set.iter().zip(&chances) {
            let one = usize::from(one);
            slope[one] -= times * chance;
            curve[one * count + one] += times * chance;
            for (&other, also) in set.iter().zip(&chances) {
                curve[one * count + usize::from(other)] -= times * chance * also;
            }
        }
    }
}

/// Solves `matrix · x = values` in place, by Cholesky's root of a positive definite matrix.
fn solve(count: usize, matrix: &mut [f64], values: &mut [f64]) {
    for one in 0..count {
        for other in 0..=one {
            let (rows_one, rows_other) = (one * count, other * count);
            let known: f64 = (0..other).map(|k| matrix[rows_one + k] * matrix[rows_other + k]).sum();
            let left = matrix[rows_one + other] - known;
            matrix[rows_one + other] = if one == other {
                left.max(f64::MIN_POSITIVE).sqrt()
            } else {
                left / matrix[rows_other + other]
            };
        }
    }
    for one in 0..count {
        let known: f64 = (0..one).map(|k| matrix[one * count + k] * values[k]).sum();
        values[one] = (values[one] - known) / matrix[one * count + one];
    }
    for one in (0..count).rev() {
        let known: f64 = (one + 1..count).map(|k| matrix[k * count + one] * values[k]).sum();
        values[one] = (values[one] - known) / matrix[one * count + one];
    }
}
