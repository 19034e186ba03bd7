//! A copy of a whole site, taken while it runs: first the database as it stands at one moment, then
//! the uploads.
//!
//! In this order nothing is missing: an upload is kept before its row is written, and what is kept never
//! changes.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::store::{self, StoreError};

/// A copy that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied {
    /// How large the database is.
    pub bytes: u64,
    /// How many uploads came with it.
    pub uploads: usize,
}

/// Copies the site of one folder into a new one.
pub fn backup(data: &Path, to: &Path) -> Result<Copied, StoreError> {
    let at = |path: &Path| {
        let path = path.to_owned();
        move |error: io::Error| StoreError::File { path, error }
    };
    fs::create_dir_all(to).map_err(at(to))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(at(to))?;
    let copied = runtime.block_on(store::backup(data, &to.join("site.db")))?;
    let mut uploads = 0;
    let contents = data.join("bots");
    for entry in fs::read_dir(&contents).map_err(at(&contents))? {
        let from = entry.map_err(at(&contents))?.path();
        let name = from.file_name().map(PathBuf::from).unwrap_or_default();
        match copy_folder(&from, &to.join("bots").join(name)) {
            Ok(()) => uploads += 1,
            // It failed its check meanwhile and was cleaned away.
            Err(error) if error.kind() == io::ErrorKind::NotFound && !from.exists() => {}
            Err(error) => return Err(at(&from)(error)),
        }
    }
    Ok(Copied { bytes: copied.bytes, uploads })
}

/// Copies a folder of plain files; permissions come along.
fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
