//! Writing a record.

use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{Block, COMPLETE, GAMES, MAGIC, RecordError, RecordReader, TIMES};
use crate::header::Header;
use crate::times::{TimeSheet, Waiting};

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
    /// Begins a record; the file must not be there yet.
    pub fn create(path: &Path, header: &Header) -> Result<Self, RecordError> {
        let at = |error| RecordError::Io { path: path.to_owned(), error };
        let file = File::create_new(path).map_err(at)?;
        let mut writer = Self { path: path.to_owned(), file: BufWriter::new(file), times: None, last: 0 };
        let head = serde_json::to_vec(header).map_err(|error| at(error.into()))?;
        writer.write(MAGIC)?;
        writer.write(&(head.len() as u32).to_le_bytes())?;
        writer.write(&head)?;
        writer.flush()?;
        Ok(writer)
    }

    /// Goes on with a record after the blocks that the reader has read; what follows them is cut off.
    pub fn go_on(mut reader: RecordReader) -> Result<Self, RecordError> {
        let (first, earlier) = reader.times()?;
        // Times of a run that was killed are lost with it; those of later games must not take their place.
        let unbroken = first + earlier.games(reader.header.seats).count() as u64 == reader.next_game;
        let path = reader.path;
        let at = |error| RecordError::Io { path: path.clone(), error };
        let mut file = File::options().write(true).open(&path).map_err(at)?;
        file.set_len(reader.offset).map_err(at)?;
        file.seek(SeekFrom::End(0)).map_err(at)?;
        let kept = unbroken && !earlier.is_empty();
        let times = kept.then(|| Waiting::create(&path, &earlier).map_err(at)).transpose()?;
        Ok(Self { file: BufWriter::new(file), times: times.map(|times| (first, times)), last: 0, path })
    }

    /// Adds a packed block.
    pub fn block(&mut self, block: &Block) -> Result<(), RecordError> {
        self.last = block.first;
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
                self.times = Some((self.last, Waiting::create(&self.path, times).map_err(at)?));
                Ok(())
            }
        }
    }

    /// Ends the record: says that all games are in where they are, and puts the times behind them.
    pub fn finish(mut self, complete: Option<u64>) -> Result<(), RecordError> {
        if let Some(games) = complete {
            self.write(&Block::new(games).head(COMPLETE))?;
        }
        if let Some((first, waiting)) = self.times.take() {
            let at = |error| RecordError::Io { path: self.path.clone(), error };
            let sheet = waiting.take().map_err(at)?;
            let mut block = Block { plain: sheet.bytes().to_vec(), ..Block::new(first) };
            block.pack().map_err(at)?;
            self.write(&block.head(TIMES))?;
            self.write(&block.packed)?;
        }
        self.flush()
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), RecordError> {
        self.file.write_all(bytes).map_err(|error| RecordError::Io { path: self.path.clone(), error })
    }

    fn flush(&mut self) -> Result<(), RecordError> {
        self.file.flush().map_err(|error| RecordError::Io { path: self.path.clone(), error })
    }
}
