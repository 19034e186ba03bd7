//! Finals for programs: their plan, how far they are, and their standings. The record is at
//! `/finals/{id}/record`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use schemars::JsonSchema;
use serde::Serialize;

use super::call::Call;
use super::wrong::Refused;
use crate::error::Wrong;
use crate::site::Site;
use crate::store::finals::{self, Final};

/// A final, closed tournament.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FinalJson {
    id: i64,
    design: String,
    until: String,
    /// The seed that the organiser gave, once it ended: who knows it knows all cards.
    seed: Option<u64>,
    /// The hash of the secret that all luck grows from, from the beginning; the record has the secret.
    commitment: Option<String>,
    /// Who plays, in the order of the record.
    field: Vec<String>,
    begun: i64,
    ended: Option<i64>,
    /// Games planned, at most; and games that are played, or that count once it ended.
    planned: u64,
    games: i64,
    /// Why it ended.
    reason: Option<String>,
    /// The standings as text, once it ended.
    standings: Option<String>,
    record: Option<String>,
}

pub(super) fn calls() -> Vec<Call> {
    vec![Call::get::<Vec<FinalJson>, _, _>(
        "/api/v1/contests/{contest}/finals",
        "The finals of a contest, the newest first: plan, progress, standings.",
        all,
    )]
}

async fn all(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
) -> Result<Json<Vec<FinalJson>>, Refused> {
    let standing = site.standings.named(&name).ok_or_else(|| Wrong::NotFound(format!("contest {name}")))?;
    let mut all = Vec::new();
    for played in finals::of_contest(&site.store, standing.contest.id).await? {
        let games = match played.games {
            Some(games) => games,
            None => finals::unbroken(&site.store, &played).await?,
        };
        all.push(shown(played, games));
    }
    Ok(Json(all))
}

fn shown(played: Final, games: i64) -> FinalJson {
    FinalJson {
        id: played.id,
        design: played.header.design.to_string(),
        until: played.header.until.name().to_owned(),
        seed: played.header.origin.number().filter(|_| played.ended.is_some()),
        commitment: played.header.origin.commitment().map(String::from),
        field: played.field.into_iter().map(|seated| seated.name).collect(),
        begun: played.begun,
        ended: played.ended,
        planned: played.header.games,
        games,
        reason: played.reason,
        standings: played.standings,
        record: played.ended.map(|_| format!("/finals/{}/record", played.id)),
    }
}
