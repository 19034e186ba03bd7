//! What every request goes through: how often its address may ask, how long it may take, and what
//! the log says of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::accounts::visitor::address_of;
use crate::error::Wrong;
use crate::limits::rate_limit::Rate;
use crate::limits::slots::{Slot, SlotsFull, network_of};
use crate::site::Site;

/// Whoever is over the limit may ask again after so many seconds.
const RETRY: HeaderValue = HeaderValue::from_static("1");
/// What comes after these in a path is known to one person.
const SECRET: [&str; 1] = ["/link/"];
/// An answer that takes longer is always logged.
const LONG: Duration = Duration::from_secs(1);

/// Lets a request through, in time, and logs it.
pub(crate) async fn watch(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let limits = &site.config.limits;
    let (parts, body) = request.into_parts();
    let (method, path) = (parts.method.clone(), path_of(&parts));
    let response = if may_ask(&site, &parts) {
        let answer = next.run(Request::from_parts(parts, body));
        match tokio::time::timeout(limits.request_time, answer).await {
            Ok(response) => response,
            Err(_) => closing(Wrong::TooSlow.into_response()),
        }
    } else {
        let mut response = Wrong::TooOften.into_response();
        response.headers_mut().insert(header::RETRY_AFTER, RETRY);
        response
    };
    let (status, took) = (response.status(), begun.elapsed());
    if limits.log_requests || status.is_server_error() || took >= LONG {
        let ms = (took.as_secs_f64() * 1e4).round() / 10.0;
        tracing::info!(%method, path, status = status.as_u16(), ms, "request");
    }
    response
}

/// What is left of a body that came too slowly is not waited for.
fn closing(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

fn may_ask(site: &Site, parts: &Parts) -> bool {
    let a_second = f64::from(site.config.limits.reads_a_second);
    let rate = Rate { burst: 10.0 * a_second, a_minute: 60.0 * a_second };
    a_second == 0.0 || site.reads.take(&network_of(address_of(parts, site)).to_string(), rate)
}

/// The path as the log has it: without what is asked for after `?`, and without words that open something.
fn path_of(parts: &Parts) -> String {
    let path = parts.uri.path();
    let secret = SECRET.iter().find(|opening| path.starts_with(**opening));
    secret.map_or_else(|| path.to_owned(), |opening| format!("{opening}…"))
}

/// Somebody who listens to a live page, and has a slot for it.
#[derive(Debug)]
pub(crate) struct LivePageSlot {
    _slot: Slot,
}

impl FromRequestParts<Arc<Site>> for LivePageSlot {
    type Rejection = Wrong;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Wrong> {
        let slot = site.live.take(address_of(parts, site));
        slot.map(|slot| Self { _slot: slot }).map_err(|full| {
            Wrong::Busy(match full {
                SlotsFull::All => {
                    "too many live pages are open; this one does not change by itself".to_owned()
                }
                SlotsFull::Address => "too many live pages are open at your address".to_owned(),
            })
        })
    }
}
