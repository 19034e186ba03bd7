//! What people see of the queue: who works, what waits and why, and what was given up.

use std::time::Duration;

use sqlx::PgPool;

use crate::{Build, Class, JobId, Queued, RunId};

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Jobs that nobody has in hand.
    pub waiting: u64,
    /// Jobs in the hands of workers.
    pub in_hand: u64,
    /// Results that were not said to be kept.
    pub results: u64,
    /// Jobs that were given up.
    pub given_up: u64,
}

/// A worker, as the queue knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkerState {
    /// Its number: no two programs have the same.
    pub id: i64,
    /// What it calls itself.
    pub name: String,
    /// What it is.
    pub build: Build,
    /// How quick it says that its processor is.
    pub speed: f64,
    /// How many jobs it does at a time.
    pub slots: u16,
    /// What languages it offers.
    pub languages: Vec<String>,
    /// What cell it has.
    pub cell: String,
    /// How long ago it came.
    pub came: Duration,
    /// How long ago it said something.
    pub seen: Duration,
    /// Whether it is counted on: one that said nothing for its term is not, nor is one that left.
    pub is_alive: bool,
    /// Whether it is given nothing for a while, after one failure behind the other.
    pub is_resting: bool,
    /// Jobs in its hands.
    pub in_hand: u64,
    /// Jobs that it ended, in results that were kept.
    pub jobs: u64,
    /// Pieces of work in them.
    pub pieces: u64,
    /// Jobs that it could not do, and leases that it lost.
    pub failures: u64,
}

/// Jobs that wait, and how many could do them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Their run.
    pub run: RunId,
    /// By what it is known.
    pub key: String,
    /// What its workers must be.
    pub build: Build,
    /// What kind of work it is.
    pub class: Class,
    /// What it needs.
    pub needs: Vec<String>,
    /// How many jobs nobody has in hand.
    pub waiting: u64,
    /// How many are in hand.
    pub in_hand: u64,
    /// How many workers that are alive could do them: where there is none, that is why they wait.
    pub workers: u64,
}

/// A job that was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLetter {
    /// The number that it had.
    pub job: JobId,
    /// Its run.
    pub run: RunId,
    /// What kind of work it is.
    pub class: Class,
    /// Whose it was.
    pub owner: String,
    /// What it was for.
    pub contest: i64,
    /// Its lane, of which nothing is given out any more.
    pub lane: Option<u32>,
    /// The number of its first piece of work.
    pub first: i64,
    /// How many pieces it has.
    pub count: i64,
    /// What was to be done.
    pub payload: Vec<u8>,
    /// What its workers said, or that they said nothing.
    pub why: String,
    /// Who tried it.
    pub workers: Vec<String>,
    /// How long ago it was given up.
    pub ago: Duration,
}

/// What the server tells as milliseconds.
fn ms(number: i64) -> Duration {
    Duration::from_millis(number.try_into().unwrap_or(0))
}

pub(crate) async fn count(pool: &PgPool, run: RunId) -> Queued<Counts> {
    let (waiting, in_hand, results, given_up): (i64, i64, i64, i64) =
        sqlx::query_as("SELECT * FROM croupier_queue.count_of($1)").bind(run.0).fetch_one(pool).await?;
    Ok(Counts {
        waiting: waiting.cast_unsigned(),
        in_hand: in_hand.cast_unsigned(),
        results: results.cast_unsigned(),
        given_up: given_up.cast_unsigned(),
    })
}

pub(crate) async fn workers(pool: &PgPool) -> Queued<Vec<WorkerState>> {
    type Row = (
        i64,
        String,
        String,
        String,
        f64,
        i32,
        Vec<String>,
        String,
        i64,
        i64,
        bool,
        bool,
        i64,
        i64,
        i64,
        i64,
    );
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT id, name, version, rules, speed, slots, languages, cell, came_ms, seen_ms, is_alive, \
         is_resting, in_hand, jobs, pieces, failures FROM croupier_queue.worker_states ORDER BY id",
    )
    .fetch_all(pool)
    .await?;
    let state = |row: Row| {
        let (id, name, version, rules, speed, slots, languages, cell, came, seen, ..) = row;
        let (.., is_alive, is_resting, in_hand, jobs, pieces, failures) = row;
        WorkerState {
            id,
            name,
            build: Build { version, rules },
            speed,
            slots: slots.try_into().unwrap_or(u16::MAX),
            languages,
            cell,
            came: ms(came),
            seen: ms(seen),
            is_alive,
            is_resting,
            in_hand: in_hand.cast_unsigned(),
            jobs: jobs.cast_unsigned(),
            pieces: pieces.cast_unsigned(),
            failures: failures.cast_unsigned(),
        }
    };
    Ok(rows.into_iter().map(state).collect())
}

pub(crate) async fn waiting(pool: &PgPool) -> Queued<Vec<Waiting>> {
    type Row = (i64, String, String, String, i16, Vec<String>, i64, i64, i64);
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT run, key, version, rules, class, needs, waiting, in_hand, workers \
         FROM croupier_queue.what_waits ORDER BY run, class, needs",
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter()
        .map(|(run, key, version, rules, class, needs, waiting, in_hand, workers)| {
            Ok(Waiting {
                run: RunId(run),
                key,
                build: Build { version, rules },
                class: Class::read(class)?,
                needs,
                waiting: waiting.cast_unsigned(),
                in_hand: in_hand.cast_unsigned(),
                workers: workers.cast_unsigned(),
            })
        })
        .collect()
}

pub(crate) async fn dead_letters(pool: &PgPool, run: RunId) -> Queued<Vec<DeadLetter>> {
    dead_letters_of(pool, &[run]).await
}

pub(crate) async fn dead_letters_of(pool: &PgPool, runs: &[RunId]) -> Queued<Vec<DeadLetter>> {
    type Row = (i64, i64, i16, String, i64, Option<i32>, i64, i64, Vec<u8>, String, Vec<String>, i64);
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT job, run, class, owner, contest, lane, first, count, payload, why, workers, \
         croupier_queue.ms_since(at) FROM croupier_queue.dead_letters WHERE run = ANY ($1) ORDER BY id",
    )
    .bind(runs.iter().map(|run| run.0).collect::<Vec<i64>>())
    .fetch_all(pool)
    .await?;
    rows.into_iter()
        .map(|(job, run, class, owner, contest, lane, first, count, payload, why, workers, ago)| {
            Ok(DeadLetter {
                job: JobId(job),
                run: RunId(run),
                class: Class::read(class)?,
                owner,
                contest,
                lane: lane.map(i32::cast_unsigned),
                first,
                count,
                payload,
                why,
                workers,
                ago: ms(ago),
            })
        })
        .collect()
}
