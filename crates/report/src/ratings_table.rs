//! Ratings and the cross table behind them, for people and for programs.

use croupier_record::{EntrantId, Header};
use croupier_stats::{Cross, Ladder, Meeting, Rating, Rung};
use serde::Serialize;

use crate::columns::Align;
use crate::json::EstimateJson;
use crate::standings_table::laid_out;

/// What a record says about strengths.
#[derive(Debug)]
pub struct Ratings<'a> {
    /// The names.
    pub header: &'a Header,
    /// The fit over all games, the strongest first.
    pub published: &'a [Rating],
    /// The running rating after the last game.
    pub ladder: &'a Ladder,
    /// Pair by pair.
    pub cross: &'a Cross,
    /// Games that were rated.
    pub games: u64,
}

impl<'a> Ratings<'a> {
    /// The table of ratings, the cross table in shares of games, and a warning where the field goes in a
    /// circle.
    #[must_use]
    pub fn table(&self, width: usize) -> String {
        let mut out = laid_out(&self.rating_columns(), width);
        out += "\nShare of the games at one table in which the bot came in before the other, in %:\n";
        out += &laid_out(&self.cross_columns(), width);
        if let Some(names) = self.circle() {
            out += &format!("\nThe field is not transitive: {}.\n", in_words(&names));
        }
        out
    }

    fn rating_columns(&self) -> Vec<(String, Align, Vec<String>)> {
        let cells = |cell: &dyn Fn(usize, &Rating) -> String| {
            self.published.iter().enumerate().map(|(at, rating)| cell(at, rating)).collect::<Vec<_>>()
        };
        let interval = |_, rating: &Rating| match rating.interval {
            Some((low, high)) => format!("{low:.0}-{high:.0}"),
            None => "?".to_owned(),
        };
        let running = |_, rating: &Rating| {
            let Rung { rating, uncertainty } = self.ladder.of(rating.entrant);
            format!("{rating:.2} ±{:.2}", 2.0 * uncertainty)
        };
        vec![
            ("#".to_owned(), Align::Right, cells(&|at, _| (at + 1).to_string())),
            ("bot".to_owned(), Align::Left, cells(&|_, rating| self.name(rating.entrant).to_owned())),
            ("games".to_owned(), Align::Right, cells(&|_, rating| rating.games.to_string())),
            ("rating".to_owned(), Align::Right, cells(&|_, rating| format!("{:.0}", rating.rating))),
            ("95 % interval".to_owned(), Align::Right, cells(&interval)),
            ("running".to_owned(), Align::Right, cells(&running)),
        ]
    }

    fn cross_columns(&self) -> Vec<(String, Align, Vec<String>)> {
        let numbers = (1..=self.published.len()).map(|number| number.to_string());
        let names = self.published.iter().map(|rating| self.name(rating.entrant).to_owned());
        let mut columns = vec![
            ("#".to_owned(), Align::Right, numbers.clone().collect()),
            ("bot".to_owned(), Align::Left, names.collect()),
        ];
        for (number, other) in numbers.zip(self.published) {
            let cells =
                self.published.iter().map(|one| match self.cross.meeting(one.entrant, other.entrant) {
                    _ if one.entrant == other.entrant => "·".to_owned(),
                    None => "-".to_owned(),
                    Some(Meeting { share, .. }) if !share.reach().is_finite() => {
                        format!("{:.0}", 100.0 * share.mean)
                    }
                    Some(Meeting { share, .. }) => {
                        format!("{:.0} ±{:.0}", 100.0 * share.mean, (100.0 * share.reach()).ceil())
                    }
                });
            columns.push((number, Align::Right, cells.collect()));
        }
        columns
    }

    /// For programs.
    #[must_use]
    pub fn json(&self) -> RatingsJson<'a> {
        let rating = |rating: &Rating| {
            let Rung { rating: running, uncertainty } = self.ladder.of(rating.entrant);
            RatingJson {
                name: self.name(rating.entrant),
                bot: &self.header.entrants[rating.entrant.index()].bot,
                games: rating.games,
                rating: rating.rating,
                interval: rating.interval.map(|(low, high)| [low, high]),
                running,
                running_uncertainty: uncertainty,
            }
        };
        let meeting = |one: &Rating, other: &Rating| {
            let meeting = self.cross.meeting(one.entrant, other.entrant)?;
            Some(MeetingJson {
                one: self.name(one.entrant),
                other: self.name(other.entrant),
                games: meeting.games,
                share: meeting.share.into(),
            })
        };
        let pairs = self.published.iter().enumerate().flat_map(|(at, one)| {
            self.published[at + 1..].iter().filter_map(move |other| meeting(one, other))
        });
        RatingsJson {
            game: &self.header.game,
            seed: self.header.origin.number(),
            games: self.games,
            ratings: self.published.iter().map(rating).collect(),
            pairs: pairs.collect(),
            circle: self.circle(),
        }
    }

    fn circle(&self) -> Option<Vec<&'a str>> {
        let circle = self.cross.circle()?;
        Some(circle.into_iter().map(|entrant| self.name(entrant)).collect())
    }

    fn name(&self, entrant: EntrantId) -> &'a str {
        &self.header.entrants[entrant.index()].name
    }
}

/// Who beats whom in a circle.
fn in_words(names: &[&str]) -> String {
    let next = names.iter().cycle().skip(1);
    names.iter().zip(next).map(|(one, other)| format!("{one} beats {other}")).collect::<Vec<_>>().join(", ")
}

/// Ratings for programs.
#[derive(Debug, Clone, Serialize)]
pub struct RatingsJson<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The seed that was given to the tournament; null where none was.
    pub seed: Option<u64>,
    /// Games that were rated.
    pub games: u64,
    /// The strongest first.
    pub ratings: Vec<RatingJson<'a>>,
    /// Every pair that met, once.
    pub pairs: Vec<MeetingJson<'a>>,
    /// Names of bots each of whom beats the next, the last one the first; null where there is no such circle.
    pub circle: Option<Vec<&'a str>>,
}

/// One bot's ratings.
#[derive(Debug, Clone, Serialize)]
pub struct RatingJson<'a> {
    /// The name in tables and logs.
    pub name: &'a str,
    /// How the plan named the bot.
    pub bot: &'a str,
    /// Games it rests on.
    pub games: u64,
    /// The published rating: 1500 is the average, 400 points more are ten times the strength.
    pub rating: f64,
    /// Its 95 % interval from a bootstrap by deal; null where there is none.
    pub interval: Option<[f64; 2]>,
    /// The running rating after the last game; everyone begins with 25.
    pub running: f64,
    /// The standard deviation of what is believed of the running rating.
    pub running_uncertainty: f64,
}

/// How a pair did.
#[derive(Debug, Clone, Serialize)]
pub struct MeetingJson<'a> {
    /// Who stands first in the pair.
    pub one: &'a str,
    /// Whom they met.
    pub other: &'a str,
    /// Games in which both sat at the table.
    pub games: u64,
    /// The share of them in which the one came in first of the two; a tie is half.
    pub share: EstimateJson,
}
