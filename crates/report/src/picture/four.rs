//! Which beads of a Score Four board lie four in a line. It knows no rules beside that: the picture asks it
//! what to mark.

const SIDE: usize = 4;

/// The board as a view shows it: levels from the bottom, rows, and a sign for each column.
type Levels = [[String; SIDE]; SIDE];

/// Whether the bead in this place is one of four in a line.
pub(super) fn through(board: &Levels, place: [usize; 3]) -> bool {
    let Some(bead) = sign(board, place).filter(|&sign| sign != b'.') else { return false };
    let steps = (0..27).map(|number| [number / 9 - 1, number / 3 % 3 - 1, number % 3 - 1]);
    // Half of the directions are enough: the others are the same lines, walked back.
    steps.filter(|step| *step > [0, 0, 0]).any(|step: [isize; 3]| {
        let alike =
            (-3..=3).filter(|&far| moved(place, step, far).and_then(|at| sign(board, at)) == Some(bead));
        alike.count() == SIDE
    })
}

fn moved(place: [usize; 3], step: [isize; 3], far: isize) -> Option<[usize; 3]> {
    let along = |axis: usize| place[axis].checked_add_signed(step[axis] * far);
    Some([along(0)?, along(1)?, along(2)?])
}

fn sign(board: &Levels, [level, row, column]: [usize; 3]) -> Option<u8> {
    board.get(level)?.get(row)?.as_bytes().get(column).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(levels: [&str; SIDE]) -> Levels {
        levels.map(|level| {
            let mut rows = level.split('/').map(str::to_owned);
            std::array::from_fn(|_| rows.next().unwrap())
        })
    }

    #[test]
    fn a_line_through_space_is_found_with_its_four_beads_and_no_other() {
        let board = board([
            "WB../..B./..../....",
            "..../.W../..../....",
            "..../..../..W./....",
            "..../..../..../...W",
        ]);
        let line = [[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3]];
        for place in (0..64).map(|cell| [cell / 16, cell / 4 % 4, cell % 4]) {
            assert_eq!(through(&board, place), line.contains(&place), "{place:?}");
        }
    }

    #[test]
    fn three_in_a_line_and_four_of_both_colours_are_none() {
        let board = board([
            "WWW./BWBW/..../....",
            "..../..../..../....",
            "..../..../..../....",
            "..../..../..../....",
        ]);
        assert!((0..8).all(|cell| !through(&board, [0, cell / 4, cell % 4])));
    }
}
