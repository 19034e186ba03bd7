//! Lists of games, with filters; the newest first, and older ones from number to number.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Query, State};
use axum::routing::get;
use serde::Deserialize;

use super::{Forms, Frame, Page, page, words};
use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::site::Site;
use crate::store::games::{self, GameRow, SeatShown, Wanted};
use crate::store::now;

/// So many games stand on a page.
const GAMES: i64 = 25;

/// A game in a list.
pub(super) struct GameLine {
    pub(super) id: i64,
    pub(super) contest: String,
    pub(super) contest_name: String,
    pub(super) ago: String,
    pub(super) seats: Vec<SeatLine>,
}

/// A seat of a game in a list.
pub(super) struct SeatLine {
    pub(super) entry: i64,
    pub(super) name: String,
    pub(super) house: bool,
    pub(super) place: i64,
    pub(super) score: String,
    pub(super) fault: Option<String>,
}

#[derive(Template)]
#[template(path = "games.html")]
struct Games {
    frame: Frame,
    contests: Vec<(String, String)>,
    contest: String,
    entry: Option<i64>,
    faulty: bool,
    games: Vec<GameLine>,
    older: Option<i64>,
}

/// What a reader may ask for.
#[derive(Debug, Default, Deserialize)]
struct Asked {
    /// The name of a contest; empty for all.
    #[serde(default)]
    contest: String,
    /// The number of an entry.
    entry: Option<i64>,
    /// Only games in which something went wrong.
    faulty: Option<String>,
    /// Only games with a lower number.
    before: Option<i64>,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/games", get(list))
}

async fn list(State(site): State<Arc<Site>>, visitor: Visitor, Query(asked): Query<Asked>) -> Page {
    let all = site.standings.all();
    let contest = match asked.contest.as_str() {
        "" => None,
        name => {
            let known = all.iter().find(|standing| standing.contest.name == name);
            Some(known.ok_or_else(|| Wrong::NotFound(format!("contest {name}")))?.contest.id)
        }
    };
    let faulty = asked.faulty.is_some();
    let wanted = Wanted { contest, entry: asked.entry, faulty, before: asked.before, most: GAMES };
    let games = lines(&site, wanted).await?;
    let older = games.last().filter(|_| games.len() as i64 == GAMES).map(|game| game.id);
    let named = |standing: &Arc<crate::tournament::standing::Standing>| {
        (standing.contest.name.clone(), standing.contest.title.clone())
    };
    let contests = all.iter().map(named).collect();
    let frame = Frame::new(&site, &visitor, "Games");
    let template =
        Games { frame, contests, contest: asked.contest, entry: asked.entry, faulty, games, older };
    page(&site, &visitor, &template, Forms::None)
}

/// The games that are wanted, with their seats.
pub(super) async fn lines(site: &Site, wanted: Wanted) -> Result<Vec<GameLine>, Wrong> {
    let found = games::list(&site.store, wanted).await?;
    let mut lines = Vec::with_capacity(found.len());
    // The games of an entry are read together, and so are neighbours; of any other selection each is read alone.
    let range = found.last().map(|oldest| oldest.id).zip(found.first().map(|newest| newest.id));
    let close = wanted.entry.is_some() || range.is_none_or(|(oldest, newest)| newest - oldest < 4 * GAMES);
    let mut seats = match (range, wanted.entry) {
        (Some((oldest, newest)), Some(entry)) => {
            games::seats_with(&site.store, entry, oldest, newest).await?
        }
        (Some((oldest, newest)), None) if close => games::seats(&site.store, oldest, newest).await?,
        _ => Vec::new(),
    };
    for game in &found {
        if !close {
            seats = games::seats(&site.store, game.id, game.id).await?;
        }
        lines.push(line(site, game, seats.iter().filter(|seat| seat.game == game.id)));
    }
    Ok(lines)
}

fn line<'a>(site: &Site, game: &GameRow, seats: impl Iterator<Item = &'a SeatShown>) -> GameLine {
    let contest = site.standings.get(game.contest);
    let named = |name: fn(&crate::store::contests::Contest) -> &String| {
        contest.as_ref().map(|standing| name(&standing.contest).clone()).unwrap_or_default()
    };
    let mut seats: Vec<SeatLine> = seats.map(seat_line).collect();
    seats.sort_by_key(|seat| seat.place);
    GameLine {
        id: game.id,
        contest: named(|contest| &contest.title),
        contest_name: named(|contest| &contest.name),
        ago: words::ago(game.ended, now()),
        seats,
    }
}

/// A seat as a list shows it.
pub(super) fn seat_line(seat: &SeatShown) -> SeatLine {
    SeatLine {
        entry: seat.entry,
        name: seat.name.clone(),
        house: seat.house,
        place: seat.place,
        score: words::score(seat.score),
        fault: seat.fault.clone(),
    }
}
