//! Bots in Python: the interpreter, found once; our host, carried in this binary; and one bot's class.
//!
//! Where bots run inside WebAssembly the interpreter is a component of ours, and no Python of this machine is
//! asked for.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use super::bot::Runs;
use super::build::files::open_to_all;
use super::classes::choose;
use super::listed::{Listed, NotLoaded};
use super::{
    BotFile, Example, Form, FoundBot, Kit, Language, Missing, NoBot, Packages, Plays, Runtime, Shape,
};
use crate::bot_files::Staged;
use crate::cell::{Arg, Cell, Ending, ResourceLimits, SandboxSpec, SandboxedProcess, Streams};
use crate::channel::Message;
use crate::inside::CellKind;
use crate::interrupt::Interrupt;
use crate::log::BotLog;
use crate::log::follower::Follower;
use crate::packages::PackageLanguage;
use crate::pipes::Pipes;
use crate::process::Launch;
use crate::scratch::Scratch;
use crate::sources;
use crate::tool::{ASKING, output_within};
use crate::wait::{Wait, WaitFailure};
use crate::wire::Wire;

pub(super) const LANGUAGE: Language = Language {
    word: "python",
    title: "Python",
    forms: &[Form {
        shape: Shape::File { ending: "py" },
        begins: &[],
        marks: &[],
        stored_as: |_| "bot.py".to_owned(),
    }],
    example: Example {
        game: "no-thanks",
        file: "example_bot.py",
        bytes: include_bytes!("../../../../examples/no-thanks/example_bot.py"),
    },
    templates: templates!(
        "",
        "hearts": "example_bot.py",
        "jujitsu": "example_bot.py",
        "last-card": "example_bot.py",
        "no-thanks": "example_bot.py",
        "score-four": "example_bot.py",
        "any-game": "example_bot.py",
    ),
    kit: Kit {
        folder: "",
        sources: sources::PYTHON,
        beside: &[
            ("README.md", include_bytes!("../../../../languages/python/README.md")),
            ("pyproject.toml", include_bytes!("../../../../languages/python/pyproject.toml")),
        ],
        compiled: None,
    },
    packages: Some(PackageLanguage::Python),
    settings: &[],
    find: |search| match search.python_runs_in {
        CellKind::Process => {
            let host = PythonHost::find()?.stopped_by(&search.interrupt);
            let packages = search.packages_of(PackageLanguage::Python, &host.version)?;
            Ok(Arc::new(host.with_packages(packages)))
        }
        CellKind::Wasm => super::wasm::python(search),
    },
};

const PACKAGES: Packages = Packages { debian: "python3", fedora: "python3", macos: "brew install python" };
/// What asks for one game, where the classes of a file play several.
pub(super) const SEVERAL: &str = "its classes play several, or any";

/// Asks an interpreter for itself: behind a version manager's shim, which costs 150 ms a start, is a real
/// one.
const WHO_ARE_YOU: &str =
    "import sys\nprint(sys.executable)\nprint(sys.base_prefix)\nprint('%d.%d' % sys.version_info[:2])";
const OLDEST: (u32, u32) = (3, 9);
/// The environment variable that names another interpreter than the first on the path.
const CHOICE: &str = "CROUPIER_PYTHON";

/// Python on this machine, with our host unpacked beside it.
#[derive(Debug)]
pub struct PythonHost {
    interpreter: PathBuf,
    prefix: PathBuf,
    version: String,
    /// Gone with the last bot that uses it.
    sources: Scratch,
    interrupt: Interrupt,
    packages: Option<PathBuf>,
}

