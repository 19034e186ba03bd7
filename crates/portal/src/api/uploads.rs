//! Uploads for programs: send a bot, and see where it stands.

use std::sync::Arc;

use axum::extract::multipart::Multipart;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::caller::Caller;
use super::wrong::Refused;
use crate::error::Wrong;
use crate::gate::UPLOADS;
use crate::news::Event;
use crate::pages::read_upload;
use crate::site::Site;
use crate::store::jobs;
use crate::store::uploads::{self, StageRow, Upload};
use crate::uploads::receive::{MOST_BYTES, receive};

/// So many uploads are listed.
const LISTED: i64 = 50;

/// An upload, and where it stands.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct UploadJson {
    id: i64,
    contest: String,
    file_name: String,
    bytes: i64,
    received: i64,
    state: &'static str,
    place: Option<i64>,
    plays: bool,
    detail: String,
    compiler: Option<String>,
    marks: Option<Value>,
    stages: Vec<StageJson>,
}

/// A stage of its check.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct StageJson {
    name: String,
    verdict: String,
    detail: String,
    ms: i64,
    failing: Option<Value>,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/api/v1/contests/{contest}/uploads", post(send))
        .layer(DefaultBodyLimit::max(MOST_BYTES + (64 << 10)))
        .route("/api/v1/uploads", get(mine))
        .route("/api/v1/uploads/{id}", get(one))
}

async fn send(
    State(site): State<Arc<Site>>,
    Caller(account): Caller,
    Path(name): Path<String>,
    mut parts: Multipart,
) -> Result<Json<UploadJson>, Refused> {
    if !site.gate.pass(format!("upload {}", account.id), UPLOADS) {
        return Err(Wrong::TooMany.into());
    }
    let standing = site.standings.named(&name).ok_or_else(|| Wrong::NotFound(format!("contest {name}")))?;
    let sent = read_upload(&mut parts).await?.sent;
    let sent =
        sent.ok_or_else(|| Wrong::Bad("send a part called file with a file name, or one called url".into()))?;
    let id = receive(&site.store, &site.shelf, &standing.contest, account.id, sent).await?;
    site.work.ring();
    site.news.tell(Event::Upload(id));
    let upload =
        uploads::get(&site.store, id).await?.ok_or_else(|| Wrong::NotFound(format!("upload {id}")))?;
    Ok(Json(shown(&site, upload).await?))
}

async fn mine(
    State(site): State<Arc<Site>>,
    Caller(account): Caller,
) -> Result<Json<Vec<UploadJson>>, Refused> {
    let mut all = Vec::new();
    for upload in uploads::of_account(&site.store, account.id, LISTED).await? {
        all.push(shown(&site, upload).await?);
    }
    Ok(Json(all))
}

async fn one(
    State(site): State<Arc<Site>>,
    Caller(account): Caller,
    Path(id): Path<i64>,
) -> Result<Json<UploadJson>, Refused> {
    let upload = uploads::get(&site.store, id).await?.filter(|upload| upload.account == account.id);
    let upload = upload.ok_or_else(|| Wrong::NotFound(format!("upload {id} of yours")))?;
    Ok(Json(shown(&site, upload).await?))
}

async fn shown(site: &Site, upload: Upload) -> Result<UploadJson, Wrong> {
    let standing = site.standings.get(upload.contest);
    let stages = uploads::stages(&site.store, upload.id).await?;
    let row = standing.as_ref().and_then(|standing| standing.of_account(upload.account));
    Ok(UploadJson {
        id: upload.id,
        contest: standing.as_ref().map(|standing| standing.contest.name.clone()).unwrap_or_default(),
        bytes: upload.bytes,
        received: upload.received,
        state: upload.state.word(),
        place: jobs::place_of(&site.store, upload.id).await?,
        plays: row.is_some_and(|row| row.entry.upload == Some(upload.id)),
        detail: upload.detail,
        compiler: upload.compiler,
        marks: upload.marks.and_then(|marks| serde_json::from_str(&marks).ok()),
        stages: stages.into_iter().map(stage).collect(),
        file_name: upload.file_name,
    })
}

fn stage(stage: StageRow) -> StageJson {
    StageJson {
        name: stage.name,
        verdict: stage.verdict,
        detail: stage.detail,
        ms: stage.took,
        failing: stage.failing.and_then(|failing| serde_json::from_str(&failing).ok()),
    }
}
