//! The interface for programs: JSON under `/api/v1`, signed in by personal tokens, and what operators watch.
//!
//! The same facts as on the pages, from the same places; errors are `{"error": "one sentence"}` with the page's status.

mod caller;
mod contests;
mod days;
mod finals;
mod games;
mod health;
pub(crate) mod metrics;
mod openapi;
mod uploads;
mod wrong;

use std::sync::Arc;

use axum::Router;

use crate::site::Site;

/// All of it.
pub(crate) fn router() -> Router<Arc<Site>> {
    Router::new()
        .merge(health::router())
        .merge(metrics::router())
        .merge(openapi::router())
        .merge(contests::router())
        .merge(finals::router())
        .merge(days::router())
        .merge(games::router())
        .merge(uploads::router())
}
