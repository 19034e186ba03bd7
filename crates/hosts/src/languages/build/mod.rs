//! Bots made from their sources: in the cell, since a source is foreign code while it is built too; once for
//! each content, since compilers are slow. Knows no language: a [`Recipe`] says what is done.

mod built;
mod cache;
pub(super) mod files;
mod run;

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use super::NoBot;
use crate::cell::Cell;
use crate::interrupt::Interrupt;
use crate::scratch::Scratch;
pub(super) use built::BuiltProgram;
pub(super) use cache::{Cache, copy_made};
use files::{open_to_all, write_open};

/// For one bot, unless somebody says otherwise: a busy machine compiles an honest one in a tenth of it.
const COMPILING: Duration = Duration::from_secs(60);

/// How long a bot may take to compile, and what ends that from outside.
#[derive(Debug, Clone)]
pub struct Compiling {
    /// Of the compiler's own time, as for a bot's move; the wall has the last word.
    pub limit: Duration,
    /// Ends it at once.
    pub interrupt: Interrupt,
}

impl Default for Compiling {
    fn default() -> Self {
        Self { limit: COMPILING, interrupt: Interrupt::default() }
    }
}

impl Compiling {
    /// The usual time, ended from outside by this.
    pub(super) fn stopped_by(interrupt: &Interrupt) -> Self {
        Self { interrupt: interrupt.clone(), ..Self::default() }
    }
}

/// A source that gives no program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Uncompiled {
    /// Why, in one line.
    pub why: String,
    /// All that the compiler said.
    pub message: String,
}

impl From<String> for Uncompiled {
    fn from(why: String) -> Self {
        Self { message: why.clone(), why }
    }
}

impl From<io::Error> for Uncompiled {
    fn from(error: io::Error) -> Self {
        error.to_string().into()
    }
}

impl From<Uncompiled> for NoBot {
    fn from(not: Uncompiled) -> Self {
        Self::Broken { why: not.why, message: Some(not.message) }
    }
}

/// How something is made of a source.
#[derive(Debug)]
pub(super) struct Recipe {
    /// Folders that are copied into the one in which the compiler works, in this order.
    pub(super) sources: Vec<PathBuf>,
    /// What else it reads outside the system's folders: its own.
    pub(super) toolchain: Vec<PathBuf>,
    /// What is done in that folder, for a shell; `"$@"` are the words below.
    pub(super) script: &'static str,
    pub(super) words: Vec<OsString>,
    /// What has been made there then.
    pub(super) product: &'static str,
    /// The one line of a compiler's message that tells most.
    pub(super) first_error: fn(&str) -> String,
}

/// A file that was made of a source; gone with the last bot that uses it.
#[derive(Debug)]
pub(super) struct Made {
    folder: Scratch,
    name: String,
}

impl Made {
    /// The file.
    pub(super) fn file(&self) -> PathBuf {
        self.folder.path().join(&self.name)
    }

    /// The folder that holds it and nothing else.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// What makes bots of one language, and keeps them.
#[derive(Debug)]
pub(super) struct Builder {
    word: &'static str,
    cache: Cache,
    compiling: Compiling,
    /// One builds, and whoever wants the same meanwhile waits for it.
    slots: Mutex<HashMap<String, Arc<Slot>>>,
}

/// What was made by one key, as long as it is used.
type Slot = Mutex<Weak<Made>>;

impl Builder {
    /// For the language of this word.
    pub(super) fn new(word: &'static str, compiling: Compiling) -> Self {
        Self { word, cache: Cache::of_this_user(word), compiling, slots: Mutex::default() }
    }

    pub(super) fn cache(&self) -> &Cache {
        &self.cache
    }

    /// The same with other limits.
    pub(super) fn with_compiling(self, compiling: Compiling) -> Self {
        Self { compiling, ..self }
    }

