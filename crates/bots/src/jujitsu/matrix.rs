//! Games of two in which both choose at once, what one wins the other loses, and a table says how much.
//!
//! The value and best mixtures of both sides come from a linear program, solved by the simplex method on a
//! tableau of fixed size, so that nothing is allocated. It knows no cards.

/// The most choices a side can have.
pub(super) const MOST: usize = 13;
/// Slack for rounding, in a matrix whose cells lie between one and two.
const TINY: f64 = 1e-12;
/// After so many steps only those are taken that cannot go round in circles.
const QUICK_STEPS: usize = 60;
/// No program of this size needs more steps than this.
const MOST_STEPS: usize = 2000;

/// How likely each choice is.
pub(super) type Mixture = [f64; MOST];

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
    pub(super) rows: Mixture,
    /// How likely each column should be.
    pub(super) columns: Mixture,
}

impl Matrix {
    /// A matrix of so many rows and columns, at most [`MOST`], with these cells.
    pub(super) fn new(rows: usize, columns: usize, mut cell: impl FnMut(usize, usize) -> f64) -> Self {
        let mut matrix = Self::empty();
        matrix.fill(rows, columns, &mut cell);
        matrix
    }

    /// A matrix without a cell, to be filled.
    pub(super) fn empty() -> Self {
        Self { rows: 0, columns: 0, cells: [[0.0; MOST]; MOST] }
    }

    /// Writes new cells into it.
    #[inline]
    pub(super) fn fill(&mut self, rows: usize, columns: usize, mut cell: impl FnMut(usize, usize) -> f64) {
        (self.rows, self.columns) = (rows.min(MOST), columns.min(MOST));
        for (row, line) in self.cells.iter_mut().enumerate().take(self.rows) {
            for (column, place) in line.iter_mut().enumerate().take(self.columns) {
                *place = cell(row, column);
            }
        }
    }

    /// What a pair of choices wins.
    pub(super) fn cell(&self, row: usize, column: usize) -> f64 {
        self.cells[row][column]
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// What a mixture of rows wins against a column.
    pub(super) fn against(&self, rows: &Mixture, column: usize) -> f64 {
        (0..self.rows).map(|row| rows[row] * self.cells[row][column]).sum()
    }

    /// What a mixture of rows wins at least.
    pub(super) fn at_least(&self, rows: &Mixture) -> f64 {
        (0..self.columns).map(|column| self.against(rows, column)).fold(f64::INFINITY, f64::min)
    }

    /// What a row wins against a mixture of columns.
    pub(super) fn row_against(&self, row: usize, columns: &Mixture) -> f64 {
        (0..self.columns).map(|column| columns[column] * self.cells[row][column]).sum()
    }

    /// The value of the game and mixtures that win it.
    pub(super) fn solve(&self) -> Solution {
        self.saddle().map_or_else(|| self.simplex().solution(), |(row, column)| self.pure(row, column))
    }

    /// The value alone.
    #[inline]
    pub(super) fn value(&self) -> f64 {
        self.saddle().map_or_else(|| self.simplex().value(), |(row, column)| self.cells[row][column])
    }

    fn pure(&self, row: usize, column: usize) -> Solution {
        let (mut rows, mut columns) = ([0.0; MOST], [0.0; MOST]);
        (rows[row], columns[column]) = (1.0, 1.0);
        Solution { value: self.cells[row][column], rows, columns }
    }

    /// A pair of pure choices from which neither side wants to move, where there is one.
    #[inline]
    fn saddle(&self) -> Option<(usize, usize)> {
        let (mut best, mut at) = (f64::NEG_INFINITY, (0, 0));
        for (row, line) in self.cells.iter().enumerate().take(self.rows) {
            let (mut worst, mut column) = (f64::INFINITY, 0);
            for (place, &cell) in line.iter().enumerate().take(self.columns) {
                if cell < worst {
                    (worst, column) = (cell, place);
                }
            }
            if worst > best {
                (best, at) = (worst, (row, column));
            }
        }
        // The safest row meets its worst column: a saddle if no row wins more there.
        (0..self.rows).all(|row| self.cells[row][at.1] <= best).then_some(at)
    }

    fn simplex(&self) -> Tableau {
        let mut tableau = Tableau::new(self);
        for step in 0..MOST_STEPS {
            let Some(column) = tableau.entering(step < QUICK_STEPS) else { break };
            let Some(row) = tableau.leaving(column) else { break };
            tableau.pivot(row, column);
        }
        tableau
    }
}

/// The columns' program in the middle of being solved: as much weight as possible where no row wins more than
/// one.
///
/// Only what is not in the basis has a column; `across` and `down` say which choice each line stands for:
/// columns of the matrix count from 0, rows from [`MOST`].
struct Tableau {
    rows: usize,
    columns: usize,
    /// The last line is the goal, the last column the right side.
    lines: [[f64; MOST + 1]; MOST + 1],
    across: [u8; MOST],
    down: [u8; MOST],
    lowest: f64,
    scale: f64,
}

impl Tableau {
    #[inline]
    fn new(matrix: &Matrix) -> Self {
        let (rows, columns) = (matrix.rows, matrix.columns);
        let (mut lowest, mut highest) = (f64::INFINITY, f64::NEG_INFINITY);
        for line in &matrix.cells[..rows] {
            for &cell in &line[..columns] {
                lowest = lowest.min(cell);
                highest = highest.max(cell);
            }
        }
        // Cells are brought between one and two: the value is then positive, and rounding the same
        // everywhere.
        let scale = (highest - lowest).max(f64::MIN_POSITIVE);
        let mut lines = [[0.0; MOST + 1]; MOST + 1];
        for (line, cells) in lines.iter_mut().zip(&matrix.cells[..rows]) {
            for (place, &cell) in line.iter_mut().zip(&cells[..columns]) {
                *place = (cell - lowest) / scale + 1.0;
            }
            line[columns] = 1.0;
        }
        lines[rows][..columns].fill(-1.0);
        let across = std::array::from_fn(|column| column as u8);
        let down = std::array::from_fn(|row| (row + MOST) as u8);
        Self { rows, columns, lines, across, down, lowest, scale }
    }

