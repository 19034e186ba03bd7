//! The one limit of a wait: how much of it a bot has used, by its own clock and on the wall, and whether that
//! is all.
//!
//! Nothing here knows what is waited for, and nothing that a bot sends comes by here: a limit cannot be
//! renewed.

use std::time::{Duration, Instant};

use crate::cell::{Handle, TaskTime};
use crate::time::own_time::{Phase, Used, Whose, by_machine};
use crate::time::stolen::Stolen;

/// So many limits, and at least so long, is the most that a wait takes on the wall, whatever a bot's own
/// clock shows.
const LIMITS_ON_THE_WALL: u32 = 10;
const SHORTEST_ON_THE_WALL: Duration = Duration::from_secs(1);
/// So much longer is a patient wait: a machine that gives a bot a hundredth of a processor lets it come to
/// its own limit.
const TIMES_LONGER: u32 = 10;

/// A bot's own clock.
pub(crate) trait OwnClock {
    /// The processor time that the bot has used so far, with everything it started.
    fn processor_time(&self) -> Duration;

    /// How long each of its tasks ran and waited for a processor; empty where nobody tells.
    fn tasks(&self) -> Vec<TaskTime> {
        Vec::new()
    }

    /// What was taken from the machine itself, by now.
    fn stolen(&self) -> Stolen {
        Stolen::default()
    }

    /// Looks after those whose turn it is not, since a bot is being waited for: called before its clock is
    /// looked at.
    fn glance(&self, _now: Instant) {}

    /// The same when the wait is over, where there was a glance.
    fn heard(&self, _now: Instant) {}
}

impl OwnClock for Handle {
    fn processor_time(&self) -> Duration {
        Self::processor_time(self)
    }

    fn tasks(&self) -> Vec<TaskTime> {
        Self::tasks(self)
    }

    fn stolen(&self) -> Stolen {
        Stolen::now()
    }
}

/// The limit of one wait, from the moment it began.
#[derive(Debug, Clone)]
pub(crate) struct WaitLimit {
    allowed: Duration,
    begun: Instant,
    phase: Phase,
    /// How many times as long as usual it may take on the wall.
    patience: u32,
    /// What the clocks showed when they were first looked at.
    before: Option<Before>,
    /// What they showed the last time.
    last: Option<LastLook>,
}

#[derive(Debug, Clone)]
struct Before {
    at: Instant,
    processor: Duration,
    tasks: Vec<TaskTime>,
    stolen: Stolen,
}

#[derive(Debug, Clone)]
struct LastLook {
    at: Instant,
    /// The tasks that were ready, and since when each may have been without a processor.
    ready: Vec<(TaskTime, Instant)>,
}

impl LastLook {
    /// What is seen now, after what was seen before.
    fn after(before: Option<&Self>, now: Instant, tasks: &[TaskTime]) -> Self {
        let ready = tasks.iter().filter(|task| task.ready);
        let since = |task: &TaskTime| before.map_or(now, |before| before.ready_since(task));
        Self { at: now, ready: ready.map(|task| (*task, since(task))).collect() }
    }

    /// Since when a task may have waited that is ready at a later look. Whoever ran since this one, or was
    /// not ready then, waits since this one at the longest: a bot must not be ready in the moments in which
    /// it is looked at, and be excused for what it slept between them.
    fn ready_since(&self, task: &TaskTime) -> Instant {
        let same = self.ready.iter().find(|(seen, _)| seen.task == task.task && seen.ran == task.ran);
        same.map_or(self.at, |&(_, since)| since)
    }
}

/// The limit is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Late {
    pub(crate) used: Used,
    pub(crate) allowed: Duration,
    pub(crate) whose: Whose,
}

impl std::fmt::Display for Late {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = |time: Duration| time.as_secs_f64();
        write!(f, "thought for {:.2} s", seconds(self.used.wall))?;
        if let Some(waited) = self.used.waited.filter(|&waited| waited >= WORTH_TELLING) {
            write!(f, ", of which it waited {:.2} s for a processor", seconds(waited))?;
        }
        let processor = seconds(self.used.processor);
        write!(f, " ({processor:.2} s of its own processor time); {:.2} s are allowed", seconds(self.allowed))
    }
}

/// Less waiting than this is not told.
const WORTH_TELLING: Duration = Duration::from_millis(10);

impl WaitLimit {
    /// Begins now.
    pub(crate) fn begin(allowed: Duration, now: Instant) -> Self {
        Self { allowed, begun: now, phase: Phase::Answer, patience: 1, before: None, last: None }
    }

    /// The same for a bot that is being started.
    pub(crate) fn begin_start(allowed: Duration, now: Instant) -> Self {
        Self { phase: Phase::Start, ..Self::begin(allowed, now) }
    }

    /// The same, ten times as patient with the machine, and no more with the bot.
    pub(crate) fn patient(self) -> Self {
        Self { patience: TIMES_LONGER, ..self }
    }

