//! What came of a session.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use croupier_arena::{Bot, Ended, Outside};
use croupier_hosts::cell::{Cell, Guard};
use croupier_record::Header;
use croupier_stats::{Standings, Tally};

use crate::early_stop::Reason;

/// What came of a session.
#[derive(Debug)]
pub struct Outcome {
    /// What was planned: the head of the record.
    pub header: Header,
    /// Who came in where, and how sure that is.
    pub standings: Standings,
    /// What they are made of.
    pub tally: Tally,
    /// Whether it came to its end.
    pub ended: Ended,
    /// Games that are finished and not counted yet: they are kept for the run that goes on.
    pub kept: u64,
    /// The folder with record and logs, where there is one.
    pub out: Option<PathBuf>,
    /// Why it ended here, where that depended on the results.
    pub reason: Option<Reason>,
    /// What a busy machine did to bots outside this process, where there were any.
    pub waiting: Option<ProcessorWait>,
}

/// How long bots outside this process waited for a processor: it was not counted against them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProcessorWait {
    /// Which part of their time, where it is worth telling.
    pub share: Option<f64>,
    /// How long in all.
    pub waited: Duration,
    /// Whether the system tells how long bots wait.
    pub is_told: bool,
}

impl ProcessorWait {
    /// How long these bots waited in all their games.
    pub(crate) fn of(outside: &Outside, bots: &[Bot], tally: &Tally) -> Self {
        let asked = bots.iter().zip(tally.entrants()).filter(|(bot, _)| bot.needs_cell());
        let own = Duration::from_micros(asked.map(|(_, entrant)| entrant.thought.micros).sum());
        let load = &outside.time_limits.load;
        let told = |cell: &Arc<Cell>| cell.protection().holds(Guard::Waiting);
        Self {
            share: load.share(own),
            waited: load.waited(),
            is_told: outside.cell.as_ref().is_none_or(told),
        }
    }
}
