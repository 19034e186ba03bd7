//! Games of the site that workers elsewhere play: leased from the site's own queue, sent through the queue in
//! its database, and ended here with what comes back. So a job has one result, whoever played, and the order
//! in which jobs are taken stays the site's.
//!
//! One thread of each process does this, as soon as the database has such a queue. What no worker there can
//! do is handed back at once, for the site's own workers.

use std::collections::{BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use croupier_arena::Bot;
use croupier_arena::naming::NamedBot;
use croupier_arena::plan::Limits;
use croupier_record::{Entrant, EntrantId, GamesDone, Header, LuckFor};
use croupier_session::{GivenBatch, GivenPart, GivenTerms, give_batch, give_one, take_batch, take_one};
use croupier_worker::{Around, Came, PackedBot, RunId, ServerUrl, SiteJob, SiteSender, Wakeups, WorkerError};

use super::game::{self, LONGEST_LOG, Table, bot_of, limits_of};
use super::{TERM, Undone, Worker, lower_priority};
use crate::jobs::{Class, FinalTask, GameTask, JobResult, Lease, Leased, LeftAlone, SeatedEntry, Task};
use crate::store::contests::{self, Contest};
use crate::store::finals::{self, Final, FinalBatch};
use crate::store::{queue_figures, uploads};

/// How often it is looked who works elsewhere, and whether there is a queue at all.
const LOOK: Duration = Duration::from_secs(2);
/// So long results are waited for before it is looked again, if nobody tells of any.
const SOON: Duration = Duration::from_millis(200);
/// So long new games are waited for.
const PAUSE: Duration = Duration::from_secs(1);
/// As many jobs are out for each that is done at a time, so that no worker has to wait.
const JOBS_A_SLOT: usize = 2;
/// What cannot be done elsewhere is left to the site's own workers for so long.
const LEFT: Duration = Duration::from_secs(10);
/// A job that nobody elsewhere has begun for so long is taken back.
const WAITS: Duration = Duration::from_secs(30);

/// Starts the thread.
pub(super) fn start(worker: Worker, server: ServerUrl) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name("elsewhere".to_owned()).spawn(move || {
        lower_priority();
        let bridge = Bridge {
            worker,
            server,
            there: None,
            around: Around::default(),
            others: 0,
            looked: None,
            sent: 0,
            out: HashMap::new(),
            left: Vec::new(),
            in_trouble: false,
        };
        bridge.work();
    })
}

struct Bridge {
    /// What finds bots, and stores what came.
    worker: Worker,
    server: ServerUrl,
    there: Option<There>,
    around: Around,
    /// So many jobs are out that other processes of this site have sent.
    others: usize,
    looked: Option<Instant>,
    /// How many jobs were sent so far.
    sent: u64,
    out: HashMap<RunId, Out>,
    /// What is left to others, and since when.
    left: Vec<(Instant, LeftJob)>,
    in_trouble: bool,
}

/// The queue in the database.
struct There {
    sender: SiteSender,
    wakeups: Wakeups,
}

/// A job that is out.
struct Out {
    job: Leased,
    /// Set where the site's lease was lost.
    stop: Arc<AtomicBool>,
    begun: Instant,
    /// What its worker has to offer.
    needs: BTreeSet<String>,
    what: Box<What>,
}

/// What has to be known when its games come back.
enum What {
    Game { task: GameTask, header: Header },
    Final { task: FinalTask, header: Header, out: Vec<EntrantId> },
}

/// What is left alone for a while.
enum LeftJob {
    FinalsOf(i64),
    Job(i64),
}

/// A job made ready.
struct Ready {
    part: GivenPart,
    bots: Vec<Option<Arc<PackedBot>>>,
    what: What,
}

/// What became of a job that was to be sent.
enum Sent {
    Out(RunId, BTreeSet<String>, Box<What>),
    /// Nothing of it has to be played.
    Done(JobResult),
    /// Nobody elsewhere can do it.
    Unsuited,
}

