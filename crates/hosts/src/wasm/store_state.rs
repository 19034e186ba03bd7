//! What belongs to one Python bot inside WebAssembly while it is there: its log, its limits, its clock and
//! its luck.

use std::sync::Arc;

use super::bounds::Bounds;
use super::importable_files::ImportableFiles;
use super::watch::{Watch, Watched};
use crate::log::BotLog;

/// The state in the store of one bot.
pub(super) struct StoreState {
    pub(super) log: BotLog,
    pub(super) bounds: Bounds,
    watch: Watch,
    pub(super) importable: Arc<ImportableFiles>,
    /// Fuel of earlier calls, and what the current one began with.
    before: u64,
    given: u64,
    drawn: u64,
}

impl Watched for StoreState {
    fn watch(&mut self) -> &mut Watch {
        &mut self.watch
    }
}

impl StoreState {
    pub(super) fn new(log: BotLog, importable: Arc<ImportableFiles>, memory: u64) -> Self {
        let (bounds, watch) = (Bounds::of_component(memory), Watch::default());
        Self { log, bounds, watch, importable, before: 0, given: 0, drawn: 0 }
    }

    /// A call begins with so much fuel.
    pub(super) fn begin(&mut self, given: u64) {
        self.given = given;
    }

    /// A call ended with so much left; what it used.
    pub(super) fn end(&mut self, left: u64) -> u64 {
        let used = self.given.saturating_sub(left) + self.bounds.take_burnt();
        self.before += used;
        self.given = left;
        used
    }

    /// All fuel burnt so far, while so much is left.
    pub(super) fn burnt_with(&self, left: u64) -> u64 {
        self.before + self.given.saturating_sub(left)
    }

    /// Bytes that look random and are the same for every bot.
    pub(super) fn random(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        self.drawn += 1;
        let mut hash = blake3::Hasher::new();
        hash.update(b"croupier").update(&self.drawn.to_le_bytes());
        hash.finalize_xof().fill(&mut bytes);
        bytes
    }
}
