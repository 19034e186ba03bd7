//! How long bots waited for a processor, over a whole run.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The waiting of all bots of a run; clones are the same.
///
/// Only answers that are not there within a moment are counted, since those alone are looked at. That is
/// where a busy machine shows: a quick answer that waits long is not quick.
#[derive(Debug, Clone, Default)]
pub struct Load {
    waited: Arc<AtomicU64>,
}

impl Load {
    /// Adds what bots waited.
    pub fn add(&self, waited: Duration) {
        self.waited.fetch_add(u64::try_from(waited.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// All that was waited for a processor.
    #[must_use]
    pub fn waited(&self) -> Duration {
        Duration::from_micros(self.waited.load(Ordering::Relaxed))
    }

    /// Which part of their time bots waited that were asked for so long on their own clocks, where it is
    /// worth telling.
    #[must_use]
    pub fn share(&self, own: Duration) -> Option<f64> {
        let waited = self.waited().as_secs_f64();
        let share = waited / (waited + own.as_secs_f64());
        (share > WORTH_TELLING).then_some(share)
    }
}

/// A tenth of the time.
const WORTH_TELLING: f64 = 0.1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_a_tenth_is_worth_telling() {
        let load = Load::default();
        assert_eq!(load.share(Duration::ZERO), None);
        load.clone().add(Duration::from_secs(1));
        assert_eq!(load.share(Duration::from_secs(9)), None);
        assert_eq!(load.share(Duration::from_secs(3)), Some(0.25));
    }
}
