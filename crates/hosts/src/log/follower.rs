//! A thread that reads what a bot prints into its log, so that the bot is not held up by a full pipe. Whoever
//! wants to know that all is there, because what comes next belongs to another turn, reads along.
//!
//! It ends with the stream, or when it is told to: a bot that could leave a process behind, with the stream
//! still open, must not be able to keep whoever ends it waiting.

use std::fs::File;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use rustix::event::{PollFd, PollFlags, poll};

use crate::log::{BotLog, LogKind};
use crate::pipes::never_block;

/// So much is read at most once it was told to finish: more than any pipe holds.
const LAST: usize = 2 << 20;

/// So much is read at most by whoever reads along: a flood must not hold the table up.
const ALONG: usize = 1 << 16;

/// A reader in the background.
#[derive(Debug)]
pub(crate) struct Follower {
    stream: Arc<Followed>,
    thread: JoinHandle<()>,
    /// The thread finishes when this is closed.
    going: io::PipeWriter,
}

/// A stream that several read, one at a time, so that what was printed is logged in its order.
#[derive(Debug)]
struct Followed {
    log: BotLog,
    kind: LogKind,
    stream: File,
    reading: Mutex<()>,
}

impl Followed {
    /// Reads what is there, up to a few pages, into the log.
    fn read(&self) -> io::Result<usize> {
        let _alone = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let mut buffer = [0; 8192];
        let count = (&self.stream).read(&mut buffer)?;
        self.log.add_as(self.kind, &buffer[..count]);
        Ok(count)
    }
}

impl Follower {
    pub(crate) fn start(log: BotLog, kind: LogKind, stream: File) -> io::Result<Self> {
        never_block(&stream)?;
        let (told, going) = io::pipe()?;
        let stream = Arc::new(Followed { log, kind, stream, reading: Mutex::new(()) });
        let followed = Arc::clone(&stream);
        let thread = thread::Builder::new().spawn(move || follow(&followed, &told))?;
        Ok(Self { stream, thread, going })
    }

    /// Makes sure that what was printed until now is in the log.
    pub(crate) fn catch_up(&self) {
        let mut left = ALONG;
        while let Ok(count @ 1..) = self.stream.read() {
            left = left.saturating_sub(count);
            if left == 0 {
                return;
            }
        }
    }

    /// Reads what is there by now, and ends.
    pub(crate) fn finish(self) {
        drop(self.going);
        // A reader that panicked has nothing more to say.
        let _ = self.thread.join();
    }
}

fn follow(followed: &Followed, told: &io::PipeReader) {
    // How much may still be read, once that is limited.
    let mut left = None;
    loop {
        match followed.read() {
            Ok(0) => return,
            Ok(count) => left = left.map(|left: usize| left.saturating_sub(count)),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if left.is_some() || !wait(&followed.stream, told) {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
        match left {
            Some(0) => return,
            Some(_) => {}
            None => left = is_over(told).then_some(LAST),
        }
    }
}

/// Waits until there is something to read or the thread is told to finish; false where the system says no.
fn wait(stream: &File, told: &io::PipeReader) -> bool {
    let mut ready = [PollFd::new(stream, PollFlags::IN), PollFd::new(told, PollFlags::IN)];
    matches!(poll(&mut ready, None), Ok(_) | Err(rustix::io::Errno::INTR))
}

/// Whether the thread was told to finish.
fn is_over(told: &io::PipeReader) -> bool {
    let now = rustix::event::Timespec { tv_sec: 0, tv_nsec: 0 };
    let mut ready = [PollFd::new(told, PollFlags::IN)];
    poll(&mut ready, Some(&now)).is_ok_and(|count| count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn followed() -> (BotLog, Follower, File) {
        let (reader, writer) = rustix::pipe::pipe().unwrap();
        let log = BotLog::create(None).unwrap();
        let follower = log.follow(File::from(reader)).unwrap();
        (log, follower, File::from(writer))
    }

    #[test]
    fn what_was_printed_is_in_the_log_when_the_reader_has_finished() {
        let (log, follower, mut writer) = followed();
        writer.write_all(b"hello\n").unwrap();
        drop(writer);
        follower.finish();
        assert_eq!(log.last_lines(5), "hello");
    }

    #[test]
    fn what_was_printed_is_in_the_log_once_somebody_has_caught_up() {
        let (log, follower, mut writer) = followed();
        for line in 0..1000 {
            writeln!(writer, "line {line}").unwrap();
            follower.catch_up();
            assert_eq!(log.last_lines(1), format!("line {line}"));
        }
    }

    #[test]
    fn a_stream_that_somebody_holds_open_keeps_nobody_waiting() {
        let (log, follower, mut writer) = followed();
        writer.write_all(b"left behind\n").unwrap();
        follower.finish();
        assert_eq!(log.last_lines(5), "left behind");
    }

    #[test]
    fn a_stream_that_somebody_goes_on_filling_keeps_nobody_waiting() {
        let (_log, follower, mut writer) = followed();
        let flood = thread::spawn(move || while writer.write_all(&[b'x'; 4096]).is_ok() {});
        follower.finish();
        flood.join().unwrap();
    }
}
