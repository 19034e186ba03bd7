//! What holds for a game's tournaments where no plan says otherwise: an optional list, with something decent
//! for games that are not in it. The rules know nothing of games played, bots or time.

/// What a tournament of a game has where its plan does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Defaults {
    /// How many games are played.
    pub games: u64,
    /// How long a bot may think about a move, in milliseconds.
    pub move_ms: u64,
    /// Of its own processor time, how many milliseconds a bot may use over a thousand games; `None` where
    /// only moves are limited.
    pub ms_per_thousand_games: Option<u64>,
}

const USUAL: Defaults = Defaults { games: 1000, move_ms: 1000, ms_per_thousand_games: None };

/// The games that differ from the usual, as their originals did.
const OWN: &[(&str, Defaults)] = &[
    ("no-thanks", Defaults { ms_per_thousand_games: Some(5000), ..USUAL }),
    ("hearts", Defaults { games: 100, ..USUAL }),
    ("jujitsu", Defaults { games: 100, move_ms: 10_000, ..USUAL }),
    ("score-four", Defaults { games: 100, move_ms: 5000, ..USUAL }),
];

impl Defaults {
    /// Those of a game, by its name.
    #[must_use]
    pub fn of(game: &str) -> Self {
        OWN.iter().find(|(name, _)| *name == game).map_or(USUAL, |(_, own)| *own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_can_be_played_and_every_line_is_of_a_game() {
        for about in croupier_games::list::ALL {
            let Defaults { games, move_ms, .. } = Defaults::of(about.name);
            assert!(games > 0 && move_ms > 0, "{}", about.name);
        }
        for (name, _) in OWN {
            assert!(croupier_games::list::about(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_game_without_a_line_has_what_is_usual() {
        assert_eq!(Defaults::of("a game of tomorrow"), Defaults::of("last-card"));
        assert_eq!(Defaults::of("jujitsu").move_ms, 10_000);
    }
}
