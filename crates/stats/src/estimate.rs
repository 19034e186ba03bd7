//! A number with its uncertainty.

use crate::quantiles::{MISS, student};

/// A mean, or a difference of two means, with the interval that holds the true one in 95 of 100 tournaments.
///
/// The independent sample is the deal: games that share one count once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The number itself.
    pub mean: f64,
    /// The lower end of the 95 % interval; minus infinity where one sample is all there is.
    pub low: f64,
    /// The upper end; infinity where one sample is all there is.
    pub high: f64,
    /// The standard error of `mean`, clustered by deal. It is 0 where all samples were alike; the interval
    /// then allows for what so few samples may not have shown.
    pub standard_error: f64,
    /// How many independent samples (deals) it rests on.
    pub samples: u64,
}

impl Estimate {
    /// By Student's distribution with one degree of freedom less than samples.
    #[must_use]
    pub fn new(mean: f64, standard_error: f64, samples: u64) -> Self {
        if samples < 2 {
            return Self::unknown(mean, samples);
        }
        let reach = standard_error * student(MISS / 2.0, (samples - 1) as f64);
        Self { mean, low: mean - reach, high: mean + reach, standard_error, samples }
    }

    /// Where all samples were alike: something that happens with a chance of `p` stays unseen in `n` samples
    /// with (1 − p)ⁿ, so a chance up to about 3.7 / n may be hidden; it could move the mean by that part of
    /// `range`.
    pub(crate) fn alike(mean: f64, range: f64, samples: u64) -> Self {
        if samples < 2 {
            return Self::unknown(mean, samples);
        }
        let reach = unseen(MISS, samples) * range;
        Self { mean, low: mean - reach, high: mean + reach, standard_error: 0.0, samples }
    }

    fn unknown(mean: f64, samples: u64) -> Self {
        let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
        Self { mean, low, high, standard_error: f64::INFINITY, samples }
    }

    /// The interval cut to what is possible: no mean lies outside the values it is made of.
    pub(crate) fn within(self, (lowest, highest): (f64, f64)) -> Self {
        if !self.standard_error.is_finite() {
            return self;
        }
        Self { low: self.low.max(lowest), high: self.high.min(highest), ..self }
    }

    /// How far the interval reaches, on its longer side: what stands behind a ±.
    #[must_use]
    pub fn reach(&self) -> f64 {
        (self.high - self.mean).max(self.mean - self.low)
    }

    /// Whether the interval holds a value.
    #[must_use]
    pub fn allows(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// The largest chance of something that stays unseen in so many samples with at least half the chance `miss`.
pub(crate) fn unseen(miss: f64, samples: u64) -> f64 {
    1.0 - (miss / 2.0).powf(1.0 / samples as f64)
}
