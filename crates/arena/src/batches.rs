//! A batch, game by game: taken from the journal, from a group, or played; broken off where the tournament is to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use croupier_games::{Game, Turn};
use croupier_record::{
    Block, Fixture, GameBytes, GameTimes, Luck, Missteps, TimeSheet, replay, seed_of_deal,
};
use croupier_stats::Tally;

use crate::crew::Crew;
use crate::event::Batch;
use crate::groups::Groups;
use crate::open_games::Place;
use crate::queue::Queue;
use crate::table::Table;
use crate::tournament::Tournament;

/// What a worker plays with, from batch to batch.
pub(crate) struct Desk<'a, G: Game> {
    pub(crate) table: Table,
    pub(crate) crew: Crew<G>,
    pub(crate) queue: &'a Queue,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) place: Place,
}

impl<G: Game> Desk<'_, G> {
    /// Whether what is being played is to be broken off.
    pub(crate) fn is_told_to_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.queue.is_closed()
    }
}

impl<G: Game> Drop for Desk<'_, G> {
    /// A worker that panics must not leave the others waiting for its batch.
    fn drop(&mut self) {
        if thread::panicking() {
            self.queue.close();
        }
    }
}

/// A batch that is being played.
pub(crate) struct Growing {
    pub(crate) batch: Batch,
    /// Whether no game is missing. Behind one that is, games are kept in the journal alone.
    pub(crate) whole: bool,
}

/// A game that was played to its end.
struct Finished<'a, G> {
    fixture: &'a Fixture,
    game: &'a G,
    missteps: &'a Missteps,
    events: &'a [u8],
    times: &'a GameTimes,
}

impl<'a, G: Game> Finished<'a, G> {
    /// The last game of a table.
    fn at(table: &'a Table, fixture: &'a Fixture, game: &'a G) -> Self {
        Self { fixture, game, missteps: table.missteps(), events: table.events(), times: table.times() }
    }
}

impl<G: Game> Tournament<'_, G> {
    /// Plays a batch.
    pub(crate) fn batch(
        &self,
        first: u64,
        end: u64,
        desk: &mut Desk<'_, G>,
        groups: &mut Groups<'_, G>,
    ) -> Growing {
        let tally = Tally::new(&G::ABOUT, self.bots.len());
        let batch = Batch { block: Block::new(first), tally, times: TimeSheet::default() };
        let mut growing = Growing { batch, whole: true };
        for number in first..end {
            if self.from_journal(number, &mut growing) {
                continue;
            }
            if let Some((fixture, game, table)) = groups.played(number) {
                self.finished(&mut growing, &Finished::at(table, fixture, game));
                continue;
            }
            // Quick batches are played out: nothing of theirs is in the journal.
            if !self.is_quick() && desk.is_told_to_stop() {
                growing.whole = false;
                continue;
            }
            let fixture = self.schedule.fixture(number);
            let Some(dealt) = self.deal(&fixture) else { continue };
            let game = self.play(dealt, &fixture, desk);
            if game.turn() != Turn::Over || self.is_cut_short() {
                growing.whole = false;
                continue;
            }
            groups.seen_alone(&fixture, desk.table.missteps());
            self.finished(&mut growing, &Finished::at(&desk.table, &fixture, &game));
        }
        growing
    }

    /// Whether waits for bots are ended from outside: what they come back with then is nobody's fault, and no game's end.
    fn is_cut_short(&self) -> bool {
        self.outside.is_some_and(|outside| outside.patience.interrupt.is_raised())
    }

    /// The game of a fixture, dealt; no worker meets options that cannot be dealt.
    pub(crate) fn deal(&self, fixture: &Fixture) -> Option<G> {
        G::deal(fixture.seats.len(), self.options, seed_of_deal(self.seed, fixture.deal)).ok()
    }

    /// Plays a game to its end, or until it is to be broken off.
    fn play(&self, dealt: G, fixture: &Fixture, desk: &mut Desk<'_, G>) -> G {
        let luck = Luck::of(self.seed, fixture);
        let Desk { table, crew, queue, stop, place } = desk;
        if self.is_quick() {
            return table.play(dealt, luck, fixture, crew);
        }
        place.begin(fixture);
        table.play_while(dealt, luck, fixture, crew, |game, _, _| match game.turn() {
            Turn::Waiting(seats) => {
                place.wait_for(seats);
                !stop.load(Ordering::Relaxed) && !queue.is_closed()
            }
            // A finished game is told to everyone and kept, whatever happens.
            Turn::Over => true,
        })
    }

    /// Whether an earlier run finished this game.
    pub(crate) fn is_finished(&self, number: u64) -> bool {
        self.journal().is_some_and(|journal| journal.game(number).is_some())
    }

    /// Takes a game that an earlier run finished; false where there is none, or it is not this tournament's.
    fn from_journal(&self, number: u64, growing: &mut Growing) -> bool {
        let Some(kept) = self.journal().and_then(|journal| journal.game(number)) else { return false };
        let fixture = self.schedule.fixture(number);
        if kept.seats != fixture.seats {
            return false;
        }
        let recorded = GameBytes { fixture: fixture.clone(), events: &kept.events };
        let Ok((game, missteps)) = replay::<G>(&recorded, self.options, self.seed, |_| {}) else {
            return false;
        };
        let times = kept.times.unwrap_or_default();
        let events = &kept.events;
        self.add(
            growing,
            &Finished { fixture: &fixture, game: &game, missteps: &missteps, events, times: &times },
        );
        true
    }

    /// Keeps a game that was just finished.
    fn finished(&self, growing: &mut Growing, finished: &Finished<'_, G>) {
        if let Some(journal) = self.journal() {
            let times = self.takes_times().then_some(finished.times);
            journal.keep(finished.fixture, finished.events, times);
        }
        self.add(growing, finished);
    }

    /// Puts a finished game into its batch.
    fn add(&self, growing: &mut Growing, finished: &Finished<'_, G>) {
        if !growing.whole {
            return;
        }
        let Finished { fixture, game, missteps, events, times } = finished;
        let batch = &mut growing.batch;
        batch.tally.add(fixture, *game, missteps);
        batch.block.push(fixture, events);
        if self.takes_times() {
            batch.times.push(fixture.seats.len(), times);
            batch.tally.add_times(fixture, times);
        }
    }

    fn takes_times(&self) -> bool {
        self.timed || self.has_lanes()
    }
}
