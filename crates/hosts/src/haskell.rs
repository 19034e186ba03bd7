//! Players in Haskell: the compiler, found once; our modules, compiled once; and one player's program.
//!
//! A player is foreign code while it is compiled too, so the compiler runs in the cell. What it makes is kept by
//! content, and needs no compiler the next time.

mod cache;
mod compile;
mod files;
mod flags;
mod games;

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use crate::cell::{Cell, Channel, Inmate, Limits};
use crate::process::Launch;
use crate::scratch::Scratch;
use crate::sources;
use crate::tool::{ASKING, MAKING, output_within};
use cache::Cache;
pub use compile::{Compiling, Uncompiled};
use files::{open_to_all, write_open};
use flags::{OUR_FLAGS, PLAYER_FLAGS};

const MISSING: &str = "GHC is missing; on Debian: apt install ghc libghc-random-dev; on Fedora: dnf install ghc ghc-random-devel; \
                       on macOS: brew install ghc, and random among its global packages";
const NO_RANDOM: &str = "GHC is there and the random package is not among its global packages; on Debian: apt install \
                         libghc-random-dev; on Fedora: dnf install ghc-random-devel";

/// GHC on this machine, with our modules compiled beside it.
#[derive(Debug)]
pub struct HaskellHost {
    compiler: PathBuf,
    version: String,
    /// What the compiler reads outside the system's folders.
    library: Vec<PathBuf>,
    cache: Cache,
    /// Our modules, and the programs of this run. Gone with the last bot that uses it.
    folder: Scratch,
    compiling: Compiling,
}

impl HaskellHost {
    /// Finds the compiler and compiles our modules; what is missing is said in words.
    pub fn find() -> Result<Self, String> {
        let compiler = on_the_path("ghc").ok_or(MISSING)?;
        let ask = |question| answer(&compiler, question).ok_or(MISSING);
        let version = ask("--numeric-version")?;
        let library = library(Path::new(&ask("--print-libdir")?));
        let words = |error: io::Error| format!("the Haskell modules cannot be unpacked: {error}");
        let folder = Scratch::new("haskell").map_err(words)?;
        let cache = Cache::of_this_user();
        let host = Self { compiler, version, library, cache, folder, compiling: Compiling::default() };
        host.unpack().map_err(words)?;
        host.prepare()?;
        Ok(host)
    }

    /// The same, with how long a player may take to compile and what ends that from outside.
    #[must_use]
    pub fn compiling(self, compiling: Compiling) -> Self {
        Self { compiling, ..self }
    }

    /// The compiler's version.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The player of this file for this game, compiled in the cell, or taken from an earlier run.
    pub fn player(
        self: &Arc<Self>,
        cell: &Cell,
        game: &str,
        file: &Path,
        limits: Limits,
    ) -> Result<HaskellBot, Uncompiled> {
        let trouble = |error: io::Error| Uncompiled::from(error.to_string());
        let service = games::service(game)?;
        let module = module_of(file)?;
        let source = fs::read(file).map_err(trouble)?;
        let key = self.key(&[service.module().as_bytes(), module.as_bytes(), &source]);
        // In a folder of its own: that is all a player sees.
        let program = self.folder.path().join("players").join(&key).join("player");
        if !program.exists() {
            let made = match self.cache.get(&key) {
                Some(made) => made,
                None => {
                    let made = self.compile(cell, service, &module, &source, &key)?;
                    self.cache.put(&key, &made);
                    made
                }
            };
            write_open(&program, &made, 0o755).map_err(trouble)?;
        }
        Ok(HaskellBot { _host: Arc::clone(self), program, limits })
    }

    /// Lays out all that a player of this game needs in a folder, and gives the compiler's command for it, without a
    /// cell and without our cache: what a bench compares with.
    pub fn by_hand(&self, game: &str, file: &Path, folder: &Path) -> Result<Command, Uncompiled> {
        let trouble = |error: io::Error| Uncompiled::from(error.to_string());
        let (service, module) = (games::service(game)?, module_of(file)?);
        unpack_into(folder).map_err(trouble)?;
        cache::copy(&self.kit(), folder).map_err(trouble)?;
        compile::write_player(folder, service, &module, &fs::read(file).map_err(trouble)?)
            .map_err(trouble)?;
        let mut command = Command::new(&self.compiler);
        command.args(OUR_FLAGS).args(PLAYER_FLAGS).args(["Main.hs", "-o", "player.program"]);
        command.current_dir(folder).stdin(Stdio::null());
        Ok(command)
    }

