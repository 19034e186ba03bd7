//! How often which value came, in bounded room.
//!
//! Values are counted in steps of a power of two. Where there are too many different ones, steps are joined
//! in pairs, so that the outcome never depends on the order in which values or parts came.

use std::collections::BTreeMap;

/// No more different values than this are kept.
const MOST_STEPS: usize = 2048;
/// The finest step is a quarter: whole scores and half points keep their value.
const FINEST: i32 = -2;

/// Counts of values.
#[derive(Debug, Clone, PartialEq)]
pub struct Histogram {
    /// The binary logarithm of a step's width.
    exponent: i32,
    counts: BTreeMap<i64, u64>,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { exponent: FINEST, counts: BTreeMap::new() }
    }
}

impl Histogram {
    /// Counts a value.
    pub fn add(&mut self, value: f64) {
        let step = (value / self.width()).floor() as i64;
        *self.counts.entry(step).or_default() += 1;
        self.bound();
    }

    /// Adds the counts of others.
    pub fn merge(&mut self, other: &Self) {
        let mut other = other.clone();
        while self.exponent < other.exponent {
            self.join();
        }
        while other.exponent < self.exponent {
            other.join();
        }
        for (step, count) in other.counts {
            *self.counts.entry(step).or_default() += count;
        }
        self.bound();
    }

    /// How many values were counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The values, lowest first, each with its count.
    pub fn values(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        let width = self.width();
        self.counts.iter().map(move |(&step, &count)| (step as f64 * width, count))
    }

    /// The value below which this share of all values lies; `None` where there is none.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let wanted = (share * self.total() as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        self.values().find_map(|(value, count)| {
            seen += count;
            (seen >= wanted).then_some(value)
        })
    }

    /// The counts in bins of this width, the first of which begins at `from`.
    #[must_use]
    pub fn bins(&self, from: f64, width: f64, bins: usize) -> Vec<u64> {
        let mut counts = vec![0; bins];
        for (value, count) in self.values() {
            let bin = ((value - from) / width).floor().max(0.0) as usize;
            counts[bin.min(bins - 1)] += count;
        }
        counts
    }

    fn width(&self) -> f64 {
        2_f64.powi(self.exponent)
    }

    fn bound(&mut self) {
        while self.counts.len() > MOST_STEPS {
            self.join();
        }
    }

    fn join(&mut self) {
        let mut joined = BTreeMap::new();
        for (step, count) in &self.counts {
            *joined.entry(step.div_euclid(2)).or_default() += count;
        }
        self.counts = joined;
        self.exponent += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: impl IntoIterator<Item = f64>) -> Histogram {
        let mut histogram = Histogram::default();
        values.into_iter().for_each(|value| histogram.add(value));
        histogram
    }

    #[test]
    fn whole_and_half_values_keep_their_value() {
        let histogram = of([3.0, -1.0, 0.5, 3.0]);
        assert_eq!(histogram.values().collect::<Vec<_>>(), [(-1.0, 1), (0.5, 1), (3.0, 2)]);
        assert_eq!(
            [0.0, 0.5, 1.0].map(|share| histogram.quantile(share)),
            [Some(-1.0), Some(0.5), Some(3.0)]
        );
        assert_eq!(histogram.bins(-1.0, 2.0, 3), [2, 0, 2]);
    }

    #[test]
    fn room_is_bounded_and_parts_merge_to_the_whole_in_any_order() {
        let value = |n: u64| (n * 7919 % 10_007) as f64 - 5_000.0;
        let whole = of((0..9_000).map(value));
        let mut parts = of((4_000..9_000).map(value));
        parts.merge(&of((0..4_000).map(value)));
        assert!(whole.counts.len() <= MOST_STEPS && whole.total() == 9_000);
        assert_eq!(parts, whole);
    }
}
