//! Adds up what bots hold, ten times a second, where no control group does: memory of all kinds and of all processes
//! together, and files in `/tmp`. Whoever holds more than it may is ended.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use super::held::Became;
use super::holdings;

/// So often everybody is looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// What a bot held too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breach {
    Memory,
    Files,
}

/// What a bot may hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ceilings {
    /// Of memory, in bytes.
    pub memory: u64,
    /// Of files in its own `/tmp`.
    pub files: u64,
}

/// A handle on the thread that looks. It lives as long as any handle does.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    newcomers: Sender<Weak<Watched>>,
}

impl Watch {
    pub(super) fn begin() -> io::Result<Self> {
        let (newcomers, inbox) = channel();
        thread::Builder::new().name("watch".to_owned()).spawn(move || watch(&inbox))?;
        Ok(Self { newcomers })
    }

    /// Looks after this process and all it starts, from now on until it is let go.
    pub(super) fn over(&self, process: i32, became: Became, ceilings: Ceilings) -> Arc<Watched> {
        let root = Mutex::new(Some((process, became)));
        let watched = Arc::new(Watched { root, ceilings, exceeded: Mutex::new(0), breach: OnceLock::new() });
        // A thread that is gone watches nobody; it goes only with its last handle.
        let _ = self.newcomers.send(Arc::downgrade(&watched));
        watched
    }
}

fn watch(inbox: &Receiver<Weak<Watched>>) {
    let mut all: Vec<Weak<Watched>> = Vec::new();
    loop {
        // With nobody to look after there is nothing to wake for.
        let heard = match all.is_empty() {
            true => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            false => inbox.recv_timeout(BETWEEN_LOOKS),
        };
        match heard {
            Ok(newcomer) => all.push(newcomer),
            Err(RecvTimeoutError::Timeout) => {
                all.retain(|watched| watched.upgrade().is_some_and(|watched| watched.look()));
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// A bot that is looked after.
#[derive(Debug)]
pub(super) struct Watched {
    /// The process that was started, until it is waited for: afterwards its number could be another's.
    root: Mutex<Option<(i32, Became)>>,
    ceilings: Ceilings,
    /// How often in a row it held too much: for a moment a process that is being started shares all of another's.
    exceeded: Mutex<u32>,
    breach: OnceLock<Breach>,
}

/// Held so often in a row, it is too much.
const IN_A_ROW: u32 = 2;

impl Watched {
    /// Stops looking, before the process is waited for.
    pub(super) fn let_go(&self) {
        *lock(&self.root) = None;
    }

    /// Why it was ended, where it was.
    pub(super) fn breach(&self) -> Option<Breach> {
        self.breach.get().copied()
    }

    /// Looks, and ends it where it holds too much; false where there is nothing more to look after.
    fn look(&self) -> bool {
        let root = lock(&self.root);
        let Some((process, became)) = *root else { return false };
        let all = became.processes(process);
        let found = self.found(became, &all);
        let mut exceeded = lock(&self.exceeded);
        *exceeded = if found.is_some() { *exceeded + 1 } else { 0 };
        let Some(breach) = found.filter(|_| *exceeded >= IN_A_ROW) else { return true };
        let _ = self.breach.set(breach);
        became.kill(process);
        false
    }

    fn found(&self, became: Became, processes: &[i32]) -> Option<Breach> {
        let memory = self.ceilings.memory;
        if holdings::claimed(processes) > memory && holdings::shared_out(processes) > memory {
            return Some(Breach::Memory);
        }
        // Only behind bubblewrap it has a `/tmp` of its own, which the first process may not see yet.
        let inside = processes.last().filter(|_| became == Became::Bubblewrap && processes.len() > 2)?;
        holdings::files(*inside).filter(|&files| files > self.ceilings.files).map(|_| Breach::Files)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
