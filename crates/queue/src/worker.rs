//! The queue, for whoever does the work.
//!
//! A worker is known by a key that the database gave it and that no other worker can read: with
//! another's job in hand one can do nothing. Everything here is a function in the database; the
//! worker's role may do nothing else.

use std::time::Duration;

use sqlx::PgPool;

use crate::wakeups::{JOBS, Wakeups};
use crate::{
    Ask, Build, Class, Fenced, Hash, JobId, Lease, Leased, MOST_RESULT_BYTES, Past, Preference, QueueError,
    Queued, RunId, ServerUrl, install,
};

/// Connections of one worker, whatever the number of its threads.
const CONNECTIONS: u32 = 2;
/// Contents come in pieces of this size.
const PIECE: i64 = 4 << 20;

/// What a worker says of itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Hello {
    /// What it calls itself: a word of at most 100 characters.
    pub name: String,
    /// What it is: it is given jobs of runs that want the same.
    pub build: Build,
    /// How quick its processor is, by its own measure; above 0.
    pub speed: f64,
    /// How many jobs it does at a time.
    pub slots: u16,
    /// What languages it offers.
    pub languages: Vec<String>,
    /// What cell it has.
    pub cell: String,
}

/// What becomes of a job that could not be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failed {
    /// It is done again, by somebody else where there is somebody.
    Again,
    /// It is given up.
    GivenUp,
}

/// A worker that the queue knows.
#[derive(Debug, Clone)]
pub struct Worker {
    server: ServerUrl,
    pool: PgPool,
    key: Vec<u8>,
}

impl Worker {
    /// Says hello. A worker that comes again is another one.
    pub async fn greet(server: &ServerUrl, hello: &Hello) -> Queued<Self> {
        let pool = server.pool(CONNECTIONS).await?;
        let (may,): (bool,) = sqlx::query_as(
            "SELECT EXISTS (SELECT FROM pg_catalog.pg_proc p \
             JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace \
             WHERE n.nspname = 'croupier_queue' AND p.proname = 'hello' \
             AND has_schema_privilege(n.oid, 'USAGE') AND has_function_privilege(p.oid, 'EXECUTE'))",
        )
        .fetch_one(&pool)
        .await?;
        if !may {
            return Err(QueueError::NoQueue { role: server.role().to_owned() });
        }
        let (key,): (Vec<u8>,) =
            sqlx::query_as("SELECT croupier_queue.hello($1, $2, $3, $4, $5, $6, $7, $8)")
                .bind(install::HERE)
                .bind(&hello.name)
                .bind(&hello.build.version)
                .bind(&hello.build.rules)
                .bind(hello.speed)
                .bind(i32::from(hello.slots))
                .bind(&hello.languages)
                .bind(&hello.cell)
                .fetch_one(&pool)
                .await?;
        Ok(Self { server: server.clone(), pool, key })
    }

    /// The next jobs for this worker, perhaps none.
    pub async fn lease(&self, ask: &Ask) -> Queued<Vec<Leased>> {
        type Row = (i64, i32, i64, i16, Option<i32>, i64, i64, Vec<u8>);
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM croupier_queue.lease($1, $2, $3, $4, $5)")
            .bind(&self.key)
            .bind(&ask.can)
            .bind(ask.preference == Preference::GamesFirst)
            .bind(millis(ask.term))
            .bind(i32::from(ask.most))
            .fetch_all(&self.pool)
            .await?;
        rows.into_iter()
            .map(|(job, read, run, class, lane, first, count, payload)| {
                Ok(Leased {
                    lease: Lease { job: JobId(job), read },
                    run: RunId(run),
                    class: Class::read(class)?,
                    lane: lane.map(i32::cast_unsigned),
                    first,
                    count,
                    payload,
                })
            })
            .collect()
    }

