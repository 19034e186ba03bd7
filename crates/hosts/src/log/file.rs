//! The file of a bot's log. A full one keeps its head and its tail, and traces have a share of their own, so
//! that the last crash is there however much was printed after it.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::marks::DroppedMarks;

/// So much of the beginning is kept, and as much of the end; what lies between is read, so that the bot is
/// not held up, and dropped.
const HALF: usize = super::LONGEST_LOG / 2;
/// So much of the last traces is kept beside that.
const TRACES: usize = 32 << 10;

const FULL: &str = "\n[the log is full; what came here is dropped]\n";
const LAST_TRACES: &str = "\n[the last traces]\n";

/// A file with a head that is written once, and an end that is written anew.
#[derive(Debug)]
pub(crate) struct LogFile {
    file: Option<File>,
    /// How long the head is.
    head: usize,
    tail: Last,
    traces: Last,
    /// What came since the end was written.
    unwritten: usize,
    /// The last byte that was added.
    last: Option<u8>,
}

/// The last words of something.
#[derive(Debug, Default)]
struct Last {
    bytes: VecDeque<u8>,
    /// Whether anything was dropped before them.
    cut: bool,
    /// Where they come from, if a line that was dropped says so.
    dropped: DroppedMarks,
}

impl Last {
    fn add(&mut self, bytes: &[u8], most: usize) {
        self.bytes.extend(bytes);
        let excess = self.bytes.len().saturating_sub(most);
        let (front, back) = self.bytes.as_slices();
        let in_front = excess.min(front.len());
        self.dropped.pass(&front[..in_front]);
        self.dropped.pass(&back[..excess - in_front]);
        self.bytes.drain(..excess);
        self.cut |= excess > 0;
    }

    /// The words, from the first whole character on.
    fn words(&mut self) -> &[u8] {
        let bytes = &*self.bytes.make_contiguous();
        let is_middle = |byte: &&u8| **byte & 0xc0 == 0x80;
        let broken = if self.cut { bytes.iter().take_while(is_middle).count() } else { 0 };
        &bytes[broken..]
    }
}

impl LogFile {
    /// A log in this file, or none.
    pub(crate) fn new(file: Option<File>) -> Self {
        Self { file, head: 0, tail: Last::default(), traces: Last::default(), unwritten: 0, last: None }
    }

    /// Goes on behind what an earlier run wrote into this file, as if it had never been
    /// closed; traces of a log that was not full then have no share of their own.
    pub(crate) fn go_on(mut file: File) -> io::Result<Self> {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let head = bytes.len().min(HALF);
        let (mut end, mut traces) = (&bytes[head..], &bytes[..0]);
        let cut = end.starts_with(FULL.as_bytes());
        let mut dropped = DroppedMarks::default();
        if cut {
            (dropped, end) = DroppedMarks::read(&end[FULL.len()..]);
            if let Some(at) = rfind(end, LAST_TRACES.as_bytes()) {
                (end, traces) = (&end[..at], &end[at + LAST_TRACES.len()..]);
            }
        }
        let words = |bytes: &[u8], dropped| Last { bytes: bytes.iter().copied().collect(), cut, dropped };
        let (tail, traces) = (words(end, dropped), words(traces, DroppedMarks::default()));
        let last = if end.is_empty() { &bytes[..head] } else { end }.last().copied();
        Ok(Self { file: Some(file), head, tail, traces, unwritten: 0, last })
    }

    /// Adds words.
    pub(crate) fn put(&mut self, text: &str) {
        self.last = text.as_bytes().last().copied().or(self.last);
        if self.file.is_none() {
            return;
        }
        let room = text.floor_char_boundary(HALF.saturating_sub(self.head));
        let (head, rest) = text.split_at(room);
        self.write(head.as_bytes());
        self.head += head.len();
        if rest.is_empty() {
            return;
        }
        // A character that did not fit ends the head.
        self.head = self.head.max(HALF);
        self.tail.add(rest.as_bytes(), HALF);
        self.unwritten += rest.len();
        // Written after every half, a flood costs no more than if all of it were kept.
        if self.unwritten >= HALF {
            self.write_end();
        }
    }

    /// Adds a trace, which has its own share where the log is full, in words of its own, and is on the disk
    /// at once.
    pub(crate) fn put_trace(&mut self, text: &str, in_its_share: &str) {
        self.put(text);
        if self.head < HALF {
            return;
        }
        self.traces.add(in_its_share.as_bytes(), TRACES);
        self.write_end();
    }

    /// Whether nothing was ever added.
    pub(crate) fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// Whether what stands last does not end a line.
    pub(crate) fn is_in_a_line(&self) -> bool {
        self.last.is_some_and(|last| last != b'\n')
    }

    fn write(&mut self, bytes: &[u8]) {
        // A log that cannot be written must not stop a tournament.
        let _ = self.file.as_mut().map(|file| file.write_all(bytes));
    }

