//! Bytes to and from a bot, as messages, with an end to every wait.
//!
//! Messages are lines, or compact frames once both sides have agreed on them. Nothing here knows what they
//! mean, or how long anybody may wait: [`Wait`](crate::wait::Wait) does.

use std::io;
use std::time::Instant;

use crate::channel::{Message, Write};
use crate::frame::{FrameKind, LENGTH, frame};
use crate::pipes::{Direction, Link, Pipes};

/// No message from a bot is longer; one that grows beyond it is not read to its end.
pub const LONGEST_MESSAGE: usize = 1 << 20;

/// So much is read at once: as much as a pipe holds.
const ROOM: usize = 1 << 16;

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
pub(crate) struct Wire<L = Pipes> {
    link: L,
    framed: bool,
    /// Where bytes come in, used again for every read.
    room: Box<[u8]>,
    read: Vec<u8>,
    /// How much of `read` has been taken.
    taken: usize,
    /// How far `read` was looked through for the end of a line: a line that comes byte by byte is looked
    /// through once.
    scanned: usize,
    /// How many bytes have come so far.
    received: u64,
    /// What goes out next; messages that nobody waits for are kept here until another goes.
    written: Vec<u8>,
    /// How much of `written` has gone.
    gone: usize,
}

impl<L: Link> Wire<L> {
    /// Talks through this.
    pub(crate) fn over(link: L) -> Self {
        Self {
            link,
            framed: false,
            room: vec![0; ROOM].into_boxed_slice(),
            read: Vec::new(),
            taken: 0,
            scanned: 0,
            received: 0,
            written: Vec::new(),
            gone: 0,
        }
    }

    /// From here on, frames instead of lines.
    pub(crate) fn use_frames(&mut self) {
        self.framed = true;
    }

    /// What the clock on the wall shows.
    pub(crate) fn now(&self) -> Instant {
        self.link.now()
    }

    /// How many bytes have come so far.
    pub(crate) fn received(&self) -> u64 {
        self.received
    }

    /// How many bytes are to be sent.
    pub(crate) fn unsent(&self) -> usize {
        self.written.len() - self.gone
    }

    /// Adds a message that `write` makes to what is to be sent, as a line or as a frame of this kind.
    pub(crate) fn put(&mut self, kind: FrameKind, write: Write<'_>) -> io::Result<()> {
        if self.framed {
            return frame(&mut self.written, kind, write);
        }
        self.put_frames(write)?;
        self.written.push(b'\n');
        Ok(())
    }

    /// Adds frames that `write` makes, heads and all.
    pub(crate) fn put_frames(&mut self, write: Write<'_>) -> io::Result<()> {
        let at = self.written.len();
        write(&mut self.written).inspect_err(|_| self.written.truncate(at))
    }

