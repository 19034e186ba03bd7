//! The games that are being played right now, for whoever wants to know what is waited for.
//!
//! Workers write it, once a turn; someone else may read it at any moment. Nothing that is played depends on
//! it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use croupier_games::{Seat, Seats};
use croupier_record::{EntrantId, Fixture};

/// All games that are being played; clones are the same list.
#[derive(Debug, Clone, Default)]
pub struct OpenGames {
    places: Arc<Mutex<Vec<WorkerGame>>>,
}

/// A game whose next moves are waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenGame {
    /// As the record numbers it.
    pub number: u64,
    /// Who owes a move.
    pub owing: Vec<EntrantId>,
}

/// The game of one worker.
#[derive(Debug, Clone, Default)]
pub(crate) struct WorkerGame {
    game: Arc<Mutex<Option<(Fixture, Seats)>>>,
}

impl OpenGames {
    /// What is waited for, in the order of the games.
    #[must_use]
    pub fn now(&self) -> Vec<OpenGame> {
        let places = self.lock();
        let mut open: Vec<OpenGame> = places.iter().filter_map(WorkerGame::now).collect();
        open.sort_by_key(|game| game.number);
        open
    }

    /// A place for the game of one more worker.
    pub(crate) fn place(&self) -> WorkerGame {
        let place = WorkerGame::default();
        self.lock().push(place.clone());
        place
    }

    fn lock(&self) -> MutexGuard<'_, Vec<WorkerGame>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WorkerGame {
    /// A game begins, and everyone in it may take a while to be ready.
    pub(crate) fn begin(&self, fixture: &Fixture) {
        let all = Seat::all(fixture.seats.len()).fold(Seats::NONE, Seats::with);
        *self.lock() = Some((fixture.clone(), all));
    }

    /// These seats owe a move now.
    pub(crate) fn wait_for(&self, seats: Seats) {
        if let Some((_, waiting)) = self.lock().as_mut() {
            *waiting = seats;
        }
    }

    /// No game is played here.
    pub(crate) fn end(&self) {
        *self.lock() = None;
    }

    fn now(&self) -> Option<OpenGame> {
        let game = self.lock();
        let (fixture, waiting) = game.as_ref()?;
        let owing = waiting.into_iter().map(|seat| fixture.entrant(seat)).collect();
        Some(OpenGame { number: fixture.number, owing })
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Fixture, Seats)>> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_owes_a_move_is_named_game_by_game() {
        let open = OpenGames::default();
        let (one, other) = (open.place(), open.place());
        let fixture = |number, seats: [u16; 2]| Fixture {
            number,
            deal: number,
            seats: seats.into_iter().map(EntrantId).collect(),
        };
        one.begin(&fixture(9, [4, 2]));
        other.begin(&fixture(3, [0, 1]));
        one.wait_for(Seats::only(Seat(1)));
        let game = |number, owing: &[u16]| OpenGame {
            number,
            owing: owing.iter().copied().map(EntrantId).collect(),
        };
        assert_eq!(open.now(), [game(3, &[0, 1]), game(9, &[2])]);
        other.end();
        assert_eq!(open.now(), [game(9, &[2])]);
    }
}
