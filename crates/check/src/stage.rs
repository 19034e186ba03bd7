//! What a stage of the check is called and came to. Values only: how they look is the business of whoever
//! prints them.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Something to show while a check runs.
#[derive(Debug)]
pub enum CheckEvent<'a> {
    /// A stage begins.
    Begun(&'a str),
    /// Of so many games of this stage so many are played.
    Played(u64, u64),
    /// A stage is over.
    Done(&'a Stage),
}

/// One stage, done.
#[derive(Debug, Clone, Serialize)]
pub struct Stage {
    /// What was tried.
    pub name: String,
    /// What it came to.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// What else there is to know of it, in a few words; empty where there is nothing.
    pub detail: String,
    /// How long it took.
    #[serde(rename = "ms", serialize_with = "as_ms")]
    pub took: Duration,
}

/// What a stage came to.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "verdict", content = "failing", rename_all = "kebab-case")]
pub enum Verdict {
    /// Nothing was wrong.
    Passed,
    /// Something was; this came first.
    Failed(Box<Failing>),
    /// Something was, in a position that nobody meets in a million games; nobody fails by it.
    Advice(Box<Failing>),
    /// It could not be tried; the detail says why. Nobody fails by it.
    NotChecked,
}

/// What was wrong, with all that its author needs to see it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Failing {
    /// The rule that was broken, or the fault, in words.
    pub what: String,
    /// What the bot was shown; `None` where it had not been shown anything.
    pub view: Option<Value>,
    /// What it answered; `None` where it gave no move.
    pub answer: Option<Value>,
    /// What it had asked to be reminded of.
    pub memory: Option<String>,
    /// The story up to there, the last lines of it.
    pub story: Vec<String>,
    /// The folder of the stage's record below the one that is written to, and the game in it; `None` for a
    /// position that no seed deals, which has no record.
    pub record: Option<(String, u64)>,
    /// All that a compiler said.
    pub compiler: Option<String>,
    /// The first stage in which the same was wrong, where this is not the first.
    #[serde(default)]
    pub same_as: Option<String>,
}

impl Stage {
    /// Whether something was wrong that makes the bot unsound.
    #[must_use]
    pub fn failed(&self) -> bool {
        matches!(self.verdict, Verdict::Failed(_))
    }
}

impl Verdict {
    /// What was wrong, whether the bot fails by it or not.
    #[must_use]
    pub fn failing(&self) -> Option<&Failing> {
        match self {
            Self::Failed(failing) | Self::Advice(failing) => Some(failing),
            Self::Passed | Self::NotChecked => None,
        }
    }

    fn failing_mut(&mut self) -> Option<&mut Failing> {
        match self {
            Self::Failed(failing) | Self::Advice(failing) => Some(failing),
            Self::Passed | Self::NotChecked => None,
        }
    }

    /// Names the first of these stages in which the same was wrong: a failure is told once.
    pub(crate) fn name_first(&mut self, before: &[Stage]) {
        let Some(failing) = self.failing_mut() else { return };
        let same = |stage: &&Stage| stage.verdict.failing().is_some_and(|first| first.what == failing.what);
        failing.same_as = before.iter().find(same).map(|stage| stage.name.clone());
    }

    /// The word for it, for programs.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed(_) => "failed",
            Self::Advice(_) => "advice",
            Self::NotChecked => "not-checked",
        }
    }
}

fn as_ms<S: serde::Serializer>(took: &Duration, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(took.as_millis() as u64)
}
