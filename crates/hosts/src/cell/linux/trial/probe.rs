//! A look around from inside: what the trial of a cell runs in it. It tries what a bot must not be able to
//! do, and says what it could.

use std::fs;
use std::net::UdpSocket;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::cell::platform::user::is_machine_root;

/// What to try.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::cell::platform) struct Probe {
    /// A file that the cell does not list.
    pub secret: PathBuf,
    /// A folder that anybody may write to.
    pub folder: PathBuf,
    /// The process that asks, and the namespace in which its number counts.
    pub asker: (u32, PathBuf),
}

/// What could be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cell::platform) struct ProbeReport {
    /// A file of this program's user that the cell does not list was read.
    pub secret: bool,
    /// Something was written outside the cell's own `/tmp`.
    pub written: bool,
    /// A socket was opened.
    pub network: bool,
    /// The process that asks was found.
    pub strangers: bool,
    /// A thread could be started; it must be possible.
    pub threads: bool,
    /// System calls are filtered.
    pub filtered: bool,
    /// It was the machine's root.
    pub root: bool,
}

impl Probe {
    /// Looks, says what was seen as one line of JSON, and ends.
    pub(in crate::cell::platform) fn report(&self) -> ! {
        let (asker, numbers) = &self.asker;
        let seen = ProbeReport {
            secret: fs::read(&self.secret).is_ok(),
            written: writes(Path::new("/")) || writes(&self.folder),
            network: UdpSocket::bind("127.0.0.1:0").is_ok(),
            strangers: namespace() == *numbers && fs::read(format!("/proc/{asker}/status")).is_ok(),
            threads: std::thread::Builder::new().spawn(|| ()).is_ok_and(|thread| thread.join().is_ok()),
            filtered: fs::read_to_string("/proc/self/status")
                .is_ok_and(|status| status.contains("\nSeccomp:\t2\n")),
            root: is_machine_root(),
        };
        println!("{}", serde_json::to_string(&seen).unwrap_or_default());
        std::process::exit(0)
    }
}

/// The namespace in which this process's numbers count.
pub(in crate::cell::platform) fn namespace() -> PathBuf {
    fs::read_link("/proc/self/ns/pid").unwrap_or_default()
}

fn writes(folder: &Path) -> bool {
    let file = folder.join("written-from-inside");
    let written = fs::write(&file, "").is_ok();
    let _ = fs::remove_file(file);
    written
}
