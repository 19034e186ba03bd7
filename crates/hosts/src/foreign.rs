//! A bot outside this program as a player of a game: the thin typed shell around whoever moves its bytes.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrayvec::ArrayVec;
use croupier_games::{Game, MAX_SEATS, Move, Seed, View};
use croupier_record::{
    Answer, Ask, EntrantId, Fault, FaultKind, Instances, Notice, OwnTime, Pace, Player, TIME_USED_UP,
};

use crate::clocks::{Clocks, Shown};
use crate::correspondent::{Coded, Correspondent};
use crate::process::{Patience, Reply};
use crate::protocol::{Greeting, PROTOCOL, ToBot};

/// Seeds are shortened to this many bits, so that every language reads them exactly.
const SEED_BITS: u32 = 53;

/// A player whose mind is elsewhere.
pub struct Foreign<G: Game> {
    process: Box<dyn Correspondent>,
    greeting: Greeting,
    /// Whether every question goes to it as a frame; known with the greeting.
    only_bytes: bool,
    /// Whether one of those is up and knows of the game: so it stays between two questions, unless a call goes wrong.
    settled: bool,
    move_ms: u64,
    asked: Asked,
    legal: Vec<G::Move>,
    /// What is left of the game's time, where that is limited.
    left: Option<Duration>,
    per_game: Option<Duration>,
    /// Whether the game's time runs: not where an earlier run's games are asked again.
    pace: Pace,
    /// What the last answer took, where the bot has a clock of its own.
    own_time: Option<OwnTime>,
    /// Whether the machine gave it no processor when it was last asked or told something.
    starved: bool,
    /// The game that is being played, for a bot that is started again in the middle of it.
    game: Option<GameStart>,
    /// Of how many starts of the bot the game was told to the last.
    told: u32,
    /// Of how many starts of the bot the last greeted with `greeting`.
    greeted: u32,
    /// Where others can see what is left, and under which name.
    clock: Option<(Arc<Clocks>, String)>,
}

/// What a bot is told when a game begins, beside its view.
struct GameStart {
    game: u64,
    seed: u64,
    names: Vec<String>,
    entrants: ArrayVec<EntrantId, MAX_SEATS>,
}

/// What became of the question that was put.
enum Asked {
    Nothing,
    Question(u32),
}

/// The table's first line to a bot.
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
    hello_with::<G>(bot, seats, options, instances, G::ABOUT.compact && instances == Instances::Game)
}

fn hello_with<G: Game>(
    bot: &str,
    seats: usize,
    options: &G::Options,
    instances: Instances,
    groups: bool,
) -> serde_json::Result<Vec<u8>> {
    let options = serde_json::to_value(options)?;
    let hello: ToBot<'_, (), ()> = ToBot::Hello {
        protocol: PROTOCOL,
        game: G::ABOUT.name,
        version: G::ABOUT.version,
        bot,
        seats,
        options: &options,
        instances,
        compact: G::ABOUT.compact,
        compact_games: G::ABOUT.compact,
        compact_memory: G::ABOUT.compact,
        groups,
    };
    serde_json::to_vec(&hello)
}

impl<G: Game> Foreign<G> {
    /// A player over a process, or over a bot in WebAssembly, that has been given [`hello`].
    pub fn new(process: Box<dyn Correspondent>, patience: &Patience) -> Self {
        Self {
            process,
            greeting: Greeting::default(),
            only_bytes: false,
            settled: false,
            move_ms: patience.per_move.as_millis() as u64,
            asked: Asked::Nothing,
            legal: Vec::new(),
            left: patience.per_game,
            per_game: patience.per_game,
            pace: Pace::Limited,
            own_time: None,
            starved: false,
            game: None,
            told: 0,
            greeted: 0,
            clock: None,
        }
    }

    /// Shows what is left of its time under this name.
    #[must_use]
    pub fn with_clock(self, clocks: &Arc<Clocks>, name: &str) -> Self {
        Self { clock: Some((Arc::clone(clocks), name.to_owned())), ..self }
    }

    /// Starts the bot where it is not running; the fault says why it cannot play.
    pub fn wake(&mut self) -> Result<(), Box<Fault>> {
        self.process.wake()?;
        // Asked before every move, so nothing is copied while the bot is the same.
        let starts = self.process.starts();
        if self.greeted != starts {
            self.greeting = self.process.greeting();
            self.only_bytes = self.process.takes_only_frames();
            self.greeted = starts;
        }
        Ok(())
    }

    /// The processor time that the bot has used since it was started last.
    #[must_use]
    pub fn processor_time(&self) -> Duration {
        self.process.processor_time()
    }

