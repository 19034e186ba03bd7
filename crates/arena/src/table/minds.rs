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
            let mut waiting = seats;
            match (waiting.next(), waiting.next(), waiting.is_empty()) {
                (Some(seat), None, _) => {
                    let chosen = self.chosen(game, seat, fixture, crew);
                    self.put_down_chosen(game, seat, chosen);
                }
                // A duel's turn: two moves need no list.
                (Some(first), Some(second), true) => {
                    let one = self.chosen(game, first, fixture, crew);
                    let other = self.chosen(game, second, fixture, crew);
                    self.put_down_chosen(game, first, one);
                    self.put_down_chosen(game, second, other);
                }
                _ => self.turn_of_several(game, seats, fixture, crew),
            }
        }
        Pause::BrokenOff
    }

    /// What a seat plays, as soon as it sees its view.
    #[inline(always)]
    fn chosen<G: Game>(
        &mut self,
        game: &G,
        seat: Seat,
        fixture: &Fixture,
        crew: &mut Crew<G>,
    ) -> Option<G::Move> {
        self.asked = self.asked.wrapping_add(1);
        crew.player(fixture.entrant(seat)).choose(game.view(seat))
    }

    /// All choose before any move is played.
    fn turn_of_several<G: Game>(
        &mut self,
        game: &mut G,
        seats: Seats,
        fixture: &Fixture,
        crew: &mut Crew<G>,
    ) {
        let mut chosen: [Option<G::Move>; MAX_SEATS] = [None; MAX_SEATS];
        for (seat, chosen) in seats.zip(&mut chosen) {
            *chosen = self.chosen(game, seat, fixture, crew);
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
