//! How far a budget reaches: which rests of a round are solved, which looked up, and which estimated, and how
//! deep.
//!
//! All of it goes by the number of cards and not by the clock, so that games repeat. Who the other side is,
//! and what may be risked against it, is not known here.

use super::endgame::Endgames;
use super::last_round::{LastRound, decided};
use super::matrix::Matrix;
use super::sight::Sight;
use super::table;
use super::weigh::{estimated, fitted, fitted_twice, looked_up};
use crate::budget::Budget;

/// What a matrix is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counts {
    Points,
    Match,
}

/// With so many cards in each hand, or fewer, there is time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reach {
    /// To solve the rest of a round for points.
    points: u32,
    /// To solve the last round for the match.
    of_match: u32,
    /// To look two turns ahead.
    twice: u32,
}

const SHORT: Reach = Reach { points: 5, of_match: 4, twice: 0 };
const MIDDLE: Reach = Reach { points: 6, of_match: 5, twice: 8 };
const LONG: Reach = Reach { points: 7, of_match: 6, twice: 13 };

/// With more cards a table is asked first; with fewer, a rest is solved as quickly.
const LOOKED_UP_FROM: u32 = 3;

impl Reach {
    /// What fits a budget.
    pub(super) fn of(budget: Budget) -> Self {
        match budget {
            Budget::Usual => MIDDLE,
            Budget::Time(time) if time.as_millis() < 10 => SHORT,
            Budget::Time(time) if time.as_millis() < 100 => MIDDLE,
            Budget::Time(_) => LONG,
            // A step is a matrix, about.
            Budget::Steps(0..1000) => SHORT,
            Budget::Steps(1000..20_000) => MIDDLE,
            Budget::Steps(_) => LONG,
        }
    }

    /// The next shorter one.
    pub(super) fn shorter(self) -> Option<Self> {
        [(LONG, MIDDLE), (MIDDLE, SHORT)].into_iter().find(|(reach, _)| *reach == self).map(|(_, less)| less)
    }
}

/// What was solved is kept here for the turns that follow.
#[derive(Debug, Default)]
pub(super) struct Scales {
    endgames: Endgames,
    last_round: LastRound,
}

impl Scales {
    /// The matrix of a turn: for the match where that can be solved, for points before.
    pub(super) fn weigh(&mut self, sight: &Sight<'_>, reach: Reach) -> (Counts, Matrix) {
        let Sight { rest, ahead, .. } = sight;
        if sight.is_last_round() && sight.held() <= reach.of_match && decided(rest, *ahead).is_none() {
            return (Counts::Match, self.last_round.play(rest, *ahead).0);
        }
        (Counts::Points, self.points(sight, reach))
    }

    fn points(&mut self, sight: &Sight<'_>, reach: Reach) -> Matrix {
        let (rest, held) = (&sight.rest, sight.held());
        if held <= reach.points.min(LOOKED_UP_FROM) {
            return self.endgames.play(rest).0;
        }
        let table = table::at_first_use(sight.highest_card());
        if let Some(matrix) = table.and_then(|table| looked_up(rest, table)) {
            return matrix;
        }
        if held <= reach.points {
            return self.endgames.play(rest).0;
        }
        let twice = if held <= reach.twice { fitted_twice(rest) } else { None };
        twice.or_else(|| fitted(rest)).unwrap_or_else(|| estimated(rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_reach_as_far_as_the_time_they_stand_for_and_less_time_less_far() {
        for (time, steps, reach) in
            [("1ms", "100", SHORT), ("10ms", "1000", MIDDLE), ("100ms", "20000", LONG)]
        {
            let [time, steps] = [time, steps].map(|text| Reach::of(Budget::parse(text).unwrap()));
            assert_eq!([time, steps], [reach; 2]);
        }
        assert_eq!([LONG, MIDDLE, SHORT].map(Reach::shorter), [Some(MIDDLE), Some(SHORT), None]);
    }
}
