//! A bot that follows a script: the double at the seam of all hosts, for tests of whatever stands above it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use croupier_record::OwnTime;

use super::{
    BotExit, Channel, Coded, Connector, Failure, Form, Leave, Message, Outgoing, Settled, Takes, Wants,
    Write, WriteView,
};
use crate::frame::FrameKind;
use crate::life::{Account, BotSetting};
use crate::log::BotLog;
use crate::protocol::Greeting;
use crate::time::time_limits::TimeLimits;

/// What a scripted bot says when it is listened to.
#[derive(Debug, Clone)]
pub(crate) enum Says {
    Line(String),
    Frame(FrameKind, Vec<u8>),
    Rubbish,
    Code(u64),
    Reply(String),
    Fails(Failure),
}

/// A line.
pub(crate) fn line(text: &str) -> Says {
    Says::Line(text.to_owned())
}

/// An answer by its code, to this question.
pub(crate) fn answer(number: u32, code: u64) -> Says {
    Says::Frame(FrameKind::Answer, [&number.to_le_bytes()[..], &code.to_le_bytes()].concat())
}

/// The same with what it leaves in its memory.
pub(crate) fn answer_with(number: u32, code: u64, memory: &[u8]) -> Says {
    let body = [&number.to_le_bytes()[..], &code.to_le_bytes(), memory].concat();
    Says::Frame(FrameKind::AnswerWithMemory, body)
}

/// A hello that asks for lines.
pub(crate) const LINES: &str = r#"{"type":"hello","protocol":1}"#;
/// One that takes frames for everything.
pub(crate) const FRAMES: &str =
    r#"{"type":"hello","protocol":1,"compact":true,"compact_games":true,"compact_memory":true}"#;

/// A message that the bot was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sent {
    pub(crate) kind: Option<FrameKind>,
    pub(crate) wants: Wants,
    pub(crate) limit: Duration,
    pub(crate) body: Vec<u8>,
}

impl Sent {
    /// Its body as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// The script of a bot, and what became of it.
#[derive(Clone, Default)]
pub(crate) struct Script {
    stage: Arc<Mutex<Stage>>,
}

#[derive(Default)]
struct Stage {
    lives: VecDeque<Vec<Says>>,
    takes: Takes,
    sent: Vec<Sent>,
    ended: Vec<Leave>,
    starts: u32,
    /// The next message to it fails like this.
    unsent: Option<Failure>,
    used: Duration,
    settled: Settled,
    waits: u32,
    patience: Vec<bool>,
    luck: Vec<u64>,
    codes: VecDeque<Result<Coded, Failure>>,
    views: Vec<Vec<u8>>,
}

impl Script {
    /// A bot with so many lives, each of which says this in turn, its hello first.
    pub(crate) fn of<const N: usize>(lives: [Vec<Says>; N]) -> Self {
        let script = Self::default();
        script.lock().lives = lives.into();
        script
    }

    /// The same, spoken to like this; frames follow its hello, but for requests.
    pub(crate) fn taking(self, takes: Takes) -> Self {
        self.lock().takes = takes;
        self
    }

    /// All that it was sent, but for hellos.
    pub(crate) fn sent(&self) -> Vec<Sent> {
        let stage = self.lock();
        stage.sent.iter().filter(|sent| sent.wants != Wants::Greeting).cloned().collect()
    }

    /// The one message that it was sent last.
    pub(crate) fn last(&self) -> Sent {
        self.lock().sent.last().unwrap().clone()
    }

    pub(crate) fn starts(&self) -> u32 {
        self.lock().starts
    }

    pub(crate) fn ended(&self) -> Vec<Leave> {
        self.lock().ended.clone()
    }

    /// How often nobody waited for it any more.
    pub(crate) fn settled(&self) -> u32 {
        self.lock().waits
    }

    /// Whether it was waited for longer, each time that this was said.
    pub(crate) fn patience(&self) -> Vec<bool> {
        self.lock().patience.clone()
    }

    /// The luck of each game that began while it was up.
    pub(crate) fn luck(&self) -> Vec<u64> {
        self.lock().luck.clone()
    }

    /// The next message to it fails.
    pub(crate) fn fail_to_send(&self, failure: Failure) {
        self.lock().unsent = Some(failure);
    }

    /// What its clocks show.
    pub(crate) fn show(&self, used: Duration, own: Option<OwnTime>) {
        let mut stage = self.lock();
        stage.used = used;
        stage.settled = Settled { own, counts: own.map(OwnTime::time), waited: Duration::ZERO };
    }

