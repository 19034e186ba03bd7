//! The end of one step of a request: connecting, shaking hands, sending, or the answer. Nothing that a server
//! does moves it; it can only come earlier, from outside.

use std::io::{self, ErrorKind};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};

use crate::interrupt::Interrupt;
use crate::pipes::time_until;
use crate::wait::LOOK;

/// A moment, and what brings it forward.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline<'a> {
    at: Instant,
    interrupt: &'a Interrupt,
}

impl<'a> Deadline<'a> {
    pub(crate) fn new(at: Instant, interrupt: &'a Interrupt) -> Self {
        Self { at, interrupt }
    }

    /// Whether nobody waits any more.
    pub(crate) fn is_over(&self) -> bool {
        self.interrupt.is_raised() || Instant::now() >= self.at
    }

    /// How long it is until then; nothing, where nobody waits any more.
    pub(crate) fn left(&self) -> Duration {
        if self.is_over() { Duration::ZERO } else { self.at.saturating_duration_since(Instant::now()) }
    }

    /// When to look again, at the latest.
    pub(crate) fn next_look(&self) -> Instant {
        self.at.min(Instant::now() + LOOK)
    }

    /// Waits until a socket is ready. One that is always ready gains no time by that.
    pub(crate) fn wait(&self, socket: &TcpStream, flags: PollFlags) -> io::Result<()> {
        while !self.is_over() {
            let mut ready = [PollFd::new(socket, flags)];
            match poll(&mut ready, Some(&time_until(self.next_look()))) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
        Err(ErrorKind::TimedOut.into())
    }
}
