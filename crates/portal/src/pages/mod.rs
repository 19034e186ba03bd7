//! The pages: one file each, with its own router and template. All of them can be read without script.

pub(crate) mod assets;
pub(crate) mod calendar;
mod docs;
pub(crate) mod download;
mod events;
mod finals;
mod frame;
mod front;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzzed;
mod game;
mod games;
mod headers;
mod home;
mod ladder;
pub(crate) mod luck;
mod organise;
mod play;
pub(crate) mod player;
mod shared;
mod sign;
pub(crate) mod status;
pub(crate) mod taken;
mod terms;
mod upload;
mod viewer;
mod words;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};

pub(crate) use frame::{Forms, Frame, page};
pub(crate) use game::sees;
pub(crate) use games::Eyes;
pub(crate) use shared::{Names, Shared};
pub(crate) use upload::read as read_upload;

use crate::api;
use crate::error::Wrong;
use crate::reception::watch_requests;
use crate::site::Site;

/// A form is at most so large; those for uploads say so themselves.
const FORM_BYTES: usize = 256 << 10;

/// What a page gives.
pub(crate) type Page = Result<axum::response::Response, Wrong>;

/// All pages and the interface for programs.
pub(crate) fn router(site: &Arc<Site>) -> Router {
    Router::new()
        .merge(front::router())
        .merge(ladder::router())
        .merge(finals::router())
        .merge(luck::router())
        .merge(games::router())
        .merge(game::router())
        .merge(viewer::router())
        .merge(organise::router())
        .merge(docs::router())
        .merge(play::router())
        .merge(player::router())
        .merge(sign::router())
        .merge(home::router())
        .merge(upload::router())
        .merge(status::router())
        .merge(events::router())
        .merge(assets::router())
        .merge(api::router())
        .fallback(|| async { Wrong::NotFound("such page".to_owned()) })
        .layer(DefaultBodyLimit::max(FORM_BYTES))
        .layer(from_fn(headers::add))
        .layer(from_fn_with_state(Arc::clone(site), watch_requests))
        .layer(from_fn(api::metrics::count))
        .with_state(Arc::clone(site))
}
