//! Tables as the sources of the games seat them: drawn anew for each game, or a round robin of two.

use arrayvec::ArrayVec;
use croupier_games::{MAX_SEATS, Seating};
use croupier_record::EntrantId;

use super::{Draws, TableSeats};

/// One deal, one game, one drawn table.
#[derive(Debug, Clone)]
pub(super) struct Random {
    pub(super) bots: usize,
    pub(super) seats: usize,
    pub(super) seating: Seating,
}

impl Random {
    /// A round robin is played to its end.
    pub(super) fn games(&self, asked: u64) -> u64 {
        match self.seating {
            Seating::Pairs => asked.next_multiple_of(self.pairs() as u64),
            Seating::PairsBothWays => asked.next_multiple_of(2 * self.pairs() as u64),
            Seating::Drawn | Seating::DrawnWithCopies => asked,
        }
    }

    /// Who sits where; a table that is drawn is drawn from those who are not out, the lowest number of them
    /// first.
    pub(super) fn table(&self, number: u64, draws: Draws<'_>, out: &[EntrantId]) -> TableSeats {
        match self.seating {
            Seating::Pairs | Seating::PairsBothWays => self.pair(number),
            Seating::Drawn | Seating::DrawnWithCopies => self.draw(draws, out),
        }
    }

    /// A random draw; entrant `copy * bots + bot` is the bot's copy.
    fn draw(&self, draws: Draws<'_>, out: &[EntrantId]) -> TableSeats {
        let mut chance = draws.table();
        let mut drawn: ArrayVec<EntrantId, MAX_SEATS> = ArrayVec::new();
        if self.bots >= self.seats {
            // Where too few are left nothing more is played; whoever asks all the same is given a table of
            // everyone.
            let out = if self.bots >= self.seats + out.len() { out } else { &[] };
            while drawn.len() < self.seats {
                let entrant = left(chance.below(self.bots - out.len()), out);
                // Written out: a call of `contains` for a handful of seats takes longer than looking.
                if drawn.iter().all(|sits| *sits != entrant) {
                    drawn.push(entrant);
                }
            }
            return drawn;
        }
        // Everyone sits as often as everyone else; who sits once more is drawn.
        let whole = self.seats / self.bots * self.bots;
        drawn.extend((0..whole as u16).map(EntrantId));
        while drawn.len() < self.seats {
            let entrant = EntrantId((whole + chance.below(self.bots)) as u16);
            if !drawn.contains(&entrant) {
                drawn.push(entrant);
            }
        }
        chance.shuffle(&mut drawn);
        drawn
    }

    /// How many pairs there are.
    fn pairs(&self) -> usize {
        self.bots * (self.bots - 1) / 2
    }

    /// Every ordered pair once, then again: first all pairs one way round, then all the other way.
    fn pair(&self, number: u64) -> TableSeats {
        let half = self.pairs();
        let at = (number % (2 * half as u64)) as usize;
        let (mut first, mut rest) = (0, at % half);
        while rest >= self.bots - 1 - first {
            rest -= self.bots - 1 - first;
            first += 1;
        }
        let (one, other) = (EntrantId(first as u16), EntrantId((first + 1 + rest) as u16));
        let pair = if at < half { [one, other] } else { [other, one] };
        pair.into_iter().collect()
    }
}

/// One of those who are left, by its place among them.
fn left(place: usize, out: &[EntrantId]) -> EntrantId {
    let passed = |place: usize, out: &EntrantId| if out.index() <= place { place + 1 } else { place };
    EntrantId(out.iter().fold(place, passed) as u16)
}
