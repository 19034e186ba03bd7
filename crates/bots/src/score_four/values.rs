//! What values mean, the windows in which they are asked for, and how they are remembered.
//!
//! It knows nothing of how they are found.

use super::memo::{Bound, Note};
use super::position::{Position, hash};
use super::symmetry::{Glance, folded};

/// A win in no beads at all.
pub const WON: i32 = 10_000;
/// Beyond this, a value is a certain win.
pub const CERTAIN: i32 = WON - 100;
/// Positions of so many beads are remembered under one of their eight glances.
const FOLDED_BEADS: u32 = 8;

/// A window of values: what is worth less or more need not be known better than that.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    /// The lower end.
    pub(super) alpha: i32,
    /// The upper end.
    pub(super) beta: i32,
}

impl Window {
    /// From the other side.
    #[inline]
    pub(super) fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Only whether a value is above the lower end.
    #[inline]
    pub(super) fn closed(self) -> Self {
        Self { beta: self.alpha + 1, ..self }
    }
}

/// The number under which a position is remembered, and how it was looked at for that.
#[inline]
pub(super) fn key_of(position: &Position) -> (u64, Glance) {
    if position.count() > FOLDED_BEADS {
        return (position.hash(), Glance::PLAIN);
    }
    let [own, theirs] = position.beads();
    let ([own, theirs], glance) = folded(own, theirs);
    (hash(own, theirs), glance)
}

/// What a note says of a position, if that is enough.
#[inline]
pub(super) fn settled(note: Note, depth: i32, ply: i32, window: Window) -> Option<i32> {
    let value = from_note(note.value, ply);
    let enough = i32::from(note.depth) >= depth || value.abs() >= CERTAIN;
    let settles = match note.bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= window.beta,
        Bound::AtMost => value <= window.alpha,
    };
    (enough && settles).then_some(value)
}

/// A value as it is noted: wins by their distance from the position, not from the root.
pub(super) fn to_note(value: i32, ply: i32) -> i16 {
    let from_here = match value {
        _ if value >= CERTAIN => value + ply,
        _ if value <= -CERTAIN => value - ply,
        _ => value,
    };
    from_here as i16
}

fn from_note(value: i16, ply: i32) -> i32 {
    let value = i32::from(value);
    match value {
        _ if value >= CERTAIN => value - ply,
        _ if value <= -CERTAIN => value + ply,
        _ => value,
    }
}