impl Bridge {
    fn work(mut self) {
        while !self.worker.is_over() {
            let seen = self.worker.context.work.count();
            match self.round() {
                Ok(()) if self.in_trouble => {
                    self.in_trouble = false;
                    tracing::info!("the queue for workers elsewhere answers again");
                }
                Ok(()) => {}
                Err(error) => {
                    if !std::mem::replace(&mut self.in_trouble, true) {
                        tracing::warn!(%error, "nothing can be given to workers elsewhere now");
                    }
                    self.worker.context.work.wait(seen, PAUSE);
                }
            }
            self.wait(seen);
        }
        self.end();
    }

    fn round(&mut self) -> Result<(), Undone> {
        let looks = self.looked.is_none_or(|looked| looked.elapsed() >= LOOK);
        if looks {
            self.looked = Some(Instant::now());
            self.look()?;
        }
        if self.there.is_none() {
            return Ok(());
        }
        self.give_up_lost();
        self.collect()?;
        if looks {
            self.take_back()?;
        }
        self.fill()
    }

    /// Looks who is there, and forgets runs whose jobs nobody has in hand any more: those of processes that
    /// ended without a word, and those that could not be forgotten before.
    fn look(&mut self) -> Result<(), Undone> {
        let runtime = self.worker.context.runtime.clone();
        if self.there.is_none() {
            if !runtime.block_on(queue_figures::is_there(&self.worker.context.store))? {
                return Ok(());
            }
            self.there = Some(runtime.block_on(async {
                let sender = SiteSender::open(&self.server).await?;
                let wakeups = sender.wakeups().await?;
                Ok::<_, WorkerError>(There { sender, wakeups })
            })?);
        }
        let Some(There { sender, .. }) = &self.there else { return Ok(()) };
        self.around = runtime.block_on(sender.look())?;
        self.others = 0;
        for (run, key) in &self.around.runs {
            let Some((job, taken)) = SiteSender::job_of(key).filter(|_| !self.out.contains_key(run)) else {
                continue;
            };
            if self.worker.context.jobs.holds(Lease { job, taken })? {
                self.others += 1;
            } else {
                runtime.block_on(sender.forget(*run))?;
            }
        }
        self.worker.context.elsewhere.store(self.around.slots, Ordering::Relaxed);
        Ok(())
    }

    /// What somebody else has now is not to be played here.
    fn give_up_lost(&mut self) {
        let is_lost = |out: &Out| out.stop.load(Ordering::Relaxed);
        let lost: Vec<RunId> = self.out.iter().filter(|(_, out)| is_lost(out)).map(|(run, _)| *run).collect();
        for run in lost {
            if let Some(out) = self.out.remove(&run) {
                self.worker.leases.let_go(out.job.lease);
                self.worker.hand_back(&out.job);
            }
            self.forget(run);
        }
    }

    /// Takes what came, and stores it.
    fn collect(&mut self) -> Result<(), Undone> {
        let Some(There { sender, .. }) = &self.there else { return Ok(()) };
        if self.out.is_empty() {
            return Ok(());
        }
        let runs: Vec<RunId> = self.out.keys().copied().collect();
        for (run, came) in self.worker.context.runtime.block_on(sender.came(&runs))? {
            let Some(out) = self.out.remove(&run) else { continue };
            let finished = match came {
                Came::Done { by, done } => caught(|| finished(&out, done, &by)),
                Came::GivenUp(why) => Err(Undone::Trouble(why)),
            };
            self.worker.leases.let_go(out.job.lease);
            match finished {
                Ok(outcome) => self.worker.store(&out.job, &outcome),
                Err(error) => {
                    self.leave_alone(&out.job);
                    self.worker.give_back(&out.job, &error);
                }
            }
            self.forget(run);
        }
        Ok(())
    }

