//! The house: every player in Rust, by game and name.

use std::any::Any;

use croupier_games::{Game, UnknownGame, Visitor, with_game};
use croupier_record::Player;

use crate::budget::Budget;
use crate::choose::{Choose, Housed, Random};
use crate::{hearts, jujitsu, last_card, no_thanks, score_four};

/// A player of the house.
#[derive(Debug, Clone, Copy)]
pub struct House {
    /// The name of its game.
    pub game: &'static str,
    /// Its name, as in `house:<name>`.
    pub name: &'static str,
    /// How it plays, in one line.
    pub about: &'static str,
    /// Makes a `Box<dyn Player<G>>` of the game's type; the list is the one place where that type is
    /// forgotten.
    make: fn(Budget) -> Box<dyn Any>,
    /// Whether its moves cost next to nothing, so that thousands of games can be filled with it.
    pub is_quick: bool,
    /// Whether it takes a budget: `house:<name>@10ms`.
    pub thinks: bool,
    /// What it may spend on a move.
    pub budget: Budget,
}

/// The lists of all games; a game that is not here still has `house:random`.
const LISTS: &[&[House]] =
    &[hearts::HOUSE, jujitsu::HOUSE, last_card::HOUSE, no_thanks::HOUSE, score_four::HOUSE];

/// The name of the player that every game has.
pub const RANDOM: &str = "random";

impl House {
    /// A player of the list.
    pub(crate) const fn new<G: Game, C: Choose<G> + Default + 'static>(
        name: &'static str,
        about: &'static str,
    ) -> Self {
        Self {
            game: G::ABOUT.name,
            name,
            about,
            make: make::<G, C>,
            is_quick: true,
            thinks: false,
            budget: Budget::Usual,
        }
    }

    /// A player of the list that takes its time, the same for every move.
    pub(crate) const fn searching<G: Game, C: Choose<G> + Default + 'static>(
        name: &'static str,
        about: &'static str,
    ) -> Self {
        Self { is_quick: false, ..Self::new::<G, C>(name, about) }
    }

    /// A player of the list that thinks as long as it is told to.
    pub(crate) const fn thinking<G: Game, C: Choose<G> + From<Budget> + 'static>(
        name: &'static str,
        about: &'static str,
    ) -> Self {
        let make = make_thinking::<G, C>;
        Self { game: G::ABOUT.name, name, about, make, is_quick: false, thinks: true, budget: Budget::Usual }
    }
}

fn make_thinking<G: Game, C: Choose<G> + From<Budget> + 'static>(budget: Budget) -> Box<dyn Any> {
    Box::new(Box::new(Housed::new(C::from(budget))) as Box<dyn Player<G>>)
}

fn make<G: Game, C: Choose<G> + Default + 'static>(_: Budget) -> Box<dyn Any> {
    Box::new(seated::<G, C>())
}

fn seated<G: Game, C: Choose<G> + Default + 'static>() -> Box<dyn Player<G>> {
    Box::new(Housed::new(C::default()))
}

/// All players of a game, the strongest last as far as its list knows; `random` is always among them.
#[must_use]
pub fn players<G: Game>() -> Vec<House> {
    let named: Vec<House> = LISTS
        .iter()
        .flat_map(|list| list.iter())
        .filter(|house| house.game == G::ABOUT.name)
        .copied()
        .collect();
    if named.iter().any(|house| house.name == RANDOM) {
        return named;
    }
    let mut all = vec![House::new::<G, Random>(RANDOM, "any legal move")];
    all.extend(named);
    all
}

/// All players of the game of this name.
pub fn players_of(game: &str) -> Result<Vec<House>, UnknownGame> {
    with_game(game, AllPlayers)
}

struct AllPlayers;

impl Visitor for AllPlayers {
    type Output = Vec<House>;

    fn visit<G: Game>(self) -> Vec<House> {
        players::<G>()
    }
}

/// A new player of this name; capitals and dashes do not matter. Behind an `@` stands its budget, where it
/// takes one.
#[must_use]
pub fn find<G: Game>(name: &str) -> Option<House> {
    find_among(&players::<G>(), name)
}

/// The same, for the game of this name.
pub fn find_for(game: &str, name: &str) -> Result<Option<House>, UnknownGame> {
    Ok(find_among(&players_of(game)?, name))
}

fn find_among(players: &[House], name: &str) -> Option<House> {
    let named = |name: &str| players.iter().copied().find(|house| plain(house.name) == plain(name));
    match name.split_once('@') {
        None => named(name),
        Some((name, budget)) => {
            let budget = Budget::parse(budget)?;
            named(name).filter(|house| house.thinks).map(|house| House { budget, ..house })
        }
    }
}

/// Puts a player of the house into a seat of its game; `None` if it plays another game.
#[must_use]
pub fn seat<G: Game>(house: &House) -> Option<Box<dyn Player<G>>> {
    (house.make)(house.budget).downcast::<Box<dyn Player<G>>>().ok().map(|player| *player)
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::{Visitor, list, with_game};

    struct SeatAll;

    impl Visitor for SeatAll {
        type Output = usize;
        fn visit<G: Game>(self) -> usize {
            players::<G>().iter().filter(|house| seat::<G>(house).is_some()).count()
        }
    }

    struct CountAll;

    impl Visitor for CountAll {
        type Output = usize;
        fn visit<G: Game>(self) -> usize {
            players::<G>().len()
        }
    }

    #[test]
    fn every_player_of_every_game_can_be_seated() {
        for about in list::ALL {
            let seated = with_game(about.name, SeatAll).unwrap();
            assert_eq!(seated, with_game(about.name, CountAll).unwrap(), "{}", about.name);
            assert!(seated > 0);
        }
    }

    #[test]
    fn names_are_found_whatever_their_capitals_and_dashes() {
        use croupier_games::no_thanks::NoThanks;
        assert_eq!(find::<NoThanks>("cut-off-14").unwrap().name, "CutOff14");
        assert_eq!(find::<NoThanks>("random").unwrap().name, "random");
        assert!(find::<NoThanks>("nobody").is_none());
    }
}
