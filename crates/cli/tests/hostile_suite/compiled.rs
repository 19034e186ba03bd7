//! Bots that have to be compiled before they can be entered.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::common::java;

/// A program in C.
pub(crate) fn by_cc(source: &Path, folder: &Path) -> PathBuf {
    let program = folder.join(source.file_stem().unwrap());
    let output = Command::new("cc").arg("-O1").arg("-o").arg(&program).arg(source).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
}

/// A jar of one class.
pub(crate) fn jar(source: &Path, folder: &Path) -> PathBuf {
    let name = source.file_name().unwrap().to_str().unwrap();
    let jar = folder.join(Path::new(name).with_extension("jar"));
    java::jar(&jar, &[(name, &fs::read_to_string(source).unwrap())], None);
    jar
}
