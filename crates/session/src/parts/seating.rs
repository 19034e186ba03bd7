//! Bots that sit down at a table for a game or a batch: what those outside this process need, and the
//! processor that they share with it.

use std::path::PathBuf;

use croupier_arena::plan::Limits;
use croupier_arena::{Bot, CannotPlay, Crew, Lane, Outside};
use croupier_games::Game;
use croupier_hosts::{Runtimes, pin_to};
use croupier_record::Instances;

use crate::error::SessionError;

/// Who sits down, and what they get.
pub(crate) struct Seating<'a> {
    /// The field; those who are not at this table are empty chairs.
    pub(crate) bots: &'a [Bot],
    /// Their names.
    pub(crate) names: &'a [String],
    /// How many sit at the table.
    pub(crate) seats: usize,
    /// How long an instance of a bot lives.
    pub(crate) instances: Instances,
    /// What runs bots outside this process.
    pub(crate) runtimes: &'a Runtimes,
    /// What bots may use.
    pub(crate) limits: &'a Limits,
    /// Where what they print is kept.
    pub(crate) logs: Option<PathBuf>,
    /// The processor that the table shares with bots outside this process.
    pub(crate) core: Option<usize>,
}

impl Seating<'_> {
    /// Seats them; says, too, whether anybody plays outside this process.
    pub(crate) fn crew<G: Game>(self, options: &G::Options) -> Result<(Crew<G>, bool), SessionError> {
        let outside = Outside::of::<G>(self.bots, self.runtimes, self.limits, self.instances, self.logs)
            .map_err(SessionError::NoCell)?;
        let core = self.core.filter(|_| outside.is_some());
        if let Some(core) = core {
            pin_to(core);
        }
        let lane = Lane { number: 0, core };
        let crew = Crew::seat(self.bots, self.names, self.seats, options, outside.as_ref(), lane);
        Ok((crew.map_err(CannotPlay::from)?, outside.is_some()))
    }
}
