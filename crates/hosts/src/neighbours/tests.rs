//! Neighbours that are scripts, on a clock that is a number.

use super::*;

const MS: Duration = Duration::from_millis(1);

/// A bot whose clock is set by the test, and who notes what is done to it.
#[derive(Clone, Default)]
struct Script(Arc<Mutex<(Duration, Vec<&'static str>)>>);

impl Script {
    fn uses(&self, time: Duration) {
        lock(&self.0).0 += time;
    }

    fn done(&self) -> Vec<&'static str> {
        lock(&self.0).1.clone()
    }
}

impl Stoppable for Script {
    fn processor_time(&self) -> Duration {
        lock(&self.0).0
    }

    fn stop(&self) {
        lock(&self.0).1.push("stop");
    }

    fn go_on(&self) {
        lock(&self.0).1.push("go on");
    }

    fn end(&self) {
        lock(&self.0).1.push("end");
    }
}

/// Two bots on a processor, of which the first has answered and the second is waited for.
struct Table {
    neighbours: Neighbours,
    first: (Script, Arc<Neighbour>),
    second: (Script, Arc<Neighbour>),
    now: Instant,
}

const CORE: Option<usize> = Some(0);

impl Table {
    fn new() -> Self {
        let neighbours = Neighbours::default();
        let join = |neighbours: &Neighbours| {
            let script = Script::default();
            (script.clone(), neighbours.join(Box::new(script), CORE))
        };
        let (first, second) = (join(&neighbours), join(&neighbours));
        first.1.answered();
        Self { neighbours, first, second, now: Instant::now() }
    }

    /// The second is waited for, while the first uses so much of every three milliseconds.
    fn waits(&mut self, first_uses: Duration) {
        self.neighbours.glance(CORE, self.now);
        self.first.0.uses(first_uses);
        self.second.0.uses(3 * MS);
        self.now += 3 * MS;
        self.neighbours.heard(CORE, self.now);
    }
}

#[test]
fn whoever_computes_while_another_thinks_is_stopped_until_it_is_asked() {
    let mut table = Table::new();
    table.waits(MS);
    assert_eq!(table.first.0.done(), ["stop"]);
    assert!(table.second.0.done().is_empty(), "it is its turn");
    table.first.1.asked();
    assert_eq!(table.first.0.done(), ["stop", "go on"]);
    table.first.1.answered();
    table.waits(MS);
    assert_eq!(table.first.0.done(), ["stop", "go on", "stop"], "at once, since it was found before");
}

#[test]
fn a_quiet_bot_is_never_touched() {
    let mut table = Table::new();
    for _ in 0..1000 {
        table.waits(LITTLE / 2);
    }
    table.first.1.asked();
    assert!(table.first.0.done().is_empty());
}

#[test]
fn a_bot_that_was_asked_meanwhile_is_not_in_the_way() {
    let table = Table::new();
    table.neighbours.glance(CORE, table.now);
    table.first.1.asked();
    table.first.0.uses(3 * MS);
    table.first.1.answered();
    table.neighbours.heard(CORE, table.now + 3 * MS);
    assert!(table.first.0.done().is_empty());
}

#[test]
fn bots_on_other_processors_are_left_alone() {
    let mut table = Table::new();
    let elsewhere = Script::default();
    let kept = table.neighbours.join(Box::new(elsewhere.clone()), Some(1));
    kept.answered();
    table.neighbours.glance(CORE, table.now);
    elsewhere.uses(3 * MS);
    table.neighbours.heard(CORE, table.now + 3 * MS);
    assert!(elsewhere.done().is_empty());
    table.now += 1000 * MS;
    table.neighbours.glance(None, table.now);
    elsewhere.uses(3 * MS);
    table.neighbours.heard(None, table.now + 3 * MS);
    assert_eq!(elsewhere.done(), ["stop"], "whoever may be anywhere may be in its way");
}

#[test]
fn a_bot_that_goes_on_though_it_is_stopped_is_ended() {
    let mut table = Table::new();
    for _ in 0..4 {
        table.waits(3 * MS);
    }
    assert_eq!(table.first.0.done(), ["stop", "stop", "stop", "end"]);
}

#[test]
fn looks_that_find_nobody_become_rare() {
    let mut table = Table::new();
    let mut read = 0;
    let end = table.now + 10_000 * MS;
    while table.now < end {
        table.neighbours.glance(CORE, table.now);
        read += u32::from(lock(&table.neighbours.looks)[&CORE].first.is_some());
        table.now += 3 * MS;
        table.neighbours.heard(CORE, table.now);
    }
    assert!((10..30).contains(&read), "{read} looks in ten seconds");
}

#[test]
fn a_bot_that_is_gone_is_forgotten() {
    let mut table = Table::new();
    let (script, gone) = (Script::default(), table.neighbours.join(Box::new(Script::default()), CORE));
    gone.answered();
    table.neighbours.glance(CORE, table.now);
    drop(gone);
    table.now += 3 * MS;
    table.neighbours.heard(CORE, table.now);
    table.neighbours.join(Box::new(script), CORE);
    assert!(lock(&table.neighbours.all).len() <= 3);
}
