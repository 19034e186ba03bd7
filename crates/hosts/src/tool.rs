//! Programs of this machine that we call ourselves: interpreters asked who they are, compilers given our own
//! sources.
//!
//! None of them runs a bot's code, and yet a version manager that asks the network, or a compiler on a folder
//! that has gone, can hang: each has a deadline.

use std::env;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// For a question that any program answers at once.
pub(crate) const ASKING: Duration = Duration::from_secs(60);
/// For making our own part of a host.
pub(crate) const MAKING: Duration = Duration::from_secs(600);
/// How often a program is looked after.
const LOOK: Duration = Duration::from_millis(2);
/// What it wrote is there by then, unless it left somebody behind who still holds its pipes.
const LINGERING: Duration = Duration::from_secs(1);

/// Where a program lies that is on the path, with all links followed.
pub(crate) fn on_the_path(name: &str) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    env::split_paths(&paths).map(|folder| folder.join(name)).find(|path| path.is_file())?.canonicalize().ok()
}

/// Runs a command to its end and gives all that it wrote; one that does not end in time is ended, and is an
/// error.
pub(crate) fn output_within(command: &mut Command, limit: Duration) -> io::Result<Output> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let (stdout, stderr) = (drained(child.stdout.take()), drained(child.stderr.take()));
    let status = ended_within(&mut child, limit)?;
    let text = |stream: Receiver<Vec<u8>>| stream.recv_timeout(LINGERING).unwrap_or_default();
    Ok(Output { status, stdout: text(stdout), stderr: text(stderr) })
}

fn ended_within(child: &mut Child, limit: Duration) -> io::Result<ExitStatus> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if begun.elapsed() >= limit {
            child.kill()?;
            child.wait()?;
            let message = format!("it does not end within {} s", limit.as_secs_f64());
            return Err(io::Error::new(io::ErrorKind::TimedOut, message));
        }
        thread::sleep(LOOK);
    }
}

fn drained(stream: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (give, take) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // What was read before a failure is as much as there will be.
            let _ = stream.read_to_end(&mut bytes);
        }
        // Nobody may be waiting any more.
        let _ = give.send(bytes);
    });
    take
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str, limit: Duration) -> io::Result<Output> {
        output_within(Command::new("sh").args(["-c", script]), limit)
    }

    #[test]
    fn what_a_program_says_is_told_apart() {
        let said = sh("echo one; echo two >&2; exit 3", ASKING).unwrap();
        assert_eq!(
            (said.status.code(), &*said.stdout, &*said.stderr),
            (Some(3), &b"one\n"[..], &b"two\n"[..])
        );
    }

    #[test]
    fn a_program_that_hangs_is_ended() {
        let error = sh("exec sleep 86400", Duration::from_millis(1)).unwrap_err();
        assert_eq!(error.to_string(), "it does not end within 0.001 s");
    }

    #[test]
    fn a_program_that_leaves_somebody_behind_with_its_pipes_is_not_waited_for() {
        let said = sh("sleep 30 & echo $!", ASKING).unwrap();
        assert!(said.status.success() && said.stdout.is_empty(), "{said:?}");
    }
}
