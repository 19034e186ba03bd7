//! A batch, game by game: taken from the journal, from a group, or played; broken off where the tournament is
//! to stop.

use std::sync::atomic::{AtomicBool, Ordering};

use croupier_games::{Game, Turn};
use croupier_record::{
    Block, Fixture, GameBytes, GameTimes, Luck, Lucks, Missteps, Part, TimeSheet, TimedGame, replay,
};
use croupier_stats::Tally;

use crate::crew::crews::Crews;
use crate::event::Batch;
use crate::groups::Groups;
use crate::open_games::WorkerGame;
use crate::queue::Queue;
use crate::recall::Recall;
use crate::table::Table;
use crate::terms::{Place, Terms};
use crate::tournament::{CannotPlay, Tournament};

/// What a worker plays with, from batch to batch.
pub(crate) struct Desk<'a, 'b, G: Game> {
    pub(crate) terms: Terms<'b, G>,
    pub(crate) table: Table,
    pub(crate) crews: Crews<'b, G>,
    pub(crate) queue: &'a Queue,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) place: WorkerGame,
    /// The lane that is played.
    pub(crate) lane: usize,
    /// What asks bots their earlier games again, where a run goes on.
    pub(crate) recall: Option<Recall<'b, G>>,
}

impl<G: Game> Desk<'_, '_, G> {
    /// Whether what is being played is to be broken off.
    pub(crate) fn is_told_to_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.queue.is_closed()
    }
}

/// A batch that is being played.
pub(crate) struct Growing {
    pub(crate) batch: Batch,
    /// Whether no game is missing. Behind one that is, games are kept in the journal alone.
    pub(crate) whole: bool,
}

/// A game that was played to its end.
pub(crate) struct Finished<'a, G> {
    pub(crate) fixture: &'a Fixture,
    pub(crate) game: &'a G,
    pub(crate) missteps: &'a Missteps,
    pub(crate) events: &'a [u8],
    pub(crate) times: &'a TimedGame,
    /// The part of the record that begins with it, where one does.
    pub(crate) part: Option<Part>,
}

impl<'a, G: Game> Finished<'a, G> {
    /// The last game of a table.
    fn at(table: &'a Table, fixture: &'a Fixture, game: &'a G) -> Self {
        let (missteps, events, times) = (table.missteps(), table.events(), table.timed());
        Self { fixture, game, missteps, events, times, part: None }
    }
}

impl<'a, G: Game> Tournament<'a, G> {
    /// Plays a batch.
    pub(crate) fn batch(
        &self,
        first: u64,
        end: u64,
        desk: &mut Desk<'_, 'a, G>,
        groups: &mut Groups<'_, G>,
    ) -> Result<Growing, CannotPlay> {
        let mut growing = self.new_batch(first);
        let mut lucks = Lucks::of(self.seed);
        // A border lies between two batches, so it is the same for all of one.
        let out = self.outs.at(first);
        for number in first..end {
            let luck = lucks.game(number, self.schedule.deal(number));
            let fixture = self.fixture(number, &luck, &out);
            if !out.is_empty() && fixture.seats.iter().any(|entrant| out.contains(entrant)) {
                self.drop_game(&fixture, &mut growing);
                continue;
            }
            if self.take_from_journal(&fixture, &mut growing, desk)? {
                continue;
            }
            if let Some((fixture, game, table)) = groups.played(number) {
                let part = self.part(number, desk);
                let finished = Finished { part, ..Finished::at(table, fixture, game) };
                self.finished(&mut growing, &finished);
                continue;
            }
            // Quick batches are played out: nothing of theirs is in the journal.
            if !self.is_quick() && desk.is_told_to_stop() {
                growing.whole = false;
                continue;
            }
            let Some(game) = self.play(&fixture, &luck, desk)? else { continue };
            if game.turn() != Turn::Over || desk.terms.is_cut_short() {
                growing.whole = false;
                continue;
            }
            groups.seen_alone(&fixture, desk.table.missteps());
            let part = self.part(number, desk);
            let finished = Finished { part, ..Finished::at(&desk.table, &fixture, &game) };
            self.finished(&mut growing, &finished);
        }
        Ok(growing)
    }

