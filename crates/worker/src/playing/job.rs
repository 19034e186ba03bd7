//! One job, from its lease to its end.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use croupier_queue::{Fenced, Leased, QueueError, Queued};
use croupier_record::{GamesDone, GamesTask};
use croupier_session::{LaneWorker, Needed, SessionError};

use super::lanes::Lanes;
use super::leases::InHand;
use super::prints::Prints;
use super::{Context, WorkerEvent};

/// Of a lane's past so many results are fetched at a time.
const PAST_AT_A_TIME: u16 = 64;

/// Why a job did not come to its end.
#[derive(Debug)]
pub(super) enum Undone {
    /// Somebody else has it.
    Lost,
    /// It was broken off here, and is handed back.
    BrokenOff,
    /// It cannot be done, for this reason.
    Failed(String),
    /// The store says no.
    Store(QueueError),
}

impl From<QueueError> for Undone {
    fn from(error: QueueError) -> Self {
        Self::Store(error)
    }
}

impl From<SessionError> for Undone {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Interrupted => Self::BrokenOff,
            error => Self::Failed(error.to_string()),
        }
    }
}

/// What a job needed the lease for.
fn held<T>(answer: Fenced<T>) -> Result<T, Undone> {
    answer.held().ok_or(Undone::Lost)
}

/// Does a job, whatever happens: a panic of ours does not take the worker with it.
pub(super) fn do_job(context: &Context, lanes: &mut Lanes, job: &Leased) {
    let (lease, in_hand) = (job.lease, context.leases.of(job.lease));
    let doing = AssertUnwindSafe(|| Job { context, job, in_hand: &in_hand }.play(lanes));
    let done = catch_unwind(doing)
        .unwrap_or_else(|_| Err(Undone::Failed("a part of the worker panicked".to_owned())));
    let this = Job { context, job, in_hand: &in_hand };
    match done.and_then(|(done, player)| this.complete(&done).map(|()| (done, player))) {
        Ok((done, player)) => {
            if let Some(player) = player {
                lanes.put_back(job, player);
            }
            (context.follow)(WorkerEvent::Done { games: done.games.len(), took: done.took });
        }
        Err(_) if in_hand.is_lost() => this.told_lost(),
        Err(Undone::Lost) => this.told_lost(),
        Err(Undone::BrokenOff) => _ = context.ask(context.worker.hand_back(&[lease])),
        Err(Undone::Failed(why)) => this.fail(&why),
        Err(Undone::Store(error)) => this.fail(&error.to_string()),
    }
    context.leases.let_go(lease);
}

struct Job<'a> {
    context: &'a Context,
    job: &'a Leased,
    in_hand: &'a InHand,
}

impl Job<'_> {
    /// Plays its games; gives whoever played them, where there may be more of the lane.
    fn play(&self, lanes: &mut Lanes) -> Result<(GamesDone, Option<LaneWorker>), Undone> {
        if self.in_hand.stop.load(Ordering::Relaxed) {
            return Err(Undone::BrokenOff);
        }
        let task =
            GamesTask::from_bytes(&self.job.payload).map_err(|error| Undone::Failed(error.to_string()))?;
        let run = self.context.runs.of(self.context, self.job, &self.in_hand.stop)?;
        let prints = Prints::of(&run.spec)?;
        let mut player = lanes.take(self.job, &run, prints.as_ref().map(Prints::folder))?;
        let stop = &self.in_hand.stop;
        match player.needed_for(&task) {
            Needed::Nothing => {}
            Needed::LastResult => {
                let past = held(self.ask(|| self.context.worker.last_past(self.job.lease))?)?;
                let past = past.map(|past| read(&past.bytes)).transpose()?;
                player.take_up(&task, past.into_iter().collect(), stop)?;
            }
            Needed::AllResults => player.take_up(&task, self.all_past()?, stop)?,
        }
        let done = player.play(task, stop)?;
        if !done.whole {
            return Err(Undone::BrokenOff);
        }
        if !run.spec.one_job {
            return Ok((done, Some(player)));
        }
        // Bots end before anybody reads what they printed.
        drop(player);
        Ok((
            GamesDone { prints: prints.map(|prints| prints.read(&run.spec)).unwrap_or_default(), ..done },
            None,
        ))
    }

    /// All that came of the lane before.
    fn all_past(&self) -> Result<Vec<GamesDone>, Undone> {
        let (mut all, mut after) = (Vec::new(), None);
        loop {
            let (worker, lease) = (&self.context.worker, self.job.lease);
            let some = held(self.ask(|| worker.past(lease, after, PAST_AT_A_TIME))?)?;
            let Some(last) = some.last() else { return Ok(all) };
            after = Some(last.first);
            for past in &some {
                all.push(read(&past.bytes)?);
            }
        }
    }

    /// Sends what came of it, as often as it takes.
    fn complete(&self, done: &GamesDone) -> Result<(), Undone> {
        let bytes = done.to_bytes().map_err(|error| Undone::Failed(error.to_string()))?;
        // What was played is not thrown away because the store is away for a moment.
        held(self.ask(|| self.context.worker.complete(self.job.lease, &bytes, done.took))?)
    }

    fn ask<T, F: Future<Output = Queued<T>>>(&self, ask: impl FnMut() -> F) -> Queued<T> {
        self.context.until_answered(&self.in_hand.stop, ask)
    }

    fn told_lost(&self) {
        (self.context.follow)(WorkerEvent::Lost { first: self.job.first });
    }

    fn fail(&self, why: &str) {
        (self.context.follow)(WorkerEvent::Failed { first: self.job.first, why: why.to_owned() });
        // Where the store does not answer the lease runs out by itself.
        let _ = self.context.ask(self.context.worker.fail(self.job.lease, why));
        // Whatever is wrong here is not tried again at once.
        thread::sleep(Duration::from_millis(100));
    }
}

fn read(bytes: &[u8]) -> Result<GamesDone, Undone> {
    GamesDone::from_bytes(bytes)
        .map_err(|error| Undone::Failed(format!("what came of games before these: {error}")))
}
