//! The one limit of a wait: how much of it a bot has used, by its own clock and on the wall, and whether that is all.
//!
//! Nothing here knows what is waited for, and nothing that a bot sends comes by here: a limit cannot be renewed.

use std::time::{Duration, Instant};

use crate::cell::Key;

/// So many limits, and at least so long, is the most that a wait takes on the wall, whatever a bot's own clock shows.
const LIMITS_ON_THE_WALL: u32 = 10;
const SHORTEST_ON_THE_WALL: Duration = Duration::from_secs(1);
/// What a machine that is busy with others may take of a bot's time: so many limits, and this.
const BUSY_LIMITS: u32 = 3;
const BUSY: Duration = Duration::from_millis(500);

/// A bot's own clock.
pub(crate) trait OwnClock {
    /// The processor time that the bot has used so far, with everything it started.
    fn processor_time(&self) -> Duration;
}

impl OwnClock for Key {
    fn processor_time(&self) -> Duration {
        Self::processor_time(self)
    }
}

/// What the clocks of a bot have shown since a wait began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Used {
    /// On the wall.
    pub(crate) wall: Duration,
    /// On a processor.
    pub(crate) processor: Duration,
}

impl Used {
    /// How much of a limit that is. Everything that is ever judged late in a process is judged by this.
    ///
    /// Processor time counts in full. A bot that waits on its own account has to be told from one that waits for a
    /// processor, so time on the wall counts for a third, less half a second.
    pub(crate) fn of_limit(self) -> Duration {
        self.processor.max(self.wall.saturating_sub(BUSY) / BUSY_LIMITS)
    }
}

/// The limit of one wait, from the moment it began.
#[derive(Debug, Clone)]
pub(crate) struct Limit {
    allowed: Duration,
    begun: Instant,
    /// What the processor clock showed when it was first looked at.
    before: Option<Duration>,
}

/// The limit is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Late {
    pub(crate) used: Used,
    pub(crate) allowed: Duration,
}

impl std::fmt::Display for Late {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "thought for {:.2} s ({:.2} s of its own processor time); {:.2} s are allowed",
            self.used.wall.as_secs_f64(),
            self.used.processor.as_secs_f64(),
            self.allowed.as_secs_f64()
        )
    }
}

impl Limit {
    /// Begins now.
    pub(crate) fn begin(allowed: Duration, now: Instant) -> Self {
        Self { allowed, begun: now, before: None }
    }

    /// When the wait ends, whatever the bot's own clock shows.
    pub(crate) fn wall_end(&self) -> Instant {
        let most = self.allowed.saturating_mul(LIMITS_ON_THE_WALL).max(SHORTEST_ON_THE_WALL);
        // A limit beyond what the clock can show has no end within anybody's life.
        self.begun.checked_add(most).unwrap_or(self.begun + Duration::from_secs(u32::MAX.into()))
    }

    /// Looks at the clocks. The first look is where the processor's begins: asking for it earlier would slow every quick
    /// answer.
    pub(crate) fn look(&mut self, now: Instant, clock: &impl OwnClock) -> Result<(), Late> {
        let shown = clock.processor_time();
        let before = *self.before.get_or_insert(shown);
        let used =
            Used { wall: now.saturating_duration_since(self.begun), processor: shown.saturating_sub(before) };
        if used.of_limit() >= self.allowed || now >= self.wall_end() {
            return Err(Late { used, allowed: self.allowed });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// A processor clock that always shows this.
    struct Shows(Duration);

    impl OwnClock for Shows {
        fn processor_time(&self) -> Duration {
            self.0
        }
    }

    /// Whether a bot with this limit is late so long after its first look, having used so much of a processor since.
    fn is_late(allowed: Duration, wall: Duration, processor: Duration) -> bool {
        let now = Instant::now();
        let mut limit = Limit::begin(allowed, now);
        limit.look(now, &Shows(7 * SECOND)).unwrap();
        limit.look(now + wall, &Shows(7 * SECOND + processor)).is_err()
    }

    #[test]
    fn a_bot_is_late_by_its_own_processor_time_from_the_first_look_on() {
        assert!(is_late(SECOND, SECOND, SECOND));
        assert!(!is_late(SECOND, SECOND, SECOND * 99 / 100));
        // What it used before is another wait's.
        let now = Instant::now();
        assert!(Limit::begin(SECOND, now).look(now + SECOND, &Shows(SECOND * 100)).is_ok());
    }

    #[test]
    fn a_bot_that_uses_no_processor_is_late_all_the_same() {
        assert!(is_late(SECOND, 10 * SECOND, Duration::ZERO));
        assert!(!is_late(SECOND, SECOND * 9 / 10, Duration::ZERO));
    }

    #[test]
    fn ten_limits_on_the_wall_are_the_end_and_a_second_the_least() {
        let now = Instant::now();
        assert_eq!(Limit::begin(SECOND, now).wall_end(), now + 10 * SECOND);
        assert_eq!(Limit::begin(SECOND / 100, now).wall_end(), now + SECOND);
        assert!(Limit::begin(Duration::MAX, now).wall_end() > now + 1_000_000 * SECOND);
    }
}
