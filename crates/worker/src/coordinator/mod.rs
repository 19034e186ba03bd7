//! The side of whoever plans: a tournament's games go out as jobs of about a second, and come back.
//!
//! A [`Coordinator`] is what a session plays with in place of its own threads ([`Elsewhere`]). It is
//! called by many threads at once, each of which waits for a task; one more ([`results`]) takes what
//! comes and looks after what does not.

mod attention;
mod inbox;
mod results;
mod run_key;
mod sizes;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use croupier_queue::{Class, NewJob, NewRun, Queue, QueueError, RunId, ServerUrl};
use croupier_record::{GamesDone, GamesTask};
use croupier_session::{Delivery, Elsewhere, NotPlayed};
use tokio::sync::Notify;

pub use attention::{Attention, why_waits};
use inbox::Inbox;
pub use run_key::run_key;
use sizes::Sizes;

use crate::blocking::Blocking;
use crate::build::this_build;
use crate::error::WorkerError;
use crate::sheet::RunSheet;

/// So many tasks are out at once where a tournament has no lanes; each may be several jobs.
const TASKS_AT_ONCE: usize = 16;
/// As many jobs wait for each that is done, so that no worker has to.
const JOBS_A_SLOT: u64 = 2;
/// How often whoever waits looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(100);
/// So long what passes is waited for before it is tried again.
const PAUSE: Duration = Duration::from_millis(500);
/// So long the end of a run waits for the store.
const ENDING: Duration = Duration::from_secs(5);
/// How often it is looked whether a thread has ended.
const MOMENT: Duration = Duration::from_millis(5);

/// A run to be given out.
#[derive(Debug)]
pub struct SentRun {
    /// By what it is known at the store ([`run_key`]).
    pub key: String,
    /// What workers have to know of it.
    pub sheet: RunSheet,
    /// Files of its bots, in bytes.
    pub contents: Vec<Vec<u8>>,
    /// What a worker has to offer to play it, in words ([`crate::abilities`]).
    pub needs: Vec<String>,
    /// Whether bots outside this process play: then each lane's games are played in their order.
    pub has_lanes: bool,
    /// Whether nobody who plays thinks for long.
    pub is_quick: bool,
    /// Whether an earlier run goes on: what came of it and was not taken is.
    pub goes_on: bool,
}

/// Whoever is told what a coordinator waits for.
pub type Told = Box<dyn Fn(Attention) + Send + Sync>;

/// Gives a tournament's games to workers.
pub struct Coordinator {
    shared: Arc<Shared>,
    sent: SentRun,
    /// The run at the store, once its first game is due: its folder is locked by then, so nobody else
    /// has begun it.
    run: OnceLock<Result<RunId, NotPlayed>>,
    results: OnceLock<JoinHandle<()>>,
}

/// What the threads of a coordinator share.
struct Shared {
    has_lanes: bool,
    blocking: Blocking,
    queue: Queue,
    inbox: Inbox,
    sizes: Sizes,
    told: Told,
    /// So many jobs are done at a time, by all workers that are there.
    slots: AtomicU64,
    stop: Arc<AtomicBool>,
    over: AtomicBool,
    /// Wakes the thread that takes results when it is over.
    ends: Notify,
}

impl Coordinator {
    /// Reaches the store, and makes it ready where it is new. Setting `stop` ends waits for a store that
    /// does not answer.
    pub fn connect(
        store: &ServerUrl,
        sent: SentRun,
        stop: Arc<AtomicBool>,
        told: Told,
    ) -> Result<Self, WorkerError> {
        let blocking = Blocking::new()?;
        let queue = blocking.on(Queue::open(store)).map_err(|why| WorkerError::unreached(store, why))?;
        let shared = Shared {
            has_lanes: sent.has_lanes,
            blocking,
            queue,
            inbox: Inbox::default(),
            sizes: Sizes::new(sent.is_quick),
            told,
            slots: AtomicU64::new(0),
            stop,
            over: AtomicBool::new(false),
            ends: Notify::new(),
        };
        Ok(Self { shared: Arc::new(shared), sent, run: OnceLock::new(), results: OnceLock::new() })
    }

    /// The run at the store, begun when it is first asked for.
    fn run(&self) -> Result<RunId, NotPlayed> {
        self.run.get_or_init(|| self.begin()).clone()
    }

    fn begin(&self) -> Result<RunId, NotPlayed> {
        let shared = &self.shared;
        self.forget_earlier()?;
        let run = NewRun { key: self.sent.key.clone(), build: this_build(), spec: self.spec()? };
        let run = shared.until_done(|| shared.queue.begin(&run))?;
        for bytes in &self.sent.contents {
            shared.until_done(|| shared.queue.need(run, bytes))?;
        }
        let threads = Arc::clone(shared);
        let taking = thread::Builder::new().name("results".to_owned());
        let taking = taking.spawn(move || results::take_until_over(&threads, run));
        let taking = taking.map_err(|error| NotPlayed(format!("results cannot be taken: {error}")))?;
        // It was not begun before, so there is none.
        let _ = self.results.set(taking);
        Ok(run)
    }

