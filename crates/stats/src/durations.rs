//! How often something took how long, in bounded room.
//!
//! Times are counted in steps: below 32 µs every microsecond is one, above that sixteen make an octave, so
//! that a time is told no more than a sixteenth too long. What is counted together in any order is the same.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Durations, counted.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Durations {
    /// How many there are in each step.
    steps: BTreeMap<u16, u64>,
}

impl Durations {
    /// Counts one of so many microseconds.
    pub fn add(&mut self, micros: u64) {
        *self.steps.entry(step_of(micros)).or_default() += 1;
    }

    /// Counts all that others have counted.
    pub fn merge(&mut self, others: &Self) {
        for (&step, count) in &others.steps {
            *self.steps.entry(step).or_default() += count;
        }
    }

    /// The microseconds that this share stays within, rounded up by no more than a sixteenth; `None` where
    /// nothing was counted.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let all: u64 = self.steps.values().sum();
        let wanted = (share * all as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        self.steps.iter().find_map(|(&step, &count)| {
            seen += count;
            (seen >= wanted).then(|| longest_of(step))
        })
    }
}

fn step_of(micros: u64) -> u16 {
    if micros < 32 {
        return micros as u16;
    }
    let octave = 63 - micros.leading_zeros();
    (32 + (octave - 5) * 16 + (micros >> (octave - 4) & 15) as u32) as u16
}

/// The longest time of a step.
fn longest_of(step: u16) -> u64 {
    if step < 32 {
        return u64::from(step);
    }
    // A file may hold steps that no time has.
    let (octave, part) = (u32::from((step - 32) / 16 + 5), u128::from((step - 32) % 16));
    u64::try_from(((17 + part) << (octave - 4).min(64)) - 1).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_told_no_shorter_than_it_was_and_no_more_than_a_sixteenth_longer() {
        let most = [1_000, 1_023, 1_024, 1_204_000, 86_400_000_000, u64::MAX / 3, u64::MAX];
        for micros in (0..400).chain(most) {
            let told = longest_of(step_of(micros));
            assert!(told >= micros && told - micros <= micros / 16, "{micros}: {told}");
        }
    }

    #[test]
    fn a_step_that_no_time_has_is_the_longest_there_is() {
        assert_eq!(longest_of(u16::MAX), u64::MAX);
    }

    #[test]
    fn a_quantile_is_the_time_that_so_many_stay_within() {
        let mut durations = Durations::default();
        assert_eq!(durations.quantile(0.5), None);
        (1..=10).for_each(|micros| durations.add(micros));
        let shares = [0.0, 0.1, 0.11, 0.5, 0.9, 1.0].map(|share| durations.quantile(share));
        assert_eq!(shares, [1, 1, 2, 5, 9, 10].map(Some));
    }

    #[test]
    fn parts_are_counted_together_in_any_order() {
        let of = |times: &[u64]| {
            let mut durations = Durations::default();
            times.iter().for_each(|&time| durations.add(time));
            durations
        };
        let (mut one, mut other) = (of(&[5, 700]), of(&[700, 90_000]));
        one.merge(&of(&[700, 90_000]));
        other.merge(&of(&[5, 700]));
        assert_eq!(one, of(&[5, 700, 700, 90_000]));
        assert_eq!(one, other);
    }
}
