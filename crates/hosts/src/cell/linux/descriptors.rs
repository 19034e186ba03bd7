//! Which descriptors a bot has. The launcher closes everything it inherited and lays out what belongs there;
//! this program passes nothing but standard input, output and error the usual way, since anything else would
//! make the system copy the memory of this whole program for every start (20 ms for 500 MiB).

use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::os::fd::{AsRawFd, IntoRawFd, RawFd};
use std::path::PathBuf;

use nix::fcntl::{FcntlArg, OFlag, fcntl, open};
use nix::sys::stat::Mode;
use nix::unistd::{close, dup, dup2_stdin, dup2_stdout};
use serde::{Deserialize, Serialize};

/// The first number that is not standard.
const FIRST: RawFd = 3;
/// Above everything that is laid out.
const ASIDE: RawFd = 16;

/// What to lay out.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Descriptors {
    /// An inherited descriptor for what the bot prints. Where there is one, standard input and output move to
    /// 3 and 4: they are the protocol.
    pub prints: Option<RawFd>,
    /// Filters of system calls for bubblewrap, opened at the numbers that follow.
    pub filters: Vec<PathBuf>,
    /// Options for bubblewrap, behind them.
    pub options: Option<PathBuf>,
}

impl Descriptors {
    /// Where the filters will be.
    pub(super) fn filter_numbers(&self) -> Range<RawFd> {
        let first = if self.prints.is_some() { FIRST + 2 } else { FIRST };
        first..first + RawFd::try_from(self.filters.len()).unwrap_or_default()
    }

    /// Where bubblewrap's options will be.
    pub(super) fn options_number(&self) -> RawFd {
        self.filter_numbers().end
    }

    /// Closes everything else and lays these out.
    pub(super) fn lay(&self) -> io::Result<()> {
        match self.prints {
            Some(inherited) => {
                let aside = fcntl(
                    File::options().write(true).open(own(inherited))?,
                    FcntlArg::F_DUPFD_CLOEXEC(ASIDE),
                )?;
                close_all_but(aside)?;
                at(FIRST, dup(io::stdin())?)?;
                at(FIRST + 1, dup(io::stdout())?)?;
                dup2_stdin(File::open("/dev/null")?)?;
                dup2_stdout(File::options().write(true).open(own(aside))?)?;
                close(aside)?;
            }
            None => close_all_but(-1)?,
        }
        for (number, file) in (self.filter_numbers().start..).zip(self.filters.iter().chain(&self.options)) {
            at(number, open(file, OFlag::O_RDONLY, Mode::empty())?)?;
        }
        Ok(())
    }
}

/// A path to a descriptor of this process: opened through it, a pipe is the same pipe.
fn own(number: RawFd) -> String {
    format!("/proc/self/fd/{number}")
}

/// A path by which a process that is started can open a file of this program anew, at its beginning.
pub(super) fn from_outside(file: &File) -> PathBuf {
    format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd()).into()
}

/// Leaves a descriptor open for the next program. The system gives the lowest number that is free, which has
/// to be the one expected.
fn at(expected: RawFd, descriptor: impl IntoRawFd) -> io::Result<()> {
    let number = descriptor.into_raw_fd();
    if number == expected {
        return Ok(());
    }
    Err(io::Error::other(format!("descriptor {number} instead of {expected}")))
}

fn close_all_but(kept: RawFd) -> io::Result<()> {
    let open: Vec<RawFd> = fs::read_dir("/proc/self/fd")?
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|number| *number >= FIRST && *number != kept)
        .collect();
    for number in open {
        // The list's own descriptor is among them and closed already.
        let _ = close(number);
    }
    Ok(())
}
