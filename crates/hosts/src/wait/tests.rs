//! Waits for bots that are scripts, on a clock that is a number: whatever a bot sends, it gains no time by
//! it.

use std::cell::Cell;
use std::io;
use std::rc::Rc;

use super::*;
use crate::cell::TaskTime;
use crate::pipes::Direction;
use crate::time::own_time::Whose;
use crate::wire::LONGEST_MESSAGE;

const LIMIT: Duration = Duration::from_secs(1);
/// No wait here takes so long: whoever comes here has broken one.
const AN_HOUR: Duration = Duration::from_secs(3600);
const TICK: Duration = Duration::from_millis(20);

/// The clock of a scripted world, shared by all that is in it.
#[derive(Clone)]
struct Time(Rc<Cell<Duration>>, Instant);

impl Time {
    fn new() -> Self {
        Self(Rc::new(Cell::new(Duration::ZERO)), Instant::now())
    }

    fn now(&self) -> Instant {
        self.1 + self.0.get()
    }

    fn go_to(&self, then: Instant) {
        self.0.set(then.saturating_duration_since(self.1).max(self.0.get()));
    }
}

/// A bot that writes the same bytes again and again, and reads so many at once.
struct Script {
    time: Time,
    says: &'static [u8],
    every: Duration,
    said: u32,
    /// How much of the last bytes has been read.
    read: usize,
    reads: usize,
    had: u32,
    /// Raises the signal when the clock shows this.
    interrupt: Option<(Instant, Interrupt)>,
}

/// A bot that says nothing and reads nothing, for as long as anyone waits.
const NEVER: Duration = Duration::from_secs(1 << 40);

impl Script {
    fn saying(time: &Time, says: &'static [u8], every: Duration) -> Self {
        Self { time: time.clone(), says, every, said: 0, read: 0, reads: 0, had: 0, interrupt: None }
    }

    fn reading(time: &Time, reads: usize, every: Duration) -> Self {
        Self { reads, ..Self::saying(time, b"", every) }
    }

    /// When it does the next thing, of which it has done so many.
    fn next(&self, done: u32) -> Instant {
        self.time.1 + self.every.saturating_mul(done + 1).min(NEVER)
    }
}

impl Link for Script {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.says.is_empty() || self.time.now() < self.next(self.said) {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let rest = &self.says[self.read..];
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        self.read += count;
        if self.read == self.says.len() {
            (self.read, self.said) = (0, self.said + 1);
        }
        Ok(count)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.time.now() < self.next(self.had) {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        self.had += 1;
        Ok(bytes.len().min(self.reads))
    }

    fn wait(&mut self, to: Direction, until: Instant) -> io::Result<bool> {
        let next = self.next(if to == Direction::Read { self.said } else { self.had });
        let silent = to == Direction::Read && self.says.is_empty();
        let ready = next <= until && !silent;
        self.time.go_to(if ready { next } else { until });
        assert!(self.time.0.get() < AN_HOUR, "nobody waits so long");
        if let Some((at, interrupt)) = &self.interrupt
            && self.time.now() >= *at
        {
            interrupt.raise();
        }
        Ok(ready)
    }

    fn close_input(&mut self) {}

