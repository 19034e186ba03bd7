//! Finished games: the list of them, one with its story, its turns drawn one by one, and records to
//! take away.

pub(crate) mod download;
mod game;
pub(super) mod list;
pub(super) mod viewer;

use std::sync::Arc;

use axum::Router;

pub(crate) use game::{GameStory, sees};
pub(crate) use list::{Eyes, GameLines};
pub(super) use list::{GameLine, lines};

use crate::site::Site;

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().merge(list::router()).merge(game::router()).merge(viewer::router())
}
