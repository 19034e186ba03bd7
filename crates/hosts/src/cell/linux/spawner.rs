//! The one long-lived thread that starts every bot. A bot is told to die with its parent, and Linux means by
//! that the *thread* that started it: a bot started by a worker would end with the worker.
//!
//! With it this program takes in orphans: what a bot started and left behind becomes our child instead of the
//! system's, so that we can wait until it is gone.

use std::io;
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use nix::fcntl::{FcntlArg, FdFlag, fcntl};

type Reply = Sender<io::Result<Child>>;

/// What to start, and a descriptor that it inherits besides the standard ones.
struct Order {
    command: Command,
    besides: Option<OwnedFd>,
    reply: Reply,
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
        thread::Builder::new().name("spawner".to_owned()).spawn(move || {
            for Order { mut command, besides, reply } in inbox {
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
        })?;
        Ok(Self { orders })
    }

    /// Starts a command and closes this program's ends of the pipes that were given to it.
    pub(super) fn start(&self, command: Command, besides: Option<OwnedFd>) -> io::Result<Child> {
        let (reply, answer) = channel();
        let gone = || io::Error::other("the thread that starts bots is gone");
        self.orders.send(Order { command, besides, reply }).map_err(|_| gone())?;
        answer.recv().map_err(|_| gone())?
    }
}

/// The descriptor can be inherited only while the command starts. All bots are started here, one after the
/// other, and the launcher closes what is not theirs: no bot gets another's.
fn start(command: &mut Command, besides: Option<&OwnedFd>) -> io::Result<Child> {
    if let Some(descriptor) = besides {
        fcntl(descriptor, FcntlArg::F_SETFD(FdFlag::empty()))?;
    }
    command.spawn()
}
