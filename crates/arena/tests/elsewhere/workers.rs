//! Workers in this process: each has lanes of its own, and all that reaches it and comes back are bytes.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use croupier_arena::{Delivery, Elsewhere, GivenLane, Lane, Needed, NotPlayed, Recalled, Terms};
use croupier_games::no_thanks::NoThanks;
use croupier_record::{GamesDone, GamesTask};

/// Which worker plays the next piece of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    /// The one that played the last.
    Same,
    /// Another one, so that its own bots are always behind.
    Another,
    /// The same, which has forgotten everything after so many pieces.
    Dying(usize),
}

/// In which order results come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comes {
    /// As they were played.
    InOrder,
    /// The last first, and all of them twice, with games that nobody asked for.
    LateAndTwice,
}

/// How many there are and what they do.
#[derive(Debug, Clone, Copy)]
pub(crate) struct How {
    pub(crate) workers: usize,
    pub(crate) wanted: u64,
    /// Of so many games is a piece.
    pub(crate) piece: usize,
    pub(crate) who: Who,
    pub(crate) comes: Comes,
}

/// What is done to a result before it comes back.
pub(crate) type Spoil = fn(&mut GamesDone);

pub(crate) struct Workers<'a> {
    terms: Terms<'a, NoThanks>,
    how: How,
    spoil: Spoil,
    /// By worker and lane.
    lanes: Mutex<BTreeMap<(usize, u32), GivenLane<'a, NoThanks>>>,
    /// What came of each lane so far, as bytes.
    past: Mutex<BTreeMap<u32, Vec<Vec<u8>>>>,
    pieces: AtomicUsize,
    /// How often somebody took a lane up.
    pub(crate) taken_up: AtomicUsize,
}

impl<'a> Workers<'a> {
    pub(crate) fn new(terms: Terms<'a, NoThanks>, how: How) -> Self {
        Self {
            terms,
            how,
            spoil: |_| {},
            lanes: Mutex::default(),
            past: Mutex::default(),
            pieces: AtomicUsize::new(0),
            taken_up: AtomicUsize::new(0),
        }
    }

    pub(crate) fn spoiling(self, spoil: Spoil) -> Self {
        Self { spoil, ..self }
    }

    /// How many pieces were played.
    pub(crate) fn pieces(&self) -> usize {
        self.pieces.load(Ordering::Relaxed)
    }

    fn past_of(&self, lane: u32) -> Vec<GamesDone> {
        let past = self.past.lock().unwrap();
        let results = past.get(&lane).map(Vec::as_slice).unwrap_or_default();
        results.iter().map(|bytes| GamesDone::from_bytes(bytes).unwrap()).collect()
    }

    fn keep(&self, done: &GamesDone) {
        let bytes = done.to_bytes().unwrap();
        self.past.lock().unwrap().entry(done.lane).or_default().push(bytes);
    }

    fn play_piece(&self, piece: &GamesTask, is_stopped: &dyn Fn() -> bool) -> Result<Delivery, NotPlayed> {
        let piece = GamesTask::from_bytes(&piece.to_bytes().unwrap()).unwrap();
        let number = self.pieces.fetch_add(1, Ordering::Relaxed);
        let worker = match self.how.who {
            Who::Another => number % self.how.workers,
            Who::Same | Who::Dying(_) => piece.lane as usize % self.how.workers,
        };
        let at = (worker, piece.lane);
        let kept = self.lanes.lock().unwrap().remove(&at);
        let kept = kept.filter(|_| !matches!(self.how.who, Who::Dying(after) if number % after == after - 1));
        let seat = || GivenLane::seat(self.terms, Lane { number: piece.lane as usize, core: None });
        let mut lane = kept.map_or_else(seat, Ok).unwrap();
        let results = match lane.needed_for(piece.after) {
            Needed::Nothing => None,
            Needed::AllResults => Some(self.past_of(piece.lane)),
            Needed::LastResult => Some(self.past_of(piece.lane).pop().into_iter().collect()),
        };
        if let Some(results) = results {
            self.taken_up.fetch_add(1, Ordering::Relaxed);
            let taken = lane.take_up(piece.after, &results, is_stopped).map_err(|error| told(&error))?;
            if taken == Recalled::BrokenOff {
                assert!(is_stopped());
                let done = GamesDone { lane: piece.lane, ..GamesDone::default() };
                return Ok(Delivery { by: format!("number {worker}"), done });
            }
        }
        let mut done = lane.play(&piece, is_stopped).map_err(|error| told(&error))?;
        self.keep(&done);
        (self.spoil)(&mut done);
        self.lanes.lock().unwrap().insert(at, lane);
        Ok(Delivery { by: format!("number {worker}"), done: through_bytes(&done) })
    }
}

fn told(error: &croupier_arena::CannotPlay) -> NotPlayed {
    NotPlayed(error.to_string())
}

fn through_bytes(done: &GamesDone) -> GamesDone {
    GamesDone::from_bytes(&done.to_bytes().unwrap()).unwrap()
}

impl Elsewhere for Workers<'_> {
    fn at_once(&self) -> usize {
        self.how.workers
    }

    fn wanted(&self, _: u32) -> u64 {
        self.how.wanted
    }

    fn remember(&self, past: GamesDone) -> Result<(), NotPlayed> {
        self.keep(&past);
        Ok(())
    }

    fn play(
        &self,
        task: GamesTask,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Delivery>, NotPlayed> {
        let pieces = task.split(self.how.piece);
        let played = pieces.iter().map(|piece| self.play_piece(piece, is_stopped));
        let mut came = played.collect::<Result<Vec<_>, _>>()?;
        if self.how.comes == Comes::LateAndTwice {
            let mut again: Vec<Delivery> = came.iter().rev().cloned().collect();
            for delivery in &mut again {
                for game in &mut delivery.done.games {
                    game.kept.number += 1 << 40;
                }
            }
            let late: Vec<Delivery> = came.iter().rev().cloned().collect();
            came = [again, late, came].concat();
        }
        Ok(came)
    }
}
