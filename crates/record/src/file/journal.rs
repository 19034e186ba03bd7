//! The journal: finished games of blocks that are still open, beside the record.
//!
//! A block goes into the record when all its games are played and all blocks before it are in. Until then its
//! finished games stand here, one entry each, so that whatever ends a run loses none of them; a run that goes
//! on takes them from here, and the record becomes the one that it would have been.
//!
//! Games that come quickly are written together: what a killed run can lose took no longer than [`TOGETHER`]
//! to play. It knows nothing of lanes, batches or bots.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::entry::{Next, next, written};
use super::{RecordError, RecordReader, read_beside};
use crate::atomic_file;
use crate::fixture::Fixture;
use crate::head::part::Part;
use crate::times::TimedGame;

pub use super::entry::KeptGame;

const MAGIC: &[u8; 8] = b"CROUGAME";
/// Magic, and the hash of the head of the record that it belongs to.
const HEAD: usize = 16;
/// Entries of this time are written together: a call of the system takes as long as a quick game.
const TOGETHER: Duration = Duration::from_millis(10);
/// Games that are in the record by now are thrown out when the file is larger than this.
const LARGE: usize = 1 << 20;

/// The journal of a record that is being written. Many tables may keep their games in it at once.
#[derive(Debug)]
pub struct Journal {
    place: JournalPath,
    inner: Mutex<Inner>,
}

/// Where a journal lies, and what it belongs to.
#[derive(Debug)]
struct JournalPath {
    path: PathBuf,
    record: PathBuf,
    /// The hash of the record's head.
    head: [u8; 8],
}

#[derive(Debug)]
struct Inner {
    /// Not there before the first game: most runs of players of the house never need one.
    file: Option<File>,
    /// The games that are not in the record yet, as entries.
    open: BTreeMap<u64, Vec<u8>>,
    /// Entries that are not written yet.
    waiting: Vec<u8>,
    written: Instant,
    size: usize,
    /// Whoever plays cannot stop for it; whoever writes the record hears of it.
    trouble: Option<io::Error>,
}

impl Journal {
    /// The journal of a record that begins; one that is there belonged to another, and is removed.
    pub(super) fn begin(record: &Path, head: [u8; 8]) -> Result<Self, RecordError> {
        let place = JournalPath::of(record, head);
        atomic_file::remove(&place.path).map_err(|error| place.trouble(error))?;
        Ok(Self::new(place, BTreeMap::new()))
    }

    /// The journal of a record that is gone on with, with the games in it; empty where there is none.
    pub fn go_on(reader: &RecordReader) -> Result<Self, RecordError> {
        let place = JournalPath::of(&reader.path, reader.head_hash);
        let bytes = match read_beside(&place.path)? {
            Some(bytes) if bytes.len() >= HEAD => bytes,
            // Killed while its first bytes were written: nothing is in it.
            _ => return Ok(Self::new(place, BTreeMap::new())),
        };
        if bytes[..HEAD] != place.front() {
            return Err(RecordError::OtherJournal(place.path));
        }
        match entries(&bytes[HEAD..]) {
            Ok(open) => {
                Ok(Self::new(place, open.into_iter().map(|(game, entry)| (game, entry.to_vec())).collect()))
            }
            Err(at) => Err(RecordError::DamagedJournal { path: place.path, byte: (HEAD + at) as u64 }),
        }
    }

    /// Nothing is written before there is a new game, and then the whole file is: what a killed run left half
    /// goes.
    fn new(place: JournalPath, open: BTreeMap<u64, Vec<u8>>) -> Self {
        let written = Instant::now();
        let inner = Inner { file: None, open, waiting: Vec::new(), written, size: 0, trouble: None };
        Self { place, inner: Mutex::new(inner) }
    }

    /// Keeps a finished game, with the part of the record that begins with it, where one does.
    pub fn keep(&self, fixture: &Fixture, events: &[u8], times: Option<&TimedGame>, part: Option<&Part>) {
        let mut inner = self.lock();
        let entry = written(fixture, events, times, part);
        inner.waiting.extend_from_slice(&entry);
        inner.open.insert(fixture.number, entry);
        if inner.written.elapsed() >= TOGETHER {
            self.write(&mut inner);
        }
    }

    /// A game that was finished before and is not in the record.
    #[must_use]
    pub fn game(&self, number: u64) -> Option<KeptGame> {
        game_of(self.lock().open.get(&number)?)
    }

