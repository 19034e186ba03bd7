//! Systems other than Linux: a process of its own with pipes, and nothing around it. It says so.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, pipe};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use super::{
    Arg, Ending, Grouping, Guard, Guarded, Handle, Launcher, LimitBreach, NoTier, Protection, SandboxSpec,
    SandboxedProcess, Streams, TaskTime, Tier,
};

fn no_cell() -> NoTier {
    let why = "foreign bots are kept in on Linux only".to_owned();
    NoTier { why, helps: Some("run them there, or in WebAssembly") }
}

/// Nothing that could be set up.
#[derive(Debug)]
pub(super) struct Policy;

/// The only tier there is.
pub(super) fn try_tier(tier: Tier, _: &Launcher, _: Grouping) -> Result<(Policy, Protection), NoTier> {
    if tier != Tier::LimitsOnly {
        return Err(no_cell());
    }
    let guards = Guard::ALL.into_iter().map(|guard| Guarded::open(guard, no_cell().to_string())).collect();
    Ok((Policy, Protection { tier, guards }))
}

/// Processes are ended one by one, by those who hold them.
pub(super) fn end_all() {}

/// There is no launcher: processes are started as they are.
pub(super) fn enter(_: impl Iterator<Item = OsString>) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, no_cell())
}

impl Policy {
    pub(super) fn spawn(&self, spec: &SandboxSpec) -> io::Result<SandboxedProcess> {
        let mut command = Command::new(&spec.program);
        command.args(spec.args.iter().map(word)).env_clear().envs(environment());
        if let Some(folder) = &spec.folder {
            command.current_dir(folder);
        }
        let (bot_input, input) = pipe()?;
        let (output, bot_output) = pipe()?;
        let (errors, bot_errors) = pipe()?;
        command.stderr(bot_errors);
        let prints = match spec.streams {
            Streams::Standard => {
                command.stdin(bot_input).stdout(bot_output);
                None
            }
            Streams::Descriptors => {
                let (prints, bot_prints) = pipe()?;
                command.stdin(Stdio::null()).stdout(bot_prints);
                map_protocol(&mut command, bot_input, bot_output)?;
                Some(file(prints))
            }
        };
        let handle = Handle { held: Held { child: command.spawn()?, ended: None, alive: Arc::new(Alive) } };
        Ok(SandboxedProcess {
            input: file(input),
            output: file(output),
            prints,
            errors: file(errors),
            handle,
        })
    }
}

/// Files have here the names that they have on the machine.
fn word(arg: &Arg) -> &OsStr {
    match arg {
        Arg::Plain(word) => word,
        Arg::File(path) => path.as_os_str(),
    }
}

/// Windows programs do not start without their system's folder.
fn environment() -> Vec<(OsString, OsString)> {
    let fixed = SandboxSpec::ENVIRONMENT.map(|(name, value)| (name.into(), value.into()));
    let system = std::env::var_os("SystemRoot").map(|value| ("SystemRoot".into(), value));
    fixed.into_iter().chain(system).collect()
}

#[cfg(unix)]
fn map_protocol(command: &mut Command, input: io::PipeReader, output: io::PipeWriter) -> io::Result<()> {
    use command_fds::{CommandFdExt, FdMapping};
    let mapped = vec![
        FdMapping { parent_fd: input.into(), child_fd: 3 },
        FdMapping { parent_fd: output.into(), child_fd: 4 },
    ];
    command.fd_mappings(mapped).map(drop).map_err(io::Error::other)
}

#[cfg(not(unix))]
fn map_protocol(_: &mut Command, _: io::PipeReader, _: io::PipeWriter) -> io::Result<()> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        "this system has no descriptors 3 and 4; use standard input and output",
    ))
}

#[cfg(unix)]
fn file(end: impl Into<std::os::fd::OwnedFd>) -> File {
    File::from(end.into())
}

#[cfg(windows)]
fn file(end: impl Into<std::os::windows::io::OwnedHandle>) -> File {
    File::from(end.into())
}

/// What other threads may do with a process: nothing here.
#[derive(Debug)]
pub(super) struct Alive;

impl Alive {
    pub(super) fn processor_time(&self) -> Duration {
        Duration::ZERO
    }

    pub(super) fn tasks(&self) -> Vec<TaskTime> {
        Vec::new()
    }

    pub(super) fn stop(&self) {}

    pub(super) fn go_on(&self) {}

    pub(super) fn end(&self, _: LimitBreach) {}
}

/// A started process.
#[derive(Debug)]
pub(super) struct Held {
    child: Child,
    ended: Option<Ending>,
    alive: Arc<Alive>,
}

impl Held {
    pub(super) fn alive(&self) -> &Arc<Alive> {
        &self.alive
    }

    /// The system is not asked; the wall clock has to do.
    pub(super) fn processor_time(&self) -> Duration {
        Duration::ZERO
    }

    pub(super) fn peak_memory(&self) -> Option<u64> {
        None
    }

    pub(super) fn try_ended(&mut self) -> Option<Ending> {
        if self.ended.is_none() {
            self.ended = match self.child.try_wait() {
                Ok(status) => status.map(ending),
                Err(_) => Some(Ending::Unknown),
            };
        }
        self.ended
    }

    pub(super) fn kill(&mut self) {
        if self.ended.is_none() {
            let _ = self.child.kill();
            self.ended = Some(self.child.wait().map_or(Ending::Unknown, ending));
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.kill();
    }
}

fn ending(status: ExitStatus) -> Ending {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Ending::Signal(signal);
    }
    status.code().map_or(Ending::Unknown, Ending::Exit)
}
