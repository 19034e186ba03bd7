//! The connection to one bot: at most one request on its way, its connection kept for the next.
//!
//! `send` sends and `pump` reads what has come, so that several can be waited for at once. A connection that
//! was kept and turns out to be closed is replaced once, and a sign-in that the server asks for is given
//! once, within the same request and its time.

use std::io::{ErrorKind, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::http::bot::HttpBot;
use crate::http::deadline::Deadline;
use crate::http::dial::{Unreachable, dial};
use crate::http::response::{Misread, Reading, Response};
use crate::http::sign_in::{NoTicket, Ticket};
use crate::http::stream::Stream;
use crate::interrupt::Interrupt;

#[cfg(all(test, target_os = "linux"))]
mod quick_ack_tests;

/// Why a request has no answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoAnswer {
    /// The bot is not there.
    Unreachable(Unreachable),
    /// The connection ended first.
    Dropped,
    /// The time is up.
    TimeUp,
    /// It was more than may be read.
    TooMuch,
    /// It was something else than an answer.
    Misread(String),
    /// It wants a sign-in that we cannot or may not give.
    SignIn(NoTicket),
    /// Nobody waits for it any more.
    Interrupted,
}

/// An answer, or why there is none, and when that was known.
#[derive(Debug)]
pub(crate) struct RequestResult {
    pub(crate) answer: Result<Response, NoAnswer>,
    pub(crate) sent: Instant,
    pub(crate) at: Instant,
}

/// The connection to one bot.
#[derive(Debug)]
pub(crate) struct Connection {
    bot: Arc<HttpBot>,
    accept: &'static str,
    interrupt: Interrupt,
    stream: Option<Stream>,
    ticket: Option<Ticket>,
    body: Vec<u8>,
    wire_form: Vec<u8>,
    request: Request,
}

#[derive(Debug)]
enum Request {
    None,
    InFlight(Box<InFlight>),
    Done(RequestResult),
}

/// A request on its way.
#[derive(Debug)]
struct InFlight {
    sent: Instant,
    deadline: Instant,
    /// What is left for connecting, over all connections that the request needs.
    connecting: Duration,
    /// It was not yet answered then.
    looked: Instant,
    reading: Reading,
    /// Whether its connection had carried another before.
    reused: bool,
    challenged: bool,
}

impl Connection {
    /// Nothing is connected yet.
    pub(crate) fn new(bot: &Arc<HttpBot>, accept: &'static str, interrupt: &Interrupt) -> Self {
        Self {
            bot: Arc::clone(bot),
            accept,
            interrupt: interrupt.clone(),
            stream: None,
            ticket: None,
            body: Vec::new(),
            wire_form: Vec::new(),
            request: Request::None,
        }
    }

    /// Sends a request with this body; its outcome is found by pumping. The bot's time begins once it is
    /// connected.
    pub(crate) fn send(&mut self, write: impl FnOnce(&mut Vec<u8>), limit: Duration) {
        self.body.clear();
        write(&mut self.body);
        let reused = self.stream.as_mut().is_some_and(Stream::is_quiet);
        if !reused {
            self.stream = None;
        }
        let sent = Instant::now();
        let open = InFlight {
            sent,
            deadline: sent + limit,
            connecting: limit,
            looked: sent,
            reading: Reading::default(),
            reused,
            challenged: false,
        };
        self.request = Request::InFlight(Box::new(open));
        self.transmit();
    }

    /// Writes the request that is on its way, on a new connection where there is none.
    fn transmit(&mut self) {
        if self.interrupt.is_raised() {
            return self.finish(Err(NoAnswer::Interrupted), Instant::now());
        }
        let Request::InFlight(open) = &mut self.request else { return };
        if self.stream.is_none() {
            let begun = Instant::now();
            let dialled = dial(&self.bot, Deadline::new(begun + open.connecting, &self.interrupt));
            // The time that a connection takes is not thinking, and has a limit of its own. What was thought
            // before, on a connection that is gone now, stays counted.
            let now = Instant::now();
            let took = now - begun;
            open.connecting = open.connecting.saturating_sub(took);
            open.deadline += took;
            open.sent += took;
            open.looked = now;
            match dialled {
                Ok(stream) => self.stream = Some(stream),
                Err(why) => return self.finish(Err(NoAnswer::Unreachable(why)), now),
            }
        }
        let deadline = open.deadline;
        self.compose();
        let Some(stream) = &mut self.stream else { return };
        match stream.write_all(&self.wire_form, Deadline::new(deadline, &self.interrupt)) {
            Ok(()) => stream.acknowledge_at_once(),
            Err(error) if error.kind() == ErrorKind::TimedOut => self.finish(Err(NoAnswer::TimeUp), deadline),
            // Its answer may be there all the same; reading tells.
            Err(_) => {}
        }
    }

