//! The queue, for whoever has work to be done: the site, or the coordinator of a tournament.

use sqlx::PgPool;

use crate::wakeups::{RESULTS, Wakeups};
use crate::{
    Counts, DeadLetter, Hash, JobId, JobResult, NewJob, NewRun, QueueError, Queued, ResultId, RunId,
    ServerUrl, Waiting, WorkerState, install, put_within, results, told,
};

/// Connections of one program: callers that are threads share them.
const CONNECTIONS: u32 = 4;
/// The size of contents.
const MOST_CONTENT: usize = 256 << 20;

/// The queue in a database, as its owner sees it.
#[derive(Debug, Clone)]
pub struct Queue {
    server: ServerUrl,
    pool: PgPool,
}

impl Queue {
    /// Opens the queue in a database, making it and bringing it up to date where needed.
    pub async fn open(server: &ServerUrl) -> Queued<Self> {
        let pool = server.pool(CONNECTIONS).await?;
        install::up_to_date(&pool).await?;
        Ok(Self { server: server.clone(), pool })
    }

    /// Admits a role as a worker: it can call a worker's functions and nothing else. A role that is
    /// not there is made; a password is set where one is given.
    pub async fn admit(&self, role: &str, password: Option<&str>) -> Queued<()> {
        let mut write = self.pool.begin().await?;
        install::admit(&mut write, role, password).await?;
        Ok(write.commit().await?)
    }

    /// Begins a run, or goes on with the one of this key, where it is the same.
    pub async fn begin(&self, run: &NewRun) -> Queued<RunId> {
        let row: Option<(i64,)> = sqlx::query_as("SELECT croupier_queue.begin_run($1, $2, $3, $4)")
            .bind(&run.key)
            .bind(&run.build.version)
            .bind(&run.build.rules)
            .bind(&run.spec)
            .fetch_optional(&self.pool)
            .await?;
        row.map(|(id,)| RunId(id)).ok_or_else(|| QueueError::OtherRun(run.key.clone()))
    }

