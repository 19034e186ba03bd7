//! An end in a hurry: every process that this program started, with all that those started.

use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;

use super::tree;

/// So long it may take. What is left then dies with this program, as it was told to when it was started.
const HURRY: Duration = Duration::from_millis(500);

/// Ends all descendants of this process, also those whose parents ended: they are ours (see
/// [`super::spawner`]).
pub(in crate::cell) fn end_all() {
    let begun = Instant::now();
    let me = Pid::this();
    loop {
        let found = tree::descendants(me.as_raw());
        for &process in &found {
            let _ = kill(Pid::from_raw(process), Signal::SIGKILL);
        }
        while waitpid(None, Some(WaitPidFlag::WNOHANG)).is_ok_and(|status| status.pid().is_some()) {}
        if found.is_empty() || begun.elapsed() > HURRY {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
}
