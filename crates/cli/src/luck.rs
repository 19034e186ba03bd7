//! What luck begins with where it is kept in files: a secret that was drawn before, the round of a
//! beacon.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use croupier_arena::plan::PlannedBeacon;
use croupier_record::{Beacon, Secret};

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

/// The round that a plan names, from its file, with its signature checked.
pub(crate) fn beacon_of(planned: &PlannedBeacon, folder: &Path) -> Result<Beacon, String> {
    let path = folder.join(&planned.file);
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let json = fs::read_to_string(&path).map_err(|error| wrong(&error))?;
    Beacon::read(&json, planned.round()).map_err(|error| wrong(&error))
}
