//! The queue: jobs are put in a write of the site's, leased for a while, and end in a write that
//! stores what came of them.
//!
//! A lease that is not extended runs out, and the job is done again by somebody else; whoever lost
//! it can neither extend nor end what another one holds now. What is put or ended belongs to the
//! write in which it is: it happened when that is committed, and otherwise never.

use std::pin::Pin;
use std::time::Duration;

use super::{Class, GameTask, Leased, NewJob, Preference, Task};
use crate::store::{Stored, Write};

/// What a queue answers, later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Stored<T>> + Send + 'a>>;

/// A worker's hold on a job. The next one who has the job has another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lease {
    /// The number of the job.
    pub job: i64,
    /// How often the job was taken, this time included.
    pub taken: i64,
}

/// A job in the queue, as a list shows it.
#[derive(Debug, Clone)]
pub struct Queued {
    /// Its number.
    pub id: i64,
    /// What kind of work it is.
    pub class: Class,
    /// Whose it is.
    pub owner: String,
    /// For which contest.
    pub contest: i64,
    /// Which upload it checks.
    pub upload: Option<i64>,
    /// When it was put there.
    pub put: i64,
    /// Who has it in hand.
    pub worker: Option<String>,
    /// How often it failed for reasons of ours.
    pub failures: i64,
}

/// A job that was given up and waits for an organiser, whatever queue it was in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenUp {
    /// Its number among those that were given up.
    pub id: i64,
    /// What kind of work it was.
    pub class: Class,
    /// Whose it was.
    pub owner: String,
    /// For which contest.
    pub contest: i64,
    /// What was to be done.
    pub task: Task,
    /// When it was put into the queue.
    pub put: i64,
    /// When it was given up.
    pub ended: i64,
    /// How often it was tried.
    pub tries: i64,
    /// What went wrong the last time, in words.
    pub why: String,
}

/// What whoever has games played elsewhere leaves to others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeftAlone {
    /// Contests of which it takes no finals.
    pub finals_of: Vec<i64>,
    /// Jobs that it does not take.
    pub jobs: Vec<i64>,
}

/// Where jobs are kept.
pub trait Queue: std::fmt::Debug + Send + Sync {
    /// Adds a job, and gives its number. The second job of an owner waits behind the first of everyone.
    fn put<'a>(&'a self, write: &'a mut Write, job: &'a NewJob) -> Answer<'a, i64>;

    /// The next job, for so long; `None` where there is nothing to do. Of one owner one check runs
    /// at a time, and of one newcomer one game; of games that are alike in class, those go first
    /// whose contest has fewest in hand.
    fn lease<'a>(
        &'a self,
        worker: &'a str,
        preference: Preference,
        term: Duration,
    ) -> Answer<'a, Option<Leased>>;

    /// The next game of a ladder or a final, for so long, in the same order: for whoever has them played
    /// elsewhere.
    fn lease_game<'a>(
        &'a self,
        worker: &'a str,
        beside: &'a LeftAlone,
        term: Duration,
    ) -> Answer<'a, Option<Leased>>;

    /// Whether a lease is held: nobody else has the job, and it is not done.
    fn holds(&self, lease: Lease) -> Answer<'_, bool>;

    /// Keeps a job for longer; `false` where the lease was lost.
    fn extend(&self, lease: Lease, term: Duration) -> Answer<'_, bool>;

    /// Ends a job; `false` where the lease was lost, and then nothing is to be stored of it.
    fn end<'a>(&'a self, write: &'a mut Write, lease: Lease) -> Answer<'a, bool>;

    /// Gives a job back that was broken off and is nobody's fault; `false` where the lease was lost.
    fn hand_back(&self, lease: Lease) -> Answer<'_, bool>;

    /// A job could not be done for this reason, which is not its bots'. It is tried again, but not
    /// for ever: `true` where that was the last time, and the job is among those that were given up.
    fn fail<'a>(&'a self, write: &'a mut Write, lease: Lease, why: &'a str) -> Answer<'a, bool>;

    /// Jobs that were given up, the newest first: those before `before`, and at most so many.
    fn given_up(&self, before: Option<i64>, most: i64) -> Answer<'_, Vec<GivenUp>>;

    /// How many of a class were given up and wait for an organiser.
    fn count_given_up(&self, class: Class) -> Answer<'_, i64>;

    /// Takes one of them out of the list; `None` where it is not there any more.
    fn take_given_up<'a>(&'a self, write: &'a mut Write, id: i64) -> Answer<'a, Option<GivenUp>>;

    /// Takes out all jobs of an owner, whoever has them in hand, and those that were given up.
    fn withdraw<'a>(&'a self, write: &'a mut Write, owner: &'a str) -> Answer<'a, ()>;

    /// Gives back what was in the hands of workers who are gone; how many jobs that were.
    fn release(&self) -> Answer<'_, u64>;

    /// How many jobs of a class wait or are being done.
    fn count(&self, class: Class) -> Answer<'_, i64>;

    /// The games of a contest's ladder that wait or are being played, with their classes.
    fn games(&self, contest: i64) -> Answer<'_, Vec<(Class, GameTask)>>;

    /// The numbers of the days that have games which wait or are being played.
    fn days(&self) -> Answer<'_, Vec<i64>>;

    /// The place of an upload's check in the queue, from 1; `None` where it does not wait.
    fn place_of(&self, upload: i64) -> Answer<'_, Option<i64>>;

    /// The first jobs, at most so many, in the order in which they are taken.
    fn first(&self, most: i64) -> Answer<'_, Vec<Queued>>;
}
