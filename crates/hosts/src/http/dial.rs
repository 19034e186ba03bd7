//! A new connection to a bot: its name looked up, every address judged, one of them called.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use crate::http::bot::HttpBot;
use crate::http::deadline::Deadline;
use crate::http::stream::Stream;
use crate::wait::LOOK;

/// Calls a bot; the message says why it cannot be reached.
pub(crate) fn dial(bot: &HttpBot, deadline: Deadline<'_>) -> Result<Stream, String> {
    let addresses = look_up(&bot.url.host, bot.url.port, deadline)?;
    let allowed: Vec<SocketAddr> =
        addresses.iter().filter(|address| bot.reach.allows(address.ip())).copied().collect();
    if allowed.is_empty() {
        return Err(
            "its url leads to this machine or to a private network, which is not allowed here".to_owned()
        );
    }
    let mut last = "no address".to_owned();
    for address in allowed {
        match call(bot, address, deadline) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = plain(&error),
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

/// The addresses of a host. The system's own lookup knows no deadline, so it is left behind when it takes too long.
fn look_up(host: &str, port: u16, deadline: Deadline<'_>) -> Result<Vec<SocketAddr>, String> {
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
            Ok(Err(_)) => return Err(format!("there is no host {host}")),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    Err(format!("looking up {host} takes too long"))
}

fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::TimedOut => "the connection takes too long".to_owned(),
        io::ErrorKind::ConnectionRefused => "connection refused".to_owned(),
        io::ErrorKind::UnexpectedEof => "it closes the connection".to_owned(),
        _ => error.to_string(),
    }
}
