//! How a bot is asked, and what it answers.

use std::time::{Duration, Instant};

use croupier_games::{Game, Move, View};
use croupier_record::{Answer, Ask, Fault, FaultKind, OwnTime};

use super::RemotePlayer;
use crate::channel::{Coded, Form, Message, Outgoing, Wants};
use crate::frame::FrameKind;
use crate::life::Heard;
use crate::protocol::{FromBot, LONGEST_MEMORY, MessageKind, ToBot, excerpt};

/// The bytes of a question's number, and of those with a move's code.
const NUMBER: usize = 4;
const CODE: usize = 12;
/// So much of an answer that is no move is told.
const SHOWN: usize = 80;

/// An answer, or what is wrong with it.
type Read<M> = Result<Answer<M>, Box<Fault>>;

impl<G: Game> RemotePlayer<G> {
    /// Puts a question, and tells the bot of the game before it where it does not know of it.
    pub(super) fn put(&mut self, ask: &Ask<'_, G>) -> Result<(), Box<Fault>> {
        self.bot.wake()?;
        self.tell_start(ask.view)?;
        let takes = self.bot.takes();
        let (wants_legal, memory_in_frames) = self
            .bot
            .greeting()
            .map_or((false, false), |greeting| (greeting.wants_legal, greeting.compact_memory));
        // Clocks are told in JSON alone.
        let plain = ask.refused.is_none() && !wants_legal && takes.framed && !self.clock.is_limited();
        if takes.fields || (plain && ask.memory.is_none()) {
            return self.put_frame(FrameKind::Ask, &mut |out| {
                out.extend_from_slice(&ask.number.to_le_bytes());
                if takes.fields { ask.view.bytes(out) } else { ask.view.compact(out) }
            });
        }
        if let (true, true, Some(memory)) = (plain, memory_in_frames, ask.memory) {
            return self.put_frame(FrameKind::AskWithMemory, &mut |out| {
                out.extend_from_slice(&ask.number.to_le_bytes());
                out.extend_from_slice(&(memory.len() as u32).to_le_bytes());
                out.extend_from_slice(memory.as_bytes());
                ask.view.compact(out);
            });
        }
        self.put_json(ask, wants_legal)
    }

    fn put_frame(&mut self, kind: FrameKind, write: &mut dyn FnMut(&mut Vec<u8>)) -> Result<(), Box<Fault>> {
        let message =
            Outgoing { form: Form::Message(kind), wants: Wants::Answer, limit: self.limit(Wants::Answer) };
        self.bot.send(message, &mut |out| {
            write(out);
            Ok(())
        })
    }

    fn put_json(&mut self, ask: &Ask<'_, G>, wants_legal: bool) -> Result<(), Box<Fault>> {
        let mut legal = std::mem::take(&mut self.legal);
        if wants_legal {
            ask.view.legal(&mut legal);
        }
        let names = self.game.iter().flat_map(|game| game.names.iter().map(String::as_str));
        let clocks = self.clock.all(names);
        let sent = self.send_json(
            Wants::Answer,
            &ToBot::Ask {
                number: ask.number,
                view: ask.view,
                time_ms: self.clock.within(self.bot.limits().per_move).as_millis() as u64,
                clocks: clocks.as_deref(),
                legal: wants_legal.then_some(&legal),
                refused: ask.refused,
                memory: ask.memory,
            },
        );
        self.legal = legal;
        sent
    }

    /// What a message may take: for an answer over HTTP, no more than is left of the game's time.
    pub(super) fn limit(&self, wants: Wants) -> Duration {
        let allowed = self.bot.allowed();
        let by_game = wants == Wants::Answer && self.bot.takes().requests;
        if by_game { self.clock.within(allowed) } else { allowed }
    }

    /// Reads the answer, and takes its time off what is left of the game's.
    pub(super) fn read(&mut self, number: u32) -> Result<Answer<G::Move>, Box<Fault>> {
        let begun = self.clock.is_limited().then(Instant::now);
        let answer = self.bot.hear(|message| read::<G>(message, number)).flatten();
        let settled = self.bot.settle();
        self.own_time = settled.own;
        if let Some(begun) = begun.filter(|_| self.bot.pace().is_limited()) {
            self.clock.run(settled.counts.unwrap_or_else(|| begun.elapsed()));
        }
        answer
    }

    /// Puts a question and reads the answer, in one, to a bot that takes fields.
    #[inline]
    pub(super) fn ask_by_fields(&mut self, ask: &Ask<'_, G>) -> Result<Answer<G::Move>, Box<Fault>> {
        if !self.bot.is_up_since(self.told) {
            self.own_time = None;
            if let Err(fault) = self.bot.wake().and_then(|()| self.tell_start(ask.view)) {
                self.own_time = self.bot.settle().own;
                return Err(fault);
            }
        }
        match self.bot.code_for(ask.number, &mut |room| ask.view.lay(room)) {
            Ok(Coded { code, fuel }) => {
                self.own_time = Some(OwnTime::Fuel(fuel));
                Ok(Answer { number: ask.number, mv: move_of::<G>(code)?, memory: None })
            }
            Err(fault) => {
                self.own_time = self.bot.settle().own;
                Err(fault)
            }
        }
    }
}

