//! Bytes to and from a bot, with a limit on how long anyone waits.
//!
//! Messages are lines, or compact frames once both sides have agreed on them. Nothing here knows what they mean.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

/// No message from a bot is longer; one that grows beyond it is not read to its end.
pub const LONGEST_MESSAGE: usize = 1 << 20;
const FRAME_HEAD: usize = 4;

/// A message in JSON, or the body of a frame of another kind.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Message<'a> {
    Json(&'a [u8]),
    Frame { kind: u8, body: &'a [u8] },
}

/// Why nothing came or went.
#[derive(Debug)]
pub(crate) enum Broken {
    /// The other end is closed.
    Closed,
    /// The time is up.
    TimeUp,
    /// A message is longer than any may be.
    TooLong,
    /// The system says no.
    Io(io::Error),
}

/// Both directions of a conversation.
#[derive(Debug)]
pub(crate) struct Wire {
    /// `None` once it is closed.
    input: Option<File>,
    output: File,
    framed: bool,
    read: Vec<u8>,
    /// How much of `read` has been taken.
    taken: usize,
    written: Vec<u8>,
}

impl Wire {
    /// Talks through these two.
    pub(crate) fn new(input: File, output: File) -> io::Result<Self> {
        for file in [&input, &output] {
            fcntl_setfl(file, fcntl_getfl(file)? | OFlags::NONBLOCK)?;
        }
        Ok(Self {
            input: Some(input),
            output,
            framed: false,
            read: Vec::new(),
            taken: 0,
            written: Vec::new(),
        })
    }

    /// From here on, frames instead of lines.
    pub(crate) fn use_frames(&mut self) {
        self.framed = true;
    }

    /// Whether messages are frames.
    pub(crate) fn is_framed(&self) -> bool {
        self.framed
    }

    /// Sends a message that `write` makes, as a line or as a frame of this kind.
    pub(crate) fn send(
        &mut self,
        kind: u8,
        write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
        limit: Duration,
    ) -> Result<(), Broken> {
        self.written.clear();
        if self.framed {
            self.written.extend_from_slice(&[0; FRAME_HEAD]);
            self.written.push(kind);
        }
        write(&mut self.written).map_err(Broken::Io)?;
        if self.framed {
            let length = (self.written.len() - FRAME_HEAD) as u32;
            self.written[..FRAME_HEAD].copy_from_slice(&length.to_le_bytes());
        } else {
            self.written.push(b'\n');
        }
        self.flush(limit)
    }

    /// Sends frames that are made already.
    pub(crate) fn send_frames(&mut self, frames: &[u8], limit: Duration) -> Result<(), Broken> {
        self.written.clear();
        self.written.extend_from_slice(frames);
        self.flush(limit)
    }

    /// Tells the bot that nothing more will come.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    fn flush(&mut self, limit: Duration) -> Result<(), Broken> {
        let Some(input) = &mut self.input else { return Err(Broken::Closed) };
        let mut rest = self.written.as_slice();
        while !rest.is_empty() {
            match input.write(rest) {
                Ok(0) => return Err(Broken::Closed),
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if !wait(input, PollFlags::OUT, limit)? {
                        return Err(Broken::TimeUp);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Err(Broken::Closed),
                Err(error) => return Err(Broken::Io(error)),
            }
        }
        Ok(())
    }

    /// Waits until a whole message is there, at most so long.
    pub(crate) fn wait_for_message(&mut self, limit: Duration) -> Result<(), Broken> {
        loop {
            if self.whole_message().is_some() {
                return Ok(());
            }
            if self.read.len() - self.taken > LONGEST_MESSAGE {
                return Err(Broken::TooLong);
            }
            if !wait(&self.output, PollFlags::IN, limit)? {
                return Err(Broken::TimeUp);
            }
            self.fill()?;
        }
    }

    /// The next message, once [`Wire::wait_for_message`] has seen it.
    pub(crate) fn take(&mut self) -> Option<Message<'_>> {
        let (start, end, next) = self.whole_message()?;
        self.taken = next;
        self.message(start, end)
    }

    /// The next message, which stays where it is.
    pub(crate) fn peek(&self) -> Option<Message<'_>> {
        let (start, end, _) = self.whole_message()?;
        self.message(start, end)
    }

    fn message(&self, start: usize, end: usize) -> Option<Message<'_>> {
        let bytes = &self.read[start..end];
        if !self.framed {
            return Some(Message::Json(bytes));
        }
        let (&kind, body) = bytes.split_first()?;
        Some(if kind == b'J' { Message::Json(body) } else { Message::Frame { kind, body } })
    }

    /// Where the next whole message begins and ends, and where the one after it begins.
    fn whole_message(&self) -> Option<(usize, usize, usize)> {
        let rest = &self.read[self.taken..];
        if !self.framed {
            let end = rest.iter().position(|&byte| byte == b'\n')?;
            return Some((self.taken, self.taken + end, self.taken + end + 1));
        }
        let head = rest.get(..FRAME_HEAD)?;
        let length = u32::from_le_bytes(std::array::from_fn(|n| head[n])) as usize;
        let start = self.taken + FRAME_HEAD;
        (length > 0 && rest.len() >= FRAME_HEAD + length).then_some((start, start + length, start + length))
    }

    fn fill(&mut self) -> Result<(), Broken> {
        if self.taken == self.read.len() {
            self.read.clear();
            self.taken = 0;
        } else if self.taken > LONGEST_MESSAGE {
            self.read.drain(..self.taken);
            self.taken = 0;
        }
        let had = self.read.len();
        self.read.resize(had + 4096, 0);
        let got = self.output.read(&mut self.read[had..]);
        self.read.truncate(had + *got.as_ref().unwrap_or(&0));
        match got {
            Ok(0) => Err(Broken::Closed),
            Ok(_) => Ok(()),
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {
                Ok(())
            }
            Err(error) => Err(Broken::Io(error)),
        }
    }
}

