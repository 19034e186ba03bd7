//! How far to lean from perfect play towards the reply to what is expected, at a risk that is bounded.
//!
//! The reply is the best against someone who bids as expected so often, and otherwise whatever hurts most:
//! the less often, the safer. That share is raised as far as the worst case allows. What the other side has
//! given away by bids that were worse than perfect may be risked on top (Ganzfried and Sandholm's safe
//! exploitation): however it plays from then on, all that is risked was won before, but for the first stake.

use super::matrix::{MOST, Matrix, Mixture, Solution};

/// Halvings of the share that are tried.
const HALVINGS: usize = 7;

/// What may still be lost against the worst opponent.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Stake(f64);

impl Stake {
    /// Puts so much more at risk.
    pub(super) fn add(&mut self, more: f64) {
        self.0 += more;
    }

    /// What a turn gave, beyond what perfect play is worth, against the column that was bid.
    pub(super) fn settle(&mut self, matrix: &Matrix, value: f64, rows: &Mixture, column: usize) {
        if column < matrix.columns() {
            self.0 = (self.0 + matrix.against(rows, column) - value).max(0.0);
        }
    }

    /// The mixture of rows that wins most of what is expected, among those that cost no more than the stake
    /// at worst.
    ///
    /// It leans no further than what is expected can be relied on, from 0 for not at all to 1 for wholly: who
    /// plays perfectly gives nothing for the risk.
    pub(super) fn lean(
        &self,
        matrix: &Matrix,
        perfect: &Solution,
        expected: &Mixture,
        reliance: f64,
    ) -> Mixture {
        let floor = perfect.value - self.0;
        let wins: Mixture =
            std::array::from_fn(
                |row| {
                    if row < matrix.rows() { matrix.row_against(row, expected) } else { 0.0 }
                },
            );
        let reply =
            if reliance >= 1.0 { best(matrix, &wins) } else { against_sometimes(matrix, &wins, reliance) };
        if matrix.at_least(&reply) >= floor {
            return reply;
        }
        let (mut safe, mut unsafe_) = (perfect.rows, reply);
        let (mut low, mut high) = (0.0, reliance);
        for _ in 0..HALVINGS {
            let share = (low + high) / 2.0;
            let rows = against_sometimes(matrix, &wins, share);
            if matrix.at_least(&rows) >= floor {
                (safe, low) = (rows, share);
            } else {
                (unsafe_, high) = (rows, share);
            }
        }
        between(matrix, &safe, &unsafe_, floor)
    }
}

fn best(matrix: &Matrix, wins: &Mixture) -> Mixture {
    let row = (0..matrix.rows()).max_by(|&one, &other| wins[one].total_cmp(&wins[other])).unwrap_or(0);
    let mut rows = [0.0; MOST];
    rows[row] = 1.0;
    rows
}

/// The best against someone who bids as expected this often.
fn against_sometimes(matrix: &Matrix, wins: &Mixture, share: f64) -> Mixture {
    let cell = |row, column| (1.0 - share) * matrix.cell(row, column) + share * wins[row];
    Matrix::new(matrix.rows(), matrix.columns(), cell).solve().rows
}

/// As much of the second mixture as the floor allows: the worst of a mixture of both is no worse than the
/// mixed worst.
fn between(matrix: &Matrix, safe: &Mixture, other: &Mixture, floor: f64) -> Mixture {
    let (above, below) = (matrix.at_least(safe) - floor, floor - matrix.at_least(other));
    let share = if above > 0.0 && below > 0.0 { above / (above + below) } else { 0.0 };
    std::array::from_fn(|row| (1.0 - share) * safe[row] + share * other[row])
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::{Chance, Seed};

    #[test]
    fn the_worst_case_costs_no_more_than_the_stake_and_more_stake_wins_more() {
        let mut chance = Chance::new(Seed::plain(5));
        let mut gained = 0;
        for _ in 0..500 {
            let (rows, columns) = (2 + chance.below(6), 2 + chance.below(6));
            let matrix = Matrix::new(rows, columns, |_, _| chance.below(21) as f64 - 10.0);
            let mut expected = [0.0; MOST];
            expected[chance.below(columns)] = 1.0;
            let perfect = matrix.solve();
            let wins = |rows: &Mixture| -> f64 {
                (0..matrix.rows()).map(|row| rows[row] * matrix.row_against(row, &expected)).sum()
            };
            let mut before = wins(&perfect.rows) - 1e-9;
            for stake in [0.0, 0.5, 2.0, 30.0] {
                let rows = Stake(stake).lean(&matrix, &perfect, &expected, 1.0);
                assert!(matrix.at_least(&rows) >= perfect.value - stake - 1e-9);
                assert!((rows.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                gained += usize::from(wins(&rows) > before + 0.1);
                assert!(wins(&rows) >= before - 0.35, "{} {before}", wins(&rows));
                before = before.max(wins(&rows) - 1e-9);
            }
        }
        assert!(gained > 300, "{gained}");
    }

    #[test]
    fn what_the_other_side_gives_away_is_added_and_what_it_takes_is_gone() {
        let matrix = Matrix::new(2, 2, |row, column| [[1.0, -1.0], [-1.0, 3.0]][row][column]);
        let perfect = matrix.solve();
        let mut stake = Stake(1.0);
        let mut pure = [0.0; MOST];
        pure[1] = 1.0;
        stake.settle(&matrix, perfect.value, &pure, 1);
        assert!((stake.0 - (1.0 + 3.0 - perfect.value)).abs() < 1e-9);
        stake.settle(&matrix, perfect.value, &pure, 0);
        assert!((stake.0 - (1.0 + 2.0 - 2.0 * perfect.value)).abs() < 1e-9);
    }
}
