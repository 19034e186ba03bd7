//! A record in one piece, and the pieces that all records are made of.

use std::io;

use super::{ANSWER_TIMES, Block, COMPLETE, MAGIC, TIMES};
use crate::head::header::Header;
use crate::times::{Detail, TimeSheet};

/// The bytes of a record that has all its games: these packed blocks, and how long everyone thought, where it
/// was taken. For whoever keeps records elsewhere than in files.
pub fn whole_record(header: &Header, blocks: &[Block], times: &TimeSheet) -> io::Result<Vec<u8>> {
    let mut bytes = front(&head_of(header)?);
    for block in blocks {
        block.write_to(&mut bytes)?;
    }
    let games = blocks.last().map_or(0, |last| last.first + u64::from(last.count));
    Block::new(games).write_as(COMPLETE, &mut bytes)?;
    if !times.is_empty() {
        let first = blocks.first().map_or(0, |first| first.first);
        bytes.extend(times_section(first, times)?);
    }
    Ok(bytes)
}

/// What was planned, as it stands in a file.
pub(super) fn head_of(header: &Header) -> io::Result<Vec<u8>> {
    Ok(serde_json::to_vec(header)?)
}

/// What a file begins with: all in front of its first block.
pub(super) fn front(head: &[u8]) -> Vec<u8> {
    [&MAGIC[..], &(head.len() as u32).to_le_bytes(), head].concat()
}

/// Times as they stand behind the games, the first of which is given.
pub(super) fn times_section(first: u64, times: &TimeSheet) -> io::Result<Vec<u8>> {
    let mut block = Block { plain: times.bytes().to_vec(), ..Block::new(first) };
    block.pack()?;
    let mut bytes = Vec::new();
    let kind = match times.detail() {
        Detail::Seats => TIMES,
        Detail::Answers => ANSWER_TIMES,
    };
    block.write_as(kind, &mut bytes)?;
    Ok(bytes)
}
