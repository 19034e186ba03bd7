//! One bot of the echo at its table, with what both have used of the processor.

use std::sync::Arc;
use std::time::Duration;

use croupier_arena::Bot;
use croupier_games::Game;
use croupier_hosts::cell::Cell;
use croupier_hosts::http::{CrewShared, HttpSetting, seat_http};
use croupier_hosts::{
    Account, BotLog, BotSetting, Interrupt, Load, ProcessConnector, RemoteBot, RemotePlayer, TimeLimits,
    hello,
};
use croupier_record::{Instances, Player};

use crate::clock;

const LIMIT: Duration = Duration::from_secs(10);

/// A bot in a cell, or one behind a url, whose server is a thread of this process.
pub(super) enum EchoBot<G: Game> {
    Process(Box<RemotePlayer<G>>),
    Web(Box<dyn Player<G>>),
}

impl<G: Game> EchoBot<G> {
    /// Seats a bot that runs on this processor.
    pub(super) fn new(
        bot: Bot,
        cell: &Arc<Cell>,
        seats: usize,
        options: &G::Options,
        core: Option<usize>,
    ) -> Result<Self, String> {
        let log = BotLog::create(None).map_err(|error| error.to_string())?;
        let name = "echo".to_owned();
        let time_limits = TimeLimits {
            per_move: LIMIT,
            per_game: None,
            loading: LIMIT,
            restarts: 0,
            per_thousand_games: None,
            interrupt: Interrupt::default(),
            load: Load::default(),
        };
        match bot {
            Bot::Foreign(launch) => {
                let hello = hello::<G>(&name, seats, options, Instances::default())
                    .map_err(|error| error.to_string())?;
                let connector = Box::new(ProcessConnector::new(launch, Arc::clone(cell), core));
                let setting = BotSetting { hello, time_limits, log, account: Account::default() };
                Ok(Self::Process(Box::new(RemotePlayer::new(RemoteBot::new(connector, setting)))))
            }
            Bot::Http(bot) => {
                let setting = HttpSetting { bot, name, time_limits, log, shared: CrewShared::default() };
                seat_http::<G>(setting, seats, options, Instances::default())
                    .map(|player| Self::Web(Box::new(player)))
                    .map_err(|error| error.to_string())
            }
            other => Err(format!("{other:?} cannot be an echo")),
        }
    }

    /// Who is asked.
    pub(super) fn player(&mut self) -> &mut dyn Player<G> {
        match self {
            Self::Process(player) => &mut **player,
            Self::Web(player) => &mut **player,
        }
    }

    /// The processor time of this process and of the bot so far.
    pub(super) fn used(&self) -> Duration {
        let bot = match self {
            Self::Process(player) => player.used(),
            Self::Web(_) => Duration::ZERO,
        };
        clock::process_time() + bot
    }
}
