//! A PostgreSQL server of a test's own: the real one, from the distribution's package, in a folder
//! that goes with it, reached through a socket in that folder and nowhere else.

#![allow(dead_code)] // Every test binary uses its own part.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The server does not run as root; then it is this user's, who owns nothing.
const NOBODY: u32 = 65534;
/// How long a server may take until it answers: many start at once on a machine that is busy.
const STARTS_WITHIN: Duration = Duration::from_secs(120);

/// A server with one empty database.
pub(crate) struct Server {
    programs: PathBuf,
    folder: TempDir,
    running: Option<Child>,
}

impl Server {
    /// A server that answers.
    pub(crate) fn start() -> Self {
        let programs = programs();
        let folder = tempfile::Builder::new().prefix("croupier-pg-").tempdir().unwrap();
        if is_root() {
            chown(folder.path(), Some(NOBODY), Some(NOBODY)).unwrap();
        }
        let mut server = Self { programs, folder, running: None };
        server.make();
        server.go_on();
        server
    }

    /// Where its database is.
    pub(crate) fn url(&self) -> String {
        format!("postgres://croupier@localhost/postgres?host={}", self.folder.path().display())
    }

    /// Ends it at once, as a kill does: what was committed is there when it goes on.
    pub(crate) fn kill(&mut self) {
        let Some(mut running) = self.running.take() else { return };
        // Its children look after the one that started them, and end with it.
        let told = Command::new("kill").arg("-QUIT").arg(running.id().to_string()).status();
        if !told.is_ok_and(|status| status.success()) {
            let _ = running.kill();
        }
        let _ = running.wait();
    }

    /// Starts it, or starts it again.
    pub(crate) fn go_on(&mut self) {
        let mut command = self.program("postgres");
        command.arg("-D").arg(self.data()).arg("-k").arg(self.folder.path());
        for setting in
            ["listen_addresses=", "fsync=off", "max_connections=60", "shared_buffers=16MB", "autovacuum=on"]
        {
            command.arg("-c").arg(setting);
        }
        let log = fs::File::create(self.log()).unwrap();
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap();
        self.running = Some(child);
        let begun = Instant::now();
        while !self.answers() {
            let over = self.running.as_mut().is_none_or(|child| child.try_wait().unwrap().is_some());
            let log = || fs::read_to_string(self.log()).unwrap_or_default();
            assert!(!over, "the server ended: {}", log());
            assert!(begun.elapsed() < STARTS_WITHIN, "the server does not answer: {}", log());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Runs statements by `psql` and gives what they print, columns apart by a bar.
    pub(crate) fn psql(&self, statements: &str) -> String {
        let output = Command::new(self.programs.join("psql"))
            .args(["-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-U", "croupier", "-d", "postgres", "-h"])
            .arg(self.folder.path())
            .args(["-c", statements])
            .output()
            .unwrap();
        assert!(output.status.success(), "{statements}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn make(&self) {
        let made = self
            .program("initdb")
            .args(["-U", "croupier", "-A", "trust", "--no-sync", "--locale=C", "--encoding=UTF8", "-D"])
            .arg(self.data())
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }

    fn answers(&self) -> bool {
        let asked =
            Command::new(self.programs.join("pg_isready")).arg("-qh").arg(self.folder.path()).status();
        asked.is_ok_and(|status| status.success())
    }

    /// One of the server's programs, which ends with the thread that started it.
    fn program(&self, name: &str) -> Command {
        let mut command = Command::new("setpriv");
        if is_root() {
            let nobody = NOBODY.to_string();
            command.args(["--reuid", &nobody, "--regid", &nobody, "--clear-groups"]);
        }
        command.args(["--pdeathsig", "QUIT", "--"]).arg(self.programs.join(name)).current_dir("/");
        command
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

/// The newest server that the distribution has installed.
pub(crate) fn programs() -> PathBuf {
    let folders = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let version = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = folders.map(|folder| folder.path()).filter(|path| path.join("bin/initdb").is_file());
    let newest = newest.max_by_key(|path| version(path));
    newest.expect("no PostgreSQL is installed; apt-get install postgresql brings it").join("bin")
}
