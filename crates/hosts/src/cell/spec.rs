//! What is to run in a cell, and how much it may use.

use std::ffi::OsString;
use std::path::PathBuf;

/// A program to run in a cell. Its environment is a short fixed list ([`SandboxSpec::ENVIRONMENT`]); nothing
/// is inherited.
#[derive(Clone, Debug)]
pub struct SandboxSpec {
    /// The executable, absolute. It is readable in the cell without being listed.
    pub program: PathBuf,
    /// Its arguments, without its name.
    pub args: Vec<Arg>,
    /// Files and folders outside the system's own that it may read, absolute: its runtime.
    pub readable: Vec<PathBuf>,
    /// A folder with our own part of its language, readable too. A cell with a file system of its own shows
    /// it as [`SandboxSpec::HOST`].
    pub host: Option<PathBuf>,
    /// The packages that it may use, readable too. A cell with a file system of its own shows them as
    /// [`SandboxSpec::PACKAGES`].
    pub packages: Option<PathBuf>,
    /// Its working folder, readable too; without one it starts in `/`. A cell with a file system of its own
    /// shows it as [`SandboxSpec::FOLDER`].
    pub folder: Option<PathBuf>,
    /// Which descriptors carry the protocol.
    pub streams: Streams,
    /// What it may use.
    pub limits: ResourceLimits,
    /// The one processor it may run on; without one it may use any.
    pub core: Option<usize>,
}

impl SandboxSpec {
    /// All the environment a bot has.
    pub const ENVIRONMENT: [(&'static str, &'static str); 3] =
        [("LANG", "C.UTF-8"), ("PATH", "/usr/bin:/bin"), ("HOME", "/tmp")];

    /// The folders in which a bot finds programs by their names.
    pub(crate) fn path() -> impl Iterator<Item = PathBuf> {
        let path = Self::ENVIRONMENT.iter().find(|(name, _)| *name == "PATH");
        path.into_iter().flat_map(|(_, folders)| std::env::split_paths(folders))
    }

    /// What the bot's folder is called where the machine's own name for it can be kept from the bot.
    pub const FOLDER: &'static str = "/bot";
    /// The same for our part of its language.
    pub const HOST: &'static str = "/run/host";
    /// The same for packages.
    pub const PACKAGES: &'static str = "/run/packages";

    /// A program without arguments, on standard input and output, with the usual limits.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            readable: Vec::new(),
            host: None,
            packages: None,
            folder: None,
            streams: Streams::Standard,
            limits: ResourceLimits::default(),
            core: None,
        }
    }
}

/// A word of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// As it is.
    Plain(OsString),
    /// A file or folder of the machine, by the name it has in the cell.
    File(PathBuf),
}

impl<T: Into<OsString>> From<T> for Arg {
    fn from(word: T) -> Self {
        Self::Plain(word.into())
    }
}

/// Which descriptors carry the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Streams {
    /// Standard input and output: an executable that speaks the protocol itself.
    Standard,
    /// Descriptors 3 (from the table) and 4 (to the table). Standard input is empty, and standard output is
    /// the bot's own, in [`SandboxedProcess::prints`](super::SandboxedProcess::prints). For hosts of ours.
    Descriptors,
}

/// What a bot may use. Every number is a ceiling, not a reservation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceLimits {
    /// Memory in bytes: of the whole bot where the machine can add it up, of each of its processes elsewhere.
    pub memory: u64,
    /// Processes and threads together.
    pub processes: u32,
    /// The size of any file it writes, in bytes; everything in its `/tmp` together may have this size as
    /// well.
    pub file_size: u64,
    /// Open descriptors of one process.
    pub open_files: u64,
    /// Processor time of one process over its whole life; a net under the table's own clock.
    pub cpu_seconds: Option<u64>,
}

impl Default for ResourceLimits {
    fn default() -> Self {
        Self { memory: 512 << 20, processes: 64, file_size: 64 << 20, open_files: 128, cpu_seconds: None }
    }
}
