//! The line that tells, while games are played, what is known so far and how long it may still
//! take.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use croupier_arena::naming::NamedBot;
use croupier_record::shown::one_line;
use indicatif::{ProgressBar, ProgressStyle};

use super::answer::Known;
use crate::output::note;

/// Plain lines come no more often than this.
const BETWEEN_LINES: Duration = Duration::from_secs(5);

/// The live line.
pub(super) struct Live {
    way: FollowMode,
    cap: u64,
    /// Who sits with the two, until it is told.
    field: Option<String>,
}

enum FollowMode {
    Silent,
    Terminal(ProgressBar),
    Lines { begun: Instant, next: Duration },
}

impl Live {
    /// A line that changes on a terminal, one now and then elsewhere; before the first, who sits
    /// with the two.
    pub(super) fn new(silent: bool, bots: &[NamedBot], cap: u64) -> Self {
        if silent {
            return Self { way: FollowMode::Silent, cap, field: None };
        }
        let field = field_of(bots);
        if !std::io::stderr().is_terminal() {
            return Self {
                way: FollowMode::Lines { begun: Instant::now(), next: BETWEEN_LINES },
                cap,
                field,
            };
        }
        let bar = ProgressBar::new_spinner();
        // The template is a constant; were it wrong, indicatif's own would do.
        if let Ok(style) = ProgressStyle::with_template("{msg}") {
            bar.set_style(style);
        }
        Self { way: FollowMode::Terminal(bar), cap, field }
    }

    /// Tells what is known; `more` is how many games it will take to decide, should all go on as it
    /// went.
    pub(super) fn show(&mut self, known: &Known, more: Option<u64>) {
        if let Some(field) = self.field.take() {
            note(format_args!("against {field}"));
        }
        match &mut self.way {
            FollowMode::Silent => {}
            FollowMode::Terminal(bar) => {
                bar.set_message(one_line(&line(known, more, self.cap)).into_owned());
                bar.tick();
            }
            FollowMode::Lines { begun, next } => {
                if begun.elapsed() >= *next {
                    *next = begun.elapsed() + BETWEEN_LINES;
                    note(format_args!("{}", line(known, more, self.cap)));
                }
            }
        }
    }

    /// All is played, or decided.
    pub(super) fn finish(self) {
        if let FollowMode::Terminal(bar) = self.way {
            bar.finish_and_clear();
        }
    }
}

/// The opponents' names, where there are any.
fn field_of(bots: &[NamedBot]) -> Option<String> {
    let mut names: Vec<&str> = bots.iter().skip(2).map(|bot| bot.spec.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    (!names.is_empty()).then(|| names.join(", "))
}

fn line(known: &Known, more: Option<u64>, cap: u64) -> String {
    let expected = match more {
        Some(more) => format!("about {more} more to decide"),
        None => format!("not decided by {cap} if it goes on so"),
    };
    format!("{} games: {}; {expected}", known.games, known.estimate())
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_stats::Bounds;

    #[test]
    fn the_line_tells_estimate_interval_and_what_is_left() {
        let bounds = Bounds { mean: -0.5, low: -1.25, high: 0.25, samples: 64 };
        let known = Known { bounds, games: 128 };
        assert_eq!(
            line(&known, Some(300), 9000),
            "128 games: new is behind by 0.50 (−1.25 to 0.25); about 300 more to decide"
        );
        assert!(line(&known, None, 9000).ends_with("not decided by 9000 if it goes on so"));
        let early =
            Known { bounds: Bounds { low: f64::NEG_INFINITY, high: f64::INFINITY, ..bounds }, ..known };
        assert!(line(&early, None, 9000).starts_with("128 games: new is behind by 0.50 (too early to say)"));
    }
}
