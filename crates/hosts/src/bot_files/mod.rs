//! Which files a bot sees, and where they are laid for it.
//!
//! A bot that is a file sees itself, what it imports by name from its folder, and what is listed as its own;
//! a bot with a folder for itself sees that folder. All of it is copied to a place that holds nothing else,
//! so that in every cell, and without one, the plan, the results and other bots do not lie beside it,
//! whatever lies where on the machine. Nothing of a bot is run for it.

mod class_path;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzzed;
mod gathered;
mod guard;
mod imports;
mod own_folder;
mod python;
mod staged;
mod tokens;

use std::fs;
use std::path::{Path, PathBuf};

use gathered::{Gathered, walk};
pub use guard::Guard;
use imports::ImportsRead;
pub use staged::Staged;
pub(crate) use staged::remove_all;

/// What a bot needs to be laid out.
#[derive(Debug)]
pub struct Wanted<'a> {
    /// Its file, canonical.
    pub file: &'a Path,
    /// Further folders to import from, canonical.
    pub search: &'a [PathBuf],
    /// Files and folders that are listed as its own, absolute.
    pub listed: &'a [PathBuf],
    /// What it must not see.
    pub guard: &'a Guard,
    /// What its folder is.
    pub folder: FolderOf,
}

/// Whose the folder of a bot is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FolderOf {
    /// Anybody's: it is the bot's own only where nothing else of a tournament and no other bot lies in it.
    #[default]
    Anyone,
    /// The bot's: everything in it came with the bot.
    ThisBot,
}

/// Why a bot's files cannot be laid out.
#[derive(Debug, thiserror::Error)]
pub enum NotStaged {
    /// A file that is listed is not there.
    #[error("{file}, which is listed among its files, cannot be read: {why}")]
    Missing {
        /// As it was listed.
        file: String,
        /// What the system says.
        why: std::io::Error,
    },
    /// A file that is listed is one that no bot may see.
    #[error("{file} cannot be among its files: {why}")]
    Refused {
        /// As it was listed.
        file: String,
        /// Why not.
        why: &'static str,
    },
    /// More than can be copied for every run.
    #[error(
        "its files are too many: at most {most_files} and {most_mb} MB are shown to a bot; list those that it \
         needs under `files`",
        most_files = gathered::MOST_FILES,
        most_mb = gathered::MOST_BYTES >> 20
    )]
    TooMuch,
    /// They cannot be copied.
    #[error("its files cannot be copied: {0}")]
    Copy(#[from] std::io::Error),
}

/// No source is longer.
const LONGEST_SOURCE: u64 = 4 << 20;
/// More than these few notes help nobody.
const MOST_NOTES: usize = 20;

/// So many notes are told beside the reason why a bot does not load.
const TOLD_NOTES: usize = 3;

/// The first notes: what an author is told at once, who finds the others in the log.
#[must_use]
pub fn first_notes(notes: &[String]) -> &[String] {
    &notes[..notes.len().min(TOLD_NOTES)]
}

/// Why a bot does not load, and the first of what it does not see, which may be why.
#[must_use]
pub fn with_notes(why: String, notes: &[String]) -> String {
    first_notes(notes).iter().fold(why, |why, note| why + "; " + note)
}

/// Lays out all that a bot may see.
pub fn stage(wanted: &Wanted<'_>) -> Result<Staged, NotStaged> {
    let folder = wanted.file.parent().unwrap_or(Path::new("/"));
    let name = PathBuf::from(wanted.file.file_name().unwrap_or_default());
    let mut shown = Gathered::default();
    shown.add(name.clone(), wanted.file)?;
    let source = source_of(wanted.file);
    for path in wanted.listed {
        list(path, folder, wanted.guard, &mut shown)?;
    }
    if let Some(source) = &source {
        let roots: Vec<&Path> =
            [folder].into_iter().chain(wanted.search.iter().map(PathBuf::as_path)).collect();
        python::follow(source, &roots, wanted.guard, &mut shown)?;
    }
    class_path::follow(wanted.file, folder, wanted.guard, &mut shown)?;
    let whole = match wanted.folder {
        FolderOf::ThisBot => Ok(()),
        FolderOf::Anyone => own_folder::judge(folder, wanted.file, wanted.guard, &shown),
    };
    match whole {
        Ok(()) => walk(folder, Path::new(""), folder, wanted.guard, &mut shown)?,
        Err(shared) => {
            let left_out = shown.left_out_of(folder, wanted.guard);
            match &source {
                Some(source) => tell_of_texts(source, folder, wanted.guard, &mut shown),
                // Nobody knows what a program will open.
                None if left_out => shown.note(format!(
                    "of its folder this bot sees only what is named here, {}: {shared}; {ADVICE}",
                    shown.names()
                )),
                None => {}
            }
        }
    }
    staged::lay_out(shown, name)
}

const ADVICE: &str = "what it needs is listed under `files` in the plan, or with --files";

/// What an organiser lists is shown, but for what no bot may see.
fn list(path: &Path, folder: &Path, guard: &Guard, shown: &mut Gathered) -> Result<(), NotStaged> {
    let named = path.strip_prefix(folder).unwrap_or(path).display().to_string();
    let real = path.canonicalize().map_err(|why| NotStaged::Missing { file: named.clone(), why })?;
    if let Some(reason) = guard.refuses(&real) {
        return Err(NotStaged::Refused { file: named, why: reason.words() });
    }
    // Beside the bot it keeps its place; from elsewhere it comes under its own name.
    let inside = real
        .strip_prefix(folder)
        .map_or_else(|_| real.file_name().unwrap_or_default().into(), Path::to_owned);
    if real.is_dir() { walk(&real, &inside, &real, guard, shown) } else { shown.add(inside, &real) }
}

/// What a bot imports that is written in Python: by its name, or by its first line.
fn source_of(file: &Path) -> Option<ImportsRead> {
    let is_python = file.extension().is_some_and(|end| end == "py");
    fs::metadata(file).ok().filter(|about| about.is_file() && about.len() <= LONGEST_SOURCE)?;
    let bytes = fs::read(file).ok()?;
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_script = first.starts_with(b"#!") && first.windows(6).any(|word| word == b"python");
    (is_python || is_script).then(|| imports::read(&String::from_utf8_lossy(&bytes)))
}

/// Tells of files that the source names, that are there, and that are not shown.
fn tell_of_texts(source: &ImportsRead, folder: &Path, guard: &Guard, shown: &mut Gathered) {
    let mut told: Vec<&str> = Vec::new();
    for text in &source.texts {
        let plain =
            !text.is_empty() && Path::new(text).components().all(is_plain) && !text.contains(['\n', '\0']);
        let path = folder.join(text);
        if !plain
            || told.contains(&text.as_str())
            || told.len() >= MOST_NOTES
            || !path.exists()
            || shown.has(text)
        {
            continue;
        }
        told.push(text);
        let reason = path.canonicalize().ok().and_then(|real| guard.refuses(&real));
        shown.note(match reason {
            Some(reason) => format!("{text} is not shown to this bot: {}", reason.words()),
            None => format!("{text} lies beside this bot and is not shown to it; {ADVICE}"),
        });
    }
}

/// A name, and no way up or from the root.
fn is_plain(part: std::path::Component<'_>) -> bool {
    matches!(part, std::path::Component::Normal(_))
}
