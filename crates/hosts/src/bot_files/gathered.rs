//! The files that are to be shown, by the names they have inside, and what is told of those that are not.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::NotStaged;
use super::guard::{Guard, Reason};

/// As many files, and as many bytes of them, are copied for a bot.
pub(super) const MOST_FILES: usize = 10_000;
pub(super) const MOST_BYTES: u64 = 512 << 20;
/// What tells of all that once lay in a folder, other bots and plans among it.
const HISTORIES: [&str; 3] = [".git", ".hg", ".svn"];
/// Deeper folders are a joke.
const DEEPEST: usize = 64;

/// What was gathered so far.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    /// Where each lies inside, and where it is read from.
    pub(super) files: BTreeMap<PathBuf, PathBuf>,
    pub(super) notes: Vec<String>,
    /// What was met on the way and must not be shown.
    pub(super) withheld: Vec<(PathBuf, Reason)>,
    bytes: u64,
}

impl Gathered {
    /// Shows a file under a name; the first of a name stays.
    pub(super) fn add(&mut self, inside: PathBuf, real: &Path) -> Result<(), NotStaged> {
        if self.files.contains_key(&inside) {
            return Ok(());
        }
        self.bytes = self.bytes.saturating_add(fs::metadata(real)?.len());
        if self.files.len() >= MOST_FILES || self.bytes > MOST_BYTES {
            return Err(NotStaged::TooMuch);
        }
        self.files.insert(inside, real.to_owned());
        Ok(())
    }

    pub(super) fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Whether a file, or anything of a folder, is shown under this name.
    pub(super) fn has(&self, inside: &str) -> bool {
        self.files.keys().any(|name| name.starts_with(inside))
    }

    /// Whether a file is shown, under whatever name.
    pub(super) fn shows(&self, real: &Path) -> bool {
        self.files.values().any(|shown| shown == real)
    }

    /// Whether a folder holds anything that could be shown and is not.
    pub(super) fn left_out_of(&self, folder: &Path, guard: &Guard) -> bool {
        let entries =
            fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
        entries.take(MOST_FILES).any(|path| !self.shows(&path) && guard.refuses(&path).is_none())
    }

    /// What is shown, in words.
    pub(super) fn names(&self) -> String {
        self.files.keys().map(|name| name.display().to_string()).collect::<Vec<_>>().join(", ")
    }
}

/// Shows all of a folder but what must not be seen, and links that lead out of the `root`.
pub(super) fn walk(
    folder: &Path,
    inside: &Path,
    root: &Path,
    guard: &Guard,
    shown: &mut Gathered,
) -> Result<(), NotStaged> {
    if inside.components().count() > DEEPEST {
        return Err(NotStaged::TooMuch);
    }
    let mut names: Vec<_> =
        fs::read_dir(folder)?.filter_map(Result::ok).map(|entry| entry.file_name()).collect();
    names.sort();
    for name in names {
        if HISTORIES.iter().any(|history| name == *history) {
            continue;
        }
        let (path, inside) = (folder.join(&name), inside.join(&name));
        // A link that leads nowhere is nothing.
        let Ok(real) = path.canonicalize() else { continue };
        if let Some(reason) = guard.refuses(&real) {
            shown.withheld.push((inside, reason));
        } else if !real.starts_with(root) {
            shown.note(format!(
                "{} is not shown to this bot: the link leads out of its folder",
                inside.display()
            ));
        } else if real.is_dir() {
            // A folder that is a link could hold itself.
            if !path.is_symlink() {
                walk(&path, &inside, root, guard, shown)?;
            }
        } else if real.is_file() {
            shown.add(inside, &real)?;
        }
    }
    Ok(())
}
