//! A player on a ladder: where it stands, and its games.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;

use super::games::download::{GamesArchive, Private, archive};
use super::games::{GameLines, lines};
use super::{Forms, Frame, Page, page, words};
use crate::accounts::reader::{Reader, Sees};
use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::limits::rate_limit::ARCHIVES;
use crate::limits::slots::network_of;
use crate::site::Site;
use crate::store::games::Wanted;
use crate::store::records::Whose;
use crate::store::{ladder, now};

/// So many of its games are shown.
const GAMES: i64 = 20;

#[derive(Template)]
#[template(path = "player.html")]
struct PlayerPage {
    frame: Frame,
    entry: i64,
    name: String,
    house: bool,
    contest: String,
    contest_name: String,
    rank: usize,
    ranks: (usize, usize),
    rating: String,
    low: String,
    high: String,
    played: i64,
    wins: String,
    faults: i64,
    entered: String,
    spark: String,
    out_of: Option<String>,
    /// Games until it is known well enough, while it is not.
    games_left: Option<i64>,
    games: GameLines,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/players/{entry}", get(player)).route("/players/{entry}/games.zip", get(games))
}

/// The records of all its games in one archive: games are everyone's to see, what is private in
/// them its author's.
pub(crate) async fn games(State(site): State<Arc<Site>>, reader: Reader, Path(id): Path<i64>) -> Page {
    if !site.rate_limits.take(&format!("archive {}", network_of(reader.address)), ARCHIVES) {
        return Err(Wrong::TooMany);
    }
    let entry = ladder::get(&site.store, id).await?;
    let missing = || Wrong::NotFound(format!("player {id}"));
    let entry = entry.ok_or_else(missing)?;
    let game = site.standings.get(entry.contest).ok_or_else(missing)?.contest.game.clone();
    let private = match reader.sees(std::iter::once(entry.account)) {
        Sees::All => Private::All,
        sees if sees.is_public() => Private::None,
        Sees::Only(_) => Private::Of(id),
    };
    let games = GamesArchive { whose: Whose::Entry(id), private, game };
    archive(&site, reader.address, &format!("player-{id}-games.zip"), games)
}

async fn player(State(site): State<Arc<Site>>, visitor: Visitor, Path(id): Path<i64>) -> Page {
    let missing = || Wrong::NotFound(format!("player {id}"));
    if !site.standings.all().iter().any(|standing| standing.of_entry(id).is_some()) {
        // Its first game may be told already, and the ladder be made anew in a moment.
        let entry = ladder::get(&site.store, id).await?.ok_or_else(missing)?;
        site.standings.renew_played(&site.store, entry.contest).await?;
    }
    let all = site.standings.all();
    let known = all.iter().find_map(|standing| Some((standing, standing.of_entry(id)?)));
    let (standing, row) = known.ok_or_else(missing)?;
    let entry = &row.entry;
    let games = lines(&site, Wanted { entry: Some(id), most: GAMES, ..Wanted::default() }).await?;
    let template = PlayerPage {
        frame: Frame::new(&site, &visitor, &entry.name),
        entry: id,
        house: entry.house.is_some(),
        contest: standing.contest.title.clone(),
        contest_name: standing.contest.name.clone(),
        rank: row.rank,
        ranks: row.ranks,
        rating: words::rating(row.entry.rating),
        low: words::rating(row.interval.0),
        high: words::rating(row.interval.1),
        played: row.entry.games,
        wins: words::score(row.entry.wins),
        faults: row.entry.faults,
        entered: words::ago(entry.entered, now()),
        spark: words::sparkline(&row.entry.path),
        out_of: entry.out_of.clone(),
        games_left: entry.is_provisional().then(|| ladder::GAMES_TO_BE_KNOWN - entry.played),
        name: entry.name.clone(),
        games,
    };
    page(&site, &visitor, &template, Forms::None)
}
