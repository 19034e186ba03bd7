//! A process that was started through the launcher, and how all of it is ended.

use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;

use super::alive::Alive;
use super::control_groups::Group;
use super::spawner::{self, Spawner};
use super::tree;
use crate::cell::{Ending, LimitBreach};

/// How long orphans may take to disappear once they were killed, until they are left to the spawner.
const BURIAL: Duration = Duration::from_secs(2);
/// How long a killed process itself may: only one that the kernel holds back takes longer, and nobody waits
/// for that.
const DYING: Duration = Duration::from_secs(10);

/// What became of the process that was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Became {
    /// bubblewrap: it stands outside, its only child is the first process inside, and with that one
    /// everything ends.
    Bubblewrap,
    /// The bot itself, first of its group of processes.
    Bot,
}

impl Became {
    /// The process that was started, and everything that came of it.
    pub(super) fn processes(self, started: i32) -> Vec<i32> {
        match self {
            // Orphans stay inside, with the first process there.
            Self::Bubblewrap => tree::with_descendants(started),
            Self::Bot => tree::with_orphans(started),
        }
    }

    /// Ends the process that was started and everything that came of it, by its number, which nobody has
    /// waited for.
    pub(super) fn kill(self, started: i32) {
        match self {
            Self::Bubblewrap => kill_from_inside(started),
            Self::Bot => _ = killpg(Pid::from_raw(started), Signal::SIGKILL),
        }
    }
}

/// Kills the first process inside: with it the kernel ends all others there before bubblewrap hears of it and
/// ends too. So when bubblewrap is gone, everything is.
fn kill_from_inside(bubblewrap: i32) {
    let outside = Pid::from_raw(bubblewrap);
    // Stopped, it can neither start the first process now nor take leave of it: the number we read stays
    // right.
    let _ = kill(outside, Signal::SIGSTOP);
    let inside = tree::children(bubblewrap);
    for &process in &inside {
        let _ = kill(Pid::from_raw(process), Signal::SIGKILL);
    }
    let last = if inside.is_empty() { Signal::SIGKILL } else { Signal::SIGCONT };
    let _ = kill(outside, last);
}

/// A bot and everything it started.
#[derive(Debug)]
pub(in crate::cell) struct Held {
    child: Child,
    became: Became,
    group: Option<Arc<Group>>,
    alive: Arc<Alive>,
    ended: Option<Ending>,
    /// The thread that started it must not end before it, and waits for what takes long to end.
    spawner: Spawner,
    /// The files that its launcher opens by itself must not be closed before.
    _read_later: (Arc<[File]>, Option<File>),
}

impl Held {
    pub(super) fn new(
        child: Child,
        became: Became,
        group: Option<Group>,
        spawner: Spawner,
        read_later: (Arc<[File]>, Option<File>),
    ) -> Self {
        let group = group.map(Arc::new);
        let alive = Arc::new(Alive::new(number(&child), became, group.clone()));
        Self { child, became, group, alive, ended: None, spawner, _read_later: read_later }
    }

    pub(in crate::cell) fn alive(&self) -> &Arc<Alive> {
        &self.alive
    }

    pub(in crate::cell) fn processor_time(&self) -> Duration {
        self.alive.processor_time()
    }

    pub(in crate::cell) fn peak_memory(&self) -> Option<u64> {
        let grouped = self.group.as_ref().and_then(|group| group.peak_memory());
        let summed = |started, became: Became| tree::peak_memory(&became.processes(started));
        grouped.or_else(|| self.alive.with(summed).flatten())
    }

    pub(in crate::cell) fn try_ended(&mut self) -> Option<Ending> {
        if self.ended.is_none() && self.has_ended() {
            self.bury();
        }
        self.ended
    }

    pub(in crate::cell) fn kill(&mut self) {
        if self.ended.is_some() {
            return;
        }
        self.alive.thaw();
        self.became.kill(self.raw());
        self.bury();
    }

    /// Waits for the process and for all it leaves behind.
    fn bury(&mut self) {
        self.alive.let_go();
        if !self.has_ended_within(DYING) {
            self.spawner.bury(self.raw());
            self.ended = Some(Ending::Unknown);
            return;
        }
        if self.became == Became::Bot {
            // Before the process is waited for: afterwards its number could be another's.
            let _ = killpg(self.pid(), Signal::SIGKILL);
        }
        let status = self.child.wait();
        self.await_orphans();
        if let Some(group) = &self.group {
            group.clear();
        }
        self.ended = Some(status.map_or(Ending::Unknown, |status| self.ending(status)));
    }

    /// Waits for those whose parent has just ended: they are ours now (see [`Spawner`]), in the group of the
    /// process that was started. bubblewrap too leaves when the bot has ended, a moment before the first
    /// process inside.
    fn await_orphans(&self) {
        let start = Instant::now();
        while !spawner::is_gone(self.raw()) {
            if start.elapsed() > BURIAL {
                self.spawner.bury(self.raw());
                return;
            }
            std::thread::sleep(Duration::from_micros(200));
        }
    }

    fn has_ended_within(&self, limit: Duration) -> bool {
        let start = Instant::now();
        loop {
            if self.has_ended() {
                return true;
            }
            if start.elapsed() > limit {
                return false;
            }
            std::thread::sleep(Duration::from_micros(200));
        }
    }

    fn has_ended(&self) -> bool {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT | WaitPidFlag::WNOHANG;
        !matches!(waitid(Id::Pid(self.pid()), flags), Ok(WaitStatus::StillAlive))
    }

    fn ending(&self, status: ExitStatus) -> Ending {
        let ending = match (status.code(), status.signal(), self.became) {
            (Some(code), _, Became::Bubblewrap) => Ending::of_shell_code(code),
            (Some(code), _, Became::Bot) => Ending::Exit(code),
            (None, Some(signal), _) => Ending::Signal(signal),
            (None, None, _) => Ending::Unknown,
        };
        let killed = ending == Ending::Signal(Signal::SIGKILL as i32);
        if let Some(breach) = self.alive.breach() {
            return Ending::Broke(breach);
        }
        let short_of_memory = || self.group.as_ref().is_some_and(|group| group.ran_out_of_memory());
        if killed && short_of_memory() { Ending::Broke(LimitBreach::Memory) } else { ending }
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.raw())
    }

    fn raw(&self) -> i32 {
        number(&self.child)
    }
}

fn number(child: &Child) -> i32 {
    // Numbers of processes fit: the kernel has at most 2²² of them.
    i32::try_from(child.id()).unwrap_or(i32::MAX)
}

impl Drop for Held {
    fn drop(&mut self) {
        self.kill();
    }
}
