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

/// How long each answer of a game took, in microseconds, in the order in which the answers stand in its
/// record; `None` for a move that nobody was asked for.
pub type AnswerTimes = Vec<Option<u64>>;

/// How long everyone thought in one game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TimedGame {
    /// In all, seat by seat.
    pub seats: GameTimes,
    /// Answer by answer; empty where only the sums are known.
    pub answers: AnswerTimes,
}

/// The times of a game whose seats thought so long.
#[must_use]
pub fn game_times(seats: &[u64]) -> GameTimes {
    std::array::from_fn(|seat| seats.get(seat).copied().unwrap_or(0))
}

/// The times of some consecutive games.
///
/// Of each game: what every seat thought, how many answers there are, and of each 0, or 1 and what it took.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TimeSheet {
    bytes: Vec<u8>,
    detail: Detail,
}

/// What a sheet knows of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Detail {
    /// What every seat thought in all, as records of older versions have it.
    Seats,
    /// What every answer took, too.
    #[default]
    Answers,
}

impl TimeSheet {
    /// Adds the next game, of which only the sums are known.
    pub fn push(&mut self, seats: usize, times: &GameTimes) {
        self.push_timed(seats, times, &[]);
    }

    /// Adds the next game.
    pub fn push_timed(&mut self, seats: usize, times: &GameTimes, answers: &[Option<u64>]) {
        for &time in &times[..seats] {
            varint::write(&mut self.bytes, time);
        }
        varint::write(&mut self.bytes, answers.len() as u64);
        for answer in answers {
            varint::write(&mut self.bytes, answer.map_or(0, |time| time.saturating_add(1)));
        }
    }

    /// The same games with the sums alone.
    pub(crate) fn without_answers(&self, seats: usize) -> Self {
        let mut sums = Self::default();
        self.games(seats).for_each(|times| sums.push(seats, &times));
        sums
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(crate) fn from_bytes(bytes: Vec<u8>, detail: Detail) -> Self {
        Self { bytes, detail }
    }

    pub(crate) fn detail(&self) -> Detail {
        self.detail
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What every seat thought, game by game.
    pub fn games(&self, seats: usize) -> impl Iterator<Item = GameTimes> {
        self.timed_games(seats).map(|game| game.seats)
    }

    /// The times game by game.
    pub fn timed_games(&self, seats: usize) -> impl Iterator<Item = TimedGame> {
        let mut rest = self.bytes.as_slice();
        std::iter::from_fn(move || next_game(seats, self.detail, &mut rest))
    }

    /// The times game by game, for whoever reads them beside the games.
    pub fn into_games(self, seats: usize) -> impl Iterator<Item = TimedGame> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let mut rest = &self.bytes[at..];
            let game = next_game(seats, self.detail, &mut rest);
            at = self.bytes.len() - rest.len();
            game
        })
    }
}

fn next_game(seats: usize, detail: Detail, rest: &mut &[u8]) -> Option<TimedGame> {
    if rest.is_empty() {
        return None;
    }
    let mut game = TimedGame::default();
    for time in game.seats.iter_mut().take(seats) {
        *time = varint::read(rest)?;
    }
    if detail == Detail::Answers {
        for _ in 0..varint::read(rest)? {
            game.answers.push(varint::read(rest)?.checked_sub(1));
        }
    }
    Some(game)
}

/// What the file of waiting times begins with, before the number of its first game.
const MAGIC: &[u8; 8] = b"CROUTIM2";
/// The same of older versions, which knew the sums alone.
const MAGIC_OF_SEATS: &[u8; 8] = b"CROUTIME";
const HEAD: usize = 16;
/// Where so many bytes wait, later games have their sums alone: all of them are one section at the end.
const MOST_WITH_ANSWERS: u64 = 1 << 28;

/// Times that wait for the end of the tournament.
#[derive(Debug)]
pub(crate) struct TimesFile {
    path: PathBuf,
    file: File,
    length: u64,
}

