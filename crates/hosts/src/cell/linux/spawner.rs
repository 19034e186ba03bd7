//! The one long-lived thread that starts every bot. A bot is told to die with its parent, and Linux means by
//! that the *thread* that started it: a bot started by a worker would end with the worker.
//!
//! With it this program takes in orphans: what a bot started and left behind becomes our child instead of the
//! system's, so that we can wait until it is gone. Those that take longer than anybody waits for are waited
//! for here: a process that nobody waits for keeps its number as long as this program runs.

use std::io;
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

/// How often it is looked whether those are gone that take long.
const LOOK: Duration = Duration::from_millis(100);

type Reply = Sender<io::Result<Child>>;

/// What to start, and a descriptor that it inherits besides the standard ones.
struct Start {
    command: Command,
    besides: Option<OwnedFd>,
    reply: Reply,
}

enum Order {
    /// Somebody to start.
    Start(Box<Start>),
    /// A group of processes that were killed and are not gone yet.
    Bury(i32),
}

/// A handle on the thread. It lives as long as any handle does.
#[derive(Clone, Debug)]
pub(super) struct Spawner {
    orders: Sender<Order>,
}

impl Spawner {
    pub(super) fn hire() -> io::Result<Self> {
        nix::sys::prctl::set_child_subreaper(true)?;
        let (orders, inbox) = channel::<Order>();
        thread::Builder::new().name("spawner".to_owned()).spawn(move || work(&inbox))?;
        Ok(Self { orders })
    }

    /// Starts a command and closes this program's ends of the pipes that were given to it.
    pub(super) fn start(&self, command: Command, besides: Option<OwnedFd>) -> io::Result<Child> {
        let (reply, answer) = channel();
        let gone = || io::Error::other("the thread that starts bots is gone");
        self.orders.send(Order::Start(Box::new(Start { command, besides, reply }))).map_err(|_| gone())?;
        answer.recv().map_err(|_| gone())?
    }

    /// Waits for the rest of a group of processes in place of whoever has no time left for it.
    pub(super) fn bury(&self, group: i32) {
        // The thread is there as long as this handle is.
        let _ = self.orders.send(Order::Bury(group));
    }
}

/// Does what is ordered, until nobody can order anything any more.
fn work(inbox: &Receiver<Order>) {
    let mut dying: Vec<i32> = Vec::new();
    loop {
        let order = if dying.is_empty() {
            inbox.recv().map_err(|_| RecvTimeoutError::Disconnected)
        } else {
            inbox.recv_timeout(LOOK)
        };
        match order {
            Ok(Order::Start(start)) => answer(*start),
            Ok(Order::Bury(group)) => dying.push(group),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        dying.retain(|&group| !is_gone(group));
    }
}

fn answer(Start { mut command, besides, reply }: Start) {
    let started = start(&mut command, besides.as_ref());
    // The bot's ends of its pipes are in these two; from here on the bot alone holds them.
    drop((command, besides));
    // Whoever asked and left finds the bot ended: the child is killed when nobody takes it.
    if let Err(unwanted) = reply.send(started)
        && let Ok(mut child) = unwanted.0
    {
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Takes leave of those of a group that have ended and are ours; whether none is left. The number is nobody
/// else's while one is.
pub(super) fn is_gone(group: i32) -> bool {
    while let Ok(status) = waitpid(Pid::from_raw(-group), Some(WaitPidFlag::WNOHANG)) {
        if status == WaitStatus::StillAlive {
            return false;
        }
    }
    true
}

/// The descriptor can be inherited only while the command starts. All bots are started here, one after the
/// other, and the launcher closes what is not theirs: no bot gets another's.
fn start(command: &mut Command, besides: Option<&OwnedFd>) -> io::Result<Child> {
    if let Some(descriptor) = besides {
        fcntl(descriptor, FcntlArg::F_SETFD(FdFlag::empty()))?;
    }
    command.spawn()
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::Stdio;

    use nix::errno::Errno;
    use nix::sys::signal::killpg;

    use super::*;

    #[test]
    fn an_orphan_that_takes_longer_than_anybody_waits_for_leaves_no_number_behind() {
        let spawner = Spawner::hire().unwrap();
        let mut command = Command::new("sh");
        // The one in the background reads until our end of the pipe is closed.
        command.args(["-c", "exec 3<&0; cat <&3 & exit 0"]);
        command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null());
        let mut child = spawner.start(command, None).unwrap();
        let (group, input) = (i32::try_from(child.id()).unwrap(), child.stdin.take());
        // Without closing its input, which `wait` alone would do.
        assert!(child.wait().unwrap().success());
        assert!(!is_gone(group), "the orphan is ours, and it is there");
        spawner.bury(group);
        drop(input);
        // Also whoever ended and was not waited for is still of the group.
        while killpg(Pid::from_raw(group), None) != Err(Errno::ESRCH) {
            thread::yield_now();
        }
    }
}
