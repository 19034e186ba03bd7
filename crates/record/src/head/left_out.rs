//! Bots that were entered and do not play, because they do not load.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::shown::one_line;

/// A bot that does not load. It was left out before the first game, so no game tells of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// How the plan named it.
    pub bot: String,
    /// What it would have been called; another name than the plan's where a file holds several.
    pub name: String,
    /// Why it does not load.
    pub why: String,
}

impl LeftOut {
    /// The same with words that give no orders to a terminal: a record comes from anywhere.
    pub(crate) fn shown(self) -> Self {
        let plain = |words: String| one_line(&words).into_owned();
        Self { bot: plain(self.bot), name: plain(self.name), why: plain(self.why) }
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bot, name, why } = self;
        match bot.contains(name.as_str()) {
            true => write!(f, "{bot} does not load: {why}"),
            false => write!(f, "{bot} ({name}) does not load: {why}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_class_of_a_file_is_told_from_the_others() {
        let left_out = |bot: &str, name: &str| {
            LeftOut { bot: bot.to_owned(), name: name.to_owned(), why: "no".to_owned() }.to_string()
        };
        assert_eq!(left_out("bots/mine.py", "mine.py"), "bots/mine.py does not load: no");
        assert_eq!(left_out("mine.py#Third", "Third"), "mine.py#Third does not load: no");
        assert_eq!(left_out("mine.py", "Third"), "mine.py (Third) does not load: no");
    }
}
