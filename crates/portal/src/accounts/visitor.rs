//! Who is asking: read from the cookie of a session, with the token that this visitor's forms must
//! bring back.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::header::{COOKIE, HeaderMap, HeaderValue};
use axum::http::request::Parts;
use croupier_record::Day;

use crate::accounts::secrets;
use crate::accounts::sign::{Origin, SESSION_SECONDS, Signed};
use crate::error::Wrong;
use crate::site::Site;
use crate::store::accounts::{Account, Role};
use crate::store::sessions;

/// The cookie of a session.
pub const SESSION: &str = "croupier-session";
/// The cookie of a browser in which somebody signed in.
pub const DEVICE: &str = "croupier-device";
/// How long that one lasts.
const DEVICE_SECONDS: i64 = 365 * Day::SECONDS;
/// The cookie of somebody who is not signed in and was shown a form.
pub const GUEST: &str = "croupier-guest";

/// Somebody who asks for a page.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// Who it is, where they are signed in.
    pub account: Option<Account>,
    /// The word in the cookie; made for this request where there was none.
    pub cookie: String,
    /// Whether the cookie is new and has to be set with a form.
    pub is_new: bool,
    /// Where they ask from.
    pub address: IpAddr,
    /// The word of this browser, where somebody signed in with it before.
    pub device: Option<String>,
}

impl Visitor {
    /// The account, or a request to sign in.
    pub fn signed_in(&self) -> Result<&Account, Wrong> {
        self.account.as_ref().ok_or(Wrong::SignIn)
    }

    /// The account, where it organises.
    pub fn organiser(&self) -> Result<&Account, Wrong> {
        let account = self.signed_in()?;
        if account.role == Role::Organiser {
            return Ok(account);
        }
        Err(Wrong::Forbidden("this page is for organisers".to_owned()))
    }

    /// Where they come from.
    #[must_use]
    pub fn origin(&self) -> Origin {
        Origin { address: self.address, device: self.device.clone() }
    }

    /// The token that forms of this visitor bring back.
    #[must_use]
    pub fn form_token(&self, site: &Site) -> String {
        secrets::form_token(&site.key, &self.cookie)
    }

    /// Says no to a form that did not come from a page of ours.
    pub fn check_form(&self, site: &Site, token: &str) -> Result<(), Wrong> {
        if !self.is_new && secrets::same(&self.form_token(site), token) {
            return Ok(());
        }
        Err(Wrong::Forbidden("the form is too old or came from elsewhere; load the page again".to_owned()))
    }

    /// The header that gives a new guest their cookie; nothing for everyone else.
    #[must_use]
    pub fn guest_cookie(&self, site: &Site) -> Option<HeaderValue> {
        if self.is_new { set_cookie(site, GUEST, &self.cookie, Day::SECONDS) } else { None }
    }
}

/// A cookie that scripts cannot read and other sites cannot send along.
#[must_use]
pub fn set_cookie(site: &Site, name: &str, value: &str, seconds: i64) -> Option<HeaderValue> {
    let secure = if site.config.behind_tls { "; Secure" } else { "" };
    let cookie = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    HeaderValue::from_str(&cookie).ok()
}

/// The headers that sign somebody in: the session's cookie and the browser's.
pub fn signed_in_cookies(site: &Site, signed: &Signed) -> impl Iterator<Item = HeaderValue> {
    let session = set_cookie(site, SESSION, &signed.session, SESSION_SECONDS);
    let device = set_cookie(site, DEVICE, &signed.device, DEVICE_SECONDS);
    [session, device].into_iter().flatten()
}

impl FromRequestParts<Arc<Site>> for Visitor {
    type Rejection = Wrong;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Wrong> {
        let address = address_of(parts, site);
        let device = cookie(&parts.headers, DEVICE).filter(|word| !word.is_empty());
        if let Some(cookie) = cookie(&parts.headers, SESSION)
            && let Some(account) = sessions::account(&site.store, &secrets::hash(&cookie)).await?
        {
            return Ok(Self { account: Some(account), cookie, is_new: false, address, device });
        }
        let guest = cookie(&parts.headers, GUEST).filter(|word| !word.is_empty());
        let is_new = guest.is_none();
        Ok(Self { account: None, cookie: guest.unwrap_or_else(secrets::word), is_new, address, device })
    }
}

/// Where a request comes from, whoever it is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asker(pub(crate) IpAddr);

impl FromRequestParts<Arc<Site>> for Asker {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Infallible> {
        Ok(Self(address_of(parts, site)))
    }
}

fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let all = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
}

/// Where a request comes from: the connection, or what a trusted proxy says of it.
pub(crate) fn address_of(parts: &Parts, site: &Site) -> IpAddr {
    let proxied = parts.headers.get("x-forwarded-for").filter(|_| site.config.trust_proxy);
    let proxied = proxied.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    let direct = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    proxied.or(direct).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}
