//! Batching of questions: to a bot that plays many games at once, questions of all of them leave in one
//! message, and their answers come in one. It moves bytes and knows no game.
//!
//! Each game has a number and a [`Channel`] of its own, as if it had a whole process: what is sent there
//! waits until [`Batcher::exchange`]. A bot in one game hears nothing of those that it did not play itself.
//!
//! A bot with an instance for each game is spoken to by places; anything else than good answers to all
//! questions is a fault, and whoever asked plays those games again one by one. One that keeps nothing is sent
//! whole questions, each with its memory and the luck of its game, and answers each with a message of its
//! own, a fault among them: what goes wrong in one game is heard in that game alone.

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzzed;
mod given;
mod pending;
#[cfg(test)]
mod tests;

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use croupier_record::{Fault, FaultKind, OwnTime};

use crate::channel::{
    BotExit, Channel, Connector, Failure, Form, Leave, Message, Outgoing, Settled, Takes, Wants, Write,
};
use crate::frame::{FrameKind, HEAD, first_frame, frame};
use crate::life::{BotSetting, Heard, RemoteBot};
use crate::log::BotLog;
use crate::protocol::{FromBot, Greeting, MessageKind};
use given::{AnswerForm, Given};
use pending::PendingMessages;

/// Where the number of a question stands in its frame.
const NUMBER: std::ops::Range<usize> = HEAD..HEAD + 4;
/// The bytes of an answer's code.
const CODE: usize = 8;

/// What is wrong with a batch of answers, in words.
type Wrong = &'static str;

const UNFIT: Wrong = "answers that do not fit the questions";

/// What goes to one bot in batches.
pub struct Batcher {
    batch: Arc<Mutex<MessageBatch>>,
    pure: bool,
}

/// What waits to be sent, and what has come.
struct MessageBatch {
    bot: RemoteBot,
    greeting: Greeting,
    /// How many games there were when the bot's time was last looked at.
    looked: u64,
    /// Everything that is not answered, in frames.
    told: Vec<u8>,
    /// Plain questions in frames, with the game in the number's place; whole ones behind the luck of their
    /// game.
    waiting: PendingMessages,
    /// Who asked in the last message, in the order of the questions.
    asked: Vec<u32>,
    /// What was answered, by game.
    given: Vec<Given>,
}

impl Batcher {
    /// Wakes the bot; it is given back where it does not play many games at once, or not at all.
    pub fn new(mut bot: RemoteBot) -> Result<Self, Box<RemoteBot>> {
        if bot.wake().is_err() {
            return Err(Box::new(bot));
        }
        let can = |said: &&Greeting| !said.wants_legal && (said.groups || said.pure && !said.wants_moves);
        let Some(greeting) = bot.greeting().filter(can).cloned() else {
            return Err(Box::new(bot));
        };
        let pure = greeting.pure;
        let (told, waiting, asked, given) = (Vec::new(), PendingMessages::new(), Vec::new(), Vec::new());
        let batch = MessageBatch { bot, greeting, looked: 0, told, waiting, asked, given };
        Ok(Self { batch: Arc::new(Mutex::new(batch)), pure })
    }

    /// The bot in one game.
    #[must_use]
    pub fn game(&self, game: u32) -> RemoteBot {
        let (said, pure) = (Given::default(), self.pure);
        let of_game = BatchedGame { batch: Arc::clone(&self.batch), game, luck: 0, pure, said };
        let batch = lock(&self.batch);
        let (setting, greeting) = (batch.bot.setting().clone(), batch.greeting.clone());
        RemoteBot::already_up(Box::new(of_game.clone()), setting, Box::new(of_game), greeting)
    }

    /// How many questions wait to be sent.
    #[must_use]
    pub fn waiting(&self) -> usize {
        lock(&self.batch).waiting.len()
    }

    /// Sends what waits, as much as the bot answers soon, reads the answers, and gives the games that asked.
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
        batch.waiting.clear();
        batch.asked.clear();
        batch.given.iter_mut().for_each(Given::clear);
    }
}

impl MessageBatch {
    /// Keeps a message of a game until the next exchange.
    fn put(&mut self, of: &BatchedGame, kind: FrameKind, wants: Wants, write: Write<'_>) -> io::Result<()> {
        let game = of.game;
        if of.pure && wants == Wants::Answer {
            return self.waiting.put(game, |out| {
                out.extend_from_slice(&of.luck.to_le_bytes());
                frame(out, kind, write)
            });
        }
        if kind == FrameKind::Ask {
            return self.waiting.put(game, |out| {
                let at = out.len();
                frame(out, kind, write)?;
                out[at..][NUMBER].copy_from_slice(&game.to_le_bytes());
                Ok(())
            });
        }
        frame(&mut self.told, FrameKind::OfGame, &mut |out| {
            out.extend_from_slice(&game.to_le_bytes());
            frame(out, kind, write)
        })
    }

    fn exchange(&mut self, answered: &mut Vec<u32>) -> Result<(), Box<Fault>> {
        answered.clear();
        self.bot.look_over_games(&mut self.looked);
        if self.greeting.pure && self.waiting.len() == 0 {
            return Ok(());
        }
        let begun = Instant::now();
        self.transmit()?;
        let heard = self.hear();
        self.bot.settle();
        heard?;
        let (took, count) = (begun.elapsed(), self.asked.len());
        self.waiting.took(count, took, self.bot.limits().per_move);
        self.share(took.as_micros() as u64);
        answered.append(&mut self.asked);
        Ok(())
    }

