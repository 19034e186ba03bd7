//! Whom a visitor may play against: players of the house that the organiser lists, none of whom
//! thinks longer than allowed.

use std::time::Duration;

use croupier_bots::{Budget, House, house};
use croupier_games::list;

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
    let players = house::players_of(game).ok()?;
    let all = || players.iter().map(|player| player.name.to_owned()).collect();
    let specs: Vec<String> = rules.practice.get(game).cloned().unwrap_or_else(all);
    let listed = |name: String| {
        let house = find(game, &name, rules.practice_ms).ok()?;
        Some(Opponent { about: house.about, house, name })
    };
    Some(specs.into_iter().filter_map(listed).collect())
}

/// Whether this player can be listed with so many milliseconds for a move.
pub(crate) fn check_opponent(game: &str, spec: &str, ms: u32) -> Result<(), BadOpponent> {
    find(game, spec, ms).map(drop)
}

/// The player of a game that is called so, thinking no longer than so many milliseconds.
fn find(game: &str, spec: &str, ms: u32) -> Result<House, BadOpponent> {
    let about = list::about(game).map_err(|_| BadOpponent::Game(game.to_owned()))?;
    let unknown = || BadOpponent::Unknown { name: spec.to_owned(), game: about.title.to_owned() };
    let mut found = house::find_for(game, spec).ok().flatten().ok_or_else(unknown)?;
    let most = Duration::from_millis(ms.into());
    match found.budget {
        Budget::Usual if found.thinks => {
            found.budget = Budget::Time(most);
            Ok(found)
        }
        Budget::Usual => Ok(found),
        Budget::Time(time) if time <= most => Ok(found),
        // How long steps take nobody knows before they are done.
        Budget::Time(_) | Budget::Steps(_) => Err(BadOpponent::TooLong { name: spec.to_owned(), ms }),
    }
}
