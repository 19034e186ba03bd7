//! Home: my ranks, my games, my uploads, my tokens for the command line, my password.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Form, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};
use serde::Deserialize;

use crate::accounts::secrets;
use crate::accounts::sign;
use crate::accounts::visitor::{Visitor, signed_in_cookies};
use crate::error::Wrong;
use crate::pages::games::{GameLine, lines};
use crate::pages::{Forms, Frame, Page, page, words};
use crate::site::Site;
use crate::store::games::Wanted;
use crate::store::tokens::Token;
use crate::store::{now, tokens, uploads};

/// So many uploads are shown.
const UPLOADS: i64 = 30;
/// So many games are shown.
const GAMES: i64 = 10;

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage {
    frame: Frame,
    ranks: Vec<Rank>,
    contests: Vec<(String, String)>,
    uploads: Vec<UploadLine>,
    /// The newest games of all ladders.
    games: Vec<GameLine>,
    tokens: Vec<TokenLine>,
    /// A token that was made just now; it is shown once.
    new_token: Option<String>,
    wrong: Option<String>,
}

struct Rank {
    contest: String,
    contest_name: String,
    entry: i64,
    rank: usize,
    of: usize,
    rating: String,
    games: i64,
    provisional: bool,
}

struct TokenLine {
    id: i64,
    label: String,
    made: String,
    used: String,
    /// In so many days.
    ends_in: String,
}

struct UploadLine {
    id: i64,
    contest: String,
    file_name: String,
    ago: String,
    state: &'static str,
    plays: bool,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct TokenForm {
    token: String,
    #[serde(default)]
    label: String,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct DropForm {
    token: String,
    id: i64,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct PasswordForm {
    token: String,
    old: String,
    new: String,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/home", get(home))
        .route("/home/tokens", post(add_token))
        .route("/home/tokens/drop", post(drop_token))
        .route("/home/password", post(password))
}

async fn home(State(site): State<Arc<Site>>, visitor: Visitor) -> Page {
    if visitor.account.is_none() {
        return Ok(Redirect::to("/sign-in").into_response());
    }
    show(&site, &visitor, None, None).await
}

async fn show(site: &Site, visitor: &Visitor, new_token: Option<String>, wrong: Option<String>) -> Page {
    let account = visitor.signed_in()?;
    let standings = site.standings.all();
    let ranks: Vec<Rank> = standings
        .iter()
        .filter_map(|standing| {
            let row = standing.of_account(account.id)?;
            Some(Rank {
                contest: standing.contest.title.clone(),
                contest_name: standing.contest.name.clone(),
                entry: row.entry.id,
                rank: row.rank,
                of: standing.rows.len(),
                rating: words::rating(row.entry.rating),
                games: row.entry.games,
                provisional: row.entry.is_provisional(),
            })
        })
        .collect();
    let open = standings.iter().filter(|standing| standing.contest.takes_uploads(now()));
    let contests = open.map(|s| (s.contest.name.clone(), s.contest.title.clone())).collect();
    let plays = |upload: i64| {
        standings.iter().filter_map(|s| s.of_account(account.id)).any(|row| row.entry.upload == Some(upload))
    };
    let found = uploads::of_account(&site.store, account.id, UPLOADS).await?;
    let uploads = found
        .into_iter()
        .map(|upload| UploadLine {
            id: upload.id,
            contest: site.standings.get(upload.contest).map(|s| s.contest.title.clone()).unwrap_or_default(),
            ago: words::ago(upload.received, now()),
            state: upload.state.word(),
            plays: plays(upload.id),
            file_name: upload.file_name,
        })
        .collect();
    let tokens = tokens::of_account(&site.store, account.id).await?.into_iter().map(token_line).collect();
    let entries = ranks.iter().map(|rank| rank.entry);
    let games = newest(site, entries).await?;
    let frame = Frame::new(site, visitor, "Home");
    page(
        site,
        visitor,
        &HomePage { frame, ranks, contests, uploads, games, tokens, new_token, wrong },
        Forms::None,
    )
}

fn token_line(token: Token) -> TokenLine {
    let used = |used| format!("used {}", words::ago(used, now()));
    TokenLine {
        id: token.id,
        label: token.label,
        made: words::ago(token.made, now()),
        used: token.used.map_or_else(|| "never used".to_owned(), used),
        ends_in: words::days_until(token.expires, now()),
    }
}

/// The newest games of some entries, in one list.
async fn newest(site: &Site, entries: impl Iterator<Item = i64>) -> Result<Vec<GameLine>, Wrong> {
    let mut games = Vec::new();
    for entry in entries {
        let wanted = Wanted { entry: Some(entry), most: GAMES, ..Wanted::default() };
        games.extend((&lines(site, wanted).await?).into_iter().cloned());
    }
    games.sort_by_key(|game| std::cmp::Reverse(game.id));
    games.truncate(GAMES as usize);
    Ok(games)
}

async fn add_token(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<TokenForm>) -> Page {
    visitor.check_form(&site, &form.token)?;
    let account = visitor.signed_in()?;
    let label: String = form.label.trim().chars().filter(|c| !c.is_control()).take(60).collect();
    let label = if label.is_empty() { "command line".to_owned() } else { label };
    let word = secrets::word();
    let mut write = site.store.write().await?;
    tokens::add(&mut write, account.id, &secrets::hash(&word), &label).await?;
    write.commit().await?;
    show(&site, &visitor, Some(word), None).await
}

async fn drop_token(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<DropForm>) -> Page {
    visitor.check_form(&site, &form.token)?;
    let account = visitor.signed_in()?;
    let mut write = site.store.write().await?;
    tokens::drop_one(&mut write, account.id, form.id).await?;
    write.commit().await?;
    Ok(Redirect::to("/home").into_response())
}

async fn password(State(site): State<Arc<Site>>, visitor: Visitor, Form(form): Form<PasswordForm>) -> Page {
    visitor.check_form(&site, &form.token)?;
    let account = visitor.signed_in()?;
    match sign::change(&site, account.id, form.old, form.new, &visitor.origin()).await {
        Ok(signed) => {
            let mut response = Redirect::to("/home").into_response();
            for cookie in signed_in_cookies(&site, &signed) {
                response.headers_mut().append(header::SET_COOKIE, cookie);
            }
            Ok(response)
        }
        Err(Wrong::Bad(wrong)) => show(&site, &visitor, None, Some(wrong)).await,
        Err(other) => Err(other),
    }
}
