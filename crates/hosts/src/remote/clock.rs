//! What is left of a bot's time for a game, and where others see it.

use std::sync::Arc;
use std::time::Duration;

use crate::time::clocks::{Clocks, ClocksLeft};

/// The clock of one player through a game; it stands still where nothing is limited.
#[derive(Debug)]
pub(super) struct GameClock {
    per_game: Option<Duration>,
    left: Option<Duration>,
    /// Where others can see it, and under which name.
    shown: Option<(Arc<Clocks>, String)>,
}

impl GameClock {
    pub(super) fn new(per_game: Option<Duration>) -> Self {
        Self { per_game, left: per_game, shown: None }
    }

    /// Shows it under this name.
    pub(super) fn show(&mut self, clocks: &Arc<Clocks>, name: &str) {
        self.shown = Some((Arc::clone(clocks), name.to_owned()));
    }

    #[inline]
    pub(super) fn is_limited(&self) -> bool {
        self.left.is_some()
    }

    pub(super) fn is_used_up(&self) -> bool {
        self.left == Some(Duration::ZERO)
    }

    /// What is left for a question that may take so long.
    pub(super) fn within(&self, limit: Duration) -> Duration {
        self.left.map_or(limit, |left| left.min(limit))
    }

    /// A game begins.
    pub(super) fn wind(&mut self) {
        self.set(self.per_game);
    }

    /// An answer took so long.
    pub(super) fn run(&mut self, took: Duration) {
        self.set(self.left.map(|left| left.saturating_sub(took)));
    }

    /// What everyone at a table has left, where time is limited.
    pub(super) fn all<'a>(&self, names: impl Iterator<Item = &'a str>) -> Option<ClocksLeft> {
        let (clocks, _) = self.shown.as_ref().filter(|_| self.is_limited())?;
        Some(clocks.shown(names))
    }

    fn set(&mut self, left: Option<Duration>) {
        self.left = left;
        if let (Some(left), Some((clocks, name))) = (left, &self.shown) {
            clocks.set(name, left);
        }
    }
}
