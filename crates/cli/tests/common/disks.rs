//! Disks that fill up or can only be read. Bubblewrap mounts them for one program, which alone sees them.

use std::path::Path;
use std::process::Command;

/// Starts what is added to it where a folder is a disk of so many bytes.
pub(crate) fn with_small_disk(folder: &Path, bytes: u64) -> Command {
    let mut command = as_it_is();
    command.args(["--size", &bytes.to_string(), "--tmpfs"]).arg(folder);
    command
}

/// The same where a folder, and all in it, can only be read.
pub(crate) fn with_read_only_disk(folder: &Path) -> Command {
    let mut command = as_it_is();
    command.arg("--ro-bind").args([folder, folder]);
    command
}

/// The whole machine as it is; whatever is mounted goes with whoever started it.
fn as_it_is() -> Command {
    let mut command = Command::new("bwrap");
    command.args(["--die-with-parent", "--dev-bind", "/", "/"]);
    command
}
