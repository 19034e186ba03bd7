//! How long a check may take: each stage, and all of it. The clock is passed in, so that a bot that thinks
//! long is tested without waiting for one.

use std::time::{Duration, Instant};

/// What time it is.
pub type Now<'a> = &'a dyn Fn() -> Instant;

/// No stage takes longer.
pub const LONGEST_STAGE: Duration = Duration::from_secs(20);
/// Nor does a check take longer than three minutes: when this is over nothing begins any more, and what has
/// begun then, an instance that starts or an answer, has limits of its own.
pub const LONGEST_CHECK: Duration = Duration::from_secs(160);

/// A moment at which something ends.
#[derive(Clone, Copy)]
pub(crate) struct Deadline<'a> {
    now: Now<'a>,
    at: Instant,
}

impl<'a> Deadline<'a> {
    /// So far from now.
    pub(crate) fn within(now: Now<'a>, time: Duration) -> Self {
        Self { now, at: now() + time }
    }

    /// Whether it is over.
    pub(crate) fn is_past(&self) -> bool {
        self.left().is_zero()
    }

    /// The end of the next of so many things that share the time that is left.
    pub(crate) fn share(&self, things: u64) -> Self {
        Self::within(self.now, self.left() / u32::try_from(things.max(1)).unwrap_or(u32::MAX))
    }

    /// This, or so far from now if that comes first.
    pub(crate) fn sooner(&self, time: Duration) -> Self {
        Self { at: self.at.min((self.now)() + time), ..*self }
    }

    /// The end of a stage that so many others come after: none takes from them what they need, nor more than
    /// a stage may.
    pub(crate) fn of_stage(&self, others: usize) -> Self {
        self.share(others as u64 + 1).sooner(LONGEST_STAGE)
    }

    fn left(&self) -> Duration {
        self.at.saturating_duration_since((self.now)())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn what_a_quick_stage_leaves_goes_to_those_after_it_and_none_gets_more_than_a_stage_may() {
        let begun = Instant::now();
        let passed = Cell::new(Duration::ZERO);
        let now = || begun + passed.get();
        let check = Deadline::within(&now, Duration::from_secs(100));
        let seconds = |deadline: Deadline<'_>| deadline.left().as_secs();
        assert_eq!(seconds(check.of_stage(9)), 10);
        passed.set(Duration::from_secs(1));
        assert_eq!(seconds(check.of_stage(8)), 11);
        assert_eq!(seconds(check.of_stage(0)), 20);
        passed.set(Duration::from_secs(95));
        assert_eq!(seconds(check.of_stage(0)), 5);
        passed.set(Duration::from_secs(101));
        assert!(check.is_past() && check.of_stage(0).is_past());
    }
}
