//! Where an upload stands, live: its place in the queue, the build, each stage of the check, what
//! was wrong. And its author can bring an older one back.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Form, Path, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};
use croupier_check::{Failing, as_call};
use serde::Deserialize;

use crate::accounts::visitor::Visitor;
use crate::broadcast::SiteEvent;
use crate::error::Wrong;
use crate::pages::attachment::{RECORD, attachment};
use crate::pages::{Forms, Frame, Page, page, words};
use crate::site::Site;
use crate::store::accounts::Role;
use crate::store::contests::Contest;
use crate::store::entering::{self, Entrance};
use crate::store::uploads::{self, StageRow, State as Standing, Upload};
use crate::store::{check_records, ladder, now};
use crate::tournament::settle::too_many_returns;
use crate::uploads::at_home;

#[derive(Template)]
#[template(path = "status.html")]
struct StatusPage {
    frame: Frame,
    id: i64,
    contest: String,
    contest_name: String,
    file_name: String,
    size: String,
    ago: String,
    state: &'static str,
    detail: String,
    place: Option<i64>,
    live: bool,
    plays: bool,
    can_come_back: bool,
    compiler: Option<String>,
    marks: Option<String>,
    stages: Vec<StageLine>,
}

struct StageLine {
    name: String,
    verdict: String,
    detail: String,
    seconds: String,
    failing: Option<FailingLine>,
    /// Where its record can be had, and which game of it to look at.
    record: Option<String>,
    game: u64,
}

