//! Files and folders that bots, who may be another user, can read. Knows nothing of compilers.

use std::fs;
use std::io;
use std::path::Path;

use crate::scratch::Scratch;
use crate::sources::KitSource;

/// Writes a file that bots, who are another user, can read.
pub(in crate::languages) fn write_open(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    // Made beside its place and renamed: nobody ever sees half of it, or executes what is still being
    // written.
    let beside = path.with_extension("half");
    fs::write(&beside, bytes)?;
    set_mode(&beside, mode)?;
    fs::rename(&beside, path)
}

/// A folder with the files of a kit, which bots can read; gone with the last that uses it.
pub(in crate::languages) fn unpacked(word: &str, kit: &[KitSource]) -> io::Result<Scratch> {
    let folder = Scratch::new(word)?;
    open_to_all(folder.path())?;
    for (name, text) in kit {
        write_open(&folder.path().join(name), text, 0o644)?;
    }
    Ok(folder)
}

/// Lets everyone look into a folder.
pub(in crate::languages) fn open_to_all(path: &Path) -> io::Result<()> {
    set_mode(path, 0o755)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}
