//! What an organiser sets for the whole site: quotas of uploads, returns of earlier ones, and whom
//! visitors may play against.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::practice::{self, BadOpponent};
use crate::store::{Store, Stored, Write, settings};

/// Under which key they are stored, as JSON.
const KEY: &str = "rules";

/// The rules of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// So many uploads a day of one account.
    pub uploads_a_day: u32,
    /// So many megabytes of one account are kept.
    pub kept_mb: u32,
    /// So often a day may an account bring an earlier bot back, in each contest.
    pub returns_a_day: u32,
    /// A player of the house thinks at most so many milliseconds about a move in practice.
    pub practice_ms: u32,
    /// By game, whom visitors may play against; a game that is not here has all of its house.
    pub practice: BTreeMap<String, Vec<String>>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { uploads_a_day: 50, kept_mb: 200, returns_a_day: 3, practice_ms: 50, practice: BTreeMap::new() }
    }
}

/// Why rules are not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRules {
    /// Nobody could wait for that.
    #[error("a move in practice takes 1 to {LONGEST_MS} ms; {0} are asked for")]
    Practice(u32),
    /// Somebody in a list cannot be played against.
    #[error(transparent)]
    Opponent(#[from] BadOpponent),
}

/// Nobody may let the house think longer than this in practice: visitors wait for each other.
pub(crate) const LONGEST_MS: u32 = 5_000;

impl Rules {
    /// Says what is wrong with them.
    pub fn check(&self) -> Result<(), BadRules> {
        if !(1..=LONGEST_MS).contains(&self.practice_ms) {
            return Err(BadRules::Practice(self.practice_ms));
        }
        for (game, specs) in &self.practice {
            for spec in specs {
                practice::check_opponent(game, spec, self.practice_ms)?;
            }
        }
        Ok(())
    }

    /// As they were set last; the usual ones where they never were.
    pub(crate) async fn read(store: &Store) -> Stored<Self> {
        let stored = settings::get(store, KEY).await?;
        let rules = stored.and_then(|json| serde_json::from_str::<Self>(&json).ok());
        // A list that a later build cannot seat any more must not keep the site from starting.
        Ok(rules.filter(|rules| rules.check().is_ok()).unwrap_or_default())
    }

    /// Sets them.
    pub(crate) async fn store(&self, write: &mut Write) -> Stored<()> {
        settings::set(write, KEY, &serde_json::to_string(self).unwrap_or_default()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_hearts(specs: &[&str]) -> Rules {
        let specs = specs.iter().map(|&spec| spec.to_owned()).collect();
        Rules { practice: BTreeMap::from([("hearts".to_owned(), specs)]), ..Rules::default() }
    }

    #[test]
    fn only_players_of_the_house_within_the_cap_can_be_listed() {
        assert_eq!(Rules::default().check(), Ok(()));
        assert_eq!(with_hearts(&["random", "flagship", "flagship@20ms"]).check(), Ok(()));
        for spec in ["flagship@100000s", "flagship@51ms", "flagship@9999999999", "nobody", "random@5ms", ""] {
            let refused = with_hearts(&["random", spec]).check();
            assert!(matches!(refused, Err(BadRules::Opponent(_))), "{spec}: {refused:?}");
        }
        assert!(Rules { practice_ms: LONGEST_MS + 1, ..Rules::default() }.check().is_err());
    }
}