impl TimesFile {
    /// Begins with these times, of the games from `first` on; the file is there whole or as it was before.
    pub(crate) fn create(record: &Path, first: u64, times: &TimeSheet) -> io::Result<Self> {
        let path = path_of(record);
        let bytes = [&MAGIC[..], &first.to_le_bytes(), times.bytes()].concat();
        Ok(Self { file: atomic_file::replace(&path, &bytes)?, path, length: bytes.len() as u64 })
    }

    /// Adds the times of later games, at a table of so many.
    pub(crate) fn push(&mut self, times: &TimeSheet, seats: usize) -> io::Result<()> {
        let sums = (self.length >= MOST_WITH_ANSWERS).then(|| times.without_answers(seats));
        let bytes = sums.as_ref().unwrap_or(times).bytes();
        self.length += bytes.len() as u64;
        self.file.write_all(bytes)
    }

    /// All of them.
    pub(crate) fn all(&self) -> io::Result<TimeSheet> {
        let mut bytes = Vec::new();
        File::open(&self.path)?.read_to_end(&mut bytes)?;
        Ok(TimeSheet::from_bytes(bytes.split_off(HEAD.min(bytes.len())), Detail::Answers))
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
    let detail = match &head[..8] {
        magic if magic == MAGIC => Detail::Answers,
        magic if magic == MAGIC_OF_SEATS => Detail::Seats,
        _ => return Ok(None),
    };
    Ok(Some((first, TimeSheet::from_bytes(times.to_vec(), detail))))
}

fn path_of(record: &Path) -> PathBuf {
    record.with_extension("times")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use super::*;

    #[test]
    fn times_come_back_game_by_game() {
        for seats in [2, MAX_SEATS] {
            let times = |game: u64| std::array::from_fn(|seat| if seat < seats { game << seat } else { 0 });
            let games: [GameTimes; 2] = [times(1), times(70_000)];
            let mut sheet = TimeSheet::default();
            let answers = [vec![], vec![None, Some(0), Some(70_000), Some(u64::MAX - 1)]];
            games.iter().zip(&answers).for_each(|(times, answers)| sheet.push_timed(seats, times, answers));
            assert_eq!(sheet.games(seats).collect::<Vec<_>>(), games);
            let alone = sheet.without_answers(seats);
            assert_eq!(alone.games(seats).collect::<Vec<_>>(), games);
            assert!(alone.timed_games(seats).all(|game| game.answers.is_empty()));
            let timed: Vec<TimedGame> = sheet.into_games(seats).collect();
            let both = games.into_iter().zip(answers);
            assert_eq!(timed, both.map(|(seats, answers)| TimedGame { seats, answers }).collect::<Vec<_>>());
        }
    }

    #[test]
    fn sheets_of_older_versions_have_the_sums_alone() {
        let sheet = TimeSheet::from_bytes(vec![1, 2, 3, 4], Detail::Seats);
        let games = [[1, 2], [3, 4]].map(|seats| TimedGame { seats: game_times(&seats), answers: vec![] });
        assert_eq!(sheet.timed_games(2).collect::<Vec<_>>(), games);
    }

    #[test]
    fn a_count_that_promises_more_answers_than_there_are_is_no_game() {
        let mut bytes = vec![1, 2];
        varint::write(&mut bytes, u64::MAX);
        assert_eq!(TimeSheet::from_bytes(bytes, Detail::Answers).games(2).count(), 0);
    }

    #[test]
    fn where_too_many_wait_later_games_have_their_sums_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mut sheet = TimeSheet::default();
        sheet.push_timed(2, &game_times(&[7, 8]), &[Some(7), Some(8)]);
        let mut waiting = TimesFile::create(&folder.path().join("record.croupier"), 0, &sheet).unwrap();
        waiting.push(&sheet, 2).unwrap();
        waiting.length = MOST_WITH_ANSWERS;
        waiting.push(&sheet, 2).unwrap();
        let answers: Vec<usize> =
            waiting.all().unwrap().timed_games(2).map(|game| game.answers.len()).collect();
        assert_eq!(answers, [2, 2, 0]);
        assert!(waiting.all().unwrap().games(2).all(|times| times == game_times(&[7, 8])));
    }
}
