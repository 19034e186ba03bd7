//! Whether the site is well.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Serialize;

use super::call::Call;
use crate::error::Wrong;
use crate::site::Site;
use crate::store::games;

/// How the site is.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct HealthJson {
    ok: bool,
    games: i64,
    contests: usize,
}

pub(super) fn calls() -> Vec<Call> {
    vec![Call::get::<HealthJson, _, _>("/healthz", "Whether the site is well.", health)]
}

async fn health(State(site): State<Arc<Site>>) -> Result<Json<HealthJson>, Wrong> {
    let games = games::count(&site.store).await?;
    Ok(Json(HealthJson { ok: true, games, contests: site.standings.all().len() }))
}
