//! Which game a bot plays, from its own interface: nobody has to say what the bot says itself.
//!
//! Some languages tell it from the file (`Runtime::plays`). Everything else is offered every game: a jar
//! takes the one whose interface its class implements, an executable says it in its hello. Foreign code runs
//! in the cell for it, as always.

use std::sync::Arc;
use std::time::Duration;

use croupier_bots::house;
use croupier_games::{Game, Visitor, list, with_game};
use croupier_hosts::http::Url;
use croupier_hosts::languages::{self, NoBot, Plays};
use croupier_hosts::{
    Account, BotLog, BotSetting, Greeting, Launch, Load, ProcessConnector, RemoteBot, TimeLimits, hello,
};
use croupier_record::Instances;

use crate::crew::Bot;
use crate::naming::{BadBot, Finder, HOUSE, no_host};

/// Why the game cannot be told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoGame {
    /// There is no such bot, or nothing here runs it.
    #[error(transparent)]
    Bot(#[from] BadBot),
    /// It does not load.
    #[error("{0}")]
    Broken(String),
    /// It does not say.
    #[error(
        "which game \"{spec}\" plays cannot be told: {why}; say it with --game, one of {all}",
        all = list::names().join(", ")
    )]
    Unsaid {
        /// As named.
        spec: String,
        /// Why not.
        why: String,
    },
}

impl Finder<'_> {
    /// The name of the game that a bot plays.
    pub fn game_of(&self, spec: &str) -> Result<String, NoGame> {
        let unsaid = |why: &str| NoGame::Unsaid { spec: spec.to_owned(), why: why.to_owned() };
        if let Some(name) = spec.strip_prefix(HOUSE) {
            return only(&house_games(name)).map_err(|why| unsaid(&why.to_string()));
        }
        if Url::is_one(spec) {
            return Err(unsaid("a url does not tell"));
        }
        let (file, class) = self.file_of(spec).ok_or_else(|| BadBot::Missing(spec.to_owned()))?;
        let (language, _) = languages::of(&file).ok_or_else(|| BadBot::NotExecutable(spec.to_owned()))?;
        let runtime = self.runtimes.of(language).map_err(|missing| no_host(spec, &missing))?;
        let assumed = runtime.assumed_game();
        let plays = self.with_file(spec, &file, class.as_deref(), "", |file| runtime.plays(file));
        match plays {
            Ok(Plays::Game(game)) => Ok(game),
            Ok(Plays::Unsaid(why)) => Err(unsaid(why)),
            Ok(Plays::AsOffered) => self.offered_game(spec, assumed),
            Err(NoBot::Missing(missing)) => Err(no_host(spec, &missing).into()),
            Err(NoBot::Files(wrong)) => {
                Err(BadBot::Files { spec: spec.to_owned(), why: wrong.to_string() }.into())
            }
            Err(NoBot::Broken { why, .. }) => Err(NoGame::Broken(why)),
        }
    }

    /// The bot is offered every game: it says which one it plays, or takes only that one, beside the one that
    /// is assumed of all.
    fn offered_game(&self, spec: &str, assumed: Option<&str>) -> Result<String, NoGame> {
        let (mut games, mut whys) = (Vec::new(), Vec::new());
        for about in list::ALL {
            match self.greeted(spec, about.name) {
                Ok(Greeting { game: Some(game), .. }) => return Ok(game),
                Ok(_) => games.push(about.name),
                Err(NoGame::Broken(why)) => whys.push(why),
                Err(error) => return Err(error),
            }
        }
        if games.is_empty() {
            whys.dedup();
            return Err(NoGame::Broken(whys.join("; ")));
        }
        let unsaid = |why: &str| NoGame::Unsaid { spec: spec.to_owned(), why: why.to_owned() };
        if games.len() == list::ALL.len() {
            return Err(unsaid("its hello has no \"game\""));
        }
        if games.len() > 1 {
            games.retain(|&game| Some(game) != assumed);
        }
        only(&games).map_err(|why| unsaid(&why.to_string()))
    }

    /// Starts a bot with the hello of a game, and hears its own.
    fn greeted(&self, spec: &str, game: &str) -> Result<Greeting, NoGame> {
        let words = |why: String| NoGame::Unsaid { spec: spec.to_owned(), why };
        let offer = Offer { finder: self, spec };
        let (bot, offer) = with_game(game, offer).map_err(|error| words(error.to_string()))??;
        let cell = self.runtimes.cell().map_err(|none| no_host(spec, &none.into()))?;
        let log = BotLog::create(None).map_err(|error| words(error.to_string()))?;
        let time_limits = TimeLimits {
            per_move: Duration::from_secs(1),
            per_game: None,
            loading: self.loading,
            restarts: 0,
            per_thousand_games: None,
            interrupt: self.runtimes.interrupt().clone(),
            load: Load::default(),
        };
        let connector = Box::new(ProcessConnector::new(bot, Arc::clone(cell), None));
        let setting = BotSetting { hello: offer, time_limits, log, account: Account::default() };
        let mut bot = RemoteBot::new(connector, setting);
        bot.wake().map_err(|fault| NoGame::Broken(fault.message))?;
        Ok(bot.greeting().cloned().unwrap_or_default())
    }
}

/// How a bot is started for a game, and the table's hello to it.
struct Offer<'a> {
    finder: &'a Finder<'a>,
    spec: &'a str,
}

impl Visitor for Offer<'_> {
    type Output = Result<(Arc<dyn Launch>, Vec<u8>), NoGame>;

    fn visit<G: Game>(self) -> Self::Output {
        let broken = |why: &str| NoGame::Broken(why.to_owned());
        let hello = hello::<G>(self.spec, G::ABOUT.seats[0], &G::Options::default(), Instances::default());
        let hello = hello.map_err(|error| broken(&error.to_string()))?;
        match self.finder.find::<G>(self.spec)?.pop().map(|named| named.bot) {
            Some(Bot::Foreign(launch)) => Ok((launch, hello)),
            Some(Bot::Broken(why) | Bot::Uncompiled { why, .. }) => Err(broken(&why)),
            _ => Err(broken("it is not started here")),
        }
    }
}

struct HasPlayer<'a>(&'a str);

impl Visitor for HasPlayer<'_> {
    type Output = bool;
    fn visit<G: Game>(self) -> bool {
        house::find::<G>(self.0).is_some()
    }
}

/// The games for which the house has a player of this name.
fn house_games(name: &str) -> Vec<&'static str> {
    list::names().into_iter().filter(|game| with_game(game, HasPlayer(name)).unwrap_or(false)).collect()
}

/// A bot that does not play just one game.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum NotOne {
    #[error("it plays none of the games")]
    None,
    #[error("it plays {}", .0.join(", "))]
    Several(Vec<String>),
}

/// The only one of these.
fn only(games: &[&str]) -> Result<String, NotOne> {
    match games {
        [one] => Ok((*one).to_owned()),
        [] => Err(NotOne::None),
        several => Err(NotOne::Several(several.iter().map(|game| (*game).to_owned()).collect())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_of_the_house_tells_its_game_where_only_one_game_has_it() {
        assert_eq!(only(&house_games("careful")), Ok("hearts".to_owned()));
        let several = only(&house_games("random")).unwrap_err().to_string();
        assert!(several.starts_with("it plays last-card, no-thanks"), "{several}");
        assert_eq!(only(&house_games("nobody")), Err(NotOne::None));
    }
}