    /// It waited so long for a processor.
    pub(crate) fn starve(&self, waited: Duration) {
        self.lock().settled.waited = waited;
    }

    /// What it answers by its fields.
    pub(crate) fn code(&self, coded: Result<Coded, Failure>) {
        self.lock().codes.push_back(coded);
    }

    /// The views that were laid out for it.
    pub(crate) fn views(&self) -> Vec<Vec<u8>> {
        self.lock().views.clone()
    }

    /// What a bot of this script is seated with.
    pub(crate) fn setting(time_limits: TimeLimits) -> BotSetting {
        let log = BotLog::create(None).unwrap();
        BotSetting { hello: b"{}".to_vec(), time_limits, log, account: Account::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap()
    }
}

/// A second for a move, ten to load, three restarts.
pub(crate) fn limits() -> TimeLimits {
    TimeLimits {
        per_move: Duration::from_secs(1),
        per_game: None,
        loading: Duration::from_secs(10),
        restarts: 3,
        per_thousand_games: None,
        interrupt: crate::Interrupt::default(),
        load: crate::Load::default(),
    }
}

impl Connector for Script {
    fn connect(&mut self, _: &BotSetting) -> Result<Box<dyn Channel>, Box<Failure>> {
        let mut stage = self.lock();
        stage.starts += 1;
        if stage.starts > 1 {
            stage.lives.pop_front();
        }
        if stage.lives.is_empty() {
            return Err(Failure::fault(croupier_record::FaultKind::Crashed, "there is no other life"));
        }
        drop(stage);
        Ok(Box::new(Actor { script: self.clone(), at: 0, said: Vec::new() }))
    }
}

/// One life of a scripted bot.
struct Actor {
    script: Script,
    at: usize,
    said: Vec<u8>,
}

impl Channel for Actor {
    fn send(&mut self, message: Outgoing, write: Write<'_>) -> Result<(), Box<Failure>> {
        let mut body = Vec::new();
        write(&mut body).unwrap();
        let Outgoing { form, wants, limit } = message;
        let kind = if let Form::Message(kind) = form { Some(kind) } else { None };
        let mut stage = self.script.lock();
        if let Some(failure) = stage.unsent.take() {
            return Err(Box::new(failure));
        }
        stage.sent.push(Sent { kind, wants, limit, body });
        Ok(())
    }

    fn receive(&mut self) -> Result<Message<'_>, Box<Failure>> {
        let says = self.script.lock().lives.front().and_then(|life| life.get(self.at).cloned());
        self.at += 1;
        let Some(says) = says else { return Err(Box::new(Failure::Closed("ended".to_owned()))) };
        Ok(match says {
            Says::Line(text) => {
                self.said = text.into_bytes();
                Message::Json(&self.said)
            }
            Says::Frame(kind, body) => {
                self.said = body;
                Message::Frame { kind, body: &self.said }
            }
            Says::Reply(text) => {
                self.said = text.into_bytes();
                Message::Reply(&self.said)
            }
            Says::Rubbish => Message::Unknown,
            Says::Code(code) => Message::Code(code),
            Says::Fails(failure) => return Err(Box::new(failure)),
        })
    }

    fn end(&mut self, leave: Leave) -> BotExit {
        self.script.lock().ended.push(leave);
        if leave == Leave::Closed { BotExit::ByItself("exit code 3".to_owned()) } else { BotExit::Stopped }
    }

    fn agree(&mut self, greeting: &Greeting) -> Takes {
        let takes = self.script.lock().takes;
        Takes { framed: greeting.compact && !takes.requests, ..takes }
    }

    fn settle(&mut self) -> Settled {
        let mut stage = self.script.lock();
        stage.waits += 1;
        stage.settled
    }

    fn set_patient(&mut self, patient: bool) {
        self.script.lock().patience.push(patient);
    }

    fn used(&self) -> Duration {
        self.script.lock().used
    }

    fn begin_game(&mut self, luck: u64) {
        self.script.lock().luck.push(luck);
    }

    fn code_for(&mut self, _: u32, view: WriteView<'_>) -> Result<Coded, Box<Failure>> {
        let mut room = [0; 4096];
        let length = view(&mut room);
        let mut stage = self.script.lock();
        stage.views.push(room[..length].to_vec());
        stage.codes.pop_front().unwrap().map_err(Box::new)
    }
}
