//! Who starts a tournament, and in which cell its bots are.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Who starts the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum User {
    /// Root, where these tests are root's; otherwise whoever they are.
    Root,
    /// A user without rights, who has no control groups.
    Ordinary,
}

/// Which cell bots are in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellTier {
    Bubblewrap,
    Landlock,
    /// Limits only.
    None,
}

const NOBODY: &str = "65534";
/// Where the program that builds walls may be; without one of these, Landlock is the best that a machine has.
const BUBBLEWRAP: [&str; 4] =
    ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap", "/run/current-system/sw/bin/bwrap"];
/// Hides the first words up to `--`, in mounts of its own, and becomes the rest.
const HIDE: &str =
    "while [ \"$1\" != -- ]; do mount --bind /dev/null \"$1\" || exit 99; shift; done; shift; exec \"$@\"";

/// The program, started in a folder by this user, with the best cell of this tier.
pub(crate) fn croupier(folder: &Path, user: User, tier: CellTier, words: &[&str]) -> Command {
    let program = env!("CARGO_BIN_EXE_croupier");
    let root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let mut line: Vec<String> = Vec::new();
    if tier == CellTier::Landlock {
        line.extend(["unshare", "--mount"].map(ToOwned::to_owned));
        if !root {
            line.extend(["--user", "--map-root-user"].map(ToOwned::to_owned));
        }
        line.extend(["sh", "-c", HIDE, "sh"].map(ToOwned::to_owned));
        // Some of these places are others by another name.
        let real: BTreeSet<PathBuf> =
            BUBBLEWRAP.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
        line.extend(real.iter().map(|path| path.display().to_string()));
        line.push("--".to_owned());
    }
    if user == User::Ordinary && root {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).unwrap();
        line.extend(
            ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"].map(ToOwned::to_owned),
        );
    }
    line.push(program.to_owned());
    let mut command = Command::new(&line[0]);
    command.args(&line[1..]).args(words).current_dir(folder);
    if tier == CellTier::None {
        command.args(["--sandbox", "off"]);
    }
    // The interpreter that every user may read.
    if (user, tier) != (User::Root, CellTier::Bubblewrap) {
        command.env("PATH", "/usr/bin:/bin");
    }
    // A home that is this user's.
    if user == User::Ordinary {
        command.env("HOME", folder).env("XDG_CACHE_HOME", folder);
    }
    command
}
