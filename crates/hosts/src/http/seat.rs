//! Seats a bot behind a url: by the interface of the game's original where it has one, by the protocol
//! elsewhere.

use std::sync::Arc;

use croupier_games::Game;
use croupier_record::Instances;

use crate::channel::{Channel, Connector, Failure};
use crate::http::bot::HttpBot;
use crate::http::channel::HttpChannel;
use crate::http::originals;
use crate::http::poll_set::PollSet;
use crate::life::{Account, BotSetting, RemoteBot};
use crate::log::BotLog;
use crate::remote::{RemotePlayer, hello};
use crate::time::clocks::Clocks;
use crate::time::time_limits::TimeLimits;

/// What the seats of one crew share.
#[derive(Debug, Clone, Default)]
pub struct CrewShared {
    /// Their connections.
    pub poll_set: Arc<PollSet>,
    /// Their clocks, and those of others at the same tables.
    pub clocks: Arc<Clocks>,
}

/// What a bot needs to be seated.
#[derive(Debug)]
pub struct HttpSetting {
    /// Which bot.
    pub bot: Arc<HttpBot>,
    /// What it is called here.
    pub name: String,
    /// How much time it has.
    pub time_limits: TimeLimits,
    /// Where its failures are told.
    pub log: BotLog,
    /// What it shares with the others of its crew.
    pub shared: CrewShared,
}

/// Seats a bot behind a url.
pub fn seat_http<G: Game>(
    setting: HttpSetting,
    seats: usize,
    options: &G::Options,
    instances: Instances,
) -> serde_json::Result<RemotePlayer<G>> {
    let HttpSetting { bot, name, time_limits, log, shared } = setting;
    let hello = hello::<G>(&name, seats, options, instances)?;
    let connector = Box::new(HttpConnector {
        bot,
        name: name.clone(),
        shared: shared.clone(),
        original: originals::of(G::ABOUT.name),
    });
    let setting = BotSetting { hello, time_limits, log, account: Account::default() };
    Ok(RemotePlayer::new(RemoteBot::new(connector, setting)).with_clock(&shared.clocks, &name))
}

struct HttpConnector {
    bot: Arc<HttpBot>,
    name: String,
    shared: CrewShared,
    original: Option<originals::Original>,
}

impl Connector for HttpConnector {
    fn connect(&mut self, setting: &BotSetting) -> Result<Box<dyn Channel>, Box<Failure>> {
        let accept = self.original.map_or("application/json", |original| original.accept);
        let BotSetting { time_limits, log, .. } = setting;
        let channel = HttpChannel::new(&self.bot, &self.shared.poll_set, accept, &time_limits.interrupt, log);
        Ok(match self.original {
            Some(original) => (original.channel)(channel, &self.shared.clocks, &self.name),
            None => Box::new(channel),
        })
    }
}
