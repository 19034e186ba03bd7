//! Which bots a name means.
//!
//! `house:<name>` is a player in Rust. A file, a class in a file (`file#Class`), a module (`Module`, `Module.Class`)
//! and a url name bots outside this process; those that this program cannot run yet are told apart from those that
//! are not there at all.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use croupier_bots::house;
use croupier_games::Game;
use croupier_hosts::cell::Limits;
use croupier_hosts::{CellKind, Executable, Kits, Module, PythonBot};
use croupier_record::Entrant;

use crate::crew::Bot;
use crate::naming_files::{Sight, with_notes};
use crate::naming_http;
pub use crate::naming_names::entrant_names;
use crate::naming_names::{choose, named_by_us};

pub(crate) const HOUSE: &str = "house:";
/// Ends of file names that mean a bot, and what such a bot is.
const KINDS: [(&str, &str); 4] = [
    ("py", "a Python file"),
    ("jar", "a Java jar"),
    ("hs", "a Haskell player"),
    ("wasm", "a WebAssembly module"),
];

/// A bot that was found by its name.
#[derive(Debug, Clone)]
pub struct NamedBot {
    /// What it is called in standings; two bots may still have one name.
    pub name: String,
    /// How the plan named it.
    pub spec: String,
    /// A hash of what it is made of.
    pub hash: String,
    /// How it is seated.
    pub bot: Bot,
}

impl NamedBot {
    /// It as a record's head has it, under the name of an entrant.
    #[must_use]
    pub fn entrant(&self, name: String) -> Entrant {
        Entrant { name, bot: self.spec.clone(), hash: self.hash.clone(), runs_in: self.bot.runs_in() }
    }
}

/// A name that gives no bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadBot {
    /// The house has no such player.
    #[error("the house has no player \"{name}\" for {game}; it has {known}")]
    UnknownHouse {
        /// As named.
        name: String,
        /// The game's title.
        game: &'static str,
        /// All that there are.
        known: String,
    },
    /// The bot is of a kind that cannot be run yet.
    #[error(
        "\"{spec}\" is {kind}; bots of this kind are not supported yet, only house:<name>, Python, Java, Haskell, executables and urls"
    )]
    NotSupportedYet {
        /// As named.
        spec: String,
        /// What it is.
        kind: &'static str,
    },
    /// A file that nobody can run.
    #[error(
        "\"{0}\" is neither a Python file nor executable; an executable bot needs its x permission (chmod +x)"
    )]
    NotExecutable(String),
    /// A url that cannot be called.
    #[error("\"{spec}\" is no url of a bot: {why}")]
    BadUrl {
        /// As named, without its password.
        spec: String,
        /// What is wrong.
        why: String,
    },
    /// What runs such bots is missing here.
    #[error("\"{spec}\" cannot be run: {why}")]
    NoHost {
        /// As named.
        spec: String,
        /// What is missing.
        why: String,
    },
    /// What is listed as a bot's files cannot be shown to it.
    #[error("\"{spec}\": {why}")]
    Files {
        /// As named.
        spec: String,
        /// What is wrong.
        why: String,
    },
    /// Nothing has this name.
    #[error("there is no bot \"{0}\": it is neither house:<name> nor a file that is there")]
    Missing(String),
}

/// Finds bots by their names.
#[derive(Debug)]
pub struct Finder<'a> {
    /// What paths are relative to.
    pub base: &'a Path,
    /// Folders in which modules are looked for, and from which Python bots may import.
    pub search: Vec<PathBuf>,
    /// The files of all bots of the tournament: none of them can read another.
    pub entered: Vec<PathBuf>,
    /// What else they see, and what they never see.
    pub sight: Sight,
    /// What runs bots outside this process.
    pub kits: &'a Kits,
    /// What each of them may use.
    pub limits: Limits,
    /// How long each of them may take to load.
    pub loading: Duration,
}

