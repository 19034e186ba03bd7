//! How a bot is started here: the settings that the trial found good, put together into a command for each
//! bot.

use std::fs::{self, File};
use std::io;
use std::os::fd::RawFd;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use super::bubblewrap::{self, Bubblewrap, CellContents};
use super::calls::Calls;
use super::control_groups::{Controller, Group, Groups};
use super::descriptors::{Descriptors, from_outside};
use super::held::{Became, Held};
use super::measures::Measures;
use super::mounts::{self, Names, ParentFolders};
use super::pipes::Pipes;
use super::spawner::Spawner;
use super::trial::probe::Probe;
use super::user::User;
use super::watch::{Ceilings, Watch};
use crate::cell::{Launcher, ResourceLimits, SandboxSpec, SandboxedProcess};

/// What keeps a bot from looking around.
#[derive(Clone, Debug)]
pub(super) enum Isolation {
    Bubblewrap(Bubblewrap),
    Landlock,
    Nothing,
}

/// What keeps a bot from starting processes without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    /// Its control group.
    Group,
    /// The limit of its user, which is its own: nobody else's processes count.
    User,
    /// Nothing counts for it alone; it may start no process, and a generous limit for all of the user stops
    /// threads.
    Refused,
    /// As before, but without a filter that could refuse.
    Loosely,
}

/// Everything that was found good at start-up.
#[derive(Debug)]
pub(in crate::cell) struct Policy {
    pub(super) launcher: Launcher,
    pub(super) isolation: Isolation,
    pub(super) calls: Option<Calls>,
    /// The filters of system calls in memory, where bubblewrap lays them on.
    pub(super) laid_out: Arc<[File]>,
    pub(super) groups: Option<Groups>,
    pub(super) user: User,
    pub(super) counted: Counted,
    pub(super) spawner: Spawner,
    pub(super) watch: Watch,
}

/// Threads that all bots of a user together may add to what runs already, where they cannot be counted one by
/// one.
const SPARE_THREADS: u64 = 2048;

/// Files in a bot's `/tmp`: each takes a kilobyte of the kernel's memory, however small it is.
const MOST_FILES: u64 = 16_384;

impl Policy {
    pub(in crate::cell) fn spawn(&self, spec: &SandboxSpec) -> io::Result<SandboxedProcess> {
        let files = mounts::own_files(spec)?;
        if self.user != User::Same {
            // Behind bubblewrap the folders above are the cell's own.
            let parents = if matches!(self.isolation, Isolation::Landlock) {
                ParentFolders::Counts
            } else {
                ParentFolders::Replaced
            };
            files.iter().try_for_each(|path| mounts::readable_by_others(path, parents))?;
        }
        self.start(spec, files, None)
    }

    /// Starts a process that looks around and becomes nothing else.
    pub(super) fn spawn_probe(&self, probe: Probe) -> io::Result<SandboxedProcess> {
        self.start(&SandboxSpec::new(&self.launcher.program), Vec::new(), Some(probe))
    }