    /// When the wait ends, whatever the bot's own clock shows.
    pub(crate) fn wall_end(&self) -> Instant {
        let usual = self.allowed.saturating_mul(LIMITS_ON_THE_WALL).max(SHORTEST_ON_THE_WALL);
        let most = usual.saturating_mul(self.patience);
        // A limit beyond what the clock can show has no end within anybody's life.
        self.begun.checked_add(most).unwrap_or(self.begun + Duration::from_secs(u32::MAX.into()))
    }

    /// Looks at the clocks, and gives how much is left. The first look is where a bot's own clock begins:
    /// asking for it earlier would slow every quick answer.
    pub(crate) fn look(&mut self, now: Instant, clock: &impl OwnClock) -> Result<Duration, Late> {
        let (processor, tasks) = (clock.processor_time(), clock.tasks());
        let used = match self.used_of(now, clock, processor, &tasks) {
            Some(used) => used,
            None => {
                let waited = (!tasks.is_empty()).then_some(Duration::ZERO);
                let (tasks, stolen) = (tasks.clone(), clock.stolen());
                self.before = Some(Before { at: now, processor, tasks, stolen });
                let wall = now.saturating_duration_since(self.begun);
                Used { phase: self.phase, wall, unseen: wall, processor: Duration::ZERO, waited }
            }
        };
        self.last = Some(LastLook::after(self.last.as_ref(), now, &tasks));
        let left = self.allowed.saturating_sub(used.of_limit());
        if left.is_zero() || now >= self.wall_end() {
            let whose = used.fault(self.allowed);
            return Err(Late { used, allowed: self.allowed, whose });
        }
        Ok(left)
    }

    /// What was used by now, where the clocks were looked at before.
    pub(crate) fn used(&self, now: Instant, clock: &impl OwnClock) -> Option<Used> {
        self.before.as_ref()?;
        self.used_of(now, clock, clock.processor_time(), &clock.tasks())
    }

