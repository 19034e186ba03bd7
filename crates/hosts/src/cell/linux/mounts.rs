//! Which files of the system a bot sees, and where its own are laid. Knows no tool.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::cell::Inmate;

/// Settings that runtimes cannot do without: where libraries lie, what `java` stands for. No accounts,
/// no keys, no time zone.
pub(super) fn settings() -> impl Iterator<Item = PathBuf> {
    const NAMES: [&str; 3] = [
        "/etc/ld.so.cache",
        "/etc/alternatives",
        // Without it node does not start.
        "/etc/ssl/openssl.cnf",
    ];
    // Debian keeps a JVM's own settings in /etc/java-<version>.
    let java = fs::read_dir("/etc")
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("java"))
        .map(|entry| entry.path());
    NAMES.into_iter().map(PathBuf::from).chain(java).filter(|path| path.exists())
}

/// Everything outside the system's folders that the inmate may read: no path below another, shortest first. Links are
/// listed as they were named and as they resolve.
pub(super) fn own_files(inmate: &Inmate) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for path in inmate.readable.iter().chain(&inmate.folder).chain([&inmate.program]) {
        let missing = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        if !path.is_absolute() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("{}: a cell needs absolute paths", path.display()),
            ));
        }
        paths.push(path.canonicalize().map_err(missing)?);
        paths.push(path.clone());
    }
    paths.sort_by_key(|path| path.components().count());
    let mut kept: Vec<PathBuf> = Vec::new();
    for path in paths {
        if !path.starts_with("/usr") && !kept.iter().any(|above| path.starts_with(above)) {
            kept.push(path);
        }
    }
    let mut open = Vec::new();
    for path in kept {
        around(path, &inmate.hidden, &mut open)?;
    }
    Ok(open)
}

/// The path, or where something hidden lies below it, everything else there.
fn around(path: PathBuf, hidden: &[PathBuf], open: &mut Vec<PathBuf>) -> io::Result<()> {
    if hidden.contains(&path) {
        return Ok(());
    }
    if !hidden.iter().any(|hidden| hidden.starts_with(&path)) {
        open.push(path);
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        around(entry?.path(), hidden, open)?;
    }
    Ok(())
}

/// Whether the folders above a path are the machine's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Above {
    Counts,
    /// The cell has folders of its own there, open to all.
    Replaced,
}

/// Refuses a path that the machine's root keeps to itself, where the bot becomes another user.
pub(super) fn readable_by_others(path: &Path, above: Above) -> io::Result<()> {
    let about = fs::metadata(path)?;
    let mut private = (!open(&about, if about.is_dir() { 0o005 } else { 0o004 })).then_some(path);
    if above == Above::Counts {
        let closed = |folder: &&Path| fs::metadata(folder).is_ok_and(|about| !open(&about, 0o001));
        private = private.or_else(|| path.ancestors().skip(1).find(closed));
    }
    let Some(private) = private else { return Ok(()) };
    Err(io::Error::new(
        io::ErrorKind::PermissionDenied,
        format!(
            "{}: a bot started by root runs as another user and cannot read this; allow it with `chmod o+rX`, or \
             start as the user it belongs to",
            private.display()
        ),
    ))
}

fn open(about: &Metadata, needed: u32) -> bool {
    about.permissions().mode() & needed == needed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_below_a_readable_folder_is_not_listed_twice() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().canonicalize().expect("a path");
        fs::write(folder.join("bot"), "").expect("written");
        let mut inmate = Inmate::new(folder.join("bot"));
        inmate.readable = vec![folder.clone()];
        assert_eq!(own_files(&inmate).expect("paths"), [folder]);
    }

    #[test]
    fn a_hidden_file_is_left_out_and_its_neighbours_are_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().canonicalize().expect("a path");
        for name in ["bot", "other", "data"] {
            fs::write(folder.join(name), "").expect("written");
        }
        let mut inmate = Inmate::new(folder.join("bot"));
        inmate.folder = Some(folder.clone());
        inmate.hidden = vec![folder.join("other")];
        let mut open = own_files(&inmate).expect("paths");
        open.sort();
        assert_eq!(open, [folder.join("bot"), folder.join("data")]);
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = own_files(&Inmate::new("/no/such/bot")).expect_err("missing");
        assert!(error.to_string().starts_with("/no/such/bot: "), "{error}");
    }

    #[test]
    fn a_relative_path_is_refused() {
        let error = own_files(&Inmate::new("bot")).expect_err("refused");
        assert_eq!(error.to_string(), "bot: a cell needs absolute paths");
    }
}