    /// How many games it holds from this one on: those before it are in the record.
    #[must_use]
    pub fn games_from(&self, number: u64) -> u64 {
        self.lock().open.range(number..).count() as u64
    }

    /// All games before this one are in the record. Says also what went wrong while games were kept.
    pub fn handed_on(&self, up_to: u64) -> Result<(), RecordError> {
        let mut inner = self.lock();
        if let Some(error) = inner.trouble.take() {
            return Err(self.place.trouble(error));
        }
        inner.open = inner.open.split_off(&up_to);
        if inner.open.is_empty() {
            inner.waiting.clear();
        }
        let needed: usize = inner.open.values().map(Vec::len).sum();
        if inner.size > LARGE.max(4 * needed) {
            inner.rewrite(&self.place).map_err(|error| self.place.trouble(error))?;
        }
        Ok(())
    }

    /// Writes what is not written yet.
    pub fn flush(&self) -> Result<(), RecordError> {
        let mut inner = self.lock();
        self.write(&mut inner);
        inner.trouble.take().map_or(Ok(()), |error| Err(self.place.trouble(error)))
    }

    /// The run has ended: the file stays where it holds games that are not in the record, and goes where it
    /// does not.
    pub fn close(&self, up_to: u64) -> Result<(), RecordError> {
        self.handed_on(up_to)?;
        self.flush()?;
        if !self.lock().open.is_empty() {
            return Ok(());
        }
        let removed = self.place.sync_record().and_then(|()| atomic_file::remove(&self.place.path));
        removed.map_err(|error| self.place.trouble(error))
    }

    fn write(&self, inner: &mut Inner) {
        if let Err(error) = inner.write(&self.place) {
            inner.trouble = Some(error);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl JournalPath {
    fn of(record: &Path, head: [u8; 8]) -> Self {
        Self { path: record.with_extension("journal"), record: record.to_owned(), head }
    }

    /// What the file begins with.
    fn front(&self) -> [u8; HEAD] {
        std::array::from_fn(|n| if n < 8 { MAGIC[n] } else { self.head[n - 8] })
    }

    /// Brings the record to the disk: only then may a game of it go from here.
    fn sync_record(&self) -> io::Result<()> {
        File::options().write(true).open(&self.record)?.sync_all()
    }

    fn trouble(&self, error: io::Error) -> RecordError {
        RecordError::Io { path: self.path.clone(), error }
    }
}

impl Inner {
    fn write(&mut self, place: &JournalPath) -> io::Result<()> {
        self.written = Instant::now();
        if self.waiting.is_empty() {
            return Ok(());
        }
        let Some(file) = &mut self.file else { return self.rewrite(place) };
        if let Err(error) = file.write_all(&self.waiting) {
            // Half an entry may stand there now, and nothing may stand behind it.
            self.file = None;
            return Err(error);
        }
        self.size += self.waiting.len();
        self.waiting.clear();
        Ok(())
    }

    /// Writes the file anew, with the games that are still needed; it is there whole, before or after.
    fn rewrite(&mut self, place: &JournalPath) -> io::Result<()> {
        // Where this fails in the middle, the file that was open need not be the one that is there.
        self.file = None;
        let mut bytes = place.front().to_vec();
        self.open.values().for_each(|entry| bytes.extend_from_slice(entry));
        place.sync_record()?;
        self.file = Some(atomic_file::replace(&place.path, &bytes)?);
        self.size = bytes.len();
        self.waiting.clear();
        Ok(())
    }
}

/// The entries of a journal behind its front, by the numbers of their games; the place of the first byte that
/// nobody wrote so.
pub(super) fn entries(bytes: &[u8]) -> Result<BTreeMap<u64, &[u8]>, usize> {
    let (mut found, mut at) = (BTreeMap::new(), 0);
    loop {
        match next(&bytes[at..]) {
            Next::Game(game, length) => {
                found.insert(game.number, &bytes[at..at + length]);
                at += length;
            }
            Next::End => return Ok(found),
            Next::Damaged => return Err(at),
        }
    }
}

fn game_of(entry: &[u8]) -> Option<KeptGame> {
    match next(entry) {
        Next::Game(game, _) => Some(*game),
        Next::End | Next::Damaged => None,
    }
}

#[cfg(test)]
#[path = "journal_tests.rs"]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests;
