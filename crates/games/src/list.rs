//! The list of games: the one place that names them all.
//!
//! Everything else, the table and the reports included, is written for any [`Game`] and gets the type from
//! [`with_game`]. A new game is one module, one line here, one rules page and one golden game.

use crate::about::About;
use crate::game::Game;

/// Code that works for every game, to be called with one of them.
pub trait Visitor {
    /// What it gives back.
    type Output;
    /// Called with the game's type.
    fn visit<G: Game>(self) -> Self::Output;
}

/// No game has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no game \"{0}\"; the games are {all}", all = names().join(", "))]
pub struct UnknownGame(pub String);

/// Writes the list and the dispatch from one line per game, so that they cannot disagree.
macro_rules! games {
    ($($game:ty,)+) => {
        /// Every game, in the order in which they are listed to people.
        pub const ALL: &[About] = &[$(<$game>::ABOUT,)+];

        /// Calls the visitor with the type of the game that has this name.
        pub fn with_game<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, UnknownGame> {
            $(if name == <$game>::ABOUT.name { return Ok(visitor.visit::<$game>()); })+
            Err(UnknownGame(name.to_owned()))
        }
    };
}

games! {
    crate::last_card::LastCard,
    crate::no_thanks::NoThanks,
    crate::hearts::Hearts,
    crate::jujitsu::Jujitsu,
    crate::score_four::ScoreFour,
}

/// The names of all games.
#[must_use]
pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|about| about.name).collect()
}

/// The description of the game that has this name.
pub fn about(name: &str) -> Result<&'static About, UnknownGame> {
    ALL.iter().find(|about| about.name == name).ok_or_else(|| UnknownGame(name.to_owned()))
}
