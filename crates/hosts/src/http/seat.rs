//! One bot behind a url at its seat: asked, timed, given up; what it answers is left to the game's own player.

use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_record::{Fault, FaultKind};

use crate::clocks::{Clocks, Shown};
use crate::http::bot::HttpBot;
use crate::http::line::{Line, NoAnswer, Outcome};
use crate::http::response::Response;
use crate::http::switchboard::{Shared, Switchboard, lock};
use crate::interrupt::interrupted;
use crate::log::BotLog;
use crate::process::Patience;

/// When a bot is dismissed, an answer to the last request is waited for so long.
const FAREWELL: Duration = Duration::from_millis(500);
/// So much of an answer that is of no use is kept in the log.
const EXCERPT: usize = 200;

/// What the seats of one crew share.
#[derive(Debug, Clone, Default)]
pub struct Lobby {
    /// Their lines.
    pub board: Arc<Switchboard>,
    /// Their clocks, and those of others at the same tables.
    pub clocks: Arc<Clocks>,
}

/// A bot at its seat.
pub(crate) struct HttpSeat {
    bot: Arc<HttpBot>,
    name: String,
    line: Shared,
    lobby: Lobby,
    pub(crate) patience: Patience,
    log: BotLog,
    /// What is left of the game's time, where that is limited.
    left: Option<Duration>,
    /// Requests without any answer since the last one that had one.
    silent: u32,
    out: Option<String>,
}

impl HttpSeat {
    /// A seat for a bot; nothing is sent yet. `accept` is the kind of answer that its player reads.
    pub(crate) fn new(setting: HttpSetting, accept: &'static str) -> Self {
        let HttpSetting { bot, name, patience, log, lobby } = setting;
        let line = lobby.board.add(Line::new(&bot, accept, &patience.interrupt));
        Self { bot, name, line, lobby, left: patience.per_game, patience, log, silent: 0, out: None }
    }

    /// A game begins: the clock is full again.
    pub(crate) fn wind_clock(&mut self) {
        self.set_left(self.patience.per_game);
    }

    /// What these at its table have left of the game's time.
    pub(crate) fn clocks(&self, names: &[String]) -> Shown {
        self.lobby.clocks.shown(names.iter().map(String::as_str))
    }

