//! An HTTP/1.1 answer, put together from the bytes that come, with a limit on each of its parts.

use crate::wire::LONGEST_MESSAGE;

/// The longest head, and the longest line within a chunked body.
const LONGEST_HEAD: usize = 16 * 1024;
const MOST_HEADERS: usize = 64;
/// So many answers may come before the answer: "go on", "still working".
const MOST_INTERIM: u32 = 64;

/// A whole answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// Whether the connection can be used again.
    pub(crate) keep: bool,
    /// How one may sign in, where the answer says so.
    pub(crate) challenges: Vec<String>,
    pub(crate) body: Vec<u8>,
}

/// Why bytes are no answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Misread {
    /// Larger than any may be.
    TooMuch,
    /// Not HTTP.
    NoHttp(String),
}

/// An answer on its way.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    bytes: Vec<u8>,
    /// How much of `bytes` is used up.
    at: usize,
    /// How many interim heads have been passed over.
    interim: u32,
    head: Option<(Response, Frame)>,
}

/// Where a body ends.
#[derive(Debug, Clone, Copy)]
enum Frame {
    Length(usize),
    Chunked(Chunk),
    UntilClosed,
}

/// What comes next in a chunked body.
#[derive(Debug, Clone, Copy)]
enum Chunk {
    Size,
    Bytes(usize),
    LineEnd,
    Trailer,
}

impl Reading {
    /// Whether nothing has come yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Takes bytes; gives the answer once it is whole.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> Result<Option<Response>, Misread> {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > 2 * LONGEST_MESSAGE {
            return Err(Misread::TooMuch);
        }
        while self.head.is_none() {
            if !self.read_head()? {
                return Ok(None);
            }
        }
        let Some((mut response, mut frame)) = self.head.take() else { return Ok(None) };
        let whole = self.read_body(&mut response.body, &mut frame)?;
        if whole {
            // What follows an answer that nobody asked for cannot be the next one.
            response.keep &= self.at == self.bytes.len();
            return Ok(Some(response));
        }
        self.head = Some((response, frame));
        Ok(None)
    }

    /// The other end closed: the answer, where that is how it ends.
    pub(crate) fn closed(&mut self) -> Option<Response> {
        match self.head.take() {
            Some((response, Frame::UntilClosed)) => Some(Response { keep: false, ..response }),
            _ => None,
        }
    }

    /// Reads the head once it is there; an interim one (100 to 199) is passed over.
    fn read_head(&mut self) -> Result<bool, Misread> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Response::new(&mut headers);
        let rest = &self.bytes[self.at..];
        let length = match parsed.parse(rest) {
            Ok(httparse::Status::Complete(length)) if length <= LONGEST_HEAD => length,
            Ok(httparse::Status::Partial) if rest.len() <= LONGEST_HEAD => return Ok(false),
            Ok(_) | Err(httparse::Error::TooManyHeaders) => return Err(Misread::TooMuch),
            Err(error) => return Err(Misread::NoHttp(error.to_string())),
        };
        let status = parsed.code.unwrap_or_default();
        if status == 101 {
            return Err(Misread::NoHttp("it changes the protocol".to_owned()));
        }
        if status >= 200 {
            let frame = frame_of(status, parsed.headers)?;
            let keep = keeps(parsed.version, parsed.headers) && !matches!(frame, Frame::UntilClosed);
            let challenges = values(parsed.headers, "www-authenticate").collect();
            self.head = Some((Response { status, keep, challenges, body: Vec::new() }, frame));
        } else {
            self.interim += 1;
            if self.interim > MOST_INTERIM {
                return Err(Misread::TooMuch);
            }
        }
        self.at += length;
        Ok(status >= 200 || self.at < self.bytes.len())
    }

    fn read_body(&mut self, body: &mut Vec<u8>, frame: &mut Frame) -> Result<bool, Misread> {
        loop {
            let rest = &self.bytes[self.at..];
            match frame {
                Frame::Length(0) => return Ok(true),
                Frame::Length(left) | Frame::Chunked(Chunk::Bytes(left)) => {
                    let count = rest.len().min(*left);
                    body.extend_from_slice(&rest[..count]);
                    self.at += count;
                    *left -= count;
                    if *left > 0 {
                        return Ok(false);
                    }
                    if matches!(frame, Frame::Chunked(_)) {
                        *frame = Frame::Chunked(Chunk::LineEnd);
                    }
                }
                Frame::UntilClosed => {
                    body.extend_from_slice(rest);
                    self.at = self.bytes.len();
                    return if body.len() > LONGEST_MESSAGE { Err(Misread::TooMuch) } else { Ok(false) };
                }
                Frame::Chunked(Chunk::Size) => match httparse::parse_chunk_size(rest) {
                    Ok(httparse::Status::Complete((used, size))) => {
                        let size = usize::try_from(size).map_err(|_| Misread::TooMuch)?;
                        if size > LONGEST_MESSAGE.saturating_sub(body.len()) {
                            return Err(Misread::TooMuch);
                        }
                        self.at += used;
                        *frame = Frame::Chunked(if size == 0 { Chunk::Trailer } else { Chunk::Bytes(size) });
                    }
                    Ok(httparse::Status::Partial) if rest.len() <= LONGEST_HEAD => return Ok(false),
                    Ok(_) => return Err(Misread::TooMuch),
                    Err(_) => return Err(Misread::NoHttp("a chunk has no size".to_owned())),
                },
                Frame::Chunked(Chunk::LineEnd) => match rest {
                    [b'\r', b'\n', ..] => {
                        self.at += 2;
                        *frame = Frame::Chunked(Chunk::Size);
                    }
                    [] | [b'\r'] => return Ok(false),
                    _ => return Err(Misread::NoHttp("a chunk is longer than it says".to_owned())),
                },
                Frame::Chunked(Chunk::Trailer) => {
                    let Some(end) = rest.windows(2).position(|two| two == b"\r\n") else {
                        return if rest.len() > LONGEST_HEAD { Err(Misread::TooMuch) } else { Ok(false) };
                    };
                    self.at += end + 2;
                    if end == 0 {
                        return Ok(true);
                    }
                }
            }
        }
    }
}