    fn now(&self) -> Instant {
        self.time.now()
    }
}

/// The processor clock of a bot that spins, or sleeps.
struct Busy(Time, u32);

impl OwnClock for Busy {
    fn processor_time(&self) -> Duration {
        self.0.0.get() * self.1
    }
}

const SLEEPS: u32 = 0;
const SPINS: u32 = 1;

/// How a wait for an answer ends where every message is passed over, and when.
fn heard(says: &'static [u8], every: Duration, busy: u32) -> (WaitFailure, Duration) {
    let time = Time::new();
    let mut wire = Wire::over(Script::saying(&time, says, every));
    let clock = Busy(time.clone(), busy);
    let mut wait = Wait::begin(LIMIT, &wire);
    for _ in 0..=MOST_MESSAGES {
        match wait.hear(&mut wire, &clock, &Interrupt::default()) {
            Ok(()) => assert!(wire.take().is_some()),
            Err(ended) => return (ended, time.0.get()),
        }
    }
    panic!("{says:?} every {every:?} is listened to for ever")
}

/// How a wait for room ends, and when.
fn sent(reads: usize, every: Duration) -> (WaitFailure, Duration) {
    let time = Time::new();
    let mut wire = Wire::over(Script::reading(&time, reads, every));
    let clock = Busy(time.clone(), SLEEPS);
    let mut wait = Wait::begin(LIMIT, &wire);
    wire.put_frames(&mut |out| {
        out.resize(LONGEST_MESSAGE, b'x');
        Ok(())
    })
    .unwrap();
    let ended = wait.send(&mut wire, &clock, &Interrupt::default()).unwrap_err();
    (ended, time.0.get())
}

#[test]
fn whatever_a_bot_sends_its_wait_ends_when_silence_would_have_ended_it() {
    for busy in [SLEEPS, SPINS] {
        let (silence, end) = heard(b"", TICK, busy);
        assert!(matches!(silence, WaitFailure::Late(_)), "{silence:?}");
        let stale = b"{\"type\":\"answer\",\"number\":0,\"move\":1}\n".as_slice();
        for says in [b".".as_slice(), b"junk\n", stale, b"\n", b"\0\xff"] {
            for every in [1, 7, 20, 40, 49, 50, 51, 400].map(Duration::from_millis) {
                let (ended, when) = heard(says, every, busy);
                assert!(matches!(ended, WaitFailure::Late(_)), "{says:?} every {every:?}: {ended:?}");
                // It is looked at the clocks every 50 ms.
                assert!(when <= end + LOOK, "{says:?} every {every:?}: {when:?} in place of {end:?}");
            }
        }
    }
}

#[test]
fn a_spinning_bot_is_late_by_its_processor_clock_and_a_sleeping_one_on_the_wall() {
    let (_, spinning) = heard(b"junk\n", TICK, SPINS);
    assert!(spinning <= LIMIT + MOMENT + LOOK * 2, "{spinning:?}");
    let (_, sleeping) = heard(b"junk\n", TICK, SLEEPS);
    assert!(sleeping > LIMIT && sleeping <= LIMIT * 10, "{sleeping:?}");
}

/// A bot that spins on a machine that gives it one part in so many of a processor.
struct Starved(Time, u32);

impl OwnClock for Starved {
    fn processor_time(&self) -> Duration {
        self.0.0.get() / self.1
    }

