//! What bots outside this process need: a cell, patience, a place for their logs.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use croupier_arena::plan::Limits;
use croupier_arena::{Bot, GAMES_AT_ONCE, Outside};
use croupier_games::Game;
use croupier_hosts::{Kits, Patience};
use croupier_record::{BOT_LOGS, Instances};

use crate::failure::Failure;

/// What these bots need; nothing where all of them play in this process.
pub(crate) fn outside<G: Game>(
    bots: &[Bot],
    kits: &Kits,
    limits: &Limits,
    instances: Instances,
    out: Option<&Path>,
) -> Result<Option<Outside>, Failure> {
    if !bots.iter().any(Bot::is_foreign) {
        return Ok(None);
    }
    let cell = match bots.iter().any(Bot::needs_cell) {
        true => Some(Arc::clone(kits.cell().map_err(Failure::BadInput)?)),
        false => None,
    };
    let patience = Patience {
        per_move: Duration::from_millis(limits.move_ms.unwrap_or(G::ABOUT.move_ms)),
        per_game: limits.match_ms.map(Duration::from_millis),
        loading: Duration::from_millis(limits.load_ms),
        restarts: limits.restarts,
        per_thousand_games: G::ABOUT.ms_per_thousand_games.map(Duration::from_millis),
    };
    let logs = out.map(|folder| folder.join(BOT_LOGS));
    Ok(Some(Outside { cell, patience, instances, at_once: GAMES_AT_ONCE, logs }))
}
