//! The queue: jobs by class, then by turn, then in the order in which they came.
//!
//! Leases end by a clock that only goes forward: `until` is in its milliseconds, which begin with
//! the program. A site gives all leases back when it starts ([`release_all`]), so those of an
//! earlier one mean nothing.

use std::time::Duration;

use super::{Store, StoreError, Stored, Write, now, sql, ticks, ticks_in};
use crate::jobs::{Class, GameTask, Leased, NewJob, Preference, Task};

/// A job that could not be done so often is given up.
const MOST_FAILURES: i64 = 3;

/// Adds a job. The second job of an owner gets a later turn than the first job of everyone who is waiting.
pub async fn put(write: &mut Write, job: &NewJob) -> Stored<i64> {
    let class = job.class as i64;
    let (turn,): (i64,) = sql::query_as(
        "SELECT COALESCE((SELECT MAX(turn) + 1 FROM jobs WHERE class = $1 AND owner = $2), \
         (SELECT MIN(turn) FROM jobs WHERE class = $1), 0)",
    )
    .bind(class)
    .bind(&job.owner)
    .fetch_one(&mut *write)
    .await?;
    let upload = match &job.task {
        Task::Check { upload } => Some(*upload),
        Task::Game(_) | Task::Final(_) | Task::Rerun(_) => None,
    };
    // A day whose games are to be played is not over. A game played again was dealt before.
    let day = match &job.task {
        Task::Game(GameTask { origin, .. }) => origin.day().map(|day| i64::from(day.number())),
        Task::Check { .. } | Task::Final(_) | Task::Rerun(_) => None,
    };
    let task = serde_json::to_string(&job.task).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    let (id,): (i64,) = sql::query_as(
        "INSERT INTO jobs (class, owner, turn, contest, upload, task, put, day, until, failures) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0) RETURNING id",
    )
    .bind(class)
    .bind(&job.owner)
    .bind(turn)
    .bind(job.contest)
    .bind(upload)
    .bind(task)
    .bind(now())
    .bind(day)
    .fetch_one(&mut *write)
    .await?;
    Ok(id)
}

/// The next job for a worker. Of one owner one check runs at a time, and of one newcomer one game.
/// Of games that are alike in class, those go first whose contest has fewest in hand: a contest of
/// slow bots cannot hold every worker while another one waits.
pub async fn lease(
    write: &mut Write,
    worker: &str,
    preference: Preference,
    term: Duration,
) -> Stored<Option<Leased>> {
    let checks = Class::Check as i64..=Class::Check as i64;
    let games = Class::Entering as i64..=Class::Ladder as i64;
    let order = match preference {
        Preference::ChecksFirst => [checks, games],
        Preference::GamesFirst => [games, checks],
    };
    for classes in order {
        let row: Option<(i64, String)> = sql::query_as(
            "SELECT id, task FROM jobs WHERE class >= $1 AND class <= $2 AND until < $3 AND (class \
             > 1 OR NOT EXISTS (SELECT 1 FROM jobs busy WHERE busy.owner = jobs.owner AND \
             busy.class = jobs.class AND busy.until >= $3)) ORDER BY class, CASE WHEN class = 0 \
             THEN 0 ELSE (SELECT COUNT(*) FROM jobs held WHERE held.contest = jobs.contest AND \
             held.class > 0 AND held.until >= $3) END, turn, id LIMIT 1",
        )
        .bind(*classes.start())
        .bind(*classes.end())
        .bind(ticks())
        .fetch_optional(&mut *write)
        .await?;
        let Some((id, task)) = row else { continue };
        sql::query("UPDATE jobs SET worker = $1, until = $2 WHERE id = $3")
            .bind(worker)
            .bind(ticks_in(term))
            .bind(id)
            .execute(&mut *write)
            .await?;
        let task = serde_json::from_str(&task)
            .map_err(|error| StoreError::Unreadable(format!("job {id}: {error}")))?;
        return Ok(Some(Leased { id, task }));
    }
    Ok(None)
}

/// Keeps a job for longer.
pub async fn extend(write: &mut Write, job: i64, worker: &str, term: Duration) -> Stored<bool> {
    let kept = sql::query("UPDATE jobs SET until = $1 WHERE id = $2 AND worker = $3")
        .bind(ticks_in(term))
        .bind(job)
        .bind(worker)
        .execute(&mut *write)
        .await?;
    Ok(kept == 1)
}

/// Takes a job out of the queue, where it is still this worker's.
pub async fn end(write: &mut Write, job: i64, worker: &str) -> Stored<bool> {
    let ended = sql::query("DELETE FROM jobs WHERE id = $1 AND worker = $2")
        .bind(job)
        .bind(worker)
        .execute(&mut *write)
        .await?;
    Ok(ended == 1)
}

/// Gives a job back after trouble; `true` where it is given up.
pub async fn fail(write: &mut Write, job: i64, worker: &str) -> Stored<bool> {
    sql::query(
        "UPDATE jobs SET failures = failures + 1, worker = NULL, until = 0 WHERE id = $1 AND worker = $2",
    )
    .bind(job)
    .bind(worker)
    .execute(&mut *write)
    .await?;
    let gone = sql::query("DELETE FROM jobs WHERE id = $1 AND failures >= $2")
        .bind(job)
        .bind(MOST_FAILURES)
        .execute(&mut *write)
        .await?;
    Ok(gone == 1)
}

/// Gives all leases back: at the start of a site whose workers are its own threads, nobody is at work.
pub async fn release_all(write: &mut Write) -> Stored<u64> {
    let released = sql::query("UPDATE jobs SET worker = NULL, until = 0 WHERE until > 0");
    Ok(released.execute(&mut *write).await?)
}

/// The place of an upload's check in the queue, from 1; `None` where it does not wait.
pub async fn place_of(store: &Store, upload: i64) -> Stored<Option<i64>> {
    let row: Option<(i64,)> = sql::query_as(
        "SELECT (SELECT COUNT(*) FROM jobs ahead WHERE ahead.class = mine.class AND ahead.until < $2 AND \
         (ahead.turn < mine.turn OR (ahead.turn = mine.turn AND ahead.id < mine.id))) + 1 \
         FROM jobs mine WHERE mine.upload = $1 AND mine.until < $2",
    )
    .bind(upload)
    .bind(ticks())
    .fetch_optional(store.read())
    .await?;
    Ok(row.map(|(place,)| place))
}

/// The games of a contest's ladder that wait or are being played, with their classes.
pub async fn games(store: &Store, contest: i64) -> Stored<Vec<(Class, GameTask)>> {
    let rows: Vec<(i64, String)> =
        sql::query_as("SELECT class, task FROM jobs WHERE contest = $1 AND class IN ($2, $3)")
            .bind(contest)
            .bind(Class::Entering as i64)
            .bind(Class::Ladder as i64)
            .fetch_all(store.read())
            .await?;
    let read = |(class, task): (i64, String)| match serde_json::from_str(&task) {
        Ok(Task::Game(game)) => Some(Ok((Class::of(class)?, game))),
        Ok(_) => None,
        Err(error) => Some(Err(StoreError::Unreadable(format!("a game of contest {contest}: {error}")))),
    };
    rows.into_iter().filter_map(read).collect()
}

/// How many jobs of a class wait or are being done.
pub async fn count(store: &Store, class: Class) -> Stored<i64> {
    let (count,): (i64,) = sql::query_as("SELECT COUNT(*) FROM jobs WHERE class = $1")
        .bind(class as i64)
        .fetch_one(store.read())
        .await?;
    Ok(count)
}
