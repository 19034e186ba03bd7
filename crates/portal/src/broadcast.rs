//! What changed, told to whoever listens: here at once, and to the other processes of a site when it
//! is committed. Nobody who listens can hold anybody up.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::broadcast;

use crate::accounts::secrets;
use crate::store::{Stored, Write};

/// Something changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteEvent {
    /// An upload stands elsewhere: another place, stage or end.
    Upload(i64),
    /// A game of this contest ended.
    Game(i64),
    /// Games of this final ended.
    Final(i64),
    /// An organiser changed this contest, who is on its ladder, or which of its games count.
    Contest(i64),
    /// An organiser changed what holds for everyone.
    Rules,
    /// A ladder was made anew, in this process.
    Ladder(i64),
    /// Something may have been missed: whoever listens looks at everything.
    All,
}

/// As it is told to other processes.
impl fmt::Display for SiteEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Upload(id) => write!(f, "upload {id}"),
            Self::Game(id) => write!(f, "game {id}"),
            Self::Final(id) => write!(f, "final {id}"),
            Self::Contest(id) => write!(f, "contest {id}"),
            Self::Rules => f.write_str("rules"),
            Self::Ladder(id) => write!(f, "ladder {id}"),
            Self::All => f.write_str("all"),
        }
    }
}

impl SiteEvent {
    /// What another process told; nothing where it makes no sense here.
    fn read(text: &str) -> Option<Self> {
        let (word, number) = match text.split_once(' ') {
            Some((word, number)) => (word, Some(number.parse().ok()?)),
            None => (text, None),
        };
        Some(match (word, number) {
            ("upload", Some(id)) => Self::Upload(id),
            ("game", Some(id)) => Self::Game(id),
            ("final", Some(id)) => Self::Final(id),
            ("contest", Some(id)) => Self::Contest(id),
            ("rules", None) => Self::Rules,
            ("ladder", Some(id)) => Self::Ladder(id),
            ("all", None) => Self::All,
            _ => return None,
        })
    }
}

/// Slow listeners miss events older than this many; they are told to look again.
const CAPACITY: usize = 1024;

/// Where changes are told.
#[derive(Debug, Clone)]
pub struct Broadcast {
    sender: broadcast::Sender<SiteEvent>,
    sent: Arc<AtomicU64>,
    /// By what this process knows its own words again when it hears them from the database.
    own: u32,
}

impl Default for Broadcast {
    fn default() -> Self {
        Self { sender: broadcast::Sender::new(CAPACITY), sent: Arc::default(), own: secrets::number() }
    }
}

impl Broadcast {
    /// Tells everyone who listens in this process.
    pub fn send(&self, event: SiteEvent) {
        self.sent.fetch_add(1, Ordering::Release);
        // Nobody listening is no error.
        let _ = self.sender.send(event);
    }

    /// Commits a write and tells everyone of it: whoever listens in any process hears of it if and
    /// only if it happened.
    pub async fn commit(&self, mut write: Write, event: SiteEvent) -> Stored<()> {
        write.notify(&format!("{} {event}", self.own)).await?;
        write.commit().await?;
        self.send(event);
        Ok(())
    }

    /// What another process told; nothing where it was this one.
    pub(crate) fn heard(&self, word: &str) -> Option<SiteEvent> {
        let (from, event) = word.split_once(' ')?;
        if from.parse::<u32>().ok()? == self.own { None } else { SiteEvent::read(event) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_process_told_is_heard_and_what_this_one_told_is_not_heard_twice() {
        let (one, other) =
            (Broadcast { own: 1, ..Broadcast::default() }, Broadcast { own: 2, ..Broadcast::default() });
        let events = [
            SiteEvent::Upload(5),
            SiteEvent::Game(1),
            SiteEvent::Final(2),
            SiteEvent::Contest(3),
            SiteEvent::Rules,
            SiteEvent::Ladder(4),
            SiteEvent::All,
        ];
        for event in events {
            let word = format!("{} {event}", one.own);
            assert_eq!((one.heard(&word), other.heard(&word)), (None, Some(event)));
        }
        for nonsense in ["", "work", "1", "x upload", "3 upload x", "3 upload", "3 sold 5", "3 rules 5"] {
            assert_eq!(one.heard(nonsense), None, "{nonsense}");
        }
    }
}
