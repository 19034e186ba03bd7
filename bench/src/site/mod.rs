//! The site under load: readers of a large one (`site`), a rush of uploads (`uploads`), and how long a bot
//! waits for the end of its check on an idle one (`upload-check`). The site runs in this process, workers and
//! all; clients come over sockets.

mod client;
mod effort;
mod ladder;
mod pages;
mod readers;
mod running;
mod season;
mod sending;
mod upload_check;
mod uploads;

/// What was said in place of figures.
type Failed = String;

/// Measures one part of it.
pub(crate) fn measure(part: &str, args: &[String]) -> Result<(), Failed> {
    match part {
        "uploads" => uploads::measure(args),
        "upload-check" => upload_check::measure(),
        _ => pages::measure(args),
    }
}

/// The number in this place of the command line, or the usual one.
fn number(args: &[String], at: usize, usual: usize) -> Result<usize, Failed> {
    let Some(word) = args.get(at) else { return Ok(usual) };
    word.parse().map_err(|_| format!("\"{word}\" is no number"))
}

/// What went wrong, in words.
fn words(error: impl std::fmt::Display) -> Failed {
    error.to_string()
}
