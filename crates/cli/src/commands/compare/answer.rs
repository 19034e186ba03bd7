//! What a comparison came to: a sentence for people, JSON for programs, an exit code for scripts.

use croupier_arena::Ended;
use croupier_games::About;
use croupier_record::LeftOut;
use croupier_session::Outcome;
use croupier_stats::{Advantage, Bounds, EntrantTally, MISS};
use serde_json::json;

use crate::args::CompareArgs;
use crate::failure::Failure;
use crate::output::{say_json, say_line};

/// What is known of the difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Known {
    /// How much better the new bot is.
    pub(super) bounds: Bounds,
    /// Games played.
    pub(super) games: u64,
}

impl Default for Known {
    fn default() -> Self {
        let bounds = Bounds { mean: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY, samples: 0 };
        Self { bounds, games: 0 }
    }
}

/// The answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Better,
    Worse,
    Alike,
    Open,
}

impl Known {
    /// Whether more games would not change the answer.
    pub(super) fn is_decided(&self, tolerance: f64) -> bool {
        self.verdict(tolerance) != Verdict::Open
    }

    /// How many more games it will take, should all go on as it went; `None` where that is beyond
    /// the cap.
    pub(super) fn more_games(&self, advantage: &Advantage, tolerance: f64, cap: u64) -> Option<u64> {
        let per_sample = self.games as f64 / self.bounds.samples.max(1) as f64;
        let most = (cap as f64 / per_sample.max(1.0)) as u64;
        let needed = advantage.samples_needed(MISS, tolerance, most)?;
        Some((needed.saturating_sub(self.bounds.samples) as f64 * per_sample).ceil() as u64)
    }

    /// Estimate and interval in words.
    pub(super) fn estimate(&self) -> String {
        let Bounds { mean, low, high, .. } = self.bounds;
        let side = if mean < 0.0 { "behind" } else { "ahead" };
        let interval = if low.is_finite() {
            format!("{} to {}", signed(low), signed(high))
        } else {
            "too early to say".to_owned()
        };
        format!("new is {side} by {:.2} ({interval})", mean.abs())
    }

    fn verdict(&self, tolerance: f64) -> Verdict {
        match &self.bounds {
            bounds if bounds.is_above() => Verdict::Better,
            bounds if bounds.is_below() => Verdict::Worse,
            bounds if tolerance > 0.0 && bounds.is_within(tolerance) => Verdict::Alike,
            _ => Verdict::Open,
        }
    }
}

/// A comparison that has ended.
pub(super) struct ComparisonResult<'a> {
    pub(super) about: &'a About,
    pub(super) args: &'a CompareArgs,
    pub(super) known: Known,
    pub(super) outcome: &'a Outcome,
}

impl ComparisonResult<'_> {
    /// Tells the answer; only a better bot is a success.
    pub(super) fn tell(&self) -> Result<(), Failure> {
        if self.args.json {
            let text = serde_json::to_string_pretty(&self.json());
            say_json(text.map_err(|error| Failure::Trouble(error.into()))?);
        } else {
            self.left_out().iter().for_each(|bot| say_line(format_args!("Left out: {bot}")));
            say_line(self.sentence());
            self.faults().iter().for_each(say_line);
        }
        match self.verdict() {
            _ if self.interrupted() => Err(Failure::Interrupted),
            Verdict::Better => Ok(()),
            Verdict::Worse | Verdict::Alike | Verdict::Open => Err(Failure::NotBetter),
        }
    }

    fn verdict(&self) -> Verdict {
        self.known.verdict(self.args.tolerance)
    }

    fn interrupted(&self) -> bool {
        self.outcome.ended == Ended::Stopped
    }

    fn sentence(&self) -> String {
        let (new, old) = (&self.args.new, &self.args.old);
        let Bounds { mean, low, high, .. } = self.known.bounds;
        let figure = self.about.main_figure().name;
        let by = |low: f64, high: f64| {
            format!("by {:.2} {figure} a game (95 % interval {low:.2} to {high:.2})", mean.abs())
        };
        let (games, luck) = (self.known.games, &self.outcome.header.origin);
        let played = format!("after {games} games, design {}, {luck}", self.outcome.header.design);
        match self.verdict() {
            Verdict::Better => format!("{new} is better than {old} {}, {played}", by(low, high)),
            Verdict::Worse => format!("{new} is worse than {old} {}, {played}", by(-high, -low)),
            Verdict::Alike => {
                let within = self.args.tolerance;
                format!(
                    "{new} and {old} are within {within} {figure} of each other: {}, {played}",
                    self.known.estimate()
                )
            }
            Verdict::Open => {
                let why = if self.interrupted() { "interrupted" } else { "not decided" };
                format!("{why}: {}, {played}", self.known.estimate())
            }
        }
    }

    /// A bot that stumbles plays below its strength: that is told with the answer.
    fn faults(&self) -> Vec<String> {
        let of = |(name, tally): (&String, &EntrantTally)| {
            let first = tally.first.as_ref()?;
            Some(format!(
                "{name}: {} illegal moves, {} faults; the first in game {}: {}",
                tally.illegal, tally.faults, first.game, first.what
            ))
        };
        [&self.args.new, &self.args.old]
            .into_iter()
            .zip(self.outcome.tally.entrants())
            .filter_map(of)
            .collect()
    }

    /// Opponents that do not load.
    fn left_out(&self) -> &[LeftOut] {
        &self.outcome.header.left_out
    }

    fn json(&self) -> serde_json::Value {
        let Bounds { mean, low, high, samples } = self.known.bounds;
        let verdict = match self.verdict() {
            Verdict::Better => "better",
            Verdict::Worse => "worse",
            Verdict::Alike => "alike",
            Verdict::Open => "open",
        };
        let header = &self.outcome.header;
        json!({
            "game": self.about.name,
            "new": self.args.new,
            "old": self.args.old,
            "verdict": verdict,
            "figure": self.about.main_figure().name,
            "advantage": mean,
            "low": low,
            "high": high,
            "tolerance": self.args.tolerance,
            "games": self.known.games,
            "deals": samples,
            "cap": header.games,
            "design": header.design,
            "seed": header.origin.number(),
            "interrupted": self.interrupted(),
            "faults": self.faults(),
            "left_out": self.left_out(),
        })
    }
}

/// A number with a minus sign as long as a plus.
fn signed(number: f64) -> String {
    let sign = if number < 0.0 { "−" } else { "" };
    format!("{sign}{:.2}", number.abs())
}
