//! One run at a time in a folder: a second one is told who is there.
//!
//! The system holds the lock, and drops it with the process, however that ends; the file only says
//! who holds it.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::error::SessionError;

const NAME: &str = "record.lock";

/// A folder that nobody else writes to while this lives.
#[derive(Debug)]
pub(crate) struct FolderLock {
    path: PathBuf,
    _file: File,
}

impl FolderLock {
    /// Takes the folder, which is made where it is not there; others are told what is being done in it.
    pub(crate) fn take(folder: &Path, command: Option<&str>) -> Result<Self, SessionError> {
        fs::create_dir_all(folder).map_err(|error| trouble(folder, error))?;
        let path = folder.join(NAME);
        loop {
            let opened = File::options().read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = opened.map_err(|error| trouble(&path, error))?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Err(taken(folder, &mut file)),
                // Some file systems have no locks, and a run must be possible there, too.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            // Whoever held it a moment ago may have removed it.
            if !is_still_there(&file, &path) {
                continue;
            }
            write_holder(&mut file, command).map_err(|error| trouble(&path, error))?;
            return Ok(Self { path, _file: file });
        }
    }

    /// Removes the file, before the lock goes.
    pub(crate) fn remove(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        self.remove();
    }
}

fn trouble(path: &Path, error: io::Error) -> SessionError {
    SessionError::File { path: path.to_owned(), error }
}

fn taken(folder: &Path, file: &mut File) -> SessionError {
    let mut holder = String::new();
    let _ = file.read_to_string(&mut holder);
    let holder = if holder.is_empty() { "another run" } else { holder.trim_end() };
    SessionError::InUse { folder: folder.to_owned(), holder: holder.to_owned() }
}

fn write_holder(file: &mut File, command: Option<&str>) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    let process = std::process::id();
    match command {
        Some(command) => writeln!(file, "`{command}` (process {process})"),
        None => writeln!(file, "process {process}"),
    }
}

/// Whether the path still leads to this file.
#[cfg(unix)]
fn is_still_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(here), Ok(there)) = (file.metadata(), fs::metadata(path)) else { return false };
    (here.dev(), here.ino()) == (there.dev(), there.ino())
}

/// A file that is open cannot be removed there.
#[cfg(not(unix))]
fn is_still_there(_: &File, _: &Path) -> bool {
    true
}
