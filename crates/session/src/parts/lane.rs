//! One lane of a run that is planned elsewhere, as a worker plays it: task after task, with bots that live
//! from one to the next. It has a thread of its own, which is the one that its bots share a processor with.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use croupier_arena::naming::NamedBot;
use croupier_arena::{
    Bot, CannotPlay, EarlierPrints, GivenLane, Lane, Needed, Outside, Panicked, Recalled, Terms, UrlTurns,
    caught,
};
use croupier_games::{Game, Visitor, with_game};
use croupier_hosts::packages::PackageList;
use croupier_hosts::{Runtimes, pin_to};
use croupier_record::{GamesDone, GamesTask};

use crate::error::SessionError;
use crate::parts::run_spec::RunSpec;
use crate::plan::options_of;

/// What a lane is played with.
#[derive(Debug, Clone)]
pub struct LaneSetting {
    /// The run.
    pub run: Arc<RunSpec>,
    /// Its bots, one for each of [`RunSpec::bots`] in the same order, of the same content.
    pub bots: Vec<NamedBot>,
    /// Which lane; 0 where all players are of the house.
    pub lane: u32,
    /// What runs bots outside this process: with the run's packages, and its cell of Python.
    pub runtimes: Arc<Runtimes>,
    /// The processor that the table shares with such bots.
    pub core: Option<usize>,
    /// The folder for what bots print, where it is to be kept.
    pub logs: Option<PathBuf>,
}

/// A worker that would not play what was planned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnfitWorker {
    /// Other bots are there than the run has.
    #[error("the run has {run} bots, and {here} are here")]
    Bots {
        /// How many the run has.
        run: usize,
        /// How many there are here.
        here: usize,
    },
    /// A bot is of other content.
    #[error("{bot} is not what the run has under this name: its hash is {here}, and not {run}")]
    Content {
        /// The bot's name.
        bot: String,
        /// Its hash in the run.
        run: String,
        /// Its hash here.
        here: String,
    },
    /// A bot would run in something else.
    #[error("{bot} would run in {here} here, and runs in {run} elsewhere")]
    RunsIn {
        /// The bot's name.
        bot: String,
        /// What it runs in where the run was planned.
        run: String,
        /// What it would run in here.
        here: String,
    },
    /// Bots could use other packages.
    #[error("the packages that bots may use here are not those of the run")]
    Packages,
    /// Python bots would run elsewhere.
    #[error("Python bots run in a {0} here, and elsewhere they do not")]
    PythonIn(croupier_hosts::CellKind),
    /// The run has fewer lanes.
    #[error("lane {lane} is asked for, and the run has {lanes}")]
    NoSuchLane {
        /// As asked for, from 0.
        lane: u32,
        /// How many there are.
        lanes: u32,
    },
}

/// One lane of a run at a worker. Where all players are of the house, any number of these play side by
/// side; otherwise there is one for a lane, and it plays the lane's tasks in their order. Dropped, it
/// ends its bots.
#[derive(Debug)]
pub struct LaneWorker {
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread of a lane is to do.
enum Order {
    Needed(Option<u64>, Sender<Needed>),
    TakeUp(Option<u64>, Vec<GamesDone>, Stop, Sender<Result<Recalled, CannotPlay>>),
    Play(GamesTask, Stop, Sender<Result<GamesDone, CannotPlay>>),
}

type Stop = Arc<AtomicBool>;

impl LaneWorker {
    /// Makes ready to play a lane from its beginning; bots are started when there is something to play.
    pub fn seat(setting: LaneSetting) -> Result<Self, SessionError> {
        setting.check()?;
        let (orders, receiver) = mpsc::channel();
        let (seated, is_seated) = mpsc::channel();
        let thread = thread::spawn(move || {
            let game = setting.run.game.clone();
            let told = seated.clone();
            let lane = LaneThread { setting, receiver, seated };
            let worked = caught(move || match with_game(&game, lane) {
                Ok(Ok(())) => Ok(()),
                Ok(Err(error)) => Err(error),
                Err(error) => Err(error.into()),
            });
            let failed = match worked {
                Ok(Ok(())) => return,
                Ok(Err(error)) => error,
                Err(panicked) => CannotPlay::Broken(panicked).into(),
            };
            // Where it was seated, nobody listens here any more.
            let _ = told.send(Err(failed));
        });
        let worker = Self { orders: Some(orders), thread: Some(thread) };
        is_seated.recv().unwrap_or_else(|_| Err(gone().into()))?;
        Ok(worker)
    }

    /// What of the lane's results so far has to be taken up before this task can be played.
    #[must_use]
    pub fn needed_for(&self, task: &GamesTask) -> Needed {
        // Whose thread is gone can be asked nothing, and its next order says why.
        self.ask(|answer| Order::Needed(task.after, answer)).unwrap_or(Needed::Nothing)
    }

    /// Goes on where other workers ended: ends the bots that are here, and takes up what is
    /// [needed](Self::needed_for) of the lane's results, in the order of their games. Where bots
    /// remember they are asked all those games again; setting `stop` ends that with
    /// [`SessionError::Interrupted`].
    pub fn take_up(
        &mut self,
        task: &GamesTask,
        results: Vec<GamesDone>,
        stop: &Arc<AtomicBool>,
    ) -> Result<(), SessionError> {
        let stop = Arc::clone(stop);
        match self.ask(|answer| Order::TakeUp(task.after, results, stop, answer))?? {
            Recalled::Whole => Ok(()),
            Recalled::BrokenOff => Err(SessionError::Interrupted),
        }
    }

