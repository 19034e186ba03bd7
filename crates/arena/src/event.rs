//! What a tournament hands on: games in order, with their part of the standings.

use croupier_record::{Block, TimeSheet};
use croupier_stats::Tally;

/// Some consecutive games, played.
#[derive(Debug)]
pub struct Batch {
    /// The games for the record.
    pub block: Block,
    /// What they add to the standings.
    pub tally: Tally,
    /// How long everyone thought; empty unless times are taken.
    pub times: TimeSheet,
}
