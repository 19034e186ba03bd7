//! The batches that are still to be played, lane by lane, never far ahead of those handed on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Batches that may be in flight for each worker, for each that it takes at a time.
const AHEAD: u64 = 4;

/// The batches of a tournament. Batch *b* belongs to lane *b* mod the number of lanes, whatever the machine.
pub(crate) struct Queue {
    state: Mutex<State>,
    moved: Condvar,
    /// Beside the state, so that whoever plays may look at it at every turn.
    closed: AtomicBool,
    games: u64,
    batch: u64,
    lanes: u64,
    window: u64,
}

struct State {
    /// The next batch of each lane.
    next: Vec<u64>,
    /// All games before this one are handed on.
    done: u64,
}

/// Whether games that are too far ahead are waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wait {
    UntilItIsTime,
    Not,
}

/// Closes a queue at the end of a scope.
pub(crate) struct Closing<'a>(&'a Queue);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Queue {
    /// All games from `from` on, in batches of this size, of which workers take so many at a time.
    pub(crate) fn new(
        from: u64,
        games: u64,
        batch: u64,
        lanes: usize,
        workers: usize,
        at_a_time: u64,
    ) -> Self {
        let (first, lanes) = (from / batch, lanes as u64);
        // The first batch of a lane is the first from here on whose number has the lane as its remainder.
        let next = (0..lanes).map(|lane| first + (lane + lanes - first % lanes) % lanes).collect();
        let state = Mutex::new(State { next, done: from });
        Self {
            state,
            moved: Condvar::new(),
            closed: AtomicBool::new(false),
            games,
            batch,
            lanes,
            window: batch * AHEAD * workers as u64 * at_a_time,
        }
    }

    /// Nobody plays ahead: batches are begun when as many before them are handed on as there are workers.
    pub(crate) fn step_by_step(mut self) -> Self {
        self.window /= AHEAD;
        self
    }

    /// So many games lie between the first that is not handed on and the first that nobody plays yet, at
    /// most.
    pub(crate) fn window(&self) -> u64 {
        self.window
    }

    /// The next games of a lane, from and to, once they are not too far ahead; `None` when there is nothing
    /// more to do.
    pub(crate) fn take(&self, lane: usize, stop: &AtomicBool) -> Option<(u64, u64)> {
        let state = self.lock();
        self.take_of(state, lane, stop, Wait::UntilItIsTime)
    }

    /// The games that follow in the lane, if they can be played now.
    pub(crate) fn take_more(&self, lane: usize, stop: &AtomicBool) -> Option<(u64, u64)> {
        let state = self.lock();
        self.take_of(state, lane, stop, Wait::Not)
    }

    fn take_of(
        &self,
        mut state: MutexGuard<'_, State>,
        lane: usize,
        stop: &AtomicBool,
        wait: Wait,
    ) -> Option<(u64, u64)> {
        let first = state.next[lane] * self.batch;
        while !self.is_closed() && first >= state.done + self.window && state.next[lane] * self.batch == first
        {
            if wait == Wait::Not {
                return None;
            }
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let first = state.next[lane] * self.batch;
        if self.is_closed() || first >= self.games || stop.load(Ordering::Relaxed) {
            return None;
        }
        state.next[lane] += self.lanes;
        // A run that goes on begins where the last one stopped, which may be after the first games of a
        // batch.
        Some((first.max(state.done.min(first + self.batch)), (first + self.batch).min(self.games)))
    }

    /// All games before this one are handed on.
    pub(crate) fn done(&self, up_to: u64) {
        self.lock().done = up_to;
        self.moved.notify_all();
    }

    /// Closes it when this is dropped, be it by a panic: a worker that waits would wait for ever.
    pub(crate) fn closing(&self) -> Closing<'_> {
        Closing(self)
    }

    /// Nothing more is to be played, and what is being played need not be played to its end.
    pub(crate) fn close(&self) {
        // Under the lock: whoever looks and then waits must not miss it.
        let state = self.lock();
        self.closed.store(true, Ordering::Relaxed);
        drop(state);
        self.moved.notify_all();
    }

    /// Whether nothing more is to be played.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(queue: &Queue, lane: usize) -> Vec<(u64, u64)> {
        let go_on = AtomicBool::new(false);
        std::iter::from_fn(|| {
            let taken = queue.take(lane, &go_on)?;
            queue.done(taken.1);
            Some(taken)
        })
        .collect()
    }

    #[test]
    fn every_batch_has_its_lane() {
        let queue = Queue::new(0, 50, 8, 2, 2, 1);
        assert_eq!(all(&queue, 0), [(0, 8), (16, 24), (32, 40), (48, 50)]);
        let queue = Queue::new(0, 50, 8, 2, 2, 1);
        assert_eq!(all(&queue, 1), [(8, 16), (24, 32), (40, 48)]);
    }

    #[test]
    fn a_batch_keeps_its_lane_when_a_run_goes_on() {
        let queue = Queue::new(16, 50, 8, 2, 2, 1);
        assert_eq!(all(&queue, 0), [(16, 24), (32, 40), (48, 50)]);
        let queue = Queue::new(16, 50, 8, 2, 2, 1);
        assert_eq!(all(&queue, 1), [(24, 32), (40, 48)]);
    }

    #[test]
    fn more_is_taken_at_a_time_only_as_far_as_there_is_room() {
        let (queue, go_on) = (Queue::new(0, 500, 8, 1, 1, 1), AtomicBool::new(false));
        let taken: Vec<_> = std::iter::from_fn(|| queue.take_more(0, &go_on)).collect();
        assert_eq!(taken, [(0, 8), (8, 16), (16, 24), (24, 32)]);
        queue.done(8);
        assert_eq!(queue.take_more(0, &go_on), Some((32, 40)));
    }

    #[test]
    fn step_by_step_nothing_is_begun_before_the_last_batch_is_handed_on() {
        let (queue, go_on) = (Queue::new(0, 500, 8, 1, 1, 1).step_by_step(), AtomicBool::new(false));
        assert_eq!(queue.take_more(0, &go_on), Some((0, 8)));
        assert_eq!(queue.take_more(0, &go_on), None);
        queue.done(8);
        assert_eq!(queue.take_more(0, &go_on), Some((8, 16)));
    }

    #[test]
    fn whoever_is_told_to_stop_gets_nothing() {
        assert_eq!(Queue::new(0, 50, 8, 1, 1, 1).take(0, &AtomicBool::new(true)), None);
        let queue = Queue::new(0, 50, 8, 1, 1, 1);
        queue.close();
        assert_eq!(queue.take(0, &AtomicBool::new(false)), None);
    }
}
