//! A run of the real binary that is watched, and told to stop.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything takes on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A run in a folder, with a folder for temporary files of its own.
pub(crate) struct Running {
    child: Child,
    errors: Option<BufReader<ChildStderr>>,
    folder: PathBuf,
}

impl Running {
    /// Starts `croupier` with these words in a process group of its own, as a shell does.
    pub(crate) fn start(folder: &Path, words: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(words);
        Self::start_as(folder, command)
    }

    /// The same with a command that becomes `croupier`.
    pub(crate) fn start_as(folder: &Path, mut command: Command) -> Self {
        let temporary = folder.join("temporary");
        fs::create_dir_all(&temporary).unwrap();
        // Bots of another user must find what is unpacked there.
        fs::set_permissions(&temporary, fs::Permissions::from_mode(0o777)).unwrap();
        let mut child = command
            .current_dir(folder)
            .env("TMPDIR", &temporary)
            .process_group(0)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let errors = child.stderr.take().map(BufReader::new);
        Self { child, errors, folder: folder.to_owned() }
    }

    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until something is so.
    pub(crate) fn until(&self, what: &str, mut is_so: impl FnMut() -> bool) {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < PATIENCE, "waited in vain: {what}");
            std::thread::yield_now();
        }
    }

    /// Waits until a file of the folder has so many bytes.
    pub(crate) fn until_file(&self, name: &str, bytes: u64) {
        let path = self.folder.join(name);
        self.until(name, || fs::metadata(&path).is_ok_and(|meta| meta.len() >= bytes));
    }

    /// Sends a signal to the program, or to its whole group as a terminal does.
    pub(crate) fn signal(&self, signal: &str, to: To) {
        let id = self.id();
        let target = if to == To::Group { format!("-{id}") } else { id.to_string() };
        let status = Command::new("kill").args(["-s", signal, "--", &target]).status().unwrap();
        assert!(status.success());
    }

    /// Its next line of messages that has these words in it.
    pub(crate) fn line_with(&mut self, words: &str) -> String {
        let mut line = String::new();
        while !line.contains(words) {
            line.clear();
            let errors = self.errors.as_mut().unwrap();
            assert!(errors.read_line(&mut line).unwrap() > 0, "it ended without saying: {words}");
        }
        line
    }

    /// Waits for its end: the exit code, and the rest of its messages.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        let said = self.errors.as_mut().map(|errors| std::io::read_to_string(errors).unwrap());
        (self.child.wait().unwrap().code(), said.unwrap_or_default())
    }

    /// Nobody reads its messages from here on.
    pub(crate) fn stop_reading(&mut self) {
        self.errors = None;
    }

    /// Whether a program has ended and waits to be asked how.
    pub(crate) fn has_ended(id: u32) -> bool {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        status.lines().any(|line| line.starts_with("State:") && line.contains('Z'))
    }

    /// The processes that it has started, and those that they have.
    pub(crate) fn bots(&self) -> Vec<u32> {
        let (mut found, mut next) = (vec![self.id()], 0);
        while let Some(&id) = found.get(next) {
            found.extend(children(id));
            next += 1;
        }
        found.split_off(1)
    }

    /// Waits until none of these processes is there any more.
    pub(crate) fn until_gone(processes: &[u32]) {
        let begun = Instant::now();
        while processes.iter().any(|id| Path::new("/proc").join(id.to_string()).exists()) {
            assert!(begun.elapsed() < PATIENCE, "some of {processes:?} are still there");
            std::thread::yield_now();
        }
    }

    /// The temporary folders that are there.
    pub(crate) fn temporary(folder: &Path) -> Vec<String> {
        let names = |folder: &Path| -> Vec<String> {
            let entries = fs::read_dir(folder).unwrap();
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
        };
        let temporary = folder.join("temporary");
        let (places, mut found): (Vec<String>, Vec<String>) =
            names(&temporary).into_iter().partition(|name| name.starts_with("croupier-bots-"));
        // The place for copies of bots stays; what counts is what lies there.
        found.extend(places.iter().flat_map(|place| names(&temporary.join(place))));
        found
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A test that failed leaves nothing behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The processes that a process has started, or taken over from one that ended.
pub(crate) fn children(id: u32) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{id}/task")) else { return Vec::new() };
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok());
    let list: String = lists.collect();
    list.split_ascii_whitespace().filter_map(|id| id.parse().ok()).collect()
}

/// Who gets a signal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum To {
    Program,
    Group,
}
