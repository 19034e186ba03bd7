//! A bot at the seam of all hosts that are no web servers: it keeps every byte that it is sent.

use std::sync::Arc;
use std::time::Duration;

use croupier_games::Game;
use croupier_hosts::{
    Account, BotExit, BotLog, BotSetting, Channel, Coded, Connector, Failure, Form as Packed, FrameKind,
    Greeting, Interrupt, Leave, Load, Message, Outgoing, RemoteBot, RemotePlayer, Takes, TimeLimits, Wants,
    Write, WriteView,
};
use croupier_record::Player;

use crate::spy::{Seen, Told};

/// The forms of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// JSON, with legal moves and a notice of every move.
    Lines,
    /// Compact frames, as our hosts take them; those of many games at once hold the same.
    Frames,
    /// The fields of a view in the memory of a WebAssembly module.
    Fields,
}

/// Ten seconds for everything, and no clock for a whole game: what a clock shows is nobody's luck.
pub(crate) fn time_limits() -> TimeLimits {
    let limit = Duration::from_secs(10);
    TimeLimits {
        per_move: limit,
        per_game: None,
        loading: limit,
        restarts: 3,
        per_thousand_games: None,
        interrupt: Interrupt::default(),
        load: Load::default(),
    }
}

/// A player whose bot is a recorder.
pub(crate) fn recording<G: Game>(form: Form, seen: &Arc<Seen>) -> Box<dyn Player<G>> {
    let recorder = Recorder { form, seen: Arc::clone(seen), is_greeted: false, said: Vec::new() };
    let (log, account) = (BotLog::create(None).unwrap(), Account::default());
    let setting = BotSetting { hello: b"{}".to_vec(), time_limits: time_limits(), log, account };
    Box::new(RemotePlayer::<G>::new(RemoteBot::new(Box::new(recorder), setting)))
}

#[derive(Clone)]
struct Recorder {
    form: Form,
    seen: Arc<Seen>,
    is_greeted: bool,
    said: Vec<u8>,
}

impl Recorder {
    fn hello(&self) -> String {
        match self.form {
            Form::Lines => r#"{"type":"hello","protocol":1,"wants":["legal","moves"]}"#.to_owned(),
            Form::Frames | Form::Fields => format!(
                r#"{{"type":"hello","protocol":1,"compact":true,"compact_games":true,"compact_memory":{}}}"#,
                self.form == Form::Frames
            ),
        }
    }
}

impl Connector for Recorder {
    fn connect(&mut self, _: &BotSetting) -> Result<Box<dyn Channel>, Box<Failure>> {
        Ok(Box::new(self.clone()))
    }
}

impl Channel for Recorder {
    fn send(&mut self, message: Outgoing, write: Write<'_>) -> Result<(), Box<Failure>> {
        let Packed::Message(kind) = message.form else { panic!("not in a batch") };
        let mut sent = vec![kind.byte()];
        write(&mut sent).unwrap();
        if message.wants != Wants::Greeting {
            self.seen.add(Told::Sent(sent));
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<Message<'_>, Box<Failure>> {
        if !std::mem::replace(&mut self.is_greeted, true) {
            self.said = self.hello().into_bytes();
            return Ok(Message::Json(&self.said));
        }
        let next = self.seen.next();
        match (self.form, next.memory) {
            (Form::Lines, memory) => {
                let mv: serde_json::Value = serde_json::from_str(&next.json).unwrap();
                let number = next.number;
                let said =
                    serde_json::json!({ "type": "answer", "number": number, "move": mv, "memory": memory });
                self.said = said.to_string().into_bytes();
                Ok(Message::Json(&self.said))
            }
            (Form::Frames, Some(memory)) => {
                let (number, code) = (next.number.to_le_bytes(), next.code.to_le_bytes());
                self.said = [&number[..], &code, memory.as_bytes()].concat();
                Ok(Message::Frame { kind: FrameKind::AnswerWithMemory, body: &self.said })
            }
            (Form::Frames | Form::Fields, _) => Ok(Message::Code(next.code)),
        }
    }

    fn end(&mut self, _: Leave) -> BotExit {
        BotExit::Quietly
    }

    fn agree(&mut self, greeting: &Greeting) -> Takes {
        Takes { framed: greeting.compact, fields: self.form == Form::Fields, ..Takes::default() }
    }

    fn code_for(&mut self, number: u32, view: WriteView<'_>) -> Result<Coded, Box<Failure>> {
        // What lies behind the view in the module's memory is the module's own.
        let mut room = vec![0; 1 << 16];
        let length = view(&mut room);
        let mut message = number.to_le_bytes().to_vec();
        message.extend_from_slice(&room[..length]);
        assert!(room[length..].iter().all(|&byte| byte == 0), "written beyond the view");
        self.seen.add(Told::Sent(message));
        Ok(Coded { code: self.seen.next().code, fuel: 1 })
    }
}
