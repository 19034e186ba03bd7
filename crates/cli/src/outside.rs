//! What bots outside this process need: a sandbox, time limits, a place for their logs.

use std::path::Path;

use croupier_arena::plan::Limits;
use croupier_arena::{Bot, Outside};
use croupier_games::Game;
use croupier_hosts::Runtimes;
use croupier_record::{BOT_LOGS, Instances};

use crate::failure::Failure;

/// What these bots need; nothing where all of them play in this process.
pub(crate) fn outside<G: Game>(
    bots: &[Bot],
    runtimes: &Runtimes,
    limits: &Limits,
    instances: Instances,
    out: Option<&Path>,
) -> Result<Option<Outside>, Failure> {
    let logs = out.map(|folder| folder.join(BOT_LOGS));
    Outside::of::<G>(bots, runtimes, limits, instances, logs)
        .map_err(|none| Failure::BadInput(none.to_string()))
}