    /// Writes the end of a full log anew, behind its head.
    fn write_end(&mut self) {
        self.unwritten = 0;
        let Some(file) = &mut self.file else { return };
        let _ = end(file, self.head, &mut self.tail, &mut self.traces);
    }
}

fn end(file: &mut File, head: usize, tail: &mut Last, traces: &mut Last) -> io::Result<()> {
    file.seek(SeekFrom::Start(head as u64))?;
    let mut words = if tail.cut { FULL.as_bytes().to_vec() } else { Vec::new() };
    tail.bytes.make_contiguous();
    words.extend_from_slice(tail.dropped.before(tail.bytes.as_slices().0).as_bytes());
    words.extend_from_slice(tail.words());
    if !traces.bytes.is_empty() && tail.cut {
        words.extend_from_slice(LAST_TRACES.as_bytes());
        words.extend_from_slice(traces.words());
    }
    file.write_all(&words)?;
    file.set_len((head + words.len()) as u64)
}

fn rfind(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).rposition(|window| window == what)
}

impl Drop for LogFile {
    fn drop(&mut self) {
        if self.unwritten > 0 {
            self.write_end();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// What a file holds after this.
    fn written(write: impl FnOnce(&mut LogFile)) -> String {
        let dir = tempfile::TempDir::new().unwrap();
        let path = dir.path().join("bot.log");
        let mut log = LogFile::new(Some(File::create(&path).unwrap()));
        write(&mut log);
        drop(log);
        fs::read_to_string(&path).unwrap()
    }

    #[test]
    fn what_fits_is_kept_whole() {
        let text = written(|log| (0..100_000).for_each(|_| log.put("abcdefg\n")));
        assert_eq!(text, "abcdefg\n".repeat(100_000));
    }

    #[test]
    fn a_full_log_keeps_its_head_its_tail_and_the_last_trace() {
        let text = written(|log| {
            log.put("first\n");
            (0..300_000).for_each(|_| log.put("printed é\n"));
            log.put_trace("Traceback: the last crash\n", "[game 9]\nTraceback: the last crash\n");
            (0..300_000).for_each(|_| log.put("printed é\n"));
            log.put("last\n");
        });
        assert!(text.starts_with("first\nprinted é\n") && text.contains("\n[the log is full;"));
        let (tail, traces) = text.split_once(LAST_TRACES).unwrap();
        assert!(tail.ends_with("printed é\nlast\n"));
        assert_eq!(traces, "[game 9]\nTraceback: the last crash\n");
        assert!(text.len() < 2 * HALF + TRACES + 200, "{}", text.len());
    }

    #[test]
    fn what_is_left_of_a_full_log_says_which_turn_it_belongs_to() {
        let text = written(|log| {
            for turn in 1..4 {
                log.put(&format!("[game 7, its turn {turn}]\n"));
                (0..80_000).for_each(|_| log.put("printed é\n"));
            }
        });
        let (head, tail) = text.split_once(FULL).unwrap();
        assert!(head.starts_with("[game 7, its turn 1]\n"));
        assert!(tail.starts_with("[game 7, its turn 3]\n"), "{}", &tail[..40]);
        assert_eq!(tail.matches("[game").count(), 1);
    }

    #[test]
    fn a_trace_is_on_the_disk_at_once_though_the_log_is_full() {
        let dir = tempfile::TempDir::new().unwrap();
        let path = dir.path().join("bot.log");
        let mut log = LogFile::new(Some(File::create(&path).unwrap()));
        log.put(&"x".repeat(3 * HALF));
        log.put_trace("Traceback: now\n", "Traceback: now\n");
        assert!(fs::read_to_string(&path).unwrap().ends_with("Traceback: now\n"));
    }

    #[test]
    fn a_log_that_is_gone_on_with_is_the_same_as_one_that_was_never_closed() {
        let printed = |from: u32, to: u32| {
            move |log: &mut LogFile| {
                (from..to).for_each(|n| log.put(&format!("[game {n}, its turn 1]\nprinted {n} é\n")));
                log.put_trace(&format!("Traceback {to}\n"), &format!("[game {to}]\nTraceback {to}\n"));
            }
        };
        for (first, second) in [(10, 20), (50_000, 60_000), (90_000, 200_000)] {
            let at_once = written(|log| {
                printed(0, first)(log);
                printed(first, second)(log);
            });
            let dir = tempfile::TempDir::new().unwrap();
            let path = dir.path().join("bot.log");
            let open = || File::options().create(true).truncate(false).read(true).write(true).open(&path);
            printed(0, first)(&mut LogFile::go_on(open().unwrap()).unwrap());
            printed(first, second)(&mut LogFile::go_on(open().unwrap()).unwrap());
            assert!(fs::read_to_string(&path).unwrap() == at_once, "{first} and {second} prints");
        }
    }
}
