//! The head of a record, built in one way: that of a tournament from its layout, that of one game from who
//! plays it, both with the conditions under which bots play.

use croupier_arena::Schedule;
use croupier_arena::plan::Limits;
use croupier_games::list;
use croupier_hosts::packages::PackageList;
use croupier_record::{Entrant, Header, Instances, Origin};
use serde_json::Value;

use crate::error::SessionError;
use crate::layout::Layout;

/// Under which conditions bots play, as a record's head tells it.
#[derive(Debug, Clone, Copy)]
pub struct Conditions<'a> {
    /// How long an instance of a bot lives.
    pub instances: Instances,
    /// What bots may use.
    pub limits: &'a Limits,
    /// The packages that they may use.
    pub packages: Option<&'a PackageList>,
}

impl Conditions<'_> {
    fn told_in(&self, header: Header) -> Result<Header, SessionError> {
        if self.limits.move_ms == Some(0) {
            return Err(SessionError::NoTime);
        }
        let limits = serde_json::to_value(self.limits)
            .map_err(|error| SessionError::Options { game: header.game.clone(), error })?;
        Ok(Header {
            instances: self.instances,
            limits: Some(limits),
            packages: self.packages.map(PackageList::hash),
            ..header
        })
    }
}

/// The head of a record of one game among all of these, with options that are complete.
pub fn game_header(
    game: &str,
    options: Value,
    origin: Origin,
    entrants: Vec<Entrant>,
    conditions: &Conditions<'_>,
) -> Result<Header, SessionError> {
    conditions.told_in(Header::new(list::about(game)?, options, origin, entrants))
}

impl Layout {
    /// The head of its tournament's record, with options that are complete. What is neither part of the
    /// layout nor of the conditions is as usual: one lane, no drawn moves, no files for single games.
    pub fn header(
        &self,
        schedule: &Schedule,
        options: Value,
        origin: Origin,
        entrants: Vec<Entrant>,
        conditions: &Conditions<'_>,
    ) -> Result<Header, SessionError> {
        self.check()?;
        conditions.told_in(Header {
            seats: schedule.seats(),
            games: schedule.games(self.games),
            games_per_deal: schedule.games_per_deal(),
            design: self.design,
            until: self.until,
            tolerance: self.tolerance,
            ..Header::new(self.about, options, origin, entrants)
        })
    }
}
