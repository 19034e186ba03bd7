//! Work, and the one small interface through which workers take it: put, lease, extend, complete.
//!
//! A job is leased for a while; a lease that is not extended runs out, and the job is done again by
//! somebody else. What came of a job is stored in the same transaction that ends it, so it counts
//! once. Nothing else may know where jobs are kept: [`StoredJobs`] keeps them in the site's
//! database.

use std::time::Duration;

use croupier_record::Origin;
use serde::{Deserialize, Serialize};

use crate::rules::Rules;
use crate::store::finals::{self, FinalBatch};
use crate::store::games::NewGame;
use crate::store::reruns::{self, Reran};
use crate::store::uploads::Checked;
use crate::store::{self, Store, Stored};
use crate::tournament::settle;

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Build an upload and run its check.
    Check {
        /// Which.
        upload: i64,
    },
    /// Play one game.
    Game(GameTask),
    /// Play some games of a final.
    Final(FinalTask),
    /// Play a game once more, as it was played.
    Rerun(RerunTask),
}

/// A game to be played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTask {
    /// Of which contest.
    pub contest: i64,
    /// What its luck grows from; jobs from before a game had a secret of its own hold a number.
    #[serde(rename = "seed")]
    pub origin: Origin,
    /// Who sits where.
    pub seats: Vec<SeatedEntry>,
}

/// A game that an organiser wants played once more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RerunTask {
    /// The number of the rerun.
    pub rerun: i64,
    /// The number of the game.
    pub of: i64,
    /// Its seats, with the uploads that sat there, and its luck.
    pub game: GameTask,
    /// The game's options as they were, as JSON.
    pub options: String,
}

/// Some consecutive games of a final.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinalTask {
    /// The final.
    pub of: i64,
    /// The first game.
    pub first: i64,
    /// How many.
    pub count: i64,
}

/// Somebody at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatedEntry {
    /// Its number on the ladder of its contest.
    pub entry: i64,
    /// What it is called at the table.
    pub name: String,
    /// The player of the house, where it is one.
    pub house: Option<String>,
    /// The upload that plays, where it is none.
    pub upload: Option<i64>,
}

/// What goes before what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Checks of uploads.
    Check = 0,
    /// Games on entering.
    Entering = 1,
    /// Batches of finals.
    Final = 2,
    /// Games of the ladder.
    Ladder = 3,
}

impl Class {
    /// All classes, the first before the others.
    pub const ALL: [Self; 4] = [Self::Check, Self::Entering, Self::Final, Self::Ladder];

    /// The class that is stored under this number.
    #[must_use]
    pub fn of(number: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|class| *class as i64 == number)
    }

    /// Its word for programs.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Entering => "entering",
            Self::Final => "final",
            Self::Ladder => "ladder",
        }
    }

    /// What such a job is, to people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Entering => "game on entering",
            Self::Final => "games of a final",
            Self::Ladder => "game of the ladder",
        }
    }
}

/// A job to put.
#[derive(Debug, Clone)]
pub struct NewJob {
    /// What kind of work it is.
    pub class: Class,
    /// Whose it is. Owners take turns; of one owner one check and one game on entering run at a time.
    pub owner: String,
    /// The contest it is for.
    pub contest: i64,
    /// What is to be done.
    pub task: Task,
}

/// A job in a worker's hands.
#[derive(Debug, Clone)]
pub struct Leased {
    /// Its number.
    pub id: i64,
    /// What is to be done.
    pub task: Task,
}

/// What a worker would like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preference {
    /// Checks first, then games.
    ChecksFirst,
    /// Games first, then checks: so that a rush of uploads cannot stop the ladder.
    GamesFirst,
}

/// What came of a job.
#[derive(Debug, Clone)]
pub enum JobResult {
    /// A check ended.
    Checked(Checked),
    /// A game was played.
    Played(NewGame),
    /// Some games of a final were played.
    Batch(FinalBatch),
    /// A game was played once more.
    Reran(Reran),
}

/// What a worker needs to know of the queue.
pub trait Jobs: Send + Sync {
    /// Adds a job, and gives its number.
    fn put(&self, job: &NewJob) -> Stored<i64>;
    /// The next job, for so long; `None` where there is nothing to do.
    fn lease(&self, worker: &str, preference: Preference, term: Duration) -> Stored<Option<Leased>>;
    /// Keeps a job for longer; `false` where the lease ran out and somebody else has it.
    fn extend(&self, job: i64, worker: &str, term: Duration) -> Stored<bool>;
    /// Ends a job and stores what came of it; `false` where somebody else has it, and nothing is stored.
    fn complete(&self, job: i64, worker: &str, outcome: &JobResult) -> Stored<bool>;
    /// A job could not be done for a reason that is not its bots'. It is tried again, but not for
    /// ever: `true` where that was the last time, and the job is gone.
    fn fail(&self, job: i64, worker: &str) -> Stored<bool>;
}

/// Jobs in the site's database, for workers that are threads of this process.
#[derive(Debug, Clone)]
pub struct StoredJobs {
    store: Store,
    runtime: tokio::runtime::Handle,
}

impl StoredJobs {
    /// Jobs of this store; `runtime` runs what talks to the database.
    #[must_use]
    pub fn new(store: Store, runtime: tokio::runtime::Handle) -> Self {
        Self { store, runtime }
    }
}

impl Jobs for StoredJobs {
    fn put(&self, job: &NewJob) -> Stored<i64> {
        self.runtime.block_on(async {
            let mut write = self.store.write().await?;
            let id = store::jobs::put(&mut write, job).await?;
            write.commit().await?;
            Ok(id)
        })
    }

    fn lease(&self, worker: &str, preference: Preference, term: Duration) -> Stored<Option<Leased>> {
        self.runtime.block_on(async {
            let mut write = self.store.write().await?;
            let leased = store::jobs::lease(&mut write, worker, preference, term).await?;
            write.commit().await?;
            Ok(leased)
        })
    }

    fn extend(&self, job: i64, worker: &str, term: Duration) -> Stored<bool> {
        self.runtime.block_on(async {
            let mut write = self.store.write().await?;
            let kept = store::jobs::extend(&mut write, job, worker, term).await?;
            write.commit().await?;
            Ok(kept)
        })
    }

    fn complete(&self, job: i64, worker: &str, outcome: &JobResult) -> Stored<bool> {
        self.runtime.block_on(async {
            let rules = Rules::read(&self.store).await?;
            let mut write = self.store.write().await?;
            if !store::jobs::end(&mut write, job, worker).await? {
                return Ok(false);
            }
            match outcome {
                JobResult::Checked(checked) => {
                    settle::check(&mut write, checked, rules.returns_a_day).await?;
                }
                JobResult::Played(game) => {
                    settle::game(&mut write, game).await?;
                }
                JobResult::Batch(batch) => finals::add_batch(&mut write, batch).await?,
                JobResult::Reran(reran) => reruns::end(&mut write, reran).await?,
            }
            write.commit().await?;
            Ok(true)
        })
    }

    fn fail(&self, job: i64, worker: &str) -> Stored<bool> {
        self.runtime.block_on(async {
            let mut write = self.store.write().await?;
            let gone = store::jobs::fail(&mut write, job, worker).await?;
            write.commit().await?;
            Ok(gone)
        })
    }
}
