//! Takes what came of jobs from the store, says when it is kept, and looks after what does not come.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use croupier_queue::{DeadLetter, JobResult, ResultId, RunId, Wakeups};
use croupier_record::GamesDone;
use croupier_session::NotPlayed;

use super::Shared;
use super::attention::{Attention, slots, told_other, why_waits};
use crate::build::this_build;

/// So many results are taken at a time.
const MOST: u32 = 64;
/// Where some came, more are looked for after this time, even if nobody tells of them; and where none
/// did, after the other.
const SOON: Duration = Duration::from_millis(200);
const LATER: Duration = Duration::from_secs(1);
/// How often it is looked who works, and what waits.
const ROUND: Duration = Duration::from_secs(2);
/// What waits for longer than this is told of.
const WORTH_TELLING: Duration = Duration::from_secs(3);
/// A result that was handed on so long ago is in the journal, and need not be at the store. Were it
/// not there yet, its games would be played again.
const KEPT_BY_THEN: Duration = Duration::from_secs(5);
/// Of each lane so many results are taken over from a run that ended without a word. Its journal has all
/// but the last ones.
const LAST_OF_LANE: u32 = 64;

/// Takes results until the run is over, or nothing will come any more.
pub(super) fn take_until_over(shared: &Shared, run: RunId) {
    if let Err(why) = (Taking::new(shared, run)).go_on() {
        shared.inbox.fail(why);
    }
}

/// Takes over what an earlier run has left. What makes no sense any more is played again.
pub(super) fn take_over(shared: &Shared, earlier: RunId) -> Result<(), NotPlayed> {
    for result in shared.until_done(|| shared.queue.left_over(earlier, LAST_OF_LANE))? {
        if let Ok(done) = GamesDone::from_bytes(&result.bytes) {
            shared.inbox.put(&result.worker, done);
        }
    }
    Ok(())
}

struct Taking<'a> {
    shared: &'a Shared,
    run: RunId,
    /// Results that were handed on, the oldest first, and when.
    handed_on: VecDeque<(Instant, ResultId)>,
    attention: Told,
}

/// What was told of who waits.
struct Told {
    since: Option<Instant>,
    last: Option<Attention>,
    others: BTreeSet<i64>,
}

impl<'a> Taking<'a> {
    fn new(shared: &'a Shared, run: RunId) -> Self {
        let attention = Told { since: None, last: None, others: BTreeSet::new() };
        Self { shared, run, handed_on: VecDeque::new(), attention }
    }

    fn go_on(&mut self) -> Result<(), NotPlayed> {
        let shared = self.shared;
        let _inside = shared.blocking.enter();
        let mut wakeups = shared.until_done(|| shared.queue.wakeups())?;
        let mut last_round: Option<Instant> = None;
        while !self.shared.over.load(Ordering::Relaxed) {
            if last_round.is_none_or(|round| round.elapsed() >= ROUND) {
                self.look_around()?;
                last_round = Some(Instant::now());
            }
            let came = self.take()?;
            self.wait(&mut wakeups, if came { SOON } else { LATER });
        }
        // What came while the last task was waited for.
        self.take().map(drop)
    }

    fn wait(&self, wakeups: &mut Wakeups, at_most: Duration) {
        let shared = self.shared;
        shared.blocking.on(async {
            tokio::select! {
                _ = wakeups.wait(at_most) => {}
                () = shared.ends.notified() => {}
            }
        });
    }

    /// Takes some results, and says of older ones that they are kept; whether there were any.
    fn take(&mut self) -> Result<bool, NotPlayed> {
        let (shared, run) = (self.shared, self.run);
        // Those of a lane stay at the store in any case, and whoever waits for the next one is told at once
        // where none lies there.
        let after = if shared.has_lanes { Duration::ZERO } else { KEPT_BY_THEN };
        let known: Vec<ResultId> = self.handed_on.iter().map(|(_, id)| *id).collect();
        let results = shared.until_done(|| shared.queue.results_beside(run, &known, MOST))?;
        let came = !results.is_empty();
        for result in results {
            self.handed_on.push_back((Instant::now(), result.id));
            self.hand_on(&result)?;
        }
        let mut kept = Vec::new();
        while let Some((_, id)) = self.handed_on.pop_front_if(|(at, _)| at.elapsed() >= after) {
            kept.push(id);
        }
        if !kept.is_empty() {
            shared.until_done(|| shared.queue.keep(run, &kept))?;
        }
        Ok(came)
    }

    fn hand_on(&self, result: &JobResult) -> Result<(), NotPlayed> {
        let done = GamesDone::from_bytes(&result.bytes)
            .map_err(|error| NotPlayed(format!("what worker {} has sent: {error}", result.worker)))?;
        self.shared.sizes.took(done.lane, done.games.len(), done.took);
        self.shared.inbox.put(&result.worker, done);
        Ok(())
    }

    /// Looks who works and what waits, and whether something was given up.
    fn look_around(&mut self) -> Result<(), NotPlayed> {
        let (shared, run) = (self.shared, self.run);
        shared.until_done(|| shared.queue.tidy())?;
        if let Some(letter) = shared.until_done(|| shared.queue.dead_letters(run))?.first() {
            return Err(NotPlayed(given_up(letter)));
        }
        let workers = shared.until_done(|| shared.queue.workers())?;
        let waiting = shared.until_done(|| shared.queue.waiting())?;
        let here = this_build();
        shared.slots.store(slots(&here, &workers), Ordering::Relaxed);
        for other in workers.iter().filter(|worker| worker.is_alive && worker.build != here) {
            if self.attention.others.insert(other.id) {
                (shared.told)(Attention::OtherBuild(told_other(&here, other)));
            }
        }
        let ours = waiting.iter().filter(|waiting| waiting.run == run);
        self.tell(ours.filter_map(|waiting| why_waits(waiting, &workers)).next());
        Ok(())
    }

    /// Tells what waits, once, when it has waited for a while.
    fn tell(&mut self, now: Option<Attention>) {
        let told = &mut self.attention;
        let Some(now) = now else {
            if told.last.take().is_some() {
                (self.shared.told)(Attention::Suited);
            }
            told.since = None;
            return;
        };
        let since = *told.since.get_or_insert_with(Instant::now);
        if since.elapsed() >= WORTH_TELLING && told.last.as_ref() != Some(&now) {
            told.last = Some(now.clone());
            (self.shared.told)(now);
        }
    }
}

/// What is known of a job that was given up.
fn given_up(letter: &DeadLetter) -> String {
    let DeadLetter { first, count, why, workers, .. } = letter;
    let games = match count {
        1 => format!("game {first}"),
        count => format!("{count} games from game {first} on"),
    };
    let mut who = workers.clone();
    who.dedup();
    let who = if who.is_empty() { String::new() } else { format!(" by {}", who.join(", ")) };
    let why = why.lines().collect::<Vec<_>>().join("; ");
    format!("{games} were given up after several tries{who}: {why}")
}
