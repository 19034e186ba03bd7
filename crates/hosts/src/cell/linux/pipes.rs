//! The pipes between a bot and its host.

use std::fs::File;
use std::io::{self, pipe};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::process::Command;

use super::held::Held;
use crate::cell::{Handle, SandboxedProcess, Streams};

/// Our ends, and one end of the bot's that has no place among the standard ones.
pub(super) struct Pipes {
    input: File,
    output: File,
    errors: File,
    prints: Option<File>,
    bot_prints: Option<OwnedFd>,
}

impl Pipes {
    /// Lays the bot's ends into the command. The protocol is always standard input and output here; where the
    /// bot has these for itself, the launcher moves them.
    pub(super) fn lay(streams: Streams, command: &mut Command) -> io::Result<Self> {
        let (bot_input, input) = pipe()?;
        let (output, bot_output) = pipe()?;
        let (errors, bot_errors) = pipe()?;
        command.stdin(bot_input).stdout(bot_output).stderr(bot_errors);
        let (prints, bot_prints) = match streams {
            Streams::Standard => (None, None),
            Streams::Descriptors => {
                let (prints, bot_prints) = pipe()?;
                (Some(file(prints)), Some(bot_prints.into()))
            }
        };
        Ok(Self { input: file(input), output: file(output), errors: file(errors), prints, bot_prints })
    }

    /// The number under which a process that is started finds the pipe for its prints.
    pub(super) fn prints_number(&self) -> Option<RawFd> {
        self.bot_prints.as_ref().map(AsRawFd::as_raw_fd)
    }

    /// The pipe for the bot's prints, to be handed to it.
    pub(super) fn take_bot_prints(&mut self) -> Option<OwnedFd> {
        self.bot_prints.take()
    }

    pub(super) fn into_process(self, held: Held) -> SandboxedProcess {
        let Self { input, output, errors, prints, .. } = self;
        SandboxedProcess { input, output, prints, errors, handle: Handle { held } }
    }
}

fn file(end: impl Into<OwnedFd>) -> File {
    File::from(end.into())
}
