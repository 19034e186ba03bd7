//! Live parts of pages, by server-sent events: each only says that something changed; the page is
//! then read again.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::sse::{Event as Sent, KeepAlive, Sse};
use axum::routing::get;
use futures_util::stream::{self, Stream};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

use crate::broadcast::SiteEvent;
use crate::connections::{LivePageSlot, closed};
use crate::error::Wrong;
use crate::site::Site;

/// A page is told of changes no more often than this.
const QUIET: Duration = Duration::from_millis(500);

/// Whoever waits for the house hears so often how many are before them.
const LOOKED_AGAIN: Duration = Duration::from_secs(2);

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/events/uploads/{id}", get(upload))
        .route("/events/contests/{name}", get(contest))
        .route("/events/site", get(whole_site))
        .route("/events/tables/{word}", get(table))
}

async fn upload(
    State(site): State<Arc<Site>>,
    listening: LivePageSlot,
    Path(id): Path<i64>,
) -> Sse<impl Stream<Item = Result<Sent, Infallible>>> {
    // While others are checked, a place in the queue changes too.
    live(&site, listening, move |event| matches!(event, SiteEvent::Upload(_)).then_some(id))
}

async fn contest(
    State(site): State<Arc<Site>>,
    listening: LivePageSlot,
    Path(name): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Sent, Infallible>>>, Wrong> {
    let standing = site.standings.named(&name).ok_or_else(|| Wrong::NotFound(format!("contest {name}")))?;
    let id = standing.contest.id;
    Ok(live(&site, listening, move |event| (*event == SiteEvent::Ladder(id)).then_some(id)))
}

async fn whole_site(
    State(site): State<Arc<Site>>,
    listening: LivePageSlot,
) -> Sse<impl Stream<Item = Result<Sent, Infallible>>> {
    live(&site, listening, |event| matches!(event, SiteEvent::Ladder(_) | SiteEvent::Final(_)).then_some(0))
}

/// A line now and then while the house thinks at a table, since those before it become fewer, and
/// one when it has moved.
async fn table(
    State(site): State<Arc<Site>>,
    listening: LivePageSlot,
    Path(word): Path<String>,
) -> Sse<impl Stream<Item = Result<Sent, Infallible>>> {
    let closing = site.closing.subscribe();
    let waits = Some((site, word, closing, listening));
    let stream = stream::unfold(waits, |waits| async move {
        let (site, word, mut closing, listening) = waits?;
        tokio::select! {
            () = site.tables.settled(&word, LOOKED_AGAIN) => {}
            () = closed(&mut closing) => return None,
        }
        let goes_on = site.tables.is_away(&word);
        let sent = Sent::default().event("changed").data("0");
        Some((Ok(sent), goes_on.then_some((site, word, closing, listening))))
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(20)))
}

/// A line for each change that is wanted, until the site closes.
fn live<W: Fn(&SiteEvent) -> Option<i64> + Send + 'static>(
    site: &Site,
    listening: LivePageSlot,
    wanted: W,
) -> Sse<impl Stream<Item = Result<Sent, Infallible>> + use<W>> {
    let ears = Ears { events: site.events.subscribe(), closing: site.closing.subscribe(), _place: listening };
    let stream = stream::unfold((ears, wanted), |(mut ears, wanted)| async move {
        loop {
            let heard = tokio::select! {
                heard = ears.events.recv() => heard,
                () = closed(&mut ears.closing) => return None,
            };
            let told = match heard {
                // Something was missed: looking again finds it.
                Ok(SiteEvent::All) | Err(RecvError::Lagged(_)) => Some(0),
                Ok(event) => wanted(&event),
                Err(RecvError::Closed) => return None,
            };
            if let Some(id) = told {
                // Where the site closes meanwhile, the next round ends it.
                let _ = tokio::time::timeout(QUIET, closed(&mut ears.closing)).await;
                let sent = Sent::default().event("changed").data(id.to_string());
                ears.events = ears.events.resubscribe();
                return Some((Ok(sent), (ears, wanted)));
            }
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(20)))
}

/// What a live page listens with. Its place is free again when it ends.
struct Ears {
    events: Receiver<SiteEvent>,
    closing: watch::Receiver<bool>,
    _place: LivePageSlot,
}
