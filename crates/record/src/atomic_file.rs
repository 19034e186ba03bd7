//! A file that is there whole, also after a power cut: written beside its place, brought to the disk, then
//! renamed.
//!
//! Whatever is thrown away because it stands elsewhere is thrown away after that is on the disk: the system
//! is free to keep a removal and to lose what was written before it. Knows nothing of what the files hold.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is being written beside its place.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    beside: PathBuf,
    file: BufWriter<File>,
    is_done: bool,
}

impl AtomicFile {
    /// Begins a file; one that is there stays as it is until the new one is done.
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::open(path, OpenOptions::new().create(true).write(true).truncate(true))
    }

    /// The same for a file that only this user may read.
    pub fn create_private(path: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.create(true).write(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let begun = Self::open(path, &options)?;
        // What an earlier attempt left beside it may be open to others.
        #[cfg(unix)]
        begun.file.get_ref().set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        Ok(begun)
    }

    fn open(path: &Path, options: &OpenOptions) -> io::Result<Self> {
        let beside = beside(path);
        let file = BufWriter::new(options.open(&beside)?);
        Ok(Self { path: path.to_owned(), beside, file, is_done: false })
    }

    /// Puts the file into its place once it is on the disk.
    pub fn finish(mut self) -> io::Result<()> {
        self.put_into_place()
    }

    fn put_into_place(&mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        fs::rename(&self.beside, &self.path)?;
        self.is_done = true;
        sync_folder_of(&self.path)
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.is_done {
            // Half a file would only mislead.
            let _ = fs::remove_file(&self.beside);
        }
    }
}

/// Puts these bytes in the place of a file, which stays as it is until they are on the disk; gives the new
/// file, open behind them.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes)?;
    file.put_into_place()?;
    file.file.get_ref().try_clone()
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

    #[test]
    fn what_is_begun_and_never_finished_leaves_all_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.html");
        let write = |words: &[u8]| {
            let mut file = AtomicFile::create(&path).unwrap();
            file.write_all(words).unwrap();
            file
        };
        write(b"whole").finish().unwrap();
        drop(write(b"half"));
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_private_file_is_never_open_to_others_whatever_lay_there() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("site.json");
        for lies_there in [&path, &beside(&path)] {
            fs::write(lies_there, "old").unwrap();
            fs::set_permissions(lies_there, fs::Permissions::from_mode(0o644)).unwrap();
        }
        let mut file = AtomicFile::create_private(&path).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&file.beside), 0o600, "before a word of it is written");
        file.write_all(b"secret").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        file.finish().unwrap();
        assert_eq!((fs::read(&path).unwrap(), mode(&path)), (b"secret".to_vec(), 0o600));
    }
}
