//! Chromium itself and the wire to it: commands go in, answers and events come out. It knows no pages'
//! contents.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::page::Page;

/// How long anything may take before a test gives up.
pub(super) const PATIENCE: Duration = Duration::from_secs(120);

/// The names under which distributions install it.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// What it is told so that it asks nobody for anything and is never throttled for being out of sight.
const QUIETLY: [&str; 14] = [
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-proxy-server",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--force-color-profile=srgb",
    "--lang=en",
];

/// A running Chromium; ended when it is dropped.
pub(crate) struct Chromium {
    wire: Rc<RefCell<Wire>>,
}

impl Chromium {
    /// Starts it, with a profile of its own.
    pub(crate) fn start() -> Self {
        Self { wire: Rc::new(RefCell::new(Wire::open())) }
    }

    /// A page of somebody who has not been here: no cookies, nothing kept.
    pub(crate) fn visitor(&self, address: &str) -> Page {
        Page::open(Rc::clone(&self.wire), address)
    }
}

/// The pipe, and what was heard on it and not asked for yet.
pub(super) struct Wire {
    child: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    sent: u64,
    heard: Vec<Value>,
    pub(super) folder: tempfile::TempDir,
}

impl Wire {
    fn open() -> Self {
        let program = program();
        let folder = tempfile::tempdir().unwrap();
        // The protocol wants its pipe at descriptors 3 and 4; a shell puts our ends there.
        let mut command = Command::new("sh");
        command.args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", "sh"]);
        command.arg(program).args(QUIETLY);
        command.arg(format!("--user-data-dir={}", folder.path().join("profile").display()));
        // It refuses to build its own walls for the super-user.
        if is_super_user() {
            command.arg("--no-sandbox");
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let to = child.stdin.take().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let (send, from) = channel();
        std::thread::spawn(move || {
            let mut message = Vec::new();
            while out.read_until(0, &mut message).is_ok_and(|bytes| bytes > 0) {
                message.pop();
                let Ok(value) = serde_json::from_slice(&message) else { return };
                if send.send(value).is_err() {
                    return;
                }
                message.clear();
            }
        });
        Self { child, to, from, sent: 0, heard: Vec::new(), folder }
    }

    /// Sends a command and waits for its answer.
    pub(super) fn call(
        &mut self,
        session: Option<&str>,
        method: &str,
        params: Value,
    ) -> Result<Value, String> {
        self.sent += 1;
        let mut message = json!({"id": self.sent, "method": method});
        message["params"] = params;
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).unwrap_or_else(|error| panic!("Chromium is gone: {error}"));
        let number = self.sent;
        let mut answer = self.wait(method, |message| message["id"] == number);
        match answer["error"]["message"].as_str() {
            Some(error) => Err(error.to_owned()),
            None => Ok(answer["result"].take()),
        }
    }

    /// Waits for an event of a session.
    pub(super) fn event(&mut self, session: &str, method: &str) -> Value {
        self.wait(method, |message| message["sessionId"] == session && message["method"] == method)
    }

    /// Waits for an event of the browser itself that fits.
    pub(super) fn browser_event(&mut self, method: &str, fits: impl Fn(&Value) -> bool) -> Value {
        self.wait(method, |message| message["method"] == method && fits(&message["params"]))
    }

    /// Takes all events of a session that were heard so far and are of this kind.
    pub(super) fn taken(&mut self, session: &str, method: &str) -> Vec<Value> {
        let mine = |message: &mut Value| message["sessionId"] == session && message["method"] == method;
        self.heard.extract_if(.., mine).collect()
    }

    /// Waits for the first message that fits; others are kept.
    fn wait(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.heard.iter().position(&fits) {
            return self.heard.remove(at);
        }
        let begun = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            let message =
                self.from.recv_timeout(left).unwrap_or_else(|error| panic!("Chromium, {what}: {error}"));
            if fits(&message) {
                return message;
            }
            if message["method"].is_string() {
                self.heard.push(message);
            }
        }
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        let _ = self.to.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        // Its end of the pipe closes when it has ended; whatever hangs is killed.
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(10)
            && self.from.recv_timeout(Duration::from_secs(10)).is_ok()
        {}
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where Chromium is.
fn program() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places: Vec<PathBuf> = std::env::split_paths(&path).collect();
    NAMES
        .iter()
        .flat_map(|name| places.iter().map(move |place| place.join(name)))
        .find(|file| file.is_file())
        .unwrap_or_else(|| {
            panic!("the browser tests need Chromium: apt-get install chromium, or scripts/test")
        })
}

fn is_super_user() -> bool {
    use std::os::unix::fs::MetadataExt;
    Path::new("/proc/self").metadata().is_ok_and(|own| own.uid() == 0)
}
