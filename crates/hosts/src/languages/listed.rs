//! What a Python host says of a file before a bot of it is seated: which classes compete, and what their
//! authors should know. It is written where foreign code runs, so nothing in it is believed but taken as
//! words.

use std::collections::BTreeMap;

use croupier_record::shown;
use serde::Deserialize;

use crate::bot_files::Staged;

/// So long a note may be, in letters.
const LONGEST_NOTE: usize = 300;

/// The bots of a file.
#[derive(Debug, Deserialize)]
pub(crate) struct Listed {
    /// The classes that compete.
    #[serde(default)]
    pub(crate) classes: Vec<String>,
    /// The one game that all of them play.
    pub(crate) game: Option<String>,
    error: Option<String>,
    #[serde(default)]
    notes: BTreeMap<String, String>,
    /// The classes whose code keeps nothing. A bot that says so and lies gains nothing: how its games go
    /// depends on how many are played at once, as it could on any clock.
    #[serde(default)]
    pub(crate) stateless: Vec<String>,
}

/// Why there is no list of a file's bots.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotLoaded {
    /// The host says why the file does not load.
    #[error("{0}")]
    Said(String),
    /// What it says is no list.
    #[error(transparent)]
    NoList(#[from] serde_json::Error),
}

impl Listed {
    /// Reads what was said; why the file does not load, where that was said.
    pub(crate) fn read(said: &[u8]) -> Result<Self, NotLoaded> {
        let mut listed: Self = serde_json::from_slice(said)?;
        listed.error.take().map_or(Ok(listed), |why| Err(NotLoaded::Said(why)))
    }

    /// What the author of a class should know: of its files, and of itself.
    pub(crate) fn notes_of(&self, class: &str, files: &Staged) -> Vec<String> {
        files.notes().iter().cloned().chain(self.note_of(class)).collect()
    }

    /// What is said of a class, in a line of bounded length.
    pub(super) fn note_of(&self, class: &str) -> Option<String> {
        let note: String = self.notes.get(class)?.chars().take(LONGEST_NOTE).collect();
        Some(shown::one_line(&note).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_does_not_load_says_why_and_what_is_no_list_is_told() {
        assert_eq!(Listed::read(br#"{"classes": ["Ann"]}"#).unwrap().classes, ["Ann"]);
        let said = Listed::read(br#"{"error": "no class Ann"}"#).unwrap_err();
        assert!(matches!(&said, NotLoaded::Said(why) if why == "no class Ann"), "{said:?}");
        assert_eq!(said.to_string(), "no class Ann");
        assert!(matches!(Listed::read(b"hello"), Err(NotLoaded::NoList(_))));
    }
}
