//! One contest: its settings, who is on its ladder, and the ways to its results.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Form, Path, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};
use serde::Deserialize;

use super::named;
use crate::accounts::visitor::Visitor;
use crate::broadcast::SiteEvent;
use crate::contests::{NotMade, check, house_specs};
use crate::error::Wrong;
use crate::jobs::{Class, NewJob, Task};
use crate::pages::calendar::{moment, written};
use crate::pages::{Forms, Frame, Page, page, words};
use crate::site::Site;
use crate::store::contests::{self, Contest};
use crate::store::{ladder, uploads};
use crate::uploads::kind;

#[derive(Template)]
#[template(path = "organise/contest.html")]
struct ContestPage {
    frame: Frame,
    contest: Contest,
    /// All that it may take.
    words: String,
    opens: String,
    closes: String,
    entries: Vec<EntryLine>,
    /// Players of the house that are not on the ladder.
    house: Vec<String>,
    wrong: Option<String>,
}

struct EntryLine {
    id: i64,
    rank: usize,
    name: String,
    house: bool,
    rating: String,
    games: i64,
    faults: i64,
    upload: Option<i64>,
    out_of: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct SettingsForm {
    token: String,
    title: String,
    options: String,
    limits: String,
    languages: String,
    opens: String,
    closes: String,
    games_a_minute: i64,
    paused: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct OutForm {
    token: String,
    entry: i64,
    #[serde(default)]
    why: String,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct AgainForm {
    token: String,
    upload: i64,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/organise/c/{contest}", get(contest).post(change))
        .route("/organise/c/{contest}/out", post(put_out))
        .route("/organise/c/{contest}/again", post(check_again))
}

async fn contest(State(site): State<Arc<Site>>, visitor: Visitor, Path(name): Path<String>) -> Page {
    show(&site, &visitor, &name, None)
}

/// The page, with what was wrong about a form.
pub(super) fn show(site: &Site, visitor: &Visitor, name: &str, wrong: Option<String>) -> Page {
    visitor.organiser()?;
    let standing = named(site, name)?;
    let entries = standing.rows.iter().map(|row| EntryLine {
        id: row.entry.id,
        rank: row.rank,
        name: row.entry.name.clone(),
        house: row.entry.house.is_some(),
        rating: words::rating(row.entry.rating),
        games: row.entry.games,
        faults: row.entry.faults,
        upload: row.entry.upload,
        out_of: row.entry.out_of.clone(),
    });
    let contest = standing.contest.clone();
    let plays = |spec: &String| standing.rows.iter().any(|row| row.entry.house.as_ref() == Some(spec));
    let mut house = house_specs(&contest.game).unwrap_or_default();
    house.retain(|spec| !plays(spec));
    let template = ContestPage {
        frame: Frame::new(site, visitor, format!("Organise {}", contest.title)),
        words: kind::words().join(","),
        opens: written(contest.opens),
        closes: written(contest.closes),
        entries: entries.collect(),
        house,
        contest,
        wrong,
    };
    page(site, visitor, &template, Forms::None)
}

async fn change(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(name): Path<String>,
    Form(form): Form<SettingsForm>,
) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, &form.token)?;
    let old = named(&site, &name)?.contest.clone();
    match changed(old, &form) {
        Ok(contest) => {
            let mut write = site.store.write().await?;
            contests::change(&mut write, &contest).await?;
            site.events.commit(write, SiteEvent::Contest(contest.id)).await?;
            site.standings.renew_one(&site.store, contest.id).await?;
            site.work.wake();
            Ok(Redirect::to(&format!("/organise/c/{name}")).into_response())
        }
        Err(why) => show(&site, &visitor, &name, Some(why.to_string())),
    }
}

/// A contest as the form wants it, or what is wrong with that.
pub(in crate::pages) fn changed(old: Contest, form: &SettingsForm) -> Result<Contest, NotMade> {
    let time = |what, text| moment(what, text).map_err(|error| NotMade::Bad(error.to_string()));
    let contest = Contest {
        title: form.title.trim().to_owned(),
        options: form.options.trim().to_owned(),
        limits: form.limits.trim().to_owned(),
        languages: form
            .languages
            .split([',', ' '])
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(","),
        opens: time("opening time", &form.opens)?,
        closes: time("closing time", &form.closes)?,
        games_a_minute: form.games_a_minute,
        paused: form.paused.is_some(),
        ..old
    };
    check(&contest, &[])?;
    if contest.title.is_empty() {
        return Err(NotMade::Bad("the contest needs a title".to_owned()));
    }
    Ok(contest)
}

/// Takes somebody off the ladder with a reason, or lets them back on where none is given.
async fn put_out(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(name): Path<String>,
    Form(form): Form<OutForm>,
) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, &form.token)?;
    let standing = named(&site, &name)?;
    let row = standing.of_entry(form.entry);
    let row = row.ok_or_else(|| Wrong::NotFound(format!("entry {} in {name}", form.entry)))?;
    let why: String = form.why.trim().chars().filter(|c| !c.is_control()).take(300).collect();
    if why.is_empty() && row.entry.out_of.is_none() {
        return show(&site, &visitor, &name, Some("say why: the reason stands on the ladder".to_owned()));
    }
    let why = Some(why.as_str()).filter(|why| !why.is_empty());
    let mut write = site.store.write().await?;
    ladder::put_out(&mut write, form.entry, why).await?;
    site.events.commit(write, SiteEvent::Contest(standing.contest.id)).await?;
    site.standings.renew_one(&site.store, standing.contest.id).await?;
    Ok(Redirect::to(&format!("/organise/c/{name}")).into_response())
}

/// Runs the check of an upload once more.
async fn check_again(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(name): Path<String>,
    Form(form): Form<AgainForm>,
) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, &form.token)?;
    let standing = named(&site, &name)?;
    let upload = uploads::get(&site.store, form.upload).await?;
    let upload = upload.filter(|upload| upload.contest == standing.contest.id);
    let upload = upload.ok_or_else(|| Wrong::NotFound(format!("upload {} in {name}", form.upload)))?;
    if upload.gone {
        let why = format!("upload {} failed its check, and its files were removed", upload.id);
        return show(&site, &visitor, &name, Some(why));
    }
    let owner = format!("account {}", upload.account);
    let task = Task::Check { upload: upload.id };
    let mut write = site.store.write().await?;
    let job = NewJob { class: Class::Check, owner, contest: upload.contest, task };
    site.queue.put(&mut write, &job).await?;
    site.events.commit(write, SiteEvent::Upload(upload.id)).await?;
    site.work.wake();
    Ok(Redirect::to(&format!("/uploads/{}", upload.id)).into_response())
}