    /// Takes back what nobody elsewhere can do any more, and what nobody has begun for long: workers may be
    /// gone, or busy with other runs, and those of the site must not wait for them.
    fn take_back(&mut self) -> Result<(), Undone> {
        let Some(There { sender, .. }) = &self.there else { return Ok(()) };
        let mut back = Vec::new();
        for (run, out) in &self.out {
            let is_old = out.begun.elapsed() >= WAITS;
            if !self.around.offers(&out.needs)
                || (is_old && self.worker.context.runtime.block_on(sender.waits(*run))?)
            {
                back.push(*run);
            }
        }
        for run in back {
            self.forget(run);
            if let Some(out) = self.out.remove(&run) {
                self.leave_alone(&out.job);
                self.worker.leases.let_go(out.job.lease);
                self.worker.hand_back(&out.job);
            }
        }
        Ok(())
    }

    /// Sends as many jobs as workers have room for.
    fn fill(&mut self) -> Result<(), Undone> {
        self.left.retain(|(since, _)| since.elapsed() < LEFT);
        while self.out.len() + self.others < self.around.slots * JOBS_A_SLOT && !self.worker.is_over() {
            let beside = self.left_alone();
            let leased = self.worker.context.jobs.lease_game(&self.worker.name, &beside, TERM)?;
            let Some(job) = leased else { return Ok(()) };
            self.take(job)?;
        }
        Ok(())
    }

    fn take(&mut self, job: Leased) -> Result<(), Undone> {
        let stop = Arc::default();
        self.worker.leases.hold(job.lease, &stop, &self.worker.context.stop);
        let sent = match caught(|| self.ready(&job)) {
            Ok(ready) => self.send(&job, ready),
            Err(Unready::Unsuited) => Ok(Sent::Unsuited),
            Err(Unready::Undone(error)) => {
                self.worker.leases.let_go(job.lease);
                match error {
                    Undone::Stopped => self.worker.hand_back(&job),
                    error => self.worker.give_back(&job, &error),
                }
                return Ok(());
            }
        };
        if let Ok(Sent::Out(run, needs, what)) = sent {
            self.out.insert(run, Out { job, stop, begun: Instant::now(), needs, what });
            return Ok(());
        }
        self.worker.leases.let_go(job.lease);
        match sent {
            Ok(Sent::Done(outcome)) => self.worker.store(&job, &outcome),
            Ok(_) => {
                self.leave_alone(&job);
                self.worker.hand_back(&job);
            }
            // Nobody's fault: it is tried again, here or elsewhere.
            Err(error) => {
                self.worker.hand_back(&job);
                return Err(error.into());
            }
        }
        Ok(())
    }

    fn send(&mut self, job: &Leased, ready: Ready) -> Result<Sent, WorkerError> {
        let Some(There { sender, .. }) = &self.there else { return Ok(Sent::Unsuited) };
        let Ready { part, bots, what } = ready;
        if let (true, What::Final { task, header, out }) = (part.task.games.is_empty(), &what) {
            let batch = batch_of(task, header, out);
            let block = take_batch(&batch, GamesDone::default(), "")?;
            return Ok(Sent::Done(JobResult::Batch(to_store(task, block.plain))));
        }
        self.sent += 1;
        let sent = SiteJob {
            key: sender.key(self.sent, job.lease.job, job.lease.taken),
            class: match job.class {
                Class::Check => croupier_worker::Class::Check,
                Class::Entering => croupier_worker::Class::Entering,
                Class::Final => croupier_worker::Class::Final,
                Class::Ladder => croupier_worker::Class::Ladder,
            },
            part,
            bots: bots.iter().map(Option::as_deref).collect(),
            behind_walls: self.worker.context.behind_walls,
        };
        let needs = sent.needs();
        if !self.around.offers(&needs) {
            return Ok(Sent::Unsuited);
        }
        let run = self.worker.context.runtime.block_on(sender.send(sent))?;
        Ok(Sent::Out(run, needs, Box::new(what)))
    }

