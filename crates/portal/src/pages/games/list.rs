//! Lists of games, with filters; the newest first, and older ones from number to number.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Query, State};
use axum::routing::get;
use croupier_record::public_misstep;
use serde::Deserialize;

use crate::accounts::reader::Sees;
use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::pages::{Forms, Frame, Names, Page, page, words};
use crate::site::Site;
use crate::store::games::{self, GameRow, SeatNote, Wanted};
use crate::store::now;

/// So many games stand on a page.
const GAMES: i64 = 25;

/// A game in a list.
#[derive(Debug, Clone)]
pub(crate) struct GameLine {
    pub(in crate::pages) id: i64,
    pub(in crate::pages) contest: String,
    pub(in crate::pages) contest_name: String,
    pub(in crate::pages) ago: String,
    pub(in crate::pages) seats: Vec<SeatLine>,
}

/// Games in a list, which many readers share.
#[derive(Debug, Clone)]
pub(crate) struct GameLines(Arc<[GameLine]>);

impl<'a> IntoIterator for &'a GameLines {
    type Item = &'a GameLine;
    type IntoIter = std::slice::Iter<'a, GameLine>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// A seat of a game in a list.
#[derive(Debug, Clone)]
pub(in crate::pages) struct SeatLine {
    pub(in crate::pages) entry: i64,
    pub(in crate::pages) name: String,
    pub(in crate::pages) house: bool,
    pub(in crate::pages) place: i64,
    pub(in crate::pages) score: String,
    pub(in crate::pages) fault: Option<String>,
}

#[derive(Template)]
#[template(path = "games.html")]
struct GamesPage {
    frame: Frame,
    contests: Vec<(String, String)>,
    contest: String,
    entry: Option<i64>,
    faulty: bool,
    games: GameLines,
    older: Option<i64>,
}

/// What a reader may ask for.
#[derive(Debug, Default, Deserialize)]
pub(in crate::pages) struct GamesQuery {
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

async fn list(State(site): State<Arc<Site>>, visitor: Visitor, Query(asked): Query<GamesQuery>) -> Page {
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
    let older = games.0.last().filter(|_| games.0.len() as i64 == GAMES).map(|game| game.id);
    let named = |standing: &Arc<crate::tournament::standing::Standing>| {
        (standing.contest.name.clone(), standing.contest.title.clone())
    };
    let contests = all.iter().map(named).collect();
    let frame = Frame::new(&site, &visitor, "Games");
    let template =
        GamesPage { frame, contests, contest: asked.contest, entry: asked.entry, faulty, games, older };
    page(&site, &visitor, &template, Forms::None)
}

/// The games that are wanted, with their seats. The newest are what everyone asks for, and are read
/// once for all.
pub(in crate::pages) async fn lines(site: &Site, wanted: Wanted) -> Result<GameLines, Wrong> {
    let make = async {
        let found = games::list(&site.store, wanted).await?;
        let names = Names::of(site, &found).await?;
        Ok(GameLines(found.iter().map(|game| line(&names, game)).collect()))
    };
    match wanted.before {
        None => site.shared.newest.get(wanted, site.events.version(), make).await,
        Some(_) => make.await,
    }
}

fn line(names: &Names, game: &GameRow) -> GameLine {
    let contest = names.contest(game.contest);
    // A list is the same for every reader.
    let mut seats: Vec<SeatLine> =
        game.seats.iter().map(|seat| seat_line(names, game, seat, Eyes::Anyone)).collect();
    seats.sort_by_key(|seat| seat.place);
    GameLine {
        id: game.id,
        contest: contest.map(|contest| contest.title.clone()).unwrap_or_default(),
        contest_name: contest.map(|contest| contest.name.clone()).unwrap_or_default(),
        ago: words::ago(game.ended, now()),
        seats,
    }
}

/// A seat as a list shows it.
pub(in crate::pages) fn seat_line(names: &Names, game: &GameRow, seat: &SeatNote, eyes: Eyes) -> SeatLine {
    let entry = names.entry(game.contest, seat.entry);
    SeatLine {
        entry: seat.entry,
        name: entry.map(|entry| entry.name.clone()).unwrap_or_default(),
        house: entry.is_some_and(|entry| entry.house.is_some()),
        place: seat.place,
        score: words::score(seat.score),
        fault: eyes.fault(seat),
    }
}

/// For whom something of a seat is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Eyes {
    /// Its author, or an organiser.
    Author,
    /// Everyone.
    Anyone,
}

impl Eyes {
    /// Those of somebody who sees all of a seat, or does not.
    pub(crate) fn of(sees: &Sees, seat: usize) -> Self {
        if sees.seat(seat) { Self::Author } else { Self::Anyone }
    }

    /// What a seat did wrong, as these may read it: its words may hold a line of the bot's source.
    pub(crate) fn fault(self, seat: &SeatNote) -> Option<String> {
        let words = seat.fault.as_ref()?;
        Some(if self == Self::Author { words.clone() } else { public_misstep(words) })
    }
}
