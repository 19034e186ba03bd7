//! What went wrong for an entrant, told apart by kind, with the first of each.

use croupier_record::{FaultKind, KindOfMisstep};

/// Everything that went wrong for an entrant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FaultBook {
    /// One entry per kind that occurred, in the order in which they first did.
    pub kinds: Vec<FaultsOfKind>,
}

/// All missteps of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultsOfKind {
    /// The kind; `None` is an illegal move.
    pub kind: Option<FaultKind>,
    /// How many.
    pub count: u64,
    /// The game of the first.
    pub game: u64,
    /// The first, in words.
    pub first: String,
}

/// A kind in plain words.
#[must_use]
pub fn kind_words(kind: Option<FaultKind>) -> &'static str {
    kind.map_or("illegal move", FaultKind::as_str)
}

/// The first of a kind, as a reason to tell a game.
#[must_use]
pub fn first_of_kind(kind: Option<FaultKind>) -> &'static str {
    match kind {
        None => "the first illegal move",
        Some(FaultKind::Crashed) => "the first crash",
        Some(FaultKind::Late) => "the first late answer",
        Some(FaultKind::Unreadable) => "the first unreadable answer",
        Some(FaultKind::TooMuch) => "the first time it wrote too much",
        Some(FaultKind::Disqualified) => "it is put out",
    }
}

impl FaultBook {
    /// Adds the missteps of a later game.
    pub(super) fn add(&mut self, game: u64, kinds: &[KindOfMisstep]) {
        for found in kinds {
            match self.kinds.iter_mut().find(|known| known.kind == found.kind) {
                Some(known) => known.count += u64::from(found.count),
                None => self.kinds.push(FaultsOfKind {
                    kind: found.kind,
                    count: u64::from(found.count),
                    game,
                    first: found.first.clone(),
                }),
            }
        }
    }

    pub(super) fn merge(&mut self, later: &Self) {
        for found in &later.kinds {
            match self.kinds.iter_mut().find(|known| known.kind == found.kind) {
                Some(known) => known.count += found.count,
                None => self.kinds.push(found.clone()),
            }
        }
    }
}
