//! Playing against the house in the browser: choose an opponent, then move by move; all of it plain forms.

use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::Router;
use axum::extract::{Form, Path, Query, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use serde::Deserialize;

use super::{Forms, Frame, Page, assets, page};
use crate::accounts::secrets;
use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::limits::rate_limit::PLAYS;
use crate::practice::{PracticeTable, cleared, opponents};
use crate::site::Site;
use croupier_games::{Seed, list};
use croupier_session::{NewTable, PracticeView, sit};

/// The house is waited for so long before the page says that it thinks.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Template)]
#[template(path = "play.html")]
struct ChoosePage {
    frame: Frame,
    games: Vec<(&'static str, &'static str, &'static str)>,
    game: &'static str,
    title: &'static str,
    opponents: Vec<(String, &'static str)>,
    seats: &'static [usize],
}

#[derive(Template)]
#[template(path = "play_table.html")]
struct AtTablePage {
    frame: Frame,
    title: String,
    game: String,
    opponent: String,
    word: String,
    turned: u8,
    picture_css: &'static str,
    seen: PracticeView,
    wrong: Option<String>,
}

#[derive(Template)]
#[template(path = "play_waits.html")]
struct WaitsPage {
    frame: Frame,
    title: String,
    game: String,
    opponent: String,
    /// How many are before this table.
    before: usize,
    /// The table's word, and where it is.
    word: String,
    again: String,
    picture_css: &'static str,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct WishForm {
    token: String,
    opponent: String,
    seats: usize,
    #[serde(default)]
    own: usize,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct MoveForm {
    token: String,
    #[serde(rename = "move")]
    pub(in crate::pages) mv: String,
    #[serde(default)]
    pub(in crate::pages) turned: u8,
}

#[derive(Debug, Default, Deserialize)]
pub(in crate::pages) struct PlayQuery {
    #[serde(default)]
    turned: u8,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/play", get(|| async { Redirect::to("/play/score-four") }))
        .route("/play/{game}", get(choose).post(begin))
        .route("/play/table/{word}", get(table).post(mv))
}

async fn choose(State(site): State<Arc<Site>>, visitor: Visitor, Path(game): Path<String>) -> Page {
    let about = list::ALL.iter().find(|about| about.name == game);
    let about = about.ok_or_else(|| Wrong::NotFound(format!("game {game}")))?;
    let opponents = opponents(&game, &site.rules()).unwrap_or_default();
    let opponents = opponents.into_iter().map(|opponent| (opponent.name, opponent.about)).collect();
    let template = ChoosePage {
        frame: Frame::new(&site, &visitor, format!("Play {}", about.title)),
        games: list::ALL.iter().map(|about| (about.name, about.title, about.tagline)).collect(),
        game: about.name,
        title: about.title,
        opponents,
        seats: about.seats,
    };
    page(&site, &visitor, &template, Forms::Some)
}

async fn begin(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(game): Path<String>,
    Form(form): Form<WishForm>,
) -> Page {
    visitor.check_form(&site, &form.token)?;
    allowed(&site, &visitor)?;
    let seed = Seed::keyed(secrets::key());
    let about = list::ALL.iter().find(|about| about.name == game);
    let about = about.ok_or_else(|| Wrong::NotFound(format!("game {game}")))?;
    if !about.seats.contains(&form.seats) || form.own >= form.seats {
        return Err(Wrong::Bad(format!("{} has tables for {:?}", about.title, about.seats)));
    }
    // What is not in the list is nobody's to choose: behind a name could stand any budget.
    let opponents = opponents(&game, &site.rules()).unwrap_or_default();
    let opponent = opponents.into_iter().find(|opponent| opponent.name == form.opponent);
    let opponent = opponent.ok_or_else(|| {
        Wrong::Bad(format!("{} is not among those who play {} here", form.opponent, about.title))
    })?;
    let wish = NewTable { opponent: opponent.house, seats: form.seats, own: form.own, seed };
    let word = site.tables.open(about.name, opponent.name, visitor.address, move || sit(&game, wish))?;
    site.tables.settled(&word, PATIENCE).await;
    Ok(Redirect::to(&format!("/play/table/{word}")).into_response())
}

async fn table(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(word): Path<String>,
    Query(asked): Query<PlayQuery>,
) -> Page {
    show(&site, &visitor, word, asked.turned, None)
}

async fn mv(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(word): Path<String>,
    Form(form): Form<MoveForm>,
) -> Page {
    visitor.check_form(&site, &form.token)?;
    allowed(&site, &visitor)?;
    match site.tables.play(&word, &form.mv, visitor.address) {
        Ok(()) => {
            site.tables.settled(&word, PATIENCE).await;
            let turned = form.turned % 8;
            Ok(Redirect::to(&format!("/play/table/{word}?turned={turned}")).into_response())
        }
        Err(Wrong::Bad(why)) => show(&site, &visitor, word, form.turned, Some(why)),
        Err(other) => Err(other),
    }
}

fn show(site: &Site, visitor: &Visitor, word: String, turned: u8, wrong: Option<String>) -> Page {
    let turned = turned % 8;
    let PracticeTable { game, opponent, seen } = site.tables.look(&word, turned).ok_or_else(cleared)?;
    let title = list::ALL.iter().find(|about| about.name == game).map_or(game.as_str(), |about| about.title);
    let title = title.to_owned();
    let frame = Frame::new(site, visitor, format!("{title} against {opponent}"));
    match seen {
        Ok(seen) => {
            let picture_css = assets::picture_css();
            let template =
                AtTablePage { frame, title, game, opponent, word, turned, picture_css, seen, wrong };
            page(site, visitor, &template, Forms::Some)
        }
        Err(before) => {
            let again = format!("/play/table/{word}?turned={turned}");
            let picture_css = assets::picture_css();
            let template = WaitsPage { frame, title, game, opponent, before, word, again, picture_css };
            page(site, visitor, &template, Forms::Some)
        }
    }
}

/// Thinking costs: so many moves a minute from one address.
fn allowed(site: &Site, visitor: &Visitor) -> Result<(), Wrong> {
    match site.rate_limits.take(&format!("play {}", visitor.address), PLAYS) {
        true => Ok(()),
        false => Err(Wrong::TooMany),
    }
}
