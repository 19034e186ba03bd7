//! A client of a site: one kept connection, requests one after another, answers that have a length.

use std::io::ErrorKind;
use std::net::SocketAddr;

use tokio::net::TcpStream;

use super::{Failed, words};

/// A kept connection.
pub(super) struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// An answer.
pub(super) struct SiteAnswer<'a> {
    pub(super) status: u16,
    pub(super) body: &'a [u8],
}

impl Client {
    /// Calls a site.
    pub(super) async fn call(address: SocketAddr) -> Result<Self, Failed> {
        let stream = TcpStream::connect(address).await.map_err(words)?;
        stream.set_nodelay(true).map_err(words)?;
        Ok(Self { stream, buffer: vec![0; 1 << 15] })
    }

    /// Asks for a page.
    pub(super) async fn get(&mut self, path: &str) -> Result<SiteAnswer<'_>, Failed> {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: bench\r\n\r\n").as_bytes()).await
    }

    /// Sends a request as it is, and reads the answer.
    pub(super) async fn send(&mut self, mut request: &[u8]) -> Result<SiteAnswer<'_>, Failed> {
        while !request.is_empty() {
            self.stream.writable().await.map_err(words)?;
            match self.stream.try_write(request) {
                Ok(sent) => request = &request[sent..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Err(words(error)),
            }
        }
        self.answer().await
    }

    async fn answer(&mut self) -> Result<SiteAnswer<'_>, Failed> {
        let (mut have, mut head) = (0, None);
        loop {
            if have == self.buffer.len() {
                self.buffer.resize(have * 2, 0);
            }
            self.stream.readable().await.map_err(words)?;
            match self.stream.try_read(&mut self.buffer[have..]) {
                Ok(0) => return Err("the site closed the connection".to_owned()),
                Ok(got) => have += got,
                Err(error) if error.kind() == ErrorKind::WouldBlock => continue,
                Err(error) => return Err(words(error)),
            }
            if head.is_none() {
                head = read_head(&self.buffer[..have])?;
            }
            if let Some(Head { status, end, length }) = head
                && have >= end + length
            {
                return Ok(SiteAnswer { status, body: &self.buffer[end..end + length] });
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Head {
    status: u16,
    /// Where the body begins.
    end: usize,
    length: usize,
}

fn read_head(bytes: &[u8]) -> Result<Option<Head>, Failed> {
    let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { return Ok(None) };
    let text = std::str::from_utf8(&bytes[..end]).map_err(words)?;
    let status = text.split(' ').nth(1).and_then(|word| word.parse().ok());
    let length = text.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length = length.and_then(|word| word.trim().parse().ok());
    match (status, length) {
        (Some(status), Some(length)) => Ok(Some(Head { status, end: end + 4, length })),
        _ => Err(format!("an answer without a status or a length: {text}")),
    }
}
