//! Who is calling: the account of a personal token. Cookies do not count here, so no other site can
//! call in a reader's name.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use super::wrong::Refused;
use crate::accounts::secrets;
use crate::accounts::visitor::address_of;
use crate::error::Wrong;
use crate::limits::rate_limit::TOKENS;
use crate::limits::slots::network_of;
use crate::site::Site;
use crate::store::accounts::Account;
use crate::store::tokens;

/// The account of a program.
#[derive(Debug, Clone)]
pub(super) struct Caller(pub(super) Account);

impl FromRequestParts<Arc<Site>> for Caller {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Refused> {
        let token = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = token.and_then(|value| value.strip_prefix("Bearer ")).map(str::trim);
        let Some(token) = token else { return Err(Wrong::SignIn.into()) };
        match tokens::account(&site.store, &secrets::hash(token)).await? {
            Some(account) => Ok(Self(account)),
            // A token cannot be guessed; whoever tries anyway is slowed down.
            None if !site
                .guess_limits
                .take(&format!("token {}", network_of(address_of(parts, site))), TOKENS)
                .await? =>
            {
                Err(Wrong::TooMany.into())
            }
            None => Err(Wrong::SignIn.into()),
        }
    }
}
