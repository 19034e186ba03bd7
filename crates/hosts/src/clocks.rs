//! What is left of everyone's thinking time at a table, for games that show it.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The clocks of a crew, by name. Who is not limited has none.
#[derive(Debug, Default)]
pub struct Clocks {
    left: Mutex<BTreeMap<String, Duration>>,
}

impl Clocks {
    /// Sets what someone has left.
    pub fn set(&self, name: &str, left: Duration) {
        let mut clocks = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        match clocks.get_mut(name) {
            Some(clock) => *clock = left,
            None => {
                clocks.insert(name.to_owned(), left);
            }
        }
    }

    /// What someone has left; `None` where it is not limited.
    #[must_use]
    pub fn left(&self, name: &str) -> Option<Duration> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).get(name).copied()
    }
}
