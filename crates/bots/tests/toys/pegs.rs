//! Score Four made small: nine pegs that hold three beads each, and three in a line win.

use std::sync::LazyLock;

use croupier_games::{Chance, Seat, Turn};

use super::Rules;

const PEGS: u8 = 9;
const FULL: u32 = (1 << 27) - 1;

/// Bit 9 · level + 3 · row + column.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ScoreThree {
    pub beads: [u32; 2],
}

/// The 49 lines, each as the set of its cells: every cell, in every direction, as far as that stays inside.
static LINES: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let line = |cell: i8, direction: i8| {
        let step = [direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1];
        let mut cells = 0_u32;
        for times in 0..3 {
            let at: [i8; 3] =
                [0, 1, 2].map(|axis| [cell % 3, cell / 3 % 3, cell / 9][axis] + times * step[axis]);
            if at.iter().any(|at| !(0..3).contains(at)) {
                return None;
            }
            cells |= 1 << (9 * at[2] + 3 * at[1] + at[0]);
        }
        (cells.count_ones() == 3).then_some(cells)
    };
    let mut lines: Vec<u32> =
        (0..27).flat_map(|cell| (0..27).filter_map(move |direction| line(cell, direction))).collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 49);
    lines
});

fn has_line(beads: u32) -> bool {
    LINES.iter().any(|line| beads & line == *line)
}

impl Rules for ScoreThree {
    const NAME: &'static str = "score-three";
    const HIDDEN: bool = false;

    fn deal(_: &mut Chance) -> Self {
        Self::default()
    }

    fn turn(&self) -> Turn {
        let placed = (self.beads[0] | self.beads[1]).count_ones();
        // Only who dropped the last bead can have made a line by it.
        if self.beads[0] | self.beads[1] == FULL || has_line(self.beads[(placed as usize + 1) % 2]) {
            return Turn::Over;
        }
        Turn::of(Seat((placed % 2) as u8))
    }

    fn legal(&self, _: Seat) -> Vec<u8> {
        let taken = self.beads[0] | self.beads[1];
        (0..PEGS).filter(|peg| taken >> (18 + peg) & 1 == 0).collect()
    }

    fn play(&mut self, seat: Seat, mv: u8) {
        let taken = self.beads[0] | self.beads[1];
        let level = (0..3).find(|level| taken >> (9 * level + mv) & 1 == 0);
        self.beads[seat.index()] |= 1 << (9 * level.unwrap() + mv);
    }

    fn seen(&self, _: Seat) -> Vec<u8> {
        self.beads.into_iter().flat_map(u32::to_le_bytes).collect()
    }

    fn redraw(&mut self, _: Seat, _: &mut Chance) {}

    fn won(&self) -> f64 {
        match self.beads.map(has_line) {
            [true, _] => 1.0,
            [_, true] => -1.0,
            _ => 0.0,
        }
    }
}
