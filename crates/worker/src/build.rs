//! What this program is, as far as games depend on it: its version, and the games by their rules.

use croupier_games::list;
use croupier_queue::Build;

/// The queue keeps no longer words.
const LONGEST: usize = 100;

/// This program: workers and runs have to agree in all of it.
#[must_use]
pub fn this_build() -> Build {
    let mut games: Vec<String> =
        list::ALL.iter().map(|about| format!("{} {}", about.name, about.version)).collect();
    games.sort();
    Build { version: env!("CARGO_PKG_VERSION").to_owned(), rules: in_a_word(&games) }
}

/// All games with their rules; as a hash where they are too many to be told.
fn in_a_word(games: &[String]) -> String {
    let all = games.join(", ");
    if all.chars().count() <= LONGEST {
        return all;
    }
    format!("{} games, {}", games.len(), &blake3::hash(all.as_bytes()).to_hex()[..16])
}

/// What two builds differ in, for people.
#[must_use]
pub fn difference(wanted: &Build, there: &Build) -> String {
    if wanted.version == there.version {
        return format!("other rules ({}, where {} is wanted)", there.rules, wanted.rules);
    }
    format!("version {}, where {} is wanted", there.version, wanted.version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_named_with_its_rules() {
        let build = this_build();
        for name in list::names() {
            assert!(build.rules.contains(&format!("{name} ")), "{name}");
        }
    }

    #[test]
    fn many_games_are_told_in_one_word_that_changes_with_each() {
        let games = |last: &str| -> Vec<String> {
            (0..30).map(|number| format!("game-{number} 1")).chain([last.to_owned()]).collect()
        };
        let (one, other) = (in_a_word(&games("last 1")), in_a_word(&games("last 2")));
        assert!(one != other && one.chars().count() <= LONGEST, "{one}");
    }

    #[test]
    fn what_differs_is_said_in_a_line() {
        let build = |version: &str, rules: &str| Build { version: version.into(), rules: rules.into() };
        let here = build("1.0", "hearts 1");
        assert_eq!(difference(&here, &build("1.1", "hearts 1")), "version 1.1, where 1.0 is wanted");
        assert_eq!(
            difference(&here, &build("1.0", "hearts 2")),
            "other rules (hearts 2, where hearts 1 is wanted)"
        );
    }
}
