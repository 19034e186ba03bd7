//! The two pipes to a bot, and the clock by which they are waited for. Nothing here knows what goes through
//! them.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

/// What a [`Wire`](crate::wire::Wire) runs through: pipes, or a script with a clock of its own.
pub(crate) trait Link {
    /// Reads what is there, without waiting.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize>;

    /// Writes what there is room for, without waiting.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;

    /// Waits until something can be done, at most until then; false when the time is up first.
    fn wait(&mut self, to: Direction, until: Instant) -> io::Result<bool>;

    /// Tells the bot that nothing more will come.
    fn close_input(&mut self);

    /// What the clock on the wall shows.
    fn now(&self) -> Instant;
}

/// What is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Bytes from the bot.
    Read,
    /// Room for bytes to the bot.
    Write,
}

/// The pipes of a process.
#[derive(Debug)]
pub(crate) struct Pipes {
    /// `None` once it is closed.
    input: Option<File>,
    output: File,
}

impl Pipes {
    /// Writes to `input` and reads from `output`, neither of which ever blocks.
    pub(crate) fn new(input: File, output: File) -> io::Result<Self> {
        never_block(&input)?;
        never_block(&output)?;
        Ok(Self { input: Some(input), output })
    }
}

/// From here on nobody waits in a read or a write of this file.
pub(crate) fn never_block(file: &File) -> io::Result<()> {
    fcntl_setfl(file, fcntl_getfl(file)? | OFlags::NONBLOCK)?;
    Ok(())
}

impl Link for Pipes {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.output.read(into)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.write(bytes)
    }

    fn wait(&mut self, to: Direction, until: Instant) -> io::Result<bool> {
        let (file, flags) = match (to, &self.input) {
            (Direction::Read, _) => (&self.output, PollFlags::IN),
            (Direction::Write, Some(input)) => (input, PollFlags::OUT),
            (Direction::Write, None) => return Err(io::ErrorKind::BrokenPipe.into()),
        };
        let mut ready = [PollFd::from_borrowed_fd(file.as_fd(), flags)];
        match poll(&mut ready, Some(&time_until(until))) {
            Ok(count) => Ok(count > 0),
            // Interrupted: whoever waits looks again at how much time is left.
            Err(rustix::io::Errno::INTR) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    fn now(&self) -> Instant {
        Instant::now()
    }
}

/// The time from now to then, as the system counts it.
pub(crate) fn time_until(then: Instant) -> Timespec {
    let left = then.saturating_duration_since(Instant::now());
    Timespec { tv_sec: left.as_secs().min(86_400) as i64, tv_nsec: left.subsec_nanos().into() }
}
