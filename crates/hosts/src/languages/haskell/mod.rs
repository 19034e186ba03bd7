//! Players in Haskell: the compiler, found once; our modules, compiled once; and one player's program.
//!
//! A player is foreign code while it is compiled too, so the compiler runs in the cell. What it makes is kept
//! by content, and needs no compiler the next time.

mod flags;
mod games;
mod stored;

#[cfg(any(test, feature = "fuzzing"))]
pub(super) use games::{game_of, service};

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use super::build::files::{open_to_all, write_open};
use super::build::{Builder, Compiling, Key, Made, Recipe, Uncompiled, copy_made, first_line_with};
use super::{
    BotFile, Example, Form, FoundBot, Kit, Language, Missing, NoBot, Packages, Plays, Runtime, Shape,
};
use crate::cell::{Cell, ResourceLimits, SandboxSpec, Streams};
use crate::process::Launch;
use crate::scratch::Scratch;
use crate::sources;
use crate::tool::{ASKING, MAKING, on_the_path, output_within};
use flags::{OUR_FLAGS, PLAYER_FLAGS};

pub(super) const LANGUAGE: Language = Language {
    word: "haskell",
    title: "Haskell",
    forms: &[Form {
        shape: Shape::Source { ending: "hs" },
        begins: &[],
        marks: &[],
        stored_as: stored::file_name,
    }],
    example: Example {
        game: "hearts",
        file: "Lowest.hs",
        bytes: include_bytes!("../../../../../examples/hearts/haskell/Lowest.hs"),
    },
    templates: templates!(
        "haskell/",
        "hearts": "Lowest.hs",
        "jujitsu": "Shade.hs",
        "last-card": "Sets.hs",
        "no-thanks": "Thrift.hs",
        "score-four": "Ahead.hs",
        "any-game": "Chancer.hs",
    ),
    kit: Kit {
        folder: "",
        sources: sources::HASKELL,
        beside: &[("README.md", include_bytes!("../../../../../languages/haskell/README.md"))],
        compiled: None,
    },
    packages: None,
    settings: &[],
    find: |search| Ok(Arc::new(HaskellHost::find()?.compiling(Compiling::stopped_by(&search.interrupt)))),
};

const MISSING: Missing = Missing::Tool {
    tool: "GHC",
    packages: Packages {
        debian: "ghc libghc-random-dev",
        fedora: "ghc ghc-random-devel",
        macos: "brew install ghc, and random among its global packages",
    },
};

/// What is done with a player's module and ours, beside the program that serves it.
const SCRIPT: &str = r#"compiler=$1; shift; "$compiler" "$@" Main.hs -o player.program"#;

/// GHC on this machine, with our modules compiled beside it.
#[derive(Debug)]
pub struct HaskellHost {
    compiler: PathBuf,
    version: String,
    /// What the compiler reads outside the system's folders.
    library: Vec<PathBuf>,
    builder: Builder,
    /// Our modules, compiled.
    kit: Scratch,
}

impl HaskellHost {
    /// Finds the compiler and compiles our modules; what is missing is said in words.
    pub fn find() -> Result<Self, Missing> {
        let compiler = on_the_path("ghc").ok_or(MISSING)?;
        let ask = |question| answer(&compiler, question).ok_or(MISSING);
        let version = ask("--numeric-version")?;
        let library = library(Path::new(&ask("--print-libdir")?));
        let words = |error: io::Error| Missing::Own {
            what: "the Haskell modules cannot be unpacked".to_owned(),
            why: error.to_string(),
        };
        let kit = Scratch::new("haskell").map_err(words)?;
        open_to_all(kit.path()).and_then(|()| unpack_into(kit.path())).map_err(words)?;
        let builder = Builder::new(LANGUAGE.word, Compiling::default());
        let host = Self { compiler, version, library, builder, kit };
        host.prepare()?;
        Ok(host)
    }

    /// The same, with how long a player may take to compile and what ends that from outside.
    #[must_use]
    pub fn compiling(self, compiling: Compiling) -> Self {
        Self { builder: self.builder.with_compiling(compiling), ..self }
    }

    /// The compiler's version.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The player of this file for this game, compiled in the cell, or taken from an earlier run.
    pub fn player(
        &self,
        cell: &Cell,
        game: &str,
        file: &Path,
        limits: ResourceLimits,
    ) -> Result<HaskellBot, Uncompiled> {
        let module = module_of(file)?;
        let source = fs::read(file)?;
        let service = games::service(game, &source);
        let key = self.key().and(service.module()).and(&module).and(&source);
        // Beside the program that serves it, where the compiler finds both.
        let player = Scratch::new("haskell")?;
        open_to_all(player.path())?;
        write_player(player.path(), service, &module, &source)?;
        let recipe = || self.recipe(player.path());
        let made = self
            .builder
            .made(cell, &key, "player", recipe)
            .map_err(|not| Uncompiled { why: service.explained(&module, not.why), ..not })?;
        Ok(HaskellBot { made, limits })
    }

    fn recipe(&self, player: &Path) -> Recipe {
        let flags = OUR_FLAGS.iter().chain(&PLAYER_FLAGS).map(Into::into);
        Recipe {
            sources: vec![self.kit.path().to_owned(), player.to_owned()],
            toolchain: self.library.iter().chain([&self.compiler]).cloned().collect(),
            script: SCRIPT,
            words: std::iter::once(self.compiler.clone().into()).chain(flags).collect(),
            product: "player.program",
            first_error,
        }
    }

