//! The bots of a lane, and how each of them is seated: as often as it is needed, every time in a process, a
//! `/tmp` or a WebAssembly store of its own.
//!
//! What belongs to the bot and not to one of its processes is kept here: its log, and the account of all that
//! it used.

use std::sync::Arc;

use croupier_bots::house;
use croupier_games::Game;
use croupier_hosts::http::{HttpBot, HttpSetting, Lobby, seat_http};
use croupier_hosts::{Account, BotLog, BotProcess, Foreign, Inside, Launch, Post, hello, hello_to_group};
use croupier_record::{EntrantId, Player, bot_log_name};

use crate::absent::Absent;
use crate::clocked::Clocked;
use crate::crew::{Bot, Crew, Lane, NoCrew, Outside};

/// The bots of a lane.
pub(crate) struct Lineup<'a, G: Game> {
    pub(crate) bots: &'a [Bot],
    names: &'a [String],
    seats: usize,
    options: &'a G::Options,
    outside: Option<&'a Outside>,
    lane: Lane,
    lobby: Lobby,
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
    /// Its post.
    Post(Post, BotLog),
    /// Its ordinary player, started too.
    Ordinary(Box<dyn Player<G>>),
}

impl<'a, G: Game> Lineup<'a, G> {
    /// These bots; their logs are made anew, and nobody is started.
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
                (Some(log), Bot::Foreign(launch)) => note(log, launch.notes()),
                (Some(log), Bot::Inside(bot)) => note(log, bot.notes()),
                _ => {}
            }
            Ok(Kept { log, account: Account::default() })
        };
        let kept = bots.iter().zip(names).map(kept).collect::<Result<_, _>>()?;
        Ok(Self { bots, names, seats, options, outside, lane, lobby: Lobby::default(), kept })
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
            Bot::Clocked { house: player, clock, drawn } => {
                Box::new(Clocked::new(house(player)?, Arc::clone(clock), *drawn))
            }
            Bot::Broken(why) | Bot::Uncompiled { why, .. } => Box::new(Absent::new(why)),
            Bot::Foreign(launch) => {
                let account = &self.kept[entrant.index()].account;
                let process = self.process(launch, entrant, self.hello(entrant)?, whose)?.sharing(account);
                self.clocked(Foreign::new(Box::new(process), &self.outside()?.patience), entrant)
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
        let process = self.process(launch, entrant, hello, whose)?.sharing(&account.for_groups());
        Ok(match Post::new(process) {
            Ok(post) => Grouped::Post(post, self.log(entrant, whose)?),
            Err(process) => {
                let process = Box::new(process.sharing(account));
                Grouped::Ordinary(Box::new(Foreign::new(process, &outside.patience)))
            }
        })
    }

    fn process(
        &self,
        launch: &Arc<dyn Launch>,
        entrant: EntrantId,
        hello: Vec<u8>,
        whose: Whose,
    ) -> Result<BotProcess, NoCrew> {
        let outside = self.outside()?;
        let cell = outside.cell.as_ref().ok_or(NoCrew::NoCell)?;
        let (launch, cell, log) = (Arc::clone(launch), Arc::clone(cell), self.log(entrant, whose)?);
        Ok(BotProcess::new(launch, cell, outside.patience.clone(), log, hello, self.lane.core))
    }

    fn inside(
        &self,
        bot: &dyn Inside,
        entrant: EntrantId,
        whose: Whose,
    ) -> Result<Box<dyn Player<G>>, NoCrew> {
        let (outside, log) = (self.outside()?, self.log(entrant, whose)?);
        let account = &self.kept[entrant.index()].account;
        let seated = bot.seat(&outside.patience, log, self.hello(entrant)?, account);
        Ok(self.clocked(Foreign::new(seated, &outside.patience), entrant))
    }

    fn http(&self, bot: &Arc<HttpBot>, entrant: EntrantId) -> Result<Box<dyn Player<G>>, NoCrew> {
        let outside = self.outside()?;
        let setting = HttpSetting {
            bot: Arc::clone(bot),
            name: self.name(entrant).to_owned(),
            patience: outside.patience.clone(),
            // Whatever lies behind a url is the same for every crew.
            log: self.log(entrant, Whose::Lane)?,
            lobby: self.lobby.clone(),
        };
        seat_http::<G>(setting, self.seats, self.options, outside.instances)
            .map_err(|error| self.unsaid(entrant, &error))
    }

    fn clocked(&self, player: Foreign<G>, entrant: EntrantId) -> Box<dyn Player<G>> {
        Box::new(player.with_clock(&self.lobby.clocks, self.name(entrant)))
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

/// A bot's log, made anew.
fn log_of(name: &str, outside: &Outside, lane: Lane) -> Result<BotLog, NoCrew> {
    let path = outside.logs.as_ref().map(|folder| folder.join(bot_log_name(name, lane.number)));
    BotLog::create(path.as_deref()).map_err(|error| NoCrew::Log(format!("the log of {name}: {error}")))
}