    /// A batch without a game so far.
    pub(crate) fn new_batch(&self, first: u64) -> Growing {
        let tally = Tally::new(&G::ABOUT, self.bots.len());
        Growing { batch: Batch { block: Block::new(first), tally, times: TimeSheet::default() }, whole: true }
    }

    /// Plays a game to its end, or until it is to be broken off; `None` where it cannot be dealt.
    fn play(
        &self,
        fixture: &Fixture,
        luck: &Luck,
        desk: &mut Desk<'_, 'a, G>,
    ) -> Result<Option<G>, CannotPlay> {
        let Desk { terms, table, crews, queue, stop, place, .. } = desk;
        let place = Place { table, crews, open: place };
        terms.play(fixture, luck, place, || stop.load(Ordering::Relaxed) || queue.is_closed())
    }

    /// Whether an earlier run finished this game.
    pub(crate) fn is_finished(&self, number: u64) -> bool {
        self.journal().is_some_and(|journal| journal.game(number).is_some())
    }

    /// Takes a game that an earlier run finished; false where there is none, or it is not this tournament's.
    fn take_from_journal(
        &self,
        fixture: &Fixture,
        growing: &mut Growing,
        desk: &mut Desk<'_, 'a, G>,
    ) -> Result<bool, CannotPlay> {
        let number = fixture.number;
        let Some(kept) = self.journal().and_then(|journal| journal.game(number)) else { return Ok(false) };
        if kept.seats != fixture.seats {
            return Ok(false);
        }
        let recorded = GameBytes { fixture: fixture.clone(), events: &kept.events };
        let Ok((game, missteps)) = replay::<G>(&recorded, self.options, self.seed, |_| {}) else {
            return Ok(false);
        };
        // Where it is broken off the game is finished all the same, and nothing is played after it.
        self.recall_game(&recorded, desk)?;
        let times = kept.times.unwrap_or_default();
        let (game, missteps, events) = (&game, &missteps, &kept.events);
        let part = kept.part.filter(|part| self.is_part(part, number));
        self.add(growing, &Finished { fixture, game, missteps, events, times: &times, part });
        Ok(true)
    }

    /// Keeps a game that was just finished.
    pub(crate) fn finished(&self, growing: &mut Growing, finished: &Finished<'_, G>) {
        if let Some(journal) = self.journal() {
            let times = self.takes_times().then_some(finished.times);
            journal.keep(finished.fixture, finished.events, times, finished.part.as_ref());
        }
        self.add(growing, finished);
    }

    /// A game that would seat somebody who is out, in a design that seats nobody else in that place: it
    /// stands in the record without a move.
    pub(crate) fn drop_game(&self, fixture: &Fixture, growing: &mut Growing) {
        if !growing.whole {
            return;
        }
        let Batch { block, tally, times } = &mut growing.batch;
        block.push(fixture, &[]);
        tally.skip();
        if self.takes_times() {
            times.push(fixture.seats.len(), &GameTimes::default());
        }
    }

    /// Puts a finished game into its batch.
    pub(crate) fn add(&self, growing: &mut Growing, finished: &Finished<'_, G>) {
        if !growing.whole {
            return;
        }
        let Finished { fixture, game, missteps, events, times, part } = finished;
        let batch = &mut growing.batch;
        batch.tally.add(fixture, *game, missteps);
        batch.block.push(fixture, events);
        batch.block.parts.extend(part.clone());
        if self.takes_times() {
            batch.times.push_timed(fixture.seats.len(), &times.seats, &times.answers);
            batch.tally.add_times(fixture, &times.seats);
        }
    }

    fn takes_times(&self) -> bool {
        self.timed || self.has_lanes()
    }
}
