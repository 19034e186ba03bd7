//! How far a tournament is: a bar on a terminal, plain lines elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::say::{note, say, say_line};

/// Shows how far a tournament is.
pub(crate) enum Progress {
    /// Nothing.
    Silent,
    /// A bar with rate and time left.
    Bar(ProgressBar),
    /// A line now and then, once it takes more than a moment.
    Lines { begun: Instant, next: Duration, what: &'static str },
    /// A dot for every tenth of the games, as the original No Thanks! did.
    Dots { shown: u64 },
}

/// Plain lines come no more often than this.
const BETWEEN_LINES: Duration = Duration::from_secs(5);

/// What is counted unless something else is named.
const GAMES: &str = "games";

impl Progress {
    /// A bar on a terminal, lines elsewhere.
    pub(crate) fn new(quiet: bool) -> Self {
        if quiet {
            Self::Silent
        } else if std::io::stderr().is_terminal() {
            Self::bar()
        } else {
            Self::Lines { begun: Instant::now(), next: BETWEEN_LINES, what: GAMES }
        }
    }

    /// A bar of something else than games, lines elsewhere.
    pub(crate) fn of(what: &'static str, quiet: bool) -> Self {
        match Self::new(quiet) {
            Self::Bar(bar) => Self::Bar(bar.with_style(style(what))),
            Self::Lines { begun, next, .. } => Self::Lines { begun, next, what },
            other => other,
        }
    }

    /// Whether nothing is shown.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(self, Self::Silent)
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
        Self::Bar(ProgressBar::no_length().with_style(style(GAMES)))
    }

    /// So many of so many games are played.
    pub(crate) fn played(&mut self, done: u64, games: u64) {
        match self {
            Self::Silent => {}
            Self::Bar(bar) => {
                bar.set_length(games);
                bar.set_position(done);
            }
            Self::Lines { begun, next, what } => {
                let elapsed = begun.elapsed();
                if elapsed >= *next && done < games {
                    *next = elapsed + BETWEEN_LINES;
                    note(format_args!("{}", plain_line(done, games, what, elapsed)));
                }
            }
            Self::Dots { shown } => {
                let due = done.saturating_mul(10) / games.max(1);
                say(".".repeat((due.min(10).saturating_sub(*shown)) as usize));
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

/// How a bar looks; were the template wrong, indicatif's own would do.
fn style(what: &str) -> ProgressStyle {
    let template = format!("{{bar:30}} {{human_pos}} of {{human_len}} {what}, {{per_sec}}, {{eta}} left");
    ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn plain_line(done: u64, games: u64, what: &str, elapsed: Duration) -> String {
    if done == 0 {
        return format!("0 of {games} {what}");
    }
    let rate = done as f64 / elapsed.as_secs_f64().max(1e-9);
    let left = (games - done) as f64 / rate;
    format!("{done} of {games} {what}, {rate:.0} a second, {left:.0} s left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_line_tells_rate_and_time_left() {
        assert_eq!(
            plain_line(100, 400, GAMES, Duration::from_secs(10)),
            "100 of 400 games, 10 a second, 30 s left"
        );
        assert_eq!(plain_line(0, 400, GAMES, Duration::from_secs(10)), "0 of 400 games");
    }
}
