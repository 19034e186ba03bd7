//! How much of a wait was a bot's own time, and whose fault it is when a wait comes to its end: arithmetic
//! over what the clocks show, which are read elsewhere.
//!
//! Time on the wall is a bot's own but for what the machine made it wait. The kernel tells how long each task
//! was ready and waited for a processor. Where a bot's own threads and processes ran meanwhile, they were in
//! each other's way, and that waiting is its own.

use std::time::Duration;

use crate::cell::TaskTime;

/// What a machine that is busy with others may take of a bot's time where nobody tells how long it waited: so
/// many limits, and this.
const BUSY_LIMITS: u32 = 3;
const BUSY: Duration = Duration::from_millis(500);

/// What a bot is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It is being started: its cell is built first, and while the kernel makes namespaces and groups,
    /// nothing of it runs and nothing waits for a processor.
    Start,
    Answer,
}

/// What the clocks of a bot have shown since a wait began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Used {
    pub(crate) phase: Phase,
    /// On the wall.
    pub(crate) wall: Duration,
    /// On the wall, before the other clocks were first looked at: no limit counts it.
    pub(crate) unseen: Duration,
    /// On a processor.
    pub(crate) processor: Duration,
    /// Waiting for a processor that others had; `None` where the system does not tell.
    pub(crate) waited: Option<Duration>,
}

impl Used {
    /// How much of a limit that is: the larger of processor time, and time on the wall less what the machine
    /// took. Everything that is ever judged late in a process is judged by this.
    ///
    /// Where the system does not tell how long a bot waited, and while it is started, time on the wall counts
    /// for a third, less half a second.
    pub(crate) fn of_limit(self) -> Duration {
        let seen = self.wall.saturating_sub(self.unseen);
        let at_a_third = self.wall.saturating_sub(BUSY) / BUSY_LIMITS;
        self.processor.max(match (self.waited, self.phase) {
            (Some(waited), Phase::Answer) => seen.saturating_sub(waited),
            (Some(waited), Phase::Start) => seen.saturating_sub(waited).min(at_a_third),
            (None, _) => at_a_third,
        })
    }

    /// All that was the bot's own, the first moment included.
    pub(crate) fn own(self) -> Duration {
        match self.waited {
            Some(_) => (self.of_limit() + self.unseen).min(self.wall.max(self.processor)),
            None => self.wall,
        }
    }

    /// Whose fault it is, where the wait ends with so much allowed and no answer.
    pub(crate) fn fault(self, allowed: Duration) -> Whose {
        if self.waited.is_some() && self.of_limit() < allowed { Whose::Machine } else { Whose::Bot }
    }
}

/// Who made a bot late.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    /// It was, by its own clock.
    Bot,
    /// It had not used its time, since it was not given a processor.
    Machine,
}

