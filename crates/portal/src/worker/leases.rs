//! The leases in hand, and the thread that extends them long before they run out.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::{TERM, WorkerContext};

/// How often leases are extended.
const EVERY: Duration = Duration::from_secs(15);
/// How often the thread looks whether the site ends.
const LOOK: Duration = Duration::from_secs(1);

/// Which jobs are in whose hands.
#[derive(Debug, Default)]
pub(super) struct Leases {
    held: Mutex<HashMap<i64, String>>,
}

impl Leases {
    /// A worker took a job.
    pub(super) fn hold(&self, job: i64, worker: &str) {
        self.lock().insert(job, worker.to_owned());
    }

    /// It is done with it.
    pub(super) fn let_go(&self, job: i64) {
        self.lock().remove(&job);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<i64, String>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts the thread.
pub(super) fn keep(leases: Arc<Leases>, context: Arc<WorkerContext>) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name("leases".to_owned()).spawn(move || {
        let mut last = Instant::now();
        while !context.stop.load(Ordering::Relaxed) {
            let seen = context.done.count();
            context.done.wait(seen, LOOK);
            if last.elapsed() < EVERY {
                continue;
            }
            last = Instant::now();
            let held: Vec<(i64, String)> = leases.lock().clone().into_iter().collect();
            for (job, worker) in held {
                if let Err(error) = context.jobs.extend(job, &worker, TERM) {
                    tracing::warn!(job, %error, "a lease cannot be extended");
                }
            }
        }
    })
}
