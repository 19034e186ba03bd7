//! A Score Four bot: wins where it can, stops the other where it must, and likes the middle.

use croupier::score_four::{Peg, ScoreFour, View, SIZE};

struct Blocker;

impl croupier::Player<ScoreFour> for Blocker {
    fn choose(&mut self, view: &View) -> Peg {
        let free = view.free();
        let turn = [view.seat, 1 - view.seat];
        let winning = turn.iter().find_map(|seat| free.iter().find(|peg| wins(view, **peg, *seat)));
        let middle = free.iter().min_by_key(|peg| from_the_middle(**peg));
        *winning.or(middle).expect("somebody who is asked has a peg to choose")
    }
}

fn from_the_middle(peg: Peg) -> i32 {
    [peg.row, peg.column].iter().map(|at| (2 * *at as i32 - 3).abs()).sum()
}

/// Whether a bead of this seat on this peg makes four in a line.
fn wins(view: &View, peg: Peg, seat: usize) -> bool {
    let place = [view.height(peg), peg.row, peg.column].map(|at| at as i32);
    // Half of all directions: each is looked along both ways.
    (14..27).any(|direction| {
        let step = [direction / 9 - 1, direction / 3 % 3 - 1, direction % 3 - 1];
        1 + run(view, seat, place, step, 1) + run(view, seat, place, step, -1) == SIZE
    })
}

/// How many beads of a seat stand in a line from a place, in one direction.
fn run(view: &View, seat: usize, place: [i32; 3], step: [i32; 3], sign: i32) -> usize {
    let bead = |distance: i32| {
        let at = |axis: usize| usize::try_from(place[axis] + sign * distance * step[axis]).ok();
        *view.board.get(at(0)?)?.get(at(1)?)?.get(at(2)?)?
    };
    (1..).take_while(|distance| bead(*distance) == Some(seat)).count()
}

fn main() {
    croupier::play(|| Blocker)
}
