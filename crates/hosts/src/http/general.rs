//! A bot of any game behind a url: the protocol's messages as requests, its answers as JSON.

use std::time::Duration;

use croupier_games::{Game, View};
use croupier_record::{Answer, Ask, Fault, FaultKind, Notice, Player};

use crate::foreign::{own_seed, unreadable};
use crate::http::seat::{HttpSeat, HttpSetting, excerpt, fault};
use crate::protocol::{FromBot, Greeting, Kind, LONGEST_MEMORY, PROTOCOL, ToBot};

/// A player of any game behind a url.
pub(crate) struct HttpGeneral<G: Game> {
    seat: HttpSeat,
    hello: Vec<u8>,
    greeting: Option<Greeting>,
    number: u32,
    legal: Vec<G::Move>,
    /// Everyone at the table, by seat.
    names: Vec<String>,
}

impl<G: Game> HttpGeneral<G> {
    /// A player that will be given this [`hello`](crate::hello).
    pub(crate) fn new(setting: HttpSetting, hello: Vec<u8>) -> Self {
        let seat = HttpSeat::new(setting, "application/json");
        Self { seat, hello, greeting: None, number: 0, legal: Vec::new(), names: Vec::new() }
    }

    /// Greets the bot where that has not been done; one that does not greet back cannot play.
    fn greet(&mut self) -> Result<(), Box<Fault>> {
        if self.greeting.is_some() {
            return Ok(());
        }
        let hello = &self.hello;
        self.seat.ask(|body| body.extend_from_slice(hello))?;
        let said = self.seat.reply().and_then(|body| self.read_greeting(&body));
        match said {
            Ok(greeting) => {
                self.greeting = Some(greeting);
                // Greeting is not thinking.
                self.seat.wind_clock();
                Ok(())
            }
            Err(why) => Err(self.seat.put_out(&format!("does not load: {}", why.message))),
        }
    }

    fn read_greeting(&self, body: &[u8]) -> Result<Greeting, Box<Fault>> {
        match FromBot::read(body) {
            Some(said) if said.kind == Kind::Hello && said.protocol == Some(PROTOCOL) => Ok(said.greeting()),
            Some(said) if said.kind == Kind::Fault => Err(self.failed(&said)),
            _ => {
                let what = format!(
                    "answered \"{}\" to the hello, which is no hello of protocol {PROTOCOL}",
                    excerpt(body)
                );
                Err(fault(FaultKind::Unreadable, &what))
            }
        }
    }

    fn failed(&self, said: &FromBot<'_>) -> Box<Fault> {
        if let Some(trace) = &said.trace {
            self.seat.note(trace.trim_end());
        }
        fault(FaultKind::Crashed, said.message.as_deref().unwrap_or("failed without a message"))
    }

    fn tell(&mut self, message: &ToBot<'_, G::View<'_>, G::Move>) {
        self.seat.tell(|body| write(body, message));
    }
}

fn write<G: serde::Serialize, M: serde::Serialize>(body: &mut Vec<u8>, message: &ToBot<'_, G, M>) {
    // Views and moves have a JSON form by contract, and writing to memory cannot fail.
    let _ = serde_json::to_writer(body, message);
}

impl<G: Game> Player<G> for HttpGeneral<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        self.greet()?;
        self.number = ask.number;
        let wants_legal = self.greeting.as_ref().is_some_and(|greeting| greeting.wants_legal);
        let mut legal = std::mem::take(&mut self.legal);
        if wants_legal {
            ask.view.legal(&mut legal);
        }
        let per_move = self.seat.patience.per_move;
        let time: Duration = self.seat.left().map_or(per_move, |left| left.min(per_move));
        let clocks = self.seat.left().map(|_| self.seat.clocks(&self.names));
        let message: ToBot<'_, G::View<'_>, G::Move> = ToBot::Ask {
            number: ask.number,
            view: ask.view,
            time_ms: time.as_millis() as u64,
            clocks: clocks.as_deref(),
            legal: wants_legal.then_some(&legal),
            refused: ask.refused,
            memory: ask.memory,
        };
        let asked = self.seat.ask(|body| write(body, &message));
        self.legal = legal;
        asked
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        let body = self.seat.reply()?;
        let nothing = || unreadable(&excerpt(&body), "an answer has a type, a number and a move");
        let said = FromBot::read(&body).ok_or_else(nothing)?;
        match said.kind {
            Kind::Fault => return Err(self.failed(&said)),
            Kind::Hello => return Err(nothing()),
            Kind::Answer => {}
        }
        if said.memory.as_ref().is_some_and(|memory| memory.len() > LONGEST_MEMORY) {
            return Err(fault(FaultKind::TooMuch, "a memory of more than 64 KiB"));
        }
        let text = said.mv.ok_or_else(nothing)?.get();
        let mv = serde_json::from_str(text).map_err(|error| unreadable(text, &error.to_string()))?;
        // The answer belongs to its request, so its number may be left out; a wrong one is the table's to judge.
        let number = said.number.unwrap_or(self.number);
        Ok(Answer { number, mv, memory: said.memory.map(String::into_boxed_str) })
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        match *notice {
            Notice::Start { view, seed, game, names, entrants } => {
                self.names = names.iter().map(ToString::to_string).collect();
                self.seat.wind_clock();
                self.greet()?;
                self.tell(&ToBot::Start {
                    game,
                    seat: view.seat().0,
                    players: names,
                    entrants,
                    seed: own_seed(seed),
                    view,
                });
            }
            Notice::Moved { seat, mv } => self.tell(&ToBot::Notice { seat: seat.0, mv }),
            Notice::End { view, scores } => self.tell(&ToBot::End { view, scores }),
        }
        Ok(())
    }

    fn follows(&self) -> bool {
        self.greeting.as_ref().is_some_and(|greeting| greeting.wants_moves)
    }

    fn joins(&self) -> bool {
        !self.greeting.as_ref().is_some_and(|greeting| greeting.wants_beginning)
    }
}
