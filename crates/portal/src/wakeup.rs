//! How threads that wait for work are woken: a counter that can be waited for.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Wakes threads that wait for work.
#[derive(Debug, Clone, Default)]
pub struct Wakeup {
    wakes: Arc<(Mutex<u64>, Condvar)>,
}

impl Wakeup {
    /// Wakes everyone who waits.
    pub fn wake(&self) {
        let (count, changed) = &*self.wakes;
        *count.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        changed.notify_all();
    }

    /// How often it woke somebody so far.
    #[must_use]
    pub fn count(&self) -> u64 {
        *self.wakes.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until it woke more often than `seen`, or for so long.
    pub fn wait(&self, seen: u64, most: Duration) {
        let (count, changed) = &*self.wakes;
        let count = count.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever waits looks for work again either way.
        let _ = changed.wait_timeout_while(count, most, |count| *count <= seen);
    }
}
