//! The front page: contests and the newest games.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use croupier_hosts::languages;

use super::games::{GameLines, lines};
use super::{Forms, Frame, Page, page, words};
use crate::accounts::visitor::Visitor;
use crate::site::Site;
use crate::store::games::Wanted;
use crate::store::now;
use crate::tournament::standing::Standing;

/// So many games are shown.
const GAMES: i64 = 10;
/// So many of each ladder.
const LEADERS: usize = 3;

#[derive(Template)]
#[template(path = "front.html")]
struct FrontPage {
    frame: Frame,
    languages: String,
    contests: Vec<Card>,
    games: GameLines,
}

struct Card {
    name: String,
    title: String,
    tagline: &'static str,
    state: &'static str,
    players: usize,
    games: i64,
    leaders: Vec<(i64, String, String)>,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/", get(front))
}

/// The languages that have a name, but for programs, which are any other.
fn named_languages(site: &Site) -> String {
    let program = languages::program().0.word;
    let offered = languages::ALL.iter().filter(|one| one.word != program && site.offered.has(one.word));
    let titles = offered.map(|language| language.title);
    titles.collect::<Vec<_>>().join(", ")
}

async fn front(State(site): State<Arc<Site>>, visitor: Visitor) -> Page {
    let contests = site.standings.all().iter().map(|standing| card(standing)).collect();
    let games = lines(&site, Wanted { most: GAMES, ..Wanted::default() }).await?;
    let frame = Frame::new(&site, &visitor, "Contests");
    let languages = named_languages(&site);
    page(&site, &visitor, &FrontPage { frame, languages, contests, games }, Forms::None)
}

fn card(standing: &Standing) -> Card {
    let contest = &standing.contest;
    let about = croupier_games::list::about(&contest.game).ok();
    let leader = |row: &crate::tournament::standing::Row| {
        (row.entry.id, row.entry.name.clone(), words::rating(row.entry.rating))
    };
    Card {
        name: contest.name.clone(),
        title: contest.title.clone(),
        tagline: about.map_or("", |about| about.tagline),
        state: state_of(standing),
        players: standing.rows.len(),
        games: standing.games,
        leaders: standing.rows.iter().take(LEADERS).map(leader).collect(),
    }
}

/// How a contest stands, in a word.
pub(super) fn state_of(standing: &Standing) -> &'static str {
    let contest = &standing.contest;
    match () {
        () if contest.is_closed(now()) => "closed",
        () if !contest.takes_uploads(now()) => "not open yet",
        () if contest.paused => "paused",
        () => "open",
    }
}
