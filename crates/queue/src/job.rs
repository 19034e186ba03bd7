//! Jobs: what is to be done, in whose turn, and who may do it.

use std::time::Duration;

use crate::{Hash, QueueError, Queued, RunId};

/// What goes before what, as decision 14 has it. Within a class, owners take turns; but for checks,
/// what has fewest jobs in hand by its contest goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Checks of uploads. Of one owner one is done at a time.
    Check = 0,
    /// Games on entering. Of one owner one is done at a time.
    Entering = 1,
    /// Batches of finals, and of tournaments.
    Final = 2,
    /// Games of a ladder.
    Ladder = 3,
}

impl Class {
    /// All classes, the first before the others.
    pub const ALL: [Self; 4] = [Self::Check, Self::Entering, Self::Final, Self::Ladder];

    pub(crate) fn read(number: i16) -> Queued<Self> {
        let class = Self::ALL.into_iter().find(|class| *class as i16 == number);
        class.ok_or_else(|| QueueError::Unreadable(format!("{number} is no class of jobs")))
    }
}

/// A job to put.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewJob {
    /// What kind of work it is.
    pub class: Class,
    /// Whose it is, over all runs: owners take turns.
    pub owner: String,
    /// What it is for, within its run: contests share workers evenly.
    pub contest: i64,
    /// Jobs of one lane of a run are done one after the other, in the order in which they were put,
    /// and one worker has the lane as long as it lives, or until lanes are shared out anew. Give all
    /// jobs of a lane one owner.
    pub lane: Option<u32>,
    /// The number of its first piece of work, within its run.
    pub first: i64,
    /// How many pieces it has.
    pub count: i64,
    /// What a worker must be able to do: words that stand in [`Ask::can`].
    pub needs: Vec<String>,
    /// Contents of its run that this job needs, beside those that every job of the run does.
    pub contents: Vec<Hash>,
    /// What is to be done.
    pub payload: Vec<u8>,
}

/// A job's number, which is that of its message in PGMQ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub i64);

/// A job in a worker's hands: another lease of the same job has another number of reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lease {
    /// The job.
    pub job: JobId,
    /// How often it has been leased, with this time.
    pub read: i32,
}

/// A job that was leased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leased {
    /// What every call about it begins with.
    pub lease: Lease,
    /// The run it belongs to.
    pub run: RunId,
    /// What kind of work it is.
    pub class: Class,
    /// Its lane.
    pub lane: Option<u32>,
    /// The number of its first piece of work.
    pub first: i64,
    /// How many pieces it has.
    pub count: i64,
    /// What is to be done.
    pub payload: Vec<u8>,
}

/// What a worker would like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preference {
    /// Checks first, then games.
    ChecksFirst,
    /// Games first, then checks: so that a rush of uploads cannot stop the ladder.
    GamesFirst,
}

/// What a worker asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// What it can do: it is given jobs that need nothing else.
    pub can: Vec<String>,
    /// What it would like.
    pub preference: Preference,
    /// How long it may keep a job without a word, from a second to an hour. A worker that says
    /// nothing for so long is given up, and its lanes are free.
    pub term: Duration,
    /// So many jobs at most.
    pub most: u16,
}

/// What came of a call about a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Fenced<T> {
    /// It was held.
    Held(T),
    /// It was lost: somebody else has the job, or nobody is to have it any more. Nothing was done,
    /// and what was worked out is to be thrown away.
    Lost,
}

impl<T> Fenced<T> {
    /// What came of it where the lease was held.
    pub fn held(self) -> Option<T> {
        match self {
            Self::Held(value) => Some(value),
            Self::Lost => None,
        }
    }

    pub(crate) fn of(value: Option<T>) -> Self {
        value.map_or(Self::Lost, Self::Held)
    }
}