/// How long the machine made a bot wait that used so much processor time since `before`, so long ago on the
/// wall; `None` where nobody tells.
///
/// The kernel books a wait when it is over; `open` says how long one that still goes on can have lasted.
///
/// Which task is to answer is not known before it does, so the one that was kept waiting longest counts. Of
/// its waiting everything is taken off that the bot's other tasks ran.
pub(crate) fn by_machine(
    wall: Duration,
    processor: Duration,
    before: &[TaskTime],
    now: &[TaskTime],
    open: impl Fn(&TaskTime) -> Duration,
) -> Option<Duration> {
    let since = |task: &TaskTime| {
        let earlier = before.iter().find(|earlier| earlier.task == task.task);
        let (ran, waited) = earlier.map_or((Duration::ZERO, Duration::ZERO), |task| (task.ran, task.waited));
        let (ran, waited) = (task.ran.saturating_sub(ran), task.waited.saturating_sub(waited));
        (ran, if task.ready { (waited + open(task)).min(wall.saturating_sub(ran)) } else { waited })
    };
    now.iter().map(since).map(|(ran, waited)| waited.saturating_sub(processor.saturating_sub(ran))).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: Duration = Duration::from_secs(1);

    fn task(task: i32, ran: Duration, waited: Duration) -> TaskTime {
        TaskTime { task, ran, waited, ready: false }
    }

    fn used(wall: Duration, processor: Duration, waited: Duration) -> Used {
        Used { phase: Phase::Answer, wall, unseen: Duration::ZERO, processor, waited: Some(waited) }
    }

    #[test]
    fn a_bot_whose_cell_takes_long_to_build_is_not_late() {
        let starts = |wall| Used { phase: Phase::Start, ..used(wall, Duration::ZERO, Duration::ZERO) };
        assert!(starts(S * 3).of_limit() < S);
        assert!(starts(S * 4).of_limit() > S, "it does not start");
        assert_eq!(Used { processor: S, ..starts(S) }.of_limit(), S, "what it computes is its own");
    }

    #[test]
    fn a_bot_is_late_by_itself_and_never_by_the_machine() {
        // It had used 0.63 s of its second when 3.55 s had gone on a busy machine.
        let busy = used(S * 355 / 100, S * 63 / 100, S * 292 / 100);
        assert!(busy.of_limit() < S);
        assert_eq!(busy.fault(S), Whose::Machine);
        // One that sleeps uses its time as one that computes does.
        assert_eq!(used(S, Duration::ZERO, Duration::ZERO).of_limit(), S);
        assert_eq!(used(S * 2, S, S).of_limit(), S);
        assert_eq!(used(S * 2, S, S).fault(S), Whose::Bot);
    }

    #[test]
    fn several_processors_at_once_are_used_up_sooner() {
        assert_eq!(used(S, S * 4, Duration::ZERO).of_limit(), S * 4);
    }

    #[test]
    fn waiting_for_its_own_threads_is_a_bots_own() {
        // Four threads on one processor: each runs a quarter of the time and waits for the other three.
        let now: Vec<_> = (0..4).map(|n| task(n, S, 3 * S)).collect();
        assert_eq!(by_machine(8 * S, 4 * S, &[], &now, |_| Duration::ZERO), Some(Duration::ZERO));
        // With as many strangers beside them, half of the waiting is the machine's.
        let now: Vec<_> = (0..4).map(|n| task(n, S, 7 * S)).collect();
        assert_eq!(by_machine(8 * S, 4 * S, &[], &now, |_| Duration::ZERO), Some(4 * S));
        assert_eq!(used(8 * S, 4 * S, 4 * S).of_limit(), 4 * S);
    }

    #[test]
    fn what_was_before_the_wait_is_not_counted_and_tasks_may_come_and_go() {
        let before = [task(1, 5 * S, 50 * S), task(2, S, S)];
        let now = [task(1, 6 * S, 52 * S), task(3, Duration::ZERO, S / 2)];
        assert_eq!(by_machine(4 * S, S, &before, &now, |_| Duration::ZERO), Some(2 * S));
    }

    #[test]
    fn a_wait_that_goes_on_counts_before_it_is_booked() {
        let waiting = TaskTime { ready: true, ..task(1, S / 10, S / 5) };
        let since = |open: Duration| by_machine(S, S / 10, &[], &[waiting], |_| open);
        assert_eq!(since(S / 2), Some(S * 7 / 10));
        assert_eq!(since(S), Some(S * 9 / 10), "it did run");
        // One that spins on a processor of its own waits for nobody.
        let running = TaskTime { ready: true, ..task(1, S, Duration::ZERO) };
        assert_eq!(by_machine(S, S, &[], &[running], |_| S), Some(Duration::ZERO));
    }

    #[test]
    fn where_nobody_tells_the_wall_counts_for_a_third() {
        assert_eq!(by_machine(S, S, &[], &[], |_| S), None);
        let unknown = Used { waited: None, ..used(S * 35 / 10, Duration::ZERO, Duration::ZERO) };
        assert_eq!(unknown.of_limit(), S);
        assert_eq!(unknown.fault(10 * S), Whose::Bot, "nobody can say that it was the machine");
    }

    #[test]
    fn the_first_moment_counts_for_no_limit_and_is_its_own_all_the_same() {
        let used = Used { unseen: S / 50, ..used(S, S / 2, S / 10) };
        assert_eq!(used.of_limit(), S * 88 / 100);
        assert_eq!(used.own(), S * 9 / 10);
    }
}
