//! A bot outside this program as a player of a game: the one typed shell around whoever moves its bytes.
//!
//! `greeting.rs` is how table and bot meet, `game.rs` what the bot is told of a game, `question.rs` how it is
//! asked and what it answers, `clock.rs` what is left of its time. Everything else is the
//! [life](crate::RemoteBot) of the bot, which knows no game.

mod clock;
mod game;
mod greeting;
mod question;
#[cfg(test)]
mod tests;

pub(crate) use greeting::greet;
pub use greeting::{hello, hello_to_group};
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use question::read_answer;

use std::sync::Arc;

use croupier_games::Game;
use croupier_record::{Answer, Ask, Fault, FaultKind, LeftOff, Notice, OwnTime, Pace, Player, TIME_USED_UP};

use crate::life::RemoteBot;
use crate::time::clocks::Clocks;
use clock::GameClock;
use game::GameStart;

/// A player whose mind is elsewhere.
pub struct RemotePlayer<G: Game> {
    bot: RemoteBot,
    clock: GameClock,
    /// The game that is being played, for a bot that is started again in the middle of it.
    game: Option<GameStart>,
    /// Of how many starts of the bot the game was told to the last.
    told: u32,
    /// The number of the open question.
    asked: Option<u32>,
    legal: Vec<G::Move>,
    /// What the last answer took, where the bot has a clock of its own.
    own_time: Option<OwnTime>,
}

impl<G: Game> RemotePlayer<G> {
    /// A player over a bot that is given [`hello`].
    #[must_use]
    pub fn new(bot: RemoteBot) -> Self {
        let clock = GameClock::new(bot.limits().per_game);
        Self { bot, clock, game: None, told: 0, asked: None, legal: Vec::new(), own_time: None }
    }

    /// Shows what is left of its time under this name.
    #[must_use]
    pub fn with_clock(mut self, clocks: &Arc<Clocks>, name: &str) -> Self {
        self.clock.show(clocks, name);
        self
    }

    /// What the bot has used of its clock since it was started last: processor time, for a process.
    #[must_use]
    pub fn used(&self) -> std::time::Duration {
        self.bot.used()
    }
}

impl<G: Game> RemotePlayer<G> {
    /// What is said of a missing answer. Why a bot is out is told with the first, and never again.
    fn told_once(&self, mut fault: Box<Fault>) -> Box<Fault> {
        if fault.kind == FaultKind::Disqualified && !self.bot.setting().account.is_untold() {
            fault.message.clear();
        }
        fault
    }
}

impl<G: Game> Player<G> for RemotePlayer<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        (self.asked, self.own_time) = (None, None);
        self.bot.begin_turn();
        if self.clock.is_used_up() {
            return Err(Box::new(Fault::new(FaultKind::Late, TIME_USED_UP)));
        }
        if let Err(fault) = self.put(&ask) {
            self.own_time = self.bot.settle().own;
            return Err(self.told_once(fault));
        }
        self.asked = Some(ask.number);
        Ok(())
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        let Some(number) = self.asked.take() else {
            return Err(Box::new(Fault::new(FaultKind::Unreadable, "was not asked")));
        };
        self.read(number).map_err(|fault| self.told_once(fault))
    }

    fn answer(&mut self, ask: Ask<'_, G>) -> Result<Answer<G::Move>, Box<Fault>> {
        if self.bot.takes_fields() && !self.clock.is_limited() {
            return self.ask_by_fields(&ask).map_err(|fault| self.told_once(fault));
        }
        self.ask(ask)?;
        self.reply()
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        let heard = self.tell(notice);
        self.own_time = self.bot.settle().own;
        heard
    }

    fn wake(&mut self) -> Result<(), Box<Fault>> {
        self.bot.wake()
    }

    fn follows(&self) -> bool {
        self.bot.greeting().is_some_and(|greeting| greeting.wants_moves)
    }

    fn joins(&self) -> bool {
        !self.bot.greeting().is_some_and(|greeting| greeting.wants_beginning)
    }

    fn own_time(&self) -> Option<OwnTime> {
        self.own_time
    }

    fn set_pace(&mut self, pace: Pace) {
        self.bot.set_pace(pace);
    }

    fn failed_then(&mut self, fault: &Fault) {
        self.bot.failed_then(fault);
        if fault.kind == FaultKind::Disqualified {
            // It was told then.
            self.bot.setting().account.is_untold();
        }
    }

    fn waits(&self) -> bool {
        self.bot.takes().batched
    }

    fn hear_out(&mut self) {
        self.bot.read_owed();
    }

    fn starved(&self) -> bool {
        self.bot.starved()
    }

    fn begin_anew(&mut self) {
        self.bot.begin_anew();
    }

    fn left_off(&self) -> Option<LeftOff> {
        self.bot.left_off()
    }

    fn go_on_from(&mut self, left_off: &LeftOff) {
        self.bot.go_on_from(left_off);
    }
}