    /// Shares the time among the answers: whole microseconds that add up to what all took together.
    fn share(&mut self, took: u64) {
        let count = self.asked.len() as u64;
        for (n, &game) in self.asked.iter().enumerate() {
            let share = took * (n as u64 + 1) / count - took * n as u64 / count;
            self.given[game as usize].share = Some(Duration::from_micros(share));
        }
    }

    /// Sends everything that is told, and questions behind it.
    fn transmit(&mut self) -> Result<(), Box<Fault>> {
        let Self { told, waiting, asked, greeting, .. } = self;
        asked.clear();
        let kind = if greeting.pure { FrameKind::PureQuestions } else { FrameKind::Questions };
        let limit = self.bot.limits().per_move;
        self.bot.send(Outgoing { form: Form::Frames, wants: Wants::Answer, limit }, &mut |out| {
            out.append(told);
            frame(out, kind, &mut |out| {
                waiting.take(out, asked);
                Ok(())
            })
        })
    }

    /// Reads the answers to all questions of the last message.
    fn hear(&mut self) -> Result<(), Box<Fault>> {
        let most = self.asked.iter().max().map_or(0, |&game| game as usize + 1);
        if self.given.len() < most {
            self.given.resize_with(most, Given::default);
        }
        let mut heard = 0;
        loop {
            let (asked, given) = (&self.asked[heard..], &mut self.given);
            let taken = self.bot.hear(|message| take_answers(message, asked, given));
            let wrong = |why| Box::new(Fault::new(FaultKind::Unreadable, why));
            heard += taken?.map_err(wrong)?;
            if heard == self.asked.len() {
                return Ok(());
            }
        }
    }
}

/// Takes a message that answers the next questions, and says how many it answers.
fn take_answers(message: Message<'_>, asked: &[u32], given: &mut [Given]) -> Heard<Result<usize, Wrong>> {
    match message {
        Message::Frame { kind: FrameKind::Questions, body } => Heard::Taken(take_codes(body, asked, given)),
        Message::Frame { kind: FrameKind::PureQuestions, body } => {
            Heard::Taken(take_whole(body, asked, given))
        }
        Message::Json(line) => match FromBot::read(line).filter(|said| said.kind == MessageKind::Fault) {
            Some(said) => Heard::Fault(said.into()),
            None => Heard::Taken(Err("a message in place of answers")),
        },
        _ => Heard::Taken(Err(UNFIT)),
    }
}

/// Takes the codes that answer all questions, and says how many these are.
fn take_codes(body: &[u8], asked: &[u32], given: &mut [Given]) -> Result<usize, Wrong> {
    let (codes, rest) = body.as_chunks::<CODE>();
    if codes.len() != asked.len() || !rest.is_empty() {
        return Err(UNFIT);
    }
    for (code, &game) in codes.iter().zip(asked) {
        given[game as usize].said = Some(AnswerForm::Code(u64::from_le_bytes(*code)));
    }
    Ok(asked.len())
}

/// Takes whole messages that answer the next questions, and says how many these are: at least one.
fn take_whole(mut body: &[u8], asked: &[u32], given: &mut [Given]) -> Result<usize, Wrong> {
    let mut games = asked.iter();
    while !body.is_empty() {
        let (Some((kind, said, rest)), Some(&game)) = (first_frame(body), games.next()) else {
            return Err(UNFIT);
        };
        given[game as usize].keep(kind, said);
        body = rest;
    }
    let count = asked.len() - games.len();
    if count == 0 { Err(UNFIT) } else { Ok(count) }
}

/// A bot in one game of many.
#[derive(Clone)]
struct BatchedGame {
    batch: Arc<Mutex<MessageBatch>>,
    game: u32,
    /// Its luck in this game.
    luck: u64,
    pure: bool,
    /// What was received last.
    said: Given,
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
        let put = lock(&self.batch).put(self, kind, message.wants, write);
        put.map_err(|error| Failure::fault(FaultKind::Crashed, error.to_string()))
    }

    fn receive(&mut self) -> Result<Message<'_>, Box<Failure>> {
        self.said.clear();
        if let Some(given) = lock(&self.batch).given.get_mut(self.game as usize) {
            std::mem::swap(given, &mut self.said);
        }
        self.said.message().ok_or_else(|| Failure::fault(FaultKind::Late, "has not answered yet"))
    }

    fn end(&mut self, _: Leave) -> BotExit {
        BotExit::Quietly
    }

    fn agree(&mut self, _: &Greeting) -> Takes {
        let told = !self.pure;
        Takes { framed: true, batched: true, starts: told, ends: told, ..Takes::default() }
    }

    fn begin_game(&mut self, luck: u64) {
        self.luck = luck;
    }

    fn settle(&mut self) -> Settled {
        let own = self.said.share.take().map(|share| OwnTime::Share(share.as_nanos() as u64));
        Settled { own, ..Settled::default() }
    }
}

fn lock(batch: &Arc<Mutex<MessageBatch>>) -> MutexGuard<'_, MessageBatch> {
    batch.lock().unwrap_or_else(PoisonError::into_inner)
}
