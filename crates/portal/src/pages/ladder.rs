//! A contest's ladder: rank, range of ranks, rating with its interval and its way so far.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::routing::get;
use serde::Deserialize;

use super::front::state_of;
use super::terms;
use super::{Forms, Frame, Page, page, words};
use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::site::Site;
use crate::tournament::standing::{Row, Standing};

/// So many rows stand on a page.
const ROWS: usize = 100;

#[derive(Template)]
#[template(path = "ladder.html")]
struct LadderPage {
    frame: Frame,
    name: String,
    title: String,
    tagline: &'static str,
    state: &'static str,
    /// Times, languages, options and limits, a line each.
    terms: Vec<String>,
    games: i64,
    players: usize,
    find: String,
    kind: String,
    rows: Vec<LadderLine>,
    mine: Option<LadderLine>,
    /// The pages before and after, where there are such.
    earlier: Option<usize>,
    later: Option<usize>,
}

struct LadderLine {
    entry: i64,
    rank: usize,
    ranks: (usize, usize),
    name: String,
    house: bool,
    mine: bool,
    rating: String,
    low: String,
    high: String,
    games: i64,
    wins: String,
    faults: i64,
    spark: String,
    out_of: Option<String>,
    provisional: bool,
}

/// What a reader may ask for.
#[derive(Debug, Default, Deserialize)]
pub(in crate::pages) struct LadderQuery {
    /// A part of a name.
    #[serde(default)]
    find: String,
    /// `players` or `house`; everything else shows both.
    #[serde(default)]
    kind: String,
    /// The page, from 1.
    #[serde(default)]
    page: usize,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/c/{contest}", get(ladder))
}

async fn ladder(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(name): Path<String>,
    Query(asked): Query<LadderQuery>,
) -> Page {
    let standing = site.standings.named(&name).ok_or_else(|| Wrong::NotFound(format!("contest {name}")))?;
    let me = visitor.account.as_ref().map(|account| account.id);
    let frame = Frame::new(&site, &visitor, &standing.contest.title);
    page(&site, &visitor, &shown(frame, &standing, asked, me), Forms::None)
}

fn shown(frame: Frame, standing: &Standing, asked: LadderQuery, me: Option<i64>) -> LadderPage {
    let wanted = |row: &&Row| match asked.kind.as_str() {
        "players" => row.entry.house.is_none(),
        "house" => row.entry.house.is_some(),
        _ => true,
    };
    let number = asked.page.max(1);
    let found: Box<dyn Iterator<Item = &Row>> = match asked.find.trim() {
        "" => Box::new(standing.rows.iter()),
        part => Box::new(standing.find(part)),
    };
    let mut rows = found.filter(wanted).skip((number - 1).saturating_mul(ROWS));
    let here: Vec<LadderLine> = rows.by_ref().take(ROWS).map(|row| line(row, me)).collect();
    let later = rows.next().map(|_| number + 1);
    let mine = me.and_then(|me| standing.of_account(me)).map(|row| line(row, me));
    let contest = &standing.contest;
    LadderPage {
        frame,
        name: contest.name.clone(),
        title: contest.title.clone(),
        tagline: croupier_games::list::about(&contest.game).map_or("", |about| about.tagline),
        state: state_of(standing),
        terms: terms::of(contest),
        games: standing.games,
        players: standing.rows.len(),
        find: asked.find,
        kind: asked.kind,
        mine: mine.filter(|mine| !here.iter().any(|row| row.entry == mine.entry)),
        rows: here,
        earlier: (number > 1).then(|| number - 1),
        later,
    }
}

fn line(row: &Row, me: Option<i64>) -> LadderLine {
    let entry = &row.entry;
    LadderLine {
        entry: entry.id,
        rank: row.rank,
        ranks: row.ranks,
        name: entry.name.clone(),
        house: entry.house.is_some(),
        mine: me.is_some() && entry.account == me,
        rating: words::rating(entry.rating),
        low: words::rating(row.interval.0),
        high: words::rating(row.interval.1),
        games: entry.games,
        wins: words::score(entry.wins),
        faults: entry.faults,
        spark: words::sparkline(&entry.path),
        out_of: entry.out_of.clone(),
        provisional: entry.is_provisional(),
    }
}
