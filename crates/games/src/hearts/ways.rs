//! In how many ways hidden cards can be chosen: Pascal's triangle, as large as a table of four needs it.

use super::deal::{DECK, MOST};

/// The most cards that can be hidden: those of three others, each with a quarter of the deck.
const MOST_HIDDEN: usize = DECK / MOST * (MOST - 1);

/// In how many ways some cards can be chosen out of `all`, which are at most the 39 that three others hold.
///
/// The ways to deal them all are at most 39! / (13!)³, which is below 2⁵⁷.
#[inline]
#[must_use]
pub fn ways_to_choose(all: usize, some: usize) -> u64 {
    CHOOSE[all][some]
}

/// Pascal's triangle.
static CHOOSE: [[u64; MOST_HIDDEN + 1]; MOST_HIDDEN + 1] = {
    let mut table = [[0; MOST_HIDDEN + 1]; MOST_HIDDEN + 1];
    let mut all = 0;
    while all <= MOST_HIDDEN {
        table[all][0] = 1;
        let mut some = 1;
        while some <= all {
            table[all][some] = table[all - 1][some - 1] + table[all - 1][some];
            some += 1;
        }
        all += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_out_of_all_hidden_cards_has_as_many_ways_as_a_table_of_numbers_says() {
        assert_eq!(ways_to_choose(39, 13), 8_122_425_444);
        assert_eq!(ways_to_choose(39, 19), 68_923_264_410);
        assert_eq!([ways_to_choose(5, 0), ways_to_choose(5, 2), ways_to_choose(5, 5)], [1, 10, 1]);
        assert_eq!(ways_to_choose(2, 5), 0);
    }
}
