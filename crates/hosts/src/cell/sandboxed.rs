//! A running bot as its host holds it: pipes, clock, and the handle.

use std::fmt;
use std::fs::File;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::platform::{Alive, Held};

/// A bot that runs in a cell: its pipes, and the handle to it. Take it apart to give the pipes to several
/// owners.
#[derive(Debug)]
pub struct SandboxedProcess {
    /// To the bot. Dropping it ends the bot's input.
    pub input: File,
    /// From the bot.
    pub output: File,
    /// What it prints, where the protocol has descriptors of its own
    /// ([`Streams::Descriptors`](super::Streams::Descriptors)).
    pub prints: Option<File>,
    /// Its standard error.
    pub errors: File,
    /// Its clock and its end. The bot lives no longer than its handle.
    pub handle: Handle,
}

/// The handle to a cell: measures the bot in it and ends it. Dropping it ends the bot with everything it
/// started.
#[derive(Debug)]
pub struct Handle {
    pub(super) held: Held,
}

impl Handle {
    /// The processor time that the bot and everything it started have used so far, its start included.
    ///
    /// Where the cell has a control group this is one read of a small file, also after the bot's end.
    /// Elsewhere the tree of processes is walked: those that live are measured to the nanosecond, those that
    /// ended in steps of 10 ms. Zero where the system does not tell.
    pub fn processor_time(&self) -> Duration {
        self.held.processor_time()
    }

    /// How long each of its tasks ran and waited for a processor; empty where the system does not tell.
    pub fn tasks(&self) -> Vec<TaskTime> {
        self.held.alive().tasks()
    }

    /// A hold on the bot for other threads.
    pub fn control(&self) -> ProcessControl {
        ProcessControl { alive: Arc::clone(self.held.alive()) }
    }

    /// The most memory the bot has used, in bytes, as far as the system tells.
    pub fn peak_memory(&self) -> Option<u64> {
        self.held.peak_memory()
    }

    /// How the bot ended, or `None` while it runs. Does not wait. What the bot started ends with it.
    pub fn try_ended(&mut self) -> Option<Ending> {
        self.held.try_ended()
    }

    /// How the bot ended, waiting for it up to this long.
    pub fn ended_within(&mut self, limit: Duration) -> Option<Ending> {
        let start = Instant::now();
        loop {
            let ended = self.try_ended();
            let left = limit.saturating_sub(start.elapsed());
            if ended.is_some() || left.is_zero() {
                return ended;
            }
            thread::sleep(left.min(Duration::from_millis(1)));
        }
    }

    /// Ends the bot with everything it started, and waits until all of it is gone. How it ended stays
    /// readable with [`Handle::try_ended`].
    pub fn kill(&mut self) {
        self.held.kill();
    }
}

/// What a bot is ended for by its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitBreach {
    /// More memory than it may have.
    Memory,
    /// More files in its `/tmp` than it may have.
    Files,
    /// It used a processor while it was stopped.
    Stop,
}

/// How long a task ran, and how long it was ready to run and waited for a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskTime {
    /// The system's number for it.
    pub task: i32,
    /// On a processor, since it was started.
    pub ran: Duration,
    /// Waiting for one, since it was started, up to when it last got one: a wait that goes on is not in it
    /// yet.
    pub waited: Duration,
    /// Whether it runs or waits for a processor now.
    pub ready: bool,
}

/// Control of a bot for whoever looks after its neighbours: measures it, stops it and lets it go on, from any
/// thread. It keeps nothing alive, and does nothing to a bot that is gone.
#[derive(Clone, Debug)]
pub struct ProcessControl {
    alive: Arc<Alive>,
}

impl ProcessControl {
    /// As [`Handle::processor_time`].
    pub fn processor_time(&self) -> Duration {
        self.alive.processor_time()
    }

    /// Stops the bot with everything it started, where they stand.
    pub fn stop(&self) {
        self.alive.stop();
    }

    /// Lets it go on.
    pub fn go_on(&self) {
        self.alive.go_on();
    }

    /// Ends it; how it ended tells why.
    pub fn end(&self, breach: LimitBreach) {
        self.alive.end(breach);
    }
}

/// How a bot ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It ended by itself with this exit code.
    Exit(i32),
    /// A signal ended it. In the bubblewrap tier an exit code of 128 + *n* is taken for signal *n*.
    Signal(i32),
    /// It was ended because it went beyond what it may.
    Broke(LimitBreach),
    /// Nobody can say, for example because the system lost its traces.
    Unknown,
}

impl Ending {
    /// From a status in a shell's manner, where 128 + *n* stands for signal *n*.
    #[cfg(target_os = "linux")]
    pub(super) fn of_shell_code(code: i32) -> Self {
        // Linux has 64 signals; above them a code is only a code.
        if (129..=192).contains(&code) { Self::Signal(code - 128) } else { Self::Exit(code) }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(code) => write!(f, "exit code {code}"),
            Self::Signal(signal) => write!(f, "signal {signal}"),
            Self::Broke(LimitBreach::Memory) => f.write_str("out of memory"),
            Self::Broke(LimitBreach::Files) => f.write_str("too many files in /tmp"),
            Self::Broke(LimitBreach::Stop) => {
                f.write_str("went on while others thought, though it was stopped")
            }
            Self::Unknown => f.write_str("ended for an unknown reason"),
        }
    }
}
