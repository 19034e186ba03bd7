//! Batching of questions: to a bot that plays many games at once, questions of all of them leave in one
//! message, and their answers come in one. It moves bytes and knows no game.
//!
//! Each game has a number and a [`Channel`] of its own, as if it had a whole process: what is sent there waits
//! until [`Batcher::exchange`]. A bot in one game hears nothing of those that it did not play itself. Anything
//! else than good answers to all questions is a fault, and whoever asked plays those games again one by one.

#[cfg(test)]
mod tests;

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use croupier_record::{Fault, FaultKind, OwnTime};

use crate::channel::{
    Channel, Connector, Ended, Failure, Form, Leave, Message, Outgoing, Settled, Takes, Wants, Write,
};
use crate::frame::{FrameKind, HEAD, frame};
use crate::life::{BotSetting, Heard, RemoteBot};
use crate::log::BotLog;
use crate::protocol::{FromBot, Greeting, MessageKind};

/// Where the number of a question stands in its frame.
const NUMBER: std::ops::Range<usize> = HEAD..HEAD + 4;
/// The bytes of an answer's code.
const CODE: usize = 8;

/// What goes to one bot in batches.
pub struct Batcher {
    batch: Arc<Mutex<Batch>>,
}

/// What waits to be sent, and what has come.
struct Batch {
    bot: RemoteBot,
    greeting: Greeting,
    /// How many games there were when the bot's time was last looked at.
    looked: u64,
    /// Everything that is not answered, in frames.
    told: Vec<u8>,
    /// Plain questions, in frames, with the game in the number's place.
    questions: Vec<u8>,
    /// Who asked, in the order of the questions.
    asked: Vec<u32>,
    /// What was answered, by game, and the time that falls to it.
    answers: Vec<Option<(u64, Duration)>>,
    codes: Vec<u64>,
}

impl Batcher {
    /// Wakes the bot; it is given back where it does not play many games at once, or not at all.
    pub fn new(mut bot: RemoteBot) -> Result<Self, Box<RemoteBot>> {
        if bot.wake().is_err() {
            return Err(Box::new(bot));
        }
        let Some(greeting) = bot.greeting().filter(|said| said.groups && !said.wants_legal).cloned() else {
            return Err(Box::new(bot));
        };
        let batch = Batch {
            bot,
            greeting,
            looked: 0,
            told: Vec::new(),
            questions: Vec::new(),
            asked: Vec::new(),
            answers: Vec::new(),
            codes: Vec::new(),
        };
        Ok(Self { batch: Arc::new(Mutex::new(batch)) })
    }

    /// The bot in one game.
    #[must_use]
    pub fn game(&self, game: u32) -> RemoteBot {
        let of_game = BatchedGame { batch: Arc::clone(&self.batch), game };
        let batch = lock(&self.batch);
        let (setting, greeting) = (batch.bot.setting().clone(), batch.greeting.clone());
        RemoteBot::already_up(Box::new(of_game.clone()), setting, Box::new(of_game), greeting)
    }

    /// How many questions wait to be sent.
    #[must_use]
    pub fn waiting(&self) -> usize {
        lock(&self.batch).asked.len()
    }

    /// Sends all that waits, reads the answers to all questions, and gives the games that asked.
    ///
    /// Where nothing is asked, it makes sure that the bot has heard everything without a fault.
    pub fn exchange(&self, answered: &mut Vec<u32>) -> Result<(), Box<Fault>> {
        lock(&self.batch).exchange(answered)
    }

    /// Ends this process of the bot, whose last words are not those of the one that goes on.
    pub fn close(self, log: &BotLog) {
        lock(&self.batch).bot.dismiss();
        log.forget();
    }

    /// Forgets what waits, of games that nobody plays to their end.
    pub fn clear(&self) {
        let mut batch = lock(&self.batch);
        batch.told.clear();
        batch.questions.clear();
        batch.asked.clear();
        batch.answers.fill(None);
    }
}

impl Batch {
    fn put(&mut self, kind: FrameKind, game: u32, write: Write<'_>) -> io::Result<()> {
        if kind == FrameKind::Ask {
            let at = self.questions.len();
            frame(&mut self.questions, kind, write)?;
            self.questions[at..][NUMBER].copy_from_slice(&game.to_le_bytes());
            self.asked.push(game);
            return Ok(());
        }
        frame(&mut self.told, FrameKind::OfGame, &mut |out| {
            out.extend_from_slice(&game.to_le_bytes());
            frame(out, kind, write)
        })
    }

