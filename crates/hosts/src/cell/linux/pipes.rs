//! The pipes between a bot and its host.

use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, pipe};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::process::Command;

use rustix::pipe::fcntl_setpipe_size;

use super::held::Held;
use crate::cell::{Handle, SandboxedProcess, Streams};

/// So much a bot may print before it waits for us to read, four times what a pipe holds by itself. On a busy
/// machine our reader may be slow to get a processor, and that wait would count as the bot's own time. Much
/// more would use up what a user's pipes may hold together, whereupon new ones would hold 8 KiB.
const PRINTED_AHEAD: usize = 1 << 18;

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
        let (errors, bot_errors) = pipe_for_prints()?;
        command.stdin(bot_input).stdout(bot_output).stderr(bot_errors);
        let (prints, bot_prints) = match streams {
            Streams::Standard => (None, None),
            Streams::Descriptors => {
                let (prints, bot_prints) = pipe_for_prints()?;
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

fn pipe_for_prints() -> io::Result<(PipeReader, PipeWriter)> {
    let (reader, writer) = pipe()?;
    // Where the system gives no more, it stays as it is, and bots print with less ahead of them.
    let _ = fcntl_setpipe_size(&writer, PRINTED_AHEAD);
    Ok((reader, writer))
}

fn file(end: impl Into<OwnedFd>) -> File {
    File::from(end.into())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_bot_prints_three_times_what_a_pipe_holds_by_itself_before_anyone_reads() {
        let mut pipes = Pipes::lay(Streams::Descriptors, &mut Command::new("true")).unwrap();
        let mut bot = file(pipes.take_bot_prints().unwrap());
        crate::pipes::never_block(&bot).unwrap();
        bot.write_all(&vec![b'x'; 3 << 16]).unwrap();
    }
}
