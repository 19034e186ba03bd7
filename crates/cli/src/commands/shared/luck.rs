//! What luck begins with where it is kept in files: a secret that was drawn before, the round of a
//! beacon.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use croupier_arena::plan::PlannedBeacon;
use croupier_record::{BadBeacon, Beacon, Secret};

use crate::failure::Failure;

/// The secret that a file keeps.
pub(crate) fn kept_secret(path: &Path) -> Result<Secret, Failure> {
    let bad = |error: &dyn std::fmt::Display| Failure::BadInput(format!("{}: {error}", path.display()));
    fs::read_to_string(path)
        .map_err(|error| bad(&error))?
        .trim()
        .parse::<Secret>()
        .map_err(|error| bad(&error))
}

/// Keeps a secret in a new file that only its owner reads. One that is there already may have been
/// published.
pub(crate) fn keep_secret(path: &Path, secret: Secret) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(path).and_then(|mut file| writeln!(file, "{}", String::from(secret)));
    written.map_err(|error| Failure::BadInput(format!("{}: {error}", path.display())))
}

/// Why a plan's file has no round of a beacon.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoBeacon {
    /// It cannot be read.
    #[error("{}: {error}", .file.display())]
    File { file: PathBuf, error: io::Error },
    /// It holds something else.
    #[error("{}: {error}", .file.display())]
    Bad { file: PathBuf, error: BadBeacon },
}

/// The round that a plan names, from its file, with its signature checked.
pub(crate) fn beacon_of(planned: &PlannedBeacon, folder: &Path) -> Result<Beacon, NoBeacon> {
    let file = folder.join(&planned.file);
    let read = fs::read_to_string(&file);
    let json = read.map_err(|error| NoBeacon::File { file: file.clone(), error })?;
    Beacon::read(&json, planned.round()).map_err(|error| NoBeacon::Bad { file, error })
}
