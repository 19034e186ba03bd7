//! The pages: one file each, with its own router and template. All of them can be read without script.

mod account;
mod docs;
mod events;
mod finals;
mod front;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzzing_forms;
pub(crate) mod games;
mod ladder;
pub(crate) mod luck;
mod organise;
mod parts;
mod play;
pub(crate) mod player;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};

pub(crate) use account::status::stage_record;
pub(crate) use account::upload::read as read_upload;
pub(crate) use games::{Eyes, download, sees};
pub(crate) use parts::frame::{Forms, Frame, page};
pub(crate) use parts::shared::{Names, Shared};
pub(crate) use parts::{assets, attachment, calendar};
use parts::{headers, terms, words};

use crate::api;
use crate::connections::watch_requests;
use crate::error::Wrong;
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
        .merge(organise::router())
        .merge(docs::router())
        .merge(play::router())
        .merge(player::router())
        .merge(account::router())
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
