//! One player through the compiler, in the cell: its source goes in, a program or the compiler's words come out.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::HaskellHost;
use super::files::write_open;
use super::flags::{OUR_FLAGS, PLAYER_FLAGS};
use super::games::Service;
use crate::cell::{Caged, Cell, Channel, Ending, Inmate, Key, Limits};
use crate::interrupt::Interrupt;
use crate::limit::Limit;
use crate::wait::LOOK;

/// A copy of our modules beside the player, in a folder that vanishes; the program leaves through descriptor 4. What the
/// player's own options make the compiler run cannot speak there: a player that wrote to it would harm only itself.
const SCRIPT: &str = r#"kit=$1 player=$2 compiler=$3; shift 3
room=$(mktemp -d) || exit 99
trap 'rm -rf "$room"' EXIT
cp -Rp "$kit/." "$room" && cp "$player"/*.hs "$room" && cd "$room" || exit 98
"$compiler" "$@" Main.hs -o "$room/player.program" 3<&- 4>&- || exit 1
cat "$room/player.program" >&4"#;
const NOWHERE_TO_WRITE: i32 = 99;
/// For a player's module, unless somebody says otherwise: a busy machine compiles an honest one in a tenth of it.
const COMPILING: Duration = Duration::from_secs(60);
/// The compiler's last words, and how it ended, are known so long after its output has ended, or never.
const LEAVING: Duration = Duration::from_secs(5);
const LIMITS: Limits =
    Limits { memory: 2 << 30, processes: 64, file_size: 256 << 20, open_files: 256, cpu_seconds: Some(60) };
/// More than this of a message is dropped.
const LONGEST_MESSAGE: u64 = 1 << 20;
const LARGEST_PROGRAM: u64 = 256 << 20;

/// How long a player may take to compile, and what ends that from outside.
#[derive(Debug, Clone)]
pub struct Compiling {
    /// Of the compiler's own time, as for a bot's move; the wall has the last word.
    pub limit: Duration,
    /// Ends it at once.
    pub interrupt: Interrupt,
}

impl Default for Compiling {
    fn default() -> Self {
        Self { limit: COMPILING, interrupt: Interrupt::default() }
    }
}

impl Compiling {
    /// What a stream holds at its end, waited for no longer than the compiler may take.
    fn all_of(&self, stream: &Receiver<Vec<u8>>, key: &Key) -> Result<Vec<u8>, Uncompiled> {
        let mut limit = Limit::begin(self.limit, Instant::now());
        loop {
            match stream.recv_timeout(LOOK) {
                Ok(made) => return Ok(made),
                Err(RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.interrupt.is_raised() {
                return Err("the run was interrupted while it was compiled".to_owned().into());
            }
            limit.look(Instant::now(), key).map_err(|late| {
                format!(
                    "it is not compiled after {:.0} s ({:.0} s of processor time); {} s are allowed",
                    late.used.wall.as_secs_f64(),
                    late.used.processor.as_secs_f64(),
                    late.allowed.as_secs_f64()
                )
            })?;
        }
    }
}

/// A player that gives no program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncompiled {
    /// Why, in one line.
    pub why: String,
    /// All that the compiler said.
    pub message: String,
}

impl From<String> for Uncompiled {
    fn from(why: String) -> Self {
        Self { message: why.clone(), why }
    }
}

impl HaskellHost {
    /// The program of a module with this source.
    pub(super) fn compile(
        &self,
        cell: &Cell,
        service: Service,
        module: &str,
        source: &[u8],
        key: &str,
    ) -> Result<Vec<u8>, Uncompiled> {
        let trouble = |error: io::Error| Uncompiled::from(error.to_string());
        let player = self.folder.path().join("sources").join(key);
        write_player(&player, service, module, source).map_err(trouble)?;
        let mut args: Vec<_> = ["-c", SCRIPT, "compile"].map(Into::into).into();
        args.extend([self.kit().into(), player.clone().into(), self.compiler.clone().into()]);
        args.extend(OUR_FLAGS.iter().chain(&PLAYER_FLAGS).map(Into::into));
        let mut readable = self.library.clone();
        readable.extend([self.kit(), player, self.compiler.clone()]);
        let inmate = Inmate {
            args,
            readable,
            channel: Channel::Descriptors,
            limits: LIMITS,
            ..Inmate::new("/bin/sh")
        };
        let Caged { input, output, prints, errors, mut key } = cell.spawn(&inmate).map_err(trouble)?;
        drop(input);
        let program = drain(output, LARGEST_PROGRAM);
        let said = drain(errors, LONGEST_MESSAGE);
        let _progress = prints.map(|prints| drain(prints, 0));
        // Where it takes too long, the key that is dropped here ends it.
        let made = self.compiling.all_of(&program, &key)?;
        let ending = key.ended_within(LEAVING);
        key.kill();
        let said = said.recv_timeout(LEAVING).unwrap_or_default();
        let message = String::from_utf8_lossy(&said).trim().to_owned();
        match ending {
            Some(Ending::Exit(0)) if !made.is_empty() => Ok(made),
            Some(Ending::Exit(NOWHERE_TO_WRITE)) => {
                Err("this cell lets the compiler write nowhere; on Linux, install bubblewrap"
                    .to_owned()
                    .into())
            }
            Some(Ending::Exit(_)) if !message.is_empty() => {
                Err(Uncompiled { why: service.explained(module, first_error(&message)), message })
            }
            Some(ending) => {
                Err(Uncompiled { why: format!("the compiler ended without a program: {ending}"), message })
            }
            None => Err("the compiler does not end".to_owned().into()),
        }
    }
}

/// A player's module beside the program that serves it.
pub(super) fn write_player(folder: &Path, service: Service, module: &str, source: &[u8]) -> io::Result<()> {
    write_open(&folder.join(format!("{module}.hs")), source, 0o644)?;
    write_open(&folder.join("Main.hs"), service.main(module).as_bytes(), 0o644)
}

/// The first error in one line: GHC writes its place in one and its words below.
pub(super) fn first_error(message: &str) -> String {
    let mut lines = message.lines().map(str::trim).filter(|line| !line.is_empty());
    let Some(head) = lines.by_ref().find(|line| line.contains("error:")) else {
        return message
            .lines()
            .map(str::trim)
            .find(|line| !line.is_empty())
            .unwrap_or("no reason")
            .to_owned();
    };
    let words = if head.ends_with([':', ']']) { lines.next() } else { None };
    words.map_or_else(|| head.to_owned(), |words| format!("{head} {}", words.trim_start_matches("• ")))
}

/// Reads a stream to its end in the background, so that its writer is not held up, and keeps so much of it.
fn drain(mut stream: File, keep: u64) -> Receiver<Vec<u8>> {
    let (give, take) = channel();
    thread::spawn(move || {
        let mut kept = Vec::new();
        // What was read before a failure is as much as there will be.
        let _ = (&mut stream).take(keep).read_to_end(&mut kept);
        let _ = io::copy(&mut stream, &mut io::sink());
        // Nobody may be waiting any more.
        let _ = give.send(kept);
    });
    take
}

#[cfg(test)]
mod tests {
    use super::first_error;

    #[test]
    fn the_first_error_is_one_line_with_its_place_and_its_words() {
        let old = "\nPlayer.hs:3:1: error:\n    • Variable not in scope: foo\n    • Perhaps\n";
        assert_eq!(first_error(old), "Player.hs:3:1: error: Variable not in scope: foo");
        let warned =
            "Player.hs:9:2: error: [-Wunused-matches, -Werror=unused-matches]\n    Defined but not used: x";
        assert_eq!(
            first_error(warned),
            "Player.hs:9:2: error: [-Wunused-matches, -Werror=unused-matches] Defined but not used: x"
        );
        assert_eq!(first_error("Player.hs:1:1: error: parse error"), "Player.hs:1:1: error: parse error");
        assert_eq!(first_error("gcc: fatal"), "gcc: fatal");
    }
}