    /// The column that helps most; or the first by name, which never goes round in circles.
    #[inline]
    fn entering(&self, quickly: bool) -> Option<usize> {
        let goal = &self.lines[self.rows];
        let helping = (0..self.columns).filter(|&column| goal[column] < -TINY);
        if quickly {
            helping.min_by(|&one, &other| goal[one].total_cmp(&goal[other]))
        } else {
            helping.min_by_key(|&column| self.across[column])
        }
    }

    /// The row that bounds it first.
    #[inline]
    fn leaving(&self, column: usize) -> Option<usize> {
        let (mut first, mut bound) = (None, f64::INFINITY);
        for row in 0..self.rows {
            let by = self.lines[row][column];
            if by > TINY {
                let ratio = self.lines[row][self.columns] / by;
                let earlier = first.is_some_and(|first: usize| self.down[row] < self.down[first]);
                if ratio < bound || ratio <= bound && earlier {
                    (first, bound) = (Some(row), ratio);
                }
            }
        }
        first
    }

    #[inline]
    fn pivot(&mut self, row: usize, column: usize) {
        let width = self.columns + 1;
        let by = 1.0 / self.lines[row][column];
        self.lines[row][..width].iter_mut().for_each(|place| *place *= by);
        self.lines[row][column] = by;
        let pivot = self.lines[row];
        for (at, line) in self.lines.iter_mut().enumerate().take(self.rows + 1) {
            let share = line[column];
            if at == row || share == 0.0 {
                continue;
            }
            line[column] = 0.0;
            line[..width].iter_mut().zip(&pivot).for_each(|(place, from)| *place -= share * from);
        }
        std::mem::swap(&mut self.across[column], &mut self.down[row]);
    }

    fn weight(&self) -> f64 {
        self.lines[self.rows][self.columns]
    }

    #[inline]
    fn value(&self) -> f64 {
        (1.0 / self.weight() - 1.0) * self.scale + self.lowest
    }

    fn solution(&self) -> Solution {
        let weight = self.weight();
        let (mut rows, mut columns) = ([0.0; MOST], [0.0; MOST]);
        for (&name, &share) in self.across[..self.columns].iter().zip(&self.lines[self.rows]) {
            if let Some(row) = usize::from(name).checked_sub(MOST) {
                rows[row] = (share / weight).max(0.0);
            }
        }
        for (&name, line) in self.down[..self.rows].iter().zip(&self.lines) {
            if usize::from(name) < MOST {
                columns[usize::from(name)] = (line[self.columns] / weight).max(0.0);
            }
        }
        Solution { value: self.value(), rows, columns }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::{Chance, Seed};

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
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
        let mut chance = Chance::new(Seed::plain(11));
        for round in 0..5000 {
            let (rows, columns) = (1 + chance.below(MOST), 1 + chance.below(MOST));
            let numbers: Vec<f64> = (0..MOST * MOST).map(|_| chance.below(9) as f64 - 4.0).collect();
            let matrix = Matrix::new(rows, columns, |row, column| numbers[row * MOST + column]);
            let turned = Matrix::new(columns, rows, |row, column| -numbers[column * MOST + row]);
            let (ours, theirs) = (matrix.solve(), turned.solve());
            assert!(near(ours.value, -theirs.value), "{round}: {ours:?} {theirs:?}");
            assert!(near(matrix.at_least(&ours.rows), ours.value), "{round}: {ours:?}");
            assert!(near(turned.at_least(&ours.columns), -ours.value), "{round}: {ours:?}");
            assert!(near(matrix.value(), ours.value), "{round}: {ours:?}");
            assert!(near(ours.rows.iter().sum(), 1.0) && near(ours.columns.iter().sum(), 1.0), "{round}");
        }
    }
}