    fn exchange(&mut self, answered: &mut Vec<u32>) -> Result<(), Box<Fault>> {
        self.bot.look_over_games(&mut self.looked);
        let begun = Instant::now();
        self.transmit()?;
        self.hear()?;
        let took = begun.elapsed().as_micros() as u64;
        let count = self.asked.len() as u64;
        for (n, (&game, &code)) in self.asked.iter().zip(&self.codes).enumerate() {
            // Whole microseconds, shared so that they add up to what all answers took together.
            let share = took * (n as u64 + 1) / count - took * n as u64 / count;
            let at = game as usize;
            if self.answers.len() <= at {
                self.answers.resize(at + 1, None);
            }
            self.answers[at] = Some((code, Duration::from_micros(share)));
        }
        answered.clear();
        answered.append(&mut self.asked);
        Ok(())
    }

    /// Sends everything that is told, and the questions behind it.
    fn transmit(&mut self) -> Result<(), Box<Fault>> {
        let (told, questions) = (&mut self.told, &mut self.questions);
        let limit = self.bot.limits().per_move;
        self.bot.send(Outgoing { form: Form::Frames, wants: Wants::Answer, limit }, &mut |out| {
            out.append(told);
            frame(out, FrameKind::Questions, &mut |out| {
                out.append(questions);
                Ok(())
            })
        })
    }

    /// Reads the codes that answer all questions.
    fn hear(&mut self) -> Result<(), Box<Fault>> {
        let (asked, codes) = (self.asked.len(), &mut self.codes);
        codes.clear();
        let heard = self.bot.hear(|message| match message {
            Message::Frame { kind: FrameKind::Questions, body } if body.len() == asked * CODE => {
                let (words, _) = body.as_chunks::<CODE>();
                codes.extend(words.iter().map(|word| u64::from_le_bytes(*word)));
                Heard::Taken(Ok(()))
            }
            Message::Json(line) => match FromBot::read(line).filter(|said| said.kind == MessageKind::Fault) {
                Some(said) => Heard::Fault(said.into()),
                None => Heard::Taken(Err("a message in place of answers")),
            },
            _ => Heard::Taken(Err("answers that do not fit the questions")),
        });
        self.bot.settle();
        heard?.map_err(|why| Box::new(Fault::new(FaultKind::Unreadable, why)))
    }
}

/// A bot in one game of many.
#[derive(Clone)]
struct BatchedGame {
    batch: Arc<Mutex<Batch>>,
    game: u32,
}

impl BatchedGame {
    fn answer(&self) -> Option<(u64, Duration)> {
        lock(&self.batch).answers.get(self.game as usize).copied().flatten()
    }
}

impl Connector for BatchedGame {
    fn connect(&mut self, _: &BotSetting) -> Result<Box<dyn Channel>, Box<Failure>> {
        // Woken when the batcher was made; one that has gone is noticed when a batch goes out.
        Ok(Box::new(self.clone()))
    }
}

impl Channel for BatchedGame {
    fn send(&mut self, message: Outgoing, write: Write<'_>) -> Result<(), Box<Failure>> {
        let Form::Message(kind) = message.form else {
            return Err(Failure::fault(FaultKind::Crashed, "is sent one message at a time"));
        };
        let put = lock(&self.batch).put(kind, self.game, write);
        put.map_err(|error| Failure::fault(FaultKind::Crashed, error.to_string()))
    }

    fn receive(&mut self) -> Result<Message<'_>, Box<Failure>> {
        match self.answer() {
            Some((code, _)) => Ok(Message::Code(code)),
            None => Err(Failure::fault(FaultKind::Late, "has not answered yet")),
        }
    }

    fn end(&mut self, _: Leave) -> Ended {
        Ended::Quietly
    }

    fn agree(&mut self, _: &Greeting) -> Takes {
        Takes { framed: true, batched: true, ..Takes::default() }
    }

    fn settle(&mut self) -> Settled {
        let own = self.answer().map(|(_, share)| OwnTime::Share(share.as_nanos() as u64));
        Settled { own, ..Settled::default() }
    }
}

fn lock(batch: &Arc<Mutex<Batch>>) -> MutexGuard<'_, Batch> {
    batch.lock().unwrap_or_else(PoisonError::into_inner)
}
