//! Bots in Python: the interpreter, found once; our host, carried in this binary; and one bot's class.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;

use crate::bot_files::Staged;
use crate::cell::{Arg, Caged, Cell, Channel, Inmate, Limits};
use crate::follower::Follower;
use crate::interrupt::Interrupt;
use crate::log::BotLog;
use crate::pipes::Pipes;
use crate::process::Launch;
use crate::scratch::Scratch;
use crate::sources;
use crate::tool::{ASKING, output_within};
use crate::wait::{Ended, Wait};
use crate::wire::{Message, Wire};

/// Asks an interpreter for itself: behind a version manager's shim, which costs 150 ms a start, is a real one.
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
}

impl PythonHost {
    /// Finds the interpreter and unpacks the host; what is missing is said in words.
    pub fn find() -> Result<Self, String> {
        // Chosen by the user, or the first on the path.
        let chosen = std::env::var(CHOICE).ok();
        let names = chosen.as_deref().map_or_else(|| vec!["python3", "python"], |chosen| vec![chosen]);
        let found = names.iter().find_map(|name| ask(name));
        let (interpreter, prefix, version) =
            found.ok_or("Python is missing; on Debian: apt install python3; on Fedora: dnf install python3; on macOS: brew install python")?;
        let number = |part: Option<&str>| part.and_then(|part| part.parse().ok()).unwrap_or(0);
        let mut parts = version.split('.');
        if (number(parts.next()), number(parts.next())) < OLDEST {
            return Err(format!(
                "Python {version} is too old; 3.9 or newer is needed, and {CHOICE} names another than the first on the path"
            ));
        }
        let sources = unpack().map_err(|error| format!("the Python host cannot be unpacked: {error}"))?;
        Ok(Self { interpreter, prefix, version, sources, interrupt: Interrupt::default() })
    }

    /// The same, with what ends its waits from outside.
    #[must_use]
    pub fn stopped_by(self, interrupt: &Interrupt) -> Self {
        Self { interrupt: interrupt.clone(), ..self }
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
    pub fn classes(&self, cell: &Cell, module: &Module) -> Result<Vec<String>, String> {
        self.listed(cell, module, None).map(|listed| listed.classes)
    }

    /// The game that a class plays by its base, or all classes of a file do; `None` where they play several.
    pub fn game(&self, cell: &Cell, module: &Module, class: Option<&str>) -> Result<Option<String>, String> {
        self.listed(cell, module, class).map(|listed| listed.game)
    }

    fn listed(&self, cell: &Cell, module: &Module, class: Option<&str>) -> Result<Listed, String> {
        let line = self.listing(cell, module, class)?;
        let listed: Listed = serde_json::from_slice(&line).map_err(|error| error.to_string())?;
        match listed.error {
            Some(error) => Err(error),
            None => Ok(listed),
        }
    }

    /// What the host says of a module; where it says nothing, how it ended and its last words.
    fn listing(&self, cell: &Cell, module: &Module, class: Option<&str>) -> Result<Vec<u8>, String> {
        let words = |error: io::Error| error.to_string();
        let caged = cell.spawn(&self.inmate("list", module, class)).map_err(words)?;
        let Caged { input, output, prints, errors, mut key } = caged;
        let log = BotLog::create(None).map_err(words)?;
        let readers: Vec<_> = prints
            .into_iter()
            .map(|file| log.follow_prints(file))
            .chain([log.follow(errors)])
            .collect::<io::Result<_>>()
            .map_err(words)?;
        let mut wire = Wire::over(Pipes::new(input, output).map_err(words)?);
        let heard = Wait::begin_start(module.loading, &wire).hear(&mut wire, &key, &self.interrupt);
        if heard.is_ok()
            && let Some(Message::Json(line)) = wire.take()
        {
            return Ok(line.to_vec());
        }
        let ended = key.ended_within(Duration::from_millis(200));
        key.kill();
        readers.into_iter().for_each(Follower::finish);
        let how = match (heard, ended) {
            (Err(Ended::TooMuch(_)), _) => "it writes without end while loading".to_owned(),
            (_, Some(ending)) => format!("{ending} while loading"),
            (_, None) => "it does not finish loading".to_owned(),
        };
        let last = log.last_lines(2);
        Err(if last.is_empty() { how } else { format!("{how}; its last words: {last}") })
    }

    fn inmate(&self, command: &str, module: &Module, class: Option<&str>) -> Inmate {
        let host = self.sources.path().join("croupier/host.py");
        let mut args: Vec<Arg> = ["-I", "-B", "-X", "utf8"].map(Into::into).into();
        args.extend([Arg::File(host), command.into(), Arg::File(module.files.file())]);
        if let Some(class) = class {
            args.extend(["--class".into(), class.into()]);
        }
        Inmate {
            args,
            readable: vec![self.prefix.clone()],
            host: Some(self.sources.path().to_owned()),
            folder: Some(module.files.folder().to_owned()),
            channel: Channel::Descriptors,
            limits: module.limits.clone(),
            ..Inmate::new(&self.interpreter)
        }
    }
}

/// What the host says of a file.
#[derive(Deserialize)]
struct Listed {
    #[serde(default)]
    classes: Vec<String>,
    game: Option<String>,
    error: Option<String>,
}

/// A Python file with what it may see.
#[derive(Debug, Clone)]
pub struct Module {
    /// The file, with all that it may see.
    pub files: Arc<Staged>,
    /// What it may use.
    pub limits: Limits,
    /// How long it may take to load.
    pub loading: Duration,
}

/// One class of a Python file.
#[derive(Debug, Clone)]
pub struct PythonBot {
    host: Arc<PythonHost>,
    module: Module,
    class: String,
}

impl PythonBot {
    /// The bot of this class.
    #[must_use]
    pub fn new(host: &Arc<PythonHost>, module: Module, class: &str) -> Self {
        Self { host: Arc::clone(host), module, class: class.to_owned() }
    }
}

impl Launch for PythonBot {
    fn inmate(&self) -> Inmate {
        self.host.inmate("play", &self.module, Some(&self.class))
    }

    fn notes(&self) -> &[String] {
        self.module.files.notes()
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

/// Bots run as another user, who must be able to read the host.
#[cfg(unix)]
fn open_to_all(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn open_to_all(_: &Path) -> io::Result<()> {
    Ok(())
}
