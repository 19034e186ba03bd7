//! Which files each bot of a tournament sees.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use croupier_hosts::bot_files::{FolderOf, Guard, Staged, Wanted};
use croupier_hosts::http::Url;
use croupier_hosts::languages::{self, BotFile, Language, NoBot};

use crate::naming::{BadBot, Finder, HOUSE, no_host};

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

/// All that the bots of a name see, for whoever takes it to another machine.
#[derive(Debug, Clone)]
pub struct SeenFiles {
    /// The files, laid out.
    pub files: Arc<Staged>,
    /// The class in the bot's file, where one is named.
    pub class: Option<String>,
    /// What they are written in.
    pub language: &'static Language,
}

impl Finder<'_> {
    /// All that the bots of a name see; `None` where nothing of them lies here: players of the house, urls.
    pub fn files_of(&self, spec: &str) -> Result<Option<SeenFiles>, BadBot> {
        if spec.starts_with(HOUSE) || Url::is_one(spec) {
            return Ok(None);
        }
        let (file, class) = self.file_of(spec).ok_or_else(|| BadBot::Missing(spec.to_owned()))?;
        let (language, _) = languages::of(&file).ok_or_else(|| BadBot::NotExecutable(spec.to_owned()))?;
        let files = self.with_file(spec, &file, class.as_deref(), "", |file: &BotFile<'_>| file.staged());
        match files {
            Ok(files) => Ok(Some(SeenFiles { files, class, language })),
            Err(NoBot::Missing(missing)) => Err(no_host(spec, &missing)),
            Err(why) => Err(BadBot::Files { spec: spec.to_owned(), why: why.to_string() }),
        }
    }

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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use croupier_hosts::Runtimes;
    use croupier_hosts::cell::{ResourceLimits, Sandbox};

    use super::*;

    #[test]
    fn what_a_bot_sees_is_what_it_imports_and_no_other_bot() {
        let folder = tempfile::tempdir().unwrap();
        let lay = |name: &str, text: &str| {
            fs::write(folder.path().join(name), text).unwrap();
            folder.path().join(name).canonicalize().unwrap()
        };
        lay("helper.py", "");
        let entered = vec![lay("mine.py", "import croupier, helper\n"), lay("rival.py", "import croupier\n")];
        let runtimes = Runtimes::new(Sandbox::Off);
        let finder = Finder {
            base: folder.path(),
            search: Vec::new(),
            entered,
            sight: Visibility::default(),
            runtimes: &runtimes,
            limits: ResourceLimits::default(),
            loading: Duration::from_secs(10),
        };
        let seen = finder.files_of("mine.py#Careful").unwrap().unwrap();
        let mut names: Vec<_> =
            fs::read_dir(seen.files.folder()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["helper.py", "mine.py"]);
        assert_eq!((seen.class.as_deref(), seen.language.word), (Some("Careful"), "python"));
        assert_eq!(seen.files.name(), Path::new("mine.py"));
        assert!(finder.files_of("house:random").unwrap().is_none());
        assert!(finder.files_of("http://localhost:1/bot").unwrap().is_none());
        assert!(finder.files_of("nobody.py").is_err());
    }
}
