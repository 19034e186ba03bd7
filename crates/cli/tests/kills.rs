//! A run that is killed at random moments, again and again: no process of it is left, and in the end it is
//! the run that it would have been, though its bots remember all their games.
//!
//! Alone in its file: what killed runs leave behind becomes a child of this process, where it can be seen.

#![allow(clippy::unwrap_used)] // A test may.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use common::running::{PATIENCE, Running, To, children};
use common::{croupier, file, folder, games_part};
use croupier_games::{Chance, Seed};
use rustix::process::{Pid, WaitOptions, getpid, set_child_subreaper, waitpid};

const KILLS: u32 = 16;
/// The latest moment: a run of all games takes a few times as long.
const LATEST: u64 = 2500;

/// Waits until nothing is left of a killed run, and takes note of what ended.
fn until_nothing_is_left(seed: u64, kill: u32) {
    let begun = Instant::now();
    loop {
        let left = children(std::process::id());
        if left.is_empty() {
            return;
        }
        for &id in &left {
            let _ = waitpid(Pid::from_raw(id as i32), WaitOptions::NOHANG);
        }
        let names = |id: &u32| fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        assert!(
            begun.elapsed() < PATIENCE,
            "seed {seed}, kill {kill}: {:?}",
            left.iter().map(names).collect::<Vec<_>>()
        );
        thread::yield_now();
    }
}

fn plan(dir: &Path) {
    file(dir, "counter.py", include_str!("bots/counter.py"));
    let program = file(dir, "program", include_str!("bots/program.py"));
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).unwrap();
    let plan = "game = \"no-thanks\"\nplayers = 3\nbots = [\"counter.py\", \"program\", \
                \"house:TakeSmall\"]\nseed = 7\ngames = 48\nlanes = 2\n";
    file(dir, "plan.toml", plan);
}

#[test]
fn kills_at_random_moments_leave_no_process_and_change_no_game() {
    set_child_subreaper(Some(getpid())).unwrap();
    let dir = folder();
    plan(dir.path());
    let seed = u64::from(std::process::id());
    let mut chance = Chance::new(Seed::plain(seed));
    for kill in 0..KILLS {
        let begun = dir.path().join("logs/record.croupier").exists();
        let words: &[&str] = if begun { &["run", "plan.toml", "--resume"] } else { &["run", "plan.toml"] };
        let run = Running::start(dir.path(), words);
        // The one sleep whose length is the test.
        thread::sleep(Duration::from_millis(chance.below(LATEST as usize) as u64));
        run.signal("KILL", To::Program);
        let (_, said) = run.end();
        assert!(
            !said.contains("panicked") && !said.contains("otherwise"),
            "seed {seed}, kill {kill}: {said}"
        );
        until_nothing_is_left(seed, kill);
    }
    let resumed = croupier(dir.path(), &["run", "plan.toml", "--resume"]);
    assert_eq!(resumed.code, 0, "seed {seed}: {}", resumed.err);
    assert!(!resumed.err.contains("otherwise"), "seed {seed}: {}", resumed.err);
    assert_eq!(croupier(dir.path(), &["run", "plan.toml", "-q", "--out", "whole"]).code, 0);
    let record = |folder: &str| games_part(&dir.path().join(folder).join("record.croupier"));
    assert!(record("logs") == record("whole"), "seed {seed}: the records differ");
    until_nothing_is_left(seed, KILLS);
}
