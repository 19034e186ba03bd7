//! Writing a record.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::journal::Journal;
use super::reader::hash_of;
use super::{Block, COMPLETE, GAMES, MAGIC, RecordError, RecordReader, TIMES};
use crate::header::Header;
use crate::times::{TimeSheet, Waiting, forget_beside, left_beside};

/// Writes a record, block by block.
#[derive(Debug)]
pub struct RecordWriter {
    path: PathBuf,
    file: BufWriter<File>,
    /// Times that will stand behind the games, and the game they begin with; `None` until there are any.
    times: Option<(u64, Waiting)>,
    /// The first game of the last block.
    last: u64,
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
        let head = serde_json::to_vec(header).map_err(|error| at(error.into()))?;
        let beside = path.with_extension("croupier.part");
        let mut file = File::create(&beside).map_err(at)?;
        file.write_all(&[&MAGIC[..], &(head.len() as u32).to_le_bytes(), &head].concat()).map_err(at)?;
        fs::rename(&beside, path).map_err(at)?;
        let file = BufWriter::new(file);
        Ok((Self { path: path.to_owned(), file, times: None, last: 0 }, hash_of(&head)))
    }

    /// Goes on with a record after the blocks that the reader has read; what follows them is cut off. The journal may
    /// have times that a killed run could not put beside its record.
    pub fn go_on(mut reader: RecordReader, journal: &Journal) -> Result<Self, RecordError> {
        let earlier = earlier_times(&mut reader, journal)?;
        let path = reader.path;
        let at = |error| RecordError::Io { path: path.clone(), error };
        let mut file = File::options().write(true).open(&path).map_err(at)?;
        // Before anything is cut off: they may stand behind the games.
        let times = earlier
            .map(|(first, sheet)| Waiting::create(&path, first, &sheet).map(|times| (first, times)))
            .transpose()
            .map_err(at)?;
        file.set_len(reader.offset).map_err(at)?;
        file.seek(SeekFrom::End(0)).map_err(at)?;
        Ok(Self { file: BufWriter::new(file), times, last: 0, path })
    }

    /// Adds a packed block.
    pub fn block(&mut self, block: &Block) -> Result<(), RecordError> {
        self.last = block.first;
        let parts = block.sections().map_err(|error| RecordError::Io { path: self.path.clone(), error })?;
        self.write(&parts)?;
        self.write(&block.head(GAMES))?;
        self.write(&block.packed)?;
        self.flush()
    }

    /// Keeps the times of the games of the last block, where they were taken.
    pub fn times(&mut self, times: &TimeSheet) -> Result<(), RecordError> {
        let at = |error| RecordError::Io { path: self.path.clone(), error };
        match &mut self.times {
            _ if times.is_empty() => Ok(()),
            Some((_, waiting)) => waiting.push(times).map_err(at),
            None => {
                self.times = Some((self.last, Waiting::create(&self.path, self.last, times).map_err(at)?));
                Ok(())
            }
        }
    }

    /// Ends the record: says that all games are in where they are, and puts the times behind them.
    pub fn finish(mut self, complete: Option<u64>) -> Result<(), RecordError> {
        if let Some(games) = complete {
            self.write(&Block::new(games).head(COMPLETE))?;
        }
        let at = |path: &Path| {
            let path = path.to_owned();
            move |error| RecordError::Io { path, error }
        };
        let Some((first, waiting)) = self.times.take() else { return self.flush() };
        let sheet = waiting.all().map_err(at(&self.path))?;
        let mut block = Block { plain: sheet.bytes().to_vec(), ..Block::new(first) };
        block.pack().map_err(at(&self.path))?;
        self.write(&block.head(TIMES))?;
        self.write(&block.packed)?;
        self.flush()?;
        waiting.remove().map_err(at(&self.path))
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), RecordError> {
        self.file.write_all(bytes).map_err(|error| RecordError::Io { path: self.path.clone(), error })
    }

    fn flush(&mut self) -> Result<(), RecordError> {
        self.file.flush().map_err(|error| RecordError::Io { path: self.path.clone(), error })
    }
}

/// The times of all games that the reader has read, and the game they begin with; `None` where they were not taken for all
/// of them: those of later games must not take their place.
fn earlier_times(
    reader: &mut RecordReader,
    journal: &Journal,
) -> Result<Option<(u64, TimeSheet)>, RecordError> {
    let (seats, end) = (reader.header.seats, reader.next_game);
    let (mut first, mut found) = reader.times()?;
    if found.is_empty() {
        // A run that was killed has left them beside its record, up to its last block or the one before.
        let beside = left_beside(&reader.path);
        let beside = beside.map_err(|error| RecordError::Io { path: reader.path.clone(), error })?;
        (first, found) = beside.unwrap_or_default();
    }
    let mut sheet = TimeSheet::default();
    let mut known = found.games(seats);
    for number in first..end {
        let times = known.next().or_else(|| journal.game(number)?.times);
        let Some(times) = times else { return Ok(None) };
        sheet.push(seats, &times);
    }
    Ok((!sheet.is_empty()).then_some((first, sheet)))
}
