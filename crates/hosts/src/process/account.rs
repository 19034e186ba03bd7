//! What a bot has used over all its games, in however many processes one after the other or side by side.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The games of a bot and its processor time; clones are the same account.
#[derive(Debug, Clone, Default)]
pub struct Account {
    used: Arc<Mutex<Used>>,
}

#[derive(Debug, Default)]
struct Used {
    games: u64,
    processor: Duration,
}

impl Account {
    /// Counts a game, and gives how many there are.
    pub(super) fn count_game(&self) -> u64 {
        let mut used = self.lock();
        used.games += 1;
        used.games
    }

    /// Adds processor time, and gives all of it.
    pub(super) fn book(&self, time: Duration) -> Duration {
        let mut used = self.lock();
        used.processor += time;
        used.processor
    }

    fn lock(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
