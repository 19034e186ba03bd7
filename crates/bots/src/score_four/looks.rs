//! What a position looks like to its mover when nobody looks further.
//!
//! Beads fall, so a cell that wins is worth what it takes to have the bead under it placed by the other side.
//! Who answers on the peg that was just played always gets the second and the fourth level: those are Black's
//! by themselves, the others White's. Cells under a winning cell are left alone as long as there are others;
//! whoever runs out of the others first must give something away. All that is counted, and what it is worth
//! was fitted to the results of games: `docs/house/score-four.md` says how.

use super::position::{Position, UP};
use super::side::Side;

/// How many things are counted.
pub const COUNTED: usize = 33;

/// What each is worth, in hundredths of the logarithm of the odds to win.
#[rustfmt::skip]
const WORTH: [i32; COUNTED] = [
    // Lines with one bead: flat, climbing.
    8, 8,
    // Lines with two beads, on the top, third and second level, White's and Black's; on the bottom; climbing.
    -9, 5, 57, 48, 28, 41, 21, 18,
    // Winning cells, the lowest of their peg, on the second, third and top level, White's and Black's.
    36, 77, 173, 134, 25, 43,
    // Winning cells above others: on the third level; on the top, White's and Black's; upon one of the same
    // side.
    38, 8, -5, 25,
    // The other side runs out of quiet cells: with up to 3, 7, 11, 17, 25 and more of them left.
    271, 130, 87, 44, 9, -3,
    // The same, less this where it has a winning cell on the third level to give up.
    -108, -41, -24, 6, 32, 46,
    // To be on move.
    22,
];

const SINGLES: usize = 0;
const PAIRS: usize = 2;
const WINS: usize = 10;
const LATER_WINS: usize = 16;
const OUT_OF_CELLS: usize = 20;
const MAY_GIVE_UP: usize = 26;
const ON_MOVE: usize = 32;

/// So many lines lie on a level each, ten on each from the top down; the others climb.
const FLAT_LINES: u32 = 40;
const THIRD_LEVEL: u64 = 0xffff << (2 * UP);
const TOP_LEVEL: u64 = 0xffff << (3 * UP);

/// What a position looks like.
#[inline]
pub(super) fn looks(position: &Position) -> i32 {
    counted(position).iter().zip(WORTH).map(|(count, worth)| count * worth).sum()
}

/// What is counted of a position, each thing as the mover's less the other side's.
#[inline]
#[must_use]
pub fn counted(position: &Position) -> [i32; COUNTED] {
    let (own, theirs) = (&position.own, &position.theirs);
    let wins = own.wins | theirs.wins;
    // What lies above a winning cell is decided there.
    let first = !above(wins << UP);
    let mut all = [0; COUNTED];
    let colour = position.count() as usize % 2;
    count_side(own, theirs, first, colour, 1, &mut all);
    count_side(theirs, own, first, 1 - colour, -1, &mut all);
    let quiet = !position.taken() & !above(wins >> UP);
    let left = quiet.count_ones();
    // With an odd number of quiet cells the mover takes the last one, and the other side must give something
    // away.
    let (sign, better, worse) = if left % 2 == 1 { (1, own, theirs) } else { (-1, theirs, own) };
    let few = match left {
        0..=3 => 0,
        4..=7 => 1,
        8..=11 => 2,
        12..=17 => 3,
        18..=25 => 4,
        _ => 5,
    };
    all[OUT_OF_CELLS + few] = if better.wins & first != 0 { sign } else { 0 };
    all[MAY_GIVE_UP + few] = if worse.wins & first & THIRD_LEVEL != 0 { sign } else { 0 };
    all[ON_MOVE] = 1;
    all
}

/// These cells and all above them.
#[inline]
fn above(cells: u64) -> u64 {
    let two = cells | cells << UP;
    two | two << (2 * UP)
}

/// Adds what one side has; `colour` is 0 for White and 1 for Black, `sign` is -1 for the side that waits.
#[inline]
fn count_side(side: &Side, other: &Side, first: u64, colour: usize, sign: i32, all: &mut [i32; COUNTED]) {
    let (singles, pairs) = (side.singles(other), side.pairs(other));
    let flat = (1 << FLAT_LINES) - 1;
    all[SINGLES] += sign * (singles as u64 & flat).count_ones() as i32;
    all[SINGLES + 1] += sign * ((singles >> FLAT_LINES) as u64).count_ones() as i32;
    let [top, third, second, bottom] = by_level(spread(pairs as u64 & flat));
    all[PAIRS + colour] += sign * top;
    all[PAIRS + 2 + colour] += sign * third;
    all[PAIRS + 4 + colour] += sign * second;
    all[PAIRS + 6] += sign * bottom;
    all[PAIRS + 7] += sign * ((pairs >> FLAT_LINES) as u64).count_ones() as i32;
    if side.wins == 0 {
        return;
    }
    let [_, second, third, top] = by_level(side.wins & first);
    all[WINS + colour] += sign * second;
    all[WINS + 2 + colour] += sign * third;
    all[WINS + 4 + colour] += sign * top;
    let later = side.wins & !first;
    all[LATER_WINS] += sign * (later & THIRD_LEVEL).count_ones() as i32;
    all[LATER_WINS + 1 + colour] += sign * (later & TOP_LEVEL).count_ones() as i32;
    all[LATER_WINS + 3] += sign * (side.wins & side.wins << UP).count_ones() as i32;
}

/// Sets of ten flat lines, one for each level, with the room that sets of cells have.
#[inline]
fn spread(lines: u64) -> u64 {
    const TEN: u64 = (1 << 10) - 1;
    lines & TEN | (lines << 6) & TEN << 16 | (lines << 12) & TEN << 32 | (lines << 18) & TEN << 48
}

/// How many there are in each sixteen bits, the lowest first: four counts for little more than the price of
/// one.
#[inline]
fn by_level(cells: u64) -> [i32; 4] {
    let pairs = cells - (cells >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let levels = bytes + (bytes >> 8);
    [0, 16, 32, 48].map(|shift| (levels >> shift & 0x1f) as i32)
}

#[cfg(test)]
mod tests {
    use super::super::symmetry::Glance;
    use super::super::testing::random_play;
    use super::*;
    use croupier_games::Seed;

    #[test]
    fn a_position_looks_the_same_from_all_eight_sides() {
        random_play(50, Seed::plain(11), |position| {
            let [own, theirs] = position.beads();
            for glance in Glance::all() {
                let turned = Position::new(glance.of(own), glance.of(theirs));
                assert_eq!(counted(&turned), counted(position), "{glance:?} of {position:?}");
            }
        });
    }

    #[test]
    fn counts_by_level_are_counts_of_each_level() {
        for cells in [0, u64::MAX, 0x8001_0000_0ff0_1234, 0x0001_ffff_8000_7fff] {
            let expected = [0, 16, 32, 48].map(|shift| (cells >> shift & 0xffff).count_ones() as i32);
            assert_eq!(by_level(cells), expected);
        }
    }
}
