//! Reading a record.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek};
use std::path::{Path, PathBuf};

use super::torn::holds_a_block;
use super::{
    ANSWER_TIMES, BLOCK_HEAD, Block, COMPLETE, GAMES, LARGEST_BLOCK, MAGIC, OUT, PART, RecordError, TIMES,
};
use crate::games_hash::GamesHash;
use crate::head::header::{FORMAT, Header, OLDEST_FORMAT};
use crate::head::left_out::LeftOut;
use crate::head::out::Out;
use crate::head::part::Part;
use crate::head::sound::{BadHead, MOST_GAMES};
use crate::shown::one_line;
use crate::times::{Detail, TimeSheet};

/// Reads a record, block by block: a file, unless it lies in memory.
#[derive(Debug)]
pub struct RecordReader<R = BufReader<File>> {
    pub(super) path: PathBuf,
    file: R,
    pub(super) header: Header,
    /// Tells this head from any other.
    pub(super) head_hash: [u8; 8],
    /// The games hash of the head alone.
    games_hash: GamesHash,
    /// Where the next block begins.
    pub(super) offset: u64,
    /// Where the next byte is read from.
    at: u64,
    /// Where the section that is being read begins.
    section: u64,
    complete: bool,
    /// The game after the last one read.
    pub(super) next_game: u64,
    /// The game that the next block begins with, once one was seen.
    expected: Option<u64>,
    /// How many games were seen.
    games: u64,
    found_times: Option<(u64, TimeSheet)>,
    /// The parts that begin in the block that comes next.
    coming: Vec<Part>,
    /// Who was put out in the games so far, and in the block that comes next.
    outs: Vec<Out>,
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
        let unreadable = |byte, error| RecordError::Unreadable { path: path.to_owned(), byte, error };
        let not_ours = || RecordError::NotARecord(path.to_owned());
        let mut front = Vec::new();
        read_up_to(&mut file, 12, &mut front).map_err(|error| unreadable(0, error))?;
        if front.len() < 12 || &front[..8] != MAGIC {
            return Err(not_ours());
        }
        let length = u32_at(&front, 8);
        let mut head = Vec::new();
        read_up_to(&mut file, length, &mut head).map_err(|error| unreadable(12, error))?;
        let header = read_header(path, &head)?;
        let begin = 12 + u64::from(length);
        Ok(Self {
            path: path.to_owned(),
            file,
            header,
            head_hash: hash_of(&head),
            games_hash: GamesHash::of_head(&head),
            offset: begin,
            at: begin,
            section: begin,
            complete: false,
            next_game: 0,
            expected: None,
            games: 0,
            found_times: None,
            coming: Vec::new(),
            outs: Vec::new(),
        })
    }

    /// What was planned.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The games hash before the first game; whoever reads the blocks adds them.
    #[must_use]
    pub fn games_hash(&self) -> GamesHash {
        self.games_hash.clone()
    }

    /// Whether the last block read was the one that says that all games are in.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The next block; `None` at the end, also where the file was cut off in the middle of its last block.
    /// Bytes that cannot be read are an error, and so is a block that claims to be longer than the file while
    /// others follow it.
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
            self.section = self.at;
            let bytes = self.bytes(BLOCK_HEAD as u32)?;
            let Ok(head) = <[u8; BLOCK_HEAD]>::try_from(bytes) else { return Ok(None) };
            let (first, count) = (u64_at(&head, 1), u32_at(&head, 9));
            if head[0] == GAMES {
                // To go on behind the mark that all games are in, a run cuts that off.
                if self.complete {
                    return Err(self.damaged(first));
                }
                let end = first.checked_add(u64::from(count)).filter(|&end| end <= MOST_GAMES);
                let follows = self.expected.is_none_or(|expected| expected == first);
                self.games += u64::from(count);
                self.expected = end.filter(|_| follows);
                if self.expected.is_none() {
                    return Err(self.damaged(first));
                }
            }
            // A games' block whose kind was changed would be the end of the games, and all behind it would be
            // cut off.
            if head[0] != GAMES && count != 0 {
                return Err(self.damaged(first));
            }
            match head[0] {
                GAMES if wanted(first, count) => {
                    let mut block = self.unpack(&head)?;
                    if let Some(block) = &mut block {
                        block.parts = std::mem::take(&mut self.coming);
                        block.outs.clone_from(&self.outs);
                    }
                    if block.as_ref().is_some_and(|block| !block.is_whole(&self.header)) {
                        return Err(self.damaged(first));
                    }
                    if block.is_some() {
                        self.next_game = first + u64::from(count);
                        self.offset = self.at;
                    }
                    return Ok(block);
                }
                GAMES => self.skip(u32_at(&head, 17))?,
                PART => {
                    let Some(section) = self.unpack(&head)? else { return Ok(None) };
                    let part: Part =
                        serde_json::from_slice(&section.plain).map_err(|_| self.damaged(first))?;
                    if part.game != first {
                        return Err(self.damaged(first));
                    }
                    self.coming.push(part.shown());
                }
                OUT => {
                    let Some(section) = self.unpack(&head)? else { return Ok(None) };
                    let out: Out = serde_json::from_slice(&section.plain).map_err(|_| self.damaged(first))?;
                    let follows = self.expected.is_none_or(|expected| out.game >= expected);
                    if out.game != first || !follows {
                        return Err(self.damaged(first));
                    }
                    self.outs.push(out.shown());
                }
                COMPLETE => {
                    // It holds nothing, so no hash would tell that it was changed.
                    if self.complete || !self.ends(first) || head != Block::new(first).head(COMPLETE) {
                        return Err(self.damaged(first));
                    }
                    self.complete = true;
                }
                kind @ (TIMES | ANSWER_TIMES) => {
                    let Some(times) = self.unpack(&head)? else { return Ok(None) };
                    let detail = if kind == TIMES { Detail::Seats } else { Detail::Answers };
                    let sheet = TimeSheet::from_bytes(times.plain, detail);
                    // They are the last that is written: what follows them was not written there. And times
                    // of no game are never written: that was the mark that all games are in.
                    if sheet.is_empty() || !self.fit(first, &sheet) || !self.bytes(1)?.is_empty() {
                        return Err(self.damaged(first));
                    }
                    self.found_times = Some((first, sheet));
                    return Ok(None);
                }
                _ => return Err(self.damaged(first)),
            }
        }
    }

    /// Whether a tournament that ends with so many games is the one whose games were seen: counted from its
    /// first, or alone, where a record holds some of another's.
    fn ends(&self, games: u64) -> bool {
        self.expected.is_none_or(|end| games == end || games == self.games)
    }

    /// Whether times are those of the games that were seen, from `first` on.
    fn fit(&self, first: u64, sheet: &TimeSheet) -> bool {
        let end = self.expected.unwrap_or(first);
        let games = sheet.games(self.header.seats).count() as u64;
        first.checked_add(games) == Some(end)
    }

    fn skip(&mut self, length: u32) -> Result<(), RecordError> {
        let moved = self.file.seek_relative(i64::from(length));
        moved.map_err(|error| self.unreadable(error))?;
        self.at += u64::from(length);
        self.offset = self.at;
        self.coming.clear();
        Ok(())
    }

    /// So many bytes, or those that are left; that they cannot be read is never taken for their end.
    fn bytes(&mut self, length: u32) -> Result<Vec<u8>, RecordError> {
        let mut bytes = Vec::new();
        let read = read_up_to(&mut self.file, length, &mut bytes);
        self.at += bytes.len() as u64;
        read.map_err(|error| self.unreadable(error))?;
        Ok(bytes)
    }

    /// The block with this head; `None` where the file was cut off in it.
    fn unpack(&mut self, head: &[u8; BLOCK_HEAD]) -> Result<Option<Block>, RecordError> {
        let (plain_length, packed_length) = (u32_at(head, 13), u32_at(head, 17));
        let mut block = Block { first: u64_at(head, 1), count: u32_at(head, 9), ..Block::new(0) };
        if plain_length > LARGEST_BLOCK || packed_length > LARGEST_BLOCK {
            return Err(self.damaged(block.first));
        }
        block.packed = self.bytes(packed_length)?;
        if block.packed.len() != packed_length as usize {
            // A length that was changed would take all that follows for the rest of one block.
            return if holds_a_block(&block.packed) { Err(self.damaged(block.first)) } else { Ok(None) };
        }
        if hash_of(&block.packed) != head[21..29] {
            return Err(self.damaged(block.first));
        }
        block.plain = zstd::bulk::decompress(&block.packed, plain_length as usize)
            .map_err(|_| self.damaged(block.first))?;
        if block.plain.len() != plain_length as usize {
            return Err(self.damaged(block.first));
        }
        Ok(Some(block))
    }

    fn unreadable(&self, error: io::Error) -> RecordError {
        RecordError::Unreadable { path: self.path.clone(), byte: self.at, error }
    }

    fn damaged(&self, first: u64) -> RecordError {
        RecordError::Damaged { path: self.path.clone(), byte: self.section, first }
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
    header.left_out = header.left_out.into_iter().map(LeftOut::shown).collect();
    Ok(header)
}

/// The next bytes of a file, up to so many; fewer only where it ends.
fn read_up_to(file: &mut impl Read, length: u32, bytes: &mut Vec<u8>) -> io::Result<()> {
    file.take(u64::from(length)).read_to_end(bytes).map(drop)
}

/// The hash that blocks, heads and entries are known by.
pub(super) fn hash_of(bytes: &[u8]) -> [u8; 8] {
    let hash = blake3::hash(bytes);
    std::array::from_fn(|n| hash.as_bytes()[n])
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|n| bytes[at + n]))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|n| bytes[at + n]))
}

#[cfg(test)]
#[path = "reader_tests.rs"]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests;