    /// Tells the bot of the game, once for each time it was started.
    fn tell_start(&mut self, view: G::View<'_>) -> Result<(), Box<Fault>> {
        // It was woken before it is told of anything.
        if self.told == self.greeted {
            return Ok(());
        }
        if !self.process.listens(b'S') {
            self.told = self.process.starts();
            return Ok(());
        }
        let Some(GameStart { game, seed, names, entrants }) = self.game.take() else { return Ok(()) };
        let players: Vec<&str> = names.iter().map(String::as_str).collect();
        let only_bytes = self.process.takes_only_frames();
        let told = if self.greeting.compact_games {
            self.process.send(b'S', &mut |out| {
                out.extend_from_slice(&(game as u32).to_le_bytes());
                view_bytes(&view, only_bytes, out);
                out.extend_from_slice(&seed.to_le_bytes());
                serde_json::to_writer(out, &players).map_err(io::Error::from)
            })
        } else {
            self.send(&ToBot::Start {
                game,
                seat: view.seat().0,
                players: &players,
                entrants: &entrants,
                seed,
                view,
            })
        };
        self.game = Some(GameStart { game, seed, names, entrants });
        self.told = self.process.starts();
        told
    }

    /// Reads the answer, and takes its time off what is left of the game's.
    fn timed(&mut self, number: u32) -> Result<Answer<G::Move>, Box<Fault>> {
        let begun = Instant::now();
        let answer = self.read(number);
        let took = self.process.own_time().map_or_else(|| begun.elapsed(), OwnTime::time);
        if self.pace != Pace::Limited {
            return answer;
        }
        self.set_left(self.left.map(|left| left.saturating_sub(took)));
        answer
    }

    fn set_left(&mut self, left: Option<Duration>) {
        self.left = left;
        if let (Some(left), Some((clocks, name))) = (left, &self.clock) {
            clocks.set(name, left);
        }
    }

    /// What everyone has left of the game's time, where that is limited.
    fn clocks(&self) -> Option<Shown> {
        let (clocks, _) = self.clock.as_ref().filter(|_| self.left.is_some())?;
        let names = &self.game.as_ref()?.names;
        Some(clocks.shown(names.iter().map(String::as_str)))
    }

    fn read(&mut self, number: u32) -> Result<Answer<G::Move>, Box<Fault>> {
        match self.process.answer(number)? {
            Reply::Code(code, memory) => Ok(Answer { number, mv: move_of::<G>(code)?, memory }),
            Reply::Json(text, memory) => {
                let mv = serde_json::from_str(text).map_err(|error| unreadable(text, &error.to_string()))?;
                Ok(Answer { number, mv, memory })
            }
        }
    }

    /// Puts a question and reads the answer, in one, to a bot that takes only frames.
    #[inline]
    fn ask_module(&mut self, ask: &Ask<'_, G>) -> Result<Answer<G::Move>, Box<Fault>> {
        if !self.settled {
            self.settle(ask.view)?;
        }
        match self.process.code_for(ask.number, &mut |room| ask.view.lay(room)) {
            Ok(Coded { code, fuel }) => {
                self.own_time = Some(OwnTime::Fuel(fuel));
                Ok(Answer { number: ask.number, mv: move_of::<G>(code)?, memory: None })
            }
            Err(fault) => {
                self.unsettle();
                Err(fault)
            }
        }
    }

    /// Makes sure that the bot is up and knows of the game.
    fn settle(&mut self, view: G::View<'_>) -> Result<(), Box<Fault>> {
        let settled = self.wake().and_then(|()| self.tell_start(view));
        self.unsettle();
        self.settled = settled.is_ok();
        settled
    }

    /// The bot may have gone down; what the last call took is what it says itself.
    fn unsettle(&mut self) {
        self.settled = false;
        self.own_time = self.process.own_time();
    }

    fn send(&mut self, message: &ToBot<'_, G::View<'_>, G::Move>) -> Result<(), Box<Fault>> {
        self.process.send(b'J', &mut |out| serde_json::to_writer(out, message).map_err(io::Error::from))
    }

    /// Tells the bot what happened.
    fn hear(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        match *notice {
            Notice::Start { view, seed, game, names, entrants } => {
                self.set_left(self.per_game);
                // Told before the bot is woken: one that does not come now hears of the game when it does.
                let seed = own_seed(seed);
                let mut kept = self.game.take().map(|game| game.names).unwrap_or_default();
                write_over(&mut kept, names);
                let entrants = entrants.iter().copied().take(MAX_SEATS).collect();
                self.game = Some(GameStart { game, seed, names: kept, entrants });
                self.told = 0;
                self.wake()?;
                self.tell_start(view)
            }
            Notice::Moved { seat, mv } => self.send(&ToBot::Notice { seat: seat.0, mv }),
            Notice::End { view, scores } => {
                let only_bytes = self.process.takes_only_frames();
                let told = if !self.process.listens(b'E') {
                    Ok(())
                } else if self.greeting.compact_games {
                    self.process.send(b'E', &mut |out| {
                        out.extend_from_slice(&[0; 4]);
                        view_bytes(&view, only_bytes, out);
                        Ok(())
                    })
                } else {
                    self.send(&ToBot::End { view, scores })
                };
                self.process.count_game();
                told
            }
        }
    }

