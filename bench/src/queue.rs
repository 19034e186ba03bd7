//! The queue for workers elsewhere (`queue`): putting, leasing with many jobs waiting and in hand, many
//! workers at once, and a reader that holds an old snapshot. At a server of its own, or at the url that is
//! given.

#[path = "../../tests/postgres/mod.rs"]
#[allow(clippy::unwrap_used, clippy::expect_used)] // It is a test's.
mod postgres;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use croupier_queue::{Ask, Build, Class, Hello, NewJob, NewRun, Preference, Queue, RunId, ServerUrl, Worker};
use postgres::Server;
use sqlx::{Connection, PgConnection};
use tokio::runtime::Runtime;

/// What was said in place of figures.
type Failed = String;

/// Jobs that wait while leases are measured.
const WAITING: usize = 100_000;
/// Leases that are measured one by one.
const LEASES: usize = 500;
/// Jobs that are worked off by many workers at once.
const WORKED_OFF: usize = 8_000;
/// Jobs that are worked off while a reader holds an old snapshot, before the last rate is taken.
const UNDER_A_READER: usize = 30_000;
/// Longer than all of it takes.
const TERM: Duration = Duration::from_secs(3600);

/// Measures all of it.
pub(crate) fn measure(url: Option<String>) -> Result<(), Failed> {
    let server = url.is_none().then(Server::start);
    let text = url.or_else(|| server.as_ref().map(Server::url)).ok_or("no server")?;
    let url = text.parse().map_err(words)?;
    Runtime::new().map_err(words)?.block_on(Bench { text, url }.all())
}

/// What went wrong, in words.
fn words(error: impl std::fmt::Display) -> Failed {
    error.to_string()
}

struct Bench {
    text: String,
    url: ServerUrl,
}

impl Bench {
    async fn all(&self) -> Result<(), Failed> {
        let queue = Queue::open(&self.url).await.map_err(words)?;
        println!("| jobs put at once | seconds |\n| --- | --- |");
        for count in [1, 100, 10_000] {
            let run = self.begin(&queue).await?;
            let jobs = jobs(count);
            let begun = Instant::now();
            queue.put(run, &jobs).await.map_err(words)?;
            println!("| {count} | {:.3} |", begun.elapsed().as_secs_f64());
            queue.forget(run).await.map_err(words)?;
        }
        self.one_by_one(&queue).await?;
        self.at_once(&queue).await?;
        self.under_a_reader(&queue).await
    }

    /// What one lease and one end take, by what waits and what is in hand.
    async fn one_by_one(&self, queue: &Queue) -> Result<(), Failed> {
        println!("\n| waiting | in hand | lease, p50 ms | p99 ms | end, p50 ms | p99 ms |");
        println!("| --- | --- | --- | --- | --- | --- |");
        for (waiting, in_hand) in [(1_000, 0), (WAITING, 0), (WAITING, 100), (WAITING, 1_000)] {
            let run = self.begin(queue).await?;
            queue.put(run, &jobs(waiting)).await.map_err(words)?;
            for _ in 0..in_hand / 100 {
                let other = self.worker().await?;
                other.lease(&ask(100)).await.map_err(words)?;
            }
            let worker = self.worker().await?;
            let (mut leases, mut ends) = (Vec::new(), Vec::new());
            for _ in 0..LEASES {
                let begun = Instant::now();
                let leased = worker.lease(&ask(1)).await.map_err(words)?;
                leases.push(begun.elapsed());
                let lease = leased.first().ok_or("nothing is leased")?.lease;
                let begun = Instant::now();
                let _ = worker.complete(lease, &[7; 1000], TERM).await.map_err(words)?;
                ends.push(begun.elapsed());
            }
            let [lease, slow_lease] = quantiles(&mut leases);
            let [end, slow_end] = quantiles(&mut ends);
            println!("| {waiting} | {in_hand} | {lease:.2} | {slow_lease:.2} | {end:.2} | {slow_end:.2} |");
            queue.forget(run).await.map_err(words)?;
        }
        Ok(())
    }

    /// How many jobs a second go through, by workers and by what they ask for at a time.
    async fn at_once(&self, queue: &Queue) -> Result<(), Failed> {
        println!("\n| workers | jobs a lease | jobs/s | server's processor time a job, µs |");
        println!("| --- | --- | --- | --- |");
        for (workers, most) in [(1, 1), (4, 1), (16, 1), (4, 16), (16, 16)] {
            let run = self.begin(queue).await?;
            queue.put(run, &jobs(WORKED_OFF)).await.map_err(words)?;
            let rate = self.work_off(workers, most, WORKED_OFF).await?;
            println!("| {workers} | {most} | {rate} |");
            queue.forget(run).await.map_err(words)?;
        }
        Ok(())
    }

