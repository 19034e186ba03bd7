//! Reading a record.

use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek};
use std::path::{Path, PathBuf};

use super::{BLOCK_HEAD, Block, COMPLETE, GAMES, LARGEST_BLOCK, MAGIC, RecordError, TIMES};
use crate::header::{FORMAT, Header, OLDEST_FORMAT};
use crate::shown::one_line;
use crate::sound::{BadHead, MOST_GAMES};
use crate::times::TimeSheet;

/// Reads a record, block by block: a file, unless it lies in memory.
#[derive(Debug)]
pub struct RecordReader<R = BufReader<File>> {
    pub(super) path: PathBuf,
    file: R,
    pub(super) header: Header,
    /// Where the next block begins.
    pub(super) offset: u64,
    complete: bool,
    /// The game after the last one read.
    pub(super) next_game: u64,
    /// The game that the next block begins with, once one was seen.
    expected: Option<u64>,
    found_times: Option<(u64, TimeSheet)>,
}

impl RecordReader {
    /// Opens a record and reads its head.
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let file = File::open(path).map_err(|error| RecordError::Io { path: path.to_owned(), error })?;
        Self::read(path, BufReader::new(file))
    }
}

impl<'a> RecordReader<Cursor<&'a [u8]>> {
    /// Reads the head of a record that lies in memory; `name` is what errors call it.
    pub fn in_memory(name: &Path, bytes: &'a [u8]) -> Result<Self, RecordError> {
        Self::read(name, Cursor::new(bytes))
    }
}

impl<R: Read + Seek> RecordReader<R> {
    fn read(path: &Path, mut file: R) -> Result<Self, RecordError> {
        let at = |error| RecordError::Io { path: path.to_owned(), error };
        let not_ours = || RecordError::NotARecord(path.to_owned());
        let mut front = [0; 12];
        file.read_exact(&mut front).map_err(|_| not_ours())?;
        if &front[..8] != MAGIC {
            return Err(not_ours());
        }
        let length = u32_at(&front, 8);
        let mut head = Vec::new();
        file.by_ref().take(u64::from(length)).read_to_end(&mut head).map_err(at)?;
        let header = read_header(path, &head)?;
        Ok(Self {
            path: path.to_owned(),
            file,
            header,
            offset: 12 + u64::from(length),
            complete: false,
            next_game: 0,
            expected: None,
            found_times: None,
        })
    }

    /// What was planned.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Whether the last block read was the one that says that all games are in.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The next block; `None` at the end, also where the file was cut off in the middle of a block.
    pub fn next_block(&mut self) -> Result<Option<Block>, RecordError> {
        self.seek_block(|_, _| true)
    }

    /// The block that holds a game.
    pub fn block_with(&mut self, game: u64) -> Result<Option<Block>, RecordError> {
        self.seek_block(|first, count| game < first.saturating_add(u64::from(count)))
    }

    /// How long everyone thought, from which game on, where it was taken; reads to the end of the file.
    pub fn times(&mut self) -> Result<(u64, TimeSheet), RecordError> {
        let offset = self.offset;
        while self.seek_block(|_, _| false)?.is_some() {}
        self.offset = offset;
        Ok(self.found_times.clone().unwrap_or_default())
    }

    /// The next block that is wanted, by its first game and its count; others are passed over unread.
    fn seek_block(&mut self, wanted: impl Fn(u64, u32) -> bool) -> Result<Option<Block>, RecordError> {
        loop {
            let mut head = [0; BLOCK_HEAD];
            if self.file.read_exact(&mut head).is_err() {
                return Ok(None);
            }
            let (first, count) = (u64_at(&head, 1), u32_at(&head, 9));
            if head[0] == GAMES {
                let end = first.checked_add(u64::from(count)).filter(|&end| end <= MOST_GAMES);
                let follows = self.expected.is_none_or(|expected| expected == first);
                self.expected = end.filter(|_| follows);
                if self.expected.is_none() {
                    return Err(self.damaged(first));
                }
            }
            match head[0] {
                GAMES if wanted(first, count) => {
                    let block = self.unpack(&head)?;
                    if block.as_ref().is_some_and(|block| !block.is_whole(&self.header)) {
                        return Err(self.damaged(first));
                    }
                    if block.is_some() {
                        self.next_game = first + u64::from(count);
                        self.offset += BLOCK_HEAD as u64 + u64::from(u32_at(&head, 17));
                    }
                    return Ok(block);
                }
                GAMES => self.skip(u32_at(&head, 17))?,
                COMPLETE => self.complete = true,
                TIMES if first > MOST_GAMES => return Err(self.damaged(first)),
                TIMES => {
                    self.found_times =
                        self.unpack(&head)?.map(|block| (first, TimeSheet::from_bytes(block.plain)));
                    return Ok(None);
                }
                _ => return Err(self.damaged(first)),
            }
        }
    }

    fn skip(&mut self, length: u32) -> Result<(), RecordError> {
        self.offset += BLOCK_HEAD as u64 + u64::from(length);
        self.file
            .seek_relative(i64::from(length))
            .map_err(|error| RecordError::Io { path: self.path.clone(), error })
    }

    /// The block with this head; `None` where the file was cut off in it.
    fn unpack(&mut self, head: &[u8; BLOCK_HEAD]) -> Result<Option<Block>, RecordError> {
        let (plain_length, packed_length) = (u32_at(head, 13), u32_at(head, 17));
        let mut block = Block { first: u64_at(head, 1), count: u32_at(head, 9), ..Block::new(0) };
        if plain_length > LARGEST_BLOCK || packed_length > LARGEST_BLOCK {
            return Err(self.damaged(block.first));
        }
        let read = self.file.by_ref().take(u64::from(packed_length)).read_to_end(&mut block.packed);
        if read.is_err() || block.packed.len() != packed_length as usize {
            return Ok(None);
        }
        if blake3::hash(&block.packed).as_bytes()[..8] != head[21..29] {
            return Err(self.damaged(block.first));
        }
        block.plain = zstd::bulk::decompress(&block.packed, plain_length as usize)
            .map_err(|_| self.damaged(block.first))?;
        if block.plain.len() != plain_length as usize {
            return Err(self.damaged(block.first));
        }
        Ok(Some(block))
    }

    fn damaged(&self, first: u64) -> RecordError {
        RecordError::Damaged { path: self.path.clone(), first }
    }
}

fn read_header(path: &Path, head: &[u8]) -> Result<Header, RecordError> {
    let not_ours = || RecordError::NotARecord(path.to_owned());
    // The format is looked at first: the head of another format need not fit our type.
    let loose: serde_json::Value = serde_json::from_slice(head).map_err(|_| not_ours())?;
    let found = loose["format"].as_u64().ok_or_else(not_ours)?;
    let found = u32::try_from(found).unwrap_or(u32::MAX);
    if !(OLDEST_FORMAT..=FORMAT).contains(&found) {
        return Err(RecordError::OtherFormat { path: path.to_owned(), found });
    }
    let bad = |why| RecordError::BadHead { path: path.to_owned(), why };
    let mut header: Header =
        serde_json::from_value(loose).map_err(|error| bad(BadHead::Unreadable(error.to_string())))?;
    if header.generator != header.origin.generator() {
        return Err(RecordError::OtherGenerator { path: path.to_owned(), found: header.generator });
    }
    header.check().map_err(bad)?;
    // Names of unknown origin, which stand in every table and story.
    for entrant in &mut header.entrants {
        entrant.name = one_line(&entrant.name).into_owned();
    }
    Ok(header)
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|n| bytes[at + n]))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|n| bytes[at + n]))
}
