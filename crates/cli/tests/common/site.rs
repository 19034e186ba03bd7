//! A real site on a free port, and a browser without script: cookies, forms, files.

#![allow(dead_code, clippy::unwrap_used)] // Not every test needs all of it, and tests may unwrap.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

#[path = "../../../../tests/postgres/mod.rs"]
pub(crate) mod postgres;

/// Whether the sites of this binary of tests keep their memory at a server.
pub(crate) const AT_A_SERVER: bool = matches!(env!("CARGO_CRATE_NAME").as_bytes(), b"site_postgres");

thread_local! {
    /// The servers of this test, by the folders of their sites; they end with the test.
    static SERVERS: RefCell<HashMap<PathBuf, postgres::Server>> = RefCell::default();
}

/// The store of a site on this folder: the same one as long as the test runs.
pub(crate) fn store_of(data: &Path) -> String {
    with_server(data, |server| server.url())
}

/// A command of `croupier` for the site on this folder.
pub(crate) fn command_for(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    if AT_A_SERVER {
        command.env("CROUPIER_STORE", store_of(data));
    }
    command
}

/// The server that keeps the store of a site on this folder.
pub(crate) fn with_server<T>(data: &Path, wanted: impl FnOnce(&mut postgres::Server) -> T) -> T {
    SERVERS.with_borrow_mut(|servers| {
        wanted(servers.entry(data.to_owned()).or_insert_with(postgres::Server::start))
    })
}

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running site; killed when it is dropped.
pub(crate) struct RunningSite {
    child: Child,
    pub(crate) address: String,
    /// The path of the first organiser's link, while there is none.
    pub(crate) organiser: Option<String>,
    log: std::path::PathBuf,
}

impl RunningSite {
    /// Starts a site on this folder.
    pub(crate) fn start(data: &Path, more: &[&str]) -> Self {
        Self::start_with(data, more, &[])
    }

    /// The same where programs are found in this folder alone.
    pub(crate) fn start_on_path(data: &Path, more: &[&str], path: &Path) -> Self {
        Self::start_with(data, more, &[("PATH", path)])
    }

    /// The same with this in its environment.
    pub(crate) fn start_with(data: &Path, more: &[&str], env: &[(&str, &Path)]) -> Self {
        std::fs::create_dir_all(data).unwrap();
        let mut command = command_for(data);
        command.envs(env.iter().copied());
        Self::start_by(command, data, more, data.join("log.jsonl"))
    }

    /// The same by a command that begins with another program, and with its log elsewhere.
    pub(crate) fn start_by(
        mut command: Command,
        data: &Path,
        more: &[&str],
        log: std::path::PathBuf,
    ) -> Self {
        let mut child = command
            .args(["serve", "--listen", "127.0.0.1:0", "--json", "--sandbox", "best", "--data"])
            .arg(data)
            .args(more)
            .stdout(Stdio::piped())
            .stderr(std::fs::File::create(&log).unwrap())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let ready: Value = serde_json::from_str(&line).unwrap_or_else(|_| {
            panic!("the site said {line:?} and logged {}", std::fs::read_to_string(&log).unwrap_or_default())
        });
        let url = ready["url"].as_str().unwrap();
        let organiser =
            ready["organiser"].as_str().and_then(|link| link.strip_prefix(url)).map(str::to_owned);
        Self { child, address: url.strip_prefix("http://").unwrap().to_owned(), organiser, log }
    }

    /// The process that it runs in, where another program started it.
    pub(crate) fn started_process(&self) -> u32 {
        let id = self.child.id();
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap();
        children.split_whitespace().next().unwrap().parse().unwrap()
    }

    /// How many jobs the site found interrupted when it started.
    pub(crate) fn released(&self) -> u64 {
        let log = std::fs::read_to_string(&self.log).unwrap();
        let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        lines.filter_map(|line| line["fields"]["released"].as_u64()).sum()
    }

    /// Its number among the processes of this machine.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// What it logged so far.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }

