//! A time limit in processor time of the thread that thinks, so that a busy machine does not weaken a player.
//!
//! Reading that clock is a system call, and searches look at their clock often. Processor time never passes
//! faster than time on the wall, which is cheap to read: as long as the wall says that the limit cannot be
//! reached, nothing else is asked.

use std::time::{Duration, Instant};

/// So little is not worth another look.
const NOTHING: Duration = Duration::from_micros(20);

/// A limit on the processor time of the thread that made it; no other thread can use it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ThreadLimit {
    /// What the thread's clock will show when the limit is reached.
    end: Duration,
    /// Before this moment it cannot be.
    look_at: Instant,
}

impl ThreadLimit {
    /// So much from now on.
    pub(crate) fn new(limit: Duration) -> Self {
        let now = Instant::now();
        Self { end: thread_time(now) + limit, look_at: now + limit }
    }

    /// Whether the limit is reached.
    #[inline]
    pub(crate) fn is_reached(&mut self) -> bool {
        let now = Instant::now();
        now >= self.look_at && self.is_reached_by(thread_time(now), now)
    }

    /// The same by these readings of the two clocks; looks again when it can be reached at the earliest.
    #[cold]
    fn is_reached_by(&mut self, used: Duration, now: Instant) -> bool {
        let left = self.end.saturating_sub(used);
        let reached = left <= NOTHING;
        // Once reached it stays so, also where a little was left.
        (self.end, self.look_at) = if reached { (Duration::ZERO, now) } else { (self.end, now + left) };
        reached
    }
}

/// What this thread has used of a processor.
#[cfg(unix)]
fn thread_time(_: Instant) -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(now).unwrap_or_default()
}

/// The system has no such clock for us: the wall has to do.
#[cfg(not(unix))]
fn thread_time(now: Instant) -> Duration {
    static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    now.saturating_duration_since(*BEGUN.get_or_init(|| now))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn waiting_for_a_processor_is_not_thinking() {
        let now = Instant::now();
        let mut limit = ThreadLimit { end: 110 * MS, look_at: now + 10 * MS };
        // The thread's clock stood at 100; it was given three tenths of the wall's time.
        assert!(!limit.is_reached_by(103 * MS, now + 10 * MS));
        assert_eq!(limit.look_at, now + 17 * MS, "what is left cannot be used up any sooner");
        assert!(!limit.is_reached_by(105 * MS, now + 17 * MS));
        assert!(!limit.is_reached_by(109 * MS, now + 40 * MS));
        assert!(limit.is_reached_by(110 * MS, now + 41 * MS));
    }

    #[test]
    fn a_limit_that_is_reached_stays_reached() {
        let now = Instant::now();
        let mut limit = ThreadLimit { end: 110 * MS, look_at: now };
        assert!(limit.is_reached_by(110 * MS - NOTHING / 2, now), "so little is not worth another look");
        assert!(now >= limit.look_at && limit.is_reached_by(110 * MS - NOTHING / 2, now));
    }

    #[test]
    fn looks_at_the_threads_clock_are_few() {
        let start = Instant::now();
        let mut limit = ThreadLimit { end: 1000 * MS, look_at: start + 1000 * MS };
        let (mut looks, mut now) = (0, start);
        // A quarter of a processor; whoever thinks asks every microsecond.
        while now < start + 4001 * MS {
            now += MS / 1000;
            if now >= limit.look_at {
                looks += 1;
                if limit.is_reached_by(now.duration_since(start) / 4, now) {
                    break;
                }
            }
        }
        assert!(limit.is_reached_by(1000 * MS, now));
        assert!(looks < 60, "{looks} looks");
    }

    #[test]
    fn a_limit_is_reached_by_work_of_the_thread() {
        // Read before the limit is made: what lies between the two is used, too.
        let begun = thread_time(Instant::now());
        let mut limit = ThreadLimit::new(2 * MS);
        while !limit.is_reached() {}
        let used = thread_time(Instant::now()) - begun;
        assert!(used >= 2 * MS - NOTHING, "{used:?}");
    }
}
