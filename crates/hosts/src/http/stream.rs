//! Bytes to and from a server, in the clear or through TLS; nobody waits here longer than they may.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;

use rustix::event::PollFlags;

use crate::http::deadline::Deadline;
use crate::http::tls::{TlsSession, Trust};

/// So much may come through TLS that is no part of an answer (tickets, keys, empty records) before the next
/// byte that is.
const MOST_BESIDE: usize = 256 * 1024;
/// So much of it is read before whoever waits looks at the clock again.
const BESIDE_AT_ONCE: usize = 64 * 1024;

/// A connection.
#[derive(Debug)]
pub(crate) struct Stream {
    socket: TcpStream,
    tls: Option<TlsSession>,
    /// How much has come through TLS since the last byte of an answer.
    beside: usize,
}

impl Stream {
    /// A connection in the clear.
    pub(crate) fn plain(socket: TcpStream) -> io::Result<Self> {
        socket.set_nodelay(true)?;
        socket.set_nonblocking(true)?;
        Ok(Self { socket, tls: None, beside: 0 })
    }

    /// A connection through TLS, once both sides have agreed.
    pub(crate) fn secure(
        socket: TcpStream,
        host: &str,
        trust: &Trust,
        deadline: Deadline<'_>,
    ) -> io::Result<Self> {
        let tls = TlsSession::with(host, trust)?;
        let mut stream = Self { tls: Some(tls), ..Self::plain(socket)? };
        stream.shake_hands(deadline)?;
        Ok(stream)
    }

    fn shake_hands(&mut self, deadline: Deadline<'_>) -> io::Result<()> {
        let Some(tls) = &mut self.tls else { return Ok(()) };
        while tls.is_handshaking() || tls.wants_write() {
            if deadline.is_over() {
                return Err(ErrorKind::TimedOut.into());
            }
            let writing = tls.wants_write();
            let moved = if writing { tls.send(&mut self.socket) } else { tls.receive(&mut self.socket) };
            match moved {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(_) => {
                    if let Err(error) = tls.process() {
                        // The other side is told what is wrong, if it still listens.
                        let _ = tls.send(&mut self.socket);
                        return Err(error);
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let flags = if writing { PollFlags::OUT } else { PollFlags::IN };
                    deadline.wait(&self.socket, flags)?;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The socket, to be waited for.
    pub(crate) fn socket(&self) -> &TcpStream {
        &self.socket
    }

    /// Has whatever comes next acknowledged at once. A server that writes head and body apart waits for that
    /// between the two, and the system would leave it waiting for 40 ms, which are no time of the bot's. The
    /// system forgets it with the next bytes that are sent or read, so it is said again and again; where it
    /// cannot be said, it is slow.
    pub(crate) fn acknowledge_at_once(&self) {
        #[cfg(target_os = "linux")]
        let _ = std::os::linux::net::TcpStreamExt::set_quickack(&self.socket, true);
    }

    /// What has come, without waiting; 0 at the end, and invalid data where more came beside an answer than
    /// anyone needs.
    pub(crate) fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let Some(tls) = &mut self.tls else { return self.socket.read(into) };
        let mut now = 0;
        loop {
            match tls.read(into) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                other => {
                    self.beside = 0;
                    return other;
                }
            }
            if self.beside > MOST_BESIDE {
                return Err(ErrorKind::InvalidData.into());
            }
            if now > BESIDE_AT_ONCE {
                return Err(ErrorKind::WouldBlock.into());
            }
            let count = tls.receive(&mut self.socket)?;
            tls.process()?;
            self.beside += count;
            now += count;
        }
    }

    /// Sends all of it.
    pub(crate) fn write_all(&mut self, mut bytes: &[u8], deadline: Deadline<'_>) -> io::Result<()> {
        while !bytes.is_empty() {
            let written = match &mut self.tls {
                None => self.socket.write(bytes),
                Some(tls) => tls.write(bytes),
            };
            match written {
                Ok(0) if self.tls.is_none() => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    deadline.wait(&self.socket, PollFlags::OUT)?;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
            self.flush_tls(deadline)?;
        }
        Ok(())
    }

    fn flush_tls(&mut self, deadline: Deadline<'_>) -> io::Result<()> {
        let Some(tls) = &mut self.tls else { return Ok(()) };
        while tls.wants_write() {
            match tls.send(&mut self.socket) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    deadline.wait(&self.socket, PollFlags::OUT)?;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Whether the connection can carry another request: the other side has neither closed it nor said
    /// anything.
    pub(crate) fn is_quiet(&mut self) -> bool {
        // A server's TLS tickets come after the handshake; reading takes them and finds nothing behind.
        matches!(self.read(&mut [0]), Err(error) if error.kind() == ErrorKind::WouldBlock)
    }
}
