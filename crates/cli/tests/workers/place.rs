//! A store with a server of its own, and workers at it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::running::{PATIENCE, Running, children};
use crate::common::{Said, croupier, file, folder};
use crate::postgres::Server;

/// A store, and a folder for plans.
pub(crate) struct Place {
    pub(crate) server: Server,
    pub(crate) folder: TempDir,
    /// The url of a worker, with its role.
    pub(crate) workers: String,
}

impl Place {
    pub(crate) fn new() -> Self {
        let (server, folder) = (Server::start(), folder());
        let url = server.url();
        let said = croupier(folder.path(), &["workers", "--store", &url, "--admit", "--json"]);
        assert_eq!(said.code, 0, "{}", said.err);
        let told: Value = serde_json::from_str(&said.out).unwrap();
        let workers = told["url"].as_str().unwrap().to_owned();
        Self { server, folder, workers }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a plan.
    pub(crate) fn plan(&self, text: &str) {
        file(self.path(), "plan.toml", text);
    }

    /// Plays the plan here.
    pub(crate) fn play_here(&self) -> String {
        let said = croupier(self.path(), &["run", "plan.toml", "-q", "--out", "here"]);
        assert_eq!(said.code, 0, "{}", said.err);
        self.games_hash("here")
    }

    /// The words that play it at the store, into this folder.
    pub(crate) fn words<'a>(&'a self, store: &'a str, out: &'a str) -> Vec<&'a str> {
        vec!["run", "plan.toml", "--store", store, "--out", out]
    }

    /// Plays the plan at workers that are there.
    pub(crate) fn play(&self, out: &str) -> Said {
        croupier(self.path(), &self.words(&self.server.url(), out))
    }

    /// Begins to play it.
    pub(crate) fn begin(&self, out: &str, more: &[&str]) -> Running {
        let url = self.server.url();
        let words: Vec<&str> = self.words(&url, out).into_iter().chain(more.iter().copied()).collect();
        Running::start(self.path(), &words)
    }

    pub(crate) fn games_hash(&self, out: &str) -> String {
        let said = croupier(self.path(), &["verify", out, "--json"]);
        assert_eq!(said.code, 0, "{}", said.err);
        let told: Value = serde_json::from_str(&said.out).unwrap();
        told["games_hash"].as_str().unwrap().to_owned()
    }

    /// Starts a worker that offers these languages.
    pub(crate) fn worker(&self, name: &str, languages: &str) -> WorkerProcess {
        self.worker_with(name, &["--languages", languages, "--jobs", "1"])
    }

    /// The same with all that is said of it.
    pub(crate) fn worker_with(&self, name: &str, more: &[&str]) -> WorkerProcess {
        let words =
            [&["worker", "--store", &self.workers, "--name", name, "--sandbox", "best"], more].concat();
        WorkerProcess::start(self.path(), name, &words)
    }

    /// What `croupier workers` tells.
    pub(crate) fn overview(&self) -> Value {
        let said = croupier(self.path(), &["workers", "--store", &self.server.url(), "--json"]);
        assert_eq!(said.code, 0, "{}", said.err);
        serde_json::from_str(&said.out).unwrap()
    }

    /// That nothing of a run is left at the store.
    pub(crate) fn assert_clean(&self) {
        for table in ["runs", "jobs", "results", "contents", "dead_letters", "lanes"] {
            let left = self.server.psql(&format!("SELECT count(*) FROM croupier_queue.{table}"));
            assert_eq!(left.trim(), "0", "{table}");
        }
    }
}

/// A worker's process, and what it says.
pub(crate) struct WorkerProcess {
    child: Child,
    said: Arc<(Mutex<Vec<String>>, Condvar)>,
}

impl WorkerProcess {
    pub(crate) fn start(folder: &Path, name: &str, words: &[&str]) -> Self {
        let temporary = folder.join(format!("temporary-{name}"));
        fs::create_dir_all(&temporary).unwrap();
        // Bots of another user must find what is unpacked there.
        fs::set_permissions(&temporary, fs::Permissions::from_mode(0o777)).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
            .args(words)
            .current_dir(folder)
            .env("TMPDIR", &temporary)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let said = Arc::new((Mutex::new(Vec::new()), Condvar::new()));
        let (lines, keep) = (BufReader::new(child.stderr.take().unwrap()).lines(), Arc::clone(&said));
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                keep.0.lock().unwrap().push(line);
                keep.1.notify_all();
            }
        });
        Self { child, said }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until it says this; the line.
    pub(crate) fn until(&self, words: &str) -> String {
        let found = |said: &Vec<String>| said.iter().find(|line| line.contains(words)).cloned();
        let (lines, came) = &*self.said;
        let waited = came.wait_timeout_while(lines.lock().unwrap(), PATIENCE, |said| found(said).is_none());
        let (said, _) = waited.unwrap();
        found(&said).unwrap_or_else(|| panic!("waited in vain for {words:?}: {said:#?}"))
    }

    /// Waits until it asks for work.
    pub(crate) fn until_ready(self) -> Self {
        self.until(" at a time, speed ");
        self
    }

    /// All that it has said.
    pub(crate) fn said(&self) -> String {
        self.said.0.lock().unwrap().join("\n")
    }

    pub(crate) fn signal(&self, signal: &str) {
        let status = Command::new("kill").args(["-s", signal, &self.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    /// Kills it, and waits until neither it nor a bot of it is there.
    pub(crate) fn kill(mut self) {
        let all = descendants(self.id());
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        Running::until_gone(&all);
    }

    /// Waits for its end; the exit code.
    pub(crate) fn end(mut self) -> Option<i32> {
        let begun = std::time::Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end: {}", self.said());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The processes that it has started.
    pub(crate) fn bots(&self) -> Vec<u32> {
        descendants(self.id())
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        // A test that failed leaves nothing behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn descendants(id: u32) -> Vec<u32> {
    let (mut found, mut next) = (vec![id], 0);
    while let Some(&id) = found.get(next) {
        found.extend(children(id));
        next += 1;
    }
    found.split_off(1)
}
