//! Putting jobs, many in one statement.

use sqlx::PgConnection;

use crate::{JobId, NewJob, QueueError, Queued, RunId};

/// Jobs in one statement.
const MOST_JOBS: usize = 10_000;
/// What the payloads of one statement may add up to.
const MOST_BYTES: usize = 64 << 20;
/// The size of one payload.
const MOST_PAYLOAD: usize = 16 << 20;
/// What stands between the words of a list, and in none of them.
const BETWEEN: char = '\u{1f}';

/// Puts jobs within a transaction of the caller's: what is not committed was never put. Their
/// numbers, in order.
pub async fn put_within(write: &mut PgConnection, run: RunId, jobs: &[NewJob]) -> Queued<Vec<JobId>> {
    let mut ids = Vec::with_capacity(jobs.len());
    let mut rest = jobs;
    while !rest.is_empty() {
        let (some, others) = rest.split_at(fitting(rest)?);
        put_some(write, run, some, &mut ids).await?;
        rest = others;
    }
    Ok(ids)
}

/// How many of these jobs, at least one, go into one statement.
fn fitting(jobs: &[NewJob]) -> Queued<usize> {
    let mut bytes = 0;
    for (at, job) in jobs.iter().take(MOST_JOBS).enumerate() {
        let size = job.payload.len();
        if size > MOST_PAYLOAD {
            return Err(QueueError::TooLarge { what: "a job", bytes: size, most: MOST_PAYLOAD });
        }
        bytes += size;
        if bytes > MOST_BYTES && at > 0 {
            return Ok(at);
        }
    }
    Ok(jobs.len().min(MOST_JOBS))
}

async fn put_some(write: &mut PgConnection, run: RunId, jobs: &[NewJob], ids: &mut Vec<JobId>) -> Queued<()> {
    let list = |words: &[String]| -> String {
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.sort_unstable();
        words.dedup();
        words.join(&BETWEEN.to_string())
    };
    let hashes = |job: &NewJob| {
        let hashes: Vec<String> = job.contents.iter().map(ToString::to_string).collect();
        list(&hashes)
    };
    let each = |part: fn(&NewJob) -> i64| jobs.iter().map(part).collect::<Vec<i64>>();
    let rows: Vec<(i64,)> =
        sqlx::query_as("SELECT croupier_queue.put($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)")
            .bind(run.0)
            .bind(jobs.iter().map(|job| job.class as i16).collect::<Vec<i16>>())
            .bind(jobs.iter().map(|job| job.owner.as_str()).collect::<Vec<&str>>())
            .bind(each(|job| job.contest))
            .bind(jobs.iter().map(|job| job.lane.map(i64::from)).collect::<Vec<Option<i64>>>())
            .bind(each(|job| job.first))
            .bind(each(|job| job.count))
            .bind(jobs.iter().map(|job| list(&job.needs)).collect::<Vec<String>>())
            .bind(jobs.iter().map(hashes).collect::<Vec<String>>())
            .bind(jobs.iter().map(|job| job.payload.as_slice()).collect::<Vec<&[u8]>>())
            .fetch_all(write)
            .await?;
    ids.extend(rows.into_iter().map(|(id,)| JobId(id)));
    Ok(())
}
