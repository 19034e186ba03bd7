//! Workers: plain threads that take jobs and run bots. They know the queue's interface and no page.
//!
//! They run at a lower priority than the threads that answer readers, and so does everything they start.

mod bot_cache;
mod check;
mod elsewhere;
mod final_batch;
mod game;
mod leases;
mod rerun;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use croupier_arena::{CannotPlay, SharedUrls};
use croupier_hosts::{Runtimes, usable_cores};
use croupier_session::SessionError;

pub use bot_cache::BotCache;
use leases::Leases;

use crate::broadcast::Broadcast;
use crate::jobs::{JobResult, Jobs, Leased, Preference, Task};
use crate::store::uploads::{self, Checked, Upload};
use crate::store::{Store, StoreError, Stored};
use crate::uploads::cleaning;
use crate::uploads::content_store::ContentStore;
use crate::wakeup::Wakeup;

/// How much lower than the web the workers' priority is.
const NICENESS: i32 = 10;
/// How long a worker that finds nothing to do waits before it looks again, if nobody rings.
const PAUSE: Duration = Duration::from_secs(1);
/// How long a job is leased; it is extended long before.
pub(crate) const TERM: Duration = Duration::from_secs(60);

/// What the log says of a job that somebody else has now.
const LOST: &str = "the lease ran out; somebody else does this job";

/// What all workers share.
pub struct WorkerContext {
    /// Where uploads and contests are read.
    pub store: Store,
    /// What waits for an answer of the database.
    pub runtime: tokio::runtime::Handle,
    /// Where jobs come from.
    pub jobs: Jobs,
    /// What this process is called, where there are several.
    pub place: Option<String>,
    /// Where uploads are.
    pub contents: ContentStore,
    /// What runs bots.
    pub runtimes: Arc<Runtimes>,
    /// Who is told.
    pub events: Broadcast,
    /// Rung when there is work.
    pub work: Wakeup,
    /// Rung when a result is in.
    pub done: Wakeup,
    /// The urls that play now: each plays one game at a time, on the ladder and in finals.
    pub urls: SharedUrls,
    /// Where games are written before they are stored.
    pub scratch: PathBuf,
    /// Set to end.
    pub stop: Arc<AtomicBool>,
    /// Where workers elsewhere take games, if anywhere.
    pub server: Option<croupier_worker::ServerUrl>,
    /// So many games are played elsewhere at a time.
    pub elsewhere: Arc<AtomicUsize>,
    /// Whether bots are to run behind walls alone.
    pub behind_walls: bool,
}

/// Why a job was not done: no fault of a bot.
#[derive(Debug, thiserror::Error)]
pub enum Undone {
    /// The site is ending, or the lease was lost; the job is done again.
    #[error("interrupted")]
    Stopped,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something else.
    #[error("{0}")]
    Trouble(String),
}

/// Why a game was broken off that somebody plays again.
const OVERLOADED: &str = "the machine is overloaded: a bot got less than a hundredth of a processor";

impl From<SessionError> for Undone {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Interrupted => Self::Stopped,
            SessionError::Play(CannotPlay::Overloaded(_)) => Self::Trouble(OVERLOADED.to_owned()),
            error => Self::Trouble(error.to_string()),
        }
    }
}

/// Makes this thread and all that it starts yield to the web.
pub fn lower_priority() {
    // A system that does not allow it plays games as quickly as it reads pages; no reason not to play.
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::warn!(%error, "the workers' priority cannot be lowered");
    }
}

/// Starts so many workers, one thread that keeps their leases, and one that has games played elsewhere where
/// the store is at a server.
pub fn start(context: &Arc<WorkerContext>, workers: usize) -> std::io::Result<Vec<JoinHandle<()>>> {
    let leases = Arc::new(Leases::default());
    let bots = Arc::new(BotCache::new(Arc::clone(&context.runtimes), context.contents.clone()));
    let mut threads = vec![leases::keep(Arc::clone(&leases), Arc::clone(context))?];
    let cores = usable_cores();
    let worker_here = |name: String, number: usize| {
        let core = (!cores.is_empty()).then(|| cores[number % cores.len()]);
        Worker {
            name: match &context.place {
                None => name,
                Some(place) => format!("{name} at {place}"),
            },
            core,
            // One of two prefers games; a worker that is alone takes turns.
            turn: number,
            alone: workers == 1,
            context: Arc::clone(context),
            stop: Arc::default(),
            leases: Arc::clone(&leases),
            bots: Arc::clone(&bots),
        }
    };
    for number in 0..workers {
        let worker = worker_here(format!("worker {}", number + 1), number);
        threads.push(thread::Builder::new().name(worker.name.clone()).spawn(move || worker.work())?);
    }
    if let Some(server) = &context.server {
        let worker = worker_here("elsewhere".to_owned(), 0);
        threads.push(elsewhere::start(worker, server.clone())?);
    }
    Ok(threads)
}

