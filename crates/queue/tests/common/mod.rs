//! A server with a queue, and workers of it.

#![allow(dead_code)] // Every test binary uses its own part.

#[path = "../../../../tests/postgres/mod.rs"]
pub(crate) mod postgres;

use std::time::Duration;

use croupier_queue::{
    Ask, Build, Class, Fenced, Hello, JobId, JobResult, Lease, Leased, NewJob, NewRun, Preference, Queue,
    RunId, ServerUrl, Worker,
};
use postgres::Server;

/// Longer than any test takes.
pub(crate) const LONG: Duration = Duration::from_secs(600);
/// What is told at once is told by then, on the slowest machine.
pub(crate) const SOON: Duration = Duration::from_secs(60);
/// The role of workers.
pub(crate) const ROLE: &str = "players";

/// A server with a queue and a run that was begun.
pub(crate) struct Home {
    pub(crate) server: Server,
    pub(crate) queue: Queue,
    pub(crate) run: RunId,
}

impl Home {
    pub(crate) async fn new() -> Self {
        let server = Server::start();
        let url = owners(&server);
        Self::of(server, url).await
    }

    /// One whose owner may make roles and schemas, and nothing else.
    pub(crate) async fn of_a_boss() -> Self {
        let server = Server::start();
        server.psql("CREATE ROLE boss LOGIN CREATEROLE");
        server.psql("GRANT CREATE ON DATABASE postgres TO boss");
        let url = as_role(&server, "boss").parse().unwrap();
        Self::of(server, url).await
    }

    async fn of(server: Server, owner: ServerUrl) -> Self {
        let queue = Queue::open(&owner).await.unwrap();
        queue.admit(ROLE, None).await.unwrap();
        let run = queue.begin(&new_run("first")).await.unwrap();
        Self { server, queue, run }
    }

    /// Another run.
    pub(crate) async fn begin(&self, key: &str) -> RunId {
        self.queue.begin(&new_run(key)).await.unwrap()
    }

    pub(crate) async fn worker(&self, name: &str) -> Worker {
        self.greet(&hello(name)).await
    }

    pub(crate) async fn greet(&self, hello: &Hello) -> Worker {
        Worker::greet(&workers(&self.server), hello).await.unwrap()
    }

    /// Puts a job, and gives its number.
    pub(crate) async fn put(&self, job: NewJob) -> JobId {
        self.queue.put(self.run, &[job]).await.unwrap()[0]
    }

    /// All results that are to be kept.
    pub(crate) async fn results(&self) -> Vec<JobResult> {
        self.queue.results(self.run, 100_000).await.unwrap()
    }

    /// The lease of a job runs out.
    pub(crate) fn run_out(&self, job: JobId) {
        self.server.psql(&format!("UPDATE pgmq.q_croupier SET vt = '-infinity' WHERE msg_id = {}", job.0));
    }

    /// A worker says nothing for its term.
    pub(crate) fn miss(&self, name: &str) {
        self.server.psql(&format!(
            "UPDATE croupier_queue.workers SET until = '-infinity' WHERE name = '{name}'; \
             UPDATE pgmq.q_croupier q SET vt = '-infinity' FROM croupier_queue.leases l \
             JOIN croupier_queue.workers w ON w.id = l.worker \
             WHERE q.msg_id = l.job AND q.read_ct = l.read AND w.name = '{name}'"
        ));
    }
}

pub(crate) fn owners(server: &Server) -> ServerUrl {
    server.url().parse().unwrap()
}

pub(crate) fn workers(server: &Server) -> ServerUrl {
    as_role(server, ROLE).parse().unwrap()
}

/// The address of the same database for another role.
pub(crate) fn as_role(server: &Server, role: &str) -> String {
    server.url().replacen("croupier@", &format!("{role}@"), 1)
}

pub(crate) fn build() -> Build {
    Build { version: "1.0.0".into(), rules: "today's".into() }
}

pub(crate) fn new_run(key: &str) -> NewRun {
    NewRun { key: key.into(), build: build(), spec: b"what is played".to_vec() }
}

pub(crate) fn hello(name: &str) -> Hello {
    Hello {
        name: name.into(),
        build: build(),
        speed: 1.0,
        slots: 2,
        languages: vec!["python".into()],
        cell: "bubblewrap".into(),
    }
}

/// A job of a ladder that needs nothing.
pub(crate) fn job() -> NewJob {
    NewJob {
        class: Class::Ladder,
        owner: "somebody".into(),
        contest: 1,
        lane: None,
        first: 0,
        count: 10,
        needs: Vec::new(),
        contents: Vec::new(),
        payload: b"play".to_vec(),
    }
}

/// What most ask: one job, for long.
pub(crate) fn ask() -> Ask {
    Ask { can: Vec::new(), preference: Preference::ChecksFirst, term: LONG, most: 1 }
}

/// The next job of a worker.
pub(crate) async fn next(worker: &Worker) -> Option<Leased> {
    worker.lease(&ask()).await.unwrap().pop()
}

/// The next job of a worker, of which there is one.
pub(crate) async fn take(worker: &Worker) -> Lease {
    next(worker).await.unwrap().lease
}

pub(crate) async fn complete(worker: &Worker, lease: Lease, result: &str) -> Fenced<()> {
    worker.complete(lease, result.as_bytes(), Duration::from_millis(7)).await.unwrap()
}
