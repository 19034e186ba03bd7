//! The queue is asynchronous; whoever plays games is a thread. Here a thread waits for the queue.

use std::io;
use std::sync::Arc;

use tokio::runtime::{Builder, EnterGuard, Runtime};

/// What waits for the database; clones share it.
#[derive(Debug, Clone)]
pub(crate) struct Blocking(Arc<Runtime>);

impl Blocking {
    /// One thread that talks to the database, whoever waits.
    pub(crate) fn new() -> io::Result<Self> {
        let runtime =
            Builder::new_multi_thread().worker_threads(1).thread_name("store").enable_all().build()?;
        Ok(Self(Arc::new(runtime)))
    }

    /// Waits for a call of the queue.
    pub(crate) fn on<F: Future>(&self, call: F) -> F::Output {
        self.0.block_on(call)
    }

    /// As long as this is held, what waits for the database can be dropped: its connection goes back by a
    /// task.
    pub(crate) fn enter(&self) -> EnterGuard<'_> {
        self.0.enter()
    }
}
