//! How long an entrant thought, in bounded room.
//!
//! A record keeps one sum per game and seat, so the sample is the mean time per move of a game.

use croupier_stats::Durations;

/// Thinking times of an entrant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Thinking {
    /// Microseconds in all; the most there is where a record's times are absurd.
    pub total: u64,
    /// Turns in all.
    pub turns: u64,
    games: Durations,
}

impl Thinking {
    pub(super) fn add(&mut self, micros: u64, turns: u32) {
        if turns == 0 {
            return;
        }
        self.total = self.total.saturating_add(micros);
        self.turns += u64::from(turns);
        self.games.add(micros / u64::from(turns));
    }

    pub(super) fn merge(&mut self, later: &Self) {
        self.total = self.total.saturating_add(later.total);
        self.turns += later.turns;
        self.games.merge(&later.games);
    }

    /// Mean microseconds per move over all games; `None` where no time was taken.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.turns > 0).then(|| self.total as f64 / self.turns as f64)
    }

    /// The time per move, in microseconds, that this share of the games stays within.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Option<f64> {
        self.games.quantile(share).map(|micros| micros as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
