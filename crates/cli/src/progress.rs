//! How far a tournament is: a bar on a terminal, plain lines elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::say::{say, say_line};

/// Shows how far a tournament is.
pub(crate) enum Progress {
    /// Nothing.
    Silent,
    /// A bar with rate and time left.
    Bar(ProgressBar),
    /// A line now and then, once it takes more than a moment.
    Lines { begun: Instant, next: Duration },
    /// A dot for every tenth of the games, as the original No Thanks! did.
    Dots { shown: u64 },
}

/// Plain lines come no more often than this.
const BETWEEN_LINES: Duration = Duration::from_secs(5);

impl Progress {
    /// A bar on a terminal, lines elsewhere.
    pub(crate) fn new(quiet: bool) -> Self {
        if quiet {
            Self::Silent
        } else if std::io::stderr().is_terminal() {
            Self::bar()
        } else {
            Self::Lines { begun: Instant::now(), next: BETWEEN_LINES }
        }
    }

    /// A bar on a terminal, dots elsewhere.
    pub(crate) fn dots(quiet: bool) -> Self {
        if quiet {
            Self::Silent
        } else if std::io::stdout().is_terminal() {
            Self::bar()
        } else {
            Self::Dots { shown: 0 }
        }
    }

    fn bar() -> Self {
        let bar = ProgressBar::no_length();
        // The template is a constant; were it wrong, indicatif's own would do.
        if let Ok(style) =
            ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} games, {per_sec}, {eta} left")
        {
            bar.set_style(style);
        }
        Self::Bar(bar)
    }

    /// So many of so many games are played.
    pub(crate) fn played(&mut self, done: u64, games: u64) {
        match self {
            Self::Silent => {}
            Self::Bar(bar) => {
                bar.set_length(games);
                bar.set_position(done);
            }
            Self::Lines { begun, next } => {
                let elapsed = begun.elapsed();
                if elapsed >= *next && done < games {
                    *next = elapsed + BETWEEN_LINES;
                    eprintln!("{}", plain_line(done, games, elapsed));
                }
            }
            Self::Dots { shown } => {
                let due = done * 10 / games.max(1);
                say(".".repeat((due - *shown) as usize));
                *shown = due;
            }
        }
    }

    /// All is played, or stopped.
    pub(crate) fn finish(self) {
        match self {
            Self::Silent | Self::Lines { .. } => {}
            Self::Bar(bar) => bar.finish_and_clear(),
            Self::Dots { .. } => say_line("\n"),
        }
    }
}

fn plain_line(done: u64, games: u64, elapsed: Duration) -> String {
    let rate = done as f64 / elapsed.as_secs_f64();
    let left = (games - done) as f64 / rate.max(1e-9);
    format!("{done} of {games} games, {rate:.0} a second, {left:.0} s left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_line_tells_rate_and_time_left() {
        assert_eq!(plain_line(100, 400, Duration::from_secs(10)), "100 of 400 games, 10 a second, 30 s left");
    }
}
