//! Games worth telling: the closest, the most lopsided, the longest, the shortest and the first.

use std::fmt;

/// So many games are kept for each reason.
const KEPT: usize = 3;

/// Why a game is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Nothing but its being an early one.
    Early,
    /// The best two were nearest to each other.
    Closest,
    /// The best and the last were farthest apart.
    Widest,
    /// It took the most turns.
    Longest,
    /// It took the fewest turns.
    Shortest,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Early => "an early game",
            Self::Closest => "one of the closest",
            Self::Widest => "one of the most lopsided",
            Self::Longest => "one of the longest",
            Self::Shortest => "one of the shortest",
        })
    }
}

/// The games with the lowest values; of equal ones the earliest.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Best {
    games: Vec<(f64, u64)>,
}

impl Best {
    fn add(&mut self, value: f64, game: u64) {
        let full = self.games.len() == KEPT;
        if full && self.games.last().is_some_and(|worst| worst.0 <= value) {
            return;
        }
        let at = self.games.partition_point(|kept| kept.0 <= value);
        self.games.insert(at, (value, game));
        self.games.truncate(KEPT);
    }

    fn merge(&mut self, later: &Self) {
        later.games.iter().for_each(|&(value, game)| self.add(value, game));
    }

    /// Their numbers, the best first.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        self.games.iter().map(|&(_, game)| game)
    }

    /// Whether all kept games have one value: then they are not notable for it.
    fn tells_nothing(&self, opposite: &Self) -> bool {
        let value = |best: &Self| best.games.first().map(|&(value, _)| value);
        value(self).zip(value(opposite)).is_some_and(|(one, other)| one == -other)
    }
}

/// The notable games of a tournament.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Notable {
    early: Best,
    closest: Best,
    widest: Best,
    longest: Best,
    shortest: Best,
}

impl Notable {
    /// Takes in a game; `figures` are those of its seats, and are put in order.
    pub(super) fn add(&mut self, game: u64, figures: &mut [f64], turns: u32, low_is_better: bool) {
        figures.sort_by(f64::total_cmp);
        if !low_is_better {
            figures.reverse();
        }
        if let [first, second, ..] = figures {
            self.closest.add((*second - *first).abs(), game);
        }
        if let [first, .., last] = figures {
            self.widest.add(-(*last - *first).abs(), game);
        }
        self.longest.add(-f64::from(turns), game);
        self.shortest.add(f64::from(turns), game);
        self.early.add(game as f64, game);
    }

    pub(super) fn merge(&mut self, later: &Self) {
        let parts = [
            (&mut self.early, &later.early),
            (&mut self.closest, &later.closest),
            (&mut self.widest, &later.widest),
            (&mut self.longest, &later.longest),
            (&mut self.shortest, &later.shortest),
        ];
        parts.into_iter().for_each(|(all, more)| all.merge(more));
    }

    /// The games, with the reason of each; a game may be notable for several.
    #[must_use]
    pub fn games(&self) -> Vec<(u64, Reason)> {
        let mut found = Vec::new();
        let mut take = |best: &Best, reason, most: usize| {
            found.extend(best.numbers().take(most).map(|game| (game, reason)));
        };
        if !self.widest.tells_nothing(&self.closest) {
            take(&self.closest, Reason::Closest, 2);
            take(&self.widest, Reason::Widest, 2);
        }
        if !self.longest.tells_nothing(&self.shortest) {
            take(&self.longest, Reason::Longest, 1);
            take(&self.shortest, Reason::Shortest, 1);
        }
        take(&self.early, Reason::Early, KEPT);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(games: &[(u64, [f64; 3], u32)]) -> Notable {
        let mut notable = Notable::default();
        for (game, figures, turns) in games {
            notable.add(*game, &mut figures.clone(), *turns, true);
        }
        notable
    }

    #[test]
    fn the_closest_and_the_widest_are_found_whatever_the_parts() {
        let games = [
            (0, [9.0, 1.0, 5.0], 7),
            (1, [2.0, 2.0, 8.0], 9),
            (2, [3.0, 50.0, 7.0], 7),
            (3, [1.0, 2.0, 3.0], 4),
        ];
        let mut parts = of(&games[..2]);
        parts.merge(&of(&games[2..]));
        assert_eq!(parts, of(&games));
        let found = parts.games();
        assert_eq!(found[0], (1, Reason::Closest));
        assert!(found.contains(&(2, Reason::Widest)) && found.contains(&(3, Reason::Shortest)));
        assert!(found.contains(&(1, Reason::Longest)));
    }

    #[test]
    fn games_of_one_length_are_neither_long_nor_short() {
        let notable = of(&[(0, [1.0, 2.0, 3.0], 13), (1, [1.0, 2.0, 4.0], 13)]);
        assert!(notable.games().iter().all(|(_, reason)| *reason != Reason::Longest));
    }

    #[test]
    fn wins_and_losses_alone_are_neither_close_nor_wide() {
        let mut notable = Notable::default();
        notable.add(0, &mut [1.0, 0.0], 9, false);
        notable.add(1, &mut [0.0, 1.0], 8, false);
        assert!(
            notable.games().iter().all(|(_, reason)| *reason != Reason::Closest && *reason != Reason::Widest)
        );
    }
}
