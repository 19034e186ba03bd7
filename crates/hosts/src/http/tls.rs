//! TLS: which authorities are trusted, and one conversation through it. The only file that knows the library.
//!
//! Behind the feature `https`; `no_tls.rs` stands in its place where that is off.

use std::io::{self, Read, Write};
use std::sync::Arc;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore};

use super::bot::{NoCertificates, NoHttpBot};

/// Authorities that an organiser trusts, beside those that the whole web trusts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Authorities(Vec<CertificateDer<'static>>);

impl Authorities {
    /// Trusts those of a file in PEM, too.
    pub(crate) fn add(&mut self, pem: &[u8]) -> Result<(), NoCertificates> {
        let read: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
        let certificates = read.map_err(|error| NoCertificates::Unreadable(error.to_string()))?;
        if certificates.is_empty() {
            return Err(NoCertificates::Empty);
        }
        self.0.extend(certificates);
        Ok(())
    }

    /// How to speak with servers that one of them vouches for.
    pub(crate) fn trusted(&self) -> Result<Trust, NoHttpBot> {
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        for authority in &self.0 {
            roots.add(authority.clone()).map_err(|error| NoHttpBot::Certificate(error.to_string()))?;
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = versions.map_err(|error| NoHttpBot::Tls(error.to_string()))?;
        Ok(Trust(Arc::new(config.with_root_certificates(roots).with_no_client_auth())))
    }
}

/// Who is trusted, ready for any number of conversations.
#[derive(Debug, Clone)]
pub(crate) struct Trust(Arc<ClientConfig>);

/// One conversation: what is written and read here is encrypted and sent by whoever holds the socket.
#[derive(Debug)]
pub(crate) struct TlsSession(Box<ClientConnection>);

impl TlsSession {
    /// A conversation with this host, not yet agreed upon.
    pub(crate) fn with(host: &str, trust: &Trust) -> io::Result<Self> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        let connection = ClientConnection::new(Arc::clone(&trust.0), name).map_err(io::Error::other)?;
        Ok(Self(Box::new(connection)))
    }

    /// Whether both sides have still to agree.
    pub(crate) fn is_handshaking(&self) -> bool {
        self.0.is_handshaking()
    }

    /// Whether something waits to be sent.
    pub(crate) fn wants_write(&self) -> bool {
        self.0.wants_write()
    }

    /// Sends some of what waits.
    pub(crate) fn send(&mut self, socket: &mut impl Write) -> io::Result<usize> {
        self.0.write_tls(socket)
    }

    /// Takes in some of what has come; 0 at the end.
    pub(crate) fn receive(&mut self, socket: &mut impl Read) -> io::Result<usize> {
        self.0.read_tls(socket)
    }

    /// Decrypts what was taken in.
    pub(crate) fn process(&mut self) -> io::Result<()> {
        self.0.process_new_packets().map(drop).map_err(io::Error::other)
    }

    /// Plain bytes that have come, without waiting.
    pub(crate) fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.0.reader().read(into)
    }

    /// Plain bytes that are to be sent.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.writer().write(bytes)
    }
}
