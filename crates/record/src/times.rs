//! How long everyone thought: the part of a record that never repeats, kept apart from all that does.
//!
//! While a tournament runs, times wait in a file beside the record; at the end they are moved behind the
//! games, where they disturb no comparison.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use croupier_games::MAX_SEATS;

use crate::atomic_file;
use crate::file::{RecordError, read_beside};
use crate::varint;

/// The thinking times of the seats of one game, in microseconds.
pub type GameTimes = [u64; MAX_SEATS];

/// The times of a game whose seats thought so long.
#[must_use]
pub fn game_times(seats: &[u64]) -> GameTimes {
    std::array::from_fn(|seat| seats.get(seat).copied().unwrap_or(0))
}

/// The times of some consecutive games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TimeSheet {
    bytes: Vec<u8>,
}

impl TimeSheet {
    /// Adds the times of the next game.
    pub fn push(&mut self, seats: usize, times: &GameTimes) {
        for &time in &times[..seats] {
            varint::write(&mut self.bytes, time);
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The times game by game.
    pub fn games(&self, seats: usize) -> impl Iterator<Item = GameTimes> {
        let mut rest = self.bytes.as_slice();
        std::iter::from_fn(move || next_times(seats, &mut rest))
    }

    /// The times game by game, for whoever reads them beside the games.
    pub fn into_games(self, seats: usize) -> impl Iterator<Item = GameTimes> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let mut rest = &self.bytes[at..];
            let times = next_times(seats, &mut rest);
            at = self.bytes.len() - rest.len();
            times
        })
    }
}

fn next_times(seats: usize, rest: &mut &[u8]) -> Option<GameTimes> {
    if rest.is_empty() {
        return None;
    }
    let mut times = GameTimes::default();
    for time in times.iter_mut().take(seats) {
        *time = varint::read(rest)?;
    }
    Some(times)
}

/// What the file of waiting times begins with, before the number of its first game.
const MAGIC: &[u8; 8] = b"CROUTIME";
const HEAD: usize = 16;

/// Times that wait for the end of the tournament.
#[derive(Debug)]
pub(crate) struct TimesFile {
    path: PathBuf,
    file: File,
}

impl TimesFile {
    /// Begins with these times, of the games from `first` on; the file is there whole or as it was before.
    pub(crate) fn create(record: &Path, first: u64, times: &TimeSheet) -> io::Result<Self> {
        let path = path_of(record);
        let bytes = [&MAGIC[..], &first.to_le_bytes(), times.bytes()].concat();
        Ok(Self { file: atomic_file::replace(&path, &bytes)?, path })
    }

    /// Adds the times of later games.
    pub(crate) fn push(&mut self, times: &TimeSheet) -> io::Result<()> {
        self.file.write_all(times.bytes())
    }

    /// All of them.
    pub(crate) fn all(&self) -> io::Result<TimeSheet> {
        let mut bytes = Vec::new();
        File::open(&self.path)?.read_to_end(&mut bytes)?;
        Ok(TimeSheet::from_bytes(bytes.split_off(HEAD.min(bytes.len()))))
    }

    /// They stand behind the games now, and wait no more.
    pub(crate) fn remove(self) -> io::Result<()> {
        drop(self.file);
        atomic_file::remove(&self.path)
    }
}

/// Removes the times of a run whose record is gone.
pub(crate) fn forget_beside(record: &Path) -> io::Result<()> {
    atomic_file::remove(&path_of(record))
}

/// The times that a killed run left beside its record, and the game that they begin with.
pub(crate) fn left_beside(record: &Path) -> Result<Option<(u64, TimeSheet)>, RecordError> {
    let Some(bytes) = read_beside(&path_of(record))? else { return Ok(None) };
    let Some((head, times)) = bytes.split_at_checked(HEAD) else { return Ok(None) };
    let first = u64::from_le_bytes(std::array::from_fn(|n| head[8 + n]));
    Ok((&head[..8] == MAGIC).then(|| (first, TimeSheet::from_bytes(times.to_vec()))))
}

fn path_of(record: &Path) -> PathBuf {
    record.with_extension("times")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_come_back_game_by_game() {
        for seats in [2, MAX_SEATS] {
            let times = |game: u64| std::array::from_fn(|seat| if seat < seats { game << seat } else { 0 });
            let games: [GameTimes; 2] = [times(1), times(70_000)];
            let mut sheet = TimeSheet::default();
            games.iter().for_each(|times| sheet.push(seats, times));
            assert_eq!(sheet.games(seats).collect::<Vec<_>>(), games);
            assert_eq!(sheet.into_games(seats).collect::<Vec<_>>(), games);
        }
    }
}
