//! The organiser's pages: contests and their settings, who is on a ladder, people, the queue and
//! what was given up of it, results to take away, uploads that are alike, and disputes.

pub(super) mod contest;
pub(super) mod contests;
pub(super) mod dispute;
mod export;
pub(super) mod given_up;
pub(super) mod house;
pub(super) mod people;
mod plagiarism;
pub(super) mod rules;

use std::sync::Arc;

use axum::Router;

use crate::error::Wrong;
use crate::site::Site;
use crate::tournament::standing::Standing;

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .merge(contests::router())
        .merge(contest::router())
        .merge(given_up::router())
        .merge(house::router())
        .merge(people::router())
        .merge(rules::router())
        .merge(export::router())
        .merge(plagiarism::router())
        .merge(dispute::router())
}

/// The contest of this name.
fn named(site: &Site, name: &str) -> Result<Arc<Standing>, Wrong> {
    site.standings.named(name).ok_or_else(|| Wrong::NotFound(format!("contest {name}")))
}