    fn tasks(&self) -> Vec<TaskTime> {
        let ran = self.processor_time();
        vec![TaskTime { task: 1, ran, waited: self.0.0.get() - ran, ready: true }]
    }
}

#[test]
fn a_bot_that_spins_on_a_busy_machine_is_late_by_itself_where_it_is_waited_for_patiently() {
    let ended = |patient: bool, part: u32| {
        let time = Time::new();
        let mut wire = Wire::over(Script::saying(&time, b"", TICK));
        let wait = Wait::begin(LIMIT, &wire);
        let mut wait = if patient { wait.patient() } else { wait };
        let clock = Starved(time.clone(), part);
        match wait.hear(&mut wire, &clock, &Interrupt::default()) {
            Err(WaitFailure::Late(late)) => (late.whose, time.0.get()),
            other => panic!("{other:?}"),
        }
    };
    // A twentieth of a processor: nobody can say within ten limits, and within twenty everybody.
    let (whose, when) = ended(false, 20);
    assert!(whose == Whose::Machine && when == LIMIT * 10, "{whose:?} {when:?}");
    let (whose, when) = ended(true, 20);
    assert!(whose == Whose::Bot && when >= LIMIT * 20 && when <= LIMIT * 22, "{whose:?} {when:?}");
    let (whose, when) = ended(true, 1000);
    assert!(whose == Whose::Machine && when == LIMIT * 100, "{whose:?} {when:?}");
}

#[test]
fn a_flood_ends_by_its_bytes_or_its_messages_before_any_time_has_passed() {
    let line = |length: usize| -> &'static [u8] {
        let mut line = vec![b'x'; length];
        line.push(b'\n');
        line.leak()
    };
    let ended = |says| match heard(says, Duration::ZERO, SLEEPS) {
        (WaitFailure::TooMuch(what), Duration::ZERO) => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(ended(b"\n"), TooMuch::Messages);
    assert_eq!(ended(line(100)), TooMuch::Messages);
    assert_eq!(ended(line(10_000)), TooMuch::Bytes);
    assert_eq!(ended(b"x"), TooMuch::Message);
}

#[test]
fn a_bot_may_print_thousands_of_lines_before_it_answers() {
    let time = Time::new();
    let mut wire =
        Wire::over(Script::saying(&time, b"thinking about it, step by step by step\n", Duration::ZERO));
    let clock = Busy(time.clone(), SPINS);
    let mut wait = Wait::begin(LIMIT, &wire);
    for _ in 0..MOST_MESSAGES {
        wait.hear(&mut wire, &clock, &Interrupt::default()).unwrap();
        wire.take().unwrap();
    }
}

#[test]
fn a_bot_that_reads_bit_by_bit_gains_no_time_over_one_that_reads_nothing() {
    let (nothing, end) = sent(0, NEVER);
    assert!(matches!(nothing, WaitFailure::Late(_)), "{nothing:?}");
    for (reads, every) in [(1, TICK), (4096, TICK), (4096, LOOK), (100_000, LIMIT * 9 / 10)] {
        let (ended, when) = sent(reads, every);
        assert!(
            matches!(ended, WaitFailure::Late(_)) && when <= end + LOOK,
            "{reads} every {every:?}: {when:?}"
        );
    }
}

#[test]
fn question_and_answer_are_one_wait() {
    let time = Time::new();
    // It takes its time to read, and then again to answer.
    let mut wire = Wire::over(Script::reading(&time, 1 << 20, LIMIT * 2));
    let clock = Busy(time.clone(), SLEEPS);
    let mut wait = Wait::begin(LIMIT, &wire);
    wire.put_frames(&mut |out| {
        out.extend_from_slice(b"question\n");
        Ok(())
    })
    .unwrap();
    wait.send(&mut wire, &clock, &Interrupt::default()).unwrap();
    assert_eq!(time.0.get(), LIMIT * 2);
    let ended = wait.hear(&mut wire, &clock, &Interrupt::default()).unwrap_err();
    let (_, end) = heard(b"", TICK, SLEEPS);
    assert!(matches!(ended, WaitFailure::Late(_)) && time.0.get() <= end + LOOK, "{:?}", time.0.get());
}

#[test]
fn a_wait_is_over_soon_after_the_signal_whatever_the_bot_does() {
    for (says, every) in [(b"".as_slice(), TICK), (b".", TICK), (b"junk\n", TICK)] {
        let (time, interrupt) = (Time::new(), Interrupt::default());
        let at = time.now() + LIMIT / 4;
        let script =
            Script { interrupt: Some((at, interrupt.clone())), ..Script::saying(&time, says, every) };
        let mut wire = Wire::over(script);
        let mut wait = Wait::begin(LIMIT * 1000, &wire);
        let ended = loop {
            match wait.hear(&mut wire, &Busy(time.clone(), SLEEPS), &interrupt) {
                Ok(()) => assert!(wire.take().is_some()),
                Err(ended) => break ended,
            }
        };
        assert!(matches!(ended, WaitFailure::Interrupted), "{ended:?}");
        assert!(time.now() <= at + LOOK * 2, "{:?}", time.0.get());
    }
}

/// Asking for it would cost every quick answer more than the answer.
struct Untouchable;

impl OwnClock for Untouchable {
    fn processor_time(&self) -> Duration {
        panic!("nobody needs it yet")
    }
}

#[test]
fn a_quick_answer_costs_no_look_at_the_processors_clock() {
    let time = Time::new();
    let mut wire = Wire::over(Script::saying(&time, b"answer\n", MOMENT - Duration::from_millis(1)));
    let mut wait = Wait::begin(LIMIT, &wire);
    wait.hear(&mut wire, &Untouchable, &Interrupt::default()).unwrap();
}
