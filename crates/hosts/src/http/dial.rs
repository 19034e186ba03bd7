//! A new connection to a bot: its name looked up, every address judged, one of them called.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use crate::http::bot::HttpBot;
use crate::http::deadline::Deadline;
use crate::http::stream::Stream;
use crate::wait::LOOK;

/// Why a bot cannot be reached.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreachable {
    /// It is where bots may not be.
    #[error("its url leads to this machine or to a private network, which is not allowed here")]
    NotAllowed,
    /// Nobody knows the name.
    #[error("there is no host {0}")]
    NoHost(String),
    /// Nobody says in time whether the name is known.
    #[error("looking up {0} takes too long")]
    SlowLookUp(String),
    /// The name has no address.
    #[error("no address")]
    NoAddress,
    /// Nothing comes back in time.
    #[error("the connection takes too long")]
    Slow,
    /// Nobody is there.
    #[error("connection refused")]
    Refused,
    /// Somebody is there, and leaves.
    #[error("it closes the connection")]
    Closed,
    /// As the system says it.
    #[error("{0}")]
    Other(String),
}

impl From<io::Error> for Unreachable {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::TimedOut => Self::Slow,
            io::ErrorKind::ConnectionRefused => Self::Refused,
            io::ErrorKind::UnexpectedEof => Self::Closed,
            _ => Self::Other(error.to_string()),
        }
    }
}

/// Calls a bot.
pub(crate) fn dial(bot: &HttpBot, deadline: Deadline<'_>) -> Result<Stream, Unreachable> {
    let addresses = look_up(&bot.url.host, bot.url.port, deadline)?;
    let allowed: Vec<SocketAddr> =
        addresses.iter().filter(|address| bot.reach.allows(address.ip())).copied().collect();
    if allowed.is_empty() {
        return Err(Unreachable::NotAllowed);
    }
    let mut last = Unreachable::NoAddress;
    for address in allowed {
        match call(bot, address, deadline) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error.into(),
        }
    }
    Err(last)
}

fn call(bot: &HttpBot, address: SocketAddr, deadline: Deadline<'_>) -> io::Result<Stream> {
    let left = deadline.left();
    if left.is_zero() {
        return Err(io::ErrorKind::TimedOut.into());
    }
    let socket = TcpStream::connect_timeout(&address, left)?;
    match &bot.tls {
        Some(tls) => Stream::secure(socket, &bot.url.host, tls, deadline),
        None => Stream::plain(socket),
    }
}

/// The addresses of a host. The system's own lookup knows no deadline, so it is left behind when it takes too
/// long.
fn look_up(host: &str, port: u16, deadline: Deadline<'_>) -> Result<Vec<SocketAddr>, Unreachable> {
    if let Ok(address) = host.parse::<IpAddr>() {
        return Ok(vec![SocketAddr::new(address, port)]);
    }
    let (sender, receiver) = mpsc::channel();
    let place = (host.to_owned(), port);
    thread::spawn(move || {
        // Whoever asked may have stopped waiting.
        let _ = sender.send(place.to_socket_addrs().map(Iterator::collect));
    });
    while !deadline.is_over() {
        match receiver.recv_timeout(deadline.left().min(LOOK)) {
            Ok(Ok(addresses)) => return Ok(addresses),
            Ok(Err(_)) => return Err(Unreachable::NoHost(host.to_owned())),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    Err(Unreachable::SlowLookUp(host.to_owned()))
}
