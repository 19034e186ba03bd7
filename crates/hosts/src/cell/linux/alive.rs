//! A bot's processes, for everybody who looks after them from another thread than the one that waits for
//! their end.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::control_groups::Group;
use super::held::Became;
use super::tree;
use crate::cell::{LimitBreach, TaskTime};

/// The processes of a bot until the first of them is waited for: afterwards its number could be another's.
#[derive(Debug)]
pub(in crate::cell) struct Alive {
    started: Mutex<Option<i32>>,
    became: Became,
    group: Option<Arc<Group>>,
    breach: OnceLock<LimitBreach>,
}

/// Bubblewrap and the first process inside, which only wait for others.
const ATTENDANTS: usize = 2;
/// So often at most the list of processes is read while they are stopped: one that is told to stop starts no
/// other.
const ROUNDS: u32 = 50;

impl Alive {
    pub(super) fn new(started: i32, became: Became, group: Option<Arc<Group>>) -> Self {
        Self { started: Mutex::new(Some(started)), became, group, breach: OnceLock::new() }
    }

    /// Touches nothing from here on: the process is about to be waited for.
    pub(super) fn let_go(&self) {
        *self.lock() = None;
    }

    /// Does something with the process that was started, which cannot be waited for meanwhile.
    pub(super) fn with<T>(&self, act: impl FnOnce(i32, Became) -> T) -> Option<T> {
        let started = self.lock();
        started.map(|started| act(started, self.became))
    }

    /// What it used of a processor, with all it started; nothing where nobody can tell.
    pub(in crate::cell) fn processor_time(&self) -> Duration {
        let grouped = self.group.as_ref().and_then(|group| group.processor_time());
        grouped
            .or_else(|| self.with(|started, became| tree::processor_time(&became.processes(started))))
            .unwrap_or_default()
    }

    /// The times of all its tasks, where the system tells them.
    pub(in crate::cell) fn tasks(&self) -> Vec<TaskTime> {
        self.with(|started, became| tree::tasks(&became.processes(started))).unwrap_or_default()
    }

    /// Stops all of it where it stands.
    pub(in crate::cell) fn stop(&self) {
        if self.group.as_ref().is_some_and(|group| group.freeze()) {
            return;
        }
        self.with(|started, became| {
            let mut stopped = Vec::new();
            for _ in 0..ROUNDS {
                let newer: Vec<i32> =
                    own(started, became).into_iter().filter(|process| !stopped.contains(process)).collect();
                if newer.is_empty() {
                    return;
                }
                newer.iter().for_each(|&process| _ = kill(Pid::from_raw(process), Signal::SIGSTOP));
                stopped.extend(newer);
            }
        });
    }

    /// Lets it go on.
    pub(in crate::cell) fn go_on(&self) {
        if self.group.as_ref().is_some_and(|group| group.thaw()) {
            return;
        }
        self.with(|started, became| {
            own(started, became)
                .iter()
                .for_each(|&process| _ = kill(Pid::from_raw(process), Signal::SIGCONT));
        });
    }

    /// Ends all of it for this reason, which is told where its ending is.
    pub(in crate::cell) fn end(&self, breach: LimitBreach) {
        let _ = self.breach.set(breach);
        self.thaw();
        self.with(|started, became| became.kill(started));
    }

    /// What is frozen cannot be ended.
    pub(super) fn thaw(&self) {
        if let Some(group) = &self.group {
            group.thaw();
        }
    }

    /// Why it was ended, where it was.
    pub(super) fn breach(&self) -> Option<LimitBreach> {
        self.breach.get().copied()
    }

    fn lock(&self) -> MutexGuard<'_, Option<i32>> {
        self.started.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bot and all it started, without those who only wait for it.
fn own(started: i32, became: Became) -> Vec<i32> {
    let mut processes = became.processes(started);
    if became == Became::Bubblewrap {
        processes.drain(..ATTENDANTS.min(processes.len()));
    }
    processes
}
