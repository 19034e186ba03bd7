//! Disputes: a game is played again from its record, move by move, and compared with what was
//! stored of it; and again with its bots, which an organiser may let count.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Form, Path, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};
use croupier_session::record_bytes::{self, Replayed};
use serde::Deserialize;

use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::pages::attachment::{RECORD, attachment};
use crate::pages::{Forms, Frame, Page, page, words};
use crate::site::Site;
use crate::store::reruns::{self, Rerun};
use crate::store::{games, now};
use crate::tournament::{refold, rerun};

#[derive(Template)]
#[template(path = "organise/dispute.html")]
struct DisputePage {
    frame: Frame,
    id: i64,
    seats: Vec<(String, String, String, bool)>,
    agrees: bool,
    bytes: usize,
    moves: usize,
    hash: String,
    reruns: Vec<RerunLine>,
    /// Whether one is still to be played.
    waits: bool,
}

struct RerunLine {
    id: i64,
    ago: String,
    verdict: String,
    words: String,
    ended: bool,
    counted: bool,
    /// Whether it can take the other's place: no other rerun has.
    can_count: bool,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct PlainForm {
    pub(super) token: String,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/organise/games/{id}", get(show))
        .route("/organise/games/{id}/again", post(again))
        .route("/organise/reruns/{id}/record", get(record))
        .route("/organise/reruns/{id}/count", post(count))
}

async fn show(State(site): State<Arc<Site>>, visitor: Visitor, Path(id): Path<i64>) -> Page {
    visitor.organiser()?;
    let missing = || Wrong::NotFound(format!("game {id}"));
    let game = games::get(&site.store, id).await?.ok_or_else(missing)?;
    let standing = site.standings.get(game.contest).ok_or_else(missing)?;
    let stored = games::seats(&site.store, id).await?;
    let bytes = games::record(&site.store, id).await?.ok_or_else(missing)?;
    let name = standing.contest.game.clone();
    let again = move || record_bytes::replayed(&name, &bytes).map(|replayed| (replayed, bytes));
    let (Replayed { scores, moves }, bytes) = site.shared.aside(visitor.address, again).await?;
    let seats: Vec<_> = stored
        .iter()
        .zip(&scores)
        .map(|(seat, &score)| {
            let same = (seat.score - score).abs() < 1e-9;
            (seat.name.clone(), words::score(seat.score), words::score(score), same)
        })
        .collect();
    let reruns = reruns::of_game(&site.store, id).await?;
    let template = DisputePage {
        frame: Frame::new(&site, &visitor, format!("Game {id}, played again")),
        id,
        agrees: seats.len() == scores.len() && seats.iter().all(|seat| seat.3),
        seats,
        bytes: bytes.len(),
        moves,
        hash: blake3::hash(&bytes).to_hex().to_string(),
        waits: reruns.iter().any(|rerun| rerun.ended.is_none()),
        reruns: lines(&reruns),
    };
    page(&site, &visitor, &template, Forms::None)
}

fn lines(reruns: &[Rerun]) -> Vec<RerunLine> {
    let line = |rerun: &Rerun| RerunLine {
        id: rerun.id,
        ago: words::ago(rerun.asked, now()),
        verdict: rerun.verdict.clone().unwrap_or_else(|| "waiting".to_owned()),
        words: rerun.words.clone(),
        ended: rerun.ended.is_some(),
        counted: rerun.counted,
        can_count: rerun.verdict.as_deref().is_some_and(|verdict| verdict != "failed")
            && !reruns.iter().any(|other| other.counted && other.id != rerun.id),
    };
    reruns.iter().map(line).collect()
}

/// Asks for the game once more, with the uploads that played it.
async fn again(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(id): Path<i64>,
    Form(form): Form<PlainForm>,
) -> Page {
    let organiser = visitor.organiser()?.id;
    visitor.check_form(&site, &form.token)?;
    rerun::ask(&site, id, organiser).await?;
    Ok(Redirect::to(&format!("/organise/games/{id}")).into_response())
}

async fn found(site: &Site, id: i64) -> Result<Rerun, Wrong> {
    reruns::get(&site.store, id).await?.ok_or_else(|| Wrong::NotFound(format!("rerun {id}")))
}

async fn record(State(site): State<Arc<Site>>, visitor: Visitor, Path(id): Path<i64>) -> Page {
    visitor.organiser()?;
    let rerun = found(&site, id).await?;
    let bytes = reruns::record(&site.store, id).await?;
    let bytes = bytes.ok_or_else(|| Wrong::NotFound(format!("record of rerun {id} yet")))?;
    attachment(&format!("game-{}-rerun-{id}.croupier", rerun.game), RECORD, bytes)
}

/// Lets the other of the two games count.
async fn count(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(id): Path<i64>,
    Form(form): Form<PlainForm>,
) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, &form.token)?;
    let rerun = found(&site, id).await?;
    let game = games::get(&site.store, rerun.game).await?;
    let game = game.ok_or_else(|| Wrong::NotFound(format!("game {}", rerun.game)))?;
    if !refold::count_instead(&site.store, &site.events, game.contest, &rerun).await? {
        let why = "this rerun is not played yet, or another one of the same game counts already";
        return Err(Wrong::Bad(why.to_owned()));
    }
    // Ratings of many moved, not only of those who played lately.
    site.standings.renew_one(&site.store, game.contest).await?;
    site.shared.another_edition();
    Ok(Redirect::to(&format!("/organise/games/{}", rerun.game)).into_response())
}
