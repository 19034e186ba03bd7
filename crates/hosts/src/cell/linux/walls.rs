//! How a bot is started here: the settings that the trial found good, put together into a command for each bot.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write, pipe};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use command_fds::{CommandFdExt, FdMapping};

use super::bubblewrap::{self, Bubblewrap, Room};
use super::calls::{self, Calls};
use super::groups::{Group, Groups};
use super::held::{Became, Held};
use super::measures::Measures;
use super::mounts;
use super::user::User;
use super::warden::Warden;
use crate::cell::{Caged, Channel, Door, Inmate, Limits};

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
    pub(super) groups: Option<Groups>,
    pub(super) user: User,
    pub(super) counted: Counted,
    pub(super) warden: Warden,
}

/// Where bubblewrap finds its filters.
const FILTERS: [i32; 2] = [5, 6];
/// Where the protocol lies with [`Channel::Descriptors`].
const PROTOCOL: [i32; 2] = [3, 4];
/// Threads that all bots of a user together may add to what runs already, where they cannot be counted one by one.
const SPARE_THREADS: u64 = 2048;

impl Walls {
    pub(in crate::cell) fn spawn(&self, inmate: &Inmate) -> io::Result<Caged> {
        let files = mounts::own_files(inmate)?;
        let user = self.user.next();
        if user.is_some() {
            files.iter().try_for_each(|path| mounts::readable_by_others(path))?;
        }
        let group = self.groups.as_ref().map(|groups| groups.make(inmate)).transpose()?;
        let mut mapped = Vec::new();
        let (became, mut command) = match &self.kept {
            Kept::Bubblewrap(bubblewrap) => {
                mapped.extend(self.filter_pipes()?);
                (
                    Became::Bubblewrap,
                    self.behind_bubblewrap(bubblewrap, inmate, &files, user, group.as_ref())?,
                )
            }
            Kept::Landlock => (Became::Bot, self.alone(inmate, Some(files), user, group.as_ref())?),
            Kept::Nothing => (Became::Bot, self.alone(inmate, None, user, group.as_ref())?),
        };
        let pipes = Pipes::lay(inmate.channel, &mut command, &mut mapped)?;
        command.fd_mappings(mapped).map_err(io::Error::other)?;
        // Ctrl-C at the terminal is for us; bots end when we say so.
        command.env_clear().process_group(0);
        let child = self.warden.start(command)?;
        Ok(pipes.caged(Held::new(child, became, group, self.warden.clone())))
    }

    /// Two doors: one before bubblewrap, for what it passes on, and one inside, for what only counts there.
    fn behind_bubblewrap(
        &self,
        bubblewrap: &Bubblewrap,
        inmate: &Inmate,
        files: &[PathBuf],
        user: Option<u32>,
        group: Option<&Group>,
    ) -> io::Result<Command> {
        let outside = Measures { die_with_parent: true, ..self.limits(inmate, group, &FILTERS) };
        let inside = Measures {
            processes: self.process_limit(&inmate.limits),
            user,
            bare_environment: true,
            ..Measures::default()
        };
        let room = Room {
            files,
            folder: inmate.folder.as_deref(),
            scratch: inmate.limits.file_size,
            door: &self.door.program,
            filters: if self.calls.is_some() { &FILTERS } else { &[] },
        };
        let mut command = self.through(&outside, bubblewrap.program.as_os_str())?;
        command.args(bubblewrap.arguments(&room));
        command.arg(bubblewrap::DOOR).args(&self.door.args).arg(serde_json::to_string(&inside)?);
        command.arg(&inmate.program).args(&inmate.args);
        Ok(command)
    }

    /// One door: the bot takes the place of the process that takes the measures.
    fn alone(
        &self,
        inmate: &Inmate,
        landlock: Option<Vec<PathBuf>>,
        user: Option<u32>,
        group: Option<&Group>,
    ) -> io::Result<Command> {
        let measures = Measures {
            processes: self.process_limit(&inmate.limits),
            landlock,
            user,
            die_with_parent: true,
            calls: self.calls,
            bare_environment: true,
            folder: Some(inmate.folder.clone().unwrap_or_else(|| "/".into())),
            ..self.limits(inmate, group, &[])
        };
        let mut command = self.through(&measures, inmate.program.as_os_str())?;
        command.args(&inmate.args);
        Ok(command)
    }

    fn limits(&self, inmate: &Inmate, group: Option<&Group>, filters: &[i32]) -> Measures {
        let protocol: &[i32] = if inmate.channel == Channel::Descriptors { &PROTOCOL } else { &[] };
        let limits = &inmate.limits;
        Measures {
            keep_only: Some([protocol, filters].concat()),
            join: group.map(Group::lists).unwrap_or_default(),
            core: inmate.core,
            memory: Some(limits.memory),
            file_size: Some(limits.file_size),
            open_files: Some(limits.open_files),
            cpu_seconds: limits.cpu_seconds,
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

    fn through(&self, measures: &Measures, program: &std::ffi::OsStr) -> io::Result<Command> {
        let mut command = Command::new(&self.door.program);
        command.args(&self.door.args).arg(OsString::from(serde_json::to_string(measures)?)).arg(program);
        Ok(command)
    }

    fn filter_pipes(&self) -> io::Result<Vec<FdMapping>> {
        let Some(calls) = &self.calls else { return Ok(Vec::new()) };
        let filters = calls::filters(calls, 0)?;
        FILTERS
            .into_iter()
            .zip(&filters)
            .map(|(child_fd, filter)| {
                let (reader, mut writer) = pipe()?;
                // Fits into the pipe's buffer (tested beside the filters): nobody reads yet.
                writer.write_all(&calls::bytes(filter))?;
                Ok(FdMapping { parent_fd: reader.into(), child_fd })
            })
            .collect()
    }
}

/// All threads of the machine: the second number of the fourth field.
fn running_threads() -> u64 {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').nth(3).and_then(|field| field.split('/').nth(1)?.parse().ok()).unwrap_or(4096)
}

/// Our ends of the bot's pipes.
struct Pipes {
    input: File,
    output: File,
    prints: Option<File>,
    errors: File,
}

impl Pipes {
    fn lay(channel: Channel, command: &mut Command, mapped: &mut Vec<FdMapping>) -> io::Result<Self> {
        let (bot_input, input) = pipe()?;
        let (output, bot_output) = pipe()?;
        let (errors, bot_errors) = pipe()?;
        command.stderr(Stdio::from(OwnedFd::from(bot_errors)));
        let prints = match channel {
            Channel::Standard => {
                command.stdin(Stdio::from(OwnedFd::from(bot_input)));
                command.stdout(Stdio::from(OwnedFd::from(bot_output)));
                None
            }
            Channel::Descriptors => {
                let (prints, bot_prints) = pipe()?;
                command.stdin(Stdio::null());
                command.stdout(Stdio::from(OwnedFd::from(bot_prints)));
                let [read, write] = PROTOCOL;
                mapped.push(FdMapping { parent_fd: bot_input.into(), child_fd: read });
                mapped.push(FdMapping { parent_fd: bot_output.into(), child_fd: write });
                Some(file(prints))
            }
        };
        Ok(Self { input: file(input), output: file(output), prints, errors: file(errors) })
    }

    fn caged(self, held: Held) -> Caged {
        Caged { input: self.input, output: self.output, prints: self.prints, errors: self.errors, held }
    }
}

fn file(end: impl Into<OwnedFd>) -> File {
    File::from(end.into())
}
