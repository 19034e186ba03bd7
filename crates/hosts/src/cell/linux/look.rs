//! A look around from inside: what the trial of a cell runs in it. It tries what a bot must not be able to do, and says
//! what it could.

use std::ffi::OsString;
use std::fs;
use std::net::UdpSocket;
use std::path::Path;

use nix::unistd::Uid;
use serde::{Deserialize, Serialize};

/// Tells the door to look around.
pub(super) const WORD: &str = "look";

/// What could be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seen {
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
    /// It was root inside.
    pub root: bool,
}

/// Looks, says what was seen as one line of JSON, and ends. The arguments: a secret file, a folder to write in, and the
/// process that asks: its number, and the namespace in which that number counts.
pub(super) fn report(mut args: impl Iterator<Item = OsString>) -> ! {
    let (secret, folder, asker, numbers) = (args.next(), args.next(), args.next(), args.next());
    let same_numbers = numbers.is_some_and(|numbers| numbers == namespace());
    let seen = Seen {
        secret: secret.is_some_and(|path| fs::read(path).is_ok()),
        written: writes(Path::new("/")) || folder.is_some_and(|path| writes(Path::new(&path))),
        network: UdpSocket::bind("127.0.0.1:0").is_ok(),
        strangers: same_numbers
            && asker.is_some_and(|pid| fs::read(Path::new("/proc").join(pid).join("status")).is_ok()),
        threads: std::thread::Builder::new().spawn(|| ()).is_ok_and(|thread| thread.join().is_ok()),
        filtered: fs::read_to_string("/proc/self/status")
            .is_ok_and(|status| status.contains("\nSeccomp:\t2\n")),
        root: Uid::current().is_root(),
    };
    println!("{}", serde_json::to_string(&seen).unwrap_or_default());
    std::process::exit(0)
}

/// The namespace in which this process's numbers count.
pub(super) fn namespace() -> OsString {
    fs::read_link("/proc/self/ns/pid").unwrap_or_default().into_os_string()
}

fn writes(folder: &Path) -> bool {
    let file = folder.join("written-from-inside");
    let written = fs::write(&file, "").is_ok();
    let _ = fs::remove_file(file);
    written
}
