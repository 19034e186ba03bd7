//! What bots outside this process need: a cell, patience, a place for their logs.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use croupier_arena::plan::Limits;
use croupier_arena::{Bot, Outside};
use croupier_games::Game;
use croupier_hosts::Kits;
use croupier_hosts::cell::{Cell, Guard};
use croupier_record::{BOT_LOGS, Instances};

use crate::failure::Failure;

/// Says on standard error what a busy machine did to bots, where it did, or that nobody could tell. `own` is all their
/// own time.
pub(crate) fn tell_of_waiting(outside: &Outside, own: Duration) {
    let load = &outside.patience.load;
    if let Some(share) = load.share(own) {
        eprintln!(
            "bots waited for a processor for {:.0} % of their time ({:.1} s), since the machine was busy; it was not \
             counted against them",
            share * 100.0,
            load.waited().as_secs_f64()
        );
    }
    let untold = |cell: &Arc<Cell>| !cell.protection().holds(Guard::Waiting);
    if outside.cell.as_ref().is_some_and(untold) {
        eprintln!(
            "this system does not tell how long bots wait for a processor; if the machine was busy, some may have been \
             late for that"
        );
    }
}

/// What these bots need; nothing where all of them play in this process.
pub(crate) fn outside<G: Game>(
    bots: &[Bot],
    kits: &Kits,
    limits: &Limits,
    instances: Instances,
    out: Option<&Path>,
) -> Result<Option<Outside>, Failure> {
    let logs = out.map(|folder| folder.join(BOT_LOGS));
    Outside::of::<G>(bots, kits, limits, instances, logs).map_err(Failure::BadInput)
}
