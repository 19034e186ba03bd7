//! Questions of an earlier run, asked again so that a bot which was started anew knows its earlier games.
//!
//! Whether a bot is quick enough was decided then, and stands in the record: it takes the time it takes, up to an end that
//! keeps a bot which hangs from holding everybody up.

use std::time::Duration;

use croupier_record::{Fault, FaultKind, Pace};

use super::hearing::{DID_NOT_READ, UNREAD};
use super::{BotProcess, State};

/// What an answer may take of a bot's own time that it gave in time before, and in limits where that is more.
const UNHURRIED: Duration = Duration::from_secs(60);
const LIMITS_UNHURRIED: u32 = 10;

impl BotProcess {
    pub(crate) fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
    }

    /// What a message and its answer may take now.
    pub(super) fn allowed(&self) -> Duration {
        let limit = self.patience.per_move;
        match self.pace {
            Pace::Limited | Pace::LateThen => limit,
            Pace::Unhurried => UNHURRIED.max(limit.saturating_mul(LIMITS_UNHURRIED)),
        }
    }

    /// What came of a fault then comes of it now, too.
    pub(crate) fn failed_then(&mut self, fault: &Fault) {
        match fault.kind {
            FaultKind::Disqualified if !matches!(self.state, State::Out(_)) => self.put_out(&fault.message),
            FaultKind::Late if fault.message.starts_with(DID_NOT_READ) => {
                self.end(UNREAD);
            }
            FaultKind::Late => self.count_late(),
            _ => {}
        }
    }
}
