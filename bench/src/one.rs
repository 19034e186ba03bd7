//! One way of playing one game, and nothing beside it: what a profiler is held to.

use croupier_games::{Game, Visitor, with_game};

use crate::ways;

/// Plays what the words say: a game, a way and how many games.
pub(crate) fn play(words: &[String]) -> Result<(), String> {
    let usage = "one has three words: a game, one of rollouts, tables and tournament, and a number of games";
    let [game, way, games] = words else { return Err(usage.to_owned()) };
    let games = games.parse().map_err(|_| usage.to_owned())?;
    let known = with_game(game, OneWay { way, games }).map_err(|unknown| unknown.to_string())?;
    known.then_some(()).ok_or_else(|| usage.to_owned())
}

struct OneWay<'a> {
    way: &'a str,
    games: u64,
}

impl Visitor for OneWay<'_> {
    /// Whether there is such a way.
    type Output = bool;

    fn visit<G: Game>(self) -> bool {
        let (Some(&seats), options) = (G::ABOUT.seats.last(), G::Options::default()) else { return false };
        match self.way {
            "rollouts" => ways::rollouts::<G>(seats, &options, self.games),
            "tables" => ways::tables::<G>(seats, &options, self.games),
            "tournament" => ways::tournament::<G>(seats, &options, self.games),
            _ => return false,
        }
        true
    }
}
