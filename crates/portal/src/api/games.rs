//! Games for programs: who sat where and what came of it. The record is at `/games/{id}/record`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::call::Call;
use super::caller::Caller;
use super::wrong::Refused;
use crate::accounts::reader::Reader;
use crate::accounts::visitor::Asker;
use crate::error::Wrong;
use crate::pages::attachment::ZIP;
use crate::pages::{Eyes, Names, download, player, sees};
use crate::site::Site;
use crate::store::accounts::Role;
use crate::store::games::{self, GameRow, SeatNote, Wanted};
use crate::store::records::Whose;

/// A finished game.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct GameJson {
    id: i64,
    contest: String,
    game: String,
    ended: i64,
    took_ms: i64,
    record: String,
    seats: Vec<SeatJson>,
}

/// A seat of it. What its fault says is for its author and organisers; everyone else reads its kind.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SeatJson {
    seat: i64,
    entry: i64,
    name: String,
    house: bool,
    place: i64,
    score: f64,
    faults: i64,
    fault: Option<String>,
}

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::get::<Vec<GameJson>, _, _>("/api/v1/games", "The newest fifty games.", all),
        Call::get::<GameJson, _, _>(
            "/api/v1/games/{id}",
            "One game: who sat where, and what came of it.",
            game,
        ),
        Call::file(
            "/api/v1/players/{id}/games.zip",
            "The records of all games of a player on a ladder.",
            ZIP,
            of_player,
        ),
        Call::file(
            "/api/v1/contests/{contest}/games.zip",
            "The records of all games of a contest, for organisers.",
            ZIP,
            of_contest,
        )
        .with_token(),
    ]
}

/// Which games a list wants.
#[derive(Debug, Default, Deserialize, JsonSchema)]
struct GamesQuery {
    #[schemars(description = "only of the contest of this name")]
    contest: Option<String>,
    #[schemars(description = "only with this entry at the table")]
    entry: Option<i64>,
    #[schemars(description = "only those in which something went wrong")]
    #[serde(default)]
    faulty: bool,
    #[schemars(description = "only those with a number below this: for going back, page by page")]
    before: Option<i64>,
}

/// So many games are listed at once.
const LISTED: i64 = 50;

/// The newest games that are wanted; older ones with `before`.
async fn all(
    State(site): State<Arc<Site>>,
    reader: Reader,
    Query(asked): Query<GamesQuery>,
) -> Result<Json<Vec<GameJson>>, Refused> {
    let contest = match &asked.contest {
        Some(name) => {
            let standing = site.standings.named(name);
            Some(standing.ok_or_else(|| Wrong::NotFound(format!("contest {name}")))?.contest.id)
        }
        None => None,
    };
    let wanted =
        Wanted { contest, entry: asked.entry, faulty: asked.faulty, before: asked.before, most: LISTED };
    let found = games::list(&site.store, wanted).await?;
    let names = Names::of(&site, &found).await?;
    Ok(Json(found.into_iter().filter_map(|game| shown(&reader, &names, game)).collect()))
}

async fn game(
    State(site): State<Arc<Site>>,
    reader: Reader,
    Path(id): Path<i64>,
) -> Result<Json<GameJson>, Refused> {
    let missing = || Wrong::NotFound(format!("game {id}"));
    let game = games::get(&site.store, id).await?.ok_or_else(missing)?;
    let names = Names::of(&site, std::slice::from_ref(&game)).await?;
    Ok(Json(shown(&reader, &names, game).ok_or_else(missing)?))
}

/// The records of all games of a player.
async fn of_player(site: State<Arc<Site>>, reader: Reader, id: Path<i64>) -> Result<Response, Refused> {
    Ok(player::games(site, reader, id).await?)
}

/// The records of all games of a contest, to organisers.
async fn of_contest(
    State(site): State<Arc<Site>>,
    Caller(account): Caller,
    Asker(address): Asker,
    Path(name): Path<String>,
) -> Result<Response, Refused> {
    if account.role != Role::Organiser {
        return Err(Wrong::Forbidden("all games of a contest are for organisers".to_owned()).into());
    }
    let standing = site.standings.named(&name).ok_or_else(|| Wrong::NotFound(format!("contest {name}")))?;
    let games = download::GamesArchive {
        whose: Whose::Contest(standing.contest.id),
        private: download::Private::All,
        game: standing.contest.game.clone(),
    };
    Ok(download::archive(&site, address, &format!("{name}-games.zip"), games)?)
}

/// Nothing where the contest is so new that no ladder shows it.
fn shown(reader: &Reader, names: &Names, game: GameRow) -> Option<GameJson> {
    let contest = names.contest(game.contest)?;
    let sees = sees(reader, &game, names);
    let seat = |(at, note)| seat(names, game.contest, at, &note, Eyes::of(&sees, at));
    Some(GameJson {
        id: game.id,
        contest: contest.name.clone(),
        game: contest.game.clone(),
        ended: game.ended,
        took_ms: game.took,
        record: format!("/games/{}/record", game.id),
        seats: game.seats.into_iter().enumerate().map(seat).collect(),
    })
}

fn seat(names: &Names, contest: i64, at: usize, note: &SeatNote, eyes: Eyes) -> SeatJson {
    let entry = names.entry(contest, note.entry);
    SeatJson {
        seat: at as i64,
        entry: note.entry,
        name: entry.map(|entry| entry.name.clone()).unwrap_or_default(),
        house: entry.is_some_and(|entry| entry.house.is_some()),
        place: note.place,
        score: note.score,
        faults: note.faults,
        fault: eyes.fault(note),
    }
}
