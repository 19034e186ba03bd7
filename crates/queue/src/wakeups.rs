//! Waiting until there is something to do: the server tells, and a slow poll stands behind it, since
//! what is told while a connection is away is told to nobody.

use std::time::Duration;

use sqlx::postgres::PgListener;

use crate::{Queued, ServerUrl};

/// What workers listen to: there are jobs that they may be given.
pub(crate) const JOBS: &str = "croupier_jobs";
/// What whoever put jobs listens to: there are results, or jobs that were given up.
pub(crate) const RESULTS: &str = "croupier_results";

/// Tells when there may be something to do.
#[derive(Debug)]
pub struct Wakeups {
    listener: PgListener,
}

impl Wakeups {
    /// Listens, by a connection of its own.
    pub(crate) async fn to(server: &ServerUrl, channel: &str) -> Queued<Self> {
        let mut listener = PgListener::connect_with(&server.pool(1).await?).await?;
        listener.listen(channel).await?;
        Ok(Self { listener })
    }

    /// Waits until the server tells of something, `true`, or for so long, `false`. What is told from
    /// the call that made this on is not missed, however late one waits for it. A server that is away
    /// wakes nobody.
    pub async fn wait(&mut self, at_most: Duration) -> bool {
        let told = async {
            match self.listener.recv().await {
                Ok(_) => true,
                // It connects again when it is next asked; until then the time that was given passes.
                Err(_) => std::future::pending().await,
            }
        };
        let told = tokio::time::timeout(at_most, told).await.unwrap_or(false);
        // One look is enough for all that was told.
        while told && self.listener.next_buffered().is_some() {}
        told
    }
}
