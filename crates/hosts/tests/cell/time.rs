//! Processor time and memory, as the table's clock reads them.

use std::io::Write;
use std::time::Duration;

use croupier_hosts::cell::{Cell, Guard, SandboxSpec};

use crate::support::*;

#[test]
fn a_busy_bot_is_told_from_a_sleeping_one() {
    let busy = python(
        "import sys, time
while time.process_time() < 0.5: pass
print('tired', flush=True)
sys.stdin.read()",
    );
    let sleeping = python("import sys\nprint('awake', flush=True)\nsys.stdin.read()");
    for cell in walled() {
        let busy = cell.spawn(&busy).expect("started");
        let sleeping = cell.spawn(&sleeping).expect("started");
        assert_eq!((line(&busy.output).as_str(), line(&sleeping.output).as_str()), ("tired", "awake"));
        let (worked, slept) = (busy.handle.processor_time(), sleeping.handle.processor_time());
        assert!(worked >= Duration::from_millis(490), "{}: {worked:?}", cell.tier());
        assert!(slept < Duration::from_millis(400), "{}: {slept:?}", cell.tier());
    }
}

#[test]
fn the_time_of_a_bots_children_counts() {
    let script = "import os, sys, time
if os.fork() == 0:
    while time.process_time() < 0.5: pass
    os._exit(0)
os.wait()
print('done', flush=True)
sys.stdin.read()";
    for cell in walled().into_iter().filter(|cell| may_fork(cell)) {
        let process = cell.spawn(&python(script)).expect("started");
        assert_eq!(line(&process.output), "done");
        let time = process.handle.processor_time();
        assert!(time >= Duration::from_millis(480), "{}: {time:?}", cell.tier());
    }
}

#[test]
fn time_does_not_pass_for_a_bot_that_waits() {
    for cell in walled() {
        let process = cell.spawn(&sh("echo up; read line; echo $line; read line")).expect("started");
        assert_eq!(line(&process.output), "up");
        let before = process.handle.processor_time();
        (&process.input).write_all(b"go\n").expect("written");
        assert_eq!(line(&process.output), "go");
        let used = process.handle.processor_time() - before;
        assert!(used < Duration::from_millis(100), "{}: {used:?}", cell.tier());
    }
}

#[test]
fn the_peak_of_memory_is_known() {
    let script = "import sys
hoard = bytearray(60 << 20)
del hoard
print('eaten', flush=True)
sys.stdin.read()";
    for cell in walled() {
        let process = cell.spawn(&python(script)).expect("started");
        assert_eq!(line(&process.output), "eaten");
        let peak = process.handle.peak_memory().expect("known");
        assert!((60 << 20..200 << 20).contains(&peak), "{}: {peak}", cell.tier());
    }
}

#[test]
fn children_that_nobody_waits_for_stay_on_the_clock() {
    // A grandchild whose parent has gone, and children that were to be reaped unseen.
    let script = "import os, signal, sys, time
try:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
except OSError:
    pass
def burn():
    while time.process_time() < 0.25: pass
ends = os.pipe()
if os.fork() == 0:
    if os.fork() == 0:
        burn()
    os._exit(0)
if os.fork() == 0:
    burn()
    os._exit(0)
os.close(ends[1])
os.read(ends[0], 1)
print('done', flush=True)
sys.stdin.read()";
    for cell in every().filter(|cell| may_fork(cell)) {
        let process = cell.spawn(&python(script)).expect("started");
        assert_eq!(line(&process.output), "done");
        let time = process.handle.processor_time();
        assert!(time >= Duration::from_millis(480), "{}: {time:?}", cell.tier());
    }
}

#[test]
fn a_shell_still_runs_its_commands() {
    let script = "x=$(echo pipe | cat); (exit 3); echo $x $?";
    for cell in every().filter(|cell| may_fork(cell)) {
        says(cell, &sh(script), "pipe 3");
    }
}

/// Three processes that spin, or as many threads where none can be started.
fn spinners(cell: &Cell) -> SandboxSpec {
    let spread =
        if may_fork(cell) { "os.fork()" } else { "threading.Thread(target=spin, daemon=True).start()" };
    python(&format!(
        "import os, sys, threading
def spin():
    while True: pass
for _ in range(2):
    {spread}
os.write(1, b'up\\n')
spin()"
    ))
}

#[test]
fn a_bot_can_be_stopped_with_all_it_started_and_goes_on_where_it_was() {
    for cell in every() {
        let process = cell.spawn(&spinners(cell)).expect("started");
        assert_eq!(line(&process.output), "up");
        let control = process.handle.control();
        let works = || {
            let before = control.processor_time();
            // Long enough for whoever has a signal waiting to see it.
            let own = std::time::Instant::now();
            while own.elapsed() < Duration::from_millis(30) {}
            control.processor_time() > before
        };
        control.stop();
        assert!(eventually(|| !works()), "{}: it goes on", cell.tier());
        control.go_on();
        assert!(eventually(works), "{}: it stays where it is", cell.tier());
        // What is stopped can be ended, too.
        control.stop();
        drop(process);
        control.go_on();
        control.stop();
    }
}

#[test]
fn waiting_for_a_processor_is_told_from_running() {
    for cell in every() {
        let busy: Vec<_> = (0..3)
            .map(|_| {
                let mut bot = sh("echo up; while :; do :; done");
                bot.core = Some(0);
                let process = cell.spawn(&bot).expect("started");
                assert_eq!(line(&process.output), "up");
                process
            })
            .collect();
        let script = "import sys, time
while time.process_time() < 0.5: pass
print('tired', flush=True)
sys.stdin.read()";
        let mut bot = python(script);
        bot.core = Some(0);
        let process = cell.spawn(&bot).expect("started");
        assert_eq!(line(&process.output), "tired");
        let most = process.handle.tasks().into_iter().max_by_key(|task| task.ran).expect("the kernel tells");
        // Four share a processor: about three quarters of the time belong to the others.
        assert!(most.waited > most.ran, "{}: {most:?}", cell.tier());
        assert!(cell.protection().holds(Guard::Waiting));
        drop(busy);
    }
}
