//! How table and bot meet: the table's hello, and the bot's.

use std::io;
use std::time::Duration;

use croupier_games::Game;
use croupier_record::{Fault, FaultKind, Instances};

use crate::channel::{Channel, Failure, Form, Message, Outgoing, Wants};
use crate::compact::has_compact_frames;
use crate::frame::FrameKind;
use crate::life::SaidFault;
use crate::log::BotLog;
use crate::protocol::{FromBot, Greeting, MessageKind, PROTOCOL, ToBot, excerpt};

/// The table's first message to a bot.
pub fn hello<G: Game>(
    bot: &str,
    seats: usize,
    options: &G::Options,
    instances: Instances,
) -> serde_json::Result<Vec<u8>> {
    hello_with::<G>(bot, seats, options, instances, false)
}

/// The same to a bot that may play many games at once, if it can.
pub fn hello_to_group<G: Game>(
    bot: &str,
    seats: usize,
    options: &G::Options,
    instances: Instances,
) -> serde_json::Result<Vec<u8>> {
    hello_with::<G>(bot, seats, options, instances, has_compact_frames(G::ABOUT.name))
}

fn hello_with<G: Game>(
    bot: &str,
    seats: usize,
    options: &G::Options,
    instances: Instances,
    groups: bool,
) -> serde_json::Result<Vec<u8>> {
    let options = serde_json::to_value(options)?;
    let compact = has_compact_frames(G::ABOUT.name);
    let hello: ToBot<'_, (), ()> = ToBot::Hello {
        protocol: PROTOCOL,
        game: G::ABOUT.name,
        version: G::ABOUT.version,
        bot,
        seats,
        options: &options,
        instances,
        compact,
        compact_games: compact,
        compact_memory: compact,
        groups,
    };
    serde_json::to_vec(&hello)
}

/// Greets a bot that has just been started, and hears what it says of itself; prints before that are passed
/// over.
pub(crate) fn greet(
    channel: &mut dyn Channel,
    hello: &[u8],
    limit: Duration,
    log: &BotLog,
) -> Result<Greeting, Box<Failure>> {
    let message = Outgoing { form: Form::Message(FrameKind::Json), wants: Wants::Greeting, limit };
    channel.send(message, &mut |out| -> io::Result<()> {
        out.extend_from_slice(hello);
        Ok(())
    })?;
    loop {
        let (bytes, reply) = match channel.receive()? {
            Message::Json(line) => (line, false),
            Message::Reply(body) => (body, true),
            Message::Frame { .. } | Message::Unknown | Message::Code(_) => continue,
        };
        match FromBot::read(bytes) {
            Some(said) if said.kind == MessageKind::Hello && said.protocol == Some(PROTOCOL) => {
                return Ok(said.greeting());
            }
            Some(said) if said.kind == MessageKind::Fault => {
                return Err(Box::new(Failure::Fault(SaidFault::from(said).told(log, None))));
            }
            _ if reply => {
                let said = excerpt(bytes);
                return Err(unreadable(format!(
                    "answered \"{said}\" to the hello, which is no hello of protocol {PROTOCOL}"
                )));
            }
            Some(said) if said.kind == MessageKind::Hello => {
                let theirs = said.protocol.map_or_else(|| "none".to_owned(), |version| version.to_string());
                return Err(unreadable(format!("speaks protocol {theirs}; this table speaks {PROTOCOL}")));
            }
            _ => log.line(&String::from_utf8_lossy(bytes)),
        }
    }
}

fn unreadable(message: String) -> Box<Failure> {
    Box::new(Failure::Fault(Fault::new(FaultKind::Unreadable, message)))
}
