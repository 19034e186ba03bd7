//! Rare positions: those that a bot may meet once in a hundred games, and fails in.
//!
//! Each game has a list in a file of its own. A position is rare by what the bot's seat sees of it, and it is reached by
//! play, steered where luck would take too long.

mod hearts;
mod jujitsu;
mod last_card;
mod no_thanks;
mod score_four;

use std::any::Any;

use croupier_games::{Chance, Game, Seat, Seed, View};

use crate::opening::any;

/// How everyone plays on the way to a rare position.
pub type Steer<G> = fn(&G, Seat, &mut Chance) -> <G as Game>::Move;

/// A kind of rare position.
pub struct Rare<G: Game> {
    /// What it is called.
    pub name: &'static str,
    /// Whether this position is one for a seat that owes a move.
    pub holds: fn(&G, Seat) -> bool,
    /// How it is reached.
    pub reach: Reach<G>,
}

/// How a rare position is reached.
pub enum Reach<G: Game> {
    /// By playing dealt games.
    Play(Steer<G>),
    /// It is laid out, with the seat that the bot has in it: no seed deals it in a lifetime.
    LayOut(fn(Seed) -> Option<(G, Seat)>),
}

impl<G: Game> Rare<G> {
    /// A position that any play reaches soon enough.
    pub(crate) const fn met(name: &'static str, holds: fn(&G, Seat) -> bool) -> Self {
        Self { name, holds, reach: Reach::Play(any::<G>) }
    }

    /// A position that is reached by playing in a certain way.
    pub(crate) const fn steered(name: &'static str, holds: fn(&G, Seat) -> bool, steer: Steer<G>) -> Self {
        Self { name, holds, reach: Reach::Play(steer) }
    }
}

/// One game's list; the place where its type is forgotten.
type List = &'static (dyn Any + Send + Sync);

const LISTS: &[List] =
    &[&hearts::RARE, &jujitsu::RARE, &last_card::RARE, &no_thanks::RARE, &score_four::RARE];

/// The rare positions of a game; none where it has no list.
#[must_use]
pub fn of<G: Game>() -> Vec<&'static Rare<G>> {
    let own = LISTS.iter().find_map(|list| list.downcast_ref::<&'static [Rare<G>]>());
    own.into_iter().flat_map(|list| list.iter()).collect()
}

/// Only one move is legal.
pub(crate) fn forced<G: Game>(game: &G, seat: Seat) -> bool {
    let mut moves = Vec::new();
    game.view(seat).legal(&mut moves);
    moves.len() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stages::rare::stage_position;
    use croupier_games::{Visitor, list, with_game};

    struct EachIsReached;

    impl Visitor for EachIsReached {
        type Output = Vec<&'static str>;
        fn visit<G: Game>(self) -> Vec<&'static str> {
            let missing = |rare: &&Rare<G>| {
                stage_position::<G>(rare, &G::Options::default(), Seed::plain(7), 0).is_none()
            };
            of::<G>().into_iter().filter(missing).map(|rare| rare.name).collect()
        }
    }

    struct Count;

    impl Visitor for Count {
        type Output = usize;
        fn visit<G: Game>(self) -> usize {
            of::<G>().len()
        }
    }

    #[test]
    fn every_game_has_rare_positions_and_each_is_reached() {
        for about in list::ALL {
            assert!(with_game(about.name, Count).unwrap() >= 4, "{}", about.name);
            let missing = with_game(about.name, EachIsReached).unwrap();
            assert!(missing.is_empty(), "{}: never reached: {missing:?}", about.name);
        }
    }
}
