//! The one long-lived thread that starts every bot. A bot is told to die with its parent, and Linux means by that the
//! *thread* that started it: a bot started by a worker would end with the worker.
//!
//! With it this program takes in orphans: what a bot started and left behind becomes our child instead of the system's,
//! so that we can wait until it is gone.

use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::{Sender, channel};
use std::thread;

type Reply = Sender<io::Result<Child>>;

/// A handle on the thread. It lives as long as any handle does.
#[derive(Clone, Debug)]
pub(super) struct Warden {
    orders: Sender<(Command, Reply)>,
}

impl Warden {
    pub(super) fn hire() -> io::Result<Self> {
        nix::sys::prctl::set_child_subreaper(true)?;
        let (orders, inbox) = channel::<(Command, Reply)>();
        thread::Builder::new().name("warden".to_owned()).spawn(move || {
            for (mut command, reply) in inbox {
                // Whoever asked and left finds the bot ended: the child is killed when nobody takes it.
                if let Err(unwanted) = reply.send(command.spawn())
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
    pub(super) fn start(&self, command: Command) -> io::Result<Child> {
        let (reply, answer) = channel();
        let gone = || io::Error::other("the thread that starts bots is gone");
        self.orders.send((command, reply)).map_err(|_| gone())?;
        answer.recv().map_err(|_| gone())?
    }
}