    /// The run of this key, where one was begun.
    pub async fn find(&self, key: &str) -> Queued<Option<RunId>> {
        let row: Option<(i64,)> = sqlx::query_as("SELECT id FROM croupier_queue.runs WHERE key = $1")
            .bind(key)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|(id,)| RunId(id)))
    }

    /// All runs whose keys begin with this, by number.
    pub async fn runs_of(&self, prefix: &str) -> Queued<Vec<(RunId, String)>> {
        let rows: Vec<(i64, String)> =
            sqlx::query_as("SELECT id, key FROM croupier_queue.runs WHERE starts_with(key, $1) ORDER BY id")
                .bind(prefix)
                .fetch_all(&self.pool)
                .await?;
        Ok(rows.into_iter().map(|(id, key)| (RunId(id), key)).collect())
    }

    /// Keeps contents that every job of a run needs.
    pub async fn need(&self, run: RunId, bytes: &[u8]) -> Queued<Hash> {
        self.store(run, bytes, true).await
    }

    /// Keeps contents for those jobs of a run that name them ([`NewJob::contents`]).
    pub async fn offer(&self, run: RunId, bytes: &[u8]) -> Queued<Hash> {
        self.store(run, bytes, false).await
    }

    async fn store(&self, run: RunId, bytes: &[u8], for_all: bool) -> Queued<Hash> {
        if bytes.len() > MOST_CONTENT {
            return Err(QueueError::TooLarge { what: "contents", bytes: bytes.len(), most: MOST_CONTENT });
        }
        let hash = Hash::of(bytes);
        let known: (bool,) = sqlx::query_as("SELECT croupier_queue.store_content($1, $2, $3, NULL)")
            .bind(run.0)
            .bind(hash.to_string())
            .bind(for_all)
            .fetch_one(&self.pool)
            .await?;
        if !known.0 {
            sqlx::query("SELECT croupier_queue.store_content($1, $2, $3, $4)")
                .bind(run.0)
                .bind(hash.to_string())
                .bind(for_all)
                .bind(bytes)
                .execute(&self.pool)
                .await?;
        }
        Ok(hash)
    }

    /// Contents that a run does not need any more; they go with the last run that does.
    pub async fn drop_content(&self, run: RunId, hash: Hash) -> Queued<()> {
        sqlx::query("SELECT croupier_queue.drop_content($1, $2)")
            .bind(run.0)
            .bind(hash.to_string())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Puts jobs: all of them, or none. Their numbers, in order.
    pub async fn put(&self, run: RunId, jobs: &[NewJob]) -> Queued<Vec<JobId>> {
        let mut write = self.pool.begin().await?;
        let ids = put_within(&mut write, run, jobs).await?;
        write.commit().await?;
        Ok(ids)
    }

    /// So many results of a run, at most, that were not said to be kept, the oldest first; fewer where
    /// they are large.
    pub async fn results(&self, run: RunId, most: u32) -> Queued<Vec<JobResult>> {
        results::take_within(&mut *self.pool.acquire().await?, run, most).await
    }

    /// The same of any of these runs, each with its run.
    pub async fn results_of(&self, runs: &[RunId], most: u32) -> Queued<Vec<(RunId, JobResult)>> {
        results::take_of(&mut *self.pool.acquire().await?, runs, most).await
    }

    /// The same without those that are known already: for whoever keeps results elsewhere some time after
    /// it has seen them.
    pub async fn results_beside(&self, run: RunId, known: &[ResultId], most: u32) -> Queued<Vec<JobResult>> {
        results::take_beside(&mut *self.pool.acquire().await?, run, known, most).await
    }

    /// What whoever put a run's jobs and ended without a word may not have: results that were not said to be
    /// kept, and of each lane the last so many, which stay in any case.
    pub async fn left_over(&self, run: RunId, of_lane: u32) -> Queued<Vec<JobResult>> {
        results::left_over(&mut *self.pool.acquire().await?, run, of_lane).await
    }

    /// Says that these results are kept elsewhere by now. Those of a lane stay for whoever takes the
    /// lane up; the others go.
    pub async fn keep(&self, run: RunId, results: &[ResultId]) -> Queued<()> {
        results::kept_within(&mut *self.pool.acquire().await?, run, results).await
    }

    /// What came of an earlier part of a lane, for whoever takes the lane up: of a run that goes on
    /// and is kept elsewhere. What is known already stays as it is.
    pub async fn remember(&self, run: RunId, lane: u32, first: i64, count: i64, bytes: &[u8]) -> Queued<()> {
        sqlx::query("SELECT croupier_queue.remember($1, $2, $3, $4, $5)")
            .bind(run.0)
            .bind(i64::from(lane))
            .bind(first)
            .bind(count)
            .bind(bytes)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Takes all jobs of a run back, also out of workers' hands; how many there were.
    pub async fn withdraw(&self, run: RunId) -> Queued<u64> {
        self.count_of("SELECT croupier_queue.withdraw($1)", run).await
    }

    /// Forgets a run and all that belongs to it. Whoever forgets results has them elsewhere.
    pub async fn forget(&self, run: RunId) -> Queued<()> {
        self.count_of("SELECT croupier_queue.forget($1)", run).await?;
        Ok(())
    }

    async fn count_of(&self, statement: &'static str, run: RunId) -> Queued<u64> {
        let (count,): (i64,) = sqlx::query_as(statement).bind(run.0).fetch_one(&self.pool).await?;
        Ok(count.cast_unsigned())
    }

    /// How far a run is.
    pub async fn count(&self, run: RunId) -> Queued<Counts> {
        told::count(&self.pool, run).await
    }

    /// All workers that came, but for those that were not seen for a week.
    pub async fn workers(&self) -> Queued<Vec<WorkerState>> {
        told::workers(&self.pool).await
    }

    /// What waits and is in hand, of all runs, and how many workers could do it.
    pub async fn waiting(&self) -> Queued<Vec<Waiting>> {
        told::waiting(&self.pool).await
    }

    /// Jobs of a run that were given up, the oldest first.
    pub async fn dead_letters(&self, run: RunId) -> Queued<Vec<DeadLetter>> {
        told::dead_letters(&self.pool, run).await
    }

    /// The same of any of these runs.
    pub async fn dead_letters_of(&self, runs: &[RunId]) -> Queued<Vec<DeadLetter>> {
        told::dead_letters_of(&self.pool, runs).await
    }

    /// Looks after what nobody asks for: jobs whose last lease ran out are given up, and sessions of
    /// workers that stand still within a transaction end. To be called every few seconds by whoever
    /// waits for results.
    pub async fn tidy(&self) -> Queued<()> {
        sqlx::query("SELECT croupier_queue.tidy()").execute(&self.pool).await?;
        Ok(())
    }

    /// Tells of results, and of jobs that were given up. It keeps a connection of its own. Where many
    /// results come, not each is told of: after a look that found some, look again within a quarter of
    /// a second; after one that found none, within some seconds.
    pub async fn wakeups(&self) -> Queued<Wakeups> {
        Wakeups::to(&self.server, RESULTS).await
    }

    /// Ends all connections.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}
