//! The bots of a tournament, and one set of their instances.

use croupier_bots::{House, house};
use croupier_games::Game;
use croupier_record::{EntrantId, Player};

/// A bot that can be seated.
#[derive(Debug, Clone, Copy)]
pub enum Bot {
    /// A player in Rust.
    House(House),
}

/// One instance of every entrant: enough to play any game, one game at a time.
pub struct Crew<G: Game> {
    players: Vec<Box<dyn Player<G>>>,
}

impl<G: Game> Crew<G> {
    /// A crew of these players, in the order of the entrants.
    #[must_use]
    pub fn new(players: Vec<Box<dyn Player<G>>>) -> Self {
        Self { players }
    }

    /// One instance of each bot, in order; `None` if one of them plays another game.
    #[must_use]
    pub fn seat(bots: &[Bot]) -> Option<Self> {
        let seat = |bot: &Bot| match bot {
            Bot::House(player) => house::seat::<G>(player),
        };
        bots.iter().map(seat).collect::<Option<_>>().map(Self::new)
    }

    /// The player of an entrant.
    #[inline]
    pub fn player(&mut self, entrant: EntrantId) -> &mut dyn Player<G> {
        self.players[entrant.index()].as_mut()
    }
}
