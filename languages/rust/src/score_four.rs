//! Score Four: drop beads onto pegs; four in a line in space win.

use crate::json::Value;
use crate::serve::Game;

/// The game.
pub struct ScoreFour;

/// Pegs in a row, and beads on a peg.
pub const SIZE: usize = 4;

/// A row and a column: what a bot answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Peg {
    /// The row, 0 to 3.
    pub row: usize,
    /// The column, 0 to 3.
    pub column: usize,
}

/// A seat's view of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Your seat; seat 0 has the white beads and begins.
    pub seat: usize,
    /// Whose bead is at `board[level][row][column]`; level 0 is the bottom.
    pub board: [[[Option<usize>; SIZE]; SIZE]; SIZE],
    /// The peg of the last bead.
    pub last: Option<Peg>,
    /// Who has won.
    pub winner: Option<usize>,
    /// Invalid answers in a row that you can still give; the last of them loses.
    pub retries_left: i64,
}

impl View {
    /// How many beads a peg holds.
    pub fn height(&self, peg: Peg) -> usize {
        self.board.iter().filter(|level| level[peg.row][peg.column].is_some()).count()
    }

    /// The pegs that are not full, row by row.
    pub fn free(&self) -> Vec<Peg> {
        let pegs = (0..SIZE * SIZE).map(|peg| Peg { row: peg / SIZE, column: peg % SIZE });
        pegs.filter(|peg| self.height(*peg) < SIZE).collect()
    }
}

impl Game for ScoreFour {
    type View = View;
    type Move = Peg;
    const NAME: Option<&'static str> = Some("score-four");

    fn read(view: &Value, _: &Value) -> View {
        let mut board = [[[None; SIZE]; SIZE]; SIZE];
        for (level, shown) in board.iter_mut().zip(view.get("board").list()) {
            for (row, shown) in level.iter_mut().zip(shown.list()) {
                for (place, sign) in row.iter_mut().zip(shown.text().unwrap_or("").chars()) {
                    *place = "WB".find(sign);
                }
            }
        }
        let last = view.get("last");
        let peg = |row| Peg { row: row as usize, column: last.get("column").int_or_zero() as usize };
        View {
            seat: view.get("seat").int_or_zero() as usize,
            board,
            last: last.get("row").int().map(peg),
            winner: view.get("winner").int().map(|seat| seat as usize),
            retries_left: view.get("retries_left").int_or_zero(),
        }
    }

    fn write(peg: &Peg) -> String {
        format!("{{\"row\":{},\"column\":{}}}", peg.row, peg.column)
    }
}
