//! The languages of bots, each with an example bot that is carried in this binary.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use croupier_games::Game;
use croupier_games::hearts::Hearts;
use croupier_games::no_thanks::NoThanks;
use croupier_hosts::{Kits, Scratch};

use super::server::Server;
use super::trial::trial;
use super::wasm;

/// A language, and how it is tried.
pub(super) struct Language {
    /// Its name.
    pub(super) name: &'static str,
    try_it: fn(&Kits, &Path) -> Result<Tried, String>,
}

/// A language that works.
pub(super) struct Tried {
    /// Which version of it.
    pub(super) version: String,
    /// The game that was played.
    pub(super) game: &'static str,
    /// How long the game took, the bot's start included.
    pub(super) took: Duration,
}

/// All languages.
pub(super) const LANGUAGES: [Language; 8] = [
    Language { name: "Python", try_it: python },
    Language { name: "Java", try_it: java },
    Language { name: "Haskell", try_it: haskell },
    Language { name: "C", try_it: c },
    Language { name: "any executable", try_it: executable },
    Language { name: "HTTP", try_it: http },
    Language { name: "WebAssembly", try_it: wasm::module },
    Language { name: "Python in WebAssembly", try_it: wasm::python },
];

const NO_COMPILER: &str = "a C compiler is missing, which only bots in C need; on Debian: apt install gcc libc6-dev; on Fedora: dnf \
                           install gcc; on macOS: xcode-select --install";

impl Language {
    /// Plays a game of the example bot.
    pub(super) fn tried(&self, kits: &Kits) -> Result<Tried, String> {
        let folder = Scratch::new("doctor").map_err(|error| error.to_string())?;
        open_to_all(&folder)?;
        (self.try_it)(kits, folder.path())
    }
}

fn python(kits: &Kits, folder: &Path) -> Result<Tried, String> {
    let host = kits.python()?;
    let bot = file(folder, "example_bot.py", include_str!("../../../../examples/no-thanks/example_bot.py"))?;
    played::<NoThanks>(kits, &bot, format!("Python {} at {}", host.version(), host.interpreter().display()))
}

fn java(kits: &Kits, folder: &Path) -> Result<Tried, String> {
    let host = kits.java()?;
    let source =
        file(folder, "Bargain.java", include_str!("../../../../examples/no-thanks/java/Bargain.java"))?;
    let jar = folder.join("bargain.jar");
    host.pack(&source, &jar)?;
    played::<NoThanks>(kits, &jar, format!("Java {}", host.version()))
}

fn haskell(kits: &Kits, folder: &Path) -> Result<Tried, String> {
    let host = kits.haskell()?;
    let bot = file(folder, "Lowest.hs", include_str!("../../../../examples/hearts/haskell/Lowest.hs"))?;
    played::<Hearts>(kits, &bot, format!("GHC {}", host.version()))
}

fn c(kits: &Kits, folder: &Path) -> Result<Tried, String> {
    let source = file(folder, "bare_bot.c", include_str!("../../../../examples/hearts/bare_bot.c"))?;
    let bot = folder.join("bare_bot");
    let mut compiler = Command::new("cc");
    compiler.arg("-O2").arg("-o").args([&bot, &source]).stdin(Stdio::null());
    let output = compiler.output().map_err(|_| NO_COMPILER)?;
    if !output.status.success() {
        return Err(format!("cc: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let version = Command::new("cc")
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let version = String::from_utf8_lossy(&version.stdout).lines().next().unwrap_or("cc").to_owned();
    played::<Hearts>(kits, &bot, version)
}

fn executable(kits: &Kits, folder: &Path) -> Result<Tried, String> {
    let bot = file(folder, "bare_bot.sh", include_str!("../../../../examples/no-thanks/bare_bot.sh"))?;
    executable_by_all(&bot)?;
    played::<NoThanks>(kits, &bot, "a shell script that speaks the protocol".to_owned())
}

fn http(kits: &Kits, _: &Path) -> Result<Tried, String> {
    let server = Server::start().map_err(|error| error.to_string())?;
    let took = trial::<NoThanks>(kits, &server.url())?;
    Ok(Tried { version: "a web server on this machine".to_owned(), game: NoThanks::ABOUT.title, took })
}

pub(super) fn played<G: Game>(kits: &Kits, bot: &Path, version: String) -> Result<Tried, String> {
    Ok(Tried { version, game: G::ABOUT.title, took: trial::<G>(kits, &bot.to_string_lossy())? })
}

pub(super) fn file(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> Result<PathBuf, String> {
    let path = folder.join(name);
    fs::write(&path, text).map_err(|error| error.to_string())?;
    Ok(path)
}

/// Bots run as another user, who must be able to read their own files.
fn open_to_all(folder: &Scratch) -> Result<(), String> {
    executable_by_all(folder.path())
}

#[cfg(unix)]
fn executable_by_all(path: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).map_err(|error| error.to_string())
}

#[cfg(not(unix))]
fn executable_by_all(_: &Path) -> Result<(), String> {
    Ok(())
}
