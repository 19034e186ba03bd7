//! The bots of a lane, and how each of them is seated: as often as it is needed, every time in a process, a
//! `/tmp` or a WebAssembly store of its own.
//!
//! What belongs to the bot and not to one of its processes is kept here: its log, and the account of all that
//! it used.

use std::sync::Arc;

use croupier_bots::house;
use croupier_games::Game;
use croupier_hosts::http::{CrewShared, HttpBot, HttpSetting, seat_http};
use croupier_hosts::{
    Account, Batcher, BotLog, BotSetting, Inside, Launch, ProcessConnector, RemoteBot, RemotePlayer, hello,
    hello_to_group,
};
use croupier_record::{EntrantId, Player, bot_log_name};

use crate::clocked::Clocked;
use crate::crew::absent::Absent;
use crate::crew::{Bot, Crew, EarlierPrints, Lane, NoCrew, Outside};

/// The bots of a lane.
pub(crate) struct Lineup<'a, G: Game> {
    pub(crate) bots: &'a [Bot],
    names: &'a [String],
    seats: usize,
    options: &'a G::Options,
    outside: Option<&'a Outside>,
    lane: Lane,
    shared: CrewShared,
    kept: Vec<Kept>,
}

/// What all processes of a bot have in common.
struct Kept {
    /// `None` for players of the house, who print nothing.
    log: Option<BotLog>,
    account: Account,
}

/// Which of a bot's processes is meant, where it has several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    /// There is only one.
    Lane,
    /// That of a crew, counted from 0.
    Crew(u64),
}

/// A bot that plays many games at once, started; or one that turned out to play one game at a time.
pub(crate) enum Grouped<G: Game> {
    /// Its questions go out in batches.
    Batched(Batcher, BotLog),
    /// Its ordinary player, started too.
    Ordinary(Box<dyn Player<G>>),
}

impl<'a, G: Game> Lineup<'a, G> {
    /// These bots; their logs are opened, and nobody is started.
    pub(crate) fn new(
        bots: &'a [Bot],
        names: &'a [String],
        seats: usize,
        options: &'a G::Options,
        outside: Option<&'a Outside>,
        lane: Lane,
    ) -> Result<Self, NoCrew> {
        let kept = |(bot, name): (&Bot, &String)| {
            let log = match outside.filter(|_| bot.is_foreign()) {
                Some(outside) => Some(log_of(name, outside, lane)?),
                None => None,
            };
            match (&log, bot) {
                (Some(log), Bot::Uncompiled { message, .. }) => log.line(message),
                (Some(log), bot) => note(log, bot.notes()),
                (None, _) => {}
            }
            Ok(Kept { log, account: Account::default() })
        };
        let kept = bots.iter().zip(names).map(kept).collect::<Result<_, _>>()?;
        Ok(Self { bots, names, seats, options, outside, lane, shared: CrewShared::default(), kept })
    }

    /// The account of all processes of a bot.
    pub(crate) fn account(&self, entrant: EntrantId) -> &Account {
        &self.kept[entrant.index()].account
    }

    /// One instance of each bot. Those outside this process are started when they are first needed.
    pub(crate) fn crew(&self) -> Result<Crew<G>, NoCrew> {
        self.crew_of(Whose::Lane)
    }

    /// The same for one crew of several.
    pub(crate) fn crew_of(&self, whose: Whose) -> Result<Crew<G>, NoCrew> {
        let seat = |entrant| self.player(EntrantId(entrant as u16), whose);
        let players = (0..self.bots.len()).map(seat).collect::<Result<_, _>>()?;
        Ok(Crew::new(players, self.names.to_vec()))
    }

    /// A player of a bot, which is started when it is first needed.
    pub(crate) fn player(&self, entrant: EntrantId, whose: Whose) -> Result<Box<dyn Player<G>>, NoCrew> {
        let house = |player| house::seat::<G>(player).ok_or(NoCrew::WrongGame(G::ABOUT.title));
        Ok(match &self.bots[entrant.index()] {
            Bot::House(player) => house(player)?,
            Bot::Clocked { house: player, clock } => {
                Box::new(Clocked::new(house(player)?, Arc::clone(clock)))
            }
            Bot::Broken(why) | Bot::Uncompiled { why, .. } => Box::new(Absent::new(why)),
            Bot::Foreign(launch) => {
                let account = &self.kept[entrant.index()].account;
                let bot = self.process(launch, entrant, self.hello(entrant)?, account, whose)?;
                self.clocked(RemotePlayer::new(bot), entrant)
            }
            Bot::Inside(bot) => self.inside(bot.as_ref(), entrant, whose)?,
            Bot::Http(bot) => self.http(bot, entrant)?,
        })
    }