    /// The file that is made by a recipe, under this name; made now, or in an earlier run. `key` stands for
    /// all that it depends on.
    pub(super) fn made(
        &self,
        cell: &Cell,
        key: &Key,
        name: &str,
        recipe: impl FnOnce() -> Recipe,
    ) -> Result<Arc<Made>, Uncompiled> {
        let key = key.finished();
        let slot = self.slot(&key);
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = slot.upgrade() {
            return Ok(made);
        }
        let bytes = match self.cache.get(&key) {
            Some(bytes) => bytes,
            None => {
                let bytes = run::run(cell, &recipe(), &self.compiling)?;
                self.cache.put(&key, &bytes);
                bytes
            }
        };
        let folder = Scratch::new(self.word)?;
        open_to_all(folder.path())?;
        let made = Arc::new(Made { folder, name: name.to_owned() });
        write_open(&made.file(), &bytes, 0o755)?;
        *slot = Arc::downgrade(&made);
        Ok(made)
    }

    /// The slot of a key; those that nobody uses any more are forgotten.
    fn slot(&self, key: &str) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let is_used = |slot: &Arc<Slot>| {
            Arc::strong_count(slot) > 1 || slot.lock().is_ok_and(|made| made.strong_count() > 0)
        };
        slots.retain(|_, slot| is_used(slot));
        Arc::clone(slots.entry(key.to_owned()).or_default())
    }
}

/// A name for something that is made, by all that it depends on.
#[derive(Debug, Clone, Default)]
pub(super) struct Key(blake3::Hasher);

impl Key {
    /// With one more part.
    pub(super) fn and(mut self, part: impl AsRef<[u8]>) -> Self {
        let part = part.as_ref();
        self.0.update(&(part.len() as u64).to_le_bytes()).update(part);
        self
    }

    /// With all these words.
    pub(super) fn and_all(self, words: &[OsString]) -> Self {
        words.iter().fold(self, |key, word| key.and(word.as_encoded_bytes()))
    }

    /// With all files of a folder.
    pub(super) fn and_folder(mut self, folder: &Path) -> Self {
        contents(folder, &mut self.0);
        self
    }

    pub(super) fn finished(&self) -> String {
        self.0.finalize().to_hex()[..32].to_owned()
    }
}

/// Adds the names and bytes of all files of a folder, in the order of names. What cannot be read adds its
/// name alone.
pub(crate) fn contents(folder: &Path, hasher: &mut blake3::Hasher) {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        hasher.update(&(name.len() as u64).to_le_bytes()).update(name);
        if path.is_dir() {
            hasher.update(b"folder");
            contents(&path, hasher);
            hasher.update(b"end");
        } else {
            let bytes = fs::read(&path).unwrap_or_default();
            hasher.update(&(bytes.len() as u64).to_le_bytes()).update(&bytes);
        }
    }
}

/// The first line of a message that has this word, or else the first at all.
pub(super) fn first_line_with(message: &str, word: &str) -> String {
    let lines = || message.lines().map(str::trim).filter(|line| !line.is_empty());
    lines().find(|line| line.contains(word)).or_else(|| lines().next()).unwrap_or("no reason").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_tells_where_one_part_ends_and_the_next_begins() {
        let key = |parts: &[&str]| parts.iter().fold(Key::default(), Key::and).finished();
        assert_eq!(key(&["a", "bc"]), key(&["a", "bc"]));
        assert_ne!(key(&["a", "bc"]), key(&["ab", "c"]));
        assert_ne!(key(&["a"]), key(&["a", ""]));
    }

    #[test]
    fn a_folder_is_another_with_another_name_place_or_byte() {
        let hash = |files: &[(&str, &str)]| {
            let folder = tempfile::tempdir().unwrap();
            for (name, text) in files {
                let path = folder.path().join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            Key::default().and_folder(folder.path()).finished()
        };
        let one = hash(&[("a.c", "x"), ("b/c.h", "y")]);
        assert_eq!(one, hash(&[("b/c.h", "y"), ("a.c", "x")]));
        for other in [
            &[("a.c", "x"), ("c.h", "y")][..],
            &[("a.c", "x"), ("b/c.h", "z")],
            &[("a.c", "x"), ("b/d.h", "y")],
            &[("a.c", "x")],
        ] {
            assert_ne!(one, hash(other), "{other:?}");
        }
    }

    #[test]
    fn the_first_error_is_found_behind_warnings() {
        let said = "\na.c:1: warning: old\na.c:2:3: error: no ;\na.c:9: error: more\n";
        assert_eq!(first_line_with(said, "error:"), "a.c:2:3: error: no ;");
        assert_eq!(first_line_with("killed\n", "error:"), "killed");
        assert_eq!(first_line_with("", "error:"), "no reason");
    }
}