    /// The same of what the clocks show now.
    fn used_of(
        &self,
        now: Instant,
        clock: &impl OwnClock,
        processor: Duration,
        tasks: &[TaskTime],
    ) -> Option<Used> {
        let (before, last) = (self.before.as_ref()?, self.last.as_ref()?);
        let processor = processor.saturating_sub(before.processor);
        let seen = now.saturating_duration_since(before.at);
        let open = |task: &TaskTime| now.saturating_duration_since(last.ready_since(task));
        let waited = by_machine(seen, processor, &before.tasks, tasks, open);
        Some(Used {
            phase: self.phase,
            wall: now.saturating_duration_since(self.begun),
            unseen: before.at.saturating_duration_since(self.begun),
            processor,
            // What was stolen while it waited is counted twice by this, but never below its processor time.
            waited: waited.map(|waited| (waited + clock.stolen().since(&before.stolen)).min(seen)),
        })
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

    /// A bot of one task that ran and waited so long.
    struct Told(Duration, Duration);

    impl OwnClock for Told {
        fn processor_time(&self) -> Duration {
            self.0
        }

        fn tasks(&self) -> Vec<TaskTime> {
            vec![TaskTime { task: 1, ran: self.0, waited: self.1, ready: false }]
        }
    }

    /// Who is at fault so long after the first look, of a bot that ran and waited so long since.
    fn fault(wall: Duration, ran: Duration, waited: Duration) -> Option<Whose> {
        let now = Instant::now();
        let mut limit = WaitLimit::begin(SECOND, now);
        limit.look(now, &Told(SECOND, SECOND)).unwrap();
        limit.look(now + wall, &Told(SECOND + ran, SECOND + waited)).err().map(|late| late.whose)
    }

    #[test]
    fn a_bot_that_waits_for_a_processor_is_not_late_and_at_the_end_the_machine_is() {
        assert_eq!(fault(9 * SECOND, SECOND * 9 / 10, SECOND * 81 / 10), None);
        assert_eq!(fault(9 * SECOND, SECOND, 8 * SECOND), Some(Whose::Bot));
        assert_eq!(fault(SECOND, Duration::ZERO, Duration::ZERO), Some(Whose::Bot), "it sleeps");
        assert_eq!(fault(10 * SECOND, SECOND / 2, SECOND * 95 / 10), Some(Whose::Machine));
        assert_eq!(fault(10 * SECOND, SECOND / 2, SECOND * 5), Some(Whose::Bot));
    }

    #[test]
    fn a_patient_wait_ends_by_the_bots_own_clock_where_the_machine_gives_it_a_hundredth() {
        // So long after the first look, of a bot that spins and gets one part in so many of a processor.
        let spun = |wall: Duration, part: u32| {
            let (now, ran) = (Instant::now(), wall / part);
            let mut limit = WaitLimit::begin(SECOND, now).patient();
            limit.look(now, &Told(SECOND, SECOND)).unwrap();
            let told = Told(SECOND + ran, SECOND + wall - ran);
            limit.look(now + wall, &told).err().map(|late| late.whose)
        };
        assert_eq!(spun(19 * SECOND, 20), None, "it has not used its limit yet");
        assert_eq!(spun(20 * SECOND, 20), Some(Whose::Bot));
        assert_eq!(spun(100 * SECOND, 100), Some(Whose::Bot));
        assert_eq!(spun(99 * SECOND, 200), None);
        assert_eq!(spun(100 * SECOND, 200), Some(Whose::Machine));
    }

    /// When a limit of a second is over, looked at every 50 ms, of a bot that is ready at each look and ran
    /// so long between two; `None` if not within ten seconds.
    fn used_when_ready(at_each: Duration) -> Option<(Duration, Whose)> {
        let now = Instant::now();
        let mut limit = WaitLimit::begin(SECOND, now);
        (0..200).find_map(|n| {
            let (wall, ran) = (SECOND / 20 * n, at_each * n);
            let told = Ready(TaskTime { task: 1, ran, waited: Duration::ZERO, ready: true });
            limit.look(now + wall, &told).err().map(|late| (wall, late.whose))
        })
    }

    /// One task that is ready.
    struct Ready(TaskTime);

    impl OwnClock for Ready {
        fn processor_time(&self) -> Duration {
            self.0.ran
        }

        fn tasks(&self) -> Vec<TaskTime> {
            vec![self.0]
        }
    }

    #[test]
    fn whoever_is_ready_when_it_is_looked_at_is_not_excused_for_what_it_slept_between() {
        let ran_a_hundredth = used_when_ready(SECOND / 2000);
        assert_eq!(ran_a_hundredth, Some((SECOND * 21 / 20, Whose::Bot)), "excused for one look");
        // Whoever does not get to run at all waits, whether anything of it is booked or not.
        assert_eq!(used_when_ready(Duration::ZERO), None);
    }

    /// A bot that ran for a fifth of a second, waited for nobody and sleeps, where so much was stolen.
    struct Robbed(Duration);

    impl OwnClock for Robbed {
        fn processor_time(&self) -> Duration {
            SECOND / 5
        }

        fn tasks(&self) -> Vec<TaskTime> {
            vec![TaskTime { task: 1, ran: SECOND / 5, waited: Duration::ZERO, ready: false }]
        }

        fn stolen(&self) -> Stolen {
            Stolen::of(&[self.0, Duration::ZERO])
        }
    }

    #[test]
    fn what_is_stolen_from_the_machine_is_no_bots_own_time() {
        let now = Instant::now();
        let mut limit = WaitLimit::begin(SECOND, now);
        limit.look(now, &Robbed(SECOND * 3)).unwrap();
        let left = limit.look(now + SECOND * 2, &Robbed(SECOND * 9 / 2));
        assert_eq!(left, Ok(SECOND / 2), "a second and a half of two were not its own");
        let late = limit.look(now + SECOND * 2, &Robbed(SECOND * 7 / 2)).map_err(|late| late.whose);
        assert_eq!(late, Err(Whose::Bot));
    }

    #[test]
    fn what_was_waited_for_is_told() {
        let used = Used {
            phase: Phase::Answer,
            wall: 4 * SECOND,
            unseen: SECOND / 50,
            processor: SECOND,
            waited: Some(3 * SECOND),
        };
        let late = Late { used, allowed: SECOND, whose: Whose::Bot };
        let told = "thought for 4.00 s, of which it waited 3.00 s for a processor (1.00 s of its own \
                    processor time); 1.00 s are allowed";
        assert_eq!(late.to_string(), told);
    }

    /// Whether a bot with this limit is late so long after its first look, having used so much of a processor
    /// since.
    fn is_late(allowed: Duration, wall: Duration, processor: Duration) -> bool {
        let now = Instant::now();
        let mut limit = WaitLimit::begin(allowed, now);
        limit.look(now, &Shows(7 * SECOND)).unwrap();
        limit.look(now + wall, &Shows(7 * SECOND + processor)).is_err()
    }

    #[test]
    fn a_bot_is_late_by_its_own_processor_time_from_the_first_look_on() {
        assert!(is_late(SECOND, SECOND, SECOND));
        assert!(!is_late(SECOND, SECOND, SECOND * 99 / 100));
        // What it used before is another wait's.
        let now = Instant::now();
        assert!(WaitLimit::begin(SECOND, now).look(now + SECOND, &Shows(SECOND * 100)).is_ok());
    }

    #[test]
    fn a_bot_that_uses_no_processor_is_late_all_the_same() {
        assert!(is_late(SECOND, 10 * SECOND, Duration::ZERO));
        assert!(!is_late(SECOND, SECOND * 9 / 10, Duration::ZERO));
    }

    #[test]
    fn ten_limits_on_the_wall_are_the_end_and_a_second_the_least() {
        let now = Instant::now();
        assert_eq!(WaitLimit::begin(SECOND, now).wall_end(), now + 10 * SECOND);
        assert_eq!(WaitLimit::begin(SECOND / 100, now).wall_end(), now + SECOND);
        assert_eq!(WaitLimit::begin(SECOND / 100, now).patient().wall_end(), now + 10 * SECOND);
        assert!(WaitLimit::begin(Duration::MAX, now).wall_end() > now + 1_000_000 * SECOND);
    }
}
