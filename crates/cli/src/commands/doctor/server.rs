//! An example bot as a web server: says hello, and answers every question with the first legal move.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use serde_json::{Value, json};

/// A server on this machine; it ends with the program.
pub(super) struct Server {
    port: u16,
}

impl Server {
    /// Starts it on any free port, for callers of this machine alone.
    pub(super) fn start() -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let port = listener.local_addr()?.port();
        thread::spawn(move || {
            for caller in listener.incoming().flatten() {
                // A caller that hangs up is no trouble of ours.
                thread::spawn(move || serve(&caller).ok());
            }
        });
        Ok(Self { port })
    }

    /// Where it is.
    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/bot", self.port)
    }
}

/// Answers requests until the caller hangs up.
fn serve(caller: &TcpStream) -> io::Result<()> {
    let mut reader = BufReader::new(caller);
    while let Some(body) = request(&mut reader)? {
        let answer = answer(&serde_json::from_slice(&body)?).to_string();
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            answer.len()
        );
        let mut caller = caller;
        caller.write_all((head + &answer).as_bytes())?;
    }
    Ok(())
}

/// The body of the next request; `None` once there are no more.
fn request(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        if line.trim().is_empty() {
            break;
        }
        if let Some((_, value)) =
            line.split_once(':').filter(|(key, _)| key.eq_ignore_ascii_case("content-length"))
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = Vec::new();
    reader.by_ref().take(length).read_to_end(&mut body)?;
    Ok(Some(body))
}

fn answer(message: &Value) -> Value {
    match message["type"].as_str() {
        Some("hello") => json!({"type": "hello", "protocol": 1, "wants": ["legal"]}),
        Some("ask") => json!({"type": "answer", "move": message["legal"][0]}),
        _ => json!({}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_ends_with_its_length_and_the_last_with_the_line() {
        let text = "POST /bot HTTP/1.1\r\ncontent-length: 4\r\n\r\nbodyPOST / HTTP/1.1\r\n\r\n";
        let mut reader = BufReader::new(text.as_bytes());
        assert_eq!(request(&mut reader).unwrap(), Some(b"body".to_vec()));
        assert_eq!(request(&mut reader).unwrap(), Some(Vec::new()));
        assert_eq!(request(&mut reader).unwrap(), None);
    }

    #[test]
    fn the_first_legal_move_is_the_answer() {
        let ask = json!({"type": "ask", "legal": ["pass", "take"]});
        assert_eq!(answer(&ask)["move"], "pass");
    }
}
