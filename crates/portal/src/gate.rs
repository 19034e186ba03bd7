//! How often somebody may ask: a bucket for each address and account, filled steadily and emptied by asking.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How often something may be done.
#[derive(Debug, Clone, Copy)]
pub struct Rate {
    /// At once.
    pub burst: f64,
    /// Then so often a minute.
    pub a_minute: f64,
}

/// Signing in and up, for each address.
pub(crate) const SIGN_IN: Rate = Rate { burst: 20.0, a_minute: 20.0 };
/// Wrong passwords, for each account.
pub(crate) const GUESSES: Rate = Rate { burst: 10.0, a_minute: 2.0 };
/// Uploads, for each account.
pub(crate) const UPLOADS: Rate = Rate { burst: 30.0, a_minute: 20.0 };

/// Archives of many games, for each address.
pub(crate) const ARCHIVES: Rate = Rate { burst: 10.0, a_minute: 4.0 };

/// Moves against the house, for each address.
pub(crate) const PLAYS: Rate = Rate { burst: 60.0, a_minute: 120.0 };

/// Above so many buckets, the full ones are forgotten: they hold nobody back.
const MOST_BUCKETS: usize = 50_000;

/// All buckets.
#[derive(Debug, Default)]
pub struct Gate {
    buckets: Mutex<HashMap<String, Bucket>>,
}

#[derive(Debug, Clone, Copy)]
struct Bucket {
    left: f64,
    at: Instant,
    rate: Rate,
}

impl Bucket {
    fn filled(self, now: Instant) -> f64 {
        let minutes = now.saturating_duration_since(self.at).as_secs_f64() / 60.0;
        (self.left + minutes * self.rate.a_minute).min(self.rate.burst)
    }
}

impl Gate {
    /// Takes one from the bucket of this name; `false` where it is empty.
    pub fn pass(&self, name: String, rate: Rate) -> bool {
        self.pass_at(name, rate, Instant::now())
    }

    fn pass_at(&self, name: String, rate: Rate, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_BUCKETS {
            buckets.retain(|_, bucket| bucket.filled(now) < bucket.rate.burst);
        }
        let bucket = buckets.entry(name).or_insert(Bucket { left: rate.burst, at: now, rate });
        let left = bucket.filled(now);
        let passes = left >= 1.0;
        *bucket = Bucket { left: if passes { left - 1.0 } else { left }, at: now, rate };
        passes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn whoever_asks_too_often_waits_and_nobody_else_does() {
        let (gate, begun) = (Gate::default(), Instant::now());
        let rate = Rate { burst: 3.0, a_minute: 60.0 };
        let ask = |name: &str, seconds| gate.pass_at(name.into(), rate, begun + Duration::from_secs(seconds));
        assert!((0..3).all(|_| ask("a", 0)));
        assert!(!ask("a", 0));
        assert!(ask("b", 0));
        assert!(ask("a", 1) && !ask("a", 1));
        assert!((0..3).all(|_| ask("a", 100)) && !ask("a", 100));
    }
}