    /// The rate before and while a reader keeps a snapshot from before all of it.
    async fn under_a_reader(&self, queue: &Queue) -> Result<(), Failed> {
        println!("\n| with an old snapshot, after jobs | jobs/s | server's processor time a job, µs |");
        println!("| --- | --- | --- |");
        let run = self.begin(queue).await?;
        queue.put(run, &jobs(2 * WORKED_OFF + UNDER_A_READER)).await.map_err(words)?;
        println!("| none | {} |", self.work_off(4, 16, WORKED_OFF).await?);
        let mut reader = PgConnection::connect(&self.text).await.map_err(words)?;
        let snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM croupier_queue.runs";
        sqlx::raw_sql(snapshot).execute(&mut reader).await.map_err(words)?;
        let step = UNDER_A_READER / 3;
        for part in 1..=3 {
            let rate = self.work_off(4, 16, step).await?;
            println!("| {} | {rate} |", part * step);
        }
        reader.close().await.map_err(words)?;
        queue.forget(run).await.map_err(words)
    }

    /// Has jobs done by so many workers that take and end so many at a time.
    async fn work_off(&self, workers: usize, most: u16, jobs: usize) -> Result<String, Failed> {
        let mut tasks = Vec::new();
        let (begun, used) = (Instant::now(), self.server_time());
        for _ in 0..workers {
            let worker = self.worker().await?;
            let share = jobs / workers;
            tasks.push(tokio::spawn(async move {
                let mut done = 0;
                while done < share {
                    let some = worker.lease(&ask(most)).await.map_err(words)?;
                    if some.is_empty() {
                        break;
                    }
                    for leased in some {
                        let _ = worker.complete(leased.lease, &[7; 1000], TERM).await.map_err(words)?;
                        done += 1;
                    }
                }
                worker.leave().await.map_err(words)?;
                Ok::<usize, Failed>(done)
            }));
        }
        let mut done = 0;
        for task in tasks {
            done += task.await.map_err(words)??;
        }
        let rate = done as f64 / begun.elapsed().as_secs_f64();
        let used = match (used, self.server_time()) {
            (Some(before), Some(now)) => format!("{:.0}", (now - before) * 1e6 / done as f64),
            _ => "not on this machine".to_owned(),
        };
        Ok(format!("{rate:.0} | {used}"))
    }

    /// The processor time that the server has used so far, in seconds, where it runs here: that of its first
    /// process with all that ended, and of those that it has now.
    fn server_time(&self) -> Option<f64> {
        let own = format!("-k {}", self.text.split_once("?host=")?.1).replace(' ', "\0");
        let processes = fs::read_dir("/proc").ok()?.flatten().map(|process| process.path());
        let mut servers = processes.filter(|process| {
            let line = fs::read(process.join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(&own)
        });
        let first = servers.find(|process| {
            fs::read_to_string(process.join("comm")).is_ok_and(|name| name == "postgres\n")
        })?;
        let fields = |process: &Path| -> Option<Vec<u64>> {
            let stat = fs::read_to_string(process.join("stat")).ok()?;
            Some(
                stat.rsplit(')').next()?.split_whitespace().map(|field| field.parse().unwrap_or(0)).collect(),
            )
        };
        let number: u64 = first.file_name()?.to_str()?.parse().ok()?;
        let mut ticks: u64 = fields(&first)?.get(11..15)?.iter().sum();
        for process in fs::read_dir("/proc").ok()?.flatten() {
            let Some(fields) = fields(&process.path()) else { continue };
            if fields.get(1) == Some(&number) {
                ticks += fields.get(11..13)?.iter().sum::<u64>();
            }
        }
        Some(ticks as f64 / 100.0)
    }

    async fn begin(&self, queue: &Queue) -> Result<RunId, Failed> {
        let run = NewRun { key: "bench".into(), build: build(), spec: Vec::new() };
        queue.begin(&run).await.map_err(words)
    }

    async fn worker(&self) -> Result<Worker, Failed> {
        let hello = Hello {
            name: "bench".into(),
            build: build(),
            speed: 1.0,
            slots: 16,
            languages: Vec::new(),
            cell: "none".into(),
        };
        Worker::greet(&self.url, &hello).await.map_err(words)
    }
}

fn build() -> Build {
    Build { version: "bench".into(), rules: "bench".into() }
}

fn ask(most: u16) -> Ask {
    Ask { can: Vec::new(), preference: Preference::ChecksFirst, term: TERM, most }
}

/// Batches of a final, each with a kilobyte of what is to be done.
fn jobs(count: usize) -> Vec<NewJob> {
    let job = |first: usize| NewJob {
        class: Class::Final,
        owner: "bench".into(),
        contest: 1,
        lane: None,
        first: first as i64,
        count: 1,
        needs: Vec::new(),
        contents: Vec::new(),
        payload: vec![first as u8; 1000],
    };
    (0..count).map(job).collect()
}

/// The middle one and the 99th of a hundred, in milliseconds.
fn quantiles(times: &mut [Duration]) -> [f64; 2] {
    times.sort_unstable();
    [50, 99].map(|of| times[(times.len() - 1) * of / 100].as_secs_f64() * 1000.0)
}
