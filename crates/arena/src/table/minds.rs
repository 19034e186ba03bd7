//! A game among minds alone, who choose as soon as they see their view: nobody is waited for, told
//! of a move or clocked, so a move is one call. Everyone else plays as `turn.rs` has it, and the game
//! is the same.

use croupier_games::{Game, MAX_SEATS, Seat, Seats, Turn};
use croupier_record::{Fault, FaultKind, Fixture, Missteps};

use super::{OpenTable, Pause, Table};
use crate::crew::Crew;

impl Table {
    /// Plays on to the end of the game, or until `go_on`, asked before every turn, says no.
    pub(super) fn go_among_minds<G: Game>(
        &mut self,
        sitting: &mut OpenTable<G>,
        fixture: &Fixture,
        crew: &mut Crew<G>,
        mut go_on: impl FnMut(&G, &Missteps, &mut Crew<G>) -> bool,
    ) -> Pause {
        let game = &mut sitting.game;
        while go_on(game, &self.missteps, crew) {
            let Turn::Waiting(seats) = game.turn() else { return Pause::Over };
            match seats.single() {
                Some(seat) => {
                    self.asked = self.asked.wrapping_add(1);
                    let chosen = crew.player(fixture.entrant(seat)).choose(game.view(seat));
                    self.put_down_chosen(game, seat, chosen);
                }
                None => self.turn_of_several(game, seats, fixture, crew),
            }
        }
        Pause::BrokenOff
    }

    /// All choose before any move is played.
    #[inline]
    fn turn_of_several<G: Game>(
        &mut self,
        game: &mut G,
        seats: Seats,
        fixture: &Fixture,
        crew: &mut Crew<G>,
    ) {
        // Read where they were written: to copy them as a whole so soon would wait for each of the writes.
        let mut chosen: [Option<G::Move>; MAX_SEATS] = [None; MAX_SEATS];
        for (seat, chosen) in seats.zip(&mut chosen) {
            self.asked = self.asked.wrapping_add(1);
            *chosen = crew.player(fixture.entrant(seat)).choose(game.view(seat));
        }
        for (seat, chosen) in seats.zip(&chosen) {
            self.put_down_chosen(game, seat, *chosen);
        }
    }

    #[inline(always)]
    fn put_down_chosen<G: Game>(&mut self, game: &mut G, seat: Seat, chosen: Option<G::Move>) {
        match chosen {
            Some(mv) => {
                self.put_down(game, seat, mv);
            }
            None => self.missed(game, seat, &Fault::new(FaultKind::Unreadable, "chose nothing")),
        }
    }
}