    fn ready(&self, job: &Leased) -> Result<Ready, Unready> {
        let context = &self.worker.context;
        let contest = context.runtime.block_on(contests::get(&context.store, job.contest));
        let contest = contest.map_err(Undone::from)?;
        let contest =
            contest.ok_or_else(|| Undone::Trouble(format!("there is no contest {}", job.contest)))?;
        match &job.task {
            Task::Game(task) => self.ready_game(task, &contest),
            Task::Final(task) => self.ready_final(task, &contest),
            Task::Check { .. } | Task::Rerun(_) => Err(Unready::Unsuited),
        }
    }

    fn ready_game(&self, task: &GameTask, contest: &Contest) -> Result<Ready, Unready> {
        let Table { bots: named, header, limits } = game::seated(&self.worker, task, contest)?;
        let terms = self.terms(&header, &limits, &task.seats);
        // One byte more than is kept tells that there is more.
        let mut part = give_one(&terms, LONGEST_LOG as u32 + 1).map_err(Undone::from)?;
        let who: Vec<(&SeatedEntry, NamedBot)> = task.seats.iter().zip(named).collect();
        let bots = self.bots(&mut part, who, &limits)?;
        Ok(Ready { part, bots, what: What::Game { task: task.clone(), header } })
    }

    fn ready_final(&self, task: &FinalTask, contest: &Contest) -> Result<Ready, Unready> {
        let context = &self.worker.context;
        let played = context.runtime.block_on(finals::get(&context.store, task.of)).map_err(Undone::from)?;
        let played: Final =
            played.ok_or_else(|| Undone::Trouble(format!("there is no final {}", task.of)))?;
        let (limits, out) = (limits_of(contest)?, played.out_at(task.first));
        let Final { header, field, .. } = played;
        let terms = self.terms(&header, &limits, &field);
        let mut part = give_batch(&batch_of(task, &header, &out), &terms).map_err(Undone::from)?;
        let seated = part.who.iter().map(|entrant| &field[entrant.index()]);
        let named = seated.map(|seated| Ok((seated, bot_of(&self.worker, &contest.game, seated, &limits)?)));
        let who = named.collect::<Result<Vec<_>, Undone>>()?;
        let bots = self.bots(&mut part, who, &limits)?;
        Ok(Ready { part, bots, what: What::Final { task: task.clone(), header, out } })
    }

    fn terms<'a>(&self, header: &'a Header, limits: &'a Limits, field: &[SeatedEntry]) -> GivenTerms<'a> {
        let all_house = field.iter().all(|seated| seated.house.is_some());
        let luck_for = if all_house { LuckFor::House } else { LuckFor::Everyone };
        GivenTerms { header, limits, python_in: self.worker.bots.runtimes().python_runs_in(), luck_for }
    }

    /// Says in a part how a worker finds its bots; their files.
    fn bots(
        &self,
        part: &mut GivenPart,
        who: Vec<(&SeatedEntry, NamedBot)>,
        limits: &Limits,
    ) -> Result<Vec<Option<Arc<PackedBot>>>, Unready> {
        let context = &self.worker.context;
        let mut bots = vec![None; part.spec.entrants.len()];
        for (number, (seated, named)) in part.who.iter().zip(who) {
            let entrant = &mut part.spec.entrants[number.index()];
            *entrant = Entrant { bot: named.name.clone(), ..named.entrant(entrant.name.clone()) };
            bots[number.index()] = match (&named.bot, seated.upload) {
                (Bot::House(_), _) => None,
                (Bot::Foreign(_) | Bot::Inside(_), Some(upload)) => {
                    let upload = context.runtime.block_on(uploads::get(&context.store, upload));
                    let upload = upload.map_err(Undone::from)?.ok_or(Unready::Unsuited)?;
                    Some(self.worker.bots.packed(&upload, limits).map_err(Undone::from)?)
                }
                // A bot behind a url plays one game at a time, which this process cannot see to elsewhere;
                // one that does not load is told so by whoever plays here.
                _ => return Err(Unready::Unsuited),
            };
        }
        if bots.iter().all(Option::is_none) {
            // Players of the house use none.
            part.spec.packages = None;
        }
        Ok(bots)
    }

