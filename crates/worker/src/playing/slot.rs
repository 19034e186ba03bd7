//! Slots: threads that play, each at a processor of its own. A lane stays at its slot, with its bots.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use croupier_hosts::usable_cores;
use croupier_queue::{Leased, RunId};
use tokio::sync::Notify;

use super::Context;
use super::cores::{Core, Cores};
use super::job::do_job;
use super::lanes::Lanes;

/// Whoever has no job looks so often for lanes that nobody plays any more.
const IDLE_LOOK: Duration = Duration::from_secs(5);

/// All slots of a worker.
pub(super) struct Slots {
    slots: Vec<Slot>,
    /// Which slot has which lane.
    homes: Mutex<HashMap<(RunId, u32), usize>>,
    free: Arc<Freed>,
}

struct Slot {
    jobs: Sender<Leased>,
    /// Jobs that it was given and that have not ended.
    given: Arc<AtomicUsize>,
    thread: JoinHandle<()>,
}

/// Tells that a job has ended.
#[derive(Default)]
struct Freed {
    notify: Notify,
    ended: Mutex<()>,
    waits: Condvar,
}

impl Slots {
    /// Starts so many.
    pub(super) fn start(context: &Arc<Context>, count: u16, logs: Option<&Path>) -> std::io::Result<Self> {
        let (free, mut cores) = (Arc::new(Freed::default()), Cores::new(usable_cores()));
        let start = |number: u16| {
            let (jobs, given_jobs) = mpsc::channel();
            let given = Arc::new(AtomicUsize::new(0));
            let work = SlotThread {
                context: Arc::clone(context),
                number: number.into(),
                core: cores.next(),
                logs: logs.map(Path::to_owned),
                jobs: given_jobs,
                given: Arc::clone(&given),
                free: Arc::clone(&free),
            };
            let thread = thread::Builder::new().name(format!("slot {number}")).spawn(move || work.work())?;
            Ok(Slot { jobs, given, thread })
        };
        let slots = (0..count).map(start).collect::<std::io::Result<_>>()?;
        Ok(Self { slots, homes: Mutex::default(), free })
    }

    /// Whether some slot has nothing to do, and not too much waits for the others.
    pub(super) fn has_room(&self) -> bool {
        self.room() > 0
    }

    /// How many slots have nothing to do.
    pub(super) fn room(&self) -> u16 {
        let given = |slot: &Slot| slot.given.load(Ordering::Relaxed);
        let (idle, all) = (
            self.slots.iter().filter(|slot| given(slot) == 0).count(),
            self.slots.iter().map(given).sum::<usize>(),
        );
        // A lane's job may have to wait for its slot while another has none.
        idle.min((2 * self.slots.len()).saturating_sub(all)) as u16
    }

    /// Waits until a job has ended.
    pub(super) async fn freed(&self) {
        self.free.notify.notified().await;
    }

    /// Gives a job to the slot that has its lane, or to one that has little to do.
    pub(super) fn give(&self, job: Leased) {
        let quietest = || {
            let given = |&number: &usize| self.slots[number].given.load(Ordering::Relaxed);
            (0..self.slots.len()).min_by_key(given).unwrap_or(0)
        };
        let number = match job.lane {
            Some(lane) => *self.lock().entry((job.run, lane)).or_insert_with(quietest),
            None => quietest(),
        };
        let slot = &self.slots[number];
        slot.given.fetch_add(1, Ordering::Relaxed);
        // A slot ends after its sender.
        let _ = slot.jobs.send(job);
    }

    /// Waits until no job is in hand, but no longer; whether none is.
    pub(super) fn idle_within(&self, at_most: Duration) -> bool {
        let is_busy = || self.slots.iter().any(|slot| slot.given.load(Ordering::Relaxed) > 0);
        let held = self.free.ended.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.free.waits.wait_timeout_while(held, at_most, |()| is_busy());
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        !is_busy()
    }

    /// Ends all threads that end in time, and with them their bots; whether all have.
    pub(super) fn end_within(self, at_most: Duration) -> bool {
        let begun = Instant::now();
        let threads: Vec<JoinHandle<()>> = self.slots.into_iter().map(|slot| slot.thread).collect();
        let is_over = || threads.iter().all(JoinHandle::is_finished);
        while !is_over() && begun.elapsed() < at_most {
            thread::sleep(Duration::from_millis(5));
        }
        is_over()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(RunId, u32), usize>> {
        self.homes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A slot's thread, and what it plays with.
struct SlotThread {
    context: Arc<Context>,
    number: usize,
    core: Option<Core>,
    logs: Option<PathBuf>,
    jobs: Receiver<Leased>,
    given: Arc<AtomicUsize>,
    free: Arc<Freed>,
}

impl SlotThread {
    fn work(self) {
        let mut lanes =
            Lanes::new(self.number, self.core.as_ref().map(|core| core.number), self.logs.clone());
        loop {
            match self.jobs.recv_timeout(IDLE_LOOK) {
                Ok(job) => {
                    do_job(&self.context, &mut lanes, &job);
                    let held = self.free.ended.lock().unwrap_or_else(PoisonError::into_inner);
                    self.given.fetch_sub(1, Ordering::Relaxed);
                    drop(held);
                    self.free.waits.notify_all();
                    self.free.notify.notify_one();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            lanes.let_idle_go(&self.context);
        }
    }
}
