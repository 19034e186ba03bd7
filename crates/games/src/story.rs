//! How a game is told: moment by moment, as plain lines, from positions alone.
//!
//! A story is made from a record by replaying it, so it can be told a year later as well as live.

use crate::game::Game;
use crate::seats::Seat;

/// One moment of a game, as its teller sees it: everything is known, since the game is over when it is told.
#[derive(Debug)]
pub enum Moment<'a, G: Game> {
    /// The cards are dealt, nobody has moved.
    Dealt(&'a G),
    /// A seat played a legal move.
    Played {
        /// The position before the move.
        before: &'a G,
        /// The position after it.
        after: &'a G,
        /// Who moved.
        seat: Seat,
        /// The move.
        mv: G::Move,
    },
    /// A seat's move was refused, or none came, and the game gave its own answer.
    Refused {
        /// The position before the answer.
        before: &'a G,
        /// The position after it.
        after: &'a G,
        /// Whose move is missing.
        seat: Seat,
        /// The move that was refused, where there was one.
        attempt: Option<G::Move>,
        /// The rule it broke, or what went wrong with the bot.
        why: &'a str,
    },
    /// The game is over.
    Ended(&'a G),
}

/// A reason behind a colon; nothing where none is told.
pub(crate) fn because(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!(": {why}") }
}

/// Writes one line of a story.
pub(crate) fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    use std::fmt::Write;
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{text}");
}
