//! Who is out of the tournament, and from which game on nobody seats it.
//!
//! Lanes play ahead of each other, so a bot that is put out in one of them still sits at tables of others.
//! When its batch is handed on, in order, it is decided from where on it is not seated: from the first batch
//! that nobody can have begun by then. How far lanes may be ahead follows from the plan alone, and so does
//! this border.

use std::sync::{Arc, PoisonError, RwLock};

use croupier_games::Game;
use croupier_record::{EntrantId, Fixture, Luck, Out, counts, games_in, is_dropped, replay};
use croupier_stats::Tally;

use crate::event::Batch;
use crate::silence::{Silence, Silent};
use crate::tournament::{CannotPlay, Tournament};

/// Who is out; clones are the same list.
#[derive(Debug, Clone, Default)]
pub struct Outs {
    list: Arc<RwLock<Vec<Out>>>,
}

impl Outs {
    /// Those whom an earlier run has put out.
    #[must_use]
    pub fn new(outs: Vec<Out>) -> Self {
        Self { list: Arc::new(RwLock::new(outs)) }
    }

    /// All so far, those who were put out first in front.
    #[must_use]
    pub fn all(&self) -> Vec<Out> {
        self.list.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Who is not seated in a game, the lowest number first.
    pub(crate) fn at(&self, game: u64) -> Vec<EntrantId> {
        let list = self.list.read().unwrap_or_else(PoisonError::into_inner);
        let mut out: Vec<EntrantId> =
            list.iter().filter(|out| out.border <= game).map(|out| out.entrant).collect();
        out.sort_unstable();
        out
    }

    fn add(&self, more: Vec<Out>) {
        self.list.write().unwrap_or_else(PoisonError::into_inner).extend(more);
    }
}

impl<G: Game> Tournament<'_, G> {
    /// Who sits where in a game, where these are out of it.
    pub(crate) fn fixture(&self, number: u64, luck: &Luck, out: &[EntrantId]) -> Fixture {
        self.schedule.fixture_without(number, luck, out)
    }

    /// Decides who is out by a batch that is handed on now, before lanes may go on because of it, and leaves
    /// out of its tally what counts for nobody. Lanes are never further ahead of its first game than
    /// `window`.
    pub(crate) fn settle_outs(
        &self,
        batch: &mut Batch,
        window: u64,
        silence: &mut Silence,
    ) -> Result<(), CannotPlay> {
        if !self.has_lanes() {
            return Ok(());
        }
        let first = batch.block.first / self.batch_size() * self.batch_size();
        let mut outs = self.outs.all();
        // Games that nobody plays any more are told by who was out before.
        batch.block.outs.clone_from(&outs);
        let silent = self.too_silent(&batch.block, silence)?;
        let by_host = |entrant: EntrantId| {
            let first = batch.tally.entrants()[entrant.index()].disqualified.as_ref()?;
            Some((first.game, first.what.clone()))
        };
        let new = new_outs(self.bots.len(), by_host, &silent, &outs, first + window);
        outs.extend_from_slice(&new);
        self.outs.add(new);
        if !outs.is_empty() {
            batch.block.outs = outs;
            batch.tally = self.counted(batch)?;
        }
        Ok(())
    }

    /// What the games of a batch come to that count.
    fn counted(&self, batch: &Batch) -> Result<Tally, CannotPlay> {
        let (block, seats) = (&batch.block, self.schedule.seats());
        let games_per_deal = self.schedule.games_per_deal();
        let mut tally = Tally::new(&G::ABOUT, self.bots.len());
        tally.put_out(&block.outs);
        let mut times = batch.times.games(seats);
        for recorded in games_in(block.first, seats, games_per_deal, &block.plain) {
            let time = times.next();
            if is_dropped(&block.outs, &recorded.fixture) {
                tally.skip();
                continue;
            }
            let replayed = replay::<G>(&recorded, self.options, self.seed, |_| {});
            let (end, missteps) = replayed.map_err(|error| CannotPlay::Unread(error.to_string()))?;
            if !counts(&block.outs, &recorded.fixture, games_per_deal) {
                tally.skip();
                tally.blame(&recorded.fixture, &missteps);
                continue;
            }
            tally.add(&recorded.fixture, &end, &missteps);
            if let Some(time) = time {
                tally.add_times(&recorded.fixture, &time);
            }
        }
        Ok(tally)
    }
}

/// Those of so many who were put out in a batch, by their host (in which game, and why) or because they were
/// silent, and were not before.
pub(crate) fn new_outs(
    entrants: usize,
    by_host: impl Fn(EntrantId) -> Option<(u64, String)>,
    silent: &[Silent],
    known: &[Out],
    border: u64,
) -> Vec<Out> {
    let out = (0..entrants).filter_map(|number| {
        let entrant = EntrantId(number as u16);
        if known.iter().any(|out| out.entrant == entrant) {
            return None;
        }
        let silent = silent.iter().find(|silent| silent.entrant == entrant);
        let by_silence = || silent.map(|silent| (silent.game, silent.to_string()));
        let (game, why) = by_host(entrant).or_else(by_silence)?;
        Some(Out { entrant, game, border, why })
    });
    out.collect()
}
