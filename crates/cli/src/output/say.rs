//! Output that may be closed early: `croupier log … | head` ends quietly, and a run is not lost by
//! it, nor by a terminal that closes.
//!
//! All that is printed passes here, so no bot and no record gives orders to a terminal, whatever
//! the way its words took.

use std::fmt::Display;
use std::io::{self, Write};

use croupier_record::shown;

/// Writes to standard output; a reader that has gone is not missed.
pub(crate) fn say(text: impl Display) {
    put(&shown::lines(&text.to_string()));
}

/// The same, with a newline.
pub(crate) fn say_line(text: impl Display) {
    say(format_args!("{text}\n"));
}

/// Writes JSON and a newline; it means the same to a program.
pub(crate) fn say_json(json: impl Display) {
    put(&shown::json(&format!("{json}\n")));
}

/// Writes a line to standard error; a terminal that has closed is not missed.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{}", shown::lines(&text.to_string()));
}

fn put(text: &str) {
    let mut out = io::stdout().lock();
    // Whoever closed the pipe has read enough; any other failure has nowhere to be told.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
