//! Which files each bot of a tournament sees.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use croupier_hosts::bot_files::{FolderOf, Guard, NotStaged, Staged, Wanted, stage};

use crate::naming::{BadBot, Finder};

/// What bots see, and what no bot sees.
#[derive(Debug, Clone, Default)]
pub struct Sight {
    /// What belongs to the tournament: its plan, the folder of its results.
    pub never: Vec<PathBuf>,
    /// What is listed as a bot's own, by the bot's name in the plan; paths are relative to the finder's base.
    pub listed: BTreeMap<String, Vec<String>>,
    /// Whose the folders of bots are.
    pub folder: FolderOf,
}

impl Sight {
    /// What is listed for a bot, by its name or, where it is a class of a file, by the file's.
    #[must_use]
    pub fn of(&self, spec: &str) -> &[String] {
        let file = spec.split_once('#').map_or(spec, |(file, _)| file);
        self.listed.get(spec).or_else(|| self.listed.get(file)).map_or(&[], Vec::as_slice)
    }
}

impl Finder<'_> {
    /// A bot's file with all that it sees, laid out. What an organiser listed wrongly is an error; what a bot brought
    /// itself is no more than its own trouble, in words.
    pub(crate) fn files(&self, spec: &str, file: &Path) -> Result<Result<Arc<Staged>, String>, BadBot> {
        let search: Vec<PathBuf> =
            self.search.iter().filter_map(|folder| folder.canonicalize().ok()).collect();
        let base = self.base.canonicalize().unwrap_or_else(|_| self.base.to_owned());
        let listed: Vec<PathBuf> = self.sight.of(spec).iter().map(|path| base.join(path)).collect();
        let guard = Guard::new(&self.sight.never, &self.others(file));
        let wanted =
            Wanted { file, search: &search, listed: &listed, guard: &guard, folder: self.sight.folder };
        match stage(&wanted) {
            Ok(staged) => Ok(Ok(Arc::new(staged))),
            Err(wrong @ (NotStaged::Missing { .. } | NotStaged::Refused { .. })) => {
                Err(BadBot::Files { spec: spec.to_owned(), why: wrong.to_string() })
            }
            Err(trouble) => Ok(Err(trouble.to_string())),
        }
    }
}

/// Why a bot does not load, and what it asked for and does not see, which may be the reason.
pub(crate) fn with_notes(why: &str, files: &Staged) -> String {
    let notes = files.notes().iter().take(3).map(|note| format!("; {note}"));
    format!("{why}{}", notes.collect::<String>())
}
