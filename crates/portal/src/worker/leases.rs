//! The leases in hand, and the thread that extends them long before they run out. A job whose lease
//! was lost is broken off: somebody else does it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::{TERM, WorkerContext};
use crate::jobs::Lease;

/// How often leases are extended.
const EVERY: Duration = Duration::from_secs(15);
/// How often the thread looks whether the site ends.
const LOOK: Duration = Duration::from_secs(1);

/// Which jobs are in hand, each with what breaks it off.
#[derive(Debug, Default)]
pub(super) struct Leases {
    held: Mutex<HashMap<Lease, Arc<AtomicBool>>>,
}

impl Leases {
    /// A worker took a job: `stop` breaks it off, and is set where the site ends already.
    pub(super) fn hold(&self, lease: Lease, stop: &Arc<AtomicBool>, ends: &AtomicBool) {
        let mut held = self.lock();
        stop.store(ends.load(Ordering::Relaxed), Ordering::Relaxed);
        held.insert(lease, Arc::clone(stop));
    }

    /// It is done with it.
    pub(super) fn let_go(&self, lease: Lease) {
        self.lock().remove(&lease);
    }

    /// Breaks a job off, where it is still in hand.
    fn break_off(&self, lease: Lease) {
        if let Some(stop) = self.lock().get(&lease) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn in_hand(&self) -> Vec<Lease> {
        self.lock().keys().copied().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Lease, Arc<AtomicBool>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts the thread. When the site ends, it breaks all jobs off.
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
            leases.in_hand().into_iter().for_each(|lease| extend(&leases, &context, lease));
        }
        leases.in_hand().into_iter().for_each(|lease| leases.break_off(lease));
    })
}

fn extend(leases: &Leases, context: &WorkerContext, lease: Lease) {
    match context.jobs.extend(lease, TERM) {
        Ok(true) => {}
        // It may have ended just now; then nobody is there to be broken off.
        Ok(false) => leases.break_off(lease),
        Err(error) => tracing::warn!(job = lease.job, %error, "a lease cannot be extended"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_whose_lease_was_lost_is_broken_off_and_neither_the_next_one_nor_anybody_elses_is() {
        let (leases, ends) = (Leases::default(), AtomicBool::new(false));
        let lease = |job, taken| Lease { job, taken };
        let [one, other]: [Arc<AtomicBool>; 2] = Default::default();
        let stopped = |stop: &Arc<AtomicBool>| stop.load(Ordering::Relaxed);
        leases.hold(lease(1, 1), &one, &ends);
        leases.hold(lease(2, 1), &other, &ends);
        leases.break_off(lease(1, 1));
        assert!(stopped(&one) && !stopped(&other));
        leases.let_go(lease(1, 1));
        // The same job, taken once more: its first lease is nobody's any more.
        leases.hold(lease(1, 2), &one, &ends);
        assert!(!stopped(&one));
        leases.break_off(lease(1, 1));
        assert!(!stopped(&one));
        assert_eq!(leases.in_hand().len(), 2);
        ends.store(true, Ordering::Relaxed);
        leases.hold(lease(3, 1), &other, &ends);
        assert!(stopped(&other), "a site that ends begins nothing");
    }
}