impl Finder<'_> {
    /// The bots that a name means: several where a file holds several.
    pub fn find<G: Game>(&self, spec: &str) -> Result<Vec<NamedBot>, BadBot> {
        self.find_as_called::<G>(spec).map(|bots| bots.into_iter().map(named_by_us).collect())
    }

    /// The bots under the names that they have themselves.
    fn find_as_called<G: Game>(&self, spec: &str) -> Result<Vec<NamedBot>, BadBot> {
        if let Some(name) = spec.strip_prefix(HOUSE) {
            return find_house::<G>(name).map(|bot| vec![bot]);
        }
        if spec.starts_with("http://") || spec.starts_with("https://") {
            return naming_http::bot(spec, self.kits).map(|bot| vec![bot]);
        }
        let (file, class) = self.file_of(spec).ok_or_else(|| BadBot::Missing(spec.to_owned()))?;
        match extension(&file) {
            Some("py") => self.python(spec, &file, class.as_deref()),
            Some("jar") => self.java(spec, &file, class.as_deref()).map(|bot| vec![bot]),
            Some("hs") => self.haskell::<G>(spec, &file).map(|bot| vec![bot]),
            Some("wasm") => self.module(spec, &file).map(|bot| vec![bot]),
            Some(end) if kind_of(end).is_some() => {
                let kind = kind_of(end).unwrap_or("a file");
                Err(BadBot::NotSupportedYet { spec: spec.to_owned(), kind })
            }
            _ if is_executable(&file) => self.executable(spec, &file).map(|bot| vec![bot]),
            _ => Err(BadBot::NotExecutable(spec.to_owned())),
        }
    }

    /// The file that a name means, absolute, and the class in it where one is named.
    #[must_use]
    pub fn file_of(&self, spec: &str) -> Option<(PathBuf, Option<String>)> {
        let (path, class) = match spec.split_once('#') {
            Some((path, class)) => (path, Some(class.to_owned())),
            None => (spec, None),
        };
        if let Some(file) = self.existing(path) {
            return Some((file, class));
        }
        if let Some(file) = self.existing(&format!("{path}.py")) {
            return Some((file, class));
        }
        let (module, class) = path.rsplit_once('.')?;
        self.existing(&format!("{module}.py")).map(|file| (file, Some(class.to_owned())))
    }

    fn existing(&self, path: &str) -> Option<PathBuf> {
        let folders = std::iter::once(self.base).chain(self.search.iter().map(PathBuf::as_path));
        folders
            .map(|folder| folder.join(path))
            .find(|path| path.is_file())
            .and_then(|path| path.canonicalize().ok())
    }

    fn python(&self, spec: &str, file: &Path, class: Option<&str>) -> Result<Vec<NamedBot>, BadBot> {
        let missing = |why: String| BadBot::NoHost { spec: spec.to_owned(), why };
        let module = match self.python_module(spec, file)? {
            Ok(module) => module,
            Err(why) => return Ok(vec![broken(spec, file, &why)]),
        };
        if self.kits.python_runs_in() == CellKind::Wasm {
            return self.python_inside(spec, file, class, &module);
        }
        let cell = self.kits.cell().map_err(missing)?;
        let host = self.kits.python().map_err(missing)?;
        // Which classes there are is known only by loading the file: foreign code, so it runs in the cell too.
        let wanted = match host.classes(cell, &module).and_then(|classes| choose(classes, class)) {
            Ok(wanted) => wanted,
            Err(why) => return Ok(vec![broken(spec, file, &with_notes(&why, &module.files))]),
        };
        let bot = |class: String| NamedBot {
            spec: spec.to_owned(),
            hash: hash_of(file, &class),
            bot: Bot::Foreign(Arc::new(PythonBot::new(host, module.clone(), &class))),
            name: class,
        };
        Ok(wanted.into_iter().map(bot).collect())
    }

    /// A Python file with what it may see, or why it cannot be laid out.
    pub(crate) fn python_module(&self, spec: &str, file: &Path) -> Result<Result<Module, String>, BadBot> {
        let module = |files| Module { files, limits: self.limits.clone(), loading: self.loading };
        Ok(self.files(spec, file)?.map(module))
    }

    fn executable(&self, spec: &str, file: &Path) -> Result<NamedBot, BadBot> {
        self.kits.cell().map_err(|why| BadBot::NoHost { spec: spec.to_owned(), why })?;
        let files = match self.files(spec, file)? {
            Ok(files) => files,
            Err(why) => return Ok(broken(spec, file, &why)),
        };
        Ok(NamedBot {
            name: file_name(file),
            spec: spec.to_owned(),
            hash: hash_of(file, ""),
            bot: Bot::Foreign(Arc::new(Executable::new(files, self.limits.clone()))),
        })
    }

    pub(crate) fn others(&self, file: &Path) -> Vec<PathBuf> {
        self.entered.iter().filter(|other| other.as_path() != file).cloned().collect()
    }
}

