//! The queue as a table of the site's database: jobs by class, then by turn, then in the order in
//! which they came.
//!
//! Leases end by a clock that the calendar does not touch ([`sql::moment`]): `until` is in its
//! milliseconds. In a folder they begin with the program, and a site gives all leases back when it
//! starts; at a server it is the server's.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::clock::after;
use super::given_up::{self, NewGivenUp};
use super::{Store, StoreError, Stored, Write, now, sql};
use crate::jobs::{
    Answer, Class, GameTask, GivenUp, Lease, Leased, LeftAlone, NewJob, Preference, Queue, Queued, Task,
};

/// What everyone who listens is told when there is a new job.
pub const WORK: &str = "work";

/// A job that could not be done so often is given up.
const MOST_FAILURES: i64 = 3;

const CHECKS: RangeInclusive<i64> = Class::Check as i64..=Class::Check as i64;
const GAMES: RangeInclusive<i64> = Class::Entering as i64..=Class::Ladder as i64;

/// What is left alone, as one text in which a statement looks: it has a list of any length as one value, and
/// is not empty.
fn in_words(beside: &LeftAlone) -> String {
    let jobs = beside.jobs.iter().map(|job| format!("j{job},"));
    let finals = beside.finals_of.iter().map(|contest| format!("f{contest},"));
    std::iter::once(",".to_owned()).chain(jobs).chain(finals).collect()
}

/// The queue in the table `jobs`.
#[derive(Debug, Clone)]
pub struct JobTable {
    store: Store,
    /// The process whose workers take jobs, where there may be others.
    process: Option<i64>,
}

/// From where on is counted how often a new job was taken. Numbers of jobs come back: whoever stood still
/// with an earlier job of the same number must not hold this one.
fn never_taken() -> Stored<i64> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Unreadable(format!("chance: {error}")))?;
    Ok((u64::from_le_bytes(bytes) >> 16) as i64)
}

