//! Where a run that goes on could not make a bot what it had been: from there on the record is a new part.
//!
//! A bot that remembers is asked its earlier games again when a run goes on. Where it answers otherwise, it
//! is not the same as before, and what it plays from there on is not what it would have played.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::difference::Difference;
use crate::fixture::EntrantId;
use crate::head::header::Header;
use crate::shown::one_line;

/// A new part of a record: the games of one lane, from one of them on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its first game.
    pub game: u64,
    /// The lane whose bots were started anew; others play on as they did.
    pub lane: u32,
    /// Who answered otherwise, each with the first answer that differs.
    pub otherwise: Vec<Otherwise>,
}

/// A bot that answered otherwise when it was asked an earlier game again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Otherwise {
    /// Which bot.
    pub entrant: EntrantId,
    /// Where, and how.
    pub first: Difference,
}

impl Part {
    /// Whether it fits a record with this head, and lies among these games.
    pub(crate) fn is_sound(&self, header: &Header, first: u64, count: u32) -> bool {
        let known = |otherwise: &Otherwise| otherwise.entrant.index() < header.entrants.len();
        let inside = self.game.checked_sub(first).is_some_and(|at| at < u64::from(count));
        inside && self.lane < header.lanes && self.otherwise.iter().all(known)
    }

    /// The same with words that give no orders to a terminal: a record comes from anywhere.
    pub(crate) fn shown(mut self) -> Self {
        for Otherwise { first, .. } in &mut self.otherwise {
            first.recorded = one_line(&first.recorded).into_owned();
            first.now = one_line(&first.now).into_owned();
        }
        self
    }

    /// What happened, in a sentence; these are the names of the entrants.
    #[must_use]
    pub fn told<'a>(&'a self, header: &'a Header) -> impl fmt::Display + 'a {
        PartInWords { part: self, header }
    }
}

struct PartInWords<'a> {
    part: &'a Part,
    header: &'a Header,
}

impl fmt::Display for PartInWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Part { game, lane, otherwise } = self.part;
        for (n, Otherwise { entrant, first }) in otherwise.iter().enumerate() {
            let name = &self.header.entrants[entrant.index()].name;
            let and = if n == 0 { "" } else { ", " };
            write!(f, "{and}{name} answered otherwise when it was asked its earlier games again ({first})")?;
        }
        write!(f, "; a new part of the record begins with game {game}")?;
        if self.header.lanes > 1 { write!(f, " in lane {}", lane + 1) } else { Ok(()) }
    }
}
