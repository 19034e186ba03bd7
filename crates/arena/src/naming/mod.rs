//! Which bots a name means.
//!
//! `house:<name>` is a player in Rust. A file, a folder with a manifest, a class in a file (`file#Class`), a
//! module (`Module`, `Module.Class`) and a url name bots outside this process. What a file's language is, and
//! how its bots are had, stands in the table of languages (`croupier_hosts::languages`).

pub mod files;
pub mod game;
mod http;
mod names;

use std::path::{Path, PathBuf};
use std::time::Duration;

use croupier_bots::house;
use croupier_games::Game;
use croupier_hosts::Runtimes;
use croupier_hosts::cell::ResourceLimits;
use croupier_hosts::http::Url;
use croupier_hosts::languages::{self, FoundBot, Missing, NoBot, Runs};
use croupier_record::Entrant;

use crate::crew::Bot;

use files::Visibility;
pub use names::entrant_names;
use names::{named_by_us, plain};

pub(crate) const HOUSE: &str = "house:";
/// A bot that was found by its name.
#[derive(Debug, Clone)]
pub struct NamedBot {
    /// What it is called in standings; two bots may still have one name.
    pub name: String,
    /// How the plan named it.
    pub spec: String,
    /// Whose it is, where the plan says so.
    pub team: Option<String>,
    /// A hash of what it is made of.
    pub hash: String,
    /// How it is seated.
    pub bot: Bot,
}

impl NamedBot {
    /// It as a record's head has it, under the name of an entrant.
    #[must_use]
    pub fn entrant(&self, name: String) -> Entrant {
        let (bot, team, hash) = (self.spec.clone(), self.team.clone(), self.hash.clone());
        Entrant { name, bot, team, hash, runs_in: self.bot.runs_in() }
    }

