//! What came of jobs. A result is there until whoever put the job says that it is kept.

use std::time::Duration;

use sqlx::PgConnection;

use crate::{Class, JobId, MOST_RESULT_BYTES, Queued, RunId};

/// A result's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResultId(pub i64);

/// What came of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobResult {
    /// Its number.
    pub id: ResultId,
    /// The job's.
    pub job: JobId,
    /// What kind of work it was.
    pub class: Class,
    /// Its lane.
    pub lane: Option<u32>,
    /// The number of its first piece of work.
    pub first: i64,
    /// How many pieces it has.
    pub count: i64,
    /// What its worker says.
    pub bytes: Vec<u8>,
    /// Who did it.
    pub worker: String,
    /// How long that took, as the worker says.
    pub took: Duration,
    /// How often the job had been leased by then.
    pub reads: i32,
}

/// What came of an earlier job of a lane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Past {
    /// The number of its first piece of work.
    pub first: i64,
    /// How many pieces it has.
    pub count: i64,
    /// What its worker said.
    pub bytes: Vec<u8>,
}

type Row = (i64, i64, i16, Option<i32>, i64, i64, Vec<u8>, String, i64, i32);

/// So many results of a run, at most, that were not said to be kept, the oldest first; fewer where they
/// are large. Within a transaction of the caller's they can be said to be kept as well.
pub async fn take_within(read: &mut PgConnection, run: RunId, most: u32) -> Queued<Vec<JobResult>> {
    take_beside(read, run, &[], most).await
}

/// The same without those that are known already.
pub(crate) async fn take_beside(
    read: &mut PgConnection,
    run: RunId,
    known: &[ResultId],
    most: u32,
) -> Queued<Vec<JobResult>> {
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT id, job, class, lane, first, count, bytes, worker_name, took_ms, reads FROM ( \
         SELECT *, SUM(octet_length(bytes)) OVER (ORDER BY id) - octet_length(bytes) AS before FROM ( \
         SELECT * FROM croupier_queue.results WHERE run = $1 AND NOT kept AND id <> ALL ($4) \
         ORDER BY id LIMIT $2) AS looked ) AS sized WHERE before < $3 ORDER BY id",
    )
    .bind(run.0)
    .bind(i64::from(most))
    .bind(MOST_RESULT_BYTES as i64)
    .bind(known.iter().map(|id| id.0).collect::<Vec<i64>>())
    .fetch_all(read)
    .await?;
    read_all(rows)
}

/// Results of any of these runs, each with its run.
pub(crate) async fn take_of(
    read: &mut PgConnection,
    runs: &[RunId],
    most: u32,
) -> Queued<Vec<(RunId, JobResult)>> {
    let rows: Vec<OfRun> = sqlx::query_as(
        "SELECT run, id, job, class, lane, first, count, bytes, worker_name, took_ms, reads FROM ( \
         SELECT *, SUM(octet_length(bytes)) OVER (ORDER BY id) - octet_length(bytes) AS before FROM ( \
         SELECT * FROM croupier_queue.results WHERE run = ANY ($1) AND NOT kept ORDER BY id LIMIT $2) \
         AS looked ) AS sized WHERE before < $3 ORDER BY id",
    )
    .bind(runs.iter().map(|run| run.0).collect::<Vec<i64>>())
    .bind(i64::from(most))
    .bind(MOST_RESULT_BYTES as i64)
    .fetch_all(read)
    .await?;
    let result = |(run, id, job, class, lane, first, count, bytes, worker, took_ms, reads): OfRun| {
        let row = (id, job, class, lane, first, count, bytes, worker, took_ms, reads);
        Ok((RunId(run), read_one(row)?))
    };
    rows.into_iter().map(result).collect()
}

/// What whoever put jobs and ended without a word may not have: results that were not said to be kept, and
/// of each lane the last so many, which stay in any case.
pub(crate) async fn left_over(read: &mut PgConnection, run: RunId, of_lane: u32) -> Queued<Vec<JobResult>> {
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT id, job, class, lane, first, count, bytes, worker_name, took_ms, reads FROM ( \
         SELECT *, row_number() OVER (PARTITION BY lane ORDER BY id DESC) AS nth \
         FROM croupier_queue.results WHERE run = $1 \
         ) AS r WHERE NOT kept OR (lane IS NOT NULL AND nth <= $2) ORDER BY id",
    )
    .bind(run.0)
    .bind(i64::from(of_lane))
    .fetch_all(read)
    .await?;
    read_all(rows)
}

type OfRun = (i64, i64, i64, i16, Option<i32>, i64, i64, Vec<u8>, String, i64, i32);

fn read_all(rows: Vec<Row>) -> Queued<Vec<JobResult>> {
    rows.into_iter().map(read_one).collect()
}

fn read_one(row: Row) -> Queued<JobResult> {
    let (id, job, class, lane, first, count, bytes, worker, took_ms, reads) = row;
    Ok(JobResult {
        id: ResultId(id),
        job: JobId(job),
        class: Class::read(class)?,
        lane: lane.map(i32::cast_unsigned),
        first,
        count,
        bytes,
        worker,
        took: Duration::from_millis(took_ms.try_into().unwrap_or(0)),
        reads,
    })
}

/// Says within a transaction of the caller's that these results are kept elsewhere by its end. Those
/// of a lane stay for whoever takes the lane up; the others go.
pub async fn kept_within(write: &mut PgConnection, run: RunId, results: &[ResultId]) -> Queued<()> {
    let ids: Vec<i64> = results.iter().map(|id| id.0).collect();
    sqlx::query("SELECT croupier_queue.keep($1, $2)").bind(run.0).bind(ids).execute(write).await?;
    Ok(())
}
