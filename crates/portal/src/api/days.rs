//! The ladders' luck for programs: the hash of each day's secret, and the secret of every day that is over.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::call::Call;
use super::wrong::Refused;
use crate::pages::luck::before;
use crate::site::Site;
use crate::store::days::{self, DayRow};

/// So many days are listed at once.
const LISTED: i64 = 50;

/// A day of the ladders, all contests together.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DayJson {
    /// The day, `2026-11-16`, from midnight to midnight in UTC.
    day: String,
    /// When its secret was drawn, and its hash published.
    begun: i64,
    /// Deals that were made from it.
    games: i64,
    /// The hash of its secret.
    commitment: String,
    /// The secret, once the day is over and its last game is played.
    secret: Option<String>,
}

/// Which days a list wants.
#[derive(Debug, Deserialize, JsonSchema)]
struct DaysQuery {
    #[schemars(description = "only days before this one: for going back, page by page")]
    #[serde(default)]
    before: Option<String>,
}

pub(super) fn calls() -> Vec<Call> {
    vec![Call::get::<Vec<DayJson>, _, _>(
        "/api/v1/days",
        "The newest fifty days of the ladders: the hash of each day's secret, and those that are opened.",
        all,
    )]
}

async fn all(
    State(site): State<Arc<Site>>,
    Query(asked): Query<DaysQuery>,
) -> Result<Json<Vec<DayJson>>, Refused> {
    let found = days::list(&site.store, &*site.queue, before(asked.before.as_deref())?, LISTED).await?;
    Ok(Json(found.iter().map(shown).collect()))
}

fn shown(row: &DayRow) -> DayJson {
    DayJson {
        day: row.day.to_string(),
        begun: row.begun,
        games: row.games,
        commitment: row.commitment.to_string(),
        secret: row.opened.map(String::from),
    }
}
