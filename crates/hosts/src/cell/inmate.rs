//! What is to run in a cell, and how much it may use.

use std::ffi::OsString;
use std::path::PathBuf;

/// A program to run in a cell. Its environment is a short fixed list ([`Inmate::ENVIRONMENT`]); nothing is inherited.
#[derive(Clone, Debug)]
pub struct Inmate {
    /// The executable, absolute. It is readable in the cell without being listed.
    pub program: PathBuf,
    /// Its arguments, without its name.
    pub args: Vec<OsString>,
    /// Files and folders outside the system's own that it may read, absolute: its runtime, its sources.
    pub readable: Vec<PathBuf>,
    /// Files and folders among those that it must not see, absolute: the other bots.
    pub hidden: Vec<PathBuf>,
    /// Its working folder, readable too; without one it starts in `/`.
    pub folder: Option<PathBuf>,
    /// Which descriptors carry the protocol.
    pub channel: Channel,
    /// What it may use.
    pub limits: Limits,
    /// The one processor it may run on; without one it may use any.
    pub core: Option<usize>,
}

impl Inmate {
    /// All the environment a bot has.
    pub const ENVIRONMENT: [(&'static str, &'static str); 3] =
        [("LANG", "C.UTF-8"), ("PATH", "/usr/bin:/bin"), ("HOME", "/tmp")];

    /// A program without arguments, on standard input and output, with the usual limits.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            readable: Vec::new(),
            hidden: Vec::new(),
            folder: None,
            channel: Channel::Standard,
            limits: Limits::default(),
            core: None,
        }
    }
}

/// Which descriptors carry the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Standard input and output: an executable that speaks the protocol itself.
    Standard,
    /// Descriptors 3 (from the table) and 4 (to the table). Standard input is empty, and standard output is the bot's
    /// own, in [`Caged::prints`](super::Caged::prints). For hosts of ours.
    Descriptors,
}

/// What a bot may use. Every number is a ceiling, not a reservation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Memory in bytes: of the whole bot where the machine can add it up, of each of its processes elsewhere.
    pub memory: u64,
    /// Processes and threads together.
    pub processes: u32,
    /// The size of any file it writes, in bytes; everything in its `/tmp` together may have this size as well.
    pub file_size: u64,
    /// Open descriptors of one process.
    pub open_files: u64,
    /// Processor time of one process over its whole life; a net under the table's own clock.
    pub cpu_seconds: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 512 << 20, processes: 64, file_size: 64 << 20, open_files: 128, cpu_seconds: None }
    }
}