struct Worker {
    name: String,
    core: Option<usize>,
    turn: usize,
    alone: bool,
    context: Arc<WorkerContext>,
    /// Set to break off the job in hand: the site ends, or somebody else has it now.
    stop: Arc<AtomicBool>,
    leases: Arc<Leases>,
    bots: Arc<BotCache>,
}

impl Worker {
    fn work(mut self) {
        lower_priority();
        while !self.is_over() {
            let seen = self.context.work.count();
            let preference =
                if self.turn % 2 == 1 { Preference::GamesFirst } else { Preference::ChecksFirst };
            match self.context.jobs.lease(&self.name, preference, TERM) {
                Ok(Some(job)) => self.take(&job),
                Ok(None) => self.context.work.wait(seen, PAUSE),
                Err(error) => {
                    tracing::error!(%error, worker = %self.name, "no job can be leased");
                    self.context.work.wait(seen, PAUSE);
                }
            }
            self.turn += usize::from(self.alone);
        }
    }

    fn is_over(&self) -> bool {
        self.context.stop.load(Ordering::Relaxed)
    }

    /// Does a job, whatever happens: a panic of ours must not take the worker with it.
    fn take(&self, job: &Leased) {
        self.leases.hold(job.lease, &self.stop, &self.context.stop);
        let done = catch_unwind(AssertUnwindSafe(|| self.done(job)));
        self.leases.let_go(job.lease);
        let done = done.unwrap_or_else(|_| Err(Undone::Trouble("a part of the site panicked".to_owned())));
        match done {
            Ok(outcome) => self.store(job, &outcome),
            Err(Undone::Stopped) => self.hand_back(job),
            Err(error) => self.give_back(job, &error),
        }
    }

    fn done(&self, job: &Leased) -> Result<JobResult, Undone> {
        match &job.task {
            Task::Check { upload } => check::run(self, *upload).map(JobResult::Checked),
            Task::Game(task) => game::run(self, task).map(JobResult::Played),
            Task::Final(task) => final_batch::run(self, task).map(JobResult::Batch),
            Task::Rerun(task) => rerun::run(self, task).map(JobResult::Reran),
        }
    }

    fn store(&self, job: &Leased, outcome: &JobResult) {
        match self.complete(job, outcome) {
            Ok(true) => {
                if let JobResult::Checked(checked) = outcome {
                    self.clean(checked);
                }
                self.context.done.wake();
            }
            Ok(false) => tracing::warn!(job = job.lease.job, "{LOST}"),
            Err(error) => self.give_back(job, &error.into()),
        }
    }

    /// Stores what came of a job, as often as another program holds the database or the disk is full: what
    /// was played is not thrown away.
    fn complete(&self, job: &Leased, outcome: &JobResult) -> Stored<bool> {
        loop {
            match self.context.jobs.complete(job.lease, outcome) {
                Err(error) if (error.is_locked() || error.has_no_room()) && !self.is_over() => {
                    tracing::warn!(job = job.lease.job, %error, "what was played cannot be stored; trying again");
                    let seen = self.context.work.count();
                    self.context.work.wait(seen, PAUSE);
                }
                stored => return stored,
            }
        }
    }

    /// Sees to it that the files of an upload are here: another process may have received them.
    fn fetch(&self, upload: &Upload) -> Result<(), Undone> {
        if upload.url.is_none() {
            let context = &self.context;
            let gone = || Undone::Trouble(format!("the files of upload {} are gone", upload.id));
            context.runtime.block_on(context.contents.fetched(&upload.hash))?.ok_or_else(gone)?;
        }
        Ok(())
    }

    /// What failed is cleaned away; where that is not possible, the next start does it.
    fn clean(&self, checked: &Checked) {
        if checked.sound {
            return;
        }
        let context = &self.context;
        let cleaned = context.runtime.block_on(async {
            match uploads::get(&context.store, checked.upload).await? {
                Some(upload) => cleaning::clean(&context.store, &context.contents, &upload.hash).await,
                None => Ok(()),
            }
        });
        if let Err(error) = cleaned {
            tracing::warn!(%error, upload = checked.upload, "what failed cannot be cleaned away");
        }
    }

    /// A job that was broken off can be done by somebody else at once.
    fn hand_back(&self, job: &Leased) {
        match self.context.jobs.hand_back(job.lease) {
            Ok(true) => {}
            Ok(false) => tracing::warn!(job = job.lease.job, "{LOST}"),
            Err(error) => tracing::warn!(job = job.lease.job, %error, "a job cannot be handed back"),
        }
    }

    /// A job that cannot be done is tried again by somebody, and given up after some tries.
    fn give_back(&self, job: &Leased, error: &Undone) {
        tracing::error!(job = job.lease.job, %error, "a job was not done");
        match self.context.jobs.fail(job, &error.to_string()) {
            Ok(true) => {
                tracing::error!(job = job.lease.job, "a job was given up; the organisers' page lists it");
            }
            Ok(false) => {}
            // Its lease runs out, and it is tried again.
            Err(error) => tracing::error!(job = job.lease.job, %error, "a job cannot be given back"),
        }
    }
}
