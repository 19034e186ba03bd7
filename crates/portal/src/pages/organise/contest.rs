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
use crate::contests::{NotMade, check};
use crate::error::Wrong;
use crate::jobs::{Class, NewJob, Task};
use crate::pages::{Forms, Frame, Page, page, words};
use crate::site::Site;
use crate::store::contests::{self, Contest};
use crate::store::{jobs, ladder, uploads};

#[derive(Template)]
#[template(path = "organise/contest.html")]
struct ContestPage {
    frame: Frame,
    contest: Contest,
    opens: String,
    closes: String,
    entries: Vec<EntryLine>,
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
struct SettingsForm {
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
struct OutForm {
    token: String,
    entry: i64,
    #[serde(default)]
    why: String,
}

#[derive(Debug, Deserialize)]
struct AgainForm {
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

fn show(site: &Site, visitor: &Visitor, name: &str, wrong: Option<String>) -> Page {
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
    let template = ContestPage {
        frame: Frame::new(site, visitor, format!("Organise {}", contest.title)),
        opens: written(contest.opens),
        closes: written(contest.closes),
        entries: entries.collect(),
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
            write.commit().await?;
            site.standings.renew_one(&site.store, contest.id).await?;
            site.work.ring();
            Ok(Redirect::to(&format!("/organise/c/{name}")).into_response())
        }
        Err(why) => show(&site, &visitor, &name, Some(why)),
    }
}

/// A contest as the form wants it, or what is wrong with that.
fn changed(old: Contest, form: &SettingsForm) -> Result<Contest, String> {
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
        opens: moment("opening time", &form.opens)?,
        closes: moment("closing time", &form.closes)?,
        games_a_minute: form.games_a_minute,
        paused: form.paused.is_some(),
        ..old
    };
    match check(&contest, &[]) {
        Ok(()) if contest.title.is_empty() => Err("the contest needs a title".to_owned()),
        Ok(()) => Ok(contest),
        Err(NotMade::Bad(why)) => Err(why),
        Err(other) => Err(other.to_string()),
    }
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
    write.commit().await?;
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
    let owner = format!("account {}", upload.account);
    let task = Task::Check { upload: upload.id };
    let mut write = site.store.write().await?;
    jobs::put(&mut write, &NewJob { class: Class::Check, owner, contest: upload.contest, task }).await?;
    write.commit().await?;
    site.work.ring();
    Ok(Redirect::to(&format!("/uploads/{}", upload.id)).into_response())
}

/// Days before 1970-01-01 up to a date of the calendar, by counting from March so that leap days come last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    year * 365 + year.div_euclid(4) - year.div_euclid(100)
        + year.div_euclid(400)
        + (month * 153 + 2) / 5
        + day
        - 719_469
}

/// A time of a form, `2026-11-30T18:00`, taken as UTC; nothing where it is empty.
pub(super) fn moment(what: &str, text: &str) -> Result<Option<i64>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = || format!("the {what} {text:?} is no time; 2026-11-30T18:00 would be one, in UTC");
    let numbers: Option<Vec<i64>> = text.split(['-', 'T', ' ', ':']).map(|part| part.parse().ok()).collect();
    match numbers.ok_or_else(wrong)?[..] {
        [year @ 1970..=9999, month @ 1..=12, day @ 1..=31, hour @ 0..=23, minute @ 0..=59] => {
            let moment = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60_000;
            // A day that the month does not have would be written as another one.
            if written(Some(moment)).replace('T', " ") == text.replace('T', " ") {
                Ok(Some(moment))
            } else {
                Err(wrong())
            }
        }
        _ => Err(wrong()),
    }
}

/// A moment as a form wants it.
fn written(moment: Option<i64>) -> String {
    let Some(moment) = moment else { return String::new() };
    let minutes = moment.div_euclid(60_000);
    let (day, minute) = (minutes.div_euclid(1_440), minutes.rem_euclid(1_440));
    // The year is guessed low and corrected; so is the month.
    let mut year = 1970 + day.div_euclid(366);
    while days(year + 1, 1, 1) <= day {
        year += 1;
    }
    let month = (1..=12).rev().find(|&month| days(year, month, 1) <= day).unwrap_or(1);
    let date = day - days(year, month, 1) + 1;
    format!("{year:04}-{month:02}-{date:02}T{:02}:{:02}", minute / 60, minute % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_forms_are_read_and_written_alike() {
        assert_eq!(moment("time", "1970-01-01T00:00"), Ok(Some(0)));
        assert_eq!(moment("time", ""), Ok(None));
        for text in ["2026-11-30T18:05", "2024-02-29T23:59", "2100-03-01T00:00", "1999-12-31T12:00"] {
            assert_eq!(written(moment("time", text).unwrap()), text);
        }
        assert_eq!(moment("time", "2026-11-16T00:00"), Ok(Some(1_794_787_200_000)));
    }

    #[test]
    fn what_is_no_time_is_told_so() {
        for text in ["tomorrow", "2026-13-01T00:00", "2026-02-30T00:00", "2026-11-30", "2026-11-30T25:00"] {
            assert!(moment("closing time", text).unwrap_err().contains("closing time"), "{text}");
        }
    }
}
