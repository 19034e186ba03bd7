//! What the bubblewrap program builds: which namespaces, which mounts, in which order.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use nix::sys::memfd::{MFdFlags, memfd_create};

use super::mounts::Names;

/// The launcher's place inside.
pub(super) const LAUNCHER: &str = "/run/launcher";

/// The program as it was found, and how it has to be called here.
#[derive(Debug, Clone)]
pub(super) struct Bubblewrap {
    pub program: PathBuf,
    /// Root needs no user namespace: it builds the cell with the rights it has, and the bot changes its user
    /// inside.
    pub user_namespace: bool,
    /// Versions before 0.8 know neither the size of a folder in memory nor the ban on further user
    /// namespaces.
    pub sized: bool,
}

/// What a cell is built with, bot by bot.
pub(super) struct CellContents<'a> {
    pub files: &'a [PathBuf],
    /// What they are called inside.
    pub names: &'a Names,
    pub folder: Option<&'a Path>,
    pub scratch: u64,
    pub launcher: &'a Path,
    /// Descriptors with filters of system calls, in the order in which they are laid on.
    pub filters: &'a [i32],
}

impl Bubblewrap {
    /// Where the program is, in the places where distributions and people put it.
    pub(super) fn program() -> Option<PathBuf> {
        ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap", "/run/current-system/sw/bin/bwrap"]
            .into_iter()
            .map(PathBuf::from)
            .find(|path| path.is_file())
    }

    /// Its options in a file in memory. They say where everything lies on the machine, and the first process
    /// inside keeps its command line for everyone inside to read: so none of them stands on it.
    pub(super) fn options(&self, contents: &CellContents<'_>) -> io::Result<File> {
        let mut file = File::from(memfd_create("options", MFdFlags::MFD_CLOEXEC)?);
        for option in self.arguments(contents) {
            file.write_all(option.as_bytes())?;
            file.write_all(&[0])?;
        }
        Ok(file)
    }

    fn arguments(&self, contents: &CellContents<'_>) -> Vec<OsString> {
        let mut args = Arguments::default();
        self.namespaces(&mut args);
        system(&mut args);
        self.scratch(&mut args, contents.scratch);
        // Behind the empty /tmp: a bot's own files may lie below the machine's.
        for file in contents.files {
            args.bind(file, &contents.names.of(file));
        }
        args.bind(contents.launcher, Path::new(LAUNCHER));
        args.add(["--remount-ro", "/"]);
        args.add([
            "--chdir".as_ref(),
            contents.names.of(contents.folder.unwrap_or(Path::new("/"))).as_os_str(),
        ]);
        for filter in contents.filters {
            args.add(["--add-seccomp-fd", &filter.to_string()]);
        }
        args.0
    }

    fn namespaces(&self, args: &mut Arguments) {
        args.add([
            "--unshare-ipc",
            "--unshare-pid",
            "--unshare-net",
            "--unshare-uts",
            "--unshare-cgroup-try",
        ]);
        // No session of its own: the first process inside stays in the group by which we wait for it, and a
        // terminal cannot be reached without a descriptor or /dev/tty.
        args.add(["--hostname", "cell", "--die-with-parent"]);
        if self.user_namespace {
            args.add(["--unshare-user", "--uid", "65534", "--gid", "65534"]);
            if self.sized {
                args.add(["--disable-userns"]);
            }
        } else {
            // All the launcher needs inside to become another user; with that, both are gone.
            args.add(["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]);
        }
    }

    fn scratch(&self, args: &mut Arguments, size: u64) {
        args.add(["--perms", "1777"]);
        if self.sized {
            args.add(["--size", &size.to_string()]);
        }
        args.add(["--tmpfs", "/tmp"]);
    }
}

fn system(args: &mut Arguments) {
    args.add(["--ro-bind", "/usr", "/usr"]);
    for name in ["/bin", "/sbin", "/lib", "/lib32", "/lib64"] {
        match std::fs::read_link(name) {
            Ok(target) => args.add(["--symlink".as_ref(), target.as_os_str(), name.as_ref()]),
            Err(_) => args.bind_if_there(Path::new(name)),
        }
    }
    args.bind_if_there(Path::new("/nix/store"));
    for path in super::mounts::settings() {
        args.bind(&path, &path);
    }
    args.add(["--proc", "/proc", "--dir", "/dev"]);
    // The first process inside is bubblewrap's own, which knows where everything lies on the machine and is
    // never stopped. Where an ordinary user started it, it belongs to the bot's user: its memory could be
    // read, and written to.
    args.add(["--tmpfs", "/proc/1", "--remount-ro", "/proc/1"]);
    // What a process may write below it changes more than that process: /proc/self/autogroup is the weight of
    // the whole session, which is croupier's. The root's own remount does not reach this far.
    args.add(["--remount-ro", "/proc"]);
    // No /dev/zero: memory that is shared through it is counted nowhere. No /dev/tty, no /dev/shm.
    for device in ["/dev/null", "/dev/urandom", "/dev/random"] {
        args.add(["--dev-bind", device, device]);
    }
    for (target, link) in [("fd", "fd"), ("fd/0", "stdin"), ("fd/1", "stdout"), ("fd/2", "stderr")] {
        args.add(["--symlink", &format!("/proc/self/{target}"), &format!("/dev/{link}")]);
    }
}

#[derive(Default)]
struct Arguments(Vec<OsString>);

impl Arguments {
    fn add<S: Into<OsString>>(&mut self, words: impl IntoIterator<Item = S>) {
        self.0.extend(words.into_iter().map(Into::into));
    }

    fn bind_if_there(&mut self, path: &Path) {
        if path.exists() {
            self.bind(path, path);
        }
    }

    /// Lays a path of the machine into the cell, read-only. The folders above it are made first, open to all:
    /// bubblewrap would copy their rights, and a runtime below root's home could not be reached.
    fn bind(&mut self, from: &Path, to: &Path) {
        let mut above: Vec<&Path> = to.ancestors().skip(1).filter(|path| path.parent().is_some()).collect();
        above.reverse();
        for folder in above {
            self.add(["--dir".as_ref(), folder.as_os_str()]);
        }
        self.add(["--ro-bind".as_ref(), from.as_os_str(), to.as_os_str()]);
    }
}
