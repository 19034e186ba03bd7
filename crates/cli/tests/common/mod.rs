//! Starts the real binary and reads what it says.

#![allow(dead_code, clippy::unwrap_used)] // Not every suite uses every helper, and tests may unwrap.

#[cfg(target_os = "linux")]
pub(crate) mod cells;
#[cfg(target_os = "linux")]
pub(crate) mod disks;
#[cfg(target_os = "linux")]
pub(crate) mod java;
#[cfg(target_os = "linux")]
pub(crate) mod running;
pub(crate) mod server;
pub(crate) mod wasm;
#[cfg(target_os = "linux")]
pub(crate) mod wheel;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What a call of the binary came to.
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Calls `croupier` in a folder.
pub(crate) fn croupier(folder: &Path, words: &[&str]) -> Said {
    let output =
        Command::new(env!("CARGO_BIN_EXE_croupier")).current_dir(folder).args(words).output().unwrap();
    said(output)
}

pub(crate) fn said(output: Output) -> Said {
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Writes a file of a test.
pub(crate) fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

pub(crate) fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// What a bot printed, without the lines that say which game and turn it belongs to.
pub(crate) fn prints(folder: &Path, name: &str) -> String {
    let is_mark = |line: &&str| line.starts_with("[game ") && line.trim_end().ends_with(']');
    read(folder, name).split_inclusive('\n').filter(|line| !is_mark(line)).collect()
}

/// What is said of a plan whose bot does not load: nothing is played and nothing written.
pub(crate) fn refused(folder: &Path, words: &[&str]) -> String {
    refused_by(folder, || croupier(folder, words))
}

/// The same, however the binary is called.
pub(crate) fn refused_by(folder: &Path, call: impl FnOnce() -> Said) -> String {
    let before = tree(folder);
    let said = call();
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
    assert!(said.err.contains("does not load: "), "{}", said.err);
    assert_eq!(tree(folder), before, "nothing is written");
    said.err
}

/// All files below a folder, with their bytes, by relative path.
pub(crate) fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push((path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

/// A folder that bots of another user may read.
#[cfg(unix)]
pub(crate) fn folder() -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::TempDir::new().unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
    dir
}

/// A result in JSON without how long bots thought, the one thing in it that is never the same again.
#[allow(dead_code)] // Not every test has timed bots.
pub(crate) fn without_times(json: &str) -> String {
    json.lines().filter(|line| !line.contains("\"ms_per_game\"")).collect()
}

/// The bytes of a record without the times behind its games, the one part of it that never repeats.
pub(crate) fn games_part(record: &Path) -> Vec<u8> {
    let mut bytes = fs::read(record).unwrap();
    let length = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let mut at = 12 + length(8);
    while bytes.get(at).is_some_and(|&kind| !matches!(kind, 3 | 6)) {
        at += 29 + length(at + 17);
    }
    bytes.truncate(at);
    bytes
}
