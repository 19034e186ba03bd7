//! One game: its table turn by turn, its seats, its story, its record to download, and to its owner
//! what a bot printed.

use std::net::IpAddr;
use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::routing::get;
use croupier_record::Origin;
use croupier_session::record_bytes::{self, DrawnTurn, TurnView, UnreadableRecord};

use super::list::{Eyes, SeatLine, seat_line};
use super::viewer::{self, TurnQuery};
use crate::accounts::reader::{Reader, Sees};
use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::pages::attachment::{RECORD, attachment};
use crate::pages::luck::{Dealt, dealt};
use crate::pages::{Forms, Frame, Names, Page, assets, page, words};
use crate::site::Site;
use crate::store::games::{self, GameRow, SeatNote};
use crate::store::{now, reruns};

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage<'a> {
    frame: Frame,
    id: i64,
    contest: String,
    contest_name: String,
    ago: String,
    took: i64,
    seats: Vec<SeatLine>,
    /// One turn, drawn.
    turn: String,
    picture_css: &'static str,
    viewer_js: &'static str,
    story: &'a str,
    logs: Vec<(String, String)>,
    /// Whether this is a game that was played again and counts in place of the first.
    again: bool,
    /// What its cards follow from.
    dealt: Option<Dealt>,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/games/{id}", get(game)).route("/games/{id}/record", get(record))
}

async fn game(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(id): Path<i64>,
    Query(asked): Query<TurnQuery>,
) -> Page {
    let told = told(&site, visitor.address, id, asked.look()).await?;
    let GameStory { game, seen, story, again, origin } = &*told;
    let names = Names::of(&site, std::slice::from_ref(game)).await?;
    let contest = names.contest(game.contest).ok_or_else(|| Wrong::NotFound(format!("game {id}")))?;
    let sees = sees(&Reader::from(&visitor), game, &names);
    let logs = own_logs(&site, &sees, game, &names).await?;
    let seat = |(at, seat)| seat_line(&names, game, seat, Eyes::of(&sees, at));
    let mut seats: Vec<SeatLine> = game.seats.iter().enumerate().map(seat).collect();
    seats.sort_by_key(|seat| seat.place);
    let template = GamePage {
        frame: Frame::new(&site, &visitor, format!("Game {id}")),
        id,
        contest: contest.title.clone(),
        contest_name: contest.name.clone(),
        ago: words::ago(game.ended, now()),
        took: game.took,
        seats,
        turn: viewer::drawn(id, asked, seen)?,
        picture_css: assets::picture_css(),
        viewer_js: assets::viewer_js(),
        story,
        logs,
        again: *again,
        // TurnQuery each time: a day may be over by now.
        dealt: dealt(&site, origin).await?,
    };
    page(&site, &visitor, &template, Forms::None)
}

/// A finished game, told and drawn: the same for everyone.
#[derive(Debug)]
pub(crate) struct GameStory {
    pub(in crate::pages) game: GameRow,
    /// The turn that was asked for.
    pub(in crate::pages) seen: DrawnTurn,
    story: String,
    /// What its luck grew from.
    origin: Origin,
    /// Whether this is a game that was played again and counts in place of the first.
    again: bool,
}

/// The game of this number, told and drawn, once for all who look at the same turn: without what is private.
pub(in crate::pages) async fn told(
    site: &Site,
    address: IpAddr,
    id: i64,
    look: TurnView,
) -> Result<Arc<GameStory>, Wrong> {
    let make = async {
        let missing = || Wrong::NotFound(format!("game {id}"));
        let (game, bytes) = games::with_record(&site.store, id).await?.ok_or_else(missing)?;
        let name = site.standings.get(game.contest).ok_or_else(missing)?.contest.game.clone();
        let tell = move || {
            let public = record_bytes::public(&name, &bytes, &[])?;
            let (seen, story) = record_bytes::told(&name, &public, look)?;
            Ok::<_, UnreadableRecord>((seen, story, record_bytes::head(&public)?.origin))
        };
        let (seen, story, origin) = site.shared.aside(address, tell).await?;
        let again = reruns::of_game(&site.store, id).await?.iter().any(|rerun| rerun.counted);
        Ok(Arc::new(GameStory { game, seen, story, origin, again }))
    };
    site.shared.told.get((id, look), site.shared.edition(), make).await
}

/// Whose private parts of a game somebody reads.
pub(crate) fn sees(reader: &Reader, game: &GameRow, names: &Names) -> Sees {
    let owner = |seat: &SeatNote| names.entry(game.contest, seat.entry).and_then(|entry| entry.account);
    reader.sees(game.seats.iter().map(owner))
}

/// What the bots printed, of those that the reader may see.
async fn own_logs(
    site: &Site,
    sees: &Sees,
    game: &GameRow,
    names: &Names,
) -> Result<Vec<(String, String)>, Wrong> {
    let mut logs = Vec::new();
    for (at, seat) in game.seats.iter().enumerate().filter(|(at, _)| sees.seat(*at)) {
        let Some(entry) = names.entry(game.contest, seat.entry) else { continue };
        if let Some(log) = games::log(&site.store, game.id, at as i64).await? {
            logs.push((entry.name.clone(), log));
        }
    }
    Ok(logs)
}

/// The record: to everyone the game, to authors what is their own in it, to organisers all of it.
async fn record(State(site): State<Arc<Site>>, reader: Reader, Path(id): Path<i64>) -> Page {
    let missing = || Wrong::NotFound(format!("game {id}"));
    let (game, bytes) = games::with_record(&site.store, id).await?.ok_or_else(missing)?;
    let names = Names::of(&site, std::slice::from_ref(&game)).await?;
    let name = names.contest(game.contest).ok_or_else(missing)?.game.clone();
    let sees = sees(&reader, &game, &names);
    let keep = if sees.is_public() { "public, max-age=60" } else { "private, no-store" };
    let shown = move || sees.in_record(&name, bytes);
    let bytes = site.shared.aside(reader.address, shown).await?;
    let mut response = attachment(&format!("game-{id}.croupier"), RECORD, bytes)?;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    // The same address has more for some.
    headers.insert(header::VARY, HeaderValue::from_static("cookie, authorization"));
    Ok(response)
}
