//! Disputes: a game is played again from its record, move by move, and compared with what was stored of it.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;

use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::pages::{Forms, Frame, Page, page, words};
use crate::recorded::{self, Replayed};
use crate::site::Site;
use crate::store::games;

#[derive(Template)]
#[template(path = "organise/dispute.html")]
struct Dispute {
    frame: Frame,
    id: i64,
    seats: Vec<(String, String, String, bool)>,
    agrees: bool,
    bytes: usize,
    moves: usize,
    hash: String,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/organise/games/{id}", get(show))
}

async fn show(State(site): State<Arc<Site>>, visitor: Visitor, Path(id): Path<i64>) -> Page {
    visitor.organiser()?;
    let missing = || Wrong::NotFound(format!("game {id}"));
    let game = games::get(&site.store, id).await?.ok_or_else(missing)?;
    let standing = site.standings.get(game.contest).ok_or_else(missing)?;
    let stored = games::seats(&site.store, id).await?;
    let bytes = games::record(&site.store, id).await?.ok_or_else(missing)?;
    let name = standing.contest.game.clone();
    let again = tokio::task::spawn_blocking(move || {
        let replayed = recorded::replayed(&name, &bytes)?;
        Ok::<_, String>((replayed, bytes))
    });
    let again = again.await.map_err(|error| Wrong::Trouble(error.to_string()))?;
    let (Replayed { scores, moves }, bytes) = again.map_err(Wrong::Trouble)?;
    let seats: Vec<_> = stored
        .iter()
        .zip(&scores)
        .map(|(seat, &score)| {
            let same = (seat.score - score).abs() < 1e-9;
            (seat.name.clone(), words::score(seat.score), words::score(score), same)
        })
        .collect();
    let template = Dispute {
        frame: Frame::new(&site, &visitor, format!("Game {id}, played again")),
        id,
        agrees: seats.len() == scores.len() && seats.iter().all(|seat| seat.3),
        seats,
        bytes: bytes.len(),
        moves,
        hash: blake3::hash(&bytes).to_hex().to_string(),
    };
    page(&site, &visitor, &template, Forms::None)
}
