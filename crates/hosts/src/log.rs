//! What a bot prints: kept in its log, up to a limit, with the last lines at hand for whoever asks why it failed.

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use croupier_record::shown;

/// More than this is read, so that the bot is not held up, and dropped.
pub const LONGEST_LOG: usize = 1 << 20;
/// So much of the end is kept for messages.
const TAIL: usize = 2000;

/// The log of one bot, through all its restarts.
#[derive(Debug, Clone)]
pub struct BotLog {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Debug)]
struct Inner {
    file: Option<File>,
    written: usize,
    /// The end of what the bot printed.
    prints: Said,
    /// The end of what went wrong: its standard error, and what the table wrote here.
    words: Said,
}

/// What came from one side. Logs are looked at in terminals, so no order to one ever stands in them.
#[derive(Debug, Default)]
struct Said {
    tail: VecDeque<u8>,
    /// Bytes of a character that is not yet whole.
    open: Vec<u8>,
}

impl Said {
    /// Takes bytes, and gives them as they are shown.
    fn add(&mut self, bytes: &[u8]) -> String {
        let shown = shown::bytes(&mut self.open, bytes);
        self.tail.extend(shown.as_bytes());
        let excess = self.tail.len().saturating_sub(TAIL);
        self.tail.drain(..excess);
        shown
    }
}

/// What is added to a log.
#[derive(Debug, Clone, Copy)]
enum Kind {
    /// What the bot printed.
    Prints,
    /// Its standard error, and lines of the table.
    Words,
}

impl BotLog {
    /// A log in a file, made anew; without a path only the tail is kept.
    pub fn create(path: Option<&Path>) -> io::Result<Self> {
        let file = path.map(|path| {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            OpenOptions::new().create(true).write(true).truncate(true).open(path)
        });
        let inner =
            Inner { file: file.transpose()?, written: 0, prints: Said::default(), words: Said::default() };
        Ok(Self { inner: Arc::new(Mutex::new(inner)) })
    }

    /// Adds a line of ours.
    pub fn line(&self, text: &str) {
        self.add(text.as_bytes());
        self.add(b"\n");
    }

    /// Reads a stream to its end in the background.
    pub(crate) fn follow(&self, stream: File) -> thread::JoinHandle<()> {
        self.follow_as(Kind::Words, stream)
    }

    /// The same for what a bot prints: its last words come from here only where it has no others. Two streams are read by
    /// two threads, and what a fault quotes must not depend on which was quicker.
    pub(crate) fn follow_prints(&self, stream: File) -> thread::JoinHandle<()> {
        self.follow_as(Kind::Prints, stream)
    }

    fn follow_as(&self, kind: Kind, mut stream: File) -> thread::JoinHandle<()> {
        let log = self.clone();
        thread::spawn(move || {
            let mut buffer = [0; 8192];
            loop {
                match stream.read(&mut buffer) {
                    Ok(0) => return,
                    Ok(count) => log.add_as(kind, &buffer[..count]),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(_) => return,
                }
            }
        })
    }

    /// The last lines, joined by a bar.
    #[must_use]
    pub fn last_lines(&self, count: usize) -> String {
        let inner = self.lock();
        let said = if inner.words.tail.is_empty() { &inner.prints } else { &inner.words };
        let tail: Vec<u8> = said.tail.iter().copied().collect();
        let text = String::from_utf8_lossy(&tail);
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(count)..].join(" | ")
    }

    /// Forgets the last lines; the file keeps them.
    pub fn forget(&self) {
        let mut inner = self.lock();
        inner.prints.tail.clear();
        inner.words.tail.clear();
    }

    /// Adds what a bot prints.
    pub(crate) fn add(&self, bytes: &[u8]) {
        self.add_as(Kind::Words, bytes);
    }

    fn add_as(&self, kind: Kind, bytes: &[u8]) {
        let mut inner = self.lock();
        let text = match kind {
            Kind::Prints => inner.prints.add(bytes),
            Kind::Words => inner.words.add(bytes),
        };
        let bytes = text.as_bytes();
        let room = text.floor_char_boundary(LONGEST_LOG.saturating_sub(inner.written));
        let full_now = inner.written < LONGEST_LOG && inner.written + bytes.len() >= LONGEST_LOG;
        // A character that would not fit ends the log, too.
        inner.written = if full_now { LONGEST_LOG } else { inner.written + room };
        if let Some(file) = &mut inner.file {
            // A log that cannot be written must not stop a tournament.
            let _ = file.write_all(&bytes[..room]);
            if full_now {
                let _ = file.write_all(b"\n[the log is full; what follows is dropped]\n");
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_keeps_what_fits_and_says_so() {
        let dir = tempfile::TempDir::new().unwrap();
        let path = dir.path().join("logs/bot.log");
        let log = BotLog::create(Some(&path)).unwrap();
        log.line("first");
        log.add(&vec![b'x'; LONGEST_LOG]);
        log.line("last");
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("first\nxxx") && text.ends_with("dropped]\n"));
        assert!(text.len() < LONGEST_LOG + 100);
        assert!(log.last_lines(1).ends_with("last"));
    }

    #[test]
    fn the_last_lines_are_at_hand_without_a_file() {
        let log = BotLog::create(None).unwrap();
        for line in ["Traceback:", "", "  line 3", "ValueError: 7"] {
            log.line(line);
        }
        assert_eq!(log.last_lines(2), "  line 3 | ValueError: 7");
    }

    #[test]
    fn no_order_to_a_terminal_stands_in_a_log_nor_in_the_last_lines() {
        let dir = tempfile::TempDir::new().unwrap();
        let path = dir.path().join("bot.log");
        let log = BotLog::create(Some(&path)).unwrap();
        // In two pieces, cut within a character.
        log.add(b"\ta \x1b[2J\xe6\xbc");
        log.add(b"\xa2\xff\n");
        log.line("next \u{9b}31m\u{202e}");
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "\ta \\x1b[2J漢\\xff\nnext \\x9b31m\\u{202e}\n");
        assert_eq!(log.last_lines(2), "\ta \\x1b[2J漢\\xff | next \\x9b31m\\u{202e}");
    }

    #[test]
    fn a_stream_is_followed_to_its_end() {
        let (reader, writer) = rustix::pipe::pipe().unwrap();
        let log = BotLog::create(None).unwrap();
        let following = log.follow(File::from(reader));
        File::from(writer).write_all(b"hello\n").unwrap();
        following.join().unwrap();
        assert_eq!(log.last_lines(5), "hello");
    }
}
