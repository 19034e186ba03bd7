//! A file that is there whole or not at all: it is written under another name, and renamed when it
//! is done.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// A file that is being written.
#[derive(Debug)]
pub(crate) struct AtomicFile {
    path: PathBuf,
    part: PathBuf,
    file: Option<BufWriter<File>>,
}

impl AtomicFile {
    /// Begins a file; one that is there stays as it is until the new one is done.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let mut name = path.file_name().map(ToOwned::to_owned).unwrap_or_default();
        name.push(".part");
        let part = path.with_file_name(name);
        let file = File::create(&part).map_err(|error| trouble(path, &error))?;
        Ok(Self { path: path.to_owned(), part, file: Some(BufWriter::new(file)) })
    }

    /// The file is done.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        if let Some(mut file) = self.file.take() {
            file.flush().map_err(|error| trouble(&self.path, &error))?;
        }
        fs::rename(&self.part, &self.path).map_err(|error| trouble(&self.path, &error))
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(bytes.len()), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        // After `finish` there is nothing left to remove; before it, half a file would only mislead.
        let _ = fs::remove_file(&self.part);
    }
}

/// A file that cannot be written.
pub(crate) fn trouble(path: &Path, error: &io::Error) -> Failure {
    Failure::Trouble(anyhow::anyhow!("{}: {error}", path.display()))
}
