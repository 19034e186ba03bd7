//! The 76 lines of the board, as sets of four cells, worked out while compiling.
//!
//! A cell is a bit of a 64-bit set: level × 16 + row × 4 + column. A level is therefore 16 neighbouring bits,
//! and one step up a peg is a shift by 16.

/// How long the board is in each of its three directions, and how many beads in a line win.
pub const SIDE: usize = 4;
/// How many pegs there are.
pub const PEGS: usize = SIDE * SIDE;
/// How many beads the board takes.
pub const CELLS: usize = PEGS * SIDE;
/// How many lines of four cells there are.
pub const LINE_COUNT: usize = 76;
/// The most lines that cross in one cell: corners and the cells around the centre have so many, all others
/// four.
pub const MOST_THROUGH: usize = 7;

/// All lines, those that are blocked last in a usual game first: level by level from the top, then those that
/// climb.
pub static LINES: [u64; LINE_COUNT] = all_lines();

/// The lines through each cell; the places left over, always the last, hold a set of all cells, which no
/// player can ever own.
pub static THROUGH: [[u64; MOST_THROUGH]; CELLS] = lines_through();

const fn all_lines() -> [u64; LINE_COUNT] {
    let mut lines = [0; LINE_COUNT];
    let mut count = 0;
    let mut climb = 0;
    while climb <= 1 {
        let mut start = CELLS as i32;
        while start > 0 {
            start -= 1;
            count = add_lines_from(start, climb, &mut lines, count);
        }
        climb += 1;
    }
    assert!(count == LINE_COUNT);
    lines
}

/// Adds the lines that leave a cell with this climb per step, each in one of its two directions.
const fn add_lines_from(start: i32, climb: i32, lines: &mut [u64; LINE_COUNT], mut count: usize) -> usize {
    let mut row_step = -1;
    while row_step <= 1 {
        let mut column_step = -1;
        while column_step <= 1 {
            // On a level a line and its reverse are the same: the one with the positive first step stands for
            // both.
            let forward = climb > 0 || row_step > 0 || (row_step == 0 && column_step > 0);
            if forward && fits(start, climb, row_step, column_step) {
                lines[count] = line(start, climb * 16 + row_step * 4 + column_step);
                count += 1;
            }
            column_step += 1;
        }
        row_step += 1;
    }
    count
}

const fn fits(start: i32, climb: i32, row_step: i32, column_step: i32) -> bool {
    spans(start / 16, climb) && spans(start / 4 % 4, row_step) && spans(start % 4, column_step)
}

/// Whether four steps from here stay on the board.
const fn spans(from: i32, step: i32) -> bool {
    let to = from + 3 * step;
    0 <= to && to < SIDE as i32
}

const fn line(start: i32, step: i32) -> u64 {
    1 << start | 1 << (start + step) | 1 << (start + 2 * step) | 1 << (start + 3 * step)
}

const fn lines_through() -> [[u64; MOST_THROUGH]; CELLS] {
    let mut through = [[u64::MAX; MOST_THROUGH]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (mut index, mut count) = (0, 0);
        while index < LINE_COUNT {
            if LINES[index] >> cell & 1 == 1 {
                through[cell][count] = LINES[index];
                count += 1;
            }
            index += 1;
        }
        cell += 1;
    }
    through
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_76_different_lines_of_four_cells() {
        let different: BTreeSet<u64> = LINES.iter().copied().collect();
        assert_eq!(different.len(), 76);
        assert!(LINES.iter().all(|line| line.count_ones() == 4));
    }

    #[test]
    fn a_line_keeps_or_changes_each_coordinate_evenly() {
        for line in LINES {
            let cells: Vec<i32> = (0..64).filter(|cell| line >> cell & 1 == 1).collect();
            for unit in [1, 4, 16] {
                let along: Vec<i32> = cells.iter().map(|cell| cell / unit % 4).collect();
                let even = [[0, 1, 2, 3], [3, 2, 1, 0]].iter().any(|run| along == run);
                assert!(even || along.iter().all(|&at| at == along[0]), "{line:#x}");
            }
        }
    }

    #[test]
    fn seven_lines_cross_in_16_cells_and_four_in_the_others() {
        let crossing = |cell: usize| THROUGH[cell].iter().filter(|&&line| line != u64::MAX).count();
        assert_eq!((0..64).filter(|&cell| crossing(cell) == 7).count(), 16);
        assert_eq!((0..64).filter(|&cell| crossing(cell) == 4).count(), 48);
        assert!((0..64).all(|cell| THROUGH[cell].iter().all(|line| line >> cell & 1 == 1)));
    }

    #[test]
    fn the_lines_of_the_top_level_come_first() {
        assert!(LINES[..10].iter().all(|line| line.trailing_zeros() >= 48));
        assert!(LINES[40..].iter().all(|line| line & 0xffff != 0 && line >> 48 != 0));
    }
}