impl JobTable {
    /// The queue of this store.
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self { store, process: None }
    }

    /// The same for the workers of this process, which is one of several.
    #[must_use]
    pub fn of_process(self, number: i64) -> Self {
        Self { process: Some(number), ..self }
    }

    async fn put_one(&self, write: &mut Write, job: &NewJob) -> Stored<i64> {
        let class = job.class as i64;
        let (turn,): (i64,) = sql::query_as(
            "SELECT COALESCE((SELECT MAX(turn) + 1 FROM jobs WHERE class = $1 AND owner = $2), \
             (SELECT MIN(turn) FROM jobs WHERE class = $1), 0)",
        )
        .bind(class)
        .bind(&job.owner)
        .fetch_one(&mut *write)
        .await?;
        // A day whose games are to be played is not over. A game played again was dealt before.
        let day = match &job.task {
            Task::Game(GameTask { origin, .. }) => origin.day().map(|day| i64::from(day.number())),
            Task::Check { .. } | Task::Final(_) | Task::Rerun(_) => None,
        };
        let task =
            serde_json::to_string(&job.task).map_err(|error| StoreError::Unreadable(error.to_string()))?;
        let (id,): (i64,) = sql::query_as(
            "INSERT INTO jobs (class, owner, turn, contest, upload, task, put, day, until, failures, taken) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0, $9) RETURNING id",
        )
        .bind(class)
        .bind(&job.owner)
        .bind(turn)
        .bind(job.contest)
        .bind(job.task.upload())
        .bind(task)
        .bind(now())
        .bind(day)
        .bind(never_taken()?)
        .fetch_one(&mut *write)
        .await?;
        write.notify(WORK).await?;
        Ok(id)
    }

    async fn lease_one(
        &self,
        worker: &str,
        classes: &[RangeInclusive<i64>],
        beside: Option<&LeftAlone>,
        term: Duration,
    ) -> Stored<Option<Leased>> {
        let beside = beside.map(in_words).unwrap_or_default();
        let mut write = self.store.write().await?;
        let moment = sql::moment(&mut write).await?;
        for classes in classes {
            let row: Option<(i64, i64, i64, String)> = sql::query_as(
                "SELECT id, class, contest, task FROM jobs WHERE class >= $1 AND class <= $2 AND until < $3 \
                 AND (class > 1 OR NOT EXISTS (SELECT 1 FROM jobs busy WHERE busy.owner = jobs.owner AND \
                 busy.class = jobs.class AND busy.until >= $3)) AND ($4 = '' OR (task NOT LIKE \
                 '{\"rerun\"%' AND $4 NOT LIKE '%,j' || CAST(id AS TEXT) || ',%' AND (class <> 2 OR $4 \
                 NOT LIKE '%,f' || CAST(contest AS TEXT) || ',%'))) ORDER BY class, CASE WHEN class = 0 \
                 THEN 0 ELSE (SELECT COUNT(*) FROM jobs held WHERE held.contest = jobs.contest AND \
                 held.class > 0 AND held.until >= $3) END, turn, id LIMIT 1",
            )
            .bind(*classes.start())
            .bind(*classes.end())
            .bind(moment)
            .bind(&beside)
            .fetch_optional(&mut write)
            .await?;
            let Some((id, class, contest, task)) = row else { continue };
            let (taken,): (i64,) = sql::query_as(
                "UPDATE jobs SET worker = $1, process = $2, until = $3, taken = taken + 1 WHERE id = $4 \
                 RETURNING taken",
            )
            .bind(worker)
            .bind(self.process)
            .bind(after(moment, term))
            .bind(id)
            .fetch_one(&mut write)
            .await?;
            write.commit().await?;
            let class = Class::of(class);
            let class = class.ok_or_else(|| StoreError::Unreadable(format!("job {id} has no class")))?;
            return Ok(Some(Leased {
                lease: Lease { job: id, taken },
                class,
                contest,
                task: read_task(id, &task)?,
            }));
        }
        Ok(None)
    }

    async fn extend_one(&self, lease: Lease, term: Duration) -> Stored<bool> {
        let mut write = self.store.write().await?;
        let sql = "UPDATE jobs SET until = $1 WHERE id = $2 AND taken = $3 AND worker IS NOT NULL";
        let until = after(sql::moment(&mut write).await?, term);
        let kept = sql::query(sql).bind(until).bind(lease.job).bind(lease.taken);
        let kept = kept.execute(&mut write).await?;
        write.commit().await?;
        Ok(kept == 1)
    }

    async fn end_one(&self, write: &mut Write, lease: Lease) -> Stored<bool> {
        let sql = "DELETE FROM jobs WHERE id = $1 AND taken = $2 AND worker IS NOT NULL";
        let ended = sql::query(sql).bind(lease.job).bind(lease.taken).execute(&mut *write).await?;
        Ok(ended == 1)
    }

    /// Nobody has the job any more; so many failures are added.
    async fn give_back(&self, write: &mut Write, lease: Lease, failures: i64) -> Stored<bool> {
        let back = sql::query(
            "UPDATE jobs SET worker = NULL, until = 0, failures = failures + $1 WHERE id = $2 AND taken = $3 \
             AND worker IS NOT NULL",
        )
        .bind(failures)
        .bind(lease.job)
        .bind(lease.taken)
        .execute(&mut *write)
        .await?;
        Ok(back == 1)
    }

    async fn fail_one(&self, write: &mut Write, lease: Lease, why: &str) -> Stored<bool> {
        self.give_back(write, lease, 1).await?;
        type Line = (i64, String, i64, String, i64, i64);
        let gone: Option<Line> = sql::query_as(
            "DELETE FROM jobs WHERE id = $1 AND taken = $2 AND failures >= $3 RETURNING class, owner, contest, \
             task, put, failures",
        )
        .bind(lease.job)
        .bind(lease.taken)
        .bind(MOST_FAILURES)
        .fetch_optional(&mut *write)
        .await?;
        write.notify(WORK).await?;
        let Some((class, owner, contest, task, put, tries)) = gone else { return Ok(false) };
        let class = read_class(lease.job, class)?;
        let task = read_task(lease.job, &task)?;
        let new = NewGivenUp { class, owner, contest, task, put, tries, why: why.to_owned() };
        given_up::add(write, &new).await?;
        Ok(true)
    }

    async fn place(&self, upload: i64) -> Stored<Option<i64>> {
        let moment = sql::moment(self.store.read()).await?;
        let row: Option<(i64,)> = sql::query_as(
            "SELECT (SELECT COUNT(*) FROM jobs ahead WHERE ahead.class = mine.class AND ahead.until < $2 AND \
             (ahead.turn < mine.turn OR (ahead.turn = mine.turn AND ahead.id < mine.id))) + 1 \
             FROM jobs mine WHERE mine.upload = $1 AND mine.until < $2",
        )
        .bind(upload)
        .bind(moment)
        .fetch_optional(self.store.read())
        .await?;
        Ok(row.map(|(place,)| place))
    }

    async fn games_of(&self, contest: i64) -> Stored<Vec<(Class, GameTask)>> {
        let rows: Vec<(i64, String)> =
            sql::query_as("SELECT class, task FROM jobs WHERE contest = $1 AND class IN ($2, $3)")
                .bind(contest)
                .bind(Class::Entering as i64)
                .bind(Class::Ladder as i64)
                .fetch_all(self.store.read())
                .await?;
        let read = |(class, task): (i64, String)| match serde_json::from_str(&task) {
            Ok(Task::Game(game)) => Some(Ok((Class::of(class)?, game))),
            Ok(_) => None,
            Err(error) => Some(Err(StoreError::Unreadable(format!("a game of contest {contest}: {error}")))),
        };
        rows.into_iter().filter_map(read).collect()
    }

    async fn first_ones(&self, most: i64) -> Stored<Vec<Queued>> {
        type Line = (i64, i64, String, i64, Option<i64>, i64, Option<String>, i64);
        let rows: Vec<Line> = sql::query_as(
            "SELECT id, class, owner, contest, upload, put, worker, failures FROM jobs ORDER BY class, turn, \
             id LIMIT $1",
        )
        .bind(most)
        .fetch_all(self.store.read())
        .await?;
        let queued = |(id, class, owner, contest, upload, put, worker, failures): Line| {
            let class = read_class(id, class)?;
            Ok(Queued { id, class, owner, contest, upload, put, worker, failures })
        };
        rows.into_iter().map(queued).collect()
    }
}

