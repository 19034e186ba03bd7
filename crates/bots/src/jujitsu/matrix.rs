//! Games of two in which both choose at once, what one wins the other loses, and a table says how much.
//!
//! The value and a best mixture of such a game come from a linear program, solved by the simplex method on a tableau of
//! fixed size, so that nothing is allocated.

/// The most choices a side can have.
pub(super) const MOST: usize = 13;
/// Slack for rounding.
const TINY: f64 = 1e-9;

/// What the side that chooses rows wins, by both choices.
#[derive(Debug, Clone)]
pub(super) struct Matrix {
    rows: usize,
    columns: usize,
    cells: [[f64; MOST]; MOST],
}

/// How to play a matrix, and what that wins at least.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Solution {
    /// What the rows win when both play their best.
    pub(super) value: f64,
    /// How likely each row should be.
    pub(super) rows: [f64; MOST],
}

impl Matrix {
    /// A matrix of so many rows and columns, at most [`MOST`], with these cells.
    pub(super) fn new(rows: usize, columns: usize, mut cell: impl FnMut(usize, usize) -> f64) -> Self {
        let (rows, columns) = (rows.min(MOST), columns.min(MOST));
        let mut cells = [[0.0; MOST]; MOST];
        for (row, line) in cells.iter_mut().enumerate().take(rows) {
            for (column, place) in line.iter_mut().enumerate().take(columns) {
                *place = cell(row, column);
            }
        }
        Self { rows, columns, cells }
    }

    /// What a mixture of rows wins against a column.
    pub(super) fn against(&self, rows: &[f64; MOST], column: usize) -> f64 {
        (0..self.rows).map(|row| rows[row] * self.cells[row][column]).sum()
    }

    /// What a mixture of rows wins at least.
    pub(super) fn at_least(&self, rows: &[f64; MOST]) -> f64 {
        (0..self.columns).map(|column| self.against(rows, column)).fold(f64::INFINITY, f64::min)
    }

    /// The row that wins most against a mixture of columns.
    pub(super) fn best_against(&self, columns: &[f64; MOST]) -> usize {
        let wins = |row: usize| -> f64 { (0..self.columns).map(|c| columns[c] * self.cells[row][c]).sum() };
        (0..self.rows).max_by(|&one, &other| wins(one).total_cmp(&wins(other))).unwrap_or(0)
    }

    /// The value of the game and a mixture of rows that wins it.
    pub(super) fn solve(&self) -> Solution {
        self.saddle().unwrap_or_else(|| self.simplex())
    }

    /// A pair of pure choices from which neither side wants to move, where there is one.
    fn saddle(&self) -> Option<Solution> {
        let worst =
            |row: usize| self.cells[row][..self.columns].iter().copied().fold(f64::INFINITY, f64::min);
        let best = |column: usize| {
            (0..self.rows).map(|row| self.cells[row][column]).fold(f64::NEG_INFINITY, f64::max)
        };
        let (row, safe) =
            (0..self.rows).map(|row| (row, worst(row))).max_by(|one, other| one.1.total_cmp(&other.1))?;
        let bound = (0..self.columns).map(best).fold(f64::INFINITY, f64::min);
        (bound - safe <= TINY).then(|| {
            let mut rows = [0.0; MOST];
            rows[row] = 1.0;
            Solution { value: safe, rows }
        })
    }

    /// The columns' program: as much weight as possible where no row wins more than one; the rows' mixture is its dual.
    fn simplex(&self) -> Solution {
        let lowest = self.cells[..self.rows].iter().flat_map(|row| &row[..self.columns]).copied();
        // Every cell is made positive, so that the value is too.
        let shift = 1.0 - lowest.fold(f64::INFINITY, f64::min);
        let mut tableau = Tableau::new(self, shift);
        while let Some(column) = tableau.entering() {
            let Some(row) = tableau.leaving(column) else { break };
            tableau.pivot(row, column);
        }
        let weight = tableau.goal[2 * MOST];
        let mut rows = [0.0; MOST];
        for (row, share) in rows.iter_mut().enumerate().take(self.rows) {
            *share = (tableau.goal[MOST + row] / weight).max(0.0);
        }
        Solution { value: 1.0 / weight - shift, rows }
    }
}

