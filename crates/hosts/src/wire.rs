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
/// So much is kept to be sent later, at most.
const MOST_KEPT: usize = 4096;

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
    /// What goes out next; messages that nobody waits for are kept here until another goes.
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
        self.put(kind, write)?;
        self.flush(limit)
    }

    /// Sends a message together with the next one: waking a bot that is asked nothing costs as much as a question.
    pub(crate) fn send_later(
        &mut self,
        kind: u8,
        write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
        limit: Duration,
    ) -> Result<(), Broken> {
        self.put(kind, write)?;
        if self.written.len() > MOST_KEPT { self.flush(limit) } else { Ok(()) }
    }

    /// Sends frames that are made already.
    pub(crate) fn send_frames(&mut self, frames: &[u8], limit: Duration) -> Result<(), Broken> {
        self.written.extend_from_slice(frames);
        self.flush(limit)
    }

    /// Tells the bot that nothing more will come, after what was to be sent later.
    pub(crate) fn close_input(&mut self, limit: Duration) {
        // A bot that has gone does not hear of the end, and needs not.
        let _ = self.flush(limit);
        self.input = None;
    }

    fn put(&mut self, kind: u8, write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Result<(), Broken> {
        let at = self.written.len();
        if self.framed {
            self.written.extend_from_slice(&[0; FRAME_HEAD]);
            self.written.push(kind);
        }
        if let Err(error) = write(&mut self.written) {
            self.written.truncate(at);
            return Err(Broken::Io(error));
        }
        if self.framed {
            let length = (self.written.len() - at - FRAME_HEAD) as u32;
            self.written[at..at + FRAME_HEAD].copy_from_slice(&length.to_le_bytes());
        } else {
            self.written.push(b'\n');
        }
        Ok(())
    }

    fn flush(&mut self, limit: Duration) -> Result<(), Broken> {
        let flushed = self.write_all(limit);
        self.written.clear();
        flushed
    }

    fn write_all(&mut self, limit: Duration) -> Result<(), Broken> {
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
            // A bot on the same processor has often answered before we come to look, and then nobody need wait.
            if !self.fill()? && !wait(&self.output, PollFlags::IN, limit)? {
                return Err(Broken::TimeUp);
            }
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

    /// Reads what is there; false where nothing is.
    fn fill(&mut self) -> Result<bool, Broken> {
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
            Ok(_) => Ok(true),
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {
                Ok(false)
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
    fn what_nobody_waits_for_goes_out_with_the_next_message_or_at_the_end() {
        let (mut wire, mut bot_reads, _bot_writes) = wire();
        let mut had = [0; 64];
        wire.send_later(b'E', |out| out.write_all(b"end"), SOON).unwrap();
        wire.send_later(b'S', |out| out.write_all(b"start"), SOON).unwrap();
        wire.send(b'A', |out| out.write_all(b"ask"), SOON).unwrap();
        let count = bot_reads.read(&mut had).unwrap();
        assert_eq!(&had[..count], b"end\nstart\nask\n");
        wire.send_later(b'E', |out| out.write_all(b"end"), SOON).unwrap();
        wire.close_input(SOON);
        let count = bot_reads.read(&mut had).unwrap();
        assert_eq!(&had[..count], b"end\n");
        assert_eq!(bot_reads.read(&mut had).unwrap(), 0);
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
