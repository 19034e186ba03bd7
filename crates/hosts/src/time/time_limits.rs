//! What a bot may use of time, and how often it may be started.

use std::time::Duration;

use crate::interrupt::Interrupt;
use crate::time::load::Load;

/// What a bot may use of time, and how often it may be started.
#[derive(Debug, Clone)]
pub struct TimeLimits {
    /// For one answer.
    pub per_move: Duration,
    /// For all answers of a game, on the clock, where that is limited.
    pub per_game: Option<Duration>,
    /// For loading, until its hello.
    pub loading: Duration,
    /// How often it may be started again after it ended.
    pub restarts: u32,
    /// Of its own processor time for a thousand games, where the game limits that.
    pub per_thousand_games: Option<Duration>,
    /// Ends every wait for it from outside.
    pub interrupt: Interrupt,
    /// Where it is added up how long bots wait for a processor.
    pub load: Load,
}
