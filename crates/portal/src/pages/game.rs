//! One game: its table turn by turn, its seats, its story, its record to download, and to its owner what a bot printed.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;
use axum::routing::get;

use super::games::{SeatLine, seat_line};
use super::viewer::{self, Asked};
use super::{Forms, Frame, Page, assets, page, words};
use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::recorded;
use crate::site::Site;
use crate::store::accounts::Role;
use crate::store::games::{self, SeatShown};
use crate::store::{now, reruns};

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage {
    frame: Frame,
    id: i64,
    contest: String,
    contest_name: String,
    ago: String,
    took: i64,
    seats: Vec<SeatLine>,
    /// One turn, drawn.
    turn: String,
    picture_css: &'static str,
    viewer_js: &'static str,
    story: String,
    logs: Vec<(String, String)>,
    /// Whether this is a game that was played again and counts in place of the first.
    again: bool,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/games/{id}", get(game)).route("/games/{id}/record", get(record))
}

async fn game(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(id): Path<i64>,
    Query(asked): Query<Asked>,
) -> Page {
    let missing = || Wrong::NotFound(format!("game {id}"));
    let game = games::get(&site.store, id).await?.ok_or_else(missing)?;
    let standing = site.standings.get(game.contest).ok_or_else(missing)?;
    let mut seats = games::seats(&site.store, id, id).await?;
    let bytes = games::record(&site.store, id).await?.ok_or_else(missing)?;
    let name = standing.contest.game.clone();
    let scratch = site.config.data.join("scratch");
    let told = tokio::task::spawn_blocking(move || {
        let seen = recorded::look(&name, &bytes, &scratch, asked.look())?;
        Ok((seen, recorded::story(&name, &bytes, &scratch)?))
    });
    let told = told.await.map_err(|error| Wrong::Trouble(error.to_string()))?;
    let (seen, story) = told.map_err(Wrong::Trouble)?;
    let logs = own_logs(&site, &visitor, &seats).await?;
    let again = reruns::of_game(&site.store, id).await?.iter().any(|rerun| rerun.counted);
    seats.sort_by_key(|seat| seat.place);
    let template = GamePage {
        frame: Frame::new(&site, &visitor, format!("Game {id}")),
        id,
        contest: standing.contest.title.clone(),
        contest_name: standing.contest.name.clone(),
        ago: words::ago(game.ended, now()),
        took: game.took,
        seats: seats.iter().map(seat_line).collect(),
        turn: viewer::drawn(id, asked, seen)?,
        picture_css: assets::picture_css(),
        viewer_js: assets::viewer_js(),
        story,
        logs,
        again,
    };
    page(&site, &visitor, &template, Forms::None)
}

/// What the visitor's own bots printed; an organiser sees all.
async fn own_logs(
    site: &Site,
    visitor: &Visitor,
    seats: &[SeatShown],
) -> Result<Vec<(String, String)>, Wrong> {
    let Some(account) = &visitor.account else { return Ok(Vec::new()) };
    let mut logs = Vec::new();
    for seat in seats {
        if account.role != Role::Organiser && seat.account != Some(account.id) {
            continue;
        }
        if let Some(log) = games::log(&site.store, seat.game, seat.seat).await? {
            logs.push((seat.name.clone(), log));
        }
    }
    Ok(logs)
}

async fn record(State(site): State<Arc<Site>>, Path(id): Path<i64>) -> Page {
    let bytes = games::record(&site.store, id).await?.ok_or_else(|| Wrong::NotFound(format!("game {id}")))?;
    let name = format!("attachment; filename=\"game-{id}.croupier\"");
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_str(&name).map_err(|error| Wrong::Trouble(error.to_string()))?,
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=60")),
    ];
    Ok((headers, bytes).into_response())
}