    /// Sends what is to be sent, at most until then; what has not gone by then can be sent further.
    pub(crate) fn flush(&mut self, until: Instant) -> Result<(), Broken> {
        while self.gone < self.written.len() {
            match self.link.write(&self.written[self.gone..]) {
                Ok(0) => return Err(Broken::Closed),
                Ok(count) => self.gone += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    // Room that a bot makes bit by bit moves the end of nobody's wait.
                    if !self.link.wait(Direction::Write, until).map_err(Broken::Io)?
                        || self.link.now() >= until
                    {
                        return Err(Broken::TimeUp);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Err(Broken::Closed),
                Err(error) => return Err(Broken::Io(error)),
            }
        }
        self.written.clear();
        self.gone = 0;
        Ok(())
    }

    /// Tells the bot that nothing more will come, after what was to be sent later.
    pub(crate) fn close_input(&mut self, until: Instant) {
        // A bot that has gone does not hear of the end, and needs not.
        let _ = self.flush(until);
        self.link.close_input();
    }

    /// Waits until a whole message is there, at most until then.
    pub(crate) fn wait_for_message(&mut self, until: Instant) -> Result<(), Broken> {
        let mut filled = false;
        loop {
            if self.whole_message().is_some() {
                return Ok(());
            }
            if self.read.len() - self.taken > LONGEST_MESSAGE {
                return Err(Broken::TooLong);
            }
            // A bot that always has one more byte to say is not listened to for longer than one that says
            // nothing.
            if filled && self.link.now() >= until {
                return Err(Broken::TimeUp);
            }
            // A bot on the same processor has often answered before we come to look, and then nobody need
            // wait.
            filled = self.fill()?;
            if !filled && !self.link.wait(Direction::Read, until).map_err(Broken::Io)? {
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

    fn message(&self, start: usize, end: usize) -> Option<Message<'_>> {
        let bytes = &self.read[start..end];
        if !self.framed {
            return Some(Message::Json(bytes));
        }
        let (&kind, body) = bytes.split_first()?;
        Some(match FrameKind::of(kind) {
            Some(FrameKind::Json) => Message::Json(body),
            Some(kind) => Message::Frame { kind, body },
            None => Message::Unknown,
        })
    }

    /// Where the next whole message begins and ends, and where the one after it begins.
    fn whole_message(&mut self) -> Option<(usize, usize, usize)> {
        if !self.framed {
            let from = self.scanned.max(self.taken);
            let Some(end) = self.read[from..].iter().position(|&byte| byte == b'\n') else {
                self.scanned = self.read.len();
                return None;
            };
            self.scanned = from + end;
            return Some((self.taken, self.scanned, self.scanned + 1));
        }
        let rest = &self.read[self.taken..];
        let head = rest.get(..LENGTH)?;
        let length = u32::from_le_bytes(std::array::from_fn(|n| head[n])) as usize;
        let start = self.taken + LENGTH;
        (length > 0 && rest.len() >= LENGTH + length).then_some((start, start + length, start + length))
    }

    /// Reads what is there; false where nothing is.
    fn fill(&mut self) -> Result<bool, Broken> {
        if self.taken == self.read.len() {
            self.read.clear();
            (self.taken, self.scanned) = (0, 0);
        } else if self.taken > LONGEST_MESSAGE {
            self.read.drain(..self.taken);
            self.scanned = self.scanned.saturating_sub(self.taken);
            self.taken = 0;
        }
        match self.link.read(&mut self.room) {
            Ok(0) => Err(Broken::Closed),
            Ok(count) => {
                self.read.extend_from_slice(&self.room[..count]);
                self.received += count as u64;
                Ok(true)
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {
                Ok(false)
            }
            Err(error) => Err(Broken::Io(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::io::{Read, Write};
    use std::os::fd::OwnedFd;
    use std::time::Duration;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    fn at_once() -> Instant {
        Instant::now()
    }

    fn send(wire: &mut Wire, kind: FrameKind, bytes: &[u8], until: Instant) -> Result<(), Broken> {
        wire.put(kind, &mut |out| out.write_all(bytes)).unwrap();
        wire.flush(until)
    }

    /// A wire whose other ends are here: what the bot reads, and what it writes.
    fn wire() -> (Wire, File, File) {
        let file = |fd: OwnedFd| File::from(fd);
        let (bot_reads, input) = rustix::pipe::pipe().unwrap();
        let (output, bot_writes) = rustix::pipe::pipe().unwrap();
        (Wire::over(Pipes::new(file(input), file(output)).unwrap()), file(bot_reads), file(bot_writes))
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
        wire.wait_for_message(soon()).unwrap();
        assert_eq!(bytes(wire.take()), b"one");
        wire.wait_for_message(soon()).unwrap();
        assert_eq!(bytes(wire.take()), b"two");
        assert!(matches!(wire.wait_for_message(at_once()), Err(Broken::TimeUp)));
        bot_writes.write_all(b"ee\n").unwrap();
        wire.wait_for_message(soon()).unwrap();
        assert_eq!(bytes(wire.take()), b"three");
    }

    #[test]
    fn frames_hold_any_bytes() {
        let (mut wire, _bot_reads, mut bot_writes) = wire();
        wire.use_frames();
        bot_writes
            .write_all(&[3, 0, 0, 0, b'M', b'\n', 9, 2, 0, 0, 0, b'J', b'x', 1, 0, 0, 0, b'X'])
            .unwrap();
        wire.wait_for_message(soon()).unwrap();
        assert_eq!(wire.take(), Some(Message::Frame { kind: FrameKind::Answer, body: b"\n\x09" }));
        wire.wait_for_message(soon()).unwrap();
        assert_eq!(wire.take(), Some(Message::Json(b"x")));
        wire.wait_for_message(soon()).unwrap();
        assert_eq!(wire.take(), Some(Message::Unknown));
    }

    #[test]
    fn a_closed_end_is_noticed_on_both_sides() {
        let (mut wire, bot_reads, bot_writes) = wire();
        drop((bot_reads, bot_writes));
        assert!(matches!(wire.wait_for_message(soon()), Err(Broken::Closed)));
        let sent = send(&mut wire, FrameKind::Json, b"hello", soon());
        assert!(matches!(sent, Err(Broken::Closed)), "{sent:?}");
    }

    #[test]
    fn what_nobody_waits_for_goes_out_with_the_next_message_or_at_the_end() {
        let (mut wire, mut bot_reads, _bot_writes) = wire();
        let mut had = [0; 64];
        wire.put(FrameKind::End, &mut |out| out.write_all(b"end")).unwrap();
        wire.put(FrameKind::Start, &mut |out| out.write_all(b"start")).unwrap();
        send(&mut wire, FrameKind::Ask, b"ask", soon()).unwrap();
        let count = bot_reads.read(&mut had).unwrap();
        assert_eq!(&had[..count], b"end\nstart\nask\n");
        wire.put(FrameKind::End, &mut |out| out.write_all(b"end")).unwrap();
        wire.close_input(soon());
        let count = bot_reads.read(&mut had).unwrap();
        assert_eq!(&had[..count], b"end\n");
        assert_eq!(bot_reads.read(&mut had).unwrap(), 0);
    }

    #[test]
    fn whoever_does_not_read_cannot_block_us_for_ever() {
        let (mut wire, _bot_reads, _bot_writes) = wire();
        let sent = send(&mut wire, FrameKind::Json, &vec![b'x'; 1 << 20], at_once());
        assert!(matches!(sent, Err(Broken::TimeUp)), "{sent:?}");
    }

    #[test]
    fn a_line_without_end_is_given_up() {
        let (mut wire, _bot_reads, mut bot_writes) = wire();
        let flood = std::thread::spawn(move || while bot_writes.write_all(&[b'x'; 4096]).is_ok() {});
        assert!(matches!(wire.wait_for_message(soon()), Err(Broken::TooLong)));
        drop(wire);
        flood.join().unwrap();
    }
}
