//! How long an entrant thought, in bounded room.
//!
//! A record keeps one sum per game and seat, so the sample is the mean time per move of a game. Times are counted in
//! steps of an eighth of an octave, which is below a tenth of the value.

use std::collections::BTreeMap;

/// Thinking times of an entrant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Thinking {
    /// Microseconds in all; the most there is where a record's times are absurd.
    pub total: u64,
    /// Turns in all.
    pub turns: u64,
    counts: BTreeMap<u16, u64>,
}

impl Thinking {
    pub(super) fn add(&mut self, micros: u64, turns: u32) {
        if turns == 0 {
            return;
        }
        self.total = self.total.saturating_add(micros);
        self.turns += u64::from(turns);
        *self.counts.entry(step_of(micros / u64::from(turns))).or_default() += 1;
    }

    pub(super) fn merge(&mut self, later: &Self) {
        self.total = self.total.saturating_add(later.total);
        self.turns += later.turns;
        for (step, count) in &later.counts {
            *self.counts.entry(*step).or_default() += count;
        }
    }

    /// Mean microseconds per move over all games; `None` where no time was taken.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.turns > 0).then(|| self.total as f64 / self.turns as f64)
    }

    /// The time per move, in microseconds, that this share of the games stays within.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let games: u64 = self.counts.values().sum();
        let wanted = (share * games as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        self.counts.iter().find_map(|(&step, &count)| {
            seen += count;
            (seen >= wanted).then(|| value_of(step))
        })
    }
}

/// Below 16 µs every microsecond is a step of its own; above, eight steps make an octave.
fn step_of(micros: u64) -> u16 {
    if micros < 16 {
        return micros as u16;
    }
    let octave = 63 - micros.leading_zeros();
    (16 + (octave - 4) * 8 + (micros >> (octave - 3) & 7) as u32) as u16
}

/// The middle of a step.
fn value_of(step: u16) -> f64 {
    if step < 16 {
        return f64::from(step);
    }
    let (octave, eighth) = ((step - 16) / 8 + 4, (step - 16) % 8);
    2_f64.powi(i32::from(octave)) * (1.0 + (f64::from(eighth) + 0.5) / 8.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_kept_within_a_tenth() {
        for micros in (0..400).chain([1_000, 1_023, 1_024, 1_204_000, 86_400_000_000]) {
            let kept = value_of(step_of(micros));
            assert!((kept - micros as f64).abs() <= 0.1 * micros as f64, "{micros} came back as {kept}");
        }
    }

    #[test]
    fn quantiles_are_over_games_and_the_mean_over_moves() {
        let mut thinking = Thinking::default();
        thinking.add(80, 10);
        thinking.add(20, 10);
        thinking.add(0, 0);
        thinking.add(1_000, 80);
        assert_eq!(thinking.quantile(0.5), Some(8.0));
        assert_eq!(thinking.mean(), Some(11.0));
    }
}