    /// Plays a task. Setting `stop` ends it early: what was finished is given, and the result says that
    /// it is not whole. Whatever is played next in this lane takes up what came before.
    pub fn play(&mut self, task: GamesTask, stop: &Arc<AtomicBool>) -> Result<GamesDone, SessionError> {
        let stop = Arc::clone(stop);
        Ok(self.ask(|answer| Order::Play(task, stop, answer))??)
    }

    fn ask<T>(&self, order: impl FnOnce(Sender<T>) -> Order) -> Result<T, CannotPlay> {
        let (sender, receiver) = mpsc::channel();
        if let Some(orders) = &self.orders {
            let _ = orders.send(order(sender));
        }
        receiver.recv().map_err(|_| gone())
    }
}

/// A lane whose thread has ended.
fn gone() -> CannotPlay {
    CannotPlay::Broken(Panicked("the thread of a lane has ended".to_owned()))
}

impl Drop for LaneWorker {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl LaneSetting {
    /// Whether what is here plays as it would elsewhere.
    fn check(&self) -> Result<(), UnfitWorker> {
        let Self { run, bots, lane, runtimes, .. } = self;
        if *lane >= run.lanes {
            return Err(UnfitWorker::NoSuchLane { lane: *lane, lanes: run.lanes });
        }
        if run.bots().len() != bots.len() {
            return Err(UnfitWorker::Bots { run: run.bots().len(), here: bots.len() });
        }
        for (entrant, named) in run.bots().iter().zip(bots) {
            let bot = entrant.name.clone();
            if entrant.hash != named.hash {
                return Err(UnfitWorker::Content {
                    bot,
                    run: entrant.hash.clone(),
                    here: named.hash.clone(),
                });
            }
            let runs_in = named.bot.runs_in();
            if entrant.runs_in != runs_in {
                let told = |runs_in: Option<String>| runs_in.unwrap_or_else(|| "a process".to_owned());
                return Err(UnfitWorker::RunsIn {
                    bot,
                    run: told(entrant.runs_in.clone()),
                    here: told(runs_in),
                });
            }
        }
        if run.packages != runtimes.packages().map(PackageList::hash) {
            return Err(UnfitWorker::Packages);
        }
        if run.python_in != runtimes.python_runs_in() {
            return Err(UnfitWorker::PythonIn(runtimes.python_runs_in()));
        }
        Ok(())
    }
}

/// What the thread of a lane does, once the game's type is known.
struct LaneThread {
    setting: LaneSetting,
    receiver: Receiver<Order>,
    seated: Sender<Result<(), SessionError>>,
}

impl Visitor for LaneThread {
    type Output = Result<(), SessionError>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self { setting, receiver, seated } = self;
        let LaneSetting { run, bots, lane, runtimes, core, logs } = setting;
        let options = options_of::<G>(&run.options)?;
        let bots: Vec<Bot> =
            bots.iter().cycle().take(run.entrants.len()).map(|named| named.bot.clone()).collect();
        let names: Vec<String> = run.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let mut outside = Outside::of::<G>(&bots, &runtimes, &run.limits, run.instances, logs)
            .map_err(SessionError::NoCell)?;
        if let Some(outside) = &mut outside {
            // A lane that is taken up again goes on in the same logs.
            outside.prints = EarlierPrints::Stay;
        }
        let urls = UrlTurns::of(&bots, run.parallel(), run.lanes);
        let terms = Terms::<G> {
            options: &options,
            seats: run.seats,
            games_per_deal: run.games_per_deal,
            span: run.span,
            openings: run.openings,
            bots: &bots,
            names: &names,
            lanes: run.lanes as usize,
            outside: outside.as_ref(),
            timed: run.timed,
            urls: &urls,
        };
        let core = core.filter(|_| outside.is_some());
        if let Some(core) = core {
            pin_to(core);
        }
        let lane = GivenLane::seat(terms, Lane { number: lane as usize, core }).map_err(CannotPlay::from)?;
        let _ = seated.send(Ok(()));
        obey(lane, &receiver);
        Ok(())
    }
}

/// Does what is asked, until nobody asks any more or something panics. Whoever has asked and gone gets no
/// answer.
fn obey<G: Game>(mut lane: GivenLane<'_, G>, orders: &Receiver<Order>) {
    for order in orders {
        match order {
            Order::Needed(after, answer) => {
                let _ = answer.send(lane.needed_for(after));
            }
            Order::TakeUp(after, results, stop, answer) => {
                let taken = caught(|| lane.take_up(after, &results, || stop.load(Ordering::Relaxed)));
                if tell(taken, &answer).is_break() {
                    return;
                }
            }
            Order::Play(task, stop, answer) => {
                let played = caught(|| lane.play(&task, || stop.load(Ordering::Relaxed)));
                if tell(played, &answer).is_break() {
                    return;
                }
            }
        }
    }
}

/// Tells what came of an order; what has panicked is not used again.
fn tell<T>(
    done: Result<Result<T, CannotPlay>, Panicked>,
    answer: &Sender<Result<T, CannotPlay>>,
) -> ControlFlow<()> {
    let (done, after) = match done {
        Ok(done) => (done, ControlFlow::Continue(())),
        Err(panicked) => (Err(CannotPlay::Broken(panicked)), ControlFlow::Break(())),
    };
    let _ = answer.send(done);
    after
}
