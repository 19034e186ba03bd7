//! A card from 0 to 3 lies face down, and nobody knows it. Seat 0 takes 1 and ends it; or turns the card up
//! for all to see, and then takes either its value or 1; or bets blindly, and gets twice its value less 2.
//!
//! Turning it up is worth (1 + 1 + 2 + 3) / 4, the two others 1.

use croupier_games::{Chance, Seat, Turn};

use super::Rules;

pub const TAKE: u8 = 0;
pub const TURN: u8 = 1;
pub const BET: u8 = 2;

#[derive(Debug, Clone, PartialEq)]
pub struct FaceDown {
    pub card: u8,
    past: Vec<u8>,
}

impl Rules for FaceDown {
    const NAME: &'static str = "face-down";
    const HIDDEN: bool = true;

    fn deal(chance: &mut Chance) -> Self {
        Self { card: chance.below(4) as u8, past: Vec::new() }
    }

    fn turn(&self) -> Turn {
        match self.past.as_slice() {
            [] | [TURN] => Turn::of(Seat(0)),
            _ => Turn::Over,
        }
    }

    fn legal(&self, _: Seat) -> Vec<u8> {
        if self.past.is_empty() { vec![TAKE, TURN, BET] } else { vec![TAKE, TURN] }
    }

    fn play(&mut self, _: Seat, mv: u8) {
        self.past.push(mv);
    }

    fn seen(&self, _: Seat) -> Vec<u8> {
        let card = if self.past.is_empty() { u8::MAX } else { self.card };
        [card].into_iter().chain(self.past.iter().copied()).collect()
    }

    fn redraw(&mut self, _: Seat, chance: &mut Chance) {
        if self.past.is_empty() {
            self.card = chance.below(4) as u8;
        }
    }

    fn won(&self) -> f64 {
        let card = f64::from(self.card);
        match self.past.as_slice() {
            [BET] => 2.0 * card - 2.0,
            [TURN, TURN] => card,
            _ => 1.0,
        }
    }
}
