//! Who uses a processor while another bot thinks is stopped until it is asked again.
//!
//! Bots that are waited for longer than a moment may have a neighbour in their way: one that has answered, or
//! was never asked, and whose processes go on. While a table waits it reads the clocks of those whose turn it
//! is not, twice, a little apart; whoever has used a good part of the time between is stopped, with
//! everything it started. Quiet bots are never touched, quick answers cost nothing, and looks that find
//! nobody come ever more rarely.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use crate::cell::{LimitBreach, ProcessControl};

/// Who uses less than this part of a processor is in nobody's way.
const PART: u32 = 8;
/// Nor is who uses less than this: a bot may have something left to do when it has answered.
const LITTLE: Duration = Duration::from_micros(200);
/// Looks that found nobody are followed by a pause, which doubles from the one to the other.
const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);
/// A bot that went on so often though it was stopped is ended.
const ESCAPES: u64 = 3;

/// A bot as its neighbours need to know it.
pub(crate) trait Stoppable: Send + Sync {
    fn processor_time(&self) -> Duration;
    fn stop(&self);
    fn go_on(&self);
    /// It cannot be stopped.
    fn end(&self);
}

impl Stoppable for ProcessControl {
    fn processor_time(&self) -> Duration {
        Self::processor_time(self)
    }

    fn stop(&self) {
        Self::stop(self);
    }

    fn go_on(&self) {
        Self::go_on(self);
    }

    fn end(&self) {
        Self::end(self, LimitBreach::Stop);
    }
}

/// A bot that is up, in the list of its neighbours for as long as it is kept.
pub(crate) struct Neighbour {
    bot: Box<dyn Stoppable>,
    core: Option<usize>,
    /// Odd while it is asked: then it may use what it is given.
    turn: AtomicU64,
    stopped: AtomicBool,
    escapes: AtomicU64,
}

impl Neighbour {
    /// It is asked something, or told something that it has to read: it may go on.
    pub(crate) fn asked(&self) {
        self.turn.fetch_or(1, Ordering::Relaxed);
        self.let_go_on();
    }

    /// It may go on for as long as nobody finds it in the way again.
    pub(crate) fn let_go_on(&self) {
        if self.stopped.load(Ordering::Relaxed) && self.stopped.swap(false, Ordering::Relaxed) {
            self.bot.go_on();
        }
    }

    /// It is not waited for any more.
    pub(crate) fn answered(&self) {
        let turn = self.turn.load(Ordering::Relaxed);
        self.turn.store(turn + turn % 2, Ordering::Relaxed);
    }

    /// The number of its turn, where it is not asked.
    fn idle(&self) -> Option<u64> {
        Some(self.turn.load(Ordering::Relaxed)).filter(|turn| turn.is_multiple_of(2))
    }

    fn shares(&self, core: Option<usize>) -> bool {
        self.core.is_none() || core.is_none() || self.core == core
    }
}

/// All bots that are up in the cells of this program.
#[derive(Default)]
pub(crate) struct Neighbours {
    all: Mutex<Vec<Weak<Neighbour>>>,
    /// What those who wait on a processor have read.
    looks: Mutex<HashMap<Option<usize>, Look>>,
}

impl std::fmt::Debug for Neighbours {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Neighbours").finish_non_exhaustive()
    }
}

/// The first of two readings, or when it may be taken.
#[derive(Default)]
struct Look {
    first: Option<(Instant, Vec<Reading>)>,
    pause: Duration,
    not_before: Option<Instant>,
}

struct Reading {
    neighbour: Weak<Neighbour>,
    turn: u64,
    used: Duration,
}

impl Neighbours {
    /// Takes a bot into the list, as one that is being asked.
    pub(crate) fn join(&self, bot: Box<dyn Stoppable>, core: Option<usize>) -> Arc<Neighbour> {
        let neighbour = Arc::new(Neighbour {
            bot,
            core,
            turn: AtomicU64::new(1),
            stopped: AtomicBool::new(false),
            escapes: AtomicU64::new(0),
        });
        let mut all = lock(&self.all);
        all.retain(|other| other.strong_count() > 0);
        all.push(Arc::downgrade(&neighbour));
        neighbour
    }

    /// Looks at those who share this processor and whose turn it is not, while one whose turn it is keeps a
    /// table waiting.
    pub(crate) fn glance(&self, core: Option<usize>, now: Instant) {
        let mut looks = lock(&self.looks);
        let look = looks.entry(core).or_default();
        if look.first.is_some() {
            look.judge(now);
        } else if look.not_before.is_none_or(|then| now >= then) {
            let readings = self.readings(core);
            // Nobody else is there: that is soon found out again.
            look.first = (!readings.is_empty()).then_some((now, readings));
        }
    }

    /// The wait is over: the last chance to judge what was read in it.
    pub(crate) fn heard(&self, core: Option<usize>, now: Instant) {
        if let Some(look) = lock(&self.looks).get_mut(&core) {
            look.judge(now);
        }
    }

    fn readings(&self, core: Option<usize>) -> Vec<Reading> {
        let all: Vec<_> = lock(&self.all).iter().filter_map(Weak::upgrade).collect();
        all.iter()
            .filter(|neighbour| neighbour.shares(core))
            .filter_map(|neighbour| {
                let turn = neighbour.idle()?;
                let used = neighbour.bot.processor_time();
                Some(Reading { neighbour: Arc::downgrade(neighbour), turn, used })
            })
            .collect()
    }
}

impl Look {
    fn judge(&mut self, now: Instant) {
        let Some((since, readings)) = self.first.take() else { return };
        let much = (now.saturating_duration_since(since) / PART).max(LITTLE);
        let found = readings.iter().filter(|reading| reading.is_in_the_way(much)).count();
        self.pause = match found {
            0 => (self.pause * 2).clamp(FIRST_PAUSE, LONGEST_PAUSE),
            _ => Duration::ZERO,
        };
        self.not_before = Some(now + self.pause);
    }
}

impl Reading {
    /// Stops the bot where it used so much since it was read, though it was not asked anything.
    fn is_in_the_way(&self, much: Duration) -> bool {
        let Some(neighbour) = self.neighbour.upgrade() else { return false };
        let used = neighbour.bot.processor_time().saturating_sub(self.used);
        if used < much || neighbour.idle() != Some(self.turn) {
            return false;
        }
        if neighbour.stopped.swap(true, Ordering::Relaxed)
            && neighbour.escapes.fetch_add(1, Ordering::Relaxed) + 1 >= ESCAPES
        {
            neighbour.bot.end();
            return true;
        }
        neighbour.bot.stop();
        true
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