    /// What this bot has left of the game's time.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.left
    }

    /// What another has left.
    pub(crate) fn left_of(&self, name: &str) -> Option<Duration> {
        self.lobby.clocks.left(name)
    }

    /// Sends a question; [`HttpSeat::reply`] reads its answer.
    pub(crate) fn ask(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Result<(), Box<Fault>> {
        if let Some(why) = &self.out {
            return Err(fault(FaultKind::Disqualified, why));
        }
        if self.left == Some(Duration::ZERO) {
            return Err(fault(FaultKind::Late, "its time for this game is used up"));
        }
        self.settle();
        let limit = self.left.map_or(self.patience.per_move, |left| left.min(self.patience.per_move));
        lock(&self.line).send(write, limit);
        Ok(())
    }

    /// The body of the answer to the last question.
    pub(crate) fn reply(&mut self) -> Result<Vec<u8>, Box<Fault>> {
        let Some(outcome) = self.lobby.board.wait(&self.line) else {
            return Err(fault(FaultKind::Unreadable, "was not asked"));
        };
        let Outcome { answer, sent, at } = outcome;
        if let Some(left) = self.left {
            self.set_left(Some(left.saturating_sub(at.saturating_duration_since(sent))));
        }
        match answer {
            Ok(response) => {
                self.silent = 0;
                self.body_of(response)
            }
            Err(why) => Err(self.missing(&why, sent)),
        }
    }

    /// Sends something whose answer is of no interest. It is read before the next request, and its lack is no fault.
    pub(crate) fn tell(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        if self.out.is_none() {
            self.settle();
            lock(&self.line).send(write, self.patience.per_move);
        }
    }

    /// Puts the bot out of the tournament.
    pub(crate) fn put_out(&mut self, why: &str) -> Box<Fault> {
        self.log.line(&format!("[out of the tournament: {why}]"));
        self.out = Some(why.to_owned());
        fault(FaultKind::Disqualified, why)
    }

    /// Adds a line to the bot's log, without our secrets.
    pub(crate) fn note(&self, text: &str) {
        self.log.line(&self.bot.hide(text));
    }

    /// Reads what is still on its way, and forgets it.
    fn settle(&mut self) {
        let idle = lock(&self.line).is_idle();
        if !idle && let Some(Outcome { answer: Err(why), sent, .. }) = self.lobby.board.wait(&self.line) {
            self.missing(&why, sent);
        }
    }

    fn set_left(&mut self, left: Option<Duration>) {
        self.left = left;
        if let Some(left) = left {
            self.lobby.clocks.set(&self.name, left);
        }
    }

    fn body_of(&mut self, response: Response) -> Result<Vec<u8>, Box<Fault>> {
        let Response { status, body, .. } = response;
        if (200..300).contains(&status) {
            return Ok(body);
        }
        let more = match status {
            300..=399 => "; redirects are not followed",
            401 if self.bot.sign_in.is_some() => ": it refuses our sign-in",
            401 => ": it asks for a sign-in, and none is known for its url",
            _ => "",
        };
        let message = format!("answered with status {status}{more}");
        self.note(&format!("[{message}] {}", excerpt(&body)));
        Err(fault(FaultKind::Crashed, &message))
    }

    /// What a missing answer is called. A bot that is silent too often in a row is out.
    fn missing(&mut self, why: &NoAnswer, sent: Instant) -> Box<Fault> {
        let (kind, message) = match why {
            NoAnswer::Interrupted => return interrupted(),
            NoAnswer::Unreachable(why) => (FaultKind::Crashed, format!("cannot be reached: {why}")),
            NoAnswer::Dropped => (FaultKind::Crashed, "closed the connection without an answer".to_owned()),
            NoAnswer::TimeUp => {
                (FaultKind::Late, format!("did not answer within {:.2} s", sent.elapsed().as_secs_f64()))
            }
            NoAnswer::TooMuch => (FaultKind::TooMuch, "an answer longer than a megabyte".to_owned()),
            NoAnswer::Misread(why) => (FaultKind::Unreadable, format!("its answer is no HTTP: {why}")),
            NoAnswer::SignIn(why) => (FaultKind::Crashed, why.clone()),
        };
        self.note(&format!("[{message}]"));
        if matches!(why, NoAnswer::Unreachable(_) | NoAnswer::Dropped | NoAnswer::TimeUp) {
            self.silent += 1;
            if self.silent > self.patience.restarts {
                return self.put_out(&format!(
                    "gave no answer {} times in a row; at last it {message}",
                    self.silent
                ));
            }
        }
        fault(kind, &message)
    }
}

impl Drop for HttpSeat {
    fn drop(&mut self) {
        // Closing at once would cut off a server that is still writing its last answer.
        lock(&self.line).hurry(Instant::now() + FAREWELL);
        self.lobby.board.wait(&self.line);
    }
}

/// What a bot needs to be seated.
#[derive(Debug)]
pub struct HttpSetting {
    /// Which bot.
    pub bot: Arc<HttpBot>,
    /// What it is called here.
    pub name: String,
    /// How much time it has.
    pub patience: Patience,
    /// Where its failures are told.
    pub log: BotLog,
    /// What it shares with the others of its crew.
    pub lobby: Lobby,
}

pub(crate) fn fault(kind: FaultKind, message: &str) -> Box<Fault> {
    Box::new(Fault::new(kind, message))
}

/// The beginning of an answer, on one line.
pub(crate) fn excerpt(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(&body[..body.len().min(EXCERPT)]);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
