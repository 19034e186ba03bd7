//! What is somebody's own: signing in, their page, what they send and how it stands.

pub(super) mod home;
pub(super) mod sign;
pub(crate) mod status;
pub(super) mod upload;

use std::sync::Arc;

use axum::Router;

use crate::site::Site;

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().merge(sign::router()).merge(home::router()).merge(upload::router()).merge(status::router())
}