    /// Ends it as a power cut would end the process: at once.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to stop, as Ctrl-C does, and waits until it has.
    pub(crate) fn stop(&mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        self.child.wait().unwrap();
    }

    /// A browser that has not been here.
    pub(crate) fn browser(&self) -> Browser {
        Browser { address: self.address.clone(), cookies: Vec::new() }
    }
}

impl Drop for RunningSite {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// A header's value.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let line = self
            .head
            .lines()
            .find(|line| line.split_once(':').is_some_and(|(key, _)| key.eq_ignore_ascii_case(name)))?;
        line.split_once(':').map(|(_, value)| value.trim())
    }
}

/// A browser: it keeps cookies and nothing else.
#[derive(Debug, Clone)]
pub(crate) struct Browser {
    address: String,
    cookies: Vec<(String, String)>,
}

impl Browser {
    pub(crate) fn get(&mut self, path: &str) -> Answer {
        self.send(&format!("GET {path} HTTP/1.1\r\n"), &[]).unwrap()
    }

    /// Reads a page until it holds what is wanted, each time something changed there.
    pub(crate) fn get_until(&mut self, path: &str, wanted: impl Fn(&str) -> bool) -> String {
        let events = match path.strip_prefix("/uploads/") {
            Some(upload) => format!("/events/uploads/{upload}"),
            None => "/events/site".to_owned(),
        };
        let begun = Instant::now();
        let mut changes = self.listen(&events);
        loop {
            let text = self.get(path).text();
            if wanted(&text) {
                return text;
            }
            assert!(begun.elapsed() < PATIENCE, "{path} never came to it: {text}");
            let mut line = String::new();
            // Nothing heard for a while is a reason to look again, too.
            let _ = changes.read_line(&mut line);
        }
    }

    /// Reads a page until it holds what is wanted, and only when it is told that something changed there.
    pub(crate) fn told_until(&mut self, path: &str, wanted: impl Fn(&str) -> bool) -> String {
        let events = match path.strip_prefix("/uploads/") {
            Some(upload) => format!("/events/uploads/{upload}"),
            None => "/events/site".to_owned(),
        };
        let mut changes = self.listen(&events);
        changes.get_ref().set_read_timeout(Some(PATIENCE)).unwrap();
        loop {
            let text = self.get(path).text();
            if wanted(&text) {
                return text;
            }
            let mut line = String::new();
            while !line.starts_with("data:") {
                line.clear();
                let read = changes.read_line(&mut line);
                assert!(
                    read.is_ok_and(|read| read > 0),
                    "{path} was told no more, and has not come to it: {text}"
                );
            }
        }
    }

    /// Listens to what changes.
    fn listen(&self, events: &str) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
        write!(stream, "GET {events} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address).unwrap();
        BufReader::new(stream)
    }

    /// Sends a form, with the token of the page it stands on.
    pub(crate) fn post(&mut self, page: &str, path: &str, fields: &[(&str, &str)]) -> Answer {
        let token = self.token(page);
        let mut form = vec![("token", token.as_str())];
        form.extend(fields);
        self.post_plain(path, &form)
    }

    /// Sends a form as it is.
    pub(crate) fn post_plain(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let pairs: Vec<String> =
            fields.iter().map(|(key, value)| format!("{}={}", encoded(key), encoded(value))).collect();
        let head = format!("POST {path} HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n");
        self.send(&head, pairs.join("&").as_bytes()).unwrap()
    }

    /// Uploads a file to a contest; gives the path of its status page.
    pub(crate) fn upload(&mut self, contest: &str, name: &str, bytes: &[u8]) -> Result<String, Answer> {
        let page = format!("/c/{contest}/upload");
        let token = self.token(&page);
        let answer = self.send_upload(&page, &token, name, bytes).unwrap();
        match answer.header("location") {
            Some(location) if answer.status == 303 => Ok(location.to_owned()),
            _ => Err(answer),
        }
    }

