//! Files and folders copied as they are, and then closed to whoever would write.

use std::fs;
use std::io;
use std::path::Path;

/// Copies a file or a folder with all that is in it; links are followed.
pub(super) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    if !from.is_dir() {
        return fs::copy(from, to).map(drop);
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

/// Lets everyone read a folder with all that is in it, and nobody write: where nothing else keeps a bot from
/// that.
#[cfg(unix)]
pub(super) fn read_only(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let about = fs::symlink_metadata(path)?;
    if about.is_symlink() {
        return Ok(());
    }
    if about.is_dir() {
        for entry in fs::read_dir(path)? {
            read_only(&entry?.path())?;
        }
    }
    let runs = about.is_dir() || about.permissions().mode() & 0o100 != 0;
    fs::set_permissions(path, fs::Permissions::from_mode(if runs { 0o555 } else { 0o444 }))
}

/// Elsewhere folders are as they are made.
#[cfg(not(unix))]
pub(super) fn read_only(_: &Path) -> io::Result<()> {
    Ok(())
}
