//! How a bot ends, and that all of it does.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use croupier_hosts::cell::{Cell, Ending};

use crate::support::*;

/// A bot with a child, a grandchild that lost its parent, and one that tries to leave its session.
fn family(nap: &str) -> String {
    format!("sleep {nap} & (sleep {nap} & :) ; setsid sleep {nap} & echo up; sleep {nap}")
}

fn start_family(cell: &Cell) -> (croupier_hosts::cell::SandboxedProcess, String) {
    let nap = unique_nap();
    let process = cell.spawn(&sh(&family(&nap))).expect("started");
    assert_eq!(line(&process.output), "up");
    assert!(eventually(|| running(&nap).len() >= 3), "{}: {:?}", cell.tier(), running(&nap));
    (process, nap)
}

#[test]
fn kill_ends_the_whole_tree() {
    for cell in walled().into_iter().filter(|cell| may_fork(cell)) {
        let (mut process, nap) = start_family(cell);
        process.handle.kill();
        assert_eq!(running(&nap), [0_u32; 0], "{}", cell.tier());
        assert_eq!(process.handle.try_ended(), Some(Ending::Signal(9)));
    }
}

#[test]
fn drop_ends_the_whole_tree() {
    for cell in walled().into_iter().filter(|cell| may_fork(cell)) {
        let (process, nap) = start_family(cell);
        drop(process);
        assert_eq!(running(&nap), [0_u32; 0], "{}", cell.tier());
    }
}

#[test]
fn what_a_bot_started_ends_with_it() {
    for cell in walled().into_iter().filter(|cell| may_fork(cell)) {
        let nap = unique_nap();
        let mut process = cell.spawn(&sh(&format!("sleep {nap} >/dev/null 2>&1 & exit 3"))).expect("started");
        assert_eq!(process.handle.ended_within(LONG), Some(Ending::Exit(3)), "{}", cell.tier());
        assert_eq!(running(&nap), [0_u32; 0], "{}", cell.tier());
    }
}

#[test]
fn a_bot_that_is_killed_while_it_starts_leaves_nothing() {
    for cell in walled() {
        let nap = unique_nap();
        for _ in 0..40 {
            let mut process = cell.spawn(&sh(&format!("exec sleep {nap}"))).expect("started");
            process.handle.kill();
        }
        assert_eq!(running(&nap), [0_u32; 0], "{}", cell.tier());
    }
}

#[test]
fn an_exit_code_and_a_signal_are_told_apart() {
    for cell in walled() {
        assert_eq!(run(cell, &sh("exit 3")).ending, Ending::Exit(3));
        assert_eq!(run(cell, &sh("kill -11 $$")).ending, Ending::Signal(11));
    }
}

#[test]
fn a_program_that_cannot_be_executed_says_so_on_its_errors() {
    let folder = open_folder();
    let program = folder.path().join("bot");
    std::fs::write(&program, "no program").expect("written");
    for cell in walled() {
        let ran = run(cell, &croupier_hosts::cell::SandboxSpec::new(&program));
        assert_eq!(ran.ending, Ending::Exit(125));
        let expected =
            format!("croupier: the cell could not be entered: {}: Permission denied", program.display());
        assert!(ran.errors.starts_with(&expected), "{ran:?}");
    }
}

#[test]
fn a_bot_outlives_the_thread_that_asked_for_it() {
    for cell in walled() {
        let process = std::thread::scope(|scope| {
            scope
                .spawn(|| cell.spawn(&sh("read line; echo $line")).expect("started"))
                .join()
                .expect("no panic")
        });
        (&process.input).write_all(b"still here\n").expect("written");
        assert_eq!(line(&process.output), "still here", "{}", cell.tier());
    }
}

#[test]
fn a_bot_outlives_the_cell_it_was_started_from() {
    let cell = Cell::of_tier(walled()[0].tier(), &launcher()).expect("a cell");
    let process = cell.spawn(&sh("read line; echo $line")).expect("started");
    drop(cell);
    (&process.input).write_all(b"still here\n").expect("written");
    assert_eq!(line(&process.output), "still here");
}

/// Set for the copy of this program that starts bots and is then ended the hard way.
const HOLDER: &str = "CELL_TEST_NAP";

#[test]
fn bots_end_when_their_host_is_killed() {
    // The copy that is killed is this same test, called with a nap to hold.
    if let Ok(nap) = std::env::var(HOLDER) {
        return hold_bots(&nap);
    }
    let nap = unique_nap();
    let mut host = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "ending::bots_end_when_their_host_is_killed", "--nocapture"])
        .env(HOLDER, &nap)
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut lines = BufReader::new(host.stdout.take().expect("a pipe")).lines();
    assert!(lines.any(|line| line.is_ok_and(|line| line.contains("holding"))));
    assert!(eventually(|| !running(&nap).is_empty()));
    host.kill().expect("killed");
    host.wait().expect("waited for");
    assert!(eventually(|| running(&nap).is_empty()), "{:?}", running(&nap));
}

fn hold_bots(nap: &str) {
    let bot = sh(&format!("echo up; exec sleep {nap}"));
    let bots: Vec<_> = walled().iter().map(|cell| cell.spawn(&bot).expect("started")).collect();
    bots.iter().for_each(|bot| assert_eq!(line(&bot.output), "up"));
    println!("holding");
    let _ = line(&bots[0].output);
}
