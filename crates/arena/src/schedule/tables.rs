//! The tables that designs with repeated deals begin with: one for each deal.

use croupier_record::EntrantId;

use super::balanced::Balanced;
use super::versus::{ONE, OTHER, Versus};
use super::{Draws, TableSeats};

/// Where a design's tables come from.
#[derive(Debug, Clone)]
pub(super) enum Tables {
    /// A tournament: everyone sits and is compared with everyone.
    Everyone(Balanced),
    /// A comparison of two.
    Versus(Versus),
}

impl Tables {
    /// The table of a deal.
    pub(super) fn table(&self, draws: Draws<'_>) -> TableSeats {
        match self {
            Self::Everyone(balanced) => balanced.table(draws.deal),
            Self::Versus(versus) => versus.table(draws),
        }
    }

    /// The two seats of a deal's table whose bots are compared.
    pub(super) fn two(&self, table: &TableSeats, draws: Draws<'_>) -> [usize; 2] {
        let seat_of = |bot: EntrantId| table.iter().position(|&sitting| sitting == bot);
        if let (Self::Versus(_), Some(one), Some(other)) = (self, seat_of(ONE), seat_of(OTHER)) {
            return [one, other];
        }
        let mut chance = draws.beside();
        let one = chance.below(table.len());
        [one, (one + 1 + chance.below(table.len() - 1)) % table.len()]
    }

    /// The seat of a deal's table that others take in turn.
    pub(super) fn tested(&self, table: &TableSeats, draws: Draws<'_>) -> usize {
        match self {
            Self::Everyone(_) => draws.beside().below(table.len()),
            Self::Versus(_) => table.iter().position(|&sitting| sitting == ONE).unwrap_or(0),
        }
    }

    /// The `at`-th of those who take the tested seat after the one who sits there, in the order of the plan.
    pub(super) fn stand_in(&self, table: &TableSeats, bots: usize, at: usize) -> EntrantId {
        let away = |bot: &EntrantId| !table.contains(bot);
        match self {
            Self::Everyone(_) => (0..bots as u16).map(EntrantId).filter(away).nth(at).unwrap_or(ONE),
            Self::Versus(_) => OTHER,
        }
    }
}
