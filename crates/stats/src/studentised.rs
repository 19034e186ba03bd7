//! The studentised range: how far the best and the worst of many equals lie apart by luck alone.
//!
//! For a known standard error: P(range < q) = m ∫ φ(z) (Φ(z) − Φ(z − q))^(m−1) dz. Few deals are allowed for
//! later, where a chance becomes a quantile of Student's distribution.

use crate::quantiles::normal_tail;

/// Where the integral begins and ends.
const ENDS: f64 = 9.0;
/// Its steps: the trapezoid rule is exact to rounding for such a function.
const STEPS: usize = 400;

/// What the range of `count` normal variables of variance 1 exceeds with the chance `tail`.
pub(crate) fn range_quantile(tail: f64, count: usize) -> f64 {
    let (mut low, mut high) = (0.0, 20.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if range_tail(middle, count) > tail {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// The chance that the range of `count` normal variables of variance 1 is larger.
pub(crate) fn range_tail(range: f64, count: usize) -> f64 {
    let step = 2.0 * ENDS / STEPS as f64;
    let within: f64 = (0..=STEPS)
        .map(|at| {
            let z = at as f64 * step - ENDS;
            let density = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt();
            density * (normal_tail(z - range) - normal_tail(z)).powf(count as f64 - 1.0)
        })
        .sum();
    1.0 - count as f64 * within * step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quantiles_are_those_of_the_published_table() {
        // Upper 5 % points for infinite degrees of freedom (Harter 1960).
        for (count, published) in [(2, 2.772), (3, 3.314), (5, 3.858), (10, 4.474), (20, 5.012), (100, 6.085)]
        {
            let found = range_quantile(0.05, count);
            assert!((found - published).abs() < 6e-4, "{count}: {found}");
        }
    }
}
