//! Playing against the house in the browser: choose an opponent, then move by move; all of it plain forms.

use std::sync::{Arc, PoisonError};

use askama::Template;
use axum::Router;
use axum::extract::{Form, Path, Query, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use serde::Deserialize;

use super::{Forms, Frame, Page, assets, page};
use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::gate::PLAYS;
use crate::practice::{Seen, Wish, opponents};
use crate::secrets;
use crate::site::Site;
use croupier_games::{Seed, list};

#[derive(Template)]
#[template(path = "play.html")]
struct Choose {
    frame: Frame,
    games: Vec<(&'static str, &'static str, &'static str)>,
    game: &'static str,
    title: &'static str,
    opponents: Vec<(&'static str, &'static str)>,
    seats: &'static [usize],
}

#[derive(Template)]
#[template(path = "play_table.html")]
struct AtTable {
    frame: Frame,
    title: String,
    game: String,
    opponent: String,
    word: String,
    turned: u8,
    picture_css: &'static str,
    seen: Seen,
    wrong: Option<String>,
}

#[derive(Debug, Deserialize)]
struct WishForm {
    token: String,
    opponent: String,
    seats: usize,
    #[serde(default)]
    own: usize,
}

#[derive(Debug, Deserialize)]
struct MoveForm {
    token: String,
    #[serde(rename = "move")]
    mv: String,
    #[serde(default)]
    turned: u8,
}

#[derive(Debug, Default, Deserialize)]
struct Asked {
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
    let (opponents, seats) = opponents(&game).ok_or_else(|| Wrong::NotFound(format!("game {game}")))?;
    let template = Choose {
        frame: Frame::new(&site, &visitor, format!("Play {}", about.title)),
        games: list::ALL.iter().map(|about| (about.name, about.title, about.tagline)).collect(),
        game: about.name,
        title: about.title,
        opponents,
        seats,
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
    let wish = Wish { opponent: form.opponent, seats: form.seats, own: form.own, seed };
    let word = working(&site, move |site| site.tables.open(&game, wish)).await?.map_err(Wrong::Bad)?;
    Ok(Redirect::to(&format!("/play/table/{word}")).into_response())
}

async fn table(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(word): Path<String>,
    Query(asked): Query<Asked>,
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
    let (_, _, sitting) = site.tables.find(&word).ok_or_else(cleared)?;
    let played =
        working(&site, move |_| sitting.lock().unwrap_or_else(PoisonError::into_inner).play(&form.mv));
    match played.await? {
        Ok(()) => Ok(Redirect::to(&format!("/play/table/{word}?turned={}", form.turned % 8)).into_response()),
        Err(why) => show(&site, &visitor, word, form.turned, Some(why)),
    }
}

fn show(site: &Site, visitor: &Visitor, word: String, turned: u8, wrong: Option<String>) -> Page {
    let (game, opponent, sitting) = site.tables.find(&word).ok_or_else(cleared)?;
    let title = list::ALL.iter().find(|about| about.name == game).map_or(game.as_str(), |about| about.title);
    let seen = sitting.lock().unwrap_or_else(PoisonError::into_inner).seen(turned % 8);
    let template = AtTable {
        frame: Frame::new(site, visitor, format!("{title} against {opponent}")),
        title: title.to_owned(),
        game,
        opponent,
        word,
        turned: turned % 8,
        picture_css: assets::picture_css(),
        seen,
        wrong,
    };
    page(site, visitor, &template, Forms::Some)
}

fn cleared() -> Wrong {
    Wrong::NotFound("such table any more; begin a new game at /play".to_owned())
}

/// Thinking costs: so many moves a minute from one address.
fn allowed(site: &Site, visitor: &Visitor) -> Result<(), Wrong> {
    match site.gate.pass(format!("play {}", visitor.address), PLAYS) {
        true => Ok(()),
        false => Err(Wrong::TooMany),
    }
}

/// The house thinks away from the threads that answer readers.
async fn working<T: Send + 'static>(
    site: &Arc<Site>,
    work: impl FnOnce(&Site) -> T + Send + 'static,
) -> Result<T, Wrong> {
    let site = Arc::clone(site);
    let done = tokio::task::spawn_blocking(move || work(&site));
    done.await.map_err(|error| Wrong::Trouble(error.to_string()))
}
