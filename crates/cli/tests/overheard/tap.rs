//! A listener before the launcher of a sandbox: it writes down what goes to a bot, and then hands it on.
//! Whatever language a bot is in, that launcher starts it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use croupier_hosts::cell::{Cell, Launcher, Tier};
use tempfile::TempDir;

use crate::common::folder;

/// The folder of all that was heard.
pub(crate) struct Tap {
    folder: TempDir,
}

const LAUNCHER: &str = "launcher";

impl Tap {
    pub(crate) fn new() -> Self {
        let folder = folder();
        let launcher = folder.path().join(LAUNCHER);
        // It writes to its standard output first: what the bot has got, is written down.
        let script = format!(
            "#!/bin/bash\nexec < <(exec /usr/bin/tee /dev/fd/3 3>&1 >'{}/'$$)\nexec '{}' {} \"$@\"\n",
            folder.path().display(),
            env!("CARGO_BIN_EXE_croupier"),
            Launcher::COMMAND,
        );
        fs::write(&launcher, script).unwrap();
        fs::set_permissions(&launcher, fs::Permissions::from_mode(0o755)).unwrap();
        Self { folder }
    }

    /// A cell behind it. Walls are built elsewhere; what goes through the pipe does not depend on them.
    pub(crate) fn cell(&self) -> Cell {
        Cell::of_tier(Tier::LimitsOnly, &Launcher::at(self.folder.path().join(LAUNCHER))).unwrap()
    }

    /// Forgets what was heard so far.
    pub(crate) fn forget(&self) {
        self.heard_in().into_iter().for_each(|path| fs::remove_file(path).unwrap());
    }

    /// What each process was sent, since then.
    pub(crate) fn heard(&self) -> Vec<Vec<u8>> {
        self.heard_in().into_iter().map(|path| fs::read(path).unwrap()).collect()
    }

    fn heard_in(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().path());
        files.filter(|path| !path.ends_with(LAUNCHER)).collect()
    }
}
