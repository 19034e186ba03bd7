//! A tournament: games given to workers, results handed on in order.
//!
//! Workers take batches of consecutive games; whoever waits for the results gets the batches in the order of
//! their games, so that nothing depends on the number of threads. Batches in flight are bounded, so that memory
//! does not grow with the number of games.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::thread;

use croupier_games::{BadSetup, Game, Seed};
use croupier_record::{Block, TimeSheet, seed_of_game};
use croupier_stats::Tally;

use crate::crew::{Bot, Crew};
use crate::event::Batch;
use crate::schedule::Schedule;
use crate::table::Table;

/// Games in a batch. It is part of the record's layout, so it never depends on the machine.
const BATCH: u64 = 1024;
/// Batches that may be in flight for each thread.
const AHEAD: u64 = 4;

/// A tournament ready to be played.
#[derive(Debug)]
pub struct Tournament<'a, G: Game> {
    /// The game's options.
    pub options: &'a G::Options,
    /// What all luck grows from.
    pub seed: Seed,
    /// How many games there are.
    pub games: u64,
    /// Who sits where.
    pub schedule: &'a Schedule,
    /// The bots, in the order of the entrants.
    pub bots: &'a [Bot],
    /// Whether thinking is timed: reading the clock costs more than a move of the house.
    pub timed: bool,
    /// How many threads may play.
    pub threads: usize,
}

/// How a tournament ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// All games are played.
    Complete,
    /// It was told to stop; the games handed on so far are whole.
    Stopped,
}

impl<G: Game> Tournament<'_, G> {
    /// Plays the games from number `from` on, and hands every batch on in order; an error of `hand_on` ends it.
    ///
    /// Setting `stop` ends it early, after the batches in hand.
    pub fn run<E>(
        &self,
        from: u64,
        stop: &AtomicBool,
        mut hand_on: impl FnMut(Batch) -> Result<(), E>,
    ) -> Result<Ended, E>
    where
        E: From<BadSetup>,
    {
        // Dealing once shows that the options are good, so that no worker can meet a bad one.
        G::deal(self.schedule.seats(), self.options, self.seed)?;
        let queue = Queue::new(from, self.games, self.threads);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, queue) = (sender.clone(), &queue);
                scope.spawn(move || self.work(queue, stop, &sender));
            }
            drop(sender);
            let mut early = BTreeMap::new();
            let mut next = from;
            for batch in receiver {
                let batch: Batch = batch;
                early.insert(batch.block.first, batch);
                while let Some(batch) = early.remove(&next) {
                    next += u64::from(batch.block.count);
                    if let Err(error) = hand_on(batch) {
                        queue.close();
                        return Err(error);
                    }
                    queue.done(next);
                }
            }
            Ok(if next >= self.games { Ended::Complete } else { Ended::Stopped })
        })
    }

    fn work(&self, queue: &Queue, stop: &AtomicBool, results: &mpsc::Sender<Batch>) {
        let Some(mut crew) = Crew::<G>::seat(self.bots) else { return };
        let mut table = Table::new(self.timed);
        while let Some((first, end)) = queue.take(stop) {
            if results.send(self.batch(first, end, &mut table, &mut crew)).is_err() {
                return;
            }
        }
    }

    fn batch(&self, first: u64, end: u64, table: &mut Table, crew: &mut Crew<G>) -> Batch {
        let mut batch = Batch {
            block: Block::new(first),
            tally: Tally::new(&G::ABOUT, self.bots.len()),
            times: TimeSheet::default(),
        };
        for number in first..end {
            let fixture = self.schedule.fixture(number);
            let seed = seed_of_game(self.seed, number);
            let Ok(dealt) = G::deal(fixture.seats.len(), self.options, seed) else { continue };
            let game = table.play(dealt, seed, &fixture, crew);
            batch.tally.add(&fixture, &game, table.missteps());
            batch.block.push(&fixture, table.events());
            if self.timed {
                batch.times.push(fixture.seats.len(), table.times());
            }
        }
        // Packing fails only for want of memory, and then the block is written empty and found damaged.
        let _ = batch.block.pack();
        batch
    }
}

/// The batches that are still to be played.
struct Queue {
    state: Mutex<State>,
    moved: Condvar,
    games: u64,
    window: u64,
}

struct State {
    next: u64,
    /// All games before this one are handed on.
    done: u64,
    closed: bool,
}

impl Queue {
    fn new(from: u64, games: u64, threads: usize) -> Self {
        let window = BATCH * AHEAD * threads.max(1) as u64;
        Self {
            state: Mutex::new(State { next: from, done: from, closed: false }),
            moved: Condvar::new(),
            games,
            window,
        }
    }

    /// The next batch, once it is not too far ahead; `None` when there is nothing more to do.
    fn take(&self, stop: &AtomicBool) -> Option<(u64, u64)> {
        let mut state = self.lock();
        while !state.closed && state.next >= state.done + self.window {
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed || state.next >= self.games || stop.load(Ordering::Relaxed) {
            return None;
        }
        let first = state.next;
        // Batches begin at multiples of their size, so that a resumed run packs them as an unbroken one does.
        let end = ((first / BATCH + 1) * BATCH).min(self.games);
        state.next = end;
        Some((first, end))
    }

    fn done(&self, up_to: u64) {
        self.lock().done = up_to;
        self.moved.notify_all();
    }

    fn close(&self) {
        self.lock().closed = true;
        self.moved.notify_all();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