struct FailingLine {
    what: String,
    /// The stage in which the same was told.
    same_as: Option<String>,
    /// In how many more stages it was the same.
    more: usize,
    /// The position as a player's own language calls it.
    call: String,
    view: String,
    answer: String,
    memory: String,
    story: String,
    replay: String,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct BackForm {
    token: String,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/uploads/{id}", get(status))
        .route("/uploads/{id}/stages/{place}/record", get(record))
        .route("/uploads/{id}/back", post(bring_back))
}

/// The upload, where it is the visitor's own or the visitor organises.
async fn own(site: &Site, visitor: &Visitor, id: i64) -> Result<Upload, Wrong> {
    let account = visitor.signed_in()?;
    let upload = uploads::get(&site.store, id).await?;
    // Somebody else's upload looks like one that is not there: numbers tell nothing.
    upload
        .filter(|upload| upload.account == account.id || account.role == Role::Organiser)
        .ok_or_else(|| Wrong::NotFound(format!("upload {id} of yours")))
}

async fn status(State(site): State<Arc<Site>>, visitor: Visitor, Path(id): Path<i64>) -> Page {
    let upload = own(&site, &visitor, id).await?;
    let contest =
        site.standings.get(upload.contest).ok_or_else(|| Wrong::NotFound(format!("upload {id}")))?;
    let stages = uploads::stages(&site.store, id).await?;
    let records = check_records::places(&site.store, id).await?;
    let stages = stages.iter().enumerate().map(|(place, stage)| {
        let record = records.contains(&(place as i64)).then(|| record_path(id, place as i64));
        shown(stage, record, &upload, &contest.contest, &site)
    });
    let stages = counted(stages.collect());
    // Asked of the store: the ladder's picture is a moment behind, and whoever watches is told only once.
    let entries = ladder::of_account(&site.store, upload.account).await?;
    let plays = entries.iter().any(|entry| entry.contest == upload.contest && entry.upload == Some(id));
    let live = matches!(upload.state, Standing::Waiting | Standing::Checking);
    let template = StatusPage {
        frame: Frame::new(&site, &visitor, format!("Upload {id}")),
        id,
        contest: contest.contest.title.clone(),
        contest_name: contest.contest.name.clone(),
        size: words::size(upload.bytes),
        ago: words::ago(upload.received, now()),
        state: upload.state.word(),
        detail: upload.detail.clone(),
        place: if live { site.queue.place_of(id).await? } else { None },
        live,
        plays,
        can_come_back: upload.state == Standing::Passed && !plays,
        compiler: upload.compiler.clone(),
        marks: upload.marks.as_deref().and_then(marks),
        stages,
        file_name: upload.file_name,
    };
    page(&site, &visitor, &template, Forms::None)
}

/// Where the record of a failed stage is.
pub(crate) fn record_path(upload: i64, place: i64) -> String {
    format!("/uploads/{upload}/stages/{place}/record")
}

/// The record of a stage that failed, to its author and to organisers.
async fn record(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path((id, place)): Path<(i64, i64)>,
) -> Page {
    own(&site, &visitor, id).await?;
    stage_record(&site, id, place).await
}

/// The record of a stage that failed, whoever asks.
pub(crate) async fn stage_record(site: &Site, id: i64, place: i64) -> Page {
    let record = check_records::get(&site.store, id, place).await?;
    let record = record.ok_or_else(|| Wrong::NotFound(format!("record of stage {place} of upload {id}")))?;
    attachment(&format!("upload-{id}-stage-{place}.croupier"), RECORD, record)
}

fn marks(json: &str) -> Option<String> {
    let marks: serde_json::Value = serde_json::from_str(json).ok()?;
    Some(format!("{} of {}", marks.get("marks")?, marks.get("of")?))
}

fn shown(
    stage: &StageRow,
    record: Option<String>,
    upload: &Upload,
    contest: &Contest,
    site: &Site,
) -> StageLine {
    let failing = stage.failing.as_deref().and_then(|json| serde_json::from_str::<Failing>(json).ok());
    let game = failing.as_ref().and_then(|failing| failing.record.as_ref()).map_or(0, |(_, game)| *game);
    StageLine {
        name: stage.name.clone(),
        verdict: stage.verdict.clone(),
        detail: stage.detail.clone(),
        seconds: format!("{:.1} s", stage.took as f64 / 1000.0),
        failing: failing.map(|failing| {
            let replay = at_home::command(contest, upload, site.config.cell, &site.allowed, &failing);
            let call = as_call(&upload.file_name, &failing).unwrap_or_default();
            failing_shown(failing, replay, call)
        }),
        record,
        game,
    }
}

/// Counts for each failure in how many more stages it was the same: it is told once.
fn counted(mut stages: Vec<StageLine>) -> Vec<StageLine> {
    let same: Vec<String> =
        stages.iter().filter_map(|stage| stage.failing.as_ref()?.same_as.clone()).collect();
    for stage in &mut stages {
        if let Some(failing) = &mut stage.failing {
            failing.more = same.iter().filter(|first| **first == stage.name).count();
        }
    }
    stages
}

fn failing_shown(failing: Failing, replay: String, call: String) -> FailingLine {
    let pretty = |value: Option<serde_json::Value>| {
        value.map(|value| serde_json::to_string_pretty(&value).unwrap_or_default()).unwrap_or_default()
    };
    FailingLine {
        what: failing.what,
        same_as: failing.same_as,
        more: 0,
        call,
        view: pretty(failing.view),
        answer: pretty(failing.answer),
        memory: failing.memory.unwrap_or_default(),
        story: failing.story.join("\n"),
        replay,
    }
}

async fn bring_back(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(id): Path<i64>,
    Form(form): Form<BackForm>,
) -> Page {
    visitor.check_form(&site, &form.token)?;
    let upload = own(&site, &visitor, id).await?;
    if upload.state != Standing::Passed {
        return Err(Wrong::Bad("only an upload that passed its check can play".to_owned()));
    }
    let contest =
        site.standings.get(upload.contest).ok_or_else(|| Wrong::NotFound(format!("upload {id}")))?;
    let contest = &contest.contest;
    // A deadline holds for old uploads, too; an organiser stands above it.
    let organises = visitor.organiser().is_ok();
    if !organises && !contest.takes_uploads(now()) {
        return Err(Wrong::Bad(format!("{} takes no uploads now, and no changes of them", contest.title)));
    }
    if !organises && !contest.takes(&upload.kind) {
        return Err(Wrong::Bad(format!("{} takes no bots of this language any more", contest.title)));
    }
    let mut write = site.store.write().await?;
    let entrance = entering::entrance(&mut write, upload.contest, upload.account, id).await?;
    let most = site.rules().returns_a_day;
    if !organises && matches!(entrance, Entrance::Return(today) if today >= i64::from(most)) {
        return Err(Wrong::Bad(too_many_returns(most)));
    }
    let name = crate::store::accounts::name_of(&mut write, upload.account).await?;
    entering::enter(&mut write, upload.contest, upload.account, &name, id).await?;
    site.events.commit(write, SiteEvent::Upload(id)).await?;
    Ok(Redirect::to(&format!("/uploads/{id}")).into_response())
}