    fn start(
        &self,
        spec: &SandboxSpec,
        files: Vec<PathBuf>,
        probe: Option<Probe>,
    ) -> io::Result<SandboxedProcess> {
        let mut command = Command::new(&self.launcher.program);
        let mut pipes = Pipes::lay(spec.streams, &mut command)?;
        let group = self.groups.as_ref().map(|groups| groups.make(spec)).transpose()?;
        let mut descriptors = Descriptors {
            prints: pipes.prints_number(),
            filters: self.laid_out.iter().map(from_outside).collect(),
            options: None,
        };
        let filters: Vec<_> = descriptors.filter_numbers().collect();
        let names = match &self.isolation {
            Isolation::Bubblewrap(_) => Names::in_a_cell(spec),
            Isolation::Landlock | Isolation::Nothing => Names::default(),
        };
        let inside = self.inside(spec, probe);
        let mut options = None;
        // Ctrl-C at the terminal is for us; bots end when we say so.
        command.args(&self.launcher.args).env_clear().process_group(0);
        let became = match &self.isolation {
            Isolation::Bubblewrap(bubblewrap) => {
                // Two launchers: one before bubblewrap, for what it passes on, and one inside, for what only
                // counts there.
                let contents = self.contents(spec, &files, &names, &filters);
                let laid = options.insert(bubblewrap.options(&contents)?);
                descriptors.options = Some(from_outside(laid));
                let number = descriptors.options_number().to_string();
                let outside = outside(spec, group.as_ref(), descriptors);
                command.arg(serde_json::to_string(&[outside])?);
                command.arg(&bubblewrap.program).args(["--args", &number, "--"]);
                command
                    .arg(bubblewrap::LAUNCHER)
                    .args(&self.launcher.args)
                    .arg(serde_json::to_string(&[inside])?);
                Became::Bubblewrap
            }
            isolation => {
                // One launcher: the bot takes the place of the process that takes the measures.
                let landlock = matches!(isolation, Isolation::Landlock).then_some(files);
                let folder = Some(spec.folder.clone().unwrap_or_else(|| "/".into()));
                let die_with = Some(std::process::id());
                let inside = Measures { landlock, folder, die_with, calls: self.calls, ..inside };
                let outside = outside(spec, group.as_ref(), descriptors);
                command.arg(serde_json::to_string(&[outside, inside])?);
                Became::Bot
            }
        };
        command.arg(names.of(&spec.program)).args(spec.args.iter().map(|arg| names.word(arg)));
        let child = self.spawner.start(command, pipes.take_bot_prints())?;
        let read_later = (Arc::clone(&self.laid_out), options);
        let held = Held::new(child, became, group, self.spawner.clone(), read_later);
        // Where no group adds up what it holds.
        if !self.groups.as_ref().is_some_and(|groups| groups.have(Controller::Memory)) {
            self.watch.over(held.alive(), Ceilings { memory: spec.limits.memory, files: MOST_FILES });
        }
        Ok(pipes.into_process(held))
    }

    fn contents<'a>(
        &'a self,
        spec: &'a SandboxSpec,
        files: &'a [PathBuf],
        names: &'a Names,
        filters: &'a [RawFd],
    ) -> CellContents<'a> {
        let folder = spec.folder.as_deref();
        CellContents {
            files,
            names,
            folder,
            scratch: spec.limits.file_size,
            launcher: &self.launcher.program,
            filters,
        }
    }

    /// What is taken last, right before the bot.
    fn inside(&self, spec: &SandboxSpec, probe: Option<Probe>) -> Measures {
        Measures {
            processes: self.process_limit(&spec.limits),
            user: self.user.next(),
            bare_environment: true,
            probe,
            ..Measures::default()
        }
    }

    fn process_limit(&self, limits: &ResourceLimits) -> Option<u64> {
        match self.counted {
            Counted::Group => None,
            // One more for the process that reaps inside a user namespace.
            Counted::User => Some(u64::from(limits.processes) + 1),
            Counted::Refused | Counted::Loosely => Some(running_threads() + SPARE_THREADS),
        }
    }
}

/// What is taken first, and passed on by whatever stands between.
fn outside(spec: &SandboxSpec, group: Option<&Group>, descriptors: Descriptors) -> Measures {
    let limits = &spec.limits;
    Measures {
        descriptors: Some(descriptors),
        join: group.map(Group::lists).unwrap_or_default(),
        core: spec.core,
        memory: Some(limits.memory),
        file_size: Some(limits.file_size),
        open_files: Some(limits.open_files),
        cpu_seconds: limits.cpu_seconds,
        die_with: Some(std::process::id()),
        ..Measures::default()
    }
}

/// All threads of the machine: the second number of the fourth field.
fn running_threads() -> u64 {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').nth(3).and_then(|field| field.split('/').nth(1)?.parse().ok()).unwrap_or(4096)
}
