//! Folders that live as long as this program needs them, and no longer: neither after an end in a hurry nor
//! after a kill.
//!
//! Each is locked as long as its maker lives; the system drops the lock with the process, however that ends.
//! Whoever makes the first folder of a run removes those of the same user that nobody holds any more. No age
//! and no process number is looked at: clocks jump, and numbers are used again.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::Builder;

const PREFIX: &str = "croupier-run-";
/// A folder has another name until it is locked, so that nobody takes it for one that was left behind.
const UNLOCKED: &str = ".croupier-run-";

/// The folders of this process, for an end in a hurry, when nothing is dropped.
static MINE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A folder that is removed with all that is in it when this is dropped.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    /// Holds the lock, where the system has locks on folders.
    _held: Option<File>,
}

impl Scratch {
    /// A folder among the system's temporary ones; `what` is part of its name.
    pub fn new(what: &str) -> io::Result<Self> {
        Self::new_in(&std::env::temp_dir(), what)
    }

    /// A folder in this one.
    pub fn new_in(parent: &Path, what: &str) -> io::Result<Self> {
        sweep(parent);
        let made = Builder::new().prefix(&format!("{UNLOCKED}{what}-")).tempdir_in(parent)?;
        let held = File::open(made.path()).ok().filter(|folder| folder.try_lock().is_ok());
        let name = made.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let path = parent.join(&name[1..]);
        fs::rename(made.path(), &path)?;
        // Renamed, it is ours to remove.
        let _ = made.keep();
        mine().push(path.clone());
        Ok(Self { path, _held: held })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
        mine().retain(|path| *path != self.path);
    }
}

/// Removes all folders of this process: for an end in a hurry.
pub(crate) fn remove_all() {
    for path in mine().drain(..) {
        let _ = fs::remove_dir_all(path);
    }
}

/// Removes what killed runs of this user left in a folder.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().filter_map(Result::ok) {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) || !is_my_folder(&entry.path()) {
            continue;
        }
        // Held while it is removed, so that two that sweep do not meet in it.
        if let Ok(folder) = File::open(entry.path())
            && folder.try_lock().is_ok()
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether it is a folder, no link to one, and of this user: temporary folders are everybody's.
#[cfg(unix)]
fn is_my_folder(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let me = rustix::process::geteuid().as_raw();
    fs::symlink_metadata(path).is_ok_and(|found| found.is_dir() && found.uid() == me)
}

/// Elsewhere folders cannot be locked, and nothing can be told from a run that lives.
#[cfg(not(unix))]
fn is_my_folder(_: &Path) -> bool {
    false
}

fn mine() -> MutexGuard<'static, Vec<PathBuf>> {
    MINE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_there_as_long_as_it_is_held() {
        let parent = tempfile::tempdir().unwrap();
        let one = Scratch::new_in(parent.path(), "test").unwrap();
        fs::write(one.path().join("file"), "text").unwrap();
        let other = Scratch::new_in(parent.path(), "test").unwrap();
        assert!(one.path().join("file").is_file(), "the second did not sweep the first away");
        let path = one.path().to_owned();
        drop(one);
        assert!(!path.exists() && other.path().is_dir());
    }

    #[test]
    fn what_nobody_holds_is_swept_and_nothing_else() {
        let parent = tempfile::tempdir().unwrap();
        for left in ["croupier-run-python-abc", "croupier-run-java-x/deep/er", "others"] {
            fs::create_dir_all(parent.path().join(left)).unwrap();
        }
        fs::write(parent.path().join("croupier-run-a"), "no folder").unwrap();
        let outside = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(outside.path(), parent.path().join("croupier-run-b")).unwrap();
        let held = Scratch::new_in(parent.path(), "test").unwrap();
        let mut left: Vec<_> =
            fs::read_dir(parent.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        let mine = held.path().file_name().unwrap();
        assert_eq!(left, ["croupier-run-a".as_ref(), "croupier-run-b".as_ref(), mine, "others".as_ref()]);
        assert!(outside.path().is_dir());
    }
}