    /// Leaves a game, or all games of a final, to the site's own workers for a while.
    fn leave_alone(&mut self, job: &Leased) {
        let left = match job.class {
            Class::Final => LeftJob::FinalsOf(job.contest),
            _ => LeftJob::Job(job.lease.job),
        };
        self.left.push((Instant::now(), left));
    }

    fn left_alone(&self) -> LeftAlone {
        let mut alone = LeftAlone::default();
        for (_, left) in &self.left {
            match left {
                LeftJob::FinalsOf(contest) => alone.finals_of.push(*contest),
                LeftJob::Job(job) => alone.jobs.push(*job),
            }
        }
        alone
    }

    /// Forgets a run; where the store is away, the next look does.
    fn forget(&self, run: RunId) {
        let Some(There { sender, .. }) = &self.there else { return };
        if let Err(error) = self.worker.context.runtime.block_on(sender.forget(run)) {
            tracing::warn!(%error, "what was played elsewhere is not forgotten yet");
        }
    }

    fn wait(&mut self, seen: u64) {
        let context = Arc::clone(&self.worker.context);
        match &mut self.there {
            Some(There { wakeups, .. }) if !self.out.is_empty() => {
                context.runtime.block_on(wakeups.wait(SOON));
            }
            _ => context.work.wait(seen, PAUSE),
        }
    }

    /// What is out is taken back, and done again by others or after the next start.
    fn end(mut self) {
        for (run, out) in std::mem::take(&mut self.out) {
            self.worker.leases.let_go(out.job.lease);
            self.forget(run);
            self.worker.hand_back(&out.job);
        }
    }
}

/// Why a job cannot be sent.
enum Unready {
    /// Nobody elsewhere can play it.
    Unsuited,
    Undone(Undone),
}

impl From<Undone> for Unready {
    fn from(error: Undone) -> Self {
        Self::Undone(error)
    }
}

impl From<WorkerError> for Undone {
    fn from(error: WorkerError) -> Self {
        Self::Trouble(error.to_string())
    }
}

/// A panic of ours must not take the thread with it.
fn caught<T, E: From<Undone>>(work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let panicked = |_| Err(Undone::Trouble("a part of the site panicked".to_owned()).into());
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(panicked)
}

/// What came of a job whose games came back.
fn finished(out: &Out, done: GamesDone, by: &str) -> Result<JobResult, Undone> {
    if !done.whole {
        return Err(Undone::Trouble(format!("worker {by} has sent a part of its games")));
    }
    match &*out.what {
        What::Game { task, header } => {
            let (took, prints) = (done.took.min(out.begun.elapsed()), done.prints.clone());
            let played = take_one(header, done, by)?;
            let log = |seat: usize, _: &str| {
                let printed = prints.iter().find(|prints| prints.entrant.index() == seat);
                printed.map(|prints| prints.bytes.clone()).unwrap_or_default()
            };
            Ok(JobResult::Played(game::to_store(task, played, took, log)))
        }
        What::Final { task, header, out } => {
            let block = take_batch(&batch_of(task, header, out), done, by)?;
            Ok(JobResult::Batch(to_store(task, block.plain)))
        }
    }
}

fn batch_of<'a>(task: &FinalTask, header: &'a Header, out: &'a [EntrantId]) -> GivenBatch<'a> {
    GivenBatch { header, games: task.first as u64..(task.first + task.count) as u64, out }
}

fn to_store(task: &FinalTask, plain: Vec<u8>) -> FinalBatch {
    FinalBatch { of: task.of, first: task.first, count: task.count, plain }
}
