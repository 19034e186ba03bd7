//! What a position looks like to its mover when nobody looks further.
//!
//! Beads fall, so a cell that wins is worth what it takes to have the bead under it placed by the other side. Who
//! answers on the peg that was just played always gets the second and the fourth level: those are Black's by
//! themselves, the others White's. Cells under a winning cell are left alone as long as there are others; whoever runs
//! out of the others first must give something away. That is counted, and what it is worth was fitted to the results
//! of games (`docs/house/score-four.md`).

use super::position::{Position, UP};
use super::side::Side;

/// The second and the fourth level.
const EVEN_LEVELS: u64 = 0xffff_0000_ffff_0000;

/// How many things are counted.
pub const COUNTED: usize = 12;

/// What each thing is worth that is counted.
const WORTH: [i32; COUNTED] = [3, 3, 9, 9, 9, 9, 40, 14, 14, 10, 10, 10];

/// What is counted of a position, more for the mover than for the other side.
#[inline]
#[must_use]
pub fn counted(position: &Position) -> [i32; COUNTED] {
    let is_white = position.count().is_multiple_of(2);
    let (own_levels, their_levels) =
        if is_white { (!EVEN_LEVELS, EVEN_LEVELS) } else { (EVEN_LEVELS, !EVEN_LEVELS) };
    let free = !position.taken();
    let wins = position.own.wins | position.theirs.wins;
    let under = wins >> UP & free;
    // A cell above a winning one is decided there.
    let first = !(wins << UP | wins << (2 * UP) | wins << (3 * UP));
    let own = of_side(&position.own, &position.theirs, own_levels, first);
    let theirs = of_side(&position.theirs, &position.own, their_levels, first);
    let mut all = [0; COUNTED];
    for (all, (own, theirs)) in all.iter_mut().zip(own.into_iter().zip(theirs)) {
        *all = own - theirs;
    }
    let quiet = free & !(under | under << UP | under << (2 * UP) | under << (3 * UP));
    let left = quiet.count_ones();
    // Who is not to move when they are used up is better off, if there is something to win.
    let sign = if left.is_multiple_of(2) { -1 } else { 1 };
    let better = if sign > 0 { &position.own } else { &position.theirs };
    if better.wins & first != 0 {
        all[9 + usize::from(left > 8) + usize::from(left > 20)] = sign;
    }
    all
}

/// What is counted of one side.
#[inline]
fn of_side(side: &Side, other: &Side, levels: u64, first: u64) -> [i32; 9] {
    let (singles, pairs) = (side.singles(other), side.pairs(other));
    let count = |lines: u64| lines.count_ones() as i32;
    // The first forty lines lie on a level each, ten on each from the top, the others climb.
    let flat = pairs as u64 & ((1 << 40) - 1);
    let is_white = levels & 0xffff != 0;
    let good = if is_white { 0x3ff << 10 } else { 0x3ff << 20 | 0x3ff };
    let bottom = 0x3ff << 30;
    let won = side.wins & first;
    [
        count(singles as u64 & ((1 << 40) - 1)),
        count((singles >> 40) as u64),
        count(flat & good),
        count(flat & bottom),
        count(flat & !good & !bottom),
        count((pairs >> 40) as u64),
        count(won & levels),
        count(won & !levels),
        count(side.wins & !first),
    ]
}

/// What it looks like.
#[inline]
pub(super) fn looks(position: &Position) -> i32 {
    counted(position).iter().zip(WORTH).map(|(count, worth)| count * worth).sum()
}
