//! A site's games on their way to workers. Each job of the site is a run of its own with one job, and is
//! forgotten with it: the site's queue says what is to be done, in whose turn, and for how long, and this one
//! carries it. What a job is to the site is not known here.

use std::collections::BTreeSet;

use croupier_queue::{Class, NewJob, NewRun, Queue, RunId, ServerUrl, Wakeups, WorkerState};
use croupier_record::GamesDone;
use croupier_session::GivenPart;

use crate::build::this_build;
use crate::error::WorkerError;
use crate::sending::{PackedBot, beside_languages};
use crate::sheet::RunSheet;

/// What the keys of all sites' runs begin with.
const PREFIX: &str = "site-";
/// So many results are taken at a time.
const MOST: u32 = 64;

/// A job of a site, made ready for workers.
#[derive(Debug)]
pub struct SiteJob<'a> {
    /// By what its run is known, among those of all sites at this store.
    pub key: String,
    /// What goes before what.
    pub class: Class,
    /// The games.
    pub part: GivenPart,
    /// Of each bot of the run that is made of files, these.
    pub bots: Vec<Option<&'a PackedBot>>,
    /// Whether bots are to run behind walls alone.
    pub behind_walls: bool,
}

/// What came of a job.
#[derive(Debug)]
pub enum Came {
    /// Its games were played.
    Done {
        /// By whom.
        by: String,
        /// The games, as far as anybody has looked at them.
        done: GamesDone,
    },
    /// It is not done, and will not be, for this reason.
    GivenUp(String),
}

/// Who works, and for whom.
#[derive(Debug, Clone, Default)]
pub struct Around {
    /// What each worker offers that is ready for games of this build.
    offers: Vec<BTreeSet<String>>,
    /// So many jobs they do at a time, together.
    pub slots: usize,
    /// The runs of all sites at this store, with their keys.
    pub runs: Vec<(RunId, String)>,
}

impl Around {
    fn of(workers: &[WorkerState], runs: Vec<(RunId, String)>) -> Self {
        let here = this_build();
        let ready = |worker: &&WorkerState| worker.is_alive && !worker.is_resting && worker.build == here;
        let offers = |worker: &WorkerState| worker.languages.iter().cloned().collect();
        Self {
            offers: workers.iter().filter(ready).map(offers).collect(),
            slots: workers.iter().filter(ready).map(|worker| usize::from(worker.slots)).sum(),
            runs,
        }
    }

    /// Whether somebody offers all of this.
    #[must_use]
    pub fn offers(&self, needs: &BTreeSet<String>) -> bool {
        self.offers.iter().any(|offered| offered.is_superset(needs))
    }
}

impl SiteJob<'_> {
    /// What a worker has to offer, in words.
    #[must_use]
    pub fn needs(&self) -> BTreeSet<String> {
        let mut needs: BTreeSet<String> = self.bots.iter().flatten().map(|bot| bot.needs.clone()).collect();
        if !needs.is_empty() {
            needs.extend(beside_languages(&self.part.spec, self.behind_walls));
        }
        needs
    }
}

/// Sends a site's jobs, and takes what comes of them.
#[derive(Debug)]
pub struct SiteSender {
    queue: Queue,
    /// What the keys of this process's runs begin with.
    own: String,
}

impl SiteSender {
    /// Reaches the store, and brings its queue up to date.
    pub async fn open(store: &ServerUrl) -> Result<Self, WorkerError> {
        let queue = Queue::open(store).await.map_err(|why| WorkerError::unreached(store, why))?;
        Ok(Self { queue, own: format!("{PREFIX}{}-", crate::machine::new_password()?) })
    }

    /// Tells of results.
    pub async fn wakeups(&self) -> Result<Wakeups, WorkerError> {
        Ok(self.queue.wakeups().await?)
    }

    /// Looks who works, after what nobody asks for, and which runs there are.
    pub async fn look(&self) -> Result<Around, WorkerError> {
        self.queue.tidy().await?;
        let workers = self.queue.workers().await?;
        Ok(Around::of(&workers, self.queue.runs_of(PREFIX).await?))
    }

    /// The key of a run for this job of a site. A job's number may be given again when it has ended, so more
    /// than it is in there.
    #[must_use]
    pub fn key(&self, sent: u64, job: i64, taken: i64) -> String {
        format!("{}{sent}-{job}-{taken}", self.own)
    }

    /// The job of a key, and how often it had been taken.
    #[must_use]
    pub fn job_of(key: &str) -> Option<(i64, i64)> {
        let mut parts = key.strip_prefix(PREFIX)?.rsplit('-');
        let taken = parts.next()?.parse().ok()?;
        Some((parts.next()?.parse().ok()?, taken))
    }

    /// Sends a job: from here on a worker may have it.
    pub async fn send(&self, job: SiteJob<'_>) -> Result<RunId, WorkerError> {
        let needs = job.needs().into_iter().collect();
        let SiteJob { key, class, part, bots, .. } = job;
        let (task, payload) = (&part.task, part.task.to_bytes()?);
        let (first, count) = (task.first().unwrap_or_default().cast_signed(), task.games.len() as i64);
        let sent = bots.iter().map(|bot| bot.map(|bot| bot.sent.clone())).collect();
        let spec = RunSheet { spec: part.spec, bots: sent }.to_bytes()?;
        let run = self.queue.begin(&NewRun { key: key.clone(), build: this_build(), spec }).await?;
        for bot in bots.into_iter().flatten() {
            self.queue.need(run, &bot.bytes).await?;
        }
        // Nothing comes before it or after it, so it has no lane; and its turn is the one in which it comes.
        let job = NewJob {
            class,
            owner: key,
            contest: 0,
            lane: None,
            first,
            count,
            needs,
            contents: Vec::new(),
            payload,
        };
        self.queue.put(run, &[job]).await?;
        Ok(run)
    }

    /// What came of these runs' jobs so far.
    pub async fn came(&self, runs: &[RunId]) -> Result<Vec<(RunId, Came)>, WorkerError> {
        let results = self.queue.results_of(runs, MOST).await?;
        let came = results.into_iter().map(|(run, result)| {
            let came = match GamesDone::from_bytes(&result.bytes) {
                Ok(done) => Came::Done { by: result.worker, done },
                Err(error) => Came::GivenUp(format!("what worker {} has sent: {error}", result.worker)),
            };
            (run, came)
        });
        let mut all: Vec<(RunId, Came)> = came.collect();
        for letter in self.queue.dead_letters_of(runs).await? {
            all.push((letter.run, Came::GivenUp(letter.why)));
        }
        Ok(all)
    }

    /// Whether nobody has the job of a run yet.
    pub async fn waits(&self, run: RunId) -> Result<bool, WorkerError> {
        Ok(self.queue.count(run).await?.waiting > 0)
    }

    /// Forgets a run, with its job where somebody has that in hand, and with what came of it.
    pub async fn forget(&self, run: RunId) -> Result<(), WorkerError> {
        Ok(self.queue.forget(run).await?)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use super::*;

    #[test]
    fn a_key_tells_its_job() {
        let key = format!("{PREFIX}0f-3-17-2");
        assert_eq!(SiteSender::job_of(&key), Some((17, 2)));
        assert_eq!(SiteSender::job_of("no-thanks-17-2"), None);
        assert_eq!(SiteSender::job_of("site-x"), None);
    }
}
