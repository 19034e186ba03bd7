//! The post of a bot that plays many games at once: questions of all of them leave in one message, and their answers come
//! in one. It moves bytes and knows no game.
//!
//! Each game has a *place*, which is a [`Correspondent`] like a whole process: what is sent there waits in the post until
//! [`Post::exchange`]. A bot in a place hears nothing of the games in others that it did not play itself.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use croupier_record::{Fault, FaultKind, OwnTime};

use crate::correspondent::Correspondent;
use crate::log::BotLog;
use crate::process::{BotProcess, QUESTIONS, Reply};
use crate::protocol::Greeting;

/// The kind of the frame that holds a message for one place.
const PLACED: u8 = b'G';
/// The length of a frame, and its kind.
const FRAME_HEAD: usize = 5;
/// Where the number of a question stands in its frame.
const NUMBER: std::ops::Range<usize> = 5..9;

/// The post of one bot.
pub struct Post {
    bag: Arc<Mutex<Bag>>,
}

/// What waits to be sent, and what has come.
struct Bag {
    process: BotProcess,
    greeting: Greeting,
    /// Everything that is not answered, in frames.
    told: Vec<u8>,
    /// Plain questions, in frames, with the place in the number's place.
    questions: Vec<u8>,
    /// Who asked, in the order of the questions.
    asked: Vec<u32>,
    /// What was answered, by place, and the time that falls to it.
    answers: Vec<Option<(u64, Duration)>>,
    message: Vec<u8>,
    codes: Vec<u64>,
}

impl Post {
    /// Wakes the bot; it is given back where it does not play many games at once, or not at all.
    pub fn new(mut process: BotProcess) -> Result<Self, Box<BotProcess>> {
        if process.wake().is_err() {
            return Err(Box::new(process));
        }
        let greeting = process.greeting();
        if !greeting.groups || greeting.wants_legal {
            return Err(Box::new(process));
        }
        let bag = Bag {
            process,
            greeting,
            told: Vec::new(),
            questions: Vec::new(),
            asked: Vec::new(),
            answers: Vec::new(),
            message: Vec::new(),
            codes: Vec::new(),
        };
        Ok(Self { bag: Arc::new(Mutex::new(bag)) })
    }

    /// The bot as a correspondent of the game in one place.
    #[must_use]
    pub fn place(&self, place: u32) -> Box<dyn Correspondent> {
        Box::new(Place { bag: Arc::clone(&self.bag), place })
    }

    /// How many questions wait to be sent.
    #[must_use]
    pub fn waiting(&self) -> usize {
        lock(&self.bag).asked.len()
    }

    /// Sends all that waits, reads the answers to all questions, and gives the places that asked.
    ///
    /// Where nothing is asked, it makes sure that the bot has heard everything without a fault.
    pub fn exchange(&self, answered: &mut Vec<u32>) -> Result<(), Box<Fault>> {
        lock(&self.bag).exchange(answered)
    }

    /// Ends this process of the bot, whose last words are not those of the one that goes on.
    pub fn close(self, log: &BotLog) {
        lock(&self.bag).process.dismiss();
        log.forget();
    }

    /// Forgets what waits, of games that nobody plays to their end.
    pub fn clear(&self) {
        let mut bag = lock(&self.bag);
        bag.told.clear();
        bag.questions.clear();
        bag.asked.clear();
        bag.answers.fill(None);
    }
}

impl Bag {
    fn put(&mut self, kind: u8, place: u32, write: Write<'_>) -> io::Result<()> {
        if kind == b'A' {
            let at = self.questions.len();
            frame(&mut self.questions, kind, write)?;
            self.questions[at..][NUMBER].copy_from_slice(&place.to_le_bytes());
            self.asked.push(place);
            return Ok(());
        }
        frame(&mut self.told, PLACED, &mut |out| {
            out.extend_from_slice(&place.to_le_bytes());
            frame(out, kind, write)
        })
    }

    fn exchange(&mut self, answered: &mut Vec<u32>) -> Result<(), Box<Fault>> {
        self.message.clear();
        self.message.append(&mut self.told);
        let questions = &mut self.questions;
        let framed = frame(&mut self.message, QUESTIONS, &mut |out| {
            out.append(questions);
            Ok(())
        });
        framed.map_err(|error| unsaid(&error))?;
        let begun = Instant::now();
        self.process.exchange(&self.message, self.asked.len(), &mut self.codes)?;
        let took = begun.elapsed().as_micros() as u64;
        let count = self.asked.len() as u64;
        for (n, (&place, &code)) in self.asked.iter().zip(&self.codes).enumerate() {
            // Whole microseconds, shared so that they add up to what all answers took together.
            let share = took * (n as u64 + 1) / count - took * n as u64 / count;
            let at = place as usize;
            if self.answers.len() <= at {
                self.answers.resize(at + 1, None);
            }
            self.answers[at] = Some((code, Duration::from_micros(share)));
        }
        answered.clear();
        answered.append(&mut self.asked);
        Ok(())
    }
}

type Write<'a> = &'a mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>;

/// Adds a frame: its length, its kind, its body.
fn frame(out: &mut Vec<u8>, kind: u8, write: Write<'_>) -> io::Result<()> {
    let at = out.len();
    out.extend_from_slice(&[0, 0, 0, 0, kind]);
    write(out)?;
    let length = (out.len() - at - FRAME_HEAD + 1) as u32;
    out[at..at + 4].copy_from_slice(&length.to_le_bytes());
    Ok(())
}

/// A bot in one game of many.
struct Place {
    bag: Arc<Mutex<Bag>>,
    place: u32,
}

impl Correspondent for Place {
    fn wake(&mut self) -> Result<(), Box<Fault>> {
        // Woken when the post was made; one that has gone is noticed when the post goes out.
        Ok(())
    }

    fn greeting(&self) -> Greeting {
        lock(&self.bag).greeting.clone()
    }

    fn starts(&self) -> u32 {
        1
    }

    fn is_framed(&self) -> bool {
        true
    }

    fn send(&mut self, kind: u8, write: Write<'_>) -> Result<(), Box<Fault>> {
        lock(&self.bag).put(kind, self.place, write).map_err(|error| unsaid(&error))
    }

    fn answer(&mut self, _: u32) -> Result<Reply<'_>, Box<Fault>> {
        let answer = lock(&self.bag).answers.get(self.place as usize).copied().flatten();
        match answer {
            Some((code, _)) => Ok(Reply::Code(code, None)),
            None => Err(Box::new(Fault::new(FaultKind::Late, "has not answered yet"))),
        }
    }

    fn count_game(&mut self) {
        lock(&self.bag).process.count_game();
    }

    fn waits(&self) -> bool {
        true
    }

    fn own_time(&self) -> Option<OwnTime> {
        let answer = lock(&self.bag).answers.get(self.place as usize).copied().flatten();
        answer.map(|(_, share)| OwnTime::Share(share.as_nanos() as u64))
    }
}

fn lock(bag: &Arc<Mutex<Bag>>) -> MutexGuard<'_, Bag> {
    bag.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unsaid(error: &io::Error) -> Box<Fault> {
    Box::new(Fault::new(FaultKind::Crashed, error.to_string()))
}
