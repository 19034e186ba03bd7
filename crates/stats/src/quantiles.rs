//! Where distributions are cut: the quantiles that intervals are made of.
//!
//! Knows no game and no sums. Chances are given as tails, because `1 - tail` would lose the small ones.

use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::function::erf::erfc;

/// The chance that an interval misses what it is about.
pub(crate) const MISS: f64 = 0.05;

/// What a variable of Student's distribution exceeds with the chance `tail`; infinite without a degree of freedom.
pub(crate) fn student(tail: f64, freedom: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, freedom) {
        Ok(student) if tail < 0.5 => -student.inverse_cdf(tail),
        Ok(student) => student.inverse_cdf(1.0 - tail),
        Err(_) => f64::INFINITY,
    }
}

/// The chance that a normal variable exceeds `value`.
pub(crate) fn normal_tail(value: f64) -> f64 {
    0.5 * erfc(value / std::f64::consts::SQRT_2)
}
