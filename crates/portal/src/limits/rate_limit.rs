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

/// New accounts, for each address: a class on its first day.
pub(crate) const SIGN_UPS: Rate = Rate { burst: 400.0, a_minute: 60.0 };
/// Invitations that are none, and links that were used, for each address.
pub(crate) const CODES: Rate = Rate { burst: 100.0, a_minute: 10.0 };
/// Tokens that are none, for each address.
pub(crate) const TOKENS: Rate = Rate { burst: 60.0, a_minute: 30.0 };
/// Wrong passwords of somebody who is signed in and wants another one.
pub(crate) const CHANGES: Rate = Rate { burst: 10.0, a_minute: 2.0 };
/// Uploads, for each account.
pub(crate) const UPLOADS: Rate = Rate { burst: 30.0, a_minute: 20.0 };

/// Archives of many games, for each address.
pub(crate) const ARCHIVES: Rate = Rate { burst: 10.0, a_minute: 4.0 };

/// Moves against the house, for each address: a class that plays. How long the house thinks is
/// bounded elsewhere.
pub(crate) const PLAYS: Rate = Rate { burst: 500.0, a_minute: 1_500.0 };

/// Above so many buckets, the full ones are forgotten: they hold nobody back.
const MOST_BUCKETS: usize = 50_000;

/// All buckets, by the hashes of their names: whoever asks chooses a part of a name, and its length.
#[derive(Debug, Default)]
pub struct RateLimits {
    buckets: Mutex<Buckets>,
}

#[derive(Debug, Default)]
struct Buckets {
    all: HashMap<blake3::Hash, Bucket>,
    /// How many there may be before the full ones are looked for again: to look for them at every
    /// request would take longer the more there are.
    room: usize,
}

impl Buckets {
    fn tidy(&mut self, now: Instant) {
        if self.all.len() >= self.room.max(MOST_BUCKETS) {
            self.all.retain(|_, bucket| bucket.filled(now) < bucket.rate.burst);
            self.room = 2 * self.all.len();
        }
    }
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

impl RateLimits {
    /// Takes one from the bucket of this name; `false` where it is empty.
    pub fn take(&self, name: &str, rate: Rate) -> bool {
        self.take_at(name, rate, Instant::now())
    }

    fn take_at(&self, name: &str, rate: Rate, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.tidy(now);
        let bucket = buckets.all.entry(blake3::hash(name.as_bytes()));
        let bucket = bucket.or_insert(Bucket { left: rate.burst, at: now, rate });
        let left = bucket.filled(now);
        let passes = left >= 1.0;
        *bucket = Bucket { left: if passes { left - 1.0 } else { left }, at: now, rate };
        passes
    }

    /// Puts one back: what it was taken for does not count.
    pub fn give_back(&self, name: &str, rate: Rate) {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = buckets.all.get_mut(&blake3::hash(name.as_bytes())) {
            bucket.left = (bucket.left + 1.0).min(rate.burst);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn whoever_asks_too_often_waits_and_nobody_else_does() {
        let (limits, begun) = (RateLimits::default(), Instant::now());
        let rate = Rate { burst: 3.0, a_minute: 60.0 };
        let ask = |name: &str, seconds| limits.take_at(name, rate, begun + Duration::from_secs(seconds));
        assert!((0..3).all(|_| ask("a", 0)));
        assert!(!ask("a", 0));
        assert!(ask("b", 0));
        assert!(ask("a", 1) && !ask("a", 1));
        assert!((0..3).all(|_| ask("a", 100)) && !ask("a", 100));
    }
}
