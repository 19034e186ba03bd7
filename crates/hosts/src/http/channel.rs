//! A bot behind a url as a channel: every message is a request, and all that comes back is its reply.
//!
//! It moves bytes and knows neither games nor messages; [`RemoteBot`](crate::RemoteBot) knows what follows
//! from a failure.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_record::{Fault, FaultKind, OwnTime};

use crate::channel::{BotExit, Channel, Failure, Leave, Message, Outgoing, Settled, Takes, Wants, Write};
use crate::http::bot::HttpBot;
use crate::http::connection::{Connection, NoAnswer, RequestResult};
use crate::http::poll_set::{PollSet, SharedConnection, lock};
use crate::http::response::Response;
use crate::interrupt::Interrupt;
use crate::log::BotLog;
use crate::protocol::{FromBot, Greeting, MessageKind, excerpt};

/// When a bot is dismissed, an answer to the last request is waited for so long.
const FAREWELL: Duration = Duration::from_millis(500);

/// A bot behind a url.
pub(crate) struct HttpChannel {
    bot: Arc<HttpBot>,
    connection: SharedConnection,
    poll_set: Arc<PollSet>,
    log: BotLog,
    message: Vec<u8>,
    /// What the last answer took, once its connection was made.
    took: Option<Duration>,
    /// Whether nobody wants the reply to the last request.
    is_told: bool,
    body: Vec<u8>,
}

impl HttpChannel {
    /// A channel over a connection of its own; nothing is sent yet. `accept` is the kind of answer that is
    /// read.
    pub(crate) fn new(
        bot: &Arc<HttpBot>,
        poll_set: &Arc<PollSet>,
        accept: &'static str,
        interrupt: &Interrupt,
        log: &BotLog,
    ) -> Self {
        Self {
            bot: Arc::clone(bot),
            connection: poll_set.add(Connection::new(bot, accept, interrupt)),
            poll_set: Arc::clone(poll_set),
            log: log.clone(),
            message: Vec::new(),
            took: None,
            is_told: false,
            body: Vec::new(),
        }
    }

    /// Adds a line to the bot's log, without our secrets.
    pub(crate) fn note(&self, text: &str) {
        self.log.line(&self.bot.hide(text));
    }

    /// Sends a request; the reply to one before it that nobody has read is forgotten.
    pub(crate) fn request(&mut self, body: &[u8], wants: Wants, limit: Duration) {
        let is_idle = lock(&self.connection).is_idle();
        if !is_idle {
            self.poll_set.wait(&self.connection);
        }
        self.is_told = wants == Wants::Nothing;
        lock(&self.connection).send(|out| out.extend_from_slice(body), limit);
    }

    fn body_of(&mut self, response: Response) -> Result<Message<'_>, Box<Failure>> {
        let Response { status, body, .. } = response;
        self.body = body;
        if self.bot.sign_in.is_some() && is_fault(&self.body) {
            // Its words go to a log that others read; an answer is left as it is.
            self.body = self.bot.hide(&String::from_utf8_lossy(&self.body)).into_bytes();
        }
        if self.is_told || (200..300).contains(&status) {
            return Ok(Message::Reply(&self.body));
        }
        let more = match status {
            300..=399 => "; redirects are not followed",
            401 if self.bot.sign_in.is_some() => ": it refuses our sign-in",
            401 => ": it asks for a sign-in, and none is known for its url",
            _ => "",
        };
        let message = format!("answered with status {status}{more}");
        self.note(&format!("[{message}] {}", excerpt(&self.body)));
        Err(Failure::fault(FaultKind::Crashed, message))
    }

    /// What a missing answer is called.
    fn missing(&self, why: &NoAnswer, sent: Instant) -> Box<Failure> {
        let (kind, message) = match why {
            NoAnswer::Interrupted => return Box::new(Failure::Interrupted),
            NoAnswer::Unreachable(why) => (FaultKind::Crashed, format!("cannot be reached: {why}")),
            NoAnswer::Dropped => (FaultKind::Crashed, "closed the connection without an answer".to_owned()),
            NoAnswer::TimeUp => {
                (FaultKind::Late, format!("did not answer within {:.2} s", sent.elapsed().as_secs_f64()))
            }
            NoAnswer::TooMuch => (FaultKind::TooMuch, "an answer longer than a megabyte".to_owned()),
            NoAnswer::Misread(why) => (FaultKind::Unreadable, format!("its answer is no HTTP: {why}")),
            NoAnswer::SignIn(why) => (FaultKind::Crashed, why.to_string()),
        };
        self.note(&format!("[{message}]"));
        let fault = Fault::new(kind, message);
        let is_silent = matches!(why, NoAnswer::Unreachable(_) | NoAnswer::Dropped | NoAnswer::TimeUp);
        Box::new(if is_silent { Failure::Silent(fault) } else { Failure::Fault(fault) })
    }
}

impl Channel for HttpChannel {
    fn send(&mut self, message: Outgoing, write: Write<'_>) -> Result<(), Box<Failure>> {
        let mut body = std::mem::take(&mut self.message);
        let written = written(&mut body, write);
        if written.is_ok() {
            self.request(&body, message.wants, message.limit);
        }
        self.message = body;
        written
    }

    fn receive(&mut self) -> Result<Message<'_>, Box<Failure>> {
        let Some(RequestResult { answer, sent, at }) = self.poll_set.wait(&self.connection) else {
            return Err(Failure::fault(FaultKind::Unreadable, "was not asked"));
        };
        self.took = Some(at.saturating_duration_since(sent));
        match answer {
            Ok(response) => self.body_of(response),
            Err(why) => Err(self.missing(&why, sent)),
        }
    }

    fn end(&mut self, _: Leave) -> BotExit {
        // Closing at once would cut off a server that is still writing its last answer.
        lock(&self.connection).hurry(Instant::now() + FAREWELL);
        self.poll_set.wait(&self.connection);
        BotExit::Quietly
    }

    fn agree(&mut self, _: &Greeting) -> Takes {
        Takes { requests: true, ..Takes::default() }
    }

    fn settle(&mut self) -> Settled {
        let took = self.took.take();
        // Read while others were waited for, so it is the bot's own also where several are asked at once.
        let own = took.map(|took| OwnTime::Alone(took.as_nanos() as u64));
        Settled { own, counts: took, ..Settled::default() }
    }
}

fn is_fault(body: &[u8]) -> bool {
    FromBot::read(body).is_some_and(|said| said.kind == MessageKind::Fault)
}

/// Writes the body of a message over the last one.
pub(crate) fn written(body: &mut Vec<u8>, write: Write<'_>) -> Result<(), Box<Failure>> {
    body.clear();
    write(body).map_err(|error: io::Error| Failure::fault(FaultKind::Crashed, error.to_string()))
}