/// A bot that is there and does not load: it is entered, and stands last with the reason.
pub(crate) fn broken(spec: &str, file: &Path, why: &str) -> NamedBot {
    let bot = Bot::Broken(format!("does not load: {why}"));
    NamedBot { name: file_name(file), spec: spec.to_owned(), hash: hash_of(file, ""), bot }
}

fn find_house<G: Game>(name: &str) -> Result<NamedBot, BadBot> {
    let Some(player) = house::find::<G>(name) else {
        let budget = |player: &house::House| if player.thinks { "[@10ms]" } else { "" };
        let players = house::players::<G>();
        let known: Vec<String> =
            players.iter().map(|player| format!("{}{}", player.name, budget(player))).collect();
        return Err(BadBot::UnknownHouse {
            name: name.to_owned(),
            game: G::ABOUT.title,
            known: known.join(", "),
        });
    };
    let full = format!("{HOUSE}{}{}", player.name, player.budget);
    let made_of = format!("{}/{full}/{}", G::ABOUT.name, env!("CARGO_PKG_VERSION"));
    let hash = blake3::hash(made_of.as_bytes()).to_hex()[..16].to_owned();
    Ok(NamedBot { name: full.clone(), spec: full, hash, bot: Bot::House(player) })
}

/// A hash of a bot's file and the class that is taken from it.
pub(crate) fn hash_of(file: &Path, class: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&std::fs::read(file).unwrap_or_default());
    hasher.update(class.as_bytes());
    hasher.finalize().to_hex()[..16].to_owned()
}

pub(crate) fn file_name(file: &Path) -> String {
    file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

pub(crate) fn extension(file: &Path) -> Option<&str> {
    file.extension().and_then(|extension| extension.to_str())
}

fn kind_of(extension: &str) -> Option<&'static str> {
    KINDS.iter().find(|(end, _)| *end == extension).map(|(_, kind)| *kind)
}

/// Whether a file of a folder looks like a bot; everything else in the folder is passed over.
#[must_use]
pub fn looks_like_a_bot(path: &Path) -> bool {
    let hidden = file_name(path).starts_with('.');
    path.is_file()
        && !hidden
        && (extension(path).is_some_and(|end| kind_of(end).is_some()) || is_executable(path))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    extension(path) == Some("exe")
}

/// A player of the house as a bot, for tests and benches that need nothing else.
pub fn house_bot<G: Game>(name: &str) -> Result<NamedBot, BadBot> {
    find_house::<G>(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::no_thanks::NoThanks;
    use croupier_hosts::cell::Sandbox;

    fn found(spec: &str) -> Result<Vec<NamedBot>, BadBot> {
        let kits = Kits::new(Sandbox::Off);
        let base = Path::new(env!("CARGO_MANIFEST_DIR"));
        let finder = Finder {
            base,
            search: Vec::new(),
            entered: Vec::new(),
            sight: Sight::default(),
            kits: &kits,
            limits: Limits::default(),
            loading: Duration::from_secs(10),
        };
        finder.find::<NoThanks>(spec)
    }

    fn wrong(spec: &str) -> String {
        found(spec).unwrap_err().to_string()
    }

    #[test]
    fn a_house_player_is_found_and_has_a_hash_of_its_own() {
        let one = |spec| found(spec).unwrap().remove(0);
        assert_eq!(one("house:threshold").name, "house:threshold");
        assert_ne!(one("house:threshold").hash, one("house:CutOff14").hash);
    }

    #[test]
    fn a_budget_stays_with_the_name_so_that_a_record_can_be_played_again() {
        let one = |spec| found(spec).unwrap().remove(0);
        let (quick, slow) = (one("house:flagship@10ms"), one("house:flagship@100ms"));
        assert_eq!(
            (quick.name.as_str(), quick.spec.as_str()),
            ("house:flagship@10ms", "house:flagship@10ms")
        );
        assert_ne!(quick.hash, slow.hash);
        assert!(wrong("house:flagship@fast").contains("flagship[@10ms]"));
    }

    #[test]
    fn what_is_not_there_and_what_cannot_be_run_yet_are_told_apart() {
        assert!(
            wrong("house:nobody").starts_with("the house has no player \"nobody\" for No Thanks!; it has")
        );
        assert!(wrong("nobody.jar").starts_with("there is no bot \"nobody.jar\""));
        assert!(wrong("https://:1/play").contains("is no url of a bot"));
        assert!(wrong("Cargo.toml").contains("is neither a Python file nor executable"));
    }
}
