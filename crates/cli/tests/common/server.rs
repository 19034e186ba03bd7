//! Small web servers that a test starts on this machine: each request is seen whole, each answer is bytes as
//! they are.

#![allow(dead_code, clippy::unwrap_used)] // Not every suite uses every helper, and tests may unwrap.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::Value;

/// A request as a server saw it.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    /// The number of its connection, from 0.
    pub(crate) connection: usize,
    /// Method and path.
    pub(crate) line: String,
    /// Names in small letters.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Seen {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// Reads one request; `None` at the end of the connection.
pub(crate) fn request(reader: &mut impl BufRead, connection: usize) -> Option<Seen> {
    let mut line = String::new();
    if reader.read_line(&mut line).ok()? == 0 {
        return None;
    }
    let mut headers = Vec::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let Some((key, value)) = header.trim_end().split_once(':') else { break };
        headers.push((key.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length: usize = headers.iter().find(|(key, _)| key == "content-length")?.1.parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let line = line.trim_end().trim_end_matches(" HTTP/1.1").to_owned();
    Some(Seen { connection, line, headers, body: String::from_utf8(body).ok()? })
}

/// A server in this process.
pub(crate) struct Server {
    port: u16,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Server {
    /// Answers every request with what `answer` gives; `None` closes the connection instead.
    pub(crate) fn start(answer: impl Fn(&Seen) -> Option<String> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (all, answer) = (Arc::clone(&seen), Arc::new(answer));
        thread::spawn(move || {
            for (number, stream) in listener.incoming().enumerate() {
                let (all, answer) = (Arc::clone(&all), Arc::clone(&answer));
                thread::spawn(move || serve(stream.unwrap(), number, &all, &*answer));
            }
        });
        Self { port, seen }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/player/play", self.port)
    }

    /// All requests so far.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

fn serve(
    stream: TcpStream,
    number: usize,
    all: &Mutex<Vec<Seen>>,
    answer: &(impl Fn(&Seen) -> Option<String> + ?Sized),
) {
    stream.set_nodelay(true).unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut stream = stream;
    while let Some(seen) = request(&mut reader, number) {
        all.lock().unwrap().push(seen.clone());
        let Some(answer) = answer(&seen) else { return };
        if stream.write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}

/// An answer with this body.
pub(crate) fn ok(body: &str) -> Option<String> {
    Some(format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    ))
}

/// The lowest card of the hand; 0 at the end.
pub(crate) fn lowest(seen: &Seen) -> String {
    seen.json()["myCardsRemaining"][0].as_u64().unwrap_or(0).to_string()
}
