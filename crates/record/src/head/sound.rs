//! Whether the head of a record can be true. A record is foreign input: whoever reads one relies on these
//! bounds, and on nothing else that its head says.

use croupier_games::MAX_SEATS;

use crate::head::header::Header;

/// No tournament has more entrants.
const MOST_ENTRANTS: usize = 10_000;
/// More games than this are never played; their numbers can be added without thinking.
pub const MOST_GAMES: u64 = 1 << 48;
/// More lanes than this are more processes than a machine has room for.
pub const MOST_LANES: u32 = 1024;

/// Why a head is not one of ours.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadHead {
    /// It is no head at all, or a part of it is not what belongs there.
    #[error("{0}")]
    Unreadable(String),
    /// No table has so many seats.
    #[error("it has {0} seats; a table has 1 to {MAX_SEATS}")]
    Seats(usize),
    /// They fill no table, or are too many.
    #[error("it has {entrants} entrants for {seats} seats; {seats} to {MOST_ENTRANTS} are possible")]
    Entrants {
        /// How many there are.
        entrants: usize,
        /// How many sit at a table.
        seats: usize,
    },
    /// Nobody plays so many games.
    #[error("it has {0} games; at most {MOST_GAMES} are possible")]
    Games(u64),
    /// No games are played in so many parts.
    #[error("it has {0} lanes; 1 to {MOST_LANES} are possible")]
    Lanes(u32),
    /// A difference that does not matter is 0 or more.
    #[error("it has a tolerance of {0}; 0 or more is possible")]
    Tolerance(f64),
}

impl Header {
    /// Whether this can be the head of a record; its options are the game's to judge.
    pub fn check(&self) -> Result<(), BadHead> {
        let (seats, entrants) = (self.seats, self.entrants.len());
        if !(1..=MAX_SEATS).contains(&seats) {
            return Err(BadHead::Seats(seats));
        }
        if !(seats..=MOST_ENTRANTS).contains(&entrants) {
            return Err(BadHead::Entrants { entrants, seats });
        }
        if self.games > MOST_GAMES {
            return Err(BadHead::Games(self.games));
        }
        if !(1..=MOST_LANES).contains(&self.lanes) {
            return Err(BadHead::Lanes(self.lanes));
        }
        if !(self.tolerance >= 0.0 && self.tolerance.is_finite()) {
            return Err(BadHead::Tolerance(self.tolerance));
        }
        Ok(())
    }
}