/// Why a module's bots cannot be listed.
#[derive(Debug, thiserror::Error)]
enum NoListing {
    /// The host cannot be started or heard.
    #[error(transparent)]
    System(#[from] io::Error),
    /// The host says why.
    #[error(transparent)]
    NotLoaded(#[from] NotLoaded),
    /// The host never said anything.
    #[error("{how}{}", in_words(last))]
    Silent { how: SilentEnd, last: String },
}

/// How a host that said nothing ended.
#[derive(Debug, thiserror::Error)]
enum SilentEnd {
    #[error("it writes without end while loading")]
    Endless,
    #[error("{0} while loading")]
    Ended(Ending),
    #[error("it does not finish loading")]
    Unfinished,
}

/// What stood last in a log.
fn in_words(last: &str) -> String {
    if last.is_empty() { String::new() } else { format!("; its last words: {last}") }
}

impl PythonHost {
    /// Finds the interpreter and unpacks the host; what is missing is said in words.
    pub fn find() -> Result<Self, Missing> {
        // Chosen by the user, or the first on the path.
        let chosen = std::env::var(CHOICE).ok();
        let names = chosen.as_deref().map_or_else(|| vec!["python3", "python"], |chosen| vec![chosen]);
        let found = names.iter().find_map(|name| ask(name));
        let missing = Missing::Tool { tool: "Python", packages: PACKAGES };
        let (interpreter, prefix, version) = found.ok_or(missing)?;
        let number = |part: Option<&str>| part.and_then(|part| part.parse().ok()).unwrap_or(0);
        let mut parts = version.split('.');
        if (number(parts.next()), number(parts.next())) < OLDEST {
            return Err(Missing::TooOld {
                tool: "Python",
                version,
                oldest: "3.9".to_owned(),
                helps: format!("{CHOICE} names another than the first on the path"),
            });
        }
        let unpacked = unpack();
        let sources = unpacked.map_err(|error| Missing::Own {
            what: "the Python host cannot be unpacked".to_owned(),
            why: error.to_string(),
        })?;
        let interrupt = Interrupt::default();
        Ok(Self { interpreter, prefix, version, sources, interrupt, packages: None })
    }

    /// The same, with what ends its waits from outside.
    #[must_use]
    pub fn stopped_by(self, interrupt: &Interrupt) -> Self {
        Self { interrupt: interrupt.clone(), ..self }
    }

    /// The same, with the folder of the packages that its bots have.
    #[must_use]
    pub fn with_packages(self, packages: Option<PathBuf>) -> Self {
        Self { packages, ..self }
    }

    /// Where the interpreter is.
    #[must_use]
    pub fn interpreter(&self) -> &Path {
        &self.interpreter
    }

    /// The interpreter's version.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The classes of a file or module that compete, as its own code says when it is loaded in the cell.
    pub fn classes(&self, cell: &Cell, module: &Module) -> Result<Vec<String>, NoBot> {
        self.listed(cell, module, None).map(|listed| listed.classes)
    }

    /// The game that a class plays by its base, or all classes of a file do; `None` where they play several.
    pub fn game(&self, cell: &Cell, module: &Module, class: Option<&str>) -> Result<Option<String>, NoBot> {
        self.listed(cell, module, class).map(|listed| listed.game)
    }

    fn listed(&self, cell: &Cell, module: &Module, class: Option<&str>) -> Result<Listed, NoBot> {
        let listed = self.listing(cell, module, class).and_then(|line| Ok(Listed::read(&line)?));
        listed.map_err(|why| NoBot::broken_with(&why.to_string(), &module.files))
    }

    /// What the host says of a module; where it says nothing, how it ended and its last words.
    fn listing(&self, cell: &Cell, module: &Module, class: Option<&str>) -> Result<Vec<u8>, NoListing> {
        let process = cell.spawn(&self.spec("list", module, class))?;
        let SandboxedProcess { input, output, prints, errors, mut handle } = process;
        let log = BotLog::create(None)?;
        let readers: Vec<_> = prints
            .into_iter()
            .map(|file| log.follow_prints(file))
            .chain([log.follow(errors)])
            .collect::<io::Result<_>>()?;
        let mut wire = Wire::over(Pipes::new(input, output)?);
        let heard = Wait::begin_start(module.loading, &wire).hear(&mut wire, &handle, &self.interrupt);
        if heard.is_ok()
            && let Some(Message::Json(line)) = wire.take()
        {
            return Ok(line.to_vec());
        }
        let ended = handle.ended_within(Duration::from_millis(200));
        handle.kill();
        readers.into_iter().for_each(Follower::finish);
        let how = match (heard, ended) {
            (Err(WaitFailure::TooMuch(_)), _) => SilentEnd::Endless,
            (_, Some(ending)) => SilentEnd::Ended(ending),
            (_, None) => SilentEnd::Unfinished,
        };
        Err(NoListing::Silent { how, last: log.last_lines(2) })
    }

    fn spec(&self, command: &str, module: &Module, class: Option<&str>) -> SandboxSpec {
        let host = self.sources.path().join("croupier/host.py");
        let mut args: Vec<Arg> = ["-I", "-B", "-X", "utf8"].map(Into::into).into();
        args.extend([Arg::File(host), command.into(), Arg::File(module.files.file())]);
        if let Some(class) = class {
            args.extend(["--class".into(), class.into()]);
        }
        if let Some(packages) = &self.packages {
            args.extend(["--packages".into(), Arg::File(packages.clone())]);
        }
        SandboxSpec {
            args,
            readable: vec![self.prefix.clone()],
            host: Some(self.sources.path().to_owned()),
            packages: self.packages.clone(),
            folder: Some(module.files.folder().to_owned()),
            streams: Streams::Descriptors,
            limits: module.limits.clone(),
            ..SandboxSpec::new(&self.interpreter)
        }
    }
}

impl Runtime for PythonHost {
    fn version(&self) -> String {
        format!("Python {} at {}", self.version, self.interpreter.display())
    }

    fn packages(&self) -> Option<&Path> {
        self.packages.as_deref()
    }

    fn bots(self: Arc<Self>, file: &BotFile<'_>) -> Result<Vec<FoundBot>, NoBot> {
        let module = Module::of(file)?;
        // Which classes there are is known only by loading the file: foreign code, so it runs in the cell
        // too.
        let mut listed = self.listed(file.cell()?, &module, None)?;
        let classes = std::mem::take(&mut listed.classes);
        let wanted =
            choose(classes, file.class).map_err(|why| NoBot::broken_with(&why.to_string(), &module.files))?;
        let bot = |class: String| {
            let notes = listed.notes_of(&class, &module.files);
            let stateless = listed.stateless.contains(&class);
            let (host, module) = (Arc::clone(&self), module.clone());
            let bot = PythonBot { host, module, class: class.clone(), notes, stateless };
            let hash = file.hash(&class);
            FoundBot { name: class, hash, runs: Runs::Process(Arc::new(bot)) }
        };
        Ok(wanted.into_iter().map(bot).collect())
    }

    fn plays(self: Arc<Self>, file: &BotFile<'_>) -> Result<Plays, NoBot> {
        let game = self.game(file.cell()?, &Module::of(file)?, file.class)?;
        Ok(game.map_or(Plays::Unsaid(SEVERAL), Plays::Game))
    }
}

/// A Python file with what it may see.
#[derive(Debug, Clone)]
pub struct Module {
    /// The file, with all that it may see.
    pub files: Arc<Staged>,
    /// What it may use.
    pub limits: ResourceLimits,
    /// How long it may take to load.
    pub loading: Duration,
}

impl Module {
    /// The module of a bot's file.
    pub(super) fn of(file: &BotFile<'_>) -> Result<Self, NoBot> {
        Ok(Self { files: file.staged()?, limits: file.limits.clone(), loading: file.loading })
    }
}

/// One class of a Python file.
#[derive(Debug, Clone)]
pub struct PythonBot {
    host: Arc<PythonHost>,
    module: Module,
    class: String,
    notes: Vec<String>,
    stateless: bool,
}

impl Launch for PythonBot {
    fn spec(&self) -> SandboxSpec {
        self.host.spec("play", &self.module, Some(&self.class))
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn is_stateless(&self) -> bool {
        self.stateless
    }
}

/// The real interpreter behind a name, its home and its version.
fn ask(name: &str) -> Option<(PathBuf, PathBuf, String)> {
    let output = output_within(Command::new(name).args(["-I", "-c", WHO_ARE_YOU]), ASKING).ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    let mut lines = said.lines();
    let (executable, prefix, version) = (lines.next()?, lines.next()?, lines.next()?);
    Some((fs::canonicalize(executable).ok()?, fs::canonicalize(prefix).ok()?, version.to_owned()))
}

/// The files of our host, by name.
#[cfg(feature = "wasm")]
pub(crate) fn carried() -> impl Iterator<Item = (String, Vec<u8>)> {
    sources::PYTHON.iter().map(|&(name, text)| (name.to_owned(), text.to_owned()))
}

fn unpack() -> io::Result<Scratch> {
    let folder = Scratch::new("python")?;
    for (name, text) in sources::PYTHON {
        let path = folder.path().join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, text)?;
    }
    open_to_all(folder.path())?;
    Ok(folder)
}
