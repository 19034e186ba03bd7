//! A running rating: what a ladder shows after each game.
//!
//! Weng and Lin's update for any number of players, from the crate `skillratings`. It depends on the order of
//! games, as a ladder does; for a table that is published there is the fit over all of them.

use croupier_record::EntrantId;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use super::placing::Placing;

/// Everyone's running rating.
#[derive(Debug, Clone)]
pub struct Ladder {
    ratings: Vec<WengLinRating>,
}

/// Where an entrant stands on a ladder.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rung {
    /// Everyone begins with 25.
    pub rating: f64,
    /// The standard deviation of what is believed of it; everyone begins with 25 / 3.
    pub uncertainty: f64,
}

impl Ladder {
    /// Nobody has played.
    #[must_use]
    pub fn new(entrants: usize) -> Self {
        Self { ratings: vec![WengLinRating::new(); entrants] }
    }

    /// Goes on from where everyone stands.
    #[must_use]
    pub fn from_rungs(rungs: &[Rung]) -> Self {
        let rating = |rung: &Rung| WengLinRating { rating: rung.rating, uncertainty: rung.uncertainty };
        Self { ratings: rungs.iter().map(rating).collect() }
    }

    /// The next game.
    pub fn add(&mut self, placing: &Placing) {
        let seats: Vec<[WengLinRating; 1]> =
            placing.places.iter().map(|(entrant, _)| [self.ratings[entrant.index()]]).collect();
        let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = seats
            .iter()
            .zip(&placing.places)
            .map(|(team, (_, place))| (team.as_slice(), MultiTeamOutcome::new(*place)))
            .collect();
        let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
        for (team, (entrant, _)) in after.iter().zip(&placing.places) {
            if let [rating] = team.as_slice() {
                self.ratings[entrant.index()] = *rating;
            }
        }
    }

    /// Where an entrant stands now.
    #[must_use]
    pub fn of(&self, entrant: EntrantId) -> Rung {
        let WengLinRating { rating, uncertainty } = self.ratings[entrant.index()];
        Rung { rating, uncertainty }
    }
}
