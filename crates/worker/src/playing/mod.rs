//! The side of whoever plays: takes jobs that it can do, plays their games with bots that it fetches,
//! and sends what came of them.
//!
//! One thread asks the store for jobs and gives them to its slots, threads that play ([`slot`]);
//! one more keeps their leases ([`leases`]). A worker knows neither plans nor secrets: a job has who
//! sits where and the luck of its games.

mod bots;
mod cores;
mod event;
mod job;
mod lanes;
mod leases;
mod offers;
mod prints;
mod runs;
mod slot;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use croupier_hosts::Interrupt;
use croupier_hosts::cell::Sandbox;
use croupier_hosts::http::Reach;
use croupier_hosts::packages::PackageList;
use croupier_queue::{Ask, Build, Hello, Leased, Preference, Queued, ServerUrl, Wakeups, Worker};

pub use event::WorkerEvent;
use leases::Leases;
pub use offers::Offered;
use runs::Runs;
use slot::Slots;

use crate::blocking::Blocking;
use crate::build::this_build;
use crate::error::WorkerError;
use crate::speed;

/// How often it is looked whether to stop.
const LOOK: Duration = Duration::from_millis(100);
/// So often a worker asks for jobs that nobody tells of.
const ROUND: Duration = Duration::from_secs(2);
/// So long after the store did not answer it is asked again.
const PAUSE: Duration = Duration::from_millis(500);
/// How often a worker that is given nothing asks whether what waits wants other workers.
const UNSUITED: Duration = Duration::from_secs(20);
/// A worker that stops waits so long for games that were broken off: open moves have a limit.
const OPEN_MOVES: Duration = Duration::from_secs(10);
/// And so long for what is ended then.
const ENDING: Duration = Duration::from_secs(2);

/// What a worker is like.
#[derive(Debug, Clone)]
pub struct WorkerConfig {
    /// Where its jobs come from.
    pub store: ServerUrl,
    /// What it calls itself.
    pub name: String,
    /// How many jobs it does at a time.
    pub slots: u16,
    /// How bots are locked up.
    pub sandbox: Sandbox,
    /// The languages that it may offer; each is tried first.
    pub languages: Vec<Offered>,
    /// The packages that bots may use.
    pub packages: Option<Arc<PackageList>>,
    /// How far bots behind urls may be.
    pub reach: Reach,
    /// A worker that says nothing for so long is given up.
    pub term: Duration,
    /// A worker that stops finishes jobs that end within this time, and hands back the others.
    pub grace: Duration,
    /// Where what bots print is kept, if anywhere.
    pub logs: Option<PathBuf>,
}

/// Whoever is told what happens.
pub type Follow = Arc<dyn Fn(WorkerEvent) + Send + Sync>;

/// Works until it is told to stop.
pub fn work(config: &WorkerConfig, stop: &AtomicBool, follow: &Follow) -> Result<(), WorkerError> {
    let blocking = Blocking::new()?;
    let interrupt = Interrupt::default();
    let runs = Runs::new(config, &interrupt);
    let offers = offers::find(config, &runs, follow, stop);
    if stop.load(Ordering::Relaxed) {
        return Ok(());
    }
    let (slots, build) = (config.slots.max(1), this_build());
    let hello = Hello {
        name: config.name.clone(),
        build: build.clone(),
        speed: speed::measured(),
        slots,
        languages: offers.words,
        cell: offers.cell,
    };
    // A wrong url is told at once; a server that goes away later is waited for.
    let worker = blocking.on(Worker::greet(&config.store, &hello));
    let worker = worker.map_err(|why| WorkerError::unreached(&config.store, why))?;
    let leases = Arc::new(Leases::new(config.term));
    let context = Arc::new(Context { blocking, worker, leases, runs, follow: Arc::clone(follow) });
    follow(WorkerEvent::Ready { hello: hello.clone() });
    let keeping = leases::keep(&context)?;
    let slots = Slots::start(&context, slots, config.logs.as_deref())?;
    Working { config, context: &context, slots, can: hello.languages, stop, told: None }.go_on();
    context.leases.end();
    end(keeping, &interrupt);
    Ok(())
}

/// Waits for the thread that keeps leases.
fn end(keeping: JoinHandle<()>, interrupt: &Interrupt) {
    // Whatever still waits for a bot does not any more.
    interrupt.raise();
    // It panics nowhere that anybody could mend from here.
    let _ = keeping.join();
}

/// What all threads of a worker share.
struct Context {
    blocking: Blocking,
    worker: Worker,
    leases: Arc<Leases>,
    runs: Runs,
    follow: Follow,
}