/// What a message is to whoever waits for the answer to this question.
fn read<G: Game>(message: Message<'_>, number: u32) -> Heard<Read<G::Move>> {
    match message {
        Message::Code(code) => Heard::Taken(move_of::<G>(code).map(|mv| Answer { number, mv, memory: None })),
        Message::Frame { kind, body } if is_answer(kind, body) => {
            if number_of(body) == number {
                Heard::Taken(read_frame::<G>(kind, body))
            } else {
                Heard::Passed
            }
        }
        Message::Frame { .. } | Message::Unknown => Heard::Print("[a frame that is no message]".to_owned()),
        Message::Json(line) => match FromBot::read(line) {
            Some(said) if said.kind == MessageKind::Fault => Heard::Fault(said.into()),
            Some(said) if said.kind == MessageKind::Answer && said.number == Some(number) => {
                Heard::Taken(read_said::<G>(said, number))
            }
            Some(_) => Heard::Passed,
            None => Heard::Print(String::from_utf8_lossy(line).into_owned()),
        },
        Message::Reply(body) => match FromBot::read(body) {
            Some(said) if said.kind == MessageKind::Fault => Heard::Fault(said.into()),
            Some(said) if said.kind == MessageKind::Answer && said.mv.is_some() => {
                // The answer belongs to its request, so its number may be left out; a wrong one is the
                // table's to judge.
                let number = said.number.unwrap_or(number);
                Heard::Taken(read_said::<G>(said, number))
            }
            _ => Heard::Taken(Err(unreadable(&excerpt(body), "an answer has a type, a number and a move"))),
        },
    }
}

/// A plain answer, or one with a memory behind it.
fn is_answer(kind: FrameKind, body: &[u8]) -> bool {
    match kind {
        FrameKind::Answer => body.len() == CODE,
        FrameKind::AnswerWithMemory => body.len() >= CODE,
        _ => false,
    }
}

fn number_of(body: &[u8]) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|n| body[n]))
}

fn read_frame<G: Game>(kind: FrameKind, body: &[u8]) -> Read<G::Move> {
    let (head, memory) = body.split_at(CODE);
    let code = u64::from_le_bytes(std::array::from_fn(|n| head[NUMBER + n]));
    let memory = if kind == FrameKind::Answer { None } else { Some(memory_of(memory)?) };
    Ok(Answer { number: number_of(body), mv: move_of::<G>(code)?, memory })
}

fn memory_of(memory: &[u8]) -> Result<Box<str>, Box<Fault>> {
    if memory.len() > LONGEST_MEMORY {
        return Err(too_much_memory());
    }
    let text = std::str::from_utf8(memory)
        .map_err(|_| Box::new(Fault::new(FaultKind::Unreadable, "a memory that is no text in UTF-8")))?;
    Ok(text.into())
}

fn read_said<G: Game>(said: FromBot<'_>, number: u32) -> Read<G::Move> {
    if said.memory.as_ref().is_some_and(|memory| memory.len() > LONGEST_MEMORY) {
        return Err(too_much_memory());
    }
    let Some(mv) = said.mv else {
        return Err(Box::new(Fault::new(FaultKind::Unreadable, "an answer without a move")));
    };
    let mv = serde_json::from_str(mv.get()).map_err(|error| unreadable(mv.get(), &error.to_string()))?;
    Ok(Answer { number, mv, memory: said.memory.map(String::into_boxed_str) })
}

/// A message as a fuzzer sends it, read as an answer to some question.
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn read_answer<G: Game>(message: Message<'_>) {
    let number = match &message {
        Message::Frame { kind, body } if is_answer(*kind, body) => number_of(body),
        Message::Json(line) => FromBot::read(line).and_then(|said| said.number).unwrap_or(0),
        _ => 0,
    };
    if let Heard::Taken(Ok(answer)) = read::<G>(message, number) {
        assert!(answer.memory.is_none_or(|memory| memory.len() <= LONGEST_MEMORY));
    }
}

fn too_much_memory() -> Box<Fault> {
    Box::new(Fault::new(FaultKind::TooMuch, "a memory of more than 64 KiB"))
}

#[inline]
fn move_of<G: Game>(code: u64) -> Result<G::Move, Box<Fault>> {
    G::Move::from_code(code).ok_or_else(|| unreadable(&format!("code {code}"), "no move has it"))
}

/// An answer that is no move of the game, with as much of it as helps its author.
fn unreadable(answer: &str, why: &str) -> Box<Fault> {
    let shown: String = answer.chars().take(SHOWN).collect();
    Box::new(Fault::new(FaultKind::Unreadable, format!("{shown} is no move: {why}")))
}