    /// Starts a bot and asks whether it plays many games at once.
    pub(crate) fn grouped(
        &self,
        launch: &Arc<dyn Launch>,
        entrant: EntrantId,
        whose: Whose,
    ) -> Result<Grouped<G>, NoCrew> {
        let outside = self.outside()?;
        let hello = hello_to_group::<G>(self.name(entrant), self.seats, self.options, outside.instances)
            .map_err(|error| self.unsaid(entrant, &error))?;
        let account = &self.kept[entrant.index()].account;
        let bot = self.process(launch, entrant, hello, &account.for_groups(), whose)?;
        Ok(match Batcher::new(bot) {
            Ok(batcher) => Grouped::Batched(batcher, self.log(entrant, whose)?),
            Err(bot) => Grouped::Ordinary(Box::new(RemotePlayer::new(bot.sharing(account)))),
        })
    }

    fn process(
        &self,
        launch: &Arc<dyn Launch>,
        entrant: EntrantId,
        hello: Vec<u8>,
        account: &Account,
        whose: Whose,
    ) -> Result<RemoteBot, NoCrew> {
        let outside = self.outside()?;
        let cell = outside.cell.as_ref().ok_or(NoCrew::NoCell)?;
        let connector = ProcessConnector::new(Arc::clone(launch), Arc::clone(cell), self.lane.core);
        let (time_limits, log) = (outside.time_limits.clone(), self.log(entrant, whose)?);
        let setting = BotSetting { hello, time_limits, log, account: account.clone() };
        Ok(RemoteBot::new(Box::new(connector), setting))
    }

    fn inside(
        &self,
        bot: &dyn Inside,
        entrant: EntrantId,
        whose: Whose,
    ) -> Result<Box<dyn Player<G>>, NoCrew> {
        let (outside, log) = (self.outside()?, self.log(entrant, whose)?);
        let account = self.kept[entrant.index()].account.clone();
        let (hello, time_limits) = (self.hello(entrant)?, outside.time_limits.clone());
        let seated = bot.seat(BotSetting { hello, time_limits, log, account });
        Ok(self.clocked(RemotePlayer::new(seated), entrant))
    }

    fn http(&self, bot: &Arc<HttpBot>, entrant: EntrantId) -> Result<Box<dyn Player<G>>, NoCrew> {
        let outside = self.outside()?;
        let setting = HttpSetting {
            bot: Arc::clone(bot),
            name: self.name(entrant).to_owned(),
            time_limits: outside.time_limits.clone(),
            // Whatever lies behind a url is the same for every crew.
            log: self.log(entrant, Whose::Lane)?,
            shared: self.shared.clone(),
        };
        let seated = seat_http::<G>(setting, self.seats, self.options, outside.instances);
        Ok(Box::new(seated.map_err(|error| self.unsaid(entrant, &error))?))
    }

    fn clocked(&self, player: RemotePlayer<G>, entrant: EntrantId) -> Box<dyn Player<G>> {
        Box::new(player.with_clock(&self.shared.clocks, self.name(entrant)))
    }

    /// The table's first message to a bot.
    fn hello(&self, entrant: EntrantId) -> Result<Vec<u8>, NoCrew> {
        let instances = self.outside()?.instances;
        hello::<G>(self.name(entrant), self.seats, self.options, instances)
            .map_err(|error| self.unsaid(entrant, &error))
    }

    fn log(&self, entrant: EntrantId, whose: Whose) -> Result<BotLog, NoCrew> {
        let log = self.kept[entrant.index()].log.as_ref().ok_or(NoCrew::NoCell)?;
        Ok(match whose {
            Whose::Lane => log.clone(),
            Whose::Crew(crew) => log.of_crew(crew + 1),
        })
    }

    fn outside(&self) -> Result<&'a Outside, NoCrew> {
        self.outside.ok_or(NoCrew::NoCell)
    }

    fn name(&self, entrant: EntrantId) -> &'a str {
        &self.names[entrant.index()]
    }

    fn unsaid(&self, entrant: EntrantId, error: &dyn std::fmt::Display) -> NoCrew {
        NoCrew::Log(format!("{}: {error}", self.name(entrant)))
    }
}

/// Says once in a bot's log what it asks for and does not see.
fn note(log: &BotLog, notes: &[String]) {
    notes.iter().for_each(|note| log.line(&format!("[{note}]")));
    // They stand in the file; a fault does not quote them as the bot's last words.
    log.forget();
}

/// A bot's log: made anew, or gone on with.
fn log_of(name: &str, outside: &Outside, lane: Lane) -> Result<BotLog, NoCrew> {
    let path = outside.logs.as_ref().map(|folder| folder.join(bot_log_name(name, lane.number)));
    let log = match (&path, outside.prints) {
        (Some(path), EarlierPrints::Stay) => BotLog::go_on(path),
        _ => BotLog::create(path.as_deref()),
    };
    log.map_err(|error| NoCrew::Log(format!("the log of {name}: {error}")))
}
