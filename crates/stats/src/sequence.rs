//! Confidence sequences: intervals that stay valid however often one looks, and whenever one stops.
//!
//! The interval is the inversion of a sequential *t*-test: the likelihood ratio of the *t*-statistic under a
//! normal prior for the effect, in units of the deviation, against no effect. It is a martingale where there
//! is none, so by Ville's inequality the chance that the interval *ever* misses is at most the level (Robbins
//! 1970; Lai 1976; for the form used here Lindon, Ham, Tingley and Bojinov 2022). It is exact for normal
//! samples. For others it holds as far as their mean is nearly normal, so two things make it wider: the
//! deviation is never taken for smaller than a few samples can show, and the side on which rare samples lie
//! is moved out by Johnson's term for skewness (1978). The tests below hold the rate of false alarms to its
//! level also for rare and lopsided samples. Knows neither bots nor games.

/// The number of samples at which intervals are to be narrowest for their level: what comparisons usually
/// need.
const NARROWEST_AT: f64 = 250.0;
/// Fewer samples than this decide nothing: their mean need not be nearly normal.
pub const FEWEST_SAMPLES: u64 = 30;

/// As so many samples the spread counts that the first ones may not have shown.
const UNSEEN: f64 = 3.0;

/// Samples folded into count, mean and squares.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Running {
    count: u64,
    mean: f64,
    squares: f64,
    cubes: f64,
}

/// What a sequence says of the true mean after some samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The mean of the samples; 0 where there is none.
    pub mean: f64,
    /// The lower end; minus infinity while there are too few samples.
    pub low: f64,
    /// The upper end; infinity while there are too few samples.
    pub high: f64,
    /// How many samples there are.
    pub samples: u64,
}

impl Running {
    /// Adds a sample.
    pub fn push(&mut self, sample: f64) {
        self.count += 1;
        let count = self.count as f64;
        let off = sample - self.mean;
        let step = off / count;
        let square = off * step * (count - 1.0);
        self.mean += step;
        self.cubes += square * step * (count - 2.0) - 3.0 * step * self.squares;
        self.squares += square;
    }

    /// How many samples there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean; 0 where there is no sample.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The variance, unbiased; 0 below two samples.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.squares / (self.count - 1) as f64 }
    }

    /// The interval that misses the true mean at any time at all with at most this chance.
    ///
    /// `spread` is a variance that a single sample might well have: it counts as three more samples. Where
    /// something is rare, the first few dozen samples may be without it, and are then no proof that it never
    /// comes.
    #[must_use]
    pub fn bounds(&self, miss: f64, spread: f64) -> Bounds {
        let deviation = self.deviation(spread);
        let reach = reach_in_deviations(self.count, miss);
        if reach.is_infinite() {
            return Bounds { mean: self.mean, low: -reach, high: reach, samples: self.count };
        }
        let skew = self.skewness(deviation) * reach * reach / 3.0;
        Bounds {
            mean: self.mean,
            low: self.mean - deviation * (reach + (-skew).max(0.0)),
            high: self.mean + deviation * (reach + skew.max(0.0)),
            samples: self.count,
        }
    }

    /// How lopsided the samples are.
    fn skewness(&self, deviation: f64) -> f64 {
        if deviation > 0.0 && self.count > 0 {
            self.cubes / self.count as f64 / deviation.powi(3)
        } else {
            0.0
        }
    }

    /// How many samples it will take until the interval leaves out 0, or lies within ±`tolerance`, should
    /// mean and variance stay as they are; `None` where that is more than `most`.
    #[must_use]
    pub fn samples_needed(&self, miss: f64, spread: f64, tolerance: f64, most: u64) -> Option<u64> {
        let deviation = self.deviation(spread);
        let enough = |count: u64| {
            let reach = deviation * reach_in_deviations(count, miss);
            reach < self.mean.abs() || self.mean.abs() + reach <= tolerance
        };
        if !enough(most) {
            return None;
        }
        // More samples never widen the interval, so the first count that is enough is found by halving.
        let (mut short, mut long) = (0, most);
        while long - short > 1 {
            let middle = short + (long - short) / 2;
            if enough(middle) { long = middle } else { short = middle }
        }
        Some(long)
    }

    fn deviation(&self, spread: f64) -> f64 {
        ((self.squares + UNSEEN * spread) / self.count.saturating_sub(1).max(1) as f64).sqrt()
    }
}

