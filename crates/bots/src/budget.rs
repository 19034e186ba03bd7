//! How much a player may think about a move: so much processor time, or so much work.
//!
//! Work is what makes a game repeat: a player with the same work and the same luck plays the same move on any
//! machine. Time is what a tournament gives; it is the thread's own, so that other work on the machine takes
//! nothing of it. A player counts its own steps (nodes, deals, rollouts) and asks now and then whether there
//! are more.

use std::fmt;
use std::time::Duration;

use crate::processor_clock::ThreadLimit;

/// What a player may spend on a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Budget {
    /// As much work as the player takes by itself.
    #[default]
    Usual,
    /// So much processor time of the thread that thinks.
    Time(Duration),
    /// So many steps of its own kind.
    Steps(u64),
}

/// Of its time a player uses so much, so that the last look at the clock does not come too late.
const SHARE: f64 = 0.9;

impl Budget {
    /// Reads what stands behind the `@` of a name: `10ms`, `2s` or a number of steps.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let positive = |digits: &str| digits.parse::<u64>().ok().filter(|&number| number > 0);
        if let Some(ms) = text.strip_suffix("ms") {
            return positive(ms).map(|ms| Self::Time(Duration::from_millis(ms)));
        }
        if let Some(seconds) = text.strip_suffix('s') {
            return positive(seconds).map(|seconds| Self::Time(Duration::from_secs(seconds)));
        }
        positive(text).map(Self::Steps)
    }

    /// Starts to spend it; `usual` is the work of a player that is left to itself.
    #[must_use]
    pub fn start(self, usual: u64) -> Spending {
        match self {
            Self::Usual => Spending { steps: usual, limit: None },
            Self::Steps(steps) => Spending { steps, limit: None },
            Self::Time(time) => {
                Spending { steps: u64::MAX, limit: Some(ThreadLimit::new(time.mul_f64(SHARE))) }
            }
        }
    }

    /// How many steps it will come to, about, where `a_ms` of them take a millisecond: for the size of a
    /// memory.
    #[must_use]
    pub fn likely_steps(self, usual: u64, a_ms: u64) -> u64 {
        match self {
            Self::Usual => usual,
            Self::Steps(steps) => steps,
            Self::Time(time) => (time.as_millis() as u64).saturating_mul(a_ms),
        }
    }
}

/// As it stands behind a name; nothing where the player is left to itself.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usual => Ok(()),
            Self::Time(time) => write!(f, "@{}ms", time.as_millis()),
            Self::Steps(steps) => write!(f, "@{steps}"),
        }
    }
}

/// A budget that is being spent, by the thread that started to.
#[derive(Debug, Clone, Copy)]
pub struct Spending {
    steps: u64,
    limit: Option<ThreadLimit>,
}

impl Spending {
    /// Takes so many steps off; false when there are no more. Looks at the clock, so it is asked once for
    /// many steps.
    #[inline]
    pub fn go_on(&mut self, steps: u64) -> bool {
        self.steps = self.steps.saturating_sub(steps);
        self.steps > 0 && !self.limit.as_mut().is_some_and(ThreadLimit::is_reached)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_read_from_a_name() {
        assert_eq!(Budget::parse("10ms"), Some(Budget::Time(Duration::from_millis(10))));
        assert_eq!(Budget::parse("2s"), Some(Budget::Time(Duration::from_secs(2))));
        assert_eq!(Budget::parse("5000"), Some(Budget::Steps(5000)));
        for text in ["10ms", "5000"] {
            assert_eq!(Budget::parse(text).unwrap().to_string(), format!("@{text}"));
        }
        for wrong in ["", "ms", "0ms", "0", "fast", "-1", "1.5ms", "10 ms"] {
            assert_eq!(Budget::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn steps_are_spent_to_the_last() {
        let mut spending = Budget::Steps(10).start(99);
        assert!(spending.go_on(9));
        assert!(!spending.go_on(1));
        assert!(Budget::Usual.start(3).go_on(2));
    }

    #[test]
    fn time_is_spent_to_its_end() {
        assert!(!Budget::Time(Duration::ZERO).start(0).go_on(1));
        let mut spending = Budget::Time(Duration::from_millis(1)).start(0);
        while spending.go_on(1) {}
        assert!(!spending.go_on(1));
    }
}
