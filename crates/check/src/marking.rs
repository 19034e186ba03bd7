//! How a game marks bots: opponents of the house that a bot meets one by one, with marks for those it beats.

use croupier_bots::{House, house};
use croupier_games::Game;
use serde::Serialize;

/// How one game marks.
#[derive(Debug, Clone, Copy)]
pub struct Marking {
    /// The game's name.
    game: &'static str,
    /// The players of the house, the weakest first.
    ladder: &'static [&'static str],
    /// How many games are played against each.
    pub games: u64,
    /// The marks for each that is beaten.
    pub each: u32,
}

/// All games that give marks.
const MARKINGS: &[Marking] =
    &[Marking { game: "hearts", ladder: &["basic", "minmax", "advanced"], games: 10, each: 10 }];

/// The marks of a bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Marks {
    /// What it has.
    pub marks: u32,
    /// What it could have.
    pub of: u32,
    /// For each opponent: its name, games won, games lost, and marks.
    pub against: Vec<Against>,
}

/// How a bot did against one opponent that gives marks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Against {
    /// As a plan would name it.
    pub opponent: String,
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// The marks for it: all of them where more games were won than lost, else none.
    pub marks: u32,
}

impl Marking {
    /// How a game marks, where it does.
    #[must_use]
    pub fn of<G: Game>() -> Option<&'static Self> {
        MARKINGS.iter().find(|marking| marking.game == G::ABOUT.name)
    }

    /// The opponents, the weakest first.
    #[must_use]
    pub fn opponents<G: Game>(&self) -> Vec<House> {
        self.ladder.iter().filter_map(|name| house::find::<G>(name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::hearts::Hearts;
    use croupier_games::no_thanks::NoThanks;

    #[test]
    fn the_house_has_every_opponent_of_the_gate_of_hearts() {
        let names: Vec<&str> =
            Marking::of::<Hearts>().unwrap().opponents::<Hearts>().iter().map(|house| house.name).collect();
        assert_eq!(names, ["basic", "minmax", "advanced"]);
        assert!(Marking::of::<NoThanks>().is_none());
    }
}