/// Half the width of the interval after so many samples, in deviations of a single one.
fn reach_in_deviations(count: u64, miss: f64) -> f64 {
    if count < FEWEST_SAMPLES {
        return f64::INFINITY;
    }
    let count = count as f64;
    let level = -2.0 * miss.ln();
    let prior = NARROWEST_AT / (level + level.ln() + 1.0);
    let ratio = prior / (prior + count);
    let freedom = count - 1.0;
    let root = (miss * miss * ratio).powf(1.0 / (freedom + 1.0));
    if root <= ratio {
        return f64::INFINITY;
    }
    (freedom * (1.0 - root) / (root - ratio) / count).sqrt()
}

impl Bounds {
    /// Whether the true mean is shown to be above 0.
    #[must_use]
    pub fn is_above(&self) -> bool {
        self.low > 0.0
    }

    /// Whether it is shown to be below 0.
    #[must_use]
    pub fn is_below(&self) -> bool {
        self.high < 0.0
    }

    /// Whether it is shown to be no further from 0 than this.
    #[must_use]
    pub fn is_within(&self, tolerance: f64) -> bool {
        -tolerance <= self.low && self.high <= tolerance
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::{Chance, Seed};

    fn uniform(chance: &mut Chance) -> f64 {
        (chance.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// In how many of so many sequences of 2,000 samples the interval leaves out 0 at any look.
    fn alarms(sequences: u64, miss: f64, spread: f64, sample: impl Fn(&mut Chance) -> f64) -> u64 {
        let ever = |number: &u64| {
            let mut chance = Chance::new(Seed::plain(2026).child(*number));
            let mut running = Running::default();
            (0..2000).any(|_| {
                running.push(sample(&mut chance));
                let bounds = running.bounds(miss, spread);
                bounds.is_above() || bounds.is_below()
            })
        };
        (0..sequences).filter(ever).count() as u64
    }

    /// The most alarms that a rate of 5 % gives in 2,000 sequences but for once in a thousand times: 100 are
    /// expected, with a deviation of 9.7.
    const MOST_ALARMS: u64 = 130;

    #[test]
    fn looking_after_every_sample_raises_no_more_false_alarms_than_the_level() {
        let bell = |chance: &mut Chance| (0..12).map(|_| uniform(chance)).sum::<f64>() - 6.0;
        assert!(alarms(2000, 0.05, 1.0, bell) <= MOST_ALARMS);
    }

    #[test]
    fn rare_differences_raise_no_more_false_alarms_than_the_level() {
        // Two bots that play alike but for one deal in thirty, as close versions of one bot do.
        let rare = |chance: &mut Chance| match chance.below(60) {
            0 => 20.0,
            1 => -20.0,
            _ => 0.0,
        };
        assert!(alarms(2000, 0.05, 600.0, rare) <= MOST_ALARMS);
    }

    #[test]
    fn lopsided_differences_raise_no_more_false_alarms_than_the_level() {
        // One deal in twenty costs 19, twice the deviation of a score; all others gain 1.
        let lopsided = |chance: &mut Chance| if chance.one_in(20) { -19.0 } else { 1.0 };
        assert!(alarms(2000, 0.05, 2.0 * 9.5 * 9.5, lopsided) <= MOST_ALARMS);
    }

    #[test]
    fn a_true_difference_is_found() {
        let shifted = |chance: &mut Chance| uniform(chance) - 0.4;
        assert_eq!(alarms(50, 0.05, 1.0, shifted), 50);
    }

    #[test]
    fn the_interval_agrees_with_an_independent_computation() {
        // Solved in Python for the level, with noncentral t-densities integrated numerically over the prior.
        let reach = |count| reach_in_deviations(count, 0.05);
        let close = |one: f64, other: f64| (one - other).abs() < 1e-6 * other;
        assert!(reach(29).is_infinite());
        for (count, expected) in REACHES {
            assert!(close(reach(count), expected), "{count}: {} for {expected}", reach(count));
        }
    }

    const REACHES: [(u64, f64); 4] =
        [(30, 0.787_245_356), (100, 0.318_242_425), (250, 0.193_561_093), (1000, 0.099_455_185)];

    #[test]
    fn samples_are_folded_into_mean_squares_and_cubes() {
        let mut running = Running::default();
        assert_eq!((running.count(), running.mean(), running.variance()), (0, 0.0, 0.0));
        let variances = [0.0, 2.0];
        for (sample, variance) in [2.0, 4.0].into_iter().zip(variances) {
            running.push(sample);
            assert_eq!(running.variance(), variance);
        }
        [4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|sample| running.push(sample));
        // Around 5 they are −3, −1, −1, −1, 0, 0, 2 and 4.
        let close = |one: f64, other: f64| (one - other).abs() < 1e-12;
        assert!(running.count() == 8 && close(running.mean(), 5.0), "{running:?}");
        assert!(close(running.squares, 32.0) && close(running.cubes, 42.0), "{running:?}");
        assert!(close(running.variance(), 32.0 / 7.0), "{running:?}");
    }

    #[test]
    fn the_side_on_which_rare_samples_lie_is_moved_out() {
        let (mut rare_high, mut rare_low) = (Running::default(), Running::default());
        for number in 0..40 {
            let sample = if number % 10 == 0 { 11.0 } else { 1.0 };
            rare_high.push(sample);
            rare_low.push(-sample);
        }
        // The mean is 2; around it there are four times 9 and 36 times −1. The spread counts three times.
        let deviation = ((4.0 * 81.0 + 36.0 + 3.0 * 5.0) / 39.0_f64).sqrt();
        let reach = reach_in_deviations(40, 0.05);
        let skew = (4.0 * 729.0 - 36.0) / 40.0 / (deviation * deviation * deviation) * reach * reach / 3.0;
        let close = |one: f64, other: f64| (one - other).abs() < 1e-9;
        let bounds = rare_high.bounds(0.05, 5.0);
        assert!(close(bounds.low, 2.0 - deviation * reach), "{bounds:?}");
        assert!(close(bounds.high, 2.0 + deviation * (reach + skew)), "{bounds:?}");
        let mirrored = rare_low.bounds(0.05, 5.0);
        assert!(close(mirrored.low, -bounds.high) && close(mirrored.high, -bounds.low), "{mirrored:?}");
    }

    #[test]
    fn few_samples_bound_nothing_and_equal_ones_have_no_width() {
        let mut running = Running::default();
        (0..29).for_each(|_| running.push(3.0));
        let few = running.bounds(0.05, 0.0);
        assert_eq!((few.low, few.high), (f64::NEG_INFINITY, f64::INFINITY));
        running.push(3.0);
        let bounds = running.bounds(0.05, 0.0);
        assert_eq!((bounds.low, bounds.high, bounds.samples), (3.0, 3.0, 30));
    }

    #[test]
    fn bounds_are_above_below_or_within() {
        let bounds = |low, high| Bounds { mean: 0.0, low, high, samples: 40 };
        assert!(bounds(0.5, 1.0).is_above() && !bounds(0.0, 1.0).is_above());
        assert!(bounds(-1.0, -0.5).is_below() && !bounds(-1.0, 0.0).is_below());
        assert!(!bounds(0.5, 1.0).is_below());
        assert!(bounds(-1.0, 1.0).is_within(1.0));
        assert!(!bounds(-2.0, 0.0).is_within(1.0) && !bounds(0.0, 2.0).is_within(1.0));
    }

    #[test]
    fn samples_still_needed_are_those_that_will_do() {
        let mut running = Running::default();
        (0..100).for_each(|number| running.push(if number % 2 == 0 { 1.2 } else { -0.8 }));
        let needed = running.samples_needed(0.05, 0.0, 0.0, 100_000).unwrap();
        assert!(needed > 100 && needed < 1000, "{needed}");
        let reach = |count| running.deviation(0.0) * reach_in_deviations(count, 0.05);
        assert!(reach(needed) < 0.2 && reach(needed - 1) >= 0.2);
        assert_eq!(running.samples_needed(0.05, 0.0, 0.0, needed - 1), None);
        let within = running.samples_needed(0.05, 0.0, 0.5, 100_000).unwrap();
        assert!(within < needed && 0.2 + reach(within) <= 0.5 && 0.2 + reach(within - 1) > 0.5);
    }
}
