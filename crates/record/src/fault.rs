//! A bot's misbehaviour: a value that is recorded, never an error of ours.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::shown::one_line;

/// Said of a bot whose time for a game is used up: it is not even asked.
pub const TIME_USED_UP: &str = "its time for this game is used up";

/// What a bot did wrong, apart from illegal moves, which the rules judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The kind of misbehaviour.
    pub kind: FaultKind,
    /// What its author needs to know, on one line.
    pub message: String,
}

/// The kinds of misbehaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It ended, or threw an exception that nobody caught.
    Crashed,
    /// It did not answer in time.
    Late,
    /// It answered with something that is not a move of this game.
    Unreadable,
    /// It wrote or kept more than it may.
    TooMuch,
    /// It is out of the tournament, and no longer asked.
    Disqualified,
}

impl Fault {
    /// A fault of a kind, told in one line. Much of it is the bot's own words: they give no orders to a
    /// terminal.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        let message = message.into();
        let shown = match one_line(&message) {
            Cow::Borrowed(_) => None,
            Cow::Owned(shown) => Some(shown),
        };
        Self { kind, message: shown.unwrap_or(message) }
    }
}

impl FaultKind {
    /// All kinds, in the order of their numbers in records.
    pub const ALL: [Self; 5] =
        [Self::Crashed, Self::Late, Self::Unreadable, Self::TooMuch, Self::Disqualified];

    /// The kind in plain words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Crashed => "crashed",
            Self::Late => "late",
            Self::Unreadable => "unreadable answer",
            Self::TooMuch => "too much output",
            Self::Disqualified => "disqualified",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.message.as_str() {
            "" => f.write_str(self.kind.as_str()),
            message => write!(f, "{}: {message}", self.kind.as_str()),
        }
    }
}