    fn spec(&self) -> Result<Vec<u8>, NotPlayed> {
        self.sent.sheet.to_bytes().map_err(|error| NotPlayed(error.to_string()))
    }

    /// What an earlier run of this key has left: its results are taken where it goes on.
    fn forget_earlier(&self) -> Result<(), NotPlayed> {
        let shared = &self.shared;
        let Some(earlier) = shared.until_done(|| shared.queue.find(&self.sent.key))? else { return Ok(()) };
        shared.until_done(|| shared.queue.withdraw(earlier))?;
        if self.sent.goes_on {
            results::take_over(shared, earlier)?;
        }
        shared.until_done(|| shared.queue.forget(earlier))
    }

    /// Ends it: a run that is complete leaves nothing behind, and of one that was stopped what came is
    /// there for the run that goes on.
    pub fn end(self, is_complete: bool) -> Result<(), WorkerError> {
        let Self { shared, sent, run, results } = self;
        shared.over.store(true, Ordering::Relaxed);
        shared.ends.notify_one();
        let run = match run.into_inner() {
            Some(Ok(run)) => run,
            // All was there already when it went on: what the run before has left is not needed any more.
            None if is_complete && sent.goes_on => match shared.in_time(shared.queue.find(&sent.key))? {
                Some(earlier) => earlier,
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        let begun = Instant::now();
        // It ends soon, unless it waits for a store that is away; then nobody waits for it.
        while results.get().is_some_and(|taking| !taking.is_finished()) && begun.elapsed() < ENDING {
            thread::sleep(MOMENT);
        }
        shared.in_time(async {
            match is_complete {
                true => shared.queue.forget(run).await,
                false => shared.queue.withdraw(run).await.map(drop),
            }
        })
    }

    /// A job of some games.
    fn job(&self, task: &GamesTask) -> Result<NewJob, NotPlayed> {
        let payload = task.to_bytes().map_err(|error| NotPlayed(error.to_string()))?;
        let number = |number: Option<u64>| number.unwrap_or_default().cast_signed();
        Ok(NewJob {
            class: Class::Final,
            owner: self.sent.key.clone(),
            contest: 0,
            lane: self.has_lanes().then_some(task.lane),
            first: number(task.first()),
            count: task.games.len() as i64,
            needs: self.sent.needs.clone(),
            contents: Vec::new(),
            payload,
        })
    }

    fn has_lanes(&self) -> bool {
        self.sent.has_lanes
    }

    fn put(&self, run: RunId, tasks: &[GamesTask]) -> Result<(), NotPlayed> {
        let jobs = tasks.iter().map(|task| self.job(task)).collect::<Result<Vec<_>, _>>()?;
        self.shared.until_done(|| self.shared.queue.put(run, &jobs))?;
        Ok(())
    }

    /// Waits until these games are there, or it is to stop.
    fn wait_for(
        &self,
        lane: u32,
        numbers: &mut Vec<u64>,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Delivery>, NotPlayed> {
        let mut there = Vec::new();
        while !numbers.is_empty() && !is_stopped() {
            let came = self.shared.inbox.wait(lane, numbers, LOOK)?;
            strike_out(numbers, &came);
            there.extend(came);
        }
        Ok(there)
    }

    /// Has the games of a lane played, a job at a time: each goes on where the last one ended.
    fn play_lane(
        &self,
        task: GamesTask,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Delivery>, NotPlayed> {
        let (run, lane) = (self.run()?, task.lane);
        let (mut there, mut rest) = self.left_over(run, task)?;
        while !rest.games.is_empty() && !is_stopped() {
            let most = self.shared.sizes.next(lane) as usize;
            let (now, later) = parted(rest, most);
            rest = later;
            let mut numbers = numbers_of(&now);
            self.put(run, &[now])?;
            there.extend(self.wait_for(lane, &mut numbers, is_stopped)?);
            if !numbers.is_empty() {
                break;
            }
        }
        Ok(there)
    }

    /// What of a task the run before has left at the store, from its first game on, and the rest.
    fn left_over(&self, run: RunId, task: GamesTask) -> Result<(Vec<Delivery>, GamesTask), NotPlayed> {
        let numbers = numbers_of(&task);
        let came = self.shared.inbox.take(task.lane, &numbers);
        let together = came.iter().flat_map(|one| &one.done.games);
        let ahead = together.zip(&numbers).take_while(|(game, number)| game.kept.number == **number).count();
        let (there, rest) = parted(task, ahead);
        let mut kept = Vec::new();
        for mut one in came {
            one.done.games.retain(|game| Some(game.kept.number) <= there.last());
            if there.games.is_empty() || one.done.games.is_empty() {
                continue;
            }
            self.remember_in(run, &one.done)?;
            kept.push(one);
        }
        Ok((kept, rest))
    }

    /// Tells the store what came of earlier games of a lane.
    fn remember_in(&self, run: RunId, past: &GamesDone) -> Result<(), NotPlayed> {
        let bytes = past.to_bytes().map_err(|error| NotPlayed(error.to_string()))?;
        let (first, count) = (past.first().unwrap_or_default().cast_signed(), past.games.len() as i64);
        let queue = &self.shared.queue;
        self.shared.until_done(|| queue.remember(run, past.lane, first, count, &bytes))
    }

    /// Has games played that know nothing of each other: all jobs at once.
    fn play_all(
        &self,
        task: GamesTask,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Delivery>, NotPlayed> {
        let (run, lane) = (self.run()?, task.lane);
        let mut numbers = numbers_of(&task);
        let mut there = self.shared.inbox.take(lane, &numbers);
        strike_out(&mut numbers, &there);
        let mut rest = task;
        rest.games.retain(|game| numbers.binary_search(&game.fixture.number).is_ok());
        let most = self.shared.sizes.next(lane) as usize;
        self.put(run, &rest.split(most))?;
        there.extend(self.wait_for(lane, &mut numbers, is_stopped)?);
        Ok(there)
    }
}

impl Elsewhere for Coordinator {
    fn at_once(&self) -> usize {
        TASKS_AT_ONCE
    }

    fn wanted(&self, lane: u32) -> u64 {
        let games = self.shared.sizes.next(lane);
        if self.has_lanes() {
            return games;
        }
        let slots = self.shared.slots.load(Ordering::Relaxed).max(1);
        games * (slots * JOBS_A_SLOT).div_ceil(TASKS_AT_ONCE as u64)
    }

    fn remember(&self, past: GamesDone) -> Result<(), NotPlayed> {
        let run = self.run()?;
        self.remember_in(run, &past)
    }

    fn play(
        &self,
        task: GamesTask,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Delivery>, NotPlayed> {
        let played = match self.has_lanes() {
            true => self.play_lane(task, is_stopped),
            false => self.play_all(task, is_stopped),
        };
        match played {
            // A store that is away is no reason not to stop.
            Err(_) if is_stopped() => Ok(Vec::new()),
            played => played,
        }
    }
}

impl Shared {
    /// Whether nothing is waited for any more.
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }

    /// Asks the store once, at the end of a run, which does not wait for ever.
    fn in_time<T>(&self, ask: impl Future<Output = Result<T, QueueError>>) -> Result<T, WorkerError> {
        let answered = self.blocking.on(async { tokio::time::timeout(ENDING, ask).await });
        Ok(answered.map_err(|_| WorkerError::Silent)??)
    }

    /// Asks the store until it answers; what does not pass ends the tournament.
    fn until_done<T, F: Future<Output = Result<T, QueueError>>>(
        &self,
        mut ask: impl FnMut() -> F,
    ) -> Result<T, NotPlayed> {
        let mut is_told = false;
        loop {
            match self.blocking.on(ask()) {
                Ok(answer) => {
                    if is_told {
                        (self.told)(Attention::Back);
                    }
                    return Ok(answer);
                }
                Err(error) if error.is_passing() && !self.is_over() => {
                    if !is_told {
                        (self.told)(Attention::Away(error.to_string()));
                        is_told = true;
                    }
                    thread::sleep(PAUSE);
                }
                Err(error) => return Err(NotPlayed(error.to_string())),
            }
        }
    }
}

fn numbers_of(task: &GamesTask) -> Vec<u64> {
    task.games.iter().map(|game| game.fixture.number).collect()
}

/// Takes out of a list what came.
fn strike_out(numbers: &mut Vec<u64>, came: &[Delivery]) {
    let mut there: Vec<u64> =
        came.iter().flat_map(|one| &one.done.games).map(|game| game.kept.number).collect();
    there.sort_unstable();
    numbers.retain(|number| there.binary_search(number).is_err());
}

/// The first so many games of a task, and the rest, which goes on behind them.
fn parted(mut task: GamesTask, most: usize) -> (GamesTask, GamesTask) {
    let later = task.games.split_off(most.min(task.games.len()));
    let after = task.last().or(task.after);
    let GamesTask { lane, games_per_deal, luck_for, .. } = task;
    (task, GamesTask { lane, after, games_per_deal, luck_for, games: later })
}
