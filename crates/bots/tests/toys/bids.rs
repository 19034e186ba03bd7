//! Games of one move each, made at the same time.

use croupier_games::{Chance, Seat, Seats, Turn};

use super::Rules;

/// Matching pennies where a match of heads wins two: seat 0 wants to match. Worth 1/5, with heads two times
/// in five.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pennies([Option<u8>; 2]);

/// Rock, paper, scissors. Worth 0, with each as often as another.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scissors([Option<u8>; 2]);

fn waiting(bids: [Option<u8>; 2]) -> Turn {
    let seats: Seats = Seat::all(2).filter(|seat| bids[seat.index()].is_none()).collect();
    if seats.is_empty() { Turn::Over } else { Turn::Waiting(seats) }
}

/// Bids are seen when both are there.
fn shown(bids: [Option<u8>; 2]) -> Vec<u8> {
    match bids {
        [Some(one), Some(other)] => vec![one, other],
        _ => Vec::new(),
    }
}

impl Rules for Pennies {
    const NAME: &'static str = "pennies";
    const HIDDEN: bool = true;

    fn deal(_: &mut Chance) -> Self {
        Self::default()
    }

    fn turn(&self) -> Turn {
        waiting(self.0)
    }

    fn legal(&self, _: Seat) -> Vec<u8> {
        vec![0, 1]
    }

    fn play(&mut self, seat: Seat, mv: u8) {
        self.0[seat.index()] = Some(mv);
    }

    fn seen(&self, _: Seat) -> Vec<u8> {
        shown(self.0)
    }

    fn redraw(&mut self, seat: Seat, _: &mut Chance) {
        self.0[1 - seat.index()] = None;
    }

    fn won(&self) -> f64 {
        match self.0 {
            [Some(0), Some(0)] => 2.0,
            [Some(1), Some(1)] => 1.0,
            _ => -1.0,
        }
    }
}

impl Rules for Scissors {
    const NAME: &'static str = "scissors";
    const HIDDEN: bool = true;

    fn deal(_: &mut Chance) -> Self {
        Self::default()
    }

    fn turn(&self) -> Turn {
        waiting(self.0)
    }

    fn legal(&self, _: Seat) -> Vec<u8> {
        vec![0, 1, 2]
    }

    fn play(&mut self, seat: Seat, mv: u8) {
        self.0[seat.index()] = Some(mv);
    }

    fn seen(&self, _: Seat) -> Vec<u8> {
        shown(self.0)
    }

    fn redraw(&mut self, seat: Seat, _: &mut Chance) {
        self.0[1 - seat.index()] = None;
    }

    fn won(&self) -> f64 {
        match self.0 {
            [Some(one), Some(other)] if (one + 1) % 3 == other => -1.0,
            [Some(one), Some(other)] if (other + 1) % 3 == one => 1.0,
            _ => 0.0,
        }
    }
}
