//! Stands where TLS is not built in: nobody is trusted, and no conversation ever begins.

use std::io::{self, Read, Write};

use super::bot::{NoCertificates, NoHttpBot};

/// No authority can be trusted.
#[derive(Debug, Clone, Default)]
pub(crate) struct Authorities;

impl Authorities {
    /// Refused: nothing here could use them.
    pub(crate) fn add(&mut self, _pem: &[u8]) -> Result<(), NoCertificates> {
        Err(NoCertificates::NotBuiltIn)
    }

    /// Refused, with what helps.
    pub(crate) fn trusted(&self) -> Result<Trust, NoHttpBot> {
        Err(NoHttpBot::NotBuiltIn)
    }
}

/// There is none.
#[derive(Debug, Clone)]
pub(crate) enum Trust {}

/// There is none: without a [`Trust`] nobody can begin one.
#[derive(Debug)]
pub(crate) enum TlsSession {}

impl TlsSession {
    pub(crate) fn with(_host: &str, trust: &Trust) -> io::Result<Self> {
        match *trust {}
    }

    pub(crate) fn is_handshaking(&self) -> bool {
        match *self {}
    }

    pub(crate) fn wants_write(&self) -> bool {
        match *self {}
    }

    pub(crate) fn send(&mut self, _socket: &mut impl Write) -> io::Result<usize> {
        match *self {}
    }

    pub(crate) fn receive(&mut self, _socket: &mut impl Read) -> io::Result<usize> {
        match *self {}
    }

    pub(crate) fn process(&mut self) -> io::Result<()> {
        match *self {}
    }

    pub(crate) fn read(&mut self, _into: &mut [u8]) -> io::Result<usize> {
        match *self {}
    }

    pub(crate) fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
        match *self {}
    }
}
