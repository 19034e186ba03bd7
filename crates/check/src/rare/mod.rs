//! Rare positions: those that a bot may meet once in a hundred games, and fails in.
//!
//! A game may have a list in a file of its own; for one that has none, `found.rs` searches. A position is rare by what the
//! bot's seat sees of it, and it is reached by play, steered where luck would take too long.

mod found;
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

/// The rare positions of a game: those of its list, or those that a search finds.
#[must_use]
pub fn of<G: Game>() -> Vec<&'static Rare<G>> {
    own::<G>().map_or_else(found::found, |list| list.iter().collect())
}

/// The game's list, where it has one.
fn own<G: Game>() -> Option<&'static [Rare<G>]> {
    LISTS.iter().find_map(|list| list.downcast_ref::<&'static [Rare<G>]>()).copied()
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
        type Output = ();
        fn visit<G: Game>(self) {
            for rare in of::<G>().into_iter().chain(found::found()) {
                let staged = stage_position::<G>(rare, &G::Options::default(), Seed::plain(7), 0);
                assert!(staged.is_some(), "{}: {} is never reached", G::ABOUT.name, rare.name);
            }
        }
    }

    #[test]
    fn every_game_has_rare_positions_and_each_is_reached_whether_listed_or_found() {
        for about in list::ALL {
            with_game(about.name, EachIsReached).unwrap();
        }
    }

    #[test]
    fn a_list_has_four_kinds_at_least() {
        struct Count;
        impl Visitor for Count {
            type Output = Option<usize>;
            fn visit<G: Game>(self) -> Option<usize> {
                own::<G>().map(<[_]>::len)
            }
        }
        let counts: Vec<usize> =
            list::ALL.iter().filter_map(|about| with_game(about.name, Count).unwrap()).collect();
        assert_eq!(counts.len(), LISTS.len());
        assert!(counts.iter().all(|&count| count >= 4), "{counts:?}");
    }

    #[test]
    fn a_search_finds_what_is_seldom_and_leaves_out_what_is_usual() {
        use croupier_games::{hearts::Hearts, score_four::ScoreFour};
        let names = |kinds: Vec<&str>| kinds.join(", ");
        let hearts: Vec<_> = found::found::<Hearts>().into_iter().map(|rare| rare.name).collect();
        assert!(hearts.contains(&"a move that ends the game"), "{}", names(hearts));
        let four: Vec<_> = found::found::<ScoreFour>().into_iter().map(|rare| rare.name).collect();
        // Nearly always sixteen pegs are free.
        assert!(!four.contains(&"8 legal moves or more"), "{}", names(four));
    }
}
