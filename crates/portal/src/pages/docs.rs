//! The handbook: rules, the protocol, how to write a bot, starter files to download.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;
use axum::routing::get;
use croupier_games::list;

use super::{Forms, Frame, Page, page};
use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::handbook::{self, Starter};
use crate::site::Site;

#[derive(Template)]
#[template(path = "docs.html")]
struct IndexPage {
    frame: Frame,
    games: Vec<(&'static str, &'static str, &'static str, Vec<Starter>)>,
    languages: Vec<(String, String)>,
}

#[derive(Template)]
#[template(path = "chapter.html")]
struct ChapterPage {
    frame: Frame,
    html: &'static str,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/docs", get(index))
        .route("/docs/starters/{*path}", get(starter))
        .route("/docs/{*address}", get(chapter))
}

async fn index(State(site): State<Arc<Site>>, visitor: Visitor) -> Page {
    let languages = handbook::chapters().iter().filter(|(address, _)| address.starts_with("languages/"));
    let template = IndexPage {
        frame: Frame::new(&site, &visitor, "Handbook"),
        games: list::ALL
            .iter()
            .map(|about| (about.name, about.title, about.tagline, handbook::starters_of(about.name)))
            .collect(),
        languages: languages.map(|(address, chapter)| (address.clone(), chapter.title.clone())).collect(),
    };
    page(&site, &visitor, &template, Forms::None)
}

async fn chapter(State(site): State<Arc<Site>>, visitor: Visitor, Path(address): Path<String>) -> Page {
    let chapter = handbook::chapters().get(&address);
    let chapter = chapter.ok_or_else(|| Wrong::NotFound(format!("page {address} in the handbook")))?;
    let frame = Frame::new(&site, &visitor, &chapter.title);
    page(&site, &visitor, &ChapterPage { frame, html: &chapter.html }, Forms::None)
}

async fn starter(Path(path): Path<String>) -> Page {
    let bytes = handbook::starter(&path).ok_or_else(|| Wrong::NotFound(format!("starter file {path}")))?;
    let name = path.rsplit('/').next().unwrap_or("bot");
    let attachment = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8")),
        (header::CONTENT_DISPOSITION, attachment.map_err(|error| Wrong::Trouble(error.to_string()))?),
    ];
    Ok((headers, bytes).into_response())
}
