//! Score Four without trait, views or checks: the same two sets of beads, the same draws, nothing else.

use std::hint::black_box;

use croupier_games::Chance;
use croupier_games::score_four::{CELLS, LINE_COUNT, LINES};

const PEG: u64 = 0x0001_0001_0001_0001;

/// The lines through each cell, filled up with sets that nobody can own.
static THROUGH: [[u64; 7]; CELLS] = lines_through();

/// One game of random legal moves; gives twice the number of beads, and one more after a draw.
pub(crate) fn play(chance: &mut Chance) -> u64 {
    let (mut own, mut other) = (0_u64, 0_u64);
    let mut first_open = 0;
    let mut placed = 0;
    loop {
        let taken = own | other;
        let peg = any_peg(!taken >> 48, chance);
        let bead = !taken & (taken << 16 | 0xffff) & PEG << peg;
        own |= bead;
        placed += 1;
        if placed >= 7 && wins(own, bead) {
            return 2 * placed;
        }
        if blocked(own, other, &mut first_open) {
            return 2 * placed + 1;
        }
        (own, other) = (other, own);
    }
}

/// How many sequences of so many moves there are; each is played to its last bead.
pub(crate) fn perft(depth: u32) -> u64 {
    nodes(0, 0, 0, 0, depth)
}

fn nodes(own: u64, other: u64, first_open: usize, placed: u32, depth: u32) -> u64 {
    let taken = own | other;
    let mut landings = !taken & (taken << 16 | 0xffff);
    let mut sum = 0;
    while landings != 0 {
        let bead = landings & landings.wrapping_neg();
        landings ^= bead;
        let own = own | bead;
        let mut first_open = first_open;
        let over = placed >= 6 && wins(own, bead) || blocked(own, other, &mut first_open);
        // The position after the last bead counts for nothing, but it must be made.
        black_box((own, other, placed + 1, first_open, over));
        if depth == 1 {
            sum += 1;
        } else if !over {
            sum += nodes(other, own, first_open, placed + 1, depth - 1);
        }
    }
    sum
}

#[inline]
fn any_peg(open: u64, chance: &mut Chance) -> u32 {
    let mut bits = chance.bits();
    for _ in 0..12 {
        let peg = bits as u32 % 16;
        if open >> peg & 1 == 1 {
            return peg;
        }
        bits >>= 4;
    }
    croupier_games::nth_bit(open, (bits as u32 * open.count_ones()) >> 16)
}

#[inline]
fn wins(own: u64, bead: u64) -> bool {
    let cell = bead.trailing_zeros() as usize % CELLS;
    THROUGH[cell].iter().fold(false, |won, &line| won | (own & line == line))
}

#[inline]
fn blocked(own: u64, other: u64, first_open: &mut usize) -> bool {
    while *first_open < LINE_COUNT {
        let line = LINES[*first_open];
        if line & own == 0 || line & other == 0 {
            return false;
        }
        *first_open += 1;
    }
    true
}

const fn lines_through() -> [[u64; 7]; CELLS] {
    let mut through = [[u64::MAX; 7]; CELLS];
    let mut count = [0; CELLS];
    let mut index = 0;
    while index < LINE_COUNT {
        let mut rest = LINES[index];
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            through[cell][count[cell]] = LINES[index];
            count[cell] += 1;
            rest &= rest - 1;
        }
        index += 1;
    }
    through
}
