//! How likely a check is to see a fault that is in few games.

use serde::Serialize;

/// A fault in one game of so many is rare, and spoils a tournament all the same.
const ONE_IN: f64 = 40.0;

/// How much a check has seen.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Coverage {
    /// Games from their beginning to their end.
    pub games: u64,
    /// How likely a fault in one game of forty was to be among them.
    pub one_in_forty: f64,
}

impl Coverage {
    /// After so many games.
    #[must_use]
    pub fn of(games: u64) -> Self {
        Self { games, one_in_forty: 1.0 - (1.0 - 1.0 / ONE_IN).powf(games as f64) }
    }
}

impl std::fmt::Display for Coverage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let games = if self.games == 1 { "game" } else { "games" };
        // Never rounded up to a certainty that nobody has.
        let percent = ((self.one_in_forty * 1000.0).floor() / 10.0).min(99.9);
        let percent = if percent < 90.0 { format!("{percent:.0}") } else { format!("{percent:.1}") };
        write!(
            f,
            "{} {games}: a fault in one game of forty would have been seen with {percent} %",
            self.games
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::usual::GAMES;

    #[test]
    fn the_usual_games_miss_a_fault_in_one_game_of_forty_less_than_once_in_five_hundred_checks() {
        assert!(Coverage::of(GAMES).one_in_forty > 0.998, "{}", Coverage::of(GAMES));
        assert!(Coverage::of(100).one_in_forty < 0.93, "a hundred are not enough");
    }

    #[test]
    fn it_is_told_with_its_games_and_never_as_certain() {
        let told = |games| Coverage::of(games).to_string();
        assert_eq!(told(49), "49 games: a fault in one game of forty would have been seen with 71 %");
        assert_eq!(told(1), "1 game: a fault in one game of forty would have been seen with 2 %");
        assert!(told(2000).ends_with(" 99.9 %"), "{}", told(2000));
    }
}
