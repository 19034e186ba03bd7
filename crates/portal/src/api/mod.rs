//! The interface for programs: JSON under `/api/v1`, signed in by personal tokens, and what operators watch.

mod health;

use std::sync::Arc;

use axum::Router;

use crate::site::Site;

/// All of it.
pub(crate) fn router() -> Router<Arc<Site>> {
    Router::new().merge(health::router())
}
