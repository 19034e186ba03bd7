//! What people see of a store, and what its owner does with it.

use croupier_queue::{DeadLetter, Queue, ServerUrl, Waiting, WorkerState};

use crate::blocking::Blocking;
use crate::error::WorkerError;

/// Who works at a store, and what waits there.
#[derive(Debug, Clone)]
pub struct Overview {
    /// All workers that came, those that have left among them.
    pub workers: Vec<WorkerState>,
    /// What waits or is in hand.
    pub waiting: Vec<Waiting>,
    /// What was given up of those runs.
    pub given_up: Vec<DeadLetter>,
}

async fn opened(store: &ServerUrl) -> Result<Queue, WorkerError> {
    Queue::open(store).await.map_err(|why| WorkerError::unreached(store, why))
}

/// Looks.
pub fn overview(store: &ServerUrl) -> Result<Overview, WorkerError> {
    let blocking = Blocking::new()?;
    blocking.on(async {
        let queue = opened(store).await?;
        let (workers, waiting) = (queue.workers().await?, queue.waiting().await?);
        let mut runs: Vec<_> = waiting.iter().map(|waiting| waiting.run).collect();
        runs.dedup();
        let mut given_up = Vec::new();
        for run in runs {
            given_up.extend(queue.dead_letters(run).await?);
        }
        queue.close().await;
        Ok(Overview { workers, waiting, given_up })
    })
}

/// Makes the store ready, and admits a role as a worker, with this password.
pub fn admit(store: &ServerUrl, role: &str, password: &str) -> Result<(), WorkerError> {
    let blocking = Blocking::new()?;
    blocking.on(async {
        let queue = opened(store).await?;
        queue.admit(role, Some(password)).await?;
        queue.close().await;
        Ok(())
    })
}

/// Forgets a run that nobody will go on with; whether there was one of this name.
pub fn forget(store: &ServerUrl, key: &str) -> Result<bool, WorkerError> {
    let blocking = Blocking::new()?;
    blocking.on(async {
        let queue = opened(store).await?;
        let run = queue.find(key).await?;
        if let Some(run) = run {
            queue.forget(run).await?;
        }
        queue.close().await;
        Ok(run.is_some())
    })
}

/// The url of a worker, made of its owner's: with another role and password.
#[must_use]
pub fn worker_url(owners: &str, role: &str, password: &str) -> String {
    let (scheme, rest) = owners.split_once("://").unwrap_or(("postgres", owners));
    let place_ends = rest.find(['/', '?']).unwrap_or(rest.len());
    let (place, behind) = rest.split_at(place_ends);
    let host = place.rsplit_once('@').map_or(place, |(_, host)| host);
    let sign = |text: &str| -> String {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        text.bytes()
            .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
            .collect()
    };
    format!("{scheme}://{}:{}@{host}{behind}", sign(role), sign(password))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workers_url_is_the_owners_with_another_role() {
        for (owners, workers) in [
            (
                "postgres://ann:x@db.example:5433/games?sslmode=require",
                "postgres://w:p%40s@db.example:5433/games?sslmode=require",
            ),
            ("postgresql://db.example", "postgresql://w:p%40s@db.example"),
            ("postgres://a:b%40c@localhost/d?host=/run/x@y", "postgres://w:p%40s@localhost/d?host=/run/x@y"),
        ] {
            assert_eq!(worker_url(owners, "w", "p@s"), workers);
        }
    }
}
