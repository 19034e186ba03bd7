//! Uploads for programs: send a bot, and see where it stands.

use std::sync::Arc;

use axum::Json;
use axum::extract::multipart::Multipart;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::response::Response;
use croupier_check::Failing;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::call::Call;
use super::caller::Caller;
use super::wrong::Refused;
use crate::error::Wrong;
use crate::limits::rate_limit::UPLOADS;
use crate::pages::attachment::RECORD;
use crate::pages::{read_upload, stage_record};
use crate::site::Site;
use crate::store::accounts::Role;
use crate::store::check_records;
use crate::store::uploads::{self, StageRow, Upload};
use crate::uploads::at_home;
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
    /// The commands that show at home what failed.
    replay: Option<String>,
    /// Where the record of what failed is.
    record: Option<String>,
}

pub(super) fn calls() -> Vec<Call> {
    let send = Call::send_bot::<UploadJson, _, _>(
        "/api/v1/contests/{contest}/uploads",
        "Sends a bot: a part called `file`, or one called `url` for a bot behind a url.",
        send,
    );
    let size = DefaultBodyLimit::max(MOST_BYTES + (64 << 10));
    vec![
        Call { route: send.route.layer(size), ..send }.with_token(),
        Call::get::<Vec<UploadJson>, _, _>("/api/v1/uploads", "Your uploads, the newest first.", mine)
            .with_token(),
        Call::get::<UploadJson, _, _>(
            "/api/v1/uploads/{id}",
            "One upload of yours, and where it stands.",
            one,
        )
        .with_token(),
        Call::file(
            "/api/v1/uploads/{id}/stages/{place}/record",
            "The record of a stage that one upload of yours failed, the first stage being 0.",
            RECORD,
            record,
        )
        .with_token(),
    ]
}

async fn send(
    State(site): State<Arc<Site>>,
    Caller(account): Caller,
    Path(name): Path<String>,
    mut parts: Multipart,
) -> Result<Json<UploadJson>, Refused> {
    if !site.rate_limits.take(&format!("upload {}", account.id), UPLOADS) {
        return Err(Wrong::TooMany.into());
    }
    let standing = site.standings.named(&name).ok_or_else(|| Wrong::NotFound(format!("contest {name}")))?;
    let sent = read_upload(&mut parts).await?.sent;
    let sent =
        sent.ok_or_else(|| Wrong::Bad("send a part called file with a file name, or one called url".into()))?;
    let received =
        receive(site.desk(), &standing.contest, account.id, sent, &site.rules(), &site.offered).await;
    let id = received?;
    site.work.wake();
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

async fn record(
    State(site): State<Arc<Site>>,
    Caller(account): Caller,
    Path((id, place)): Path<(i64, i64)>,
) -> Result<Response, Refused> {
    let upload = uploads::get(&site.store, id).await?;
    let sees = |upload: &Upload| upload.account == account.id || account.role == Role::Organiser;
    upload.filter(sees).ok_or_else(|| Wrong::NotFound(format!("upload {id} of yours")))?;
    Ok(stage_record(&site, id, place).await?)
}

async fn shown(site: &Site, upload: Upload) -> Result<UploadJson, Wrong> {
    let standing = site.standings.get(upload.contest);
    let stages = uploads::stages(&site.store, upload.id).await?;
    let records = check_records::places(&site.store, upload.id).await?;
    let stages = stages.into_iter().enumerate().map(|(place, row)| {
        let record = records.contains(&(place as i64));
        let record = record.then(|| format!("/api/v1/uploads/{}/stages/{place}/record", upload.id));
        let contest = standing.as_ref().map(|standing| &standing.contest);
        StageJson {
            record,
            ..stage(row, |failing| {
                Some(at_home::command(contest?, &upload, site.config.cell, &site.allowed, failing))
            })
        }
    });
    let stages = stages.collect();
    let row = standing.as_ref().and_then(|standing| standing.of_account(upload.account));
    Ok(UploadJson {
        id: upload.id,
        contest: standing.as_ref().map(|standing| standing.contest.name.clone()).unwrap_or_default(),
        bytes: upload.bytes,
        received: upload.received,
        state: upload.state.word(),
        place: site.queue.place_of(upload.id).await?,
        plays: row.is_some_and(|row| row.entry.upload == Some(upload.id)),
        detail: upload.detail,
        compiler: upload.compiler,
        marks: upload.marks.and_then(|marks| serde_json::from_str(&marks).ok()),
        stages,
        file_name: upload.file_name,
    })
}

fn stage(stage: StageRow, command: impl Fn(&Failing) -> Option<String>) -> StageJson {
    let failing = stage.failing.as_deref().and_then(|json| serde_json::from_str::<Failing>(json).ok());
    StageJson {
        name: stage.name,
        verdict: stage.verdict,
        detail: stage.detail,
        ms: stage.took,
        failing: stage.failing.and_then(|failing| serde_json::from_str(&failing).ok()),
        replay: failing.as_ref().and_then(command),
        record: None,
    }
}