    /// Puts a question, and tells the bot of the game before it where it does not know of it.
    fn put(&mut self, ask: &Ask<'_, G>) -> Result<(), Box<Fault>> {
        self.settled = false;
        self.wake()?;
        self.process.expect_answer();
        self.tell_start(ask.view)?;
        if self.only_bytes {
            return self.process.send(b'A', &mut |out| {
                out.extend_from_slice(&ask.number.to_le_bytes());
                ask.view.bytes(out);
                Ok(())
            });
        }
        let plain = ask.refused.is_none() && !self.greeting.wants_legal && self.process.is_framed();
        if plain && (ask.memory.is_none() || self.greeting.compact_memory) {
            let kind = if ask.memory.is_none() { b'A' } else { b'R' };
            self.process.send(kind, &mut |out| {
                out.extend_from_slice(&ask.number.to_le_bytes());
                if let Some(memory) = ask.memory {
                    out.extend_from_slice(&(memory.len() as u32).to_le_bytes());
                    out.extend_from_slice(memory.as_bytes());
                }
                ask.view.compact(out);
                Ok(())
            })?;
        } else {
            let mut legal = std::mem::take(&mut self.legal);
            if self.greeting.wants_legal {
                ask.view.legal(&mut legal);
            }
            let clocks = self.clocks();
            let sent = self.send(&ToBot::Ask {
                number: ask.number,
                view: ask.view,
                time_ms: self.left.map_or(self.move_ms, |left| self.move_ms.min(left.as_millis() as u64)),
                clocks: clocks.as_deref(),
                legal: self.greeting.wants_legal.then_some(&legal),
                refused: ask.refused,
                memory: ask.memory,
            });
            self.legal = legal;
            sent?;
        }
        Ok(())
    }
}

impl<G: Game> Player<G> for Foreign<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        self.asked = Asked::Nothing;
        self.own_time = None;
        if self.left == Some(Duration::ZERO) {
            return Err(Box::new(Fault::new(FaultKind::Late, TIME_USED_UP)));
        }
        let number = ask.number;
        self.starved = false;
        if let Err(fault) = self.put(&ask) {
            self.starved = self.process.starved();
            self.own_time = self.process.own_time();
            return Err(fault);
        }
        self.asked = Asked::Question(number);
        Ok(())
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        let Asked::Question(number) = self.asked else {
            return Err(Box::new(Fault::new(FaultKind::Unreadable, "was not asked")));
        };
        self.asked = Asked::Nothing;
        let answer = if self.left.is_some() { self.timed(number) } else { self.read(number) };
        self.starved = answer.is_err() && self.process.starved();
        self.own_time = self.process.own_time();
        answer
    }

    fn answer(&mut self, ask: Ask<'_, G>) -> Result<Answer<G::Move>, Box<Fault>> {
        if self.only_bytes && self.left.is_none() {
            return self.ask_module(&ask);
        }
        self.ask(ask)?;
        self.reply()
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        let heard = self.hear(notice);
        self.starved = heard.is_err() && self.process.starved();
        self.unsettle();
        heard
    }

    fn follows(&self) -> bool {
        self.greeting.wants_moves
    }

    fn joins(&self) -> bool {
        !self.greeting.wants_beginning
    }

    fn own_time(&self) -> Option<OwnTime> {
        self.own_time
    }

    fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
        self.process.set_pace(pace);
    }

    fn failed_then(&mut self, fault: &Fault) {
        self.unsettle();
        self.process.failed_then(fault);
    }

    fn waits(&self) -> bool {
        self.process.waits()
    }

    fn starved(&self) -> bool {
        self.starved
    }
}

/// Writes names over those of the last game, whose room is large enough by now.
fn write_over(kept: &mut Vec<String>, names: &[&str]) {
    kept.resize_with(names.len(), String::new);
    for (kept, name) in kept.iter_mut().zip(names) {
        kept.clear();
        kept.push_str(name);
    }
}

/// A view in the form that the bot reads: as its fields lie in memory for a module, as agreed in the hello for others.
fn view_bytes<V: View>(view: &V, as_fields: bool, out: &mut Vec<u8>) {
    if as_fields {
        view.bytes(out);
    } else {
        view.compact(out);
    }
}

#[inline]
fn move_of<G: Game>(code: u64) -> Result<G::Move, Box<Fault>> {
    G::Move::from_code(code).ok_or_else(|| unreadable(&format!("code {code}"), "no move has it"))
}

/// An answer that is no move of the game, with as much of it as helps its author.
pub(crate) fn unreadable(answer: &str, why: &str) -> Box<Fault> {
    let shown: String = answer.chars().take(80).collect();
    Box::new(Fault::new(FaultKind::Unreadable, format!("{shown} is no move: {why}")))
}

/// A bot's luck, short enough for every language.
pub(crate) fn own_seed(seed: Seed) -> u64 {
    seed.number(SEED_BITS)
}
