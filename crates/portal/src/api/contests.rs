//! Contests and ladders for programs.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::call::Call;
use super::wrong::Refused;
use crate::error::Wrong;
use crate::site::Site;
use crate::store::now;
use crate::tournament::standing::{Row, Standing};

/// A contest.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ContestJson {
    name: String,
    title: String,
    game: String,
    seats: i64,
    takes_uploads: bool,
    played: bool,
    opens: Option<i64>,
    closes: Option<i64>,
    /// The kinds of bots that are taken; empty for all.
    languages: Vec<String>,
    /// The game's options, and what bots may use.
    options: Value,
    limits: Value,
    players: usize,
    games: i64,
}

/// A line of a ladder.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct RowJson {
    rank: usize,
    best_rank: usize,
    worst_rank: usize,
    entry: i64,
    name: String,
    house: bool,
    rating: f64,
    low: f64,
    high: f64,
    games: i64,
    wins: f64,
    faults: i64,
    out: Option<String>,
    /// Whether its bot has played too few games to be told from luck.
    provisional: bool,
}

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::get::<Vec<ContestJson>, _, _>(
            "/api/v1/contests",
            "All contests, with their times and how many play.",
            all,
        ),
        Call::get::<Vec<RowJson>, _, _>(
            "/api/v1/contests/{contest}/ladder",
            "The ladder of a contest, the best first.",
            ladder,
        ),
    ]
}

async fn all(State(site): State<Arc<Site>>) -> Json<Vec<ContestJson>> {
    Json(site.standings.all().iter().map(|standing| contest(standing)).collect())
}

async fn ladder(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
) -> Result<Json<Vec<RowJson>>, Refused> {
    let standing = site.standings.named(&name).ok_or_else(|| Wrong::NotFound(format!("contest {name}")))?;
    Ok(Json(standing.rows.iter().map(row).collect()))
}

fn contest(standing: &Standing) -> ContestJson {
    let contest = &standing.contest;
    ContestJson {
        name: contest.name.clone(),
        title: contest.title.clone(),
        game: contest.game.clone(),
        seats: contest.seats,
        takes_uploads: contest.takes_uploads(now()),
        played: contest.is_played(now()),
        languages: contest.languages.split(',').filter(|word| !word.is_empty()).map(str::to_owned).collect(),
        options: serde_json::from_str(&contest.options).unwrap_or_default(),
        limits: serde_json::from_str(&contest.limits).unwrap_or_default(),
        opens: contest.opens,
        closes: contest.closes,
        players: standing.rows.len(),
        games: standing.games,
    }
}

fn row(row: &Row) -> RowJson {
    RowJson {
        rank: row.rank,
        best_rank: row.ranks.0,
        worst_rank: row.ranks.1,
        entry: row.entry.id,
        name: row.entry.name.clone(),
        house: row.entry.house.is_some(),
        rating: row.entry.rating,
        low: row.interval.0,
        high: row.interval.1,
        games: row.entry.games,
        wins: row.entry.wins,
        faults: row.entry.faults,
        out: row.entry.out_of.clone(),
        provisional: row.entry.is_provisional(),
    }
}
