//! Work: what is to be done, what goes before what, and what comes of it.
//!
//! [`Queue`] is the one small interface to wherever jobs are kept; nobody above it knows which store
//! or queue that is. [`Jobs`] is the same for workers, which are threads.

mod queue;
mod taken;

use croupier_record::Origin;
use serde::{Deserialize, Serialize};

pub use queue::{Answer, GivenUp, Lease, LeftAlone, Queue, Queued};
pub use taken::Jobs;

use crate::store::finals::FinalBatch;
use crate::store::games::NewGame;
use crate::store::reruns::Reran;
use crate::store::uploads::Checked;

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

impl Task {
    /// The upload that is to be checked.
    #[must_use]
    pub fn upload(&self) -> Option<i64> {
        match self {
            Self::Check { upload } => Some(*upload),
            Self::Game(_) | Self::Final(_) | Self::Rerun(_) => None,
        }
    }
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
    /// The worker's hold on it.
    pub lease: Lease,
    /// What kind of work it is.
    pub class: Class,
    /// The contest it is for.
    pub contest: i64,
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
