//! Ctrl-C: the run says what it has, keeps it, and can be resumed.

#![allow(clippy::unwrap_used)] // A test may.
#![cfg(unix)]

mod common;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{croupier, file, said};
use tempfile::TempDir;

const PLAN: &str = "game = \"last-card\"\nbots = [\"house:naive\", \"house:greedy\", \"house:pass\", \"house:random\"]\n\
                    games = 60000\nseed = 5\n";

#[test]
fn an_interrupted_run_says_what_it_has_and_goes_on_with_resume() {
    let dir = TempDir::new().unwrap();
    file(dir.path(), "plan.toml", PLAN);
    let child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .current_dir(dir.path())
        .args(["run", "plan.toml", "--threads", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let record = dir.path().join("logs/record.croupier");
    let begun = Instant::now();
    // As soon as the first block is in, and long before the last one.
    while record.metadata().map_or(0, |meta| meta.len()) < 2000 {
        assert!(begun.elapsed() < Duration::from_secs(60), "no block was written");
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let stopped = said(child.wait_with_output().unwrap());
    assert_eq!(stopped.code, 130, "{}", stopped.err);
    assert!(
        stopped.out.contains("house:greedy") && stopped.out.contains("Logs and record are in"),
        "{}",
        stopped.out
    );
    assert!(
        stopped.err.contains(" of 60000 games") && stopped.err.contains("run plan.toml --resume goes on")
    );
    let whole = croupier(dir.path(), &["run", "plan.toml", "-q", "--out", "whole"]);
    let resumed = croupier(dir.path(), &["run", "plan.toml", "-q", "--resume"]);
    assert_eq!((resumed.code, resumed.out), (0, whole.out));
    let read = |folder: &str| std::fs::read(dir.path().join(folder).join("record.croupier")).unwrap();
    assert!(read("logs") == read("whole"));
}