/// Waits until the file is ready; false when the time is up first.
fn wait(file: &File, flags: PollFlags, limit: Duration) -> Result<bool, Broken> {
    let mut ready = [PollFd::from_borrowed_fd(file.as_fd(), flags)];
    let limit = Timespec { tv_sec: limit.as_secs().min(86_400) as i64, tv_nsec: limit.subsec_nanos().into() };
    match poll(&mut ready, Some(&limit)) {
        Ok(count) => Ok(count > 0),
        // Interrupted: whoever waits looks again at how much time is left.
        Err(rustix::io::Errno::INTR) => Ok(true),
        Err(error) => Err(Broken::Io(error.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::OwnedFd;

    const SOON: Duration = Duration::from_secs(20);
    const AT_ONCE: Duration = Duration::ZERO;

    /// A wire whose other ends are here: what the bot reads, and what it writes.
    fn wire() -> (Wire, File, File) {
        let file = |fd: OwnedFd| File::from(fd);
        let (bot_reads, input) = rustix::pipe::pipe().unwrap();
        let (output, bot_writes) = rustix::pipe::pipe().unwrap();
        (Wire::new(file(input), file(output)).unwrap(), file(bot_reads), file(bot_writes))
    }

    fn bytes(message: Option<Message<'_>>) -> Vec<u8> {
        match message {
            Some(Message::Json(bytes)) => bytes.to_vec(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn lines_that_come_together_or_in_pieces_are_told_apart() {
        let (mut wire, _bot_reads, mut bot_writes) = wire();
        bot_writes.write_all(b"one\ntwo\nthr").unwrap();
        wire.wait_for_message(SOON).unwrap();
        assert_eq!(bytes(wire.take()), b"one");
        wire.wait_for_message(SOON).unwrap();
        assert_eq!(bytes(wire.take()), b"two");
        assert!(matches!(wire.wait_for_message(AT_ONCE), Err(Broken::TimeUp)));
        bot_writes.write_all(b"ee\n").unwrap();
        wire.wait_for_message(SOON).unwrap();
        assert_eq!(bytes(wire.take()), b"three");
    }

    #[test]
    fn frames_hold_any_bytes() {
        let (mut wire, _bot_reads, mut bot_writes) = wire();
        wire.use_frames();
        bot_writes.write_all(&[3, 0, 0, 0, b'M', b'\n', 9, 2, 0, 0, 0, b'J', b'x']).unwrap();
        wire.wait_for_message(SOON).unwrap();
        assert_eq!(wire.take(), Some(Message::Frame { kind: b'M', body: b"\n\x09" }));
        wire.wait_for_message(SOON).unwrap();
        assert_eq!(wire.take(), Some(Message::Json(b"x")));
    }

    #[test]
    fn a_closed_end_is_noticed_on_both_sides() {
        let (mut wire, bot_reads, bot_writes) = wire();
        drop((bot_reads, bot_writes));
        assert!(matches!(wire.wait_for_message(SOON), Err(Broken::Closed)));
        let sent = wire.send(b'J', |out| out.write_all(b"hello"), SOON);
        assert!(matches!(sent, Err(Broken::Closed)), "{sent:?}");
    }

    #[test]
    fn whoever_does_not_read_cannot_block_us_for_ever() {
        let (mut wire, _bot_reads, _bot_writes) = wire();
        let sent = wire.send(b'J', |out| out.write_all(&vec![b'x'; 1 << 20]), AT_ONCE);
        assert!(matches!(sent, Err(Broken::TimeUp)), "{sent:?}");
    }

    #[test]
    fn a_line_without_end_is_given_up() {
        let (mut wire, _bot_reads, mut bot_writes) = wire();
        let flood = std::thread::spawn(move || while bot_writes.write_all(&[b'x'; 4096]).is_ok() {});
        assert!(matches!(wire.wait_for_message(SOON), Err(Broken::TooLong)));
        drop(wire);
        flood.join().unwrap();
    }
}
