//! Bytes to and from a server, in the clear or through TLS; nobody waits here longer than they may.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustls::ClientConnection;
use rustls::pki_types::ServerName;

/// A connection.
#[derive(Debug)]
pub(crate) struct Stream {
    socket: TcpStream,
    tls: Option<Box<ClientConnection>>,
}

impl Stream {
    /// A connection in the clear.
    pub(crate) fn plain(socket: TcpStream) -> io::Result<Self> {
        socket.set_nodelay(true)?;
        socket.set_nonblocking(true)?;
        Ok(Self { socket, tls: None })
    }

    /// A connection through TLS, once both sides have agreed.
    pub(crate) fn secure(
        socket: TcpStream,
        host: &str,
        config: &Arc<rustls::ClientConfig>,
        deadline: Instant,
    ) -> io::Result<Self> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        let tls = ClientConnection::new(Arc::clone(config), name).map_err(io::Error::other)?;
        let mut stream = Self { tls: Some(Box::new(tls)), ..Self::plain(socket)? };
        stream.shake_hands(deadline)?;
        Ok(stream)
    }

    fn shake_hands(&mut self, deadline: Instant) -> io::Result<()> {
        let Some(tls) = &mut self.tls else { return Ok(()) };
        while tls.is_handshaking() || tls.wants_write() {
            let writing = tls.wants_write();
            let moved =
                if writing { tls.write_tls(&mut self.socket) } else { tls.read_tls(&mut self.socket) };
            match moved {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(_) => {
                    if let Err(error) = tls.process_new_packets() {
                        // The other side is told what is wrong, if it still listens.
                        let _ = tls.write_tls(&mut self.socket);
                        return Err(io::Error::other(error));
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let flags = if writing { PollFlags::OUT } else { PollFlags::IN };
                    wait(&self.socket, flags, deadline)?;
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

    /// What has come, without waiting; 0 at the end.
    pub(crate) fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let Some(tls) = &mut self.tls else { return self.socket.read(into) };
        loop {
            match tls.reader().read(into) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                other => return other,
            }
            tls.read_tls(&mut self.socket)?;
            tls.process_new_packets().map_err(io::Error::other)?;
        }
    }

    /// Sends all of it.
    pub(crate) fn write_all(&mut self, mut bytes: &[u8], deadline: Instant) -> io::Result<()> {
        while !bytes.is_empty() {
            let written = match &mut self.tls {
                None => self.socket.write(bytes),
                Some(tls) => tls.writer().write(bytes),
            };
            match written {
                Ok(0) if self.tls.is_none() => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    wait(&self.socket, PollFlags::OUT, deadline)?;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
            self.flush_tls(deadline)?;
        }
        Ok(())
    }

    fn flush_tls(&mut self, deadline: Instant) -> io::Result<()> {
        let Some(tls) = &mut self.tls else { return Ok(()) };
        while tls.wants_write() {
            match tls.write_tls(&mut self.socket) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    wait(&self.socket, PollFlags::OUT, deadline)?;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Whether the connection can carry another request: the other side has neither closed it nor said anything.
    pub(crate) fn is_quiet(&mut self) -> bool {
        // A server's TLS tickets come after the handshake; reading takes them and finds nothing behind.
        matches!(self.read(&mut [0]), Err(error) if error.kind() == ErrorKind::WouldBlock)
    }
}

/// Waits until a socket is ready.
fn wait(socket: &TcpStream, flags: PollFlags, deadline: Instant) -> io::Result<()> {
    let mut ready = [PollFd::new(socket, flags)];
    match poll(&mut ready, Some(&until(deadline))) {
        Ok(0) => Err(ErrorKind::TimedOut.into()),
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The time from now to then, as the system counts it.
pub(crate) fn until(deadline: Instant) -> Timespec {
    let left = deadline.saturating_duration_since(Instant::now());
    Timespec { tv_sec: left.as_secs().min(86_400) as i64, tv_nsec: left.subsec_nanos().into() }
}
