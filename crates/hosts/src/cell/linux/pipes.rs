//! The pipes between a bot and its host.

use std::fs::File;
use std::io::{self, pipe};
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};

use command_fds::FdMapping;

use super::held::Held;
use crate::cell::{Caged, Channel, Key};

/// Where the protocol lies with [`Channel::Descriptors`]: what the bot reads, what it writes.
pub(super) const PROTOCOL: [i32; 2] = [3, 4];

/// Our ends.
pub(super) struct Pipes {
    input: File,
    output: File,
    prints: Option<File>,
    errors: File,
}

impl Pipes {
    /// Lays the bot's ends into the command, or into the list of descriptors that it gets besides.
    pub(super) fn lay(
        channel: Channel,
        command: &mut Command,
        besides: &mut Vec<FdMapping>,
    ) -> io::Result<Self> {
        let (bot_input, input) = pipe()?;
        let (output, bot_output) = pipe()?;
        let (errors, bot_errors) = pipe()?;
        command.stderr(bot_errors);
        let prints = match channel {
            Channel::Standard => {
                command.stdin(bot_input).stdout(bot_output);
                None
            }
            Channel::Descriptors => {
                let (prints, bot_prints) = pipe()?;
                command.stdin(Stdio::null()).stdout(bot_prints);
                let [reading, writing] = PROTOCOL;
                besides.push(FdMapping { parent_fd: bot_input.into(), child_fd: reading });
                besides.push(FdMapping { parent_fd: bot_output.into(), child_fd: writing });
                Some(file(prints))
            }
        };
        Ok(Self { input: file(input), output: file(output), prints, errors: file(errors) })
    }

    pub(super) fn caged(self, held: Held) -> Caged {
        Caged {
            input: self.input,
            output: self.output,
            prints: self.prints,
            errors: self.errors,
            key: Key { held },
        }
    }
}

fn file(end: impl Into<OwnedFd>) -> File {
    File::from(end.into())
}
