//! What the launcher takes away from itself before it becomes the next program. Knows the order that matters,
//! and nothing of why a measure was chosen.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

use nix::sched::{CpuSet, sched_setaffinity};
use nix::sys::prctl;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::Signal;
use nix::unistd::{self, Gid, Pid, Uid};
use serde::{Deserialize, Serialize};

use super::calls::{self, Calls};
use super::descriptors::Descriptors;
use super::landlock;
use super::trial::probe::Probe;
use crate::cell::SandboxSpec;

/// The stack of a process, which counts for no other limit: the usual one, whatever the user who starts us
/// has.
const STACK: u64 = 8 << 20;

/// A list of measures, in the order in which they are taken. The default takes none.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Measures {
    /// Close every descriptor but the standard ones, and lay these out.
    pub descriptors: Option<Descriptors>,
    /// Join these control groups: their lists of processes.
    pub join: Vec<PathBuf>,
    /// Run on this processor only.
    pub core: Option<usize>,
    pub memory: Option<u64>,
    pub file_size: Option<u64>,
    pub open_files: Option<u64>,
    pub cpu_seconds: Option<u64>,
    pub processes: Option<u64>,
    /// Read beneath these paths and touch no other file.
    pub landlock: Option<Vec<PathBuf>>,
    /// Become this user, of the group with the same number and no other.
    pub user: Option<u32>,
    /// End when the thread that started this process ends: a thread of this one.
    pub die_with: Option<u32>,
    /// Give up system calls.
    pub calls: Option<Calls>,
    /// Pass on nothing but the fixed environment of a bot.
    pub bare_environment: bool,
    /// Go here.
    pub folder: Option<PathBuf>,
    /// Instead of becoming the next program, look around and say what was seen.
    pub probe: Option<Probe>,
}

impl Measures {
    fn take(&self) -> io::Result<()> {
        if let Some(descriptors) = &self.descriptors {
            descriptors.lay().map_err(named("its descriptors"))?;
        }
        for list in &self.join {
            // Zero stands for the writer itself.
            fs::write(list, "0").map_err(named(list.display()))?;
        }
        if let Some(core) = self.core {
            let mut cores = CpuSet::new();
            cores.set(core)?;
            sched_setaffinity(Pid::from_raw(0), &cores).map_err(named(format_args!("processor {core}")))?;
        }
        self.limit().map_err(named("its limits"))?;
        if let Some(folder) = &self.folder {
            std::env::set_current_dir(folder).map_err(named(folder.display()))?;
        }
        // The rules are made while every path can still be opened, and the user is changed before they bind.
        let rules = self.landlock.as_deref().map(landlock::rules).transpose()?;
        if let Some(user) = self.user {
            become_user(user).map_err(named(format_args!("user {user}")))?;
        }
        if let Some(parent) = self.die_with {
            // Behind the change of user, which forgets it.
            prctl::set_pdeathsig(Signal::SIGKILL)?;
            // It may have ended before it was asked for.
            if std::os::unix::process::parent_id() != parent {
                return Err(io::Error::other("nobody waits for this bot any more"));
            }
        }
        prctl::set_no_new_privs()?;
        if let Some(rules) = rules {
            landlock::obey(rules)?;
        }
        if let Some(calls) = &self.calls {
            calls::give_up(calls)?;
        }
        Ok(())
    }

    fn limit(&self) -> io::Result<()> {
        let (_, most_stack) = getrlimit(Resource::RLIMIT_STACK)?;
        // RLIMIT_DATA and not RLIMIT_AS: a JVM and node reserve far more addresses than they ever fill.
        let ceilings = [
            (Resource::RLIMIT_DATA, self.memory),
            (Resource::RLIMIT_STACK, self.memory.map(|_| STACK.min(most_stack))),
            (Resource::RLIMIT_FSIZE, self.file_size),
            (Resource::RLIMIT_NOFILE, self.open_files),
            (Resource::RLIMIT_NPROC, self.processes),
            (Resource::RLIMIT_CORE, self.memory.map(|_| 0)),
        ];
        for (resource, ceiling) in ceilings {
            if let Some(ceiling) = ceiling {
                setrlimit(resource, ceiling, ceiling)?;
            }
        }
        if let Some(seconds) = self.cpu_seconds {
            // One second between the signal that can be told apart and the one that cannot be caught.
            setrlimit(Resource::RLIMIT_CPU, seconds, seconds + 1)?;
        }
        Ok(())
    }
}

/// An error with what it is about.
fn named<E: Into<io::Error>>(what: impl Display) -> impl FnOnce(E) -> io::Error {
    move |error| {
        let error = error.into();
        io::Error::new(error.kind(), format!("{what}: {error}"))
    }
}

fn become_user(number: u32) -> io::Result<()> {
    let (user, group) = (Uid::from_raw(number), Gid::from_raw(number));
    unistd::setgroups(&[])?;
    unistd::setresgid(group, group, group)?;
    unistd::setresuid(user, user, user)?;
    Ok(())
}

/// What [`enter`](crate::cell::enter) does: lists of measures as JSON, then the program and its arguments.
/// Returns only what went wrong.
pub(in crate::cell) fn enter(mut args: impl Iterator<Item = OsString>) -> io::Error {
    let invalid = |what: &str| io::Error::new(io::ErrorKind::InvalidInput, what.to_owned());
    let Some(first) = args.next() else { return invalid("no measures") };
    let Some(measures) = first.to_str().and_then(|text| serde_json::from_str::<Vec<Measures>>(text).ok())
    else {
        return invalid("measures that cannot be read");
    };
    let Some(program) = args.next() else { return invalid("no program") };
    let mut next = Command::new(&program);
    next.args(args);
    for step in &measures {
        if let Err(error) = step.take() {
            return error;
        }
        if step.bare_environment {
            next.env_clear().envs(SandboxSpec::ENVIRONMENT);
        }
        if let Some(probe) = &step.probe {
            probe.report();
        }
    }
    named(program.display())(next.exec())
}
