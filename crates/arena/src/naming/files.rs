//! Which files each bot of a tournament sees.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use croupier_hosts::bot_files::{FolderOf, Guard, Wanted};
use croupier_hosts::languages::BotFile;

use crate::naming::Finder;

/// What bots see, and what no bot sees.
#[derive(Debug, Clone, Default)]
pub struct Visibility {
    /// What belongs to the tournament: its plan, the folder of its results.
    pub never: Vec<PathBuf>,
    /// What is listed as a bot's own, by the bot's name in the plan; paths are relative to the finder's base.
    pub listed: BTreeMap<String, Vec<String>>,
    /// Whose the folders of bots are.
    pub folder: FolderOf,
}

impl Visibility {
    /// What is listed for a bot, by its name or, where it is a class of a file, by the file's.
    #[must_use]
    pub fn of(&self, spec: &str) -> &[String] {
        let file = spec.split_once('#').map_or(spec, |(file, _)| file);
        self.listed.get(spec).or_else(|| self.listed.get(file)).map_or(&[], Vec::as_slice)
    }
}

impl Finder<'_> {
    /// Hands a bot's file with all that it may see to whoever makes bots of it.
    pub(crate) fn with_file<T>(
        &self,
        spec: &str,
        file: &Path,
        class: Option<&str>,
        game: &str,
        make: impl FnOnce(&BotFile<'_>) -> T,
    ) -> T {
        let search: Vec<PathBuf> =
            self.search.iter().filter_map(|folder| folder.canonicalize().ok()).collect();
        let base = self.base.canonicalize().unwrap_or_else(|_| self.base.to_owned());
        let listed: Vec<PathBuf> = self.sight.of(spec).iter().map(|path| base.join(path)).collect();
        let guard = Guard::new(&self.sight.never, &self.others(file));
        let wanted =
            Wanted { file, search: &search, listed: &listed, guard: &guard, folder: self.sight.folder };
        make(&BotFile {
            wanted,
            class,
            game,
            entered: &self.entered,
            limits: &self.limits,
            loading: self.loading,
            runtimes: self.runtimes,
        })
    }
}
