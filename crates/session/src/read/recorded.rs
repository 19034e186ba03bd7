//! A record that is read: found, opened, of rules that this program has, its games handed out in
//! order.

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use croupier_arena::{CannotPlay, caught};
use croupier_games::{Game, list};
use croupier_record::{
    AnswerTimes, Block, GameBytes, GameTimes, GamesHash, Header, RecordReader, TimedGame, games_in,
    is_dropped, record_path,
};

use crate::error::SessionError;

/// So many blocks per thread are read ahead of the one that is waited for.
const AHEAD: u64 = 4;
/// No block is read ahead while those in hand hold more bytes than this: a small file may unpack to
/// very large ones.
const MOST_IN_HAND: usize = 256 << 20;

/// A record that can be read.
#[derive(Debug)]
pub struct Recorded {
    /// Its file.
    pub path: PathBuf,
    /// Its head.
    pub header: Header,
}

/// Some consecutive games of a record.
#[derive(Debug)]
pub struct Portion {
    /// The games.
    pub block: Block,
    /// How long everyone thought, game by game; empty where it was not taken.
    pub times: Vec<GameTimes>,
    /// How long each answer took, game by game; empty where that was not taken.
    pub answers: Vec<AnswerTimes>,
}

impl Recorded {
    /// The record of a path: a file, or the folder that a run wrote.
    pub fn open(named: &Path) -> Result<Self, SessionError> {
        let path = record_path(named);
        if !path.is_file() {
            return Err(SessionError::NoRecord(path));
        }
        let header = RecordReader::open(&path)?.header().clone();
        Ok(Self { path, header })
    }

    /// The folder that the record is in.
    pub fn folder(&self) -> PathBuf {
        match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        }
    }

    /// Refuses a record of other rules than this program has.
    pub fn check_rules(&self) -> Result<(), SessionError> {
        let about = list::about(&self.header.game)?;
        if self.header.game_version == about.version {
            return Ok(());
        }
        Err(SessionError::OtherRules {
            path: self.path.clone(),
            title: about.title,
            there: self.header.game_version,
            here: about.version,
        })
    }

    /// The options of its game, once its rules are known to be those of this program.
    pub fn options<G: Game>(&self) -> Result<G::Options, SessionError> {
        self.check_rules()?;
        serde_json::from_value(self.header.options.clone())
            .map_err(|error| SessionError::RecordedOptions { path: self.path.clone(), error })
    }

    /// Calls `look` with one game; the record may be read many times, lowest game first is
    /// quickest.
    pub fn game<T>(&self, number: u64, look: impl FnOnce(&GameBytes<'_>) -> T) -> Result<T, SessionError> {
        let mut reader = RecordReader::open(&self.path)?;
        let block = reader.block_with(number)?;
        let found = block.as_ref().and_then(|block| {
            let mut games =
                games_in(block.first, self.header.seats, self.header.games_per_deal, &block.plain);
            games.find(|recorded| recorded.fixture.number == number)
        });
        let outs = block.as_ref().map_or(&[][..], |block| &block.outs);
        match found {
            Some(recorded) if is_dropped(outs, &recorded.fixture) => {
                Err(SessionError::NotPlayed { path: self.path.clone(), number })
            }
            Some(recorded) => Ok(look(&recorded)),
            None => {
                Err(SessionError::NoSuchGame { path: self.path.clone(), number, planned: self.header.games })
            }
        }
    }

    /// The games hash of its head, before its first game.
    pub fn games_hash(&self) -> Result<GamesHash, SessionError> {
        Ok(RecordReader::open(&self.path)?.games_hash())
    }

    /// Works on all games, block by block, and hands the results on in order; says whether the
    /// record is complete.
    ///
    /// There is a thread for each of `workers`; block *b* is the work of worker *b* mod their
    /// number, as it was of its lane when it was played.
    ///
    /// After each block, `played` is told how many games are done.
    pub fn read<S: Send, T: Send, E: From<SessionError> + Send>(
        &self,
        workers: Vec<S>,
        stop: &AtomicBool,
        mut played: impl FnMut(u64),
        work: impl Fn(&mut S, &Portion) -> Result<T, E> + Sync,
        mut take: impl FnMut(T) -> Result<(), E>,
    ) -> Result<bool, E> {
        let mut reader = RecordReader::open(&self.path).map_err(SessionError::from)?;
        let mut clock = Clock::open(&self.path, self.header.seats)?;
        let (results, done) = mpsc::channel();
        thread::scope(|scope| {
            // Dropped when this closure returns, which ends the workers.
            let mut jobs = Vec::new();
            for mut worker in workers {
                let (give, get) = mpsc::channel::<(u64, Portion)>();
                let (results, work) = (results.clone(), &work);
                jobs.push(give);
                scope.spawn(move || {
                    for (at, portion) in get {
                        let games = u64::from(portion.block.count);
                        // Whoever waits for this block would wait for ever if a panic ended the thread.
                        let result = caught(|| work(&mut worker, &portion)).unwrap_or_else(|panicked| {
                            Err(SessionError::from(CannotPlay::Broken(panicked)).into())
                        });
                        let result = result.map(|result| (games, result));
                        if results.send((at, result)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(results);
            let (mut sent, mut taken, mut games, mut early) = (0, 0, 0, BTreeMap::new());
            let mut in_hand = VecDeque::new();
            loop {
                while sent - taken < AHEAD * jobs.len() as u64
                    && in_hand.iter().sum::<usize>() <= MOST_IN_HAND
                {
                    let Some(block) = reader.next_block().map_err(SessionError::from)? else { break };
                    in_hand.push_back(block.plain.len());
                    let (times, answers) = clock.times_of(&block);
                    // A worker ends only when this end of its channel is dropped.
                    let _ = jobs[sent as usize % jobs.len()].send((sent, Portion { block, times, answers }));
                    sent += 1;
                }
                if taken == sent {
                    return Ok(reader.is_complete());
                }
                if stop.load(Ordering::Relaxed) {
                    return Err(SessionError::Interrupted.into());
                }
                let Ok((at, result)) = done.recv() else { return Ok(reader.is_complete()) };
                early.insert(at, result);
                while let Some(result) = early.remove(&taken) {
                    let (more, result) = result?;
                    take(result)?;
                    games += more;
                    taken += 1;
                    in_hand.pop_front();
                    played(games);
                }
            }
        })
    }
}

/// The times of a record, which stand behind its games and are read beside them.
struct Clock {
    first: u64,
    times: Box<dyn Iterator<Item = TimedGame>>,
}

impl Clock {
    fn open(path: &Path, seats: usize) -> Result<Self, SessionError> {
        let (first, sheet) = RecordReader::open(path)?.times()?;
        Ok(Self { first, times: Box::new(sheet.into_games(seats)) })
    }

    /// The times of the games of the next block; empty where they were not taken for all of them.
    fn times_of(&mut self, block: &Block) -> (Vec<GameTimes>, Vec<AnswerTimes>) {
        if block.first < self.first {
            return (Vec::new(), Vec::new());
        }
        let games = self.times.by_ref().take(block.count as usize);
        games.map(|game| (game.seats, game.answers)).unzip()
    }
}

/// As many threads as there are processors, unless another number is asked for.
pub fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)).max(1)
}

/// Workers that need nothing of their own.
pub fn readers(asked: Option<usize>) -> Vec<()> {
    vec![(); threads(asked)]
}
