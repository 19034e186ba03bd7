//! The launcher: this program again, which takes its own rights away and then becomes the bot.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// How the launcher is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launcher {
    /// A program that hands its arguments to [`enter`].
    pub program: PathBuf,
    /// What to say to it before the cell's own arguments.
    pub args: Vec<OsString>,
}

impl Launcher {
    /// The hidden command of the binary.
    pub const COMMAND: &'static str = "__cell";

    /// This very program, with its hidden command [`Launcher::COMMAND`].
    pub fn this_program() -> io::Result<Self> {
        Ok(Self { program: std::env::current_exe()?, args: vec![Self::COMMAND.into()] })
    }

    /// A program that is nothing but a launcher, as tests have it.
    pub fn at(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), args: Vec::new() }
    }
}

/// Goes through the launcher: takes away what the arguments say and becomes the program they name. Called by
/// the binary for its hidden command, with everything behind it, before it does anything else. Never returns;
/// what fails is said on standard error, with exit code 125.
pub fn enter(args: impl Iterator<Item = OsString>) -> ! {
    let failure = super::platform::enter(args);
    eprintln!("croupier: the cell could not be entered: {failure}");
    std::process::exit(125)
}
