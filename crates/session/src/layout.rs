//! How a tournament is laid out: who meets whom in how many games, until when. It becomes a
//! schedule and a record's head, the same wherever it is played.

use croupier_arena::naming::NamedBot;
use croupier_arena::{BadField, Defaults, Schedule};
use croupier_games::{About, Seed};
use croupier_record::{Design, Header, MOST_GAMES, Until};
use croupier_stats::MOST_COMPARED;

use crate::error::SessionError;

/// Who is compared with whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pairing {
    /// Everyone with everyone.
    #[default]
    All,
    /// The first two; all others are their opponents.
    FirstTwo,
}

/// How a tournament is laid out.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The game.
    pub about: &'static About,
    /// How many sit at a table; where it is left out, as many as the game takes and the bots fill.
    pub players: Option<usize>,
    /// How many games are played, at least; a design may need some more to be whole.
    pub games: u64,
    /// How luck treats the bots alike.
    pub design: Design,
    /// Who is compared.
    pub pairing: Pairing,
    /// When it stops.
    pub until: Until,
    /// A difference per game that does not matter.
    pub tolerance: f64,
}

impl Layout {
    /// The usual one of a game.
    #[must_use]
    pub fn of(about: &'static About) -> Self {
        Self {
            about,
            players: None,
            games: Defaults::of(about.name).games,
            design: Design::default(),
            pairing: Pairing::default(),
            until: Until::default(),
            tolerance: 0.0,
        }
    }

    /// Who sits where, where so many bots play with this luck.
    pub fn schedule(&self, bots: usize, seed: Seed) -> Result<Schedule, BadField> {
        match self.pairing {
            Pairing::All => Schedule::designed(self.about, bots, self.players, self.design, seed),
            Pairing::FirstTwo => Schedule::versus(self.about, bots, self.players, self.design, seed),
        }
    }

    /// Opponents of two that are compared sit as often as it takes to fill a table.
    pub(crate) fn fill(&self, bots: &mut Vec<NamedBot>) {
        let (Pairing::FirstTwo, Some(seats)) = (self.pairing, self.players) else { return };
        let opponents: Vec<NamedBot> = bots.iter().skip(2).cloned().collect();
        if opponents.is_empty() {
            return;
        }
        let wanted = seats.saturating_sub(if self.design == Design::Substitute { 1 } else { 2 });
        let enough = wanted.next_multiple_of(opponents.len()).max(opponents.len());
        bots.truncate(2);
        bots.extend(opponents.into_iter().cycle().take(enough));
    }

    /// Refuses what nobody plays.
    pub(crate) fn check(&self) -> Result<(), SessionError> {
        match self.games {
            0 => Err(SessionError::NoGames),
            games if games > MOST_GAMES / 2 => Err(SessionError::TooManyGames(games)),
            _ if self.tolerance >= 0.0 && self.tolerance.is_finite() => Ok(()),
            _ => Err(SessionError::BadTolerance(self.tolerance)),
        }
    }
}

/// The schedule of a tournament of everyone with everyone, from the head of its record: whoever
/// plays some of its games needs no more.
pub fn schedule_of(about: &About, header: &Header) -> Result<Schedule, BadField> {
    Schedule::designed(about, header.entrants.len(), Some(header.seats), header.design, header.seed())
}

/// Refuses to compare all pairs of more bots than are kept in mind.
pub fn check_compared(bots: usize) -> Result<(), SessionError> {
    if bots > MOST_COMPARED { Err(SessionError::TooManyCompared(bots)) } else { Ok(()) }
}
