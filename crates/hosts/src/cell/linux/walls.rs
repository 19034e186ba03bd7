//! How a bot is started here: the settings that the trial found good, put together into a command for each bot.

use std::fs::{self, File};
use std::io;
use std::os::fd::RawFd;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use super::bubblewrap::{self, Bubblewrap, Room};
use super::calls::Calls;
use super::descriptors::{Descriptors, from_outside};
use super::groups::{Controller, Group, Groups};
use super::held::{Became, Held};
use super::look::Look;
use super::measures::Measures;
use super::mounts::{self, Above, Names};
use super::pipes::Pipes;
use super::user::User;
use super::warden::Warden;
use super::watch::{Ceilings, Watch};
use crate::cell::{Caged, Door, Inmate, Limits};

/// What keeps a bot from looking around.
#[derive(Clone, Debug)]
pub(super) enum Kept {
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
    /// Nothing counts for it alone; it may start no process, and a generous limit for all of the user stops threads.
    Refused,
    /// As before, but without a filter that could refuse.
    Loosely,
}

/// Everything that was found good at start-up.
#[derive(Debug)]
pub(in crate::cell) struct Walls {
    pub(super) door: Door,
    pub(super) kept: Kept,
    pub(super) calls: Option<Calls>,
    /// The filters of system calls in memory, where bubblewrap lays them on.
    pub(super) laid_out: Arc<[File]>,
    pub(super) groups: Option<Groups>,
    pub(super) user: User,
    pub(super) counted: Counted,
    pub(super) warden: Warden,
    pub(super) watch: Watch,
}

/// Threads that all bots of a user together may add to what runs already, where they cannot be counted one by one.
const SPARE_THREADS: u64 = 2048;

/// Files in a bot's `/tmp`: each takes a kilobyte of the kernel's memory, however small it is.
const MOST_FILES: u64 = 16_384;

impl Walls {
    pub(in crate::cell) fn spawn(&self, inmate: &Inmate) -> io::Result<Caged> {
        let files = mounts::own_files(inmate)?;
        if self.user != User::Same {
            // Behind bubblewrap the folders above are the cell's own.
            let above = if matches!(self.kept, Kept::Landlock) { Above::Counts } else { Above::Replaced };
            files.iter().try_for_each(|path| mounts::readable_by_others(path, above))?;
        }
        self.start(inmate, files, None)
    }

    /// Starts a process that looks around and becomes nothing else.
    pub(super) fn spawn_to_look(&self, look: Look) -> io::Result<Caged> {
        self.start(&Inmate::new(&self.door.program), Vec::new(), Some(look))
    }

    fn start(&self, inmate: &Inmate, files: Vec<PathBuf>, look: Option<Look>) -> io::Result<Caged> {
        let mut command = Command::new(&self.door.program);
        let mut pipes = Pipes::lay(inmate.channel, &mut command)?;
        let group = self.groups.as_ref().map(|groups| groups.make(inmate)).transpose()?;
        let mut descriptors = Descriptors {
            prints: pipes.prints_number(),
            filters: self.laid_out.iter().map(from_outside).collect(),
            options: None,
        };
        let filters: Vec<_> = descriptors.filter_numbers().collect();
        let names = match &self.kept {
            Kept::Bubblewrap(_) => Names::in_a_cell(inmate),
            Kept::Landlock | Kept::Nothing => Names::default(),
        };
        let inside = self.inside(inmate, look);
        let mut options = None;
        // Ctrl-C at the terminal is for us; bots end when we say so.
        command.args(&self.door.args).env_clear().process_group(0);
        let became = match &self.kept {
            Kept::Bubblewrap(bubblewrap) => {
                // Two doors: one before bubblewrap, for what it passes on, and one inside, for what only counts there.
                let room = self.room(inmate, &files, &names, &filters);
                let laid = options.insert(bubblewrap.options(&room)?);
                descriptors.options = Some(from_outside(laid));
                let number = descriptors.options_number().to_string();
                let outside = outside(inmate, group.as_ref(), descriptors);
                command.arg(serde_json::to_string(&[outside])?);
                command.arg(&bubblewrap.program).args(["--args", &number, "--"]);
                command.arg(bubblewrap::DOOR).args(&self.door.args).arg(serde_json::to_string(&[inside])?);
                Became::Bubblewrap
            }
            kept => {
                // One door: the bot takes the place of the process that takes the measures.
                let landlock = matches!(kept, Kept::Landlock).then_some(files);
                let folder = Some(inmate.folder.clone().unwrap_or_else(|| "/".into()));
                let die_with = Some(std::process::id());
                let inside = Measures { landlock, folder, die_with, calls: self.calls, ..inside };
                let outside = outside(inmate, group.as_ref(), descriptors);
                command.arg(serde_json::to_string(&[outside, inside])?);
                Became::Bot
            }
        };
        command.arg(names.of(&inmate.program)).args(inmate.args.iter().map(|arg| names.word(arg)));
        let child = self.warden.start(command, pipes.take_bot_prints())?;
        let read_later = (Arc::clone(&self.laid_out), options);
        let held = Held::new(child, became, group, self.warden.clone(), read_later);
        // Where no group adds up what it holds.
        if !self.groups.as_ref().is_some_and(|groups| groups.have(Controller::Memory)) {
            self.watch.over(held.alive(), Ceilings { memory: inmate.limits.memory, files: MOST_FILES });
        }
        Ok(pipes.caged(held))
    }

    fn room<'a>(
        &'a self,
        inmate: &'a Inmate,
        files: &'a [PathBuf],
        names: &'a Names,
        filters: &'a [RawFd],
    ) -> Room<'a> {
        let folder = inmate.folder.as_deref();
        Room { files, names, folder, scratch: inmate.limits.file_size, door: &self.door.program, filters }
    }

    /// What is taken last, right before the bot.
    fn inside(&self, inmate: &Inmate, look: Option<Look>) -> Measures {
        Measures {
            processes: self.process_limit(&inmate.limits),
            user: self.user.next(),
            bare_environment: true,
            look,
            ..Measures::default()
        }
    }

    fn process_limit(&self, limits: &Limits) -> Option<u64> {
        match self.counted {
            Counted::Group => None,
            // One more for the process that reaps inside a user namespace.
            Counted::User => Some(u64::from(limits.processes) + 1),
            Counted::Refused | Counted::Loosely => Some(running_threads() + SPARE_THREADS),
        }
    }
}

/// What is taken first, and passed on by whatever stands between.
fn outside(inmate: &Inmate, group: Option<&Group>, descriptors: Descriptors) -> Measures {
    let limits = &inmate.limits;
    Measures {
        descriptors: Some(descriptors),
        join: group.map(Group::lists).unwrap_or_default(),
        core: inmate.core,
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
