//! Games for programs: who sat where and what came of it. The record is at `/games/{id}/record`.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;

use super::wrong::Refused;
use crate::error::Wrong;
use crate::site::Site;
use crate::store::games::{self, SeatShown};

/// A finished game.
#[derive(Debug, Serialize)]
struct GameJson {
    id: i64,
    contest: String,
    game: String,
    ended: i64,
    took_ms: i64,
    record: String,
    seats: Vec<SeatJson>,
}

/// A seat of it.
#[derive(Debug, Serialize)]
struct SeatJson {
    seat: i64,
    entry: i64,
    name: String,
    house: bool,
    place: i64,
    score: f64,
    faults: i64,
    fault: Option<String>,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/api/v1/games/{id}", get(game))
}

async fn game(State(site): State<Arc<Site>>, Path(id): Path<i64>) -> Result<Json<GameJson>, Refused> {
    let missing = || Wrong::NotFound(format!("game {id}"));
    let game = games::get(&site.store, id).await?.ok_or_else(missing)?;
    let standing = site.standings.get(game.contest).ok_or_else(missing)?;
    let seats = games::seats(&site.store, id, id).await?;
    Ok(Json(GameJson {
        id,
        contest: standing.contest.name.clone(),
        game: standing.contest.game.clone(),
        ended: game.ended,
        took_ms: game.took,
        record: format!("/games/{id}/record"),
        seats: seats.into_iter().map(seat).collect(),
    }))
}

fn seat(seat: SeatShown) -> SeatJson {
    SeatJson {
        seat: seat.seat,
        entry: seat.entry,
        name: seat.name,
        house: seat.house,
        place: seat.place,
        score: seat.score,
        faults: seat.faults,
        fault: seat.fault,
    }
}
