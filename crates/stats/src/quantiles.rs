//! Where distributions are cut: the quantiles that intervals are made of.
//!
//! Knows no game and no sums. Chances are given as tails, because `1 - tail` would lose the small ones.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use statrs::function::erf::erfc;

/// The chance that an interval misses what it is about.
pub(crate) const MISS: f64 = 0.05;

/// From so many degrees of freedom on, Student's quantiles are worked out from the normal ones: the library's
/// search becomes slow and loses digits there.
const MANY: f64 = 1000.0;

/// What a variable of Student's distribution exceeds with the chance `tail`, at most ½; infinite without a
/// degree of freedom.
pub(crate) fn student(tail: f64, freedom: f64) -> f64 {
    if freedom >= MANY {
        return expanded(normal(tail), freedom);
    }
    StudentsT::new(0.0, 1.0, freedom).map_or(f64::INFINITY, |student| -student.inverse_cdf(tail))
}

/// Cornish and Fisher's expansion of Student's quantile around the normal one.
fn expanded(z: f64, freedom: f64) -> f64 {
    let square = z * z;
    let terms = [
        (square + 1.0) / 4.0,
        ((5.0 * square + 16.0) * square + 3.0) / 96.0,
        (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0,
    ];
    let more = terms.iter().rev().fold(0.0, |more, term| (term + more) / freedom);
    z * (1.0 + more)
}

/// What a normal variable exceeds with the chance `tail`.
fn normal(tail: f64) -> f64 {
    -Normal::standard().inverse_cdf(tail)
}

/// The chance that a normal variable exceeds `value`.
pub(crate) fn normal_tail(value: f64) -> f64 {
    0.5 * erfc(value / std::f64::consts::SQRT_2)
}
