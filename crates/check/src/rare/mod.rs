//! Rare positions: those that a bot may meet once in a hundred games, and fails in.
//!
//! A game may have a list in a file of its own; for one that has none, `found.rs` searches. A position is
//! rare by what the bot's seat sees of it, and it is reached by play, steered where luck would take too long.

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod chances_tests;
mod found;
mod hearts;
mod jujitsu;
mod last_card;
mod no_thanks;
mod score_four;

use std::any::Any;

use croupier_games::{Chance, Game, Seat, Seed, View};

use crate::start_position::any;

/// How everyone plays on the way to a rare position.
pub type MovePolicy<G> = fn(&G, Seat, &mut Chance) -> <G as Game>::Move;

/// What comes less than once in so many games is nothing that a bot fails by.
pub const DECIDES: u64 = 1_000_000;

/// A deal, and the seat that is asked in a rare position on its first turn whatever the others play.
pub type LayOut<G> = fn(&<G as Game>::Options, Seed) -> Option<(G, Seat)>;

/// A kind of rare position.
pub struct Rare<G: Game> {
    /// What it is called.
    pub name: &'static str,
    /// One game in about so many has one for a seat, among players of any legal move at the table where it
    /// comes most often.
    pub once_in: u64,
    /// Whether this position is one for a seat that owes a move.
    pub holds: fn(&G, Seat) -> bool,
    /// How it is reached.
    pub reach: Reach<G>,
}

/// How a rare position is reached.
pub enum Reach<G: Game> {
    /// By playing dealt games.
    Play(MovePolicy<G>),
    /// By playing a deal that is laid out.
    LayOut(LayOut<G>),
}

impl<G: Game> Rare<G> {
    /// A position that any play reaches soon enough.
    pub(crate) const fn met(name: &'static str, once_in: u64, holds: fn(&G, Seat) -> bool) -> Self {
        Self::steered(name, once_in, holds, any::<G>)
    }

    /// A position that is reached by playing in a certain way.
    pub(crate) const fn steered(
        name: &'static str,
        once_in: u64,
        holds: fn(&G, Seat) -> bool,
        policy: MovePolicy<G>,
    ) -> Self {
        Self { name, once_in, holds, reach: Reach::Play(policy) }
    }

    /// A position of a first turn, with the cards that tempt.
    pub(crate) const fn laid_out(
        name: &'static str,
        once_in: u64,
        holds: fn(&G, Seat) -> bool,
        lay_out: LayOut<G>,
    ) -> Self {
        Self { name, once_in, holds, reach: Reach::LayOut(lay_out) }
    }

    /// Whether a bot fails by what it does there.
    #[must_use]
    pub fn decides(&self) -> bool {
        self.once_in <= DECIDES
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
    use std::time::{Duration, Instant};

    use super::*;
    use crate::deadline::{Deadline, Now};
    use crate::stages::rare::stage_position;
    use croupier_games::{Visitor, list, with_game};

    struct EachIsReached;

    impl Visitor for EachIsReached {
        type Output = ();
        fn visit<G: Game>(self) {
            for rare in of::<G>().into_iter().chain(found::found()) {
                let now: Now<'_> = &Instant::now;
                let deadline = Deadline::within(now, Duration::from_secs(1000));
                for which in 0..5 {
                    let options = G::Options::default();
                    let staged = stage_position::<G>(rare, &options, Seed::plain(7), which, deadline);
                    assert!(staged.is_some(), "{}: {} is never reached", G::ABOUT.name, rare.name);
                }
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
