//! `croupier check BOT --game GAME`: does a bot load, answer in time and play legally, at every size of table?
//!
//! A stage passes when the bot commits no fault; winning is not required.

use std::sync::atomic::AtomicBool;

use croupier_games::{Game, Visitor, with_game};
use croupier_stats::EntrantTally;

use crate::args::{CheckArgs, Common};
use crate::contest::Outcome;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::quick;
use crate::say::{say, say_line};

/// So much of the story before a fault is shown.
const LINES_SHOWN: usize = 14;

pub(crate) fn run(args: &CheckArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let sound = with_game(&args.game, Check { args, stop })??;
    if sound {
        say_line("\nThe bot is sound.");
        return Ok(());
    }
    say_line("\nThe bot is not sound yet; its own prints are in its log with --out DIR.");
    Err(Failure::NotSound)
}

struct Check<'a> {
    args: &'a CheckArgs,
    stop: &'a AtomicBool,
}

impl Visitor for Check<'_> {
    type Output = Result<bool, Failure>;

    fn visit<G: Game>(self) -> Result<bool, Failure> {
        let mut sound = true;
        for &seats in G::ABOUT.seats {
            sound &= self.stage::<G>(seats)?;
        }
        Ok(sound)
    }
}

impl Check<'_> {
    /// Plays at a table of this size against players that make any legal move.
    fn stage<G: Game>(&self, seats: usize) -> Result<bool, Failure> {
        let bots: Vec<String> = std::iter::once(self.args.bot.clone())
            .chain((1..seats).map(|_| "house:random".to_owned()))
            .collect();
        let mut contest = quick::contest::<G>(G::Options::default(), &bots, &self.common(seats))?;
        if contest.bots.len() != seats {
            let classes: Vec<&str> = contest
                .bots
                .iter()
                .filter(|bot| bot.spec == self.args.bot)
                .map(|bot| bot.name.as_str())
                .collect();
            let what =
                format!("{} holds several bots; name one of them: {}", self.args.bot, classes.join(", "));
            return Err(Failure::BadInput(what));
        }
        contest.players = Some(seats);
        contest.tell = true;
        let outcome = contest.play(self.stop, Progress::new(false))?;
        let bot = outcome.tally.entrants()[0].clone();
        let sound = bot.illegal + bot.faults == 0 && bot.disqualified.is_none();
        let verdict = if sound { "passed" } else { "failed" };
        say_line(format_args!("{verdict}: {} games at a table of {seats}", outcome.tally.games()));
        if !sound {
            self.show(&bot, &outcome);
        }
        Ok(sound)
    }

    /// What went wrong first, the story up to it, and how to see it again.
    fn show(&self, bot: &EntrantTally, outcome: &Outcome) {
        if let Some(out) = &bot.disqualified {
            say_line(format_args!("  disqualified in game {}: {}", out.game, out.what));
        }
        let Some(first) = &bot.first else { return };
        say_line(format_args!(
            "  {} illegal moves, {} faults; the first in game {}: {}",
            bot.illegal, bot.faults, first.game, first.what
        ));
        let reason = first.what.split_once(": ").map_or(first.what.as_str(), |(_, reason)| reason);
        if let Some(story) = outcome.stories.get(first.game as usize) {
            say(up_to(story, reason));
        }
        say_line(format_args!(
            "  To see all of it: croupier check {} --game {} --seed {} --out DIR, then croupier log DIR/{} {}",
            self.args.bot, self.args.game, outcome.header.seed.0, outcome.header.seats, first.game
        ));
    }

    fn common(&self, seats: usize) -> Common {
        Common {
            seed: Some(self.args.seed),
            games: Some(self.args.games),
            threads: None,
            out: self.args.out.as_ref().map(|folder| folder.join(seats.to_string())),
            sandbox: self.args.sandbox,
            cell: Some(self.args.cell),
            quiet: true,
            json: false,
        }
    }
}

/// The lines of a story before the one that tells the reason, that one included, each set in.
fn up_to(story: &str, reason: &str) -> String {
    let lines: Vec<&str> = story.lines().collect();
    let at = lines.iter().position(|line| line.contains(reason)).unwrap_or(lines.len().saturating_sub(1));
    let from = (at + 1).saturating_sub(LINES_SHOWN);
    lines[from..=at.min(lines.len().saturating_sub(1))].iter().map(|line| format!("    {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_story_is_shown_up_to_what_went_wrong() {
        let story = "one\ntwo\nIllegal: card 7\nthree\n";
        assert_eq!(up_to(story, "card 7"), "    one\n    two\n    Illegal: card 7\n");
        assert_eq!(up_to(story, "elsewhere").lines().count(), 4);
    }
}