    /// It under the name that its organiser gives it.
    #[must_use]
    pub fn renamed(self, name: &str) -> Self {
        Self { name: plain(name), ..self }
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
    /// A file that nobody can run.
    #[error(
        "\"{0}\" is no bot: its name ends with none of {known}, and it is not executable; an executable bot \
         needs its x permission (chmod +x)",
        known = languages::endings()
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
    pub sight: Visibility,
    /// What runs bots outside this process.
    pub runtimes: &'a Runtimes,
    /// What each of them may use.
    pub limits: ResourceLimits,
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
        if Url::is_one(spec) {
            return http::bot(spec, self.runtimes).map(|bot| vec![bot]);
        }
        let (file, class) = self.file_of(spec).ok_or_else(|| BadBot::Missing(spec.to_owned()))?;
        let (language, _) = languages::of(&file).ok_or_else(|| BadBot::NotExecutable(spec.to_owned()))?;
        let runtime = self.runtimes.of(language).map_err(|missing| no_host(spec, &missing))?;
        let found = self.with_file(spec, &file, class.as_deref(), G::ABOUT.name, |file| {
            runtime.bots(file).map_err(|why| (why, file.stem()))
        });
        match found {
            Ok(bots) => Ok(bots.into_iter().map(|bot| seated(spec, bot)).collect()),
            Err((NoBot::Missing(missing), _)) => Err(no_host(spec, &missing)),
            Err((NoBot::Files(wrong), _)) => {
                Err(BadBot::Files { spec: spec.to_owned(), why: wrong.to_string() })
            }
            Err((NoBot::Broken { why, message }, stem)) => Ok(vec![broken(spec, &file, stem, &why, message)]),
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
        // As other tools write it.
        if let Some((path, class)) = path.rsplit_once(':')
            && let Some(file) = self.existing(path)
        {
            return Some((file, Some(class.to_owned())));
        }
        let (module, class) = path.rsplit_once('.')?;
        self.existing(&format!("{module}.py")).map(|file| (file, Some(class.to_owned())))
    }

    fn existing(&self, path: &str) -> Option<PathBuf> {
        let folders = std::iter::once(self.base).chain(self.search.iter().map(PathBuf::as_path));
        // A folder is a bot by the file in it that says how it is built.
        let file = |path: PathBuf| if path.is_dir() { languages::manifest_in(&path) } else { Some(path) };
        folders
            .filter_map(|folder| file(folder.join(path)))
            .find(|path| path.is_file())
            .and_then(|path| path.canonicalize().ok())
    }

    pub(crate) fn others(&self, file: &Path) -> Vec<PathBuf> {
        self.entered.iter().filter(|other| other.as_path() != file).cloned().collect()
    }
}

/// A bot of a file as a tournament has it.
fn seated(spec: &str, found: FoundBot) -> NamedBot {
    let bot = match found.runs {
        Runs::Process(launch) => Bot::Foreign(launch),
        Runs::Inside(inside) => Bot::Inside(inside),
    };
    NamedBot { name: found.name, spec: spec.to_owned(), team: None, hash: found.hash, bot }
}

/// How a file in Python says itself which of its classes competes, behind other advice for a file that holds
/// several; nothing for other files.
#[must_use]
pub fn or_all(file: &str, class: &str) -> String {
    if file.ends_with(".py") { format!(", or write __all__ = [\"{class}\"] in it") } else { String::new() }
}

/// A bot that is there and does not load, with the reason: the run is refused, or goes on without it.
fn broken(spec: &str, file: &Path, stem: String, why: &str, message: Option<String>) -> NamedBot {
    let why = format!("does not load: {why}");
    // What is compiled is called as it would be if it were; of other files nothing but their name is known.
    let (name, bot) = match message {
        Some(message) => (stem, Bot::Uncompiled { why, message }),
        None => (file_name(file), Bot::Broken(why)),
    };
    NamedBot { name, spec: spec.to_owned(), team: None, hash: hash_of(file), bot }
}

pub(crate) fn no_host(spec: &str, missing: &Missing) -> BadBot {
    BadBot::NoHost { spec: spec.to_owned(), why: missing.to_string() }
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
    Ok(NamedBot { name: full.clone(), spec: full, team: None, hash, bot: Bot::House(player) })
}

/// A hash of a file of which nothing more is known.
fn hash_of(file: &Path) -> String {
    blake3::hash(&std::fs::read(file).unwrap_or_default()).to_hex()[..16].to_owned()
}

fn file_name(file: &Path) -> String {
    file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
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

    fn finder(runtimes: &Runtimes) -> Finder<'_> {
        Finder {
            base: Path::new(env!("CARGO_MANIFEST_DIR")),
            search: Vec::new(),
            entered: Vec::new(),
            sight: Visibility::default(),
            runtimes,
            limits: ResourceLimits::default(),
            loading: Duration::from_secs(10),
        }
    }

    fn found(spec: &str) -> Result<Vec<NamedBot>, BadBot> {
        finder(&Runtimes::new(Sandbox::Off)).find::<NoThanks>(spec)
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
    fn a_class_in_a_file_is_named_in_each_of_the_usual_ways() {
        let runtimes = Runtimes::new(Sandbox::Off);
        let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/no-thanks");
        let finder = Finder { base: &base, ..finder(&runtimes) };
        let ways =
            ["beginners.py#CutOff14", "beginners#CutOff14", "beginners.CutOff14", "beginners.py:CutOff14"];
        for spec in ways {
            let (file, class) = finder.file_of(spec).unwrap();
            assert!(file.ends_with("beginners.py") && class.as_deref() == Some("CutOff14"), "{spec}");
        }
        assert_eq!(finder.file_of("nobody.py:CutOff14"), None);
    }

    #[test]
    fn a_file_in_python_is_told_how_it_leaves_out_what_is_only_a_base() {
        assert_eq!(or_all("bots.py", "Mine"), ", or write __all__ = [\"Mine\"] in it");
        assert_eq!(or_all("bots.jar", "Mine"), "");
    }

    #[test]
    fn what_is_not_there_and_what_cannot_be_run_are_told_apart() {
        assert!(
            wrong("house:nobody").starts_with("the house has no player \"nobody\" for No Thanks!; it has")
        );
        assert!(wrong("nobody.jar").starts_with("there is no bot \"nobody.jar\""));
        assert!(wrong("https://:1/play").contains("is no url of a bot"));
        assert!(wrong("../../README.md").contains("is no bot: its name ends with none of .py, "));
        assert!(wrong("tests/redeal").starts_with("there is no bot"), "a folder without a manifest");
    }
}