    /// A name for something made of these parts by this compiler with our modules and options.
    fn key(&self, parts: &[&[u8]]) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut add = |part: &[u8]| {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        };
        add(self.version.as_bytes());
        add(self.compiler.as_os_str().as_encoded_bytes());
        OUR_FLAGS.iter().chain(&PLAYER_FLAGS).for_each(|flag| add(flag.as_bytes()));
        for (name, text) in sources::HASKELL {
            add(name.as_bytes());
            add(text);
        }
        parts.iter().for_each(|part| add(part));
        hasher.finalize().to_hex()[..32].to_owned()
    }

    fn kit(&self) -> PathBuf {
        self.folder.path().join("kit")
    }

    fn unpack(&self) -> io::Result<()> {
        open_to_all(self.folder.path())?;
        unpack_into(&self.kit())
    }

    /// Compiles our modules, so that a player costs no more than itself; taken from an earlier run where there was one.
    fn prepare(&self) -> Result<(), String> {
        let key = self.key(&[b"kit"]);
        if self.cache.get_folder(&key, &self.kit()) {
            return Ok(());
        }
        let mut command = Command::new(&self.compiler);
        command.args(OUR_FLAGS).arg("-w").args(games::roots()).current_dir(self.kit());
        let output = output_within(&mut command, MAKING)
            .map_err(|error| format!("GHC {} on Croupier's own modules: {error}", self.version))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            if said.contains("System.Random") {
                return Err(NO_RANDOM.to_owned());
            }
            let why = compile::first_error(&said);
            return Err(format!("GHC {} does not compile Croupier's own modules: {why}", self.version));
        }
        self.cache.put_folder(&key, &self.kit());
        Ok(())
    }
}

/// A player's program.
#[derive(Debug, Clone)]
pub struct HaskellBot {
    /// Keeps the program's folder.
    _host: Arc<HaskellHost>,
    program: PathBuf,
    limits: Limits,
}

impl Launch for HaskellBot {
    fn inmate(&self) -> Inmate {
        Inmate {
            channel: Channel::Descriptors,
            folder: self.program.parent().map(Path::to_owned),
            limits: self.limits.clone(),
            ..Inmate::new(&self.program)
        }
    }
}

/// The module that a file must hold, by its name.
fn module_of(file: &Path) -> Result<String, Uncompiled> {
    let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let fits = |at: usize, char: char| match at {
        0 => char.is_ascii_uppercase(),
        _ => char.is_ascii_alphanumeric() || char == '_' || char == '\'',
    };
    if name.is_empty() || !name.chars().enumerate().all(|(at, char)| fits(at, char)) {
        return Err(format!(
            "a Haskell file is called like its module, as in Player.hs; \"{name}\" is no module"
        )
        .into());
    }
    if games::is_ours(&name) {
        return Err(
            format!("a player's module cannot be called {name}; that is one of Croupier's own").into()
        );
    }
    Ok(name)
}

fn on_the_path(name: &str) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    env::split_paths(&paths).map(|folder| folder.join(name)).find(|path| path.is_file())?.canonicalize().ok()
}

fn answer(program: &Path, question: &str) -> Option<String> {
    let output = output_within(Command::new(program).arg(question), ASKING).ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| said.trim().to_owned())
}

/// The compiler's own folder, and where the list of its packages really lies: Debian keeps it elsewhere.
fn library(folder: &Path) -> Vec<PathBuf> {
    let paths = [folder.to_owned(), folder.join("package.conf.d")];
    let mut found: Vec<PathBuf> = paths.iter().filter_map(|path| path.canonicalize().ok()).collect();
    // Elsewhere the compiler's programs lie in a folder beside its library.
    if let Some(above) =
        folder.parent().filter(|above| above.join("bin").is_dir() && *above != Path::new("/usr"))
    {
        found.push(above.to_owned());
    }
    found
}

/// Writes our modules.
fn unpack_into(folder: &Path) -> io::Result<()> {
    for (name, text) in sources::HASKELL {
        write_open(&folder.join(name), text, 0o644)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What costs time is compiling; our own modules must never be among what is compiled for a player.
    #[test]
    fn for_a_player_nothing_is_compiled_but_itself_and_its_few_lines_of_main() {
        let host = HaskellHost::find().unwrap();
        for (game, module) in [("no-thanks", "Thrift"), ("hearts", "Lowest")] {
            let example = format!("../../examples/{game}/haskell/{module}.hs");
            let folder = tempfile::TempDir::new().unwrap();
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(example);
            let mut command = host.by_hand(game, &file, folder.path()).unwrap();
            let output = command.output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
            let compiled: Vec<&str> = said.lines().filter(|line| line.contains("Compiling ")).collect();
            let names = |line: &str, name: &str| line.contains(&format!("Compiling {name} "));
            assert!(
                compiled.len() == 2 && names(compiled[0], module) && names(compiled[1], "Main"),
                "{said}"
            );
        }
    }
}
