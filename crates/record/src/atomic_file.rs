//! A file that is there whole, also after a power cut: written beside its place, brought to the disk, then
//! renamed.
//!
//! Whatever is thrown away because it stands elsewhere is thrown away after that is on the disk: the system
//! is free to keep a removal and to lose what was written before it. Knows nothing of what the files hold.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Puts these bytes in the place of a file, which stays as it is until they are on the disk; gives the new
/// file, open behind them.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let beside = beside(path);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)?;
        sync_folder_of(path)?;
        Ok(file)
    });
    if written.is_err() {
        // Half a file would only mislead; after the rename there is none.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Removes a file; that there is none is as good.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".part");
    PathBuf::from(name)
}

/// A new name is on the disk when its folder is.
#[cfg(unix)]
fn sync_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// Folders cannot be opened there; the system brings names to the disk by itself.
#[cfg(not(unix))]
fn sync_folder_of(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_or_stays_as_it_was_and_nothing_lies_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.times");
        let mut file = replace(&path, b"first").unwrap();
        file.write_all(b", and on").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first, and on");
        replace(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        // A folder in its place cannot be replaced.
        let taken = folder.path().join("taken");
        fs::create_dir(&taken).unwrap();
        assert!(replace(&taken, b"third").is_err());
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["record.times", "taken"]);
    }

    #[test]
    fn only_a_file_that_is_not_there_is_as_good_as_removed() {
        let folder = tempfile::tempdir().unwrap();
        assert!(remove(&folder.path().join("nothing")).is_ok());
        assert!(remove(folder.path()).is_err());
    }
}
