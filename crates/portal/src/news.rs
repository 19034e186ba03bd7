//! News: what changed, for whoever listens. Nobody who listens can hold anybody up.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast;

/// Something changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// An upload stands elsewhere: another place, stage or end.
    Upload(i64),
    /// A game of this contest ended.
    Game(i64),
    /// Games of this final ended.
    Final(i64),
    /// A ladder was made anew.
    Ladder(i64),
}

/// Slow listeners miss news older than this many; they are told to look again.
const KEPT: usize = 1024;

/// Where news is told.
#[derive(Debug, Clone)]
pub struct News {
    sender: broadcast::Sender<Event>,
    told: Arc<AtomicU64>,
}

impl Default for News {
    fn default() -> Self {
        Self { sender: broadcast::Sender::new(KEPT), told: Arc::default() }
    }
}

impl News {
    /// Tells everyone who listens.
    pub fn tell(&self, event: Event) {
        self.told.fetch_add(1, Ordering::Release);
        // Nobody listening is no error.
        let _ = self.sender.send(event);
    }

    /// How much was told so far: while this number is the same, nothing changed.
    #[must_use]
    pub fn told(&self) -> u64 {
        self.told.load(Ordering::Acquire)
    }

    /// Listens from now on.
    #[must_use]
    pub fn listen(&self) -> broadcast::Receiver<Event> {
        self.sender.subscribe()
    }
}

/// A bell that wakes threads which wait for work.
#[derive(Debug, Clone, Default)]
pub struct Bell {
    rung: Arc<(Mutex<u64>, Condvar)>,
}

impl Bell {
    /// Wakes everyone who waits.
    pub fn ring(&self) {
        let (count, moved) = &*self.rung;
        *count.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        moved.notify_all();
    }

    /// How often it was rung so far.
    #[must_use]
    pub fn heard(&self) -> u64 {
        *self.rung.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until it was rung more often than `heard`, or for so long.
    pub fn wait(&self, heard: u64, most: Duration) {
        let (count, moved) = &*self.rung;
        let count = count.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever waits looks for work again either way.
        let _ = moved.wait_timeout_while(count, most, |count| *count <= heard);
    }
}
