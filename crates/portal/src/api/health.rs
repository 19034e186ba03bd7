//! Whether the site is well.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::error::Wrong;
use crate::site::Site;
use crate::store::games;

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/healthz", get(health))
}

async fn health(State(site): State<Arc<Site>>) -> Result<Json<Value>, Wrong> {
    let games = games::count(&site.store).await?;
    Ok(Json(json!({ "ok": true, "games": games, "contests": site.standings.all().len() })))
}
