//! Where an upload stands, live: its place in the queue, the build, each stage of the check, what was wrong. And its
//! author can bring an older one back.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Form, Path, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};
use croupier_check::Failing;
use serde::Deserialize;

use super::{Forms, Frame, Page, page, words};
use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::news::Event;
use crate::site::Site;
use crate::store::accounts::Role;
use crate::store::uploads::{self, StageRow, State as Standing, Upload};
use crate::store::{jobs, ladder, now};

#[derive(Template)]
#[template(path = "status.html")]
struct Status {
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
    stages: Vec<StageShown>,
}

struct StageShown {
    name: String,
    verdict: String,
    detail: String,
    seconds: String,
    failing: Option<FailingShown>,
}

struct FailingShown {
    what: String,
    view: String,
    answer: String,
    memory: String,
    story: String,
    replay: String,
}

#[derive(Debug, Deserialize)]
struct BackForm {
    token: String,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/uploads/{id}", get(status)).route("/uploads/{id}/back", post(bring_back))
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
    let game = contest.contest.game.clone();
    let stages = uploads::stages(&site.store, id).await?;
    // Asked of the store: the ladder's picture is a moment behind, and whoever watches is told only once.
    let entries = ladder::of_account(&site.store, upload.account).await?;
    let plays = entries.iter().any(|entry| entry.contest == upload.contest && entry.upload == Some(id));
    let live = matches!(upload.state, Standing::Waiting | Standing::Checking);
    let template = Status {
        frame: Frame::new(&site, &visitor, format!("Upload {id}")),
        id,
        contest: contest.contest.title.clone(),
        contest_name: contest.contest.name.clone(),
        size: words::size(upload.bytes),
        ago: words::ago(upload.received, now()),
        state: upload.state.word(),
        detail: upload.detail.clone(),
        place: if live { jobs::place_of(&site.store, id).await? } else { None },
        live,
        plays,
        can_come_back: upload.state == Standing::Passed && !plays,
        compiler: upload.compiler.clone(),
        marks: upload.marks.as_deref().and_then(marks),
        stages: stages.iter().map(|stage| shown(stage, &upload, &game)).collect(),
        file_name: upload.file_name,
    };
    page(&site, &visitor, &template, Forms::None)
}

fn marks(json: &str) -> Option<String> {
    let marks: serde_json::Value = serde_json::from_str(json).ok()?;
    Some(format!("{} of {}", marks.get("marks")?, marks.get("of")?))
}

fn shown(stage: &StageRow, upload: &Upload, game: &str) -> StageShown {
    let failing = stage.failing.as_deref().and_then(|json| serde_json::from_str::<Failing>(json).ok());
    StageShown {
        name: stage.name.clone(),
        verdict: stage.verdict.clone(),
        detail: stage.detail.clone(),
        seconds: format!("{:.1} s", stage.took as f64 / 1000.0),
        failing: failing.map(|failing| failing_shown(failing, upload, game)),
    }
}

fn failing_shown(failing: Failing, upload: &Upload, game: &str) -> FailingShown {
    let pretty = |value: Option<serde_json::Value>| {
        value.map(|value| serde_json::to_string_pretty(&value).unwrap_or_default()).unwrap_or_default()
    };
    FailingShown {
        what: failing.what,
        view: pretty(failing.view),
        answer: pretty(failing.answer),
        memory: failing.memory.unwrap_or_default(),
        story: failing.story.join("\n"),
        replay: format!(
            "croupier check {} --game {game} --seed {}",
            upload.file_name,
            crate::worker::CHECK_SEED
        ),
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
    let mut write = site.store.write().await?;
    let name = crate::store::accounts::name_of(&mut write, upload.account).await?;
    ladder::enter(&mut write, upload.contest, upload.account, &name, id).await?;
    write.commit().await?;
    site.news.tell(Event::Upload(id));
    Ok(Redirect::to(&format!("/uploads/{id}")).into_response())
}
