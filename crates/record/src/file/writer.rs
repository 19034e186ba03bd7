//! Writing a record.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::journal::Journal;
use super::reader::hash_of;
use super::whole::{front, head_of, times_section};
use super::{Block, COMPLETE, RecordError, RecordReader};
use crate::atomic_file;
use crate::head::header::Header;
use crate::times::{TimeSheet, TimesFile, forget_beside, left_beside};

/// Writes a record, block by block.
#[derive(Debug)]
pub struct RecordWriter {
    path: PathBuf,
    file: BufWriter<File>,
    /// Times that will stand behind the games, and the game they begin with; `None` until there are any.
    times: Option<(u64, TimesFile)>,
    /// The first game of the last block.
    last: u64,
    /// How many sit at a table.
    seats: usize,
}

impl RecordWriter {
    /// Begins a record; the file must not be there yet. It is there with its whole head, or not at all.
    pub fn create(path: &Path, header: &Header) -> Result<Self, RecordError> {
        Self::begin(path, header).map(|(writer, _)| writer)
    }

    /// The same, with a journal for the games of blocks that are still open.
    pub fn with_journal(path: &Path, header: &Header) -> Result<(Self, Journal), RecordError> {
        let (writer, head) = Self::begin(path, header)?;
        Ok((writer, Journal::begin(path, head)?))
    }

    fn begin(path: &Path, header: &Header) -> Result<(Self, [u8; 8]), RecordError> {
        let at = |error| RecordError::Io { path: path.to_owned(), error };
        if path.try_exists().map_err(at)? {
            return Err(at(io::ErrorKind::AlreadyExists.into()));
        }
        forget_beside(path).map_err(at)?;
        let head = head_of(header).map_err(at)?;
        let file = BufWriter::new(atomic_file::replace(path, &front(&head)).map_err(at)?);
        Ok((Self { path: path.to_owned(), file, times: None, last: 0, seats: header.seats }, hash_of(&head)))
    }

    /// Goes on with a record after its last whole block, whatever of it was read before; half a block behind
    /// that is cut off, and so are the marks of its end. Nothing is where any of it cannot be read. The
    /// journal may have times that a killed run could not put beside its record.
    pub fn go_on(mut reader: RecordReader, journal: &Journal) -> Result<Self, RecordError> {
        while reader.next_block()?.is_some() {}
        let earlier = earlier_times(&mut reader, journal)?;
        let (path, seats) = (reader.path, reader.header.seats);
        let at = |error| RecordError::Io { path: path.clone(), error };
        let mut file = File::options().write(true).open(&path).map_err(at)?;
        // Before anything is cut off: they may stand behind the games.
        let times = earlier
            .map(|(first, sheet)| TimesFile::create(&path, first, &sheet).map(|times| (first, times)))
            .transpose()
            .map_err(at)?;
        file.set_len(reader.offset).map_err(at)?;
        file.seek(SeekFrom::End(0)).map_err(at)?;
        Ok(Self { file: BufWriter::new(file), times, last: 0, seats, path })
    }

    /// Adds a packed block.
    pub fn block(&mut self, block: &Block) -> Result<(), RecordError> {
        self.last = block.first;
        let written = block.write_to(&mut self.file).and_then(|()| self.file.flush());
        written.map_err(|error| self.trouble(error))
    }

    /// Keeps the times of the games of the last block, where they were taken.
    pub fn times(&mut self, times: &TimeSheet) -> Result<(), RecordError> {
        let at = |error| RecordError::Io { path: self.path.clone(), error };
        match &mut self.times {
            _ if times.is_empty() => Ok(()),
            Some((_, waiting)) => waiting.push(times, self.seats).map_err(at),
            None => {
                self.times = Some((self.last, TimesFile::create(&self.path, self.last, times).map_err(at)?));
                Ok(())
            }
        }
    }

    /// Ends the record: says that all games are in where they are, and puts the times behind them. When this
    /// returns, a power cut cannot take it.
    pub fn finish(mut self, complete: Option<u64>) -> Result<(), RecordError> {
        self.end(complete).map_err(|error| self.trouble(error))
    }

    fn end(&mut self, complete: Option<u64>) -> io::Result<()> {
        if let Some(games) = complete {
            Block::new(games).write_as(COMPLETE, &mut self.file)?;
        }
        let times = self.times.take();
        if let Some((first, waiting)) = &times {
            self.file.write_all(&times_section(*first, &waiting.all()?)?)?;
        }
        self.file.flush()?;
        // Before the times go that wait beside it.
        self.file.get_ref().sync_all()?;
        times.map_or(Ok(()), |(_, waiting)| waiting.remove())
    }

    fn trouble(&self, error: io::Error) -> RecordError {
        RecordError::Io { path: self.path.clone(), error }
    }
}

/// The times of all games that the reader has read, and the game they begin with; `None` where they were not
/// taken for all of them: those of later games must not take their place.
fn earlier_times(
    reader: &mut RecordReader,
    journal: &Journal,
) -> Result<Option<(u64, TimeSheet)>, RecordError> {
    let (seats, end) = (reader.header.seats, reader.next_game);
    let (mut first, mut found) = reader.times()?;
    if found.is_empty() {
        // A run that was killed has left them beside its record, up to its last block or the one before.
        (first, found) = left_beside(&reader.path)?.unwrap_or_default();
    }
    let mut sheet = TimeSheet::default();
    let mut known = found.timed_games(seats);
    for number in first..end {
        let times = known.next().or_else(|| journal.game(number)?.times);
        let Some(times) = times else { return Ok(None) };
        sheet.push_timed(seats, &times.seats, &times.answers);
    }
    Ok((!sheet.is_empty()).then_some((first, sheet)))
}
