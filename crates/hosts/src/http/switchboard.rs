//! All lines of a crew, waited for together.
//!
//! Answers of a simultaneous turn are collected one after the other. While one is waited for, the others are read too,
//! so that the time an answer took is its own and not that of whoever was read before it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::http::line::{Line, Outcome};
use crate::pipes::time_until;

/// A line that can be waited for by others.
pub(crate) type Shared = Arc<Mutex<Line>>;

/// The lines of one crew.
#[derive(Debug, Default)]
pub struct Switchboard {
    lines: Mutex<Vec<Shared>>,
}

impl Switchboard {
    /// Adds a line.
    pub(crate) fn add(&self, line: Line) -> Shared {
        let line = Arc::new(Mutex::new(line));
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&line));
        line
    }

    /// The outcome of the request on this line, waited for until its deadline; `None` where there was no request.
    pub(crate) fn wait(&self, mine: &Shared) -> Option<Outcome> {
        // The first look finds what came while nobody watched.
        self.look(None);
        loop {
            let next_look = {
                let mut line = lock(mine);
                match line.next_look() {
                    None => return line.outcome(),
                    Some(next_look) => next_look,
                }
            };
            self.look(Some(next_look));
            lock(mine).expire(Instant::now());
        }
    }

    /// Reads whatever has come on any line; waits until something does, where it is said how long.
    fn look(&self, until: Option<Instant>) {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let mut open: Vec<MutexGuard<'_, Line>> = lines.iter().map(lock).collect();
        open.retain(|line| line.in_flight().is_some());
        let mut sockets: Vec<PollFd<'_>> =
            open.iter().filter_map(|line| Some(PollFd::new(line.in_flight()?, PollFlags::IN))).collect();
        let limit = until.map_or(Timespec { tv_sec: 0, tv_nsec: 0 }, time_until);
        if poll(&mut sockets, Some(&limit)).is_err() {
            // Interrupted: whoever waits looks again.
            return;
        }
        let ready: Vec<bool> = sockets.iter().map(|socket| !socket.revents().is_empty()).collect();
        drop(sockets);
        let now = Instant::now();
        for (line, ready) in open.iter_mut().zip(ready) {
            if ready {
                line.pump(until.is_some());
            }
            line.looked(now);
        }
    }
}

/// A line to oneself; one thread plays a table, so nobody waits here.
pub(crate) fn lock(line: &Shared) -> MutexGuard<'_, Line> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}
