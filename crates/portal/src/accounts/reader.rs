//! Who is reading, where a page or a call is everyone's and holds more for some: by cookie, or by
//! personal token.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use croupier_session::record_bytes::{self, UnreadableRecord};

use super::visitor::{Visitor, address_of};
use crate::accounts::secrets;
use crate::error::Wrong;
use crate::site::Site;
use crate::store::accounts::{Account, Role};
use crate::store::tokens;

/// Somebody who reads.
#[derive(Debug, Clone)]
pub(crate) struct Reader {
    account: Option<Account>,
    /// Where they ask from.
    pub(crate) address: IpAddr,
}

/// Whose private parts somebody may read: what bots remember, and the words of their faults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sees {
    /// Everyone's.
    All,
    /// Those of these seats or entrants, by number; nobody's where there are none.
    Only(Vec<usize>),
}

impl Sees {
    /// Whether those of this seat.
    pub(crate) fn seat(&self, seat: usize) -> bool {
        match self {
            Self::All => true,
            Self::Only(own) => own.contains(&seat),
        }
    }

    /// A record of a game as they may have it.
    pub(crate) fn in_record(&self, game: &str, bytes: Vec<u8>) -> Result<Vec<u8>, UnreadableRecord> {
        match self {
            Self::All => Ok(bytes),
            Self::Only(own) => record_bytes::public(game, &bytes, own),
        }
    }

    /// Whether no more than everyone.
    pub(crate) fn is_public(&self) -> bool {
        matches!(self, Self::Only(own) if own.is_empty())
    }
}

impl Reader {
    /// What they see of bots of these accounts, in order: organisers everything, authors their own.
    pub(crate) fn sees(&self, owners: impl Iterator<Item = Option<i64>>) -> Sees {
        let Some(account) = &self.account else { return Sees::Only(Vec::new()) };
        if account.role == Role::Organiser {
            return Sees::All;
        }
        let own = owners.enumerate().filter(|(_, owner)| *owner == Some(account.id));
        Sees::Only(own.map(|(at, _)| at).collect())
    }
}

impl From<&Visitor> for Reader {
    fn from(visitor: &Visitor) -> Self {
        Self { account: visitor.account.clone(), address: visitor.address }
    }
}

impl FromRequestParts<Arc<Site>> for Reader {
    type Rejection = Wrong;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Wrong> {
        let token = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let Some(token) = token.and_then(|value| value.strip_prefix("Bearer ")) else {
            return Ok(Self::from(&Visitor::from_request_parts(parts, site).await?));
        };
        // A token that is none reads what everyone reads.
        let account = tokens::account(&site.store, &secrets::hash(token.trim())).await?;
        Ok(Self { account, address: address_of(parts, site) })
    }
}
