//! The queue as workers see it, who are threads: they wait for every answer, and what came of a job
//! is stored in the write that ends it, so it counts once.

use std::sync::Arc;
use std::time::Duration;

use super::{JobResult, Lease, Leased, LeftAlone, NewJob, Preference, Queue};
use crate::broadcast::{Broadcast, SiteEvent};
use crate::rules::Rules;
use crate::store::{Store, Stored, finals, reruns};
use crate::tournament::settle;

/// Jobs for workers that are threads of this process.
#[derive(Debug, Clone)]
pub struct Jobs {
    store: Store,
    queue: Arc<dyn Queue>,
    events: Broadcast,
    runtime: tokio::runtime::Handle,
}

impl Jobs {
    /// Jobs of this queue, with their results in this store, told in `events`; `runtime` runs what
    /// talks to them.
    #[must_use]
    pub fn new(
        store: Store,
        queue: Arc<dyn Queue>,
        events: Broadcast,
        runtime: tokio::runtime::Handle,
    ) -> Self {
        Self { store, queue, events, runtime }
    }

    /// Adds a job, and gives its number.
    pub fn put(&self, job: &NewJob) -> Stored<i64> {
        self.runtime.block_on(async {
            let mut write = self.store.write().await?;
            let id = self.queue.put(&mut write, job).await?;
            write.commit().await?;
            Ok(id)
        })
    }

    /// The next job, for so long; `None` where there is nothing to do.
    pub fn lease(&self, worker: &str, preference: Preference, term: Duration) -> Stored<Option<Leased>> {
        self.runtime.block_on(self.queue.lease(worker, preference, term))
    }

    /// The next game that may be played elsewhere, for so long.
    pub fn lease_game(&self, worker: &str, beside: &LeftAlone, term: Duration) -> Stored<Option<Leased>> {
        self.runtime.block_on(self.queue.lease_game(worker, beside, term))
    }

    /// Whether a lease is held.
    pub fn holds(&self, lease: Lease) -> Stored<bool> {
        self.runtime.block_on(self.queue.holds(lease))
    }

    /// Keeps a job for longer; `false` where the lease was lost.
    pub fn extend(&self, lease: Lease, term: Duration) -> Stored<bool> {
        self.runtime.block_on(self.queue.extend(lease, term))
    }

    /// Ends a job and stores what came of it; `false` where the lease was lost, and nothing is stored.
    pub fn complete(&self, lease: Lease, outcome: &JobResult) -> Stored<bool> {
        self.runtime.block_on(async {
            let rules = Rules::read(&self.store).await?;
            let mut write = self.store.write().await?;
            if !self.queue.end(&mut write, lease).await? {
                return Ok(false);
            }
            match outcome {
                JobResult::Checked(checked) => {
                    settle::check(&mut write, checked, rules.returns_a_day).await?;
                    self.events.commit(write, SiteEvent::Upload(checked.upload)).await?;
                }
                JobResult::Played(game) => {
                    settle::game(&mut write, game).await?;
                    self.events.commit(write, SiteEvent::Game(game.contest)).await?;
                }
                JobResult::Batch(batch) => {
                    finals::add_batch(&mut write, batch).await?;
                    self.events.commit(write, SiteEvent::Final(batch.of)).await?;
                }
                // Nothing changes for readers until an organiser says so.
                JobResult::Reran(reran) => {
                    reruns::end(&mut write, reran).await?;
                    write.commit().await?;
                }
            }
            Ok(true)
        })
    }

    /// Gives a job back that was broken off and is nobody's fault.
    pub fn hand_back(&self, lease: Lease) -> Stored<bool> {
        self.runtime.block_on(self.queue.hand_back(lease))
    }

    /// A job could not be done for this reason: `true` where that was the last time. Then it is among
    /// those that were given up, and whoever waits for it is told.
    pub fn fail(&self, job: &Leased, why: &str) -> Stored<bool> {
        self.runtime.block_on(async {
            let mut write = self.store.write().await?;
            let last = self.queue.fail(&mut write, job.lease, why).await?;
            if last {
                settle::given_up(&mut write, &job.task, why).await?;
            }
            match job.task.upload().filter(|_| last) {
                Some(upload) => self.events.commit(write, SiteEvent::Upload(upload)).await?,
                None => write.commit().await?,
            }
            Ok(last)
        })
    }
}