fn values<'h>(headers: &'h [httparse::Header<'_>], name: &str) -> impl Iterator<Item = String> + use<'h> {
    let name = name.to_owned();
    let named = headers.iter().filter(move |header| header.name.eq_ignore_ascii_case(&name));
    named.map(|header| String::from_utf8_lossy(header.value).trim().to_owned())
}

fn frame_of(status: u16, headers: &[httparse::Header<'_>]) -> Result<Frame, Misread> {
    if status == 204 || status == 304 {
        return Ok(Frame::Length(0));
    }
    if let Some(coding) = values(headers, "transfer-encoding").last() {
        return match coding.rsplit(',').next() {
            Some(last) if last.trim().eq_ignore_ascii_case("chunked") => Ok(Frame::Chunked(Chunk::Size)),
            _ => Ok(Frame::UntilClosed),
        };
    }
    let mut lengths = values(headers, "content-length");
    let Some(first) = lengths.next() else { return Ok(Frame::UntilClosed) };
    if lengths.any(|other| other != first) || !first.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Misread::NoHttp("its length cannot be read".to_owned()));
    }
    // A number too long for a computer is too long for us.
    match first.parse() {
        Ok(length) if length <= LONGEST_MESSAGE => Ok(Frame::Length(length)),
        _ => Err(Misread::TooMuch),
    }
}

fn keeps(version: Option<u8>, headers: &[httparse::Header<'_>]) -> bool {
    let says = |word: &str| {
        values(headers, "connection")
            .any(|line| line.split(',').any(|one| one.trim().eq_ignore_ascii_case(word)))
    };
    if version == Some(1) { !says("close") } else { says("keep-alive") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer, whether it comes at once or byte by byte.
    fn read(text: &str) -> Result<Option<Response>, Misread> {
        let at_once = Reading::default().take(text.as_bytes());
        let mut slowly = Reading::default();
        let mut last = Ok(None);
        for byte in text.as_bytes() {
            last = slowly.take(&[*byte]);
            if !matches!(last, Ok(None)) {
                break;
            }
        }
        assert_eq!(at_once, last, "{text}");
        last
    }

    fn body(text: &str) -> (u16, bool, String) {
        let response = read(text).unwrap().unwrap();
        (response.status, response.keep, String::from_utf8(response.body).unwrap())
    }

    #[test]
    fn bodies_end_where_their_head_says() {
        assert_eq!(body("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n13"), (200, true, "13".into()));
        let chunked =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;x=y\r\n1\r\n1\r\n3\r\n0\r\nT: x\r\n\r\n";
        assert_eq!(body(chunked), (200, true, "13".into()));
        assert_eq!(body("HTTP/1.1 204 No Content\r\n\r\n"), (204, true, String::new()));
        let mut open = Reading::default();
        assert_eq!(open.take(b"HTTP/1.0 200 OK\r\n\r\n7"), Ok(None));
        assert_eq!(open.closed().map(|answer| (answer.keep, answer.body)), Some((false, b"7".to_vec())));
    }

    #[test]
    fn an_interim_answer_is_passed_over() {
        assert_eq!(body("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n4").2, "4");
    }

    #[test]
    fn a_connection_is_kept_only_where_both_can() {
        assert!(!body("HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 1\r\n\r\n4").1);
        assert!(!body("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\n4").1);
        assert!(body("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 1\r\n\r\n4").1);
        let more = Reading::default().take(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n4HTTP/1.1 200");
        assert!(!more.unwrap().unwrap().keep);
    }

    #[test]
    fn too_much_is_refused_before_it_is_read() {
        assert_eq!(read("HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n"), Err(Misread::TooMuch));
        assert_eq!(
            read("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\n"),
            Err(Misread::TooMuch)
        );
        assert_eq!(
            read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nA00000\r\n"),
            Err(Misread::TooMuch)
        );
        let head = format!("HTTP/1.1 200 OK\r\nX: {}", "x".repeat(LONGEST_HEAD));
        assert_eq!(Reading::default().take(head.as_bytes()), Err(Misread::TooMuch));
        let mut endless = Reading::default();
        endless.take(b"HTTP/1.1 200 OK\r\n\r\n").unwrap();
        let more = (0..200).map(|_| endless.take(&[b'x'; 10_000])).find(Result::is_err);
        assert_eq!(more, Some(Err(Misread::TooMuch)));
    }

    #[test]
    fn what_is_not_http_is_told() {
        for text in [
            "SSH-2.0-x\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n44\r\n",
        ] {
            assert!(matches!(read(text), Err(Misread::NoHttp(_))), "{text}");
        }
    }
}
