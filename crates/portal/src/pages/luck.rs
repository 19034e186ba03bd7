//! Where the ladders' luck comes from: the hash of each day's secret, and the secret of every day
//! that is over.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Query, State};
use axum::routing::get;
use croupier_record::{Day, LuckSource, Origin};
use serde::Deserialize;

use super::{Forms, Frame, Page, page};
use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::site::Site;
use crate::store::days::{self, DayRow};

/// So many days stand on a page.
const DAYS: i64 = 30;

#[derive(Template)]
#[template(path = "luck.html")]
struct LuckPage {
    frame: Frame,
    days: Vec<DayLine>,
    older: Option<String>,
}

struct DayLine {
    day: String,
    games: i64,
    commitment: String,
    secret: Option<String>,
}

#[derive(Debug, Deserialize)]
struct DaysQuery {
    #[serde(default)]
    before: Option<String>,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/luck", get(luck))
}

async fn luck(State(site): State<Arc<Site>>, visitor: Visitor, Query(asked): Query<DaysQuery>) -> Page {
    let found = days::list(&site.store, &*site.queue, before(asked.before.as_deref())?, DAYS).await?;
    let older = found.last().filter(|_| found.len() == DAYS as usize).map(|row| row.day.to_string());
    let template = LuckPage {
        frame: Frame::new(&site, &visitor, "Luck of the ladders"),
        days: found.iter().map(shown).collect(),
        older,
    };
    page(&site, &visitor, &template, Forms::None)
}

/// The day before which a list goes on.
pub(crate) fn before(text: Option<&str>) -> Result<Option<Day>, Wrong> {
    let day = text.filter(|text| !text.is_empty()).map(str::parse::<Day>).transpose();
    day.map_err(|error| Wrong::Bad(error.to_string()))
}

fn shown(row: &DayRow) -> DayLine {
    DayLine {
        day: row.day.to_string(),
        games: row.games,
        commitment: row.commitment.to_string(),
        secret: row.opened.map(String::from),
    }
}

/// What a game's page says of its deal.
pub(super) struct Dealt {
    pub(super) day: String,
    pub(super) game: u64,
    pub(super) commitment: String,
    pub(super) secret: Option<String>,
}

/// What is known of the deal of a game now, where it is one of a day's.
pub(super) async fn dealt(site: &Site, origin: &Origin) -> Result<Option<Dealt>, Wrong> {
    let LuckSource::Day { day, game, .. } = origin.source() else { return Ok(None) };
    let Some(row) = days::get(&site.store, &*site.queue, *day).await? else { return Ok(None) };
    let DayLine { day, commitment, secret, .. } = shown(&row);
    Ok(Some(Dealt { day, game: *game, commitment, secret }))
}
