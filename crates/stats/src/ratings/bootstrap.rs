//! How far ratings could have come out otherwise: deals drawn anew from the deals that were played.

use croupier_games::{Chance, Seed};

use super::plackett_luce::{Choices, fit};
use super::results::summed;
use crate::quantiles::MISS;

/// Fixed, so that the same record gives the same intervals.
const SEED: Seed = Seed::plain(0xb007);
/// Redrawn so often where that is quick.
const MOST_DRAWS: usize = 1000;
/// Fewer would not show where 95 % end.
const FEWEST_DRAWS: usize = 100;
/// Steps of arithmetic that may be spent: seconds.
const EFFORT: usize = 4_000_000_000;
/// Fewer deals than this cannot stand for what others might have been.
const FEWEST_PARTS: usize = 10;

/// The 95 % interval of each strength; `None` where there are too few deals, or the field is too large to
/// redraw.
pub(crate) fn intervals(
    entrants: usize,
    parts: &[Choices],
    prior: f64,
    strengths: &[f64],
) -> Option<Vec<(f64, f64)>> {
    let entries: usize = parts.iter().map(|part| part.sets.len()).sum();
    // Five of Newton's steps: a root of the matrix each, and a look at every set; sorting sets costs some
    // more.
    let cost = 5 * entrants.pow(3) / 3 + 200 * entries;
    let draws = (EFFORT / cost.max(1)).min(MOST_DRAWS);
    if draws < FEWEST_DRAWS || parts.len() < FEWEST_PARTS {
        return None;
    }
    let mut chance = Chance::new(SEED);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(draws); entrants];
    for _ in 0..draws {
        let mut times = vec![0.0; parts.len()];
        parts.iter().for_each(|_| times[chance.below(parts.len())] += 1.0);
        let again = fit(&summed(entrants, parts, |part| times[part]), prior, strengths);
        drawn.iter_mut().zip(again).for_each(|(drawn, strength)| drawn.push(strength));
    }
    Some(drawn.into_iter().map(|drawn| middle(drawn, draws)).collect())
}

/// Where the middle 95 % of some numbers lie.
fn middle(mut drawn: Vec<f64>, draws: usize) -> (f64, f64) {
    drawn.sort_by(f64::total_cmp);
    let cut = (MISS / 2.0 * draws as f64) as usize;
    (drawn[cut], drawn[draws - 1 - cut])
}