    /// Lays out all that a player of this game needs in a folder, and gives the compiler's command for it,
    /// without a cell and without our cache: what a bench compares with.
    pub fn by_hand(&self, game: &str, file: &Path, folder: &Path) -> Result<Command, Uncompiled> {
        let (module, source) = (module_of(file)?, fs::read(file)?);
        unpack_into(folder)?;
        copy_made(self.kit.path(), folder)?;
        write_player(folder, games::service(game, &source), &module, &source)?;
        let mut command = Command::new(&self.compiler);
        command.args(OUR_FLAGS).args(PLAYER_FLAGS).args(["Main.hs", "-o", "player.program"]);
        command.current_dir(folder).stdin(Stdio::null());
        Ok(command)
    }

    /// Of all that anything made by this compiler with our modules and options depends on.
    fn key(&self) -> Key {
        let key = Key::default().and(&self.version).and(self.compiler.as_os_str().as_encoded_bytes());
        let key = OUR_FLAGS.iter().chain(&PLAYER_FLAGS).fold(key, Key::and);
        sources::HASKELL.iter().fold(key, |key, (name, text)| key.and(name).and(text))
    }

    /// Compiles our modules, so that a player costs no more than itself; taken from an earlier run where
    /// there was one.
    fn prepare(&self) -> Result<(), Missing> {
        let key = self.key().and("kit").finished();
        if self.builder.cache().get_folder(&key, self.kit.path()) {
            return Ok(());
        }
        let mut command = Command::new(&self.compiler);
        command.args(OUR_FLAGS).arg("-w").args(games::roots()).current_dir(self.kit.path());
        let trouble = |why: String| Missing::Own {
            what: format!("GHC {} does not compile Croupier's own modules", self.version),
            why,
        };
        let output = output_within(&mut command, MAKING).map_err(|error| trouble(error.to_string()))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            if said.contains("System.Random") {
                return Err(no_random());
            }
            return Err(trouble(first_error(&said)));
        }
        self.builder.cache().put_folder(&key, self.kit.path());
        Ok(())
    }
}

fn no_random() -> Missing {
    Missing::Part {
        what: "GHC is there and the random package is not among its global packages".to_owned(),
        helps: "on Debian: apt install libghc-random-dev; on Fedora: dnf install ghc-random-devel".to_owned(),
    }
}

impl Runtime for HaskellHost {
    fn version(&self) -> String {
        format!("GHC {}", self.version)
    }

    fn bots(self: Arc<Self>, file: &BotFile<'_>) -> Result<Vec<FoundBot>, NoBot> {
        let player = self.player(file.cell()?, file.game, file.path(), file.limits.clone())?;
        Ok(vec![file.process(file.stem(), "", player)])
    }

    fn plays(self: Arc<Self>, file: &BotFile<'_>) -> Result<Plays, NoBot> {
        let source = fs::read_to_string(file.path()).map_err(|error| NoBot::broken(error.to_string()))?;
        let unsaid = Plays::Unsaid("no module that it imports is a game's");
        Ok(games::game_of(&source).map_or(unsaid, Plays::Game))
    }
}

/// A player's program.
#[derive(Debug, Clone)]
pub struct HaskellBot {
    /// In a folder of its own: that is all a player sees.
    made: Arc<Made>,
    limits: ResourceLimits,
}

impl Launch for HaskellBot {
    fn spec(&self) -> SandboxSpec {
        SandboxSpec {
            streams: Streams::Descriptors,
            folder: Some(self.made.folder().to_owned()),
            limits: self.limits.clone(),
            ..SandboxSpec::new(self.made.file())
        }
    }

    /// A player is a function of what it is given, and Safe Haskell has no other door.
    fn is_pure(&self) -> bool {
        true
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

/// A player's module beside the program that serves it.
fn write_player(folder: &Path, service: games::Service, module: &str, source: &[u8]) -> io::Result<()> {
    write_open(&folder.join(format!("{module}.hs")), source, 0o644)?;
    write_open(&folder.join("Main.hs"), service.main(module).as_bytes(), 0o644)
}

/// The first error in one line: GHC writes its place in one and its words below.
fn first_error(message: &str) -> String {
    let mut lines = message.lines().map(str::trim).filter(|line| !line.is_empty());
    // What has no place follows from what has one.
    let placed = |line: &&str| line.contains("error:") && !line.starts_with("<no location info>");
    let Some(head) = lines.by_ref().find(placed) else {
        return first_line_with(message, "error:");
    };
    let words = if head.ends_with([':', ']']) { lines.next() } else { None };
    let Some(words) = words else { return head.to_owned() };
    let said = format!("{head} {}", words.trim_start_matches("• "));
    match expected_module(words, lines) {
        Some(name) => {
            format!("{said} the module in {name}.hs is {name}, and its first line module {name} (…) where")
        }
        None => said,
    }
}

/// What the module of a file has to be called that holds another one, or none by name.
fn expected_module<'a>(words: &str, mut after: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if !words.ends_with("File name does not match module name:") {
        return None;
    }
    let expected = after.find_map(|line| line.strip_prefix("Expected:"))?;
    Some(expected.trim_matches(|char: char| !char.is_alphanumeric() && char != '_'))
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

    #[test]
    fn a_file_whose_module_has_another_name_is_told_which_one_it_needs() {
        let said = "<no location info>: error:\n    output was redirected with -o, but no output will be \
                    generated\nbecause there is no Main module.\n\nPlayer.hs:1:1: error:\n    File name does not \
                    match module name:\n    Saw: \u{2018}Main\u{2019}\n    Expected: \u{2018}Player\u{2019}\n";
        assert_eq!(
            first_error(said),
            "Player.hs:1:1: error: File name does not match module name: the module in Player.hs is Player, and \
             its first line module Player (…) where"
        );
    }

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
