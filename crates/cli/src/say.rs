//! Output that may be closed early: `croupier log … | head` ends quietly, and a run is not lost by it, nor by a terminal
//! that closes.

use std::fmt::Display;
use std::io::{self, Write};

/// Writes to standard output; a reader that has gone is not missed.
pub(crate) fn say(text: impl Display) {
    let mut out = io::stdout().lock();
    // Whoever closed the pipe has read enough; any other failure has nowhere to be told.
    let _ = write!(out, "{text}").and_then(|()| out.flush());
}

/// The same, with a newline.
pub(crate) fn say_line(text: impl Display) {
    say(format_args!("{text}\n"));
}

/// Writes a line to standard error; a terminal that has closed is not missed.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
