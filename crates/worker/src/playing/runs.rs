//! Runs whose games are played here: what is known of each, and its bots, ready to be seated.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use croupier_arena::naming::NamedBot;
use croupier_hosts::http::Web;
use croupier_hosts::{CellKind, Interrupt, Runtimes};
use croupier_queue::{Leased, RunId};
use croupier_session::{RunSpec, find_house_bot};

use super::bots::Bots;
use super::job::Undone;
use super::{Context, WorkerConfig, WorkerEvent};
use crate::sheet::{RunSheet, SentBot};

/// A run of which no job came for so long is forgotten here.
const IDLE: Duration = Duration::from_secs(300);

/// A run whose games are played here.
pub(super) struct RunHere {
    pub(super) spec: Arc<RunSpec>,
    pub(super) bots: Vec<NamedBot>,
    pub(super) runtimes: Arc<Runtimes>,
}

/// A job that is in hand, through which a run is fetched.
#[derive(Clone, Copy)]
pub(super) struct Fetching<'a> {
    pub(super) context: &'a Context,
    pub(super) job: &'a Leased,
    pub(super) stop: &'a AtomicBool,
}

/// All runs whose games are played here.
pub(super) struct Runs {
    config: WorkerConfig,
    interrupt: Interrupt,
    /// By whether Python runs inside WebAssembly, and whether there are packages.
    runtimes: Mutex<HashMap<(bool, bool), Arc<Runtimes>>>,
    here: Mutex<HashMap<RunId, Slot>>,
    bots: Bots,
}

/// A run; whoever comes first fetches it, and the others wait.
#[derive(Clone)]
struct Slot {
    run: Arc<Mutex<Option<Arc<RunHere>>>>,
    used: Instant,
}

impl Runs {
    pub(super) fn new(config: &WorkerConfig, interrupt: &Interrupt) -> Self {
        Self {
            config: config.clone(),
            interrupt: interrupt.clone(),
            runtimes: Mutex::default(),
            here: Mutex::default(),
            bots: Bots::default(),
        }
    }

    /// What ends every wait for a bot.
    pub(super) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// What runs bots, with or without this worker's packages.
    pub(super) fn runtimes(&self, python_in: CellKind, with_packages: bool) -> Arc<Runtimes> {
        let mut all = self.runtimes.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || {
            let packages = self.config.packages.clone().filter(|_| with_packages);
            let runtimes = Runtimes::new(self.config.sandbox)
                .with_python_in(python_in)
                .with_web(Web::default().reaching(self.config.reach))
                .with_packages(packages)
                .with_interrupt(self.interrupt.clone());
            Arc::new(runtimes)
        };
        Arc::clone(all.entry((python_in == CellKind::Wasm, with_packages)).or_insert_with(new))
    }

    /// The run of a job, fetched where it is not known yet.
    pub(super) fn of(
        &self,
        context: &Context,
        job: &Leased,
        stop: &AtomicBool,
    ) -> Result<Arc<RunHere>, Undone> {
        let slot = self.slot(job.run);
        let mut run = slot.run.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(run) = &*run {
            return Ok(Arc::clone(run));
        }
        let fetched = Arc::new(self.fetch(&Fetching { context, job, stop })?);
        *run = Some(Arc::clone(&fetched));
        Ok(fetched)
    }

    fn slot(&self, run: RunId) -> Slot {
        let mut here: MutexGuard<'_, HashMap<RunId, Slot>> =
            self.here.lock().unwrap_or_else(PoisonError::into_inner);
        here.retain(|&other, slot| other == run || slot.used.elapsed() < IDLE);
        let slot = here.entry(run).or_insert_with(|| Slot { run: Arc::default(), used: Instant::now() });
        slot.used = Instant::now();
        slot.clone()
    }

    fn fetch(&self, fetching: &Fetching<'_>) -> Result<RunHere, Undone> {
        let Fetching { context, job, stop } = *fetching;
        let bytes = context.until_answered(stop, || context.worker.spec(job.lease))?;
        let bytes = bytes.held().ok_or(Undone::Lost)?;
        let sheet = RunSheet::from_bytes(&bytes).map_err(|error| Undone::Failed(error.to_string()))?;
        let RunSheet { spec, bots: sent } = sheet;
        let runtimes = self.runtimes(spec.python_in, self.has_packages(&spec)?);
        let entrants = spec.bots();
        let found = entrants.iter().zip(&sent).map(|(entrant, sent)| match sent {
            Some(sent) => self.sent_bot(fetching, (&spec, &runtimes), sent, &entrant.hash),
            None => self.named_bot(&spec, &runtimes, &entrant.bot),
        });
        let bots = found.collect::<Result<Vec<NamedBot>, Undone>>()?;
        let names = spec.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        (context.follow)(WorkerEvent::Run { game: spec.game.clone(), bots: names });
        Ok(RunHere { spec: Arc::new(spec), bots, runtimes })
    }

    /// Whether bots of this run have packages, which must be those of this worker.
    fn has_packages(&self, spec: &RunSpec) -> Result<bool, Undone> {
        let here = self.config.packages.as_ref().map(|list| list.hash());
        match (&spec.packages, here) {
            (None, _) => Ok(false),
            (Some(wanted), Some(here)) if *wanted == here => Ok(true),
            (Some(wanted), _) => {
                Err(Undone::Failed(format!("the packages with the hash {wanted} are not here")))
            }
        }
    }

    fn sent_bot(
        &self,
        fetching: &Fetching<'_>,
        (spec, runtimes): (&RunSpec, &Arc<Runtimes>),
        sent: &SentBot,
        hash: &str,
    ) -> Result<NamedBot, Undone> {
        let found = self.bots.found(fetching, (spec, runtimes), sent)?;
        // A class is told from the others of its file by what it is made of. Of a folder the hash counts
        // what was not sent, too: it has one bot, and what was sent is known by a hash of its own.
        let same = found.iter().find(|bot| bot.hash == hash);
        let only = || found.first().filter(|_| found.len() == 1);
        let bot = same.or_else(only).ok_or_else(|| {
            Undone::Failed(format!("{}: what it is made of has another hash here", sent.name()))
        })?;
        Ok(NamedBot { hash: hash.to_owned(), ..bot.clone() })
    }

    /// A player of the house, or a bot behind a url.
    fn named_bot(&self, spec: &RunSpec, runtimes: &Runtimes, name: &str) -> Result<NamedBot, Undone> {
        let failed = |error: &dyn std::fmt::Display| Undone::Failed(error.to_string());
        if name.starts_with("house:") {
            return find_house_bot(&spec.game, name).map_err(|error| failed(&error));
        }
        super::bots::behind_url(spec, runtimes, name)
    }
}
