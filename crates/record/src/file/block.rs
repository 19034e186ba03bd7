//! Games packed for the file.

use std::io;

use super::{BLOCK_HEAD, PACKING_LEVEL};
use crate::fixture::Fixture;
use crate::replay::append;

/// Games packed for the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The number of its first game.
    pub first: u64,
    /// How many games it holds.
    pub count: u32,
    /// The games, plain; see [`crate::games_in`].
    pub plain: Vec<u8>,
    pub(super) packed: Vec<u8>,
}

impl Block {
    /// An empty block that will begin with this game.
    #[must_use]
    pub fn new(first: u64) -> Self {
        Self { first, count: 0, plain: Vec::new(), packed: Vec::new() }
    }

    /// Adds the next game.
    pub fn push(&mut self, fixture: &Fixture, events: &[u8]) {
        append(&mut self.plain, fixture, events);
        self.count += 1;
    }

    /// Packs the games, so that whoever writes the file need not.
    pub fn pack(&mut self) -> io::Result<()> {
        self.packed = zstd::bulk::compress(&self.plain, PACKING_LEVEL)?;
        Ok(())
    }

    /// What stands in front of the packed bytes.
    pub(super) fn head(&self, kind: u8) -> [u8; BLOCK_HEAD] {
        let mut head = [0; BLOCK_HEAD];
        head[0] = kind;
        head[1..9].copy_from_slice(&self.first.to_le_bytes());
        head[9..13].copy_from_slice(&self.count.to_le_bytes());
        head[13..17].copy_from_slice(&(self.plain.len() as u32).to_le_bytes());
        head[17..21].copy_from_slice(&(self.packed.len() as u32).to_le_bytes());
        head[21..29].copy_from_slice(&blake3::hash(&self.packed).as_bytes()[..8]);
        head
    }
}
