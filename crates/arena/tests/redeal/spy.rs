//! A player in front of another: it notes what its seat is shown, and decides what the bot behind it will
//! answer.

use std::sync::{Arc, Mutex};

use croupier_games::{Chance, Game, Move, Seed, View};
use croupier_record::{Answer, Ask, Fault, Notice, Player};

/// One entry of what a seat heard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Told {
    /// What the table showed it: the kind of the occasion, and the view.
    Shown(String),
    /// What went out to the bot.
    Sent(Vec<u8>),
}

/// The answer that is to be given next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Next {
    pub(crate) number: u32,
    pub(crate) json: String,
    pub(crate) code: u64,
    pub(crate) memory: Option<String>,
}

/// What a seat was shown and sent, and what it is to answer.
pub(crate) struct Seen {
    told: Mutex<Vec<Told>>,
    next: Mutex<Next>,
    case: u64,
}

impl Seen {
    pub(crate) fn new(case: u64) -> Self {
        Self { told: Mutex::default(), next: Mutex::default(), case }
    }

    pub(crate) fn add(&self, told: Told) {
        self.told.lock().unwrap().push(told);
    }

    pub(crate) fn all(&self) -> Vec<Told> {
        self.told.lock().unwrap().clone()
    }

    pub(crate) fn next(&self) -> Next {
        self.next.lock().unwrap().clone()
    }
}

/// The player in front.
pub(crate) struct Spy<G: Game> {
    inner: Box<dyn Player<G>>,
    seen: Arc<Seen>,
}

impl<G: Game> Spy<G> {
    pub(crate) fn new(inner: Box<dyn Player<G>>, seen: Arc<Seen>) -> Self {
        Self { inner, seen }
    }

    fn shown(&self, kind: &str, what: &impl serde::Serialize) {
        self.seen.add(Told::Shown(format!("{kind} {}", serde_json::to_string(what).unwrap())));
    }

    /// Decides by number and view alone. In some cases the answer to one question is a move drawn from all,
    /// so that the reason of a refusal is sent, too; in some a memory goes along.
    fn decide(&self, ask: &Ask<'_, G>) {
        self.shown("ask", &ask.view);
        let mut chance = Chance::new(Seed::plain(u64::from(ask.number)));
        let mut mv = ask.view.any(&mut chance);
        if self.seen.case % 4 == 3 && ask.refused.is_none() && ask.number % 5 == 4 {
            mv = (0..50).find_map(|_| G::Move::from_code(chance.below(200) as u64)).unwrap_or(mv);
        }
        let memory = (self.seen.case % 4 == 1).then(|| format!("after {}", ask.number));
        let json = serde_json::to_string(&mv).unwrap();
        *self.seen.next.lock().unwrap() = Next { number: ask.number, json, code: mv.code(), memory };
    }
}

impl<G: Game> Player<G> for Spy<G> {
    fn ask(&mut self, ask: Ask<'_, G>) -> Result<(), Box<Fault>> {
        self.decide(&ask);
        self.inner.ask(ask)
    }

    fn reply(&mut self) -> Result<Answer<G::Move>, Box<Fault>> {
        self.inner.reply()
    }

    fn answer(&mut self, ask: Ask<'_, G>) -> Result<Answer<G::Move>, Box<Fault>> {
        self.decide(&ask);
        self.inner.answer(ask)
    }

    fn notice(&mut self, notice: &Notice<'_, G>) -> Result<(), Box<Fault>> {
        match notice {
            Notice::Start { view, .. } => self.shown("start", view),
            Notice::Moved { seat, mv } => self.shown("moved", &(seat.0, mv)),
            Notice::End { view, .. } => self.shown("end", view),
        }
        self.inner.notice(notice)
    }

    fn follows(&self) -> bool {
        self.inner.follows()
    }
}
