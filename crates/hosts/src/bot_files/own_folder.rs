//! Whether a folder is one bot's alone.

use std::env;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use super::gathered::{Gathered, walk};
use super::guard::{Guard, Reason};
use super::{NotStaged, imports};
use crate::languages;

/// Modules that only bots import.
const FRAMEWORKS: [&str; 5] = ["croupier", "NoThanks", "NoThanksPlayer", "Take5", "Take5Player"];
/// The original engine, which students have in their folders.
const ENGINE: [&str; 6] =
    ["NoThanks", "NoThanksGame", "NoThanksPlayer", "NoThanksState", "Take5", "Take5Player"];

/// Why a folder is not a bot's own.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Shared {
    /// It is where everything of a user, or of everyone, lies.
    Common,
    /// This lies in it, which the bot must not see.
    With(PathBuf, Reason),
    /// This lies in it, and may be another bot.
    Bot(PathBuf),
    /// It is too large to be looked through.
    Large,
}

impl fmt::Display for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Common => f.write_str("the folder is not its own"),
            Self::With(name, reason) => write!(f, "{} lies in it, and {}", name.display(), reason.words()),
            Self::Bot(name) => write!(f, "{} lies beside it and may be another bot", name.display()),
            Self::Large => f.write_str("the folder is too large to be looked through"),
        }
    }
}

/// Whether all of the folder may be shown to the bot of this file, which sees `shown` in any case.
pub(super) fn judge(folder: &Path, file: &Path, guard: &Guard, shown: &Gathered) -> Result<(), Shared> {
    if is_common(folder) {
        return Err(Shared::Common);
    }
    if let Some((path, reason)) = guard.reaches_into(folder) {
        return Err(Shared::With(path, reason));
    }
    if let Some(other) = other_bot(folder, file, shown) {
        return Err(Shared::Bot(other));
    }
    let mut all = Gathered::default();
    match walk(folder, Path::new(""), folder, guard, &mut all) {
        Ok(()) => {}
        Err(NotStaged::TooMuch) => return Err(Shared::Large),
        // What cannot be read is not the bot's.
        Err(_) => return Err(Shared::Common),
    }
    all.withheld.pop().map_or(Ok(()), |(path, reason)| Err(Shared::With(path, reason)))
}

/// The root, a home, the place of temporary files, and whatever holds one of them.
fn is_common(folder: &Path) -> bool {
    let homes = ["HOME", "USERPROFILE"].into_iter().filter_map(env::var_os).map(PathBuf::from);
    let places = homes.chain([env::temp_dir(), PathBuf::from("/tmp"), PathBuf::from("/var/tmp")]);
    let mut places = places.map(|place| place.canonicalize().unwrap_or(place));
    let homes = [Path::new("/home"), Path::new("/Users")];
    let is_home = folder.ancestors().take(2).any(|above| homes.contains(&above));
    folder.parent().is_none() || is_home || places.any(|place| place.starts_with(folder))
}

/// A file of the folder that may be a bot and is no part of this one.
fn other_bot(folder: &Path, file: &Path, shown: &Gathered) -> Option<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).ok()?.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    // A link that leads out of the folder is not shown in any case.
    let is_here =
        |path: &Path| path.is_file() && path.canonicalize().is_ok_and(|real| real.starts_with(folder));
    let other = |path: &&PathBuf| is_here(path) && *path != file && !shown.shows(path) && may_be_a_bot(path);
    paths.iter().find(other).and_then(|path| path.strip_prefix(folder).ok()).map(Path::to_owned)
}

fn may_be_a_bot(path: &Path) -> bool {
    match path.extension().and_then(|end| end.to_str()) {
        Some("py") => !is_engine(path) && imports_a_framework(path),
        _ => languages::of(path).is_some_and(|(_, form)| form.is_marked(path)),
    }
}

fn is_engine(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| ENGINE.iter().any(|name| stem == *name))
}

fn imports_a_framework(path: &Path) -> bool {
    let Some(source) = super::source_of(path) else { return false };
    let framework =
        |name: &imports::Import| name.module.first().is_some_and(|name| FRAMEWORKS.contains(&name.as_str()));
    source.imports.iter().any(framework)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    /// A folder with a bot and these files, and why it is not the bot's own.
    fn judged(files: &[(&str, &str)]) -> Option<String> {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().canonicalize().unwrap();
        for (name, text) in files.iter().chain(&[("bot.py", "import helper")]) {
            fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
            fs::write(folder.join(name), text).unwrap();
        }
        std::os::unix::fs::symlink("/bin/sh", folder.join("shell")).unwrap();
        let mut shown = Gathered::default();
        for name in ["bot.py", "helper.py"].iter().filter(|name| folder.join(name).exists()) {
            shown.add(name.into(), &folder.join(name)).unwrap();
        }
        let guard = Guard::new(&[folder.join("results")], &[folder.join("deep/rival.py")]);
        let guard =
            if files.iter().any(|(name, _)| *name == "deep/rival.py") { guard } else { Guard::default() };
        judge(&folder, &folder.join("bot.py"), &guard, &shown).err().map(|shared| shared.to_string())
    }

    #[test]
    fn a_folder_with_nothing_but_the_bots_own_is_its_own() {
        assert_eq!(judged(&[("weights.txt", ""), ("lib/x.jar", ""), ("tool.py", "import math")]), None);
        assert_eq!(
            judged(&[("helper.py", "import croupier"), ("NoThanksGame.py", "import NoThanksPlayer")]),
            None
        );
    }

    #[test]
    fn a_folder_with_something_of_others_is_not() {
        for (other, why) in [
            (("rival.py", "from croupier import hearts"), "rival.py lies beside it and may be another bot"),
            (
                ("rival.py", "from Take5Player import Player"),
                "rival.py lies beside it and may be another bot",
            ),
            (("rival.py", "from NoThanks import Player"), "rival.py lies beside it and may be another bot"),
            (("team.jar", ""), "team.jar lies beside it"),
            (
                ("old/plan.toml", "game = \"hearts\"\ndirs = []\n"),
                "old/plan.toml lies in it, and records and plans",
            ),
            (("deep/record.croupier", ""), "deep lies in it, and records"),
            (("deep/rival.py", ""), "results lies in it, and it belongs to the tournament"),
        ] {
            let shared = judged(&[other]).unwrap_or_default();
            assert!(shared.starts_with(why), "{shared}");
        }
    }

    #[test]
    fn homes_and_places_of_temporary_files_are_nobodys() {
        for common in ["/", "/home", "/home/me", "/tmp", "/var/tmp"] {
            assert!(is_common(Path::new(common)), "{common}");
        }
        assert!(!is_common(Path::new("/home/me/bot")));
    }
}
