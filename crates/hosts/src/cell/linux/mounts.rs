//! Which files of the system a bot sees, and where its own are laid. Knows no tool.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::cell::{Arg, SandboxSpec};
use crate::languages;

/// Settings that runtimes cannot do without: where libraries lie, what `java` stands for, and what the table
/// of languages names. No accounts, no keys, no time zone.
pub(super) fn settings() -> impl Iterator<Item = PathBuf> {
    const NAMES: [&str; 2] = ["ld.so.cache", "alternatives"];
    NAMES.into_iter().chain(languages::settings()).flat_map(|name| below(Path::new("/etc"), name))
}

/// What is there of this name; a `*` at its end stands for any.
fn below(folder: &Path, name: &str) -> Vec<PathBuf> {
    let Some(start) = name.strip_suffix('*') else {
        return Some(folder.join(name)).filter(|path| path.exists()).into_iter().collect();
    };
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(start))
        .map(|entry| entry.path())
        .collect()
}

/// Everything outside the system's folders that the spec may read: no path below another, shortest first.
/// Links are listed as they were named and as they resolve.
pub(super) fn own_files(spec: &SandboxSpec) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    let own = spec.readable.iter().chain(&spec.host).chain(&spec.packages).chain(&spec.folder);
    for path in own.chain([&spec.program]) {
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
        // Packages have another name inside, wherever they lie.
        let is_renamed = spec.packages.as_ref() == Some(&path);
        if is_renamed || !path.starts_with("/usr") && !kept.iter().any(|above| path.starts_with(above)) {
            kept.push(path);
        }
    }
    Ok(kept)
}

/// The names that a bot's files have inside.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// What lies below the first is found below the second.
    moved: Vec<(PathBuf, &'static str)>,
}

impl Names {
    /// Names that tell nothing of the machine, in a file system of the bot's own.
    pub(super) fn in_a_cell(spec: &SandboxSpec) -> Self {
        let places = [
            (&spec.folder, SandboxSpec::FOLDER),
            (&spec.host, SandboxSpec::HOST),
            (&spec.packages, SandboxSpec::PACKAGES),
        ];
        let named = places.into_iter().filter_map(|(path, to)| Some((path.as_ref()?.clone(), to)));
        // A link is known under both its names.
        let both = |(path, to): (PathBuf, &'static str)| {
            let real = path.canonicalize().unwrap_or_else(|_| path.clone());
            [(real, to), (path, to)]
        };
        Self { moved: named.flat_map(both).collect() }
    }

    /// What a path of the machine is called inside.
    pub(super) fn of(&self, path: &Path) -> PathBuf {
        let moved = self.moved.iter().find_map(|(from, to)| Some((path.strip_prefix(from).ok()?, to)));
        match moved {
            Some((rest, to)) if rest.as_os_str().is_empty() => PathBuf::from(to),
            Some((rest, to)) => Path::new(to).join(rest),
            None => path.to_owned(),
        }
    }

    /// A word of the command line as it is said inside.
    pub(super) fn word(&self, arg: &Arg) -> OsString {
        match arg {
            Arg::Plain(word) => word.clone(),
            Arg::File(path) => self.of(path).into(),
        }
    }
}

/// Whether the folders above a path are the machine's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParentFolders {
    Counts,
    /// The cell has folders of its own there, open to all.
    Replaced,
}

/// Refuses a path that the machine's root keeps to itself, where the bot becomes another user.
pub(super) fn readable_by_others(path: &Path, parents: ParentFolders) -> io::Result<()> {
    let about = fs::metadata(path)?;
    let mut private = (!open(&about, if about.is_dir() { 0o005 } else { 0o004 })).then_some(path);
    if parents == ParentFolders::Counts {
        let closed = |folder: &&Path| fs::metadata(folder).is_ok_and(|about| !open(&about, 0o001));
        private = private.or_else(|| path.ancestors().skip(1).find(closed));
    }
    let Some(private) = private else { return Ok(()) };
    Err(io::Error::new(
        io::ErrorKind::PermissionDenied,
        format!(
            "{}: a bot started by root runs as another user and cannot read this; allow it with `chmod \
             o+rX`, or start as the user it belongs to",
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
        let mut spec = SandboxSpec::new(folder.join("bot"));
        spec.readable = vec![folder.clone()];
        assert_eq!(own_files(&spec).expect("paths"), [folder]);
    }

    #[test]
    fn what_lies_in_the_bots_folder_is_named_from_there() {
        let mut spec = SandboxSpec::new("/home/me/bots/run");
        spec.folder = Some("/home/me/bots".into());
        spec.host = Some("/var/host".into());
        spec.packages = Some("/usr/share/packages".into());
        let names = Names::in_a_cell(&spec);
        let named = |path: &str| names.of(Path::new(path)).display().to_string();
        assert_eq!(named("/home/me/bots"), "/bot");
        assert_eq!(named("/home/me/bots/lib/a"), "/bot/lib/a");
        assert_eq!(named("/var/host/main.py"), "/run/host/main.py");
        assert_eq!(named("/usr/bin/python3"), "/usr/bin/python3");
        assert_eq!(named("/usr/share/packages/numpy"), "/run/packages/numpy");
        assert_eq!(names.word(&Arg::from("/home/me/bots")), "/home/me/bots");
        assert_eq!(names.word(&Arg::File("/home/me/bots/x".into())), "/bot/x");
        assert_eq!(Names::default().of(Path::new("/home/me/bots/x")), Path::new("/home/me/bots/x"));
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = own_files(&SandboxSpec::new("/no/such/bot")).expect_err("missing");
        assert!(error.to_string().starts_with("/no/such/bot: "), "{error}");
    }

    #[test]
    fn a_relative_path_is_refused() {
        let error = own_files(&SandboxSpec::new("bot")).expect_err("refused");
        assert_eq!(error.to_string(), "bot: a cell needs absolute paths");
    }
}