    /// Sends the first half of an upload's form, and no more.
    pub(crate) fn send_half_an_upload(&mut self, page: &str, token: &str, name: &str, bytes: &[u8]) {
        let (head, body) = upload_form(page, token, name, bytes);
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(self.whole_head(&head, body.len()).as_bytes()).unwrap();
        stream.write_all(&body[..body.len() / 2]).unwrap();
        // The connection stays open until the site is gone.
        std::mem::forget(stream);
    }

    /// Sends an upload's form; an error where the connection broke.
    pub(crate) fn send_upload(
        &mut self,
        page: &str,
        token: &str,
        name: &str,
        bytes: &[u8],
    ) -> std::io::Result<Answer> {
        let (head, body) = upload_form(page, token, name, bytes);
        self.send(&head, &body)
    }

    /// Signs up, and is signed in.
    pub(crate) fn sign_up(&mut self, name: &str) {
        let answer = self.post("/sign-up", "/sign-up", &[("name", name), ("password", "correct horse")]);
        assert_eq!(answer.status, 303, "{}", answer.text());
    }

    /// The token of a page's form.
    pub(crate) fn token(&mut self, page: &str) -> String {
        let text = self.get(page).text();
        let (_, rest) =
            text.split_once("name=\"token\" value=\"").unwrap_or_else(|| panic!("{page}: {text}"));
        rest.split('"').next().unwrap().to_owned()
    }

    /// Goes to another address with the same cookies.
    pub(crate) fn moved_to(&mut self, site: &RunningSite) {
        self.address.clone_from(&site.address);
    }

    fn send(&mut self, head: &str, body: &[u8]) -> std::io::Result<Answer> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(self.whole_head(head, body.len()).as_bytes())?;
        stream.write_all(body)?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.ok_or_else(|| std::io::Error::other("the answer broke off"))?;
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let answer = Answer { status, body: unchunked(&head, &bytes[end + 4..]), head };
        self.keep_cookies(&answer);
        Ok(answer)
    }

    fn whole_head(&self, head: &str, length: usize) -> String {
        let cookies: Vec<String> = self.cookies.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let cookies =
            if cookies.is_empty() { String::new() } else { format!("Cookie: {}\r\n", cookies.join("; ")) };
        format!(
            "{head}Host: {}\r\nConnection: close\r\nContent-Length: {length}\r\n{cookies}\r\n",
            self.address
        )
    }

    fn keep_cookies(&mut self, answer: &Answer) {
        for line in answer.head.lines() {
            let Some((key, value)) = line.split_once(':') else { continue };
            if !key.eq_ignore_ascii_case("set-cookie") {
                continue;
            }
            let Some((name, value)) = value.trim().split(';').next().and_then(|pair| pair.split_once('='))
            else {
                continue;
            };
            self.cookies.retain(|(known, _)| known != name);
            if !value.is_empty() {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
    }
}

fn unchunked(head: &str, body: &[u8]) -> Vec<u8> {
    if !head.to_lowercase().contains("transfer-encoding: chunked") {
        return body.to_vec();
    }
    let (mut rest, mut whole) = (body, Vec::new());
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(String::from_utf8_lossy(&rest[..end]).trim(), 16).unwrap_or(0);
        if size == 0 {
            break;
        }
        whole.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 4 + size..];
    }
    whole
}

fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// The head and the body of a form with a file.
fn upload_form(page: &str, token: &str, name: &str, bytes: &[u8]) -> (String, Vec<u8>) {
    let edge = "croupier-edge-7f3a";
    let mut body = format!(
        "--{edge}\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n{token}\r\n--{edge}\r\n\
         Content-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
         Content-Type: application/octet-stream\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(bytes);
    body.extend_from_slice(format!("\r\n--{edge}--\r\n").as_bytes());
    let head = format!("POST {page} HTTP/1.1\r\nContent-Type: multipart/form-data; boundary={edge}\r\n");
    (head, body)
}
