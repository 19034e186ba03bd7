//! What is left of everyone's thinking time at a table, for games that show it.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use arrayvec::ArrayVec;
use croupier_games::MAX_SEATS;

/// What everyone at a table has left, by seat, in whole milliseconds.
pub(crate) type ClocksLeft = ArrayVec<Option<u64>, MAX_SEATS>;

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

    /// What these have left, in order.
    pub(crate) fn shown<'a>(&self, names: impl Iterator<Item = &'a str>) -> ClocksLeft {
        let left = |name| self.left(name).map(|left| left.as_millis() as u64);
        names.take(MAX_SEATS).map(left).collect()
    }

    /// What someone has left; `None` where it is not limited.
    #[must_use]
    pub fn left(&self, name: &str) -> Option<Duration> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).get(name).copied()
    }
}
