//! What changed, told to whoever listens. Nobody who listens can hold anybody up.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::broadcast;

/// Something changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SiteEvent {
    /// An upload stands elsewhere: another place, stage or end.
    Upload(i64),
    /// A game of this contest ended.
    Game(i64),
    /// Games of this final ended.
    Final(i64),
    /// A ladder was made anew.
    Ladder(i64),
}

/// Slow listeners miss events older than this many; they are told to look again.
const CAPACITY: usize = 1024;

/// Where changes are told.
#[derive(Debug, Clone)]
pub struct Broadcast {
    sender: broadcast::Sender<SiteEvent>,
    sent: Arc<AtomicU64>,
}

impl Default for Broadcast {
    fn default() -> Self {
        Self { sender: broadcast::Sender::new(CAPACITY), sent: Arc::default() }
    }
}

impl Broadcast {
    /// Tells everyone who listens.
    pub fn send(&self, event: SiteEvent) {
        self.sent.fetch_add(1, Ordering::Release);
        // Nobody listening is no error.
        let _ = self.sender.send(event);
    }

    /// How much was told so far: while this number is the same, nothing changed.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.sent.load(Ordering::Acquire)
    }

    /// Listens from now on.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<SiteEvent> {
        self.sender.subscribe()
    }
}
