//! A bot's file on its way to a bot that can be seated: what is asked of a language, and what comes back.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::Missing;
use super::build::{Uncompiled, contents};
use super::form::Shape;
use crate::bot_files::{NotStaged, Staged, Wanted, stage, with_notes};
use crate::cell::{Cell, ResourceLimits};
use crate::inside::Inside;
use crate::process::Launch;
use crate::runtimes::Runtimes;

/// A file that is or holds bots, with all that is known of it before anything of it is run.
#[derive(Debug)]
pub struct BotFile<'a> {
    /// What is shown to its bots; its `file` is the file itself.
    pub wanted: Wanted<'a>,
    /// The class in it, where one is named.
    pub class: Option<&'a str>,
    /// The game that is to be played.
    pub game: &'a str,
    /// The files of all bots of the tournament.
    pub entered: &'a [PathBuf],
    /// What each of them may use.
    pub limits: &'a ResourceLimits,
    /// How long each of them may take to load.
    pub loading: Duration,
    /// What runs bots outside this process.
    pub runtimes: &'a Runtimes,
}

impl BotFile<'_> {
    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.wanted.file
    }

    /// Where foreign code runs.
    pub fn cell(&self) -> Result<&Arc<Cell>, NoBot> {
        self.runtimes.cell().map_err(|none| NoBot::Missing(none.into()))
    }

    /// All that its bots see, laid out.
    pub fn staged(&self) -> Result<Arc<Staged>, NoBot> {
        match stage(&self.wanted) {
            Ok(staged) => Ok(Arc::new(staged)),
            Err(wrong @ (NotStaged::Missing { .. } | NotStaged::Refused { .. })) => Err(NoBot::Files(wrong)),
            Err(trouble) => Err(NoBot::broken(trouble.to_string())),
        }
    }

    /// The file's name.
    #[must_use]
    pub fn name(&self) -> String {
        shown(self.path().file_name())
    }

    /// The file's name without its end; where several bots share it, as students do, the folder's. A bot that
    /// is a folder is called like it.
    #[must_use]
    pub fn stem(&self) -> String {
        let file = self.path();
        let namesake = |other: &PathBuf| other != file && other.file_name() == file.file_name();
        let is_folders = is_manifest(file) || self.entered.iter().any(namesake);
        let folder = file.parent().and_then(Path::file_name).filter(|_| is_folders);
        shown(folder.or(file.file_stem()))
    }

    /// A hash of what a bot is made of: the file, or all of a folder, and the class that is taken from it.
    #[must_use]
    pub fn hash(&self, class: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        match self.path().parent().filter(|_| is_manifest(self.path())) {
            Some(folder) => contents(folder, &mut hasher),
            None => _ = hasher.update(&fs::read(self.path()).unwrap_or_default()),
        }
        hasher.update(class.as_bytes());
        hasher.finalize().to_hex()[..16].to_owned()
    }

    /// A bot of this file in a process of its own.
    pub(super) fn process(&self, name: String, class: &str, launch: impl Launch + 'static) -> FoundBot {
        FoundBot { name, hash: self.hash(class), runs: Runs::Process(Arc::new(launch)) }
    }
}

fn is_manifest(file: &Path) -> bool {
    let form = file.file_name().and_then(|name| name.to_str()).and_then(super::by_name);
    form.is_some_and(|(_, form)| matches!(form.shape, Shape::Folder { .. }))
}

fn shown(name: Option<&std::ffi::OsStr>) -> String {
    name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A bot that was found in a file.
#[derive(Debug, Clone)]
pub struct FoundBot {
    /// What it is called by its file or by itself.
    pub name: String,
    /// A hash of what it is made of.
    pub hash: String,
    /// How it is run.
    pub runs: Runs,
}

/// How a bot of a file is run.
#[derive(Clone)]
pub enum Runs {
    /// In a process of its own.
    Process(Arc<dyn Launch>),
    /// In this process, inside WebAssembly.
    Inside(Arc<dyn Inside>),
}

impl fmt::Debug for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Process(_) => "in a process of its own",
            Self::Inside(_) => "inside WebAssembly",
        })
    }
}

/// Which game the bots of a file play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plays {
    /// This one.
    Game(String),
    /// It does not say, and why not.
    Unsaid(&'static str),
    /// It says so when it is offered a game.
    AsOffered,
}

/// Why a file gives no bot.
#[derive(Debug, thiserror::Error)]
pub enum NoBot {
    /// What runs such bots is missing here.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// What is listed as its files cannot be shown to it.
    #[error(transparent)]
    Files(NotStaged),
    /// It is there, and does not load.
    #[error("{why}")]
    Broken {
        /// In a line.
        why: String,
        /// All that a compiler said, where one was asked.
        message: Option<String>,
    },
}

impl NoBot {
    pub(super) fn broken(why: impl Into<String>) -> Self {
        Self::Broken { why: why.into(), message: None }
    }

    /// It does not load; what it asked for and does not see may be the reason.
    pub(super) fn broken_with(why: &str, files: &Staged) -> Self {
        Self::broken(with_notes(why.to_owned(), files.notes()))
    }

    /// The same where a compiler says that it does not.
    pub(super) fn uncompiled_with(not: Uncompiled, files: &Staged) -> Self {
        Self::Broken { why: with_notes(not.why, files.notes()), message: Some(not.message) }
    }
}
