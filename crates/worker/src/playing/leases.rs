//! The leases in hand, and the thread that extends them in good time: what was lost is broken off.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use croupier_queue::{Lease, QueueError};

use super::{Context, Follow, WorkerEvent};

/// How often leases are extended within their term.
const TIMES_A_TERM: u32 = 4;
/// After a failure it is tried again soon.
const SOON: Duration = Duration::from_millis(500);

/// Which jobs are in hand.
#[derive(Debug)]
pub(super) struct Leases {
    term: Duration,
    held: Mutex<Held>,
    ends: Condvar,
}

#[derive(Debug, Default)]
struct Held {
    jobs: HashMap<Lease, InHand>,
    is_over: bool,
    is_silent: bool,
}

/// What becomes of a job that is in hand.
#[derive(Debug, Clone, Default)]
pub(super) struct InHand {
    /// Set to break it off.
    pub(super) stop: Arc<AtomicBool>,
    /// Whether somebody else has it by now.
    lost: Arc<AtomicBool>,
}

impl InHand {
    pub(super) fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    fn lose(&self) {
        self.lost.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Leases {
    pub(super) fn new(term: Duration) -> Self {
        Self { term, held: Mutex::default(), ends: Condvar::new() }
    }

    /// A job was leased.
    pub(super) fn hold(&self, lease: Lease) {
        self.lock().jobs.insert(lease, InHand::default());
    }

    /// What becomes of it.
    pub(super) fn of(&self, lease: Lease) -> InHand {
        self.lock().jobs.get(&lease).cloned().unwrap_or_default()
    }

    /// It has ended.
    pub(super) fn let_go(&self, lease: Lease) {
        self.lock().jobs.remove(&lease);
    }

    /// How many are in hand.
    pub(super) fn count(&self) -> usize {
        self.lock().jobs.len()
    }

    /// Breaks off whatever is in hand.
    pub(super) fn break_off_all(&self) {
        self.lock().jobs.values().for_each(|job| job.stop.store(true, Ordering::Relaxed));
    }

    /// Nothing is to be kept any more.
    pub(super) fn end(&self) {
        self.lock().is_over = true;
        self.ends.notify_all();
    }

    /// The store has answered.
    pub(super) fn answers(&self, follow: &Follow) {
        if std::mem::take(&mut self.lock().is_silent) {
            follow(WorkerEvent::Back);
        }
    }

    /// The store has not answered; told once.
    pub(super) fn is_silent(&self, error: &QueueError, follow: &Follow) {
        if !std::mem::replace(&mut self.lock().is_silent, true) {
            follow(WorkerEvent::Away { why: error.to_string() });
        }
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts the thread.
pub(super) fn keep(context: &Arc<Context>) -> std::io::Result<JoinHandle<()>> {
    let context = Arc::clone(context);
    thread::Builder::new().name("leases".to_owned()).spawn(move || {
        let leases = &context.leases;
        let mut pause = leases.term / TIMES_A_TERM;
        loop {
            let held = leases.lock();
            let waited = leases.ends.wait_timeout_while(held, pause, |held| !held.is_over);
            let (held, _) = waited.unwrap_or_else(PoisonError::into_inner);
            if held.is_over {
                return;
            }
            let all: Vec<Lease> = held.jobs.keys().copied().collect();
            drop(held);
            // Without any it says that this worker is there.
            let lost = context.ask(context.worker.extend(&all, leases.term));
            pause = if lost.is_some() {
                leases.term / TIMES_A_TERM
            } else {
                SOON.min(leases.term / TIMES_A_TERM)
            };
            lost.into_iter().flatten().for_each(|lease| leases.of(lease).lose());
        }
    })
}
