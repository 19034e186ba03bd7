//! All contests at a glance, the queue, what was given up of it, and the form that makes a new contest.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Form, Query, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use croupier_games::list;
use serde::Deserialize;

use super::given_up::{self, GivenUpList, GivenUpQuery};
use crate::accounts::visitor::Visitor;
use crate::contests::{NotMade, house_specs, make};
use crate::error::Wrong;
use crate::pages::calendar::moment;
use crate::pages::{Forms, Frame, Page, page, words};
use crate::site::Site;
use crate::store::contests::Contest;
use crate::store::{now, processes};

/// So many jobs of the queue are shown.
const QUEUE: i64 = 40;

#[derive(Template)]
#[template(path = "organise/contests.html")]
struct ContestsPage {
    frame: Frame,
    contests: Vec<(String, String, &'static str, usize, i64)>,
    games: Vec<(&'static str, &'static str, &'static [usize])>,
    queue: Vec<(i64, &'static str, String, String, Option<i64>, String, bool, i64)>,
    given_up: GivenUpList,
    /// What each process is called, its workers, and since when it serves; none where there is but one.
    processes: Vec<(String, i64, String)>,
    wrong: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct NewForm {
    token: String,
    name: String,
    title: String,
    game: String,
    seats: String,
    closes: String,
    house: Option<String>,
    paused: Option<String>,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/organise", get(contests).post(add))
}

async fn contests(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Query(asked): Query<GivenUpQuery>,
) -> Page {
    show(&site, &visitor, &asked, None).await
}

async fn show(site: &Site, visitor: &Visitor, asked: &GivenUpQuery, wrong: Option<String>) -> Page {
    visitor.organiser()?;
    let all = site.standings.all();
    let line = |standing: &Arc<crate::tournament::standing::Standing>| {
        let contest = &standing.contest;
        let state = match () {
            () if contest.paused => "paused",
            () if contest.is_closed(now()) => "closed",
            () if contest.takes_uploads(now()) => "open",
            () => "not yet open",
        };
        (contest.name.clone(), contest.title.clone(), state, standing.rows.len(), standing.games)
    };
    let title = |contest| site.standings.get(contest).map_or_else(String::new, |of| of.contest.title.clone());
    let queue = site.queue.first(QUEUE).await?;
    let queue = queue
        .into_iter()
        .map(|job| {
            let what = if job.owner.starts_with("game ") { "game again" } else { job.class.title() };
            let ago = words::ago(job.put, now());
            (job.id, what, title(job.contest), job.owner, job.upload, ago, job.worker.is_some(), job.failures)
        })
        .collect();
    let processes = processes::all(&site.store).await?.into_iter();
    let processes = processes.map(|one| (one.name, one.workers, words::ago(one.since, now()))).collect();
    let template = ContestsPage {
        frame: Frame::new(site, visitor, "Organise"),
        contests: all.iter().map(line).collect(),
        games: list::ALL.iter().map(|about| (about.name, about.title, about.seats)).collect(),
        queue,
        given_up: given_up::list(site, asked).await?,
        processes,
        wrong,
    };
    page(site, visitor, &template, Forms::None)
}

async fn add(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<NewForm>) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, &form.token)?;
    match made(&site, &form).await {
        Ok(()) => Ok(Redirect::to(&format!("/organise/c/{}", form.name)).into_response()),
        Err(NotMade::Bad(why)) => show(&site, &visitor, &GivenUpQuery::default(), Some(why)).await,
        Err(other) => Err(Wrong::Trouble(other.to_string())),
    }
}

async fn made(site: &Site, form: &NewForm) -> Result<(), NotMade> {
    let contest = wanted(form)?;
    let house = if form.house.is_some() { house_specs(&form.game)? } else { Vec::new() };
    make(&site.store, &contest, &house).await?;
    site.standings.renew(&site.store).await?;
    site.work.wake();
    Ok(())
}

/// A contest as the form wants it.
pub(in crate::pages) fn wanted(form: &NewForm) -> Result<Contest, NotMade> {
    let about = list::ALL.iter().find(|about| about.name == form.game);
    let about = about.ok_or_else(|| NotMade::Bad(format!("there is no game {}", form.game)))?;
    let most = about.seats.last().copied().unwrap_or(2);
    Ok(Contest {
        id: 0,
        name: form.name.clone(),
        title: if form.title.trim().is_empty() {
            about.title.to_owned()
        } else {
            form.title.trim().to_owned()
        },
        game: form.game.clone(),
        seats: form.seats.parse().unwrap_or(most as i64),
        options: "{}".to_owned(),
        limits: "{}".to_owned(),
        languages: String::new(),
        opens: None,
        closes: moment("closing time", &form.closes).map_err(|error| NotMade::Bad(error.to_string()))?,
        paused: form.paused.is_some(),
        games_a_minute: 60,
    })
}
