//! The same record with other events in its games: for whoever hands it on without all that it holds.

use std::path::Path;

use super::{Block, RecordError, RecordReader};
use crate::head::header::Header;
use crate::replay::{GameBytes, games_in};

/// A record that lies in memory, with the events that `rewrite` gives for each game; where it gives none, the
/// record is damaged. Whatever stands behind the games stays as it is.
pub fn with_other_events(
    bytes: &[u8],
    mut rewrite: impl FnMut(&Header, &GameBytes<'_>) -> Option<Vec<u8>>,
) -> Result<Vec<u8>, RecordError> {
    let path = Path::new("the record");
    let mut reader = RecordReader::in_memory(path, bytes)?;
    let header = reader.header().clone();
    let mut out = up_to(bytes, reader.offset).to_vec();
    loop {
        let byte = reader.offset;
        let Some(block) = reader.next_block()? else { break };
        let damaged = || RecordError::Damaged { path: path.to_owned(), byte, first: block.first };
        let mut other = Block::new(block.first);
        for game in games_in(block.first, header.seats, header.games_per_deal, &block.plain) {
            let events = rewrite(&header, &game).ok_or_else(damaged)?;
            other.push(&game.fixture, &events);
        }
        if other.count != block.count {
            return Err(damaged());
        }
        other.parts.clone_from(&block.parts);
        other.outs.clone_from(&block.outs);
        let unpacked = |error| RecordError::Io { path: path.to_owned(), error };
        other.pack().map_err(unpacked)?;
        other.write_to(&mut out).map_err(unpacked)?;
    }
    out.extend_from_slice(&bytes[up_to(bytes, reader.offset).len()..]);
    Ok(out)
}

fn up_to(bytes: &[u8], offset: u64) -> &[u8] {
    &bytes[..bytes.len().min(usize::try_from(offset).unwrap_or(usize::MAX))]
}
