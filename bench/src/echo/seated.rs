//! One bot of the echo at its table, with what both have used of the processor.

use std::sync::Arc;
use std::time::Duration;

use croupier_arena::Bot;
use croupier_games::Game;
use croupier_hosts::cell::Cell;
use croupier_hosts::http::{HttpSetting, Lobby, seat_http};
use croupier_hosts::{BotLog, BotProcess, Foreign, Interrupt, Load, Patience, hello};
use croupier_record::{Instances, Player};

use crate::clock;

const LIMIT: Duration = Duration::from_secs(10);

/// A bot in a cell, or one behind a url, whose server is a thread of this process.
pub(super) enum Seated<G: Game> {
    Caged(Box<Foreign<G>>),
    Web(Box<dyn Player<G>>),
}

impl<G: Game> Seated<G> {
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
        let patience = Patience {
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
                let process = BotProcess::new(launch, Arc::clone(cell), patience.clone(), log, hello, core);
                Ok(Self::Caged(Box::new(Foreign::new(Box::new(process), &patience))))
            }
            Bot::Http(bot) => {
                let setting = HttpSetting { bot, name, patience, log, lobby: Lobby::default() };
                seat_http::<G>(setting, seats, options, Instances::default())
                    .map(Self::Web)
                    .map_err(|error| error.to_string())
            }
            other => Err(format!("{other:?} cannot be an echo")),
        }
    }

    /// Who is asked.
    pub(super) fn player(&mut self) -> &mut dyn Player<G> {
        match self {
            Self::Caged(foreign) => &mut **foreign,
            Self::Web(player) => &mut **player,
        }
    }

    /// The processor time of this process and of the bot so far.
    pub(super) fn used(&self) -> Duration {
        let bot = match self {
            Self::Caged(foreign) => foreign.processor_time(),
            Self::Web(_) => Duration::ZERO,
        };
        clock::process_time() + bot
    }
}