    /// Keeps jobs for longer; those that were lost. Without any it still says that the worker lives.
    pub async fn extend(&self, leases: &[Lease], term: Duration) -> Queued<Vec<Lease>> {
        let (jobs, reads) = apart(leases);
        let rows: Vec<(i64, i32)> = sqlx::query_as("SELECT * FROM croupier_queue.extend($1, $2, $3, $4)")
            .bind(&self.key)
            .bind(jobs)
            .bind(reads)
            .bind(millis(term))
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.into_iter().map(|(job, read)| Lease { job: JobId(job), read }).collect())
    }

    /// Ends a job and stores what came of it, in one transaction.
    pub async fn complete(&self, lease: Lease, result: &[u8], took: Duration) -> Queued<Fenced<()>> {
        if result.len() > MOST_RESULT_BYTES {
            let (bytes, most) = (result.len(), MOST_RESULT_BYTES);
            return Err(QueueError::TooLarge { what: "a result", bytes, most });
        }
        let (held,): (bool,) = sqlx::query_as("SELECT croupier_queue.complete($1, $2, $3, $4, $5)")
            .bind(&self.key)
            .bind(lease.job.0)
            .bind(lease.read)
            .bind(result)
            .bind(millis(took))
            .fetch_one(&self.pool)
            .await?;
        Ok(Fenced::of(held.then_some(())))
    }

    /// Gives jobs back that were not done, for whoever comes next. It counts against nobody.
    pub async fn hand_back(&self, leases: &[Lease]) -> Queued<()> {
        let (jobs, reads) = apart(leases);
        sqlx::query("SELECT croupier_queue.hand_back($1, $2, $3)")
            .bind(&self.key)
            .bind(jobs)
            .bind(reads)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Says that a job could not be done, and why. It is tried again, but not for ever.
    pub async fn fail(&self, lease: Lease, why: &str) -> Queued<Fenced<Failed>> {
        let (given_up,): (Option<bool>,) = sqlx::query_as("SELECT croupier_queue.fail($1, $2, $3, $4)")
            .bind(&self.key)
            .bind(lease.job.0)
            .bind(lease.read)
            .bind(why.replace('\0', " "))
            .fetch_one(&self.pool)
            .await?;
        Ok(Fenced::of(given_up.map(|given_up| if given_up { Failed::GivenUp } else { Failed::Again })))
    }

    /// Contents that the job needs, whose hash is right.
    pub async fn content(&self, lease: Lease, hash: Hash) -> Queued<Fenced<Vec<u8>>> {
        let mut bytes = Vec::new();
        loop {
            let (piece,): (Option<Vec<u8>>,) =
                sqlx::query_as("SELECT croupier_queue.content($1, $2, $3, $4, $5, $6)")
                    .bind(&self.key)
                    .bind(lease.job.0)
                    .bind(lease.read)
                    .bind(hash.to_string())
                    .bind(bytes.len() as i64)
                    .bind(PIECE)
                    .fetch_one(&self.pool)
                    .await?;
            let Some(piece) = piece else { return Ok(Fenced::Lost) };
            bytes.extend_from_slice(&piece);
            if (piece.len() as i64) < PIECE {
                break;
            }
        }
        if Hash::of(&bytes) == hash { Ok(Fenced::Held(bytes)) } else { Err(QueueError::WrongContent(hash)) }
    }

    /// What is to be known of the job's run.
    pub async fn spec(&self, lease: Lease) -> Queued<Fenced<Vec<u8>>> {
        let (spec,): (Option<Vec<u8>>,) = sqlx::query_as("SELECT croupier_queue.run_spec($1, $2, $3)")
            .bind(&self.key)
            .bind(lease.job.0)
            .bind(lease.read)
            .fetch_one(&self.pool)
            .await?;
        Ok(Fenced::of(spec))
    }

    /// What came of earlier jobs of the job's lane, in order: so many at most of those that begin
    /// after this number, or from the first; fewer where they are large, and none where there are no
    /// more.
    pub async fn past(&self, lease: Lease, after: Option<i64>, most: u16) -> Queued<Fenced<Vec<Past>>> {
        self.read_past(lease, after, Some(i32::from(most))).await
    }

    /// What came of the last earlier job of the job's lane.
    pub async fn last_past(&self, lease: Lease) -> Queued<Fenced<Option<Past>>> {
        Ok(match self.read_past(lease, None, None).await? {
            Fenced::Held(mut past) => Fenced::Held(past.pop()),
            Fenced::Lost => Fenced::Lost,
        })
    }

    async fn read_past(
        &self,
        lease: Lease,
        after: Option<i64>,
        most: Option<i32>,
    ) -> Queued<Fenced<Vec<Past>>> {
        type Row = (bool, Option<i64>, Option<i64>, Option<Vec<u8>>);
        let rows: Vec<Row> = sqlx::query_as("SELECT * FROM croupier_queue.past($1, $2, $3, $4, $5)")
            .bind(&self.key)
            .bind(lease.job.0)
            .bind(lease.read)
            .bind(after)
            .bind(most)
            .fetch_all(&self.pool)
            .await?;
        if rows.iter().any(|(held, ..)| !held) {
            return Ok(Fenced::Lost);
        }
        let past = |(_, first, count, bytes)| Some(Past { first: first?, count: count?, bytes: bytes? });
        Ok(Fenced::Held(rows.into_iter().filter_map(past).collect()))
    }

    /// Lets a lane go, of which nothing is in hand: somebody else may have it.
    pub async fn let_go(&self, run: RunId, lane: u32) -> Queued<()> {
        sqlx::query("SELECT croupier_queue.let_go($1, $2, $3)")
            .bind(&self.key)
            .bind(run.0)
            .bind(i64::from(lane))
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// What workers would have to be for what waits beside what this one may be given: where it is
    /// given nothing, that is why.
    pub async fn unsuited(&self) -> Queued<Vec<Build>> {
        let rows: Vec<(String, String)> = sqlx::query_as("SELECT * FROM croupier_queue.unsuited($1)")
            .bind(&self.key)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.into_iter().map(|(version, rules)| Build { version, rules }).collect())
    }

    /// Leaves: what is in hand goes back, and lanes are free.
    pub async fn leave(&self) -> Queued<()> {
        sqlx::query("SELECT croupier_queue.leave($1)").bind(&self.key).execute(&self.pool).await?;
        Ok(())
    }

    /// Tells when there are jobs that were not there before. It keeps a connection of its own. What a
    /// lease that ran out leaves is told by nobody: look every few seconds as well.
    pub async fn wakeups(&self) -> Queued<Wakeups> {
        Wakeups::to(&self.server, JOBS).await
    }

    /// Ends all connections; the worker is given up after its term, unless it left.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

fn apart(leases: &[Lease]) -> (Vec<i64>, Vec<i32>) {
    leases.iter().map(|lease| (lease.job.0, lease.read)).unzip()
}
