//! Whom a visitor may play against: players of the house that the organiser lists, none of whom
//! thinks longer than allowed.

use std::time::Duration;

use croupier_bots::{Budget, House, house};
use croupier_games::{Game, Visitor, with_game};

use crate::rules::Rules;

/// Somebody who can be played against.
#[derive(Debug, Clone)]
pub(crate) struct Opponent {
    /// The name in the list: what a form sends.
    pub name: String,
    /// How it plays, in one line.
    pub about: &'static str,
    /// The player, with its budget.
    pub house: House,
}

/// Why somebody cannot be listed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadOpponent {
    /// There is no such game.
    #[error("there is no game {0}")]
    Game(String),
    /// There is no such player.
    #[error("the house has no {name} for {game}; behind a player that thinks may stand a time, as in @20ms")]
    Unknown {
        /// Who was asked for.
        name: String,
        /// For which game.
        game: String,
    },
    /// It would think too long.
    #[error("{name} would think longer than {ms} ms about a move")]
    TooLong {
        /// Who was asked for.
        name: String,
        /// What is allowed.
        ms: u32,
    },
}

/// All who can be played against in a game, the strongest last; `None` where there is no such game.
pub(crate) fn opponents(game: &str, rules: &Rules) -> Option<Vec<Opponent>> {
    with_game(game, Listed { rules }).ok()
}

/// Whether this player can be listed with so many milliseconds for a move.
pub(crate) fn check_opponent(game: &str, spec: &str, ms: u32) -> Result<(), BadOpponent> {
    let found = with_game(game, Find { spec, ms });
    found.map_err(|_| BadOpponent::Game(game.to_owned()))?.map(drop)
}

struct Find<'a> {
    spec: &'a str,
    ms: u32,
}

impl Visitor for Find<'_> {
    type Output = Result<House, BadOpponent>;

    fn visit<G: Game>(self) -> Self::Output {
        let (name, game) = (self.spec.to_owned(), G::ABOUT.title.to_owned());
        let mut found = house::find::<G>(self.spec).ok_or(BadOpponent::Unknown { name, game })?;
        let most = Duration::from_millis(self.ms.into());
        match found.budget {
            Budget::Usual if found.thinks => {
                found.budget = Budget::Time(most);
                Ok(found)
            }
            Budget::Usual => Ok(found),
            Budget::Time(time) if time <= most => Ok(found),
            // How long steps take nobody knows before they are done.
            Budget::Time(_) | Budget::Steps(_) => {
                Err(BadOpponent::TooLong { name: self.spec.to_owned(), ms: self.ms })
            }
        }
    }
}

struct Listed<'a> {
    rules: &'a Rules,
}

impl Visitor for Listed<'_> {
    type Output = Vec<Opponent>;

    fn visit<G: Game>(self) -> Vec<Opponent> {
        let all = || house::players::<G>().iter().map(|player| player.name.to_owned()).collect();
        let specs: Vec<String> = self.rules.practice.get(G::ABOUT.name).cloned().unwrap_or_else(all);
        let listed = |name: String| {
            let house = Find { spec: &name, ms: self.rules.practice_ms }.visit::<G>().ok()?;
            Some(Opponent { about: house.about, house, name })
        };
        specs.into_iter().filter_map(listed).collect()
    }
}
