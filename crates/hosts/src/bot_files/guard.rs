//! What no bot may see, wherever it lies: the plan, the folder of results, other bots, records and plans of
//! any kind.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Ends of the names of files that tell of tournaments.
const RECORD: &str = "croupier";
/// How a record begins, whatever it is called.
const RECORD_MAGIC: &[u8] = b"CROUPIER";
/// A plan is small; more of a file is not looked at.
const LONGEST_PLAN: u64 = 64 << 10;

/// The files and folders of a tournament that its bots must not see.
#[derive(Debug, Clone, Default)]
pub struct Guard {
    tournament: Vec<Guarded>,
    entrants: Vec<Guarded>,
}

/// Why something is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// The plan, the results, or a part of them.
    Tournament,
    /// Another entrant's file.
    Entrant,
    /// A record of games, or a plan of other games.
    Record,
}

impl Reason {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Tournament => "it belongs to the tournament, which no bot sees",
            Self::Entrant => "it is another bot",
            Self::Record => "records and plans are shown to no bot",
        }
    }
}

#[derive(Debug, Clone)]
struct Guarded {
    path: PathBuf,
    /// A second name for the same file is the same file.
    identity: Option<(u64, u64)>,
}

impl Guarded {
    fn new(path: &Path) -> Self {
        let path = canonical(path);
        Self { identity: identity(&path), path }
    }

    fn is(&self, path: &Path, identity: Option<(u64, u64)>) -> bool {
        path.starts_with(&self.path) || (identity.is_some() && identity == self.identity)
    }
}

impl Guard {
    /// Guards the plan and the folder of results, and of the bots' files each from all others; what is not
    /// there yet is guarded too.
    #[must_use]
    pub fn new(tournament: &[PathBuf], entrants: &[PathBuf]) -> Self {
        let guarded = |paths: &[PathBuf]| paths.iter().map(|path| Guarded::new(path)).collect();
        Self { tournament: guarded(tournament), entrants: guarded(entrants) }
    }

    /// What lies below a folder and must not be seen, whether it is there yet or not.
    pub(super) fn reaches_into(&self, folder: &Path) -> Option<(PathBuf, Reason)> {
        let below = |guarded: &[Guarded]| {
            let mut names = guarded.iter().filter_map(|guarded| guarded.path.strip_prefix(folder).ok());
            names.next().map(Path::to_owned)
        };
        let tournament = below(&self.tournament).map(|path| (path, Reason::Tournament));
        tournament.or_else(|| below(&self.entrants).map(|path| (path, Reason::Entrant)))
    }

    /// Why a bot must not see a file or folder; `None` where it may. The path is canonical, and not the bot's
    /// own.
    pub(super) fn refuses(&self, path: &Path) -> Option<Reason> {
        let identity = identity(path);
        let among = |guarded: &[Guarded]| guarded.iter().any(|guarded| guarded.is(path, identity));
        if among(&self.tournament) {
            Some(Reason::Tournament)
        } else if among(&self.entrants) {
            Some(Reason::Entrant)
        } else {
            (is_record(path) || is_plan(path)).then_some(Reason::Record)
        }
    }
}

/// The path without links and dots; of what is not there yet, as much as is.
fn canonical(path: &Path) -> PathBuf {
    if let Ok(path) = path.canonicalize() {
        return path;
    }
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) if parent.as_os_str().is_empty() => canonical(Path::new(".")).join(name),
        (Some(parent), Some(name)) => canonical(parent).join(name),
        _ => path.to_owned(),
    }
}

/// What makes a file the same under two names. A folder has only one.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

/// Whether a file is a record, or a folder holds one beside its logs.
fn is_record(path: &Path) -> bool {
    if path.is_dir() {
        return path.join("record.croupier").exists();
    }
    path.extension().is_some_and(|end| end == RECORD)
        || begins_with(path, RECORD_MAGIC.len() as u64) == RECORD_MAGIC
}

/// Whether a file is a plan: it names a game and who plays it.
fn is_plan(path: &Path) -> bool {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    if !["toml", "json"].contains(&end) {
        return false;
    }
    let text = String::from_utf8_lossy(&begins_with(path, LONGEST_PLAN)).into_owned();
    if end == "json" {
        return text.contains("\"num_games\"");
    }
    let has = |key: &str| {
        let value =
            |line: &str| line.trim_start().strip_prefix(key).map(|rest| rest.trim_start().starts_with('='));
        text.lines().any(|line| value(line) == Some(true))
    };
    has("game") && (has("bots") || has("dirs"))
}

/// The first bytes of a file; nothing of what is no file, which could keep its reader waiting.
fn begins_with(path: &Path, bytes: u64) -> Vec<u8> {
    let mut first = Vec::new();
    if path.is_file()
        && let Ok(file) = File::open(path)
    {
        // What cannot be read is shown to nobody in any case.
        let _ = file.take(bytes).read_to_end(&mut first);
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plan_results_entrants_and_records_are_refused_under_every_name() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap();
        for (name, text) in [
            ("plan.toml", "seed = 7\n"),
            ("rival.py", "x"),
            ("weights.txt", "7"),
            ("game.txt", "CROUPIER..."),
            ("other.toml", "game = \"hearts\"\nbots = []\n"),
            ("config.json", "{\"num_games\": 5}"),
            ("settings.toml", "game_speed = 3\n"),
        ] {
            fs::write(home.join(name), text).unwrap();
        }
        let guard = Guard::new(&[home.join("plan.toml"), home.join("logs")], &[home.join("./rival.py")]);
        let reason = |name: &str| guard.refuses(&home.join(name));
        // The folder of results is made after the bots are found.
        fs::create_dir_all(home.join("logs")).unwrap();
        fs::write(home.join("logs/story.log"), "").unwrap();
        assert_eq!(reason("plan.toml"), Some(Reason::Tournament));
        assert_eq!(reason("logs/story.log"), Some(Reason::Tournament));
        assert_eq!(reason("rival.py"), Some(Reason::Entrant));
        for record in ["game.txt", "other.toml", "config.json"] {
            assert_eq!(reason(record), Some(Reason::Record), "{record}");
        }
        for open in ["weights.txt", "settings.toml", "missing"] {
            assert_eq!(reason(open), None, "{open}");
        }
        #[cfg(unix)]
        {
            fs::hard_link(home.join("plan.toml"), home.join("data.txt")).unwrap();
            assert_eq!(reason("data.txt"), Some(Reason::Tournament));
        }
    }
}
