//! Games that are being played, as far as ending them is concerned.

use std::sync::Arc;
use std::time::Duration;

use croupier_arena::{Bot, OpenGames, Outside};
use croupier_bots::Budget;
use croupier_record::{EntrantId, Journal, RecordError};

use crate::out_folder::lock::FolderLock;

/// What is being played. A handle: whoever keeps one can say who is waited for, and leave all in
/// order where the process has to end at once.
#[derive(Debug, Clone)]
pub struct Playing {
    /// The entrants' names.
    pub(crate) names: Arc<[String]>,
    /// Who is waited for.
    pub(crate) open: OpenGames,
    /// How long anyone may take.
    pub(crate) limit: Option<Duration>,
    /// Where finished games are kept.
    pub(crate) journal: Option<Arc<Journal>>,
    /// The folder that is written to.
    pub(crate) lock: Option<Arc<FolderLock>>,
}

impl Playing {
    /// How long anyone may take for a move, or to get ready; `None` where somebody may take any
    /// time.
    #[must_use]
    pub fn limit(&self) -> Option<Duration> {
        self.limit
    }

    /// Who owes a move in which game, in words.
    #[must_use]
    pub fn owing(&self) -> Vec<String> {
        let name = |entrant: &EntrantId| self.names[entrant.index()].as_str();
        let open = self.open.now().into_iter();
        open.map(|game| {
            let names: Vec<&str> = game.owing.iter().map(name).collect();
            format!("{} in game {}", names.join(" and "), game.number)
        })
        .collect()
    }

    /// Writes what is finished and gives the folder free, for a process that ends now and waits for
    /// nobody.
    pub fn abandon(&self) -> Result<(), RecordError> {
        let flushed = self.journal.as_ref().map_or(Ok(()), |journal| journal.flush());
        if let Some(lock) = &self.lock {
            lock.remove();
        }
        flushed
    }
}

/// How long any of these may take for a move, or to get ready; `None` where somebody may take any
/// time.
pub(crate) fn longest_move(bots: &[Bot], outside: Option<&Outside>) -> Option<Duration> {
    let mut longest = outside.map_or(Duration::ZERO, |outside| outside.time_limits.per_move);
    for bot in bots {
        if let Bot::House(house) | Bot::Clocked { house, .. } = bot {
            match house.budget {
                Budget::Time(time) => longest = longest.max(time),
                Budget::Steps(_) => return None,
                Budget::Usual if house.is_quick => {}
                Budget::Usual => return None,
            }
        }
    }
    Some(longest)
}
