//! Noughts and crosses: nothing hidden, no luck, and a draw.

use croupier_games::{Chance, Seat, Turn};

use super::Rules;

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

#[derive(Debug, Clone, PartialEq, Default)]
pub struct TicTacToe {
    pub marks: [u16; 2],
}

impl TicTacToe {
    fn has_line(&self, seat: usize) -> bool {
        LINES.iter().any(|line| self.marks[seat] & line == *line)
    }

    fn placed(&self) -> u32 {
        (self.marks[0] | self.marks[1]).count_ones()
    }
}

impl Rules for TicTacToe {
    const NAME: &'static str = "tic-tac-toe";
    const HIDDEN: bool = false;

    fn deal(_: &mut Chance) -> Self {
        Self::default()
    }

    fn turn(&self) -> Turn {
        if self.placed() == 9 || self.has_line(0) || self.has_line(1) {
            return Turn::Over;
        }
        Turn::of(Seat((self.placed() % 2) as u8))
    }

    fn legal(&self, _: Seat) -> Vec<u8> {
        let taken = self.marks[0] | self.marks[1];
        (0..9).filter(|cell| taken >> cell & 1 == 0).collect()
    }

    fn play(&mut self, seat: Seat, mv: u8) {
        self.marks[seat.index()] |= 1 << mv;
    }

    fn seen(&self, _: Seat) -> Vec<u8> {
        self.marks.into_iter().flat_map(u16::to_le_bytes).collect()
    }

    fn redraw(&mut self, _: Seat, _: &mut Chance) {}

    fn won(&self) -> f64 {
        match [0, 1].map(|seat| self.has_line(seat)) {
            [true, _] => 1.0,
            [_, true] => -1.0,
            _ => 0.0,
        }
    }
}
