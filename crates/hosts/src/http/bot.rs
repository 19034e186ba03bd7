//! A bot behind a url, and what all of them share: certificates, sign-ins, how far urls may reach.

use std::collections::BTreeMap;

use crate::http::address::Reach;
use crate::http::sign_in::SignIn;
use crate::http::tls::{Authorities, Trust};
use crate::http::url::{BadUrl, Url};

/// A bot behind a url.
#[derive(Debug, Clone)]
pub struct HttpBot {
    /// Where it is.
    pub url: Url,
    pub(crate) sign_in: Option<SignIn>,
    /// Whom its certificate must come from, where the url is `https`.
    pub(crate) tls: Option<Trust>,
    pub(crate) reach: Reach,
}

impl HttpBot {
    /// Whether nobody on the way can read what is sent.
    pub(crate) fn is_private(&self) -> bool {
        let here = self.url.host == "localhost"
            || self.url.host.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback());
        self.url.secure || here
    }

    /// A text of the bot's without our secrets.
    pub(crate) fn hide(&self, text: &str) -> String {
        self.sign_in.as_ref().map_or_else(|| text.to_owned(), |who| who.hide(text))
    }
}

/// What an organiser says of bots behind urls.
#[derive(Debug, Clone, Default)]
pub struct Web {
    sign_ins: BTreeMap<String, SignIn>,
    authorities: Authorities,
    reach: Reach,
}

/// Why a url gives no bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoHttpBot {
    /// It is none.
    #[error(transparent)]
    Url(#[from] BadUrl),
    /// A certificate of the organiser's cannot be used.
    #[error("a certificate cannot be used: {0}")]
    Certificate(String),
    /// This machine has no TLS.
    #[error("{0}")]
    Tls(String),
    /// This program has none.
    #[error("https is not built in; to have it, build with `cargo build --release --features full`")]
    NotBuiltIn,
}

/// Why a file gives no certificates to trust.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoCertificates {
    /// It is no PEM.
    #[error("its certificates cannot be read: {0}")]
    Unreadable(String),
    /// It has none.
    #[error("it holds no certificate")]
    Empty,
    /// This program has no use for them.
    #[error("https is not built in; to have it, build with `cargo build --release --features full`")]
    NotBuiltIn,
}

impl Web {
    /// How far urls may reach; anywhere, where nothing is said.
    #[must_use]
    pub fn reaching(self, reach: Reach) -> Self {
        Self { reach, ..self }
    }

    /// Signs in to the bot of this url.
    pub fn sign_in(&mut self, url: &str, who: SignIn) -> Result<(), BadUrl> {
        let (url, _) = Url::parse(url)?;
        self.sign_ins.insert(url.to_string(), who);
        Ok(())
    }

    /// Trusts further authorities: certificates in PEM, beside those that the whole web trusts.
    pub fn trust(&mut self, pem: &[u8]) -> Result<(), NoCertificates> {
        self.authorities.add(pem)
    }

    /// The bot of a url.
    pub fn bot(&self, url: &str) -> Result<HttpBot, NoHttpBot> {
        let (url, within) = Url::parse(url)?;
        let sign_in = within.or_else(|| self.sign_ins.get(&url.to_string()).cloned());
        let tls = url.secure.then(|| self.authorities.trusted()).transpose()?;
        Ok(HttpBot { url, sign_in, tls, reach: self.reach })
    }
}
