//! Workers in this process, as threads of their own: what reaches them and comes back are bytes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use croupier_arena::naming::NamedBot;
use croupier_hosts::Runtimes;
use croupier_session::{
    Delivery, Elsewhere, GamesDone, GamesTask, LaneSetting, LaneWorker, Needed, NotPlayed, RunSpec, Session,
};

/// What workers do.
#[derive(Debug, Clone, Copy)]
pub(crate) struct How {
    pub(crate) workers: usize,
    pub(crate) wanted: u64,
    /// Of so many games is a piece.
    pub(crate) piece: usize,
    /// After so many pieces a lane goes to another worker, and what its bots were is gone.
    pub(crate) moves: Option<usize>,
    /// Whether results come the last first, and twice.
    pub(crate) late: bool,
    /// After so many pieces nobody plays any more.
    pub(crate) fails: Option<usize>,
}

pub(crate) const USUAL: How =
    How { workers: 1, wanted: 1, piece: 1 << 20, moves: None, late: false, fails: None };

pub(crate) struct Workers {
    run: Arc<RunSpec>,
    bots: Vec<NamedBot>,
    runtimes: Arc<Runtimes>,
    logs: Option<PathBuf>,
    how: How,
    lanes: Mutex<BTreeMap<(usize, u32), LaneWorker>>,
    past: Mutex<BTreeMap<u32, Vec<Vec<u8>>>>,
    pieces: AtomicUsize,
    taken_up: AtomicUsize,
}

impl Workers {
    /// For a session's games.
    pub(crate) fn of(session: &Session, how: How) -> Self {
        let run = RunSpec::from_bytes(&session.run_spec().unwrap().to_bytes().unwrap()).unwrap();
        let (bots, runtimes) = (session.setup().bots.clone(), Arc::clone(&session.setup().runtimes));
        Self {
            run: Arc::new(run),
            bots,
            runtimes,
            logs: None,
            how,
            lanes: Mutex::default(),
            past: Mutex::default(),
            pieces: AtomicUsize::new(0),
            taken_up: AtomicUsize::new(0),
        }
    }

    /// The same that take the run for another one.
    #[allow(dead_code)] // Some only play.
    pub(crate) fn with_run(mut self, change: impl FnOnce(&mut RunSpec)) -> Self {
        change(Arc::make_mut(&mut self.run));
        self
    }

    /// The same with logs of what bots print.
    #[allow(dead_code)] // Some only play.
    pub(crate) fn with_logs(self, logs: PathBuf) -> Self {
        Self { logs: Some(logs), ..self }
    }

    /// How many pieces were played, and how often a lane was taken up.
    #[allow(dead_code)] // Some only play.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.pieces.load(Ordering::Relaxed), self.taken_up.load(Ordering::Relaxed))
    }

    fn keep(&self, done: &GamesDone) {
        let bytes = done.to_bytes().unwrap();
        self.past.lock().unwrap().entry(done.lane).or_default().push(bytes);
    }

    fn past_of(&self, lane: u32) -> Vec<GamesDone> {
        let past = self.past.lock().unwrap();
        let results = past.get(&lane).map(Vec::as_slice).unwrap_or_default();
        results.iter().map(|bytes| GamesDone::from_bytes(bytes).unwrap()).collect()
    }

    fn seat(&self, lane: u32) -> LaneWorker {
        let Self { run, bots, runtimes, logs, .. } = self;
        let (run, bots, runtimes) = (Arc::clone(run), bots.clone(), Arc::clone(runtimes));
        LaneWorker::seat(LaneSetting { run, bots, lane, runtimes, core: None, logs: logs.clone() }).unwrap()
    }

    fn play_piece(
        &self,
        piece: &GamesTask,
        (at, stop): (usize, &Arc<AtomicBool>),
    ) -> Result<Delivery, NotPlayed> {
        let piece = GamesTask::from_bytes(&piece.to_bytes().unwrap()).unwrap();
        let number = self.pieces.fetch_add(1, Ordering::Relaxed);
        if self.how.fails.is_some_and(|after| number >= after) {
            return Err(NotPlayed("nobody plays any more".to_owned()));
        }
        let moved = self.how.moves.is_some_and(|after| number % after == after - 1);
        let worker = (at, piece.lane);
        let kept = self.lanes.lock().unwrap().remove(&worker).filter(|_| !moved);
        let mut lane = kept.unwrap_or_else(|| self.seat(piece.lane));
        let results = match lane.needed_for(&piece) {
            Needed::Nothing => None,
            Needed::AllResults => Some(self.past_of(piece.lane)),
            Needed::LastResult => Some(self.past_of(piece.lane).pop().into_iter().collect()),
        };
        let told = |error: croupier_session::SessionError| NotPlayed(error.to_string());
        if let Some(results) = results {
            self.taken_up.fetch_add(1, Ordering::Relaxed);
            lane.take_up(&piece, results, stop).map_err(told)?;
        }
        let done = lane.play(piece, stop).map_err(told)?;
        self.keep(&done);
        self.lanes.lock().unwrap().insert(worker, lane);
        let done = GamesDone::from_bytes(&done.to_bytes().unwrap()).unwrap();
        Ok(Delivery { by: format!("number {at}"), done })
    }

    /// Plays pieces by as many workers as there are; those of a lane one after the other.
    fn play_pieces(&self, pieces: &[GamesTask], stop: &Arc<AtomicBool>) -> Vec<Result<Delivery, NotPlayed>> {
        let lanes = pieces[0].luck_for == croupier_record::LuckFor::Everyone;
        if lanes {
            let at = pieces[0].lane as usize % self.how.workers;
            return pieces.iter().map(|piece| self.play_piece(piece, (at, stop))).collect();
        }
        let next = AtomicUsize::new(0);
        let take = |at| {
            let taken = std::iter::from_fn(|| pieces.get(next.fetch_add(1, Ordering::Relaxed)));
            taken.map(|piece| self.play_piece(piece, (at, stop))).collect::<Vec<_>>()
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.how.workers).map(|at| scope.spawn(move || take(at))).collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
        })
    }
}

impl Elsewhere for Workers {
    fn at_once(&self) -> usize {
        2
    }

    fn wanted(&self, _: u32) -> u64 {
        self.how.wanted
    }

    fn remember(&self, past: GamesDone) -> Result<(), NotPlayed> {
        self.keep(&past);
        Ok(())
    }

    fn play(
        &self,
        task: GamesTask,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Delivery>, NotPlayed> {
        let stop = Arc::new(AtomicBool::new(is_stopped()));
        let played = self.play_pieces(&task.split(self.how.piece), &stop);
        let mut came = played.into_iter().collect::<Result<Vec<_>, _>>()?;
        if self.how.late {
            came = came.iter().rev().chain(&came).cloned().collect();
        }
        Ok(came)
    }
}