/// The program in the middle of being solved: columns of the matrix, then a slack for each row, then the right side.
struct Tableau {
    rows: usize,
    lines: [[f64; 2 * MOST + 1]; MOST],
    goal: [f64; 2 * MOST + 1],
}

impl Tableau {
    fn new(matrix: &Matrix, shift: f64) -> Self {
        let mut tableau =
            Self { rows: matrix.rows, lines: [[0.0; 2 * MOST + 1]; MOST], goal: [0.0; 2 * MOST + 1] };
        for (row, line) in tableau.lines.iter_mut().enumerate().take(matrix.rows) {
            for (column, place) in line.iter_mut().enumerate().take(matrix.columns) {
                *place = matrix.cells[row][column] + shift;
            }
            line[MOST + row] = 1.0;
            line[2 * MOST] = 1.0;
        }
        tableau.goal[..matrix.columns].fill(-1.0);
        tableau
    }

    /// The first column that still helps: taking the first one keeps the method from going round in circles.
    fn entering(&self) -> Option<usize> {
        self.goal[..2 * MOST].iter().position(|&gain| gain < -TINY)
    }

    /// The row that bounds it first.
    fn leaving(&self, column: usize) -> Option<usize> {
        let ratio = |row: usize| self.lines[row][2 * MOST] / self.lines[row][column];
        (0..self.rows)
            .filter(|&row| self.lines[row][column] > TINY)
            .min_by(|&one, &other| ratio(one).total_cmp(&ratio(other)))
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let by = self.lines[row][column];
        self.lines[row].iter_mut().for_each(|place| *place /= by);
        let pivot = self.lines[row];
        let others = self.lines[..self.rows].iter_mut().enumerate().filter(|(other, _)| *other != row);
        for line in others.map(|(_, line)| line).chain([&mut self.goal]) {
            let share = line[column];
            if share != 0.0 {
                line.iter_mut().zip(&pivot).for_each(|(place, from)| *place -= share * from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::{Chance, Seed};

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-7
    }

    #[test]
    fn matching_pennies_and_rock_paper_scissors_are_even_and_mixed_evenly() {
        let pennies = Matrix::new(2, 2, |row, column| if row == column { 1.0 } else { -1.0 }).solve();
        assert!(near(pennies.value, 0.0) && near(pennies.rows[0], 0.5) && near(pennies.rows[1], 0.5));
        let wins = [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]];
        let hands = Matrix::new(3, 3, |row, column| wins[row][column]).solve();
        assert!(near(hands.value, 0.0) && hands.rows[..3].iter().all(|&share| near(share, 1.0 / 3.0)));
    }

    #[test]
    fn a_known_mixture_is_found() {
        // Rows 3/7 and 4/7, value 1/7: [[-1, 1], [1, -1/2]] worked out by hand.
        let found = Matrix::new(2, 2, |row, column| [[-1.0, 1.0], [1.0, -0.5]][row][column]).solve();
        assert!(near(found.value, 1.0 / 7.0) && near(found.rows[0], 3.0 / 7.0), "{found:?}");
    }

    #[test]
    fn what_the_rows_can_be_sure_of_is_what_the_columns_can_hold_them_to() {
        let mut chance = Chance::new(Seed(11));
        for round in 0..2000 {
            let (rows, columns) = (1 + chance.below(8), 1 + chance.below(8));
            let numbers: Vec<f64> = (0..64).map(|_| chance.below(9) as f64 - 4.0).collect();
            let matrix = Matrix::new(rows, columns, |row, column| numbers[row * 8 + column]);
            let turned = Matrix::new(columns, rows, |row, column| -numbers[column * 8 + row]);
            let (ours, theirs) = (matrix.solve(), turned.solve());
            assert!(near(ours.value, -theirs.value), "{round}: {ours:?} {theirs:?}");
            assert!(near(matrix.at_least(&ours.rows), ours.value), "{round}: {ours:?}");
            assert!(near(ours.rows.iter().sum(), 1.0), "{round}: {ours:?}");
        }
    }
}
