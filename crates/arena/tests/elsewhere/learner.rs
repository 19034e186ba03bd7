//! A bot whose every answer depends on all that it was told since it was started, or since the game began:
//! whoever plays one of its games otherwise, in another order or twice, gets other games.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use croupier_hosts::{
    BotExit, BotLog, BotSetting, Channel, Connector, Failure, Inside, Leave, Message, Outgoing, RemoteBot,
    Write,
};
use croupier_record::Instances;
use serde_json::Value;

/// What kind of bot it is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Learner {
    /// How long what it was told is known to it.
    pub(crate) instances: Instances,
    /// It ends by itself in one of so many questions; never where there is no number.
    pub(crate) ends: Option<u64>,
    /// Each of its selves answers in a way of its own, so that none is like the one before.
    pub(crate) fickle: bool,
    /// How many of its selves were started.
    pub(crate) started: Arc<AtomicU64>,
}

impl Inside for Learner {
    fn seat(&self, setting: BotSetting) -> RemoteBot {
        RemoteBot::new(Box::new(Own(self.clone())), setting)
    }

    fn runs_in(&self) -> String {
        "a test".to_owned()
    }
}

struct Own(Learner);

impl Connector for Own {
    fn connect(&mut self, setting: &BotSetting) -> Result<Box<dyn Channel>, Box<Failure>> {
        let number = self.0.started.fetch_add(1, Ordering::Relaxed);
        let begun = if self.0.fickle { number } else { 0 };
        let log = setting.log.clone();
        Ok(Box::new(Mind { bot: self.0.clone(), begun, known: begun, log, said: String::new() }))
    }
}

struct Mind {
    bot: Learner,
    begun: u64,
    known: u64,
    log: BotLog,
    said: String,
}

impl Mind {
    fn hears(&mut self, message: &[u8]) {
        for &byte in message {
            self.known = (self.known ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl Channel for Mind {
    fn send(&mut self, _: Outgoing, write: Write<'_>) -> Result<(), Box<Failure>> {
        let mut message = Vec::new();
        write(&mut message).unwrap();
        let said: Value = serde_json::from_slice(&message).unwrap();
        if said["type"] == "start" && self.bot.instances == Instances::Game {
            self.known = self.begun;
        }
        match self.bot.instances {
            Instances::Tournament => self.hears(&message),
            // Questions are counted by the table, whose earlier games this instance was not there for.
            Instances::Game => {
                let mut heard = said.clone();
                heard.as_object_mut().unwrap().remove("number");
                self.hears(heard.to_string().as_bytes());
            }
        }
        self.said = match said["type"].as_str() {
            Some("ask") => {
                let word = if (self.known >> 32).is_multiple_of(3) { "take" } else { "pass" };
                format!(r#"{{"type":"answer","number":{},"move":"{word}"}}"#, said["number"])
            }
            _ => r#"{"type":"hello","protocol":1}"#.to_owned(),
        };
        if said["type"] == "ask" && self.bot.ends.is_some_and(|one| (self.known >> 32) % one == 1) {
            self.log.line(&format!("ValueError: {:x}", self.known));
            self.said.clear();
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<Message<'_>, Box<Failure>> {
        match self.said.is_empty() {
            true => Err(Box::new(Failure::Closed("ended by itself".to_owned()))),
            false => Ok(Message::Json(self.said.as_bytes())),
        }
    }

    fn end(&mut self, _: Leave) -> BotExit {
        BotExit::Quietly
    }
}