impl Context {
    /// Asks the store until it answers, unless that is broken off.
    fn until_answered<T, F: Future<Output = Queued<T>>>(
        &self,
        stop: &AtomicBool,
        mut ask: impl FnMut() -> F,
    ) -> Queued<T> {
        loop {
            match self.blocking.on(ask()) {
                Err(error) if error.is_passing() && !stop.load(Ordering::Relaxed) => {
                    self.leases.is_silent(&error, &self.follow);
                    thread::sleep(PAUSE);
                }
                answer => {
                    self.leases.answers(&self.follow);
                    return answer;
                }
            }
        }
    }

    /// Asks the store; `None` where it does not answer.
    fn ask<T>(&self, ask: impl Future<Output = Queued<T>>) -> Option<T> {
        match self.blocking.on(ask) {
            Ok(answer) => {
                self.leases.answers(&self.follow);
                Some(answer)
            }
            Err(error) => {
                self.leases.is_silent(&error, &self.follow);
                None
            }
        }
    }
}

/// The thread that asks for jobs.
struct Working<'a> {
    config: &'a WorkerConfig,
    context: &'a Arc<Context>,
    slots: Slots,
    /// What this worker can do, in words.
    can: Vec<String>,
    stop: &'a AtomicBool,
    /// What was last told of runs that want other workers.
    told: Option<Vec<Build>>,
}

impl Working<'_> {
    fn go_on(mut self) {
        let context = self.context;
        let _inside = context.blocking.enter();
        let mut wakeups: Option<Wakeups> = None;
        let (mut asked, mut looked): (Option<Instant>, Instant) = (None, Instant::now());
        while !self.is_stopped() {
            if wakeups.is_none() {
                wakeups = self.context.ask(self.context.worker.wakeups());
            }
            let is_due = asked.is_none_or(|asked| asked.elapsed() >= ROUND);
            if self.slots.has_room() && is_due {
                match self.lease() {
                    Some(jobs) if jobs.is_empty() => {
                        asked = Some(Instant::now());
                        if looked.elapsed() >= UNSUITED || self.told.is_none() {
                            looked = Instant::now();
                            self.look_for_others();
                        }
                    }
                    Some(jobs) => jobs.into_iter().for_each(|job| self.slots.give(job)),
                    None => thread::sleep(PAUSE),
                }
                continue;
            }
            if self.wait(wakeups.as_mut()) {
                asked = None;
            }
        }
        self.finish();
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Asks for jobs; `None` where the store does not answer.
    fn lease(&self) -> Option<Vec<Leased>> {
        let ask = Ask {
            can: self.can.clone(),
            preference: Preference::GamesFirst,
            term: self.config.term,
            most: self.slots.room(),
        };
        let jobs = self.context.ask(self.context.worker.lease(&ask))?;
        jobs.iter().for_each(|job| self.context.leases.hold(job.lease));
        Some(jobs)
    }

    /// Waits a moment for a job that is told of, or a slot that becomes free; whether to ask again.
    fn wait(&self, wakeups: Option<&mut Wakeups>) -> bool {
        let Some(wakeups) = wakeups else {
            thread::sleep(LOOK);
            return true;
        };
        self.context.blocking.on(async {
            tokio::select! {
                told = wakeups.wait(LOOK) => told,
                () = self.slots.freed() => true,
            }
        })
    }

    /// Tells of runs that wait for workers of another build.
    fn look_for_others(&mut self) {
        let Some(others) = self.context.ask(self.context.worker.unsuited()) else { return };
        if !others.is_empty() && self.told.as_ref() != Some(&others) {
            (self.context.follow)(WorkerEvent::Unsuited { others: others.clone() });
        }
        self.told = Some(others);
    }

    /// Ends: what ends soon is finished, and the rest handed back.
    fn finish(self) {
        let Self { config, context, slots, .. } = self;
        (context.follow)(WorkerEvent::Stopping { in_hand: context.leases.count() });
        if !slots.idle_within(config.grace) {
            context.leases.break_off_all();
            if !slots.idle_within(OPEN_MOVES) {
                context.runs.interrupt().raise();
                slots.idle_within(ENDING);
            }
        }
        if !slots.end_within(ENDING) {
            // Whatever a bot does, it does not outlive its worker.
            croupier_hosts::end_everything();
        }
        // A store that is away gives this worker up after its term.
        let left = context
            .ask(async { tokio::time::timeout(ENDING, context.worker.leave()).await.unwrap_or(Ok(())) });
        (context.follow)(WorkerEvent::Left { is_told: left.is_some() });
    }
}