fn read_class(job: i64, class: i64) -> Stored<Class> {
    Class::of(class).ok_or_else(|| StoreError::Unreadable(format!("job {job} has no class")))
}

fn read_task(job: i64, task: &str) -> Stored<Task> {
    serde_json::from_str(task).map_err(|error| StoreError::Unreadable(format!("job {job}: {error}")))
}

impl Queue for JobTable {
    fn put<'a>(&'a self, write: &'a mut Write, job: &'a NewJob) -> Answer<'a, i64> {
        Box::pin(self.put_one(write, job))
    }

    fn lease<'a>(
        &'a self,
        worker: &'a str,
        preference: Preference,
        term: Duration,
    ) -> Answer<'a, Option<Leased>> {
        Box::pin(async move {
            let order = match preference {
                Preference::ChecksFirst => [CHECKS, GAMES],
                Preference::GamesFirst => [GAMES, CHECKS],
            };
            self.lease_one(worker, &order, None, term).await
        })
    }

    fn lease_game<'a>(
        &'a self,
        worker: &'a str,
        beside: &'a LeftAlone,
        term: Duration,
    ) -> Answer<'a, Option<Leased>> {
        Box::pin(self.lease_one(worker, &[GAMES], Some(beside), term))
    }

    fn holds(&self, lease: Lease) -> Answer<'_, bool> {
        Box::pin(async move {
            let sql = "SELECT COUNT(*) FROM jobs WHERE id = $1 AND taken = $2 AND worker IS NOT NULL";
            let counted = sql::query_as(sql).bind(lease.job).bind(lease.taken);
            let (held,): (i64,) = counted.fetch_one(self.store.read()).await?;
            Ok(held == 1)
        })
    }

    fn extend(&self, lease: Lease, term: Duration) -> Answer<'_, bool> {
        Box::pin(self.extend_one(lease, term))
    }

    fn end<'a>(&'a self, write: &'a mut Write, lease: Lease) -> Answer<'a, bool> {
        Box::pin(self.end_one(write, lease))
    }

    fn hand_back(&self, lease: Lease) -> Answer<'_, bool> {
        Box::pin(async move {
            let mut write = self.store.write().await?;
            let back = self.give_back(&mut write, lease, 0).await?;
            write.notify(WORK).await?;
            write.commit().await?;
            Ok(back)
        })
    }

    fn fail<'a>(&'a self, write: &'a mut Write, lease: Lease, why: &'a str) -> Answer<'a, bool> {
        Box::pin(self.fail_one(write, lease, why))
    }

    fn given_up(&self, before: Option<i64>, most: i64) -> Answer<'_, Vec<GivenUp>> {
        Box::pin(given_up::list(&self.store, before, most))
    }

    fn count_given_up(&self, class: Class) -> Answer<'_, i64> {
        Box::pin(given_up::count(&self.store, class))
    }

    fn take_given_up<'a>(&'a self, write: &'a mut Write, id: i64) -> Answer<'a, Option<GivenUp>> {
        Box::pin(given_up::take(write, id))
    }

    fn withdraw<'a>(&'a self, write: &'a mut Write, owner: &'a str) -> Answer<'a, ()> {
        Box::pin(async move {
            sql::query("DELETE FROM jobs WHERE owner = $1").bind(owner).execute(&mut *write).await?;
            given_up::forget(write, owner).await
        })
    }

    fn release(&self) -> Answer<'_, u64> {
        Box::pin(async move {
            let mut write = self.store.write().await?;
            let released = sql::query(
                "UPDATE jobs SET worker = NULL, until = 0 WHERE until > 0 AND (process IS NULL OR process NOT \
                 IN (SELECT number FROM processes))",
            );
            let released = released.execute(&mut write).await?;
            if released > 0 {
                write.notify(WORK).await?;
            }
            write.commit().await?;
            Ok(released)
        })
    }

    fn count(&self, class: Class) -> Answer<'_, i64> {
        Box::pin(async move {
            let counted = sql::query_as("SELECT COUNT(*) FROM jobs WHERE class = $1").bind(class as i64);
            let (count,): (i64,) = counted.fetch_one(self.store.read()).await?;
            Ok(count)
        })
    }

    fn games(&self, contest: i64) -> Answer<'_, Vec<(Class, GameTask)>> {
        Box::pin(self.games_of(contest))
    }

    fn days(&self) -> Answer<'_, Vec<i64>> {
        Box::pin(async move {
            let days = sql::query_as("SELECT DISTINCT day FROM jobs WHERE day IS NOT NULL");
            let rows: Vec<(i64,)> = days.fetch_all(self.store.read()).await?;
            Ok(rows.into_iter().map(|(day,)| day).collect())
        })
    }

    fn place_of(&self, upload: i64) -> Answer<'_, Option<i64>> {
        Box::pin(self.place(upload))
    }

    fn first(&self, most: i64) -> Answer<'_, Vec<Queued>> {
        Box::pin(self.first_ones(most))
    }
}
