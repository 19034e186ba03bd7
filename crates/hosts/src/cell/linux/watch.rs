//! Adds up what bots hold, ten times a second, where no control group does: memory of all kinds and of all
//! processes together, and files in `/tmp`. Whoever holds more than it may is ended.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use super::alive::Alive;
use super::held::Became;
use super::holdings;
use crate::cell::LimitBreach;

/// So often everybody is looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// What a bot may hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ceilings {
    /// Of memory, in bytes.
    pub memory: u64,
    /// Of files in its own `/tmp`.
    pub files: u64,
}

/// A handle on the thread that looks. It lives as long as any handle does.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    newcomers: Sender<Watched>,
}

impl Watch {
    pub(super) fn begin() -> io::Result<Self> {
        let (newcomers, inbox) = channel();
        thread::Builder::new().name("watch".to_owned()).spawn(move || watch(&inbox))?;
        Ok(Self { newcomers })
    }

    /// Looks after a bot from now on, until it is gone.
    pub(super) fn over(&self, bot: &Arc<Alive>, ceilings: Ceilings) {
        // A thread that is gone watches nobody; it goes only with its last handle.
        let _ = self.newcomers.send(Watched { bot: Arc::downgrade(bot), ceilings, exceeded: 0 });
    }
}

fn watch(inbox: &Receiver<Watched>) {
    let mut all: Vec<Watched> = Vec::new();
    loop {
        // With nobody to look after there is nothing to wake for.
        let heard = match all.is_empty() {
            true => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            false => inbox.recv_timeout(BETWEEN_LOOKS),
        };
        match heard {
            Ok(newcomer) => all.push(newcomer),
            Err(RecvTimeoutError::Timeout) => all.retain_mut(Watched::look),
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// A bot that is looked after.
#[derive(Debug)]
struct Watched {
    bot: Weak<Alive>,
    ceilings: Ceilings,
    /// How often in a row it held too much: for a moment a process that is being started shares all of
    /// another's.
    exceeded: u32,
}

/// Held so often in a row, it is too much.
const IN_A_ROW: u32 = 2;

impl Watched {
    /// Looks, and ends it where it holds too much; false where there is nothing more to look after.
    fn look(&mut self) -> bool {
        let Some(bot) = self.bot.upgrade() else { return false };
        let ceilings = self.ceilings;
        let seen = bot.with(|started, became| ceilings.broken_by(became, &became.processes(started)));
        let Some(found) = seen else { return false };
        self.exceeded = if found.is_some() { self.exceeded + 1 } else { 0 };
        let Some(breach) = found.filter(|_| self.exceeded >= IN_A_ROW) else { return true };
        bot.end(breach);
        false
    }
}

impl Ceilings {
    fn broken_by(self, became: Became, processes: &[i32]) -> Option<LimitBreach> {
        if holdings::claimed(processes) > self.memory && holdings::shared_out(processes) > self.memory {
            return Some(LimitBreach::Memory);
        }
        // Only behind bubblewrap it has a `/tmp` of its own, which the first two processes may not see yet.
        let inside = processes.last().filter(|_| became == Became::Bubblewrap && processes.len() > 2)?;
        holdings::files(*inside).filter(|&files| files > self.files).map(|_| LimitBreach::Files)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};

    use super::*;

    const CEILINGS: Ceilings = Ceilings { memory: 100 << 20, files: 10 };

    #[test]
    fn what_two_processes_share_counts_once() {
        let script = "import os, sys
hoard = b'x' * (60 << 20)
child = os.fork()
if child:
    os.write(1, b'.')
sys.stdin.read()
if child:
    os.wait()";
        let mut bot = Command::new("/usr/bin/python3")
            .args(["-I", "-S", "-c", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 is there");
        bot.stdout.take().expect("a pipe").read_exact(&mut [0]).expect("it has forked");
        let started = i32::try_from(bot.id()).expect("a small number");
        let processes = Became::Bubblewrap.processes(started);
        assert_eq!(processes.len(), 2, "{processes:?}");
        assert!(holdings::claimed(&processes) > CEILINGS.memory);
        assert_eq!(CEILINGS.broken_by(Became::Bot, &processes), None);
        let less = Ceilings { memory: 50 << 20, ..CEILINGS };
        assert_eq!(less.broken_by(Became::Bot, &processes), Some(LimitBreach::Memory));
        bot.stdin.take().expect("a pipe").flush().expect("and its end");
        bot.wait().expect("it ends");
    }
}
