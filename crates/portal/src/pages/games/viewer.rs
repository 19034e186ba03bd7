//! One turn of a game as a page shows it: a picture, what happened, and the ways to the other turns.
//!
//! Every turn has an address of its own, so it works without script and can be sent to somebody.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use croupier_session::record_bytes::{DrawnTurn, TurnView};
use serde::Deserialize;

use super::game::told;
use crate::accounts::visitor::Asker;
use crate::error::Wrong;
use crate::pages::Page;
use crate::site::Site;

/// What the address asks for.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub(in crate::pages) struct TurnQuery {
    turn: Option<usize>,
    seat: Option<usize>,
    turned: Option<u8>,
}

impl TurnQuery {
    /// What is to be looked at.
    pub(in crate::pages) fn look(self) -> TurnView {
        TurnView { turn: self.turn.unwrap_or(0), seat: self.seat, turned: self.turned.unwrap_or(0) % 8 }
    }
}

/// One turn with the ways to the others.
#[derive(Debug, Template)]
#[template(path = "turn.html")]
struct TurnPage<'a> {
    id: i64,
    seen: &'a DrawnTurn,
    seat: Option<usize>,
    turned: u8,
    first: String,
    back: String,
    forward: String,
    last: String,
    /// Through whose eyes it can be seen: name, address, and whether it is now.
    looks: Vec<(String, String, bool)>,
    left: String,
    right: String,
}

/// A turn as a piece of a page.
pub(in crate::pages) fn drawn(id: i64, asked: TurnQuery, seen: &DrawnTurn) -> Result<String, Wrong> {
    let TurnView { turned, seat, .. } = asked.look();
    let seat = seat.filter(|&seat| seat < seen.names.len());
    let (turn, last) = (seen.turn, seen.last);
    let at = |turn: usize| address(id, turn, seat, turned);
    let through = |seat: Option<usize>| address(id, turn, seat, turned);
    let everyone = ("everyone".to_owned(), through(None), seat.is_none());
    let each = seen.names.iter().enumerate();
    let each = each.map(|(other, name)| (name.clone(), through(Some(other)), seat == Some(other)));
    let piece = TurnPage {
        id,
        first: at(0),
        back: at(turn.saturating_sub(1)),
        forward: at((turn + 1).min(last)),
        last: at(last),
        looks: std::iter::once(everyone).chain(each).collect(),
        left: address(id, turn, seat, (turned + 7) % 8),
        right: address(id, turn, seat, (turned + 1) % 8),
        seen,
        seat,
        turned,
    };
    Ok(piece.render()?)
}

/// The address of a turn, seen by a seat, with the board turned.
fn address(id: i64, turn: usize, seat: Option<usize>, turned: u8) -> String {
    let seat = seat.map(|seat| format!("&seat={seat}")).unwrap_or_default();
    let turned = if turned > 0 { format!("&turned={turned}") } else { String::new() };
    format!("/games/{id}?turn={turn}{seat}{turned}")
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/games/{id}/turns", get(turn))
}

/// One turn without the page around it, for the script that steps through a game.
async fn turn(
    State(site): State<Arc<Site>>,
    Asker(address): Asker,
    Path(id): Path<i64>,
    Query(asked): Query<TurnQuery>,
) -> Page {
    let told = told(&site, address, id, asked.look()).await?;
    // A finished game never changes.
    let keep = [(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"))];
    Ok((keep, Html(drawn(id, asked, &told.seen)?)).into_response())
}
