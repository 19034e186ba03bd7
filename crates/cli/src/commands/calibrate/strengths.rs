//! What all games of a ladder say about strengths: the records read again, every meeting of two
//! rungs counted.
//!
//! At a wide table one of the rung sits among several of the rung below: it meets each of them.
//! Meetings of one deal are drawn together when intervals are made, so that they count as one
//! sample.

use std::ops::ControlFlow;
use std::path::Path;

use croupier_record::EntrantId;
use croupier_session::{Recorded, each_placing};
use croupier_stats::{Placing, Rating, Results};

use super::ladder::Rungs;
use crate::failure::Failure;

/// Meetings of all rungs at one size of table.
pub(super) struct Strengths {
    results: Results,
    bouts: u64,
}

impl Strengths {
    /// Nobody has met.
    pub(super) fn new(rungs: &Rungs) -> Self {
        Self { results: Results::new(rungs.names.len()), bouts: rungs.bouts.len() as u64 }
    }

    /// Counts the games of one bout; gives the share of meetings in which the rung came in first,
    /// ties half.
    pub(super) fn add(
        &mut self,
        folder: &Path,
        number: usize,
        rung: usize,
        below: usize,
    ) -> Result<f64, Failure> {
        let [rung, below] = [rung, below].map(|at| EntrantId(at as u16));
        let (mut won, mut meetings) = (0.0, 0.0);
        each_placing(&Recorded::open(folder)?, &mut |fixture, placing| {
            let deal = fixture.deal * self.bouts + number as u64;
            let own = placing.places.iter().find(|(entrant, _)| entrant.0 == 0);
            let Some(&(_, own)) = own else { return ControlFlow::Continue(()) };
            for &(_, other) in placing.places.iter().filter(|(entrant, _)| entrant.0 != 0) {
                self.results.add(deal, &of_two((rung, own), (below, other)));
                meetings += 1.0;
                won += if own < other { 1.0 } else { f64::from(u8::from(own == other)) / 2.0 };
            }
            ControlFlow::Continue(())
        })?;
        Ok(if meetings > 0.0 { won / meetings } else { 0.0 })
    }

    /// Everyone's strength, the strongest first.
    pub(super) fn ratings(&self) -> Vec<Rating> {
        self.results.ratings()
    }
}

/// Two of a table, as if they had been alone.
fn of_two(one: (EntrantId, usize), other: (EntrantId, usize)) -> Placing {
    let (first, second) = if one.1 <= other.1 { (one, other) } else { (other, one) };
    let place = if first.1 == second.1 { 1 } else { 2 };
    Placing { places: [(first.0, 1), (second.0, place)].into_iter().collect() }
}
