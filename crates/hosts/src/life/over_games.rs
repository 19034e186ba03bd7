//! What a bot uses over many games, and the limit of that.

use std::time::Duration;

use super::{RemoteBot, State};
use crate::channel::LongClock;

/// Processor time is looked at once in so many games: asking the system for it costs.
const GAMES_BETWEEN_LOOKS: u64 = 100;
/// Starting up is not playing, so the first games are judged together.
const JUDGED_TOGETHER: u64 = 1000;

impl RemoteBot {
    /// Counts a game, and puts the bot out where it uses too much over many.
    pub(crate) fn count_game(&mut self) {
        let games = self.setting.account.count_game();
        match self.clock {
            LongClock::Fuel => self.judge(games),
            LongClock::Processor if games.is_multiple_of(GAMES_BETWEEN_LOOKS) => self.judge_processor(games),
            LongClock::Processor | LongClock::None => {}
        }
    }

    /// Looks at the games that others have counted in the same account, where enough were played since the
    /// last look.
    pub(crate) fn look_over_games(&mut self, looked: &mut u64) {
        let games = self.setting.account.games();
        if games / GAMES_BETWEEN_LOOKS > *looked / GAMES_BETWEEN_LOOKS {
            *looked = games;
            self.judge_processor(games);
        }
    }

    fn judge_processor(&mut self, games: u64) {
        if !matches!(self.state, State::Up(_)) {
            return;
        }
        if self.pace.is_limited() {
            self.judge(games);
        } else {
            self.book();
        }
    }

    fn judge(&mut self, games: u64) {
        let used = self.book();
        let Some(limit) = self.limits().per_thousand_games else { return };
        let allowed = limit.mul_f64(games.max(JUDGED_TOGETHER) as f64 / 1000.0);
        if used <= allowed || matches!(self.state, State::Out(_)) {
            return;
        }
        let what = if self.clock == LongClock::Fuel { "fuel" } else { "processor time" };
        let (per_thousand, limit) = (used.as_secs_f64() * 1000.0 / games as f64, limit.as_secs_f64());
        self.put_out(&format!(
            "used {per_thousand:.1} s of {what} per 1,000 games; {limit:.1} s are allowed"
        ));
    }

    /// Books what was used since the last look, and gives all that the bot has used.
    fn book(&mut self) -> Duration {
        let now = self.used();
        let since = now.saturating_sub(self.booked);
        self.booked = now;
        self.setting.account.book(since)
    }

    /// The same before the bot is ended: the next start counts from nothing.
    pub(super) fn book_at_end(&mut self) {
        self.book();
        self.booked = Duration::ZERO;
    }
}