    fn compose(&mut self) {
        let url = &self.bot.url;
        let authorization = match (&mut self.ticket, &self.bot.sign_in) {
            (Some(ticket), Some(who)) => format!("Authorization: {}\r\n", ticket.authorize(who, &url.path)),
            _ => String::new(),
        };
        self.wire_form.clear();
        // Writing to memory cannot fail.
        let _ = write!(
            self.wire_form,
            "POST {} HTTP/1.1\r\nHost: {}\r\nUser-Agent: croupier\r\nAccept: {}\r\nContent-Type: \
             application/json\r\nContent-Length: {}\r\n{authorization}\r\n",
            url.path,
            url.authority(),
            self.accept,
            self.body.len()
        );
        self.wire_form.extend_from_slice(&self.body);
    }

    /// The socket of a request on its way, to be waited for.
    pub(crate) fn socket_in_flight(&self) -> Option<&TcpStream> {
        match (&self.request, &self.stream) {
            (Request::InFlight(_), Some(stream)) => Some(stream.socket()),
            _ => None,
        }
    }

    /// When the request on its way is to be looked at again, at the latest; `None` where there is none.
    pub(crate) fn next_look(&self) -> Option<Instant> {
        match &self.request {
            Request::InFlight(open) => Some(Deadline::new(open.deadline, &self.interrupt).next_look()),
            _ => None,
        }
    }

    /// The request is not answered yet, as was seen just now.
    pub(crate) fn looked(&mut self, now: Instant) {
        if let Request::InFlight(open) = &mut self.request {
            open.looked = now;
        }
    }

    /// Reads what has come. An answer that is whole now may have come any time since we looked last; where
    /// nobody was `watching` in between, the bot is given the benefit.
    pub(crate) fn pump(&mut self, watching: bool) {
        let mut buffer = [0; 16 * 1024];
        loop {
            let (Request::InFlight(open), Some(stream)) = (&mut self.request, &mut self.stream) else {
                return;
            };
            let at = if watching { Instant::now() } else { open.looked };
            match stream.read(&mut buffer) {
                Ok(0) => return self.closed(at),
                Ok(count) => match open.reading.take(&buffer[..count]) {
                    Ok(None) => stream.acknowledge_at_once(),
                    Ok(Some(response)) => return self.answered(response, at),
                    Err(Misread::TooMuch) => return self.finish(Err(NoAnswer::TooMuch), at),
                    Err(Misread::NoHttp(why)) => return self.finish(Err(NoAnswer::Misread(why)), at),
                },
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::InvalidData => {
                    return self.finish(Err(NoAnswer::TooMuch), at);
                }
                Err(_) => return self.closed(at),
            }
        }
    }

    /// The connection has ended.
    fn closed(&mut self, at: Instant) {
        let Request::InFlight(open) = &mut self.request else { return };
        if let Some(response) = open.reading.closed() {
            return self.answered(response, at);
        }
        if open.reused && open.reading.is_empty() {
            // A kept connection may be closed by its server at any time, also while we write.
            open.reused = false;
            self.stream = None;
            return self.transmit();
        }
        self.finish(Err(NoAnswer::Dropped), at);
    }

    fn answered(&mut self, response: Response, at: Instant) {
        let Request::InFlight(open) = &mut self.request else { return };
        if response.status != 401 || self.bot.sign_in.is_none() || open.challenged {
            return self.finish(Ok(response), at);
        }
        match Ticket::from_challenges(&response.challenges, self.bot.is_private()) {
            Err(why) => self.finish(Err(NoAnswer::SignIn(why)), at),
            Ok(ticket) => {
                self.ticket = Some(ticket);
                open.challenged = true;
                open.reading = Reading::default();
                open.reused = response.keep;
                if !response.keep {
                    self.stream = None;
                }
                self.transmit();
            }
        }
    }

    fn finish(&mut self, answer: Result<Response, NoAnswer>, at: Instant) {
        let Request::InFlight(open) = &self.request else { return };
        let (sent, deadline) = (open.sent, open.deadline);
        let late = at > deadline && answer.is_ok();
        let answer = if late { Err(NoAnswer::TimeUp) } else { answer };
        if !matches!(&answer, Ok(response) if response.keep) {
            self.stream = None;
        }
        self.request = Request::Done(RequestResult { answer, sent, at: at.min(deadline) });
    }

    /// Gives the request up where its time is over, or nobody waits any more.
    pub(crate) fn expire(&mut self, now: Instant) {
        let Request::InFlight(open) = &self.request else { return };
        if self.interrupt.is_raised() {
            self.finish(Err(NoAnswer::Interrupted), now);
        } else if now >= open.deadline {
            self.finish(Err(NoAnswer::TimeUp), now);
        }
    }

    /// Gives the request on its way up at this time, if that is earlier than its own.
    pub(crate) fn hurry(&mut self, deadline: Instant) {
        if let Request::InFlight(open) = &mut self.request {
            open.deadline = open.deadline.min(deadline);
            open.connecting = Duration::ZERO;
        }
    }

    /// The outcome, once there is one.
    pub(crate) fn outcome(&mut self) -> Option<RequestResult> {
        match std::mem::replace(&mut self.request, Request::None) {
            Request::Done(outcome) => Some(outcome),
            other => {
                self.request = other;
                None
            }
        }
    }

    /// Whether nothing is on its way and no outcome waits.
    pub(crate) fn is_idle(&self) -> bool {
        matches!(self.request, Request::None)
    }
}
