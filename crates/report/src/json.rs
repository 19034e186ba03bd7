//! A tournament's outcome for programs.

use std::collections::BTreeMap;

use croupier_games::About;
use croupier_record::{Header, LeftOut};
use croupier_stats::{Estimate, Standings, StandingsLine};
use serde::Serialize;

use crate::ratings_table::RatingsJson;

/// The outcome of a tournament.
#[derive(Debug, Clone, Serialize)]
pub struct OutcomeJson<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The seed that was given; the same one gives the same tournament. Null where all luck grew from a
    /// secret that nobody chose.
    pub seed: Option<u64>,
    /// The hash of the secret that all luck grew from; null in records from before there was one.
    pub commitment: Option<String>,
    /// Games planned.
    pub planned: u64,
    /// Games played.
    pub games: u64,
    /// Whether all planned games were played, or it stopped because all was decided.
    pub complete: bool,
    /// Why it stopped, where that depended on the results.
    pub stopped: Option<String>,
    /// The figure that ranks first, whose mean is `mean`.
    pub ranked_by: &'a str,
    /// Everyone, the best first.
    pub standings: Vec<StandingJson<'a>>,
    /// Who was put out on the way and is not ranked.
    pub put_out: Vec<PutOutJson<'a>>,
    /// How many of the games count for nobody.
    pub uncounted: u64,
    /// Who was entered, does not load, and does not play.
    pub left_out: &'a [LeftOut],
    /// The folder with logs and record, where one was written.
    pub out: Option<String>,
    /// As `croupier ratings --json` prints them; null where no record was rated.
    pub ratings: Option<RatingsJson<'a>>,
}

/// One entrant's place.
#[derive(Debug, Clone, Serialize)]
pub struct StandingJson<'a> {
    /// From 1; shared where nothing tells two apart.
    pub rank: usize,
    /// The name in tables and logs.
    pub name: &'a str,
    /// How the plan named the bot.
    pub bot: &'a str,
    /// Whose it is, where the plan says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<&'a str>,
    /// Games played.
    pub games: u64,
    /// Mean of the figure that ranks first; null for a bot that played no game.
    pub mean: Option<f64>,
    /// The 95 % interval of that mean; null where there are too few samples for one.
    pub interval: Option<[f64; 2]>,
    /// Its standard error, clustered by deal.
    pub standard_error: Option<f64>,
    /// The deals it rests on: games that share a deal are one sample.
    pub samples: u64,
    /// This mean minus that of the line above, from the same deals where they are; null in the first line.
    pub above: Option<EstimateJson>,
    /// The best and the worst rank that the data allow, over all comparisons at once.
    pub ranks: [usize; 2],
    /// Two that share a letter are not told apart.
    pub group: String,
    /// All figures, as means per game; null where nothing was recorded.
    pub figures: BTreeMap<&'a str, Option<f64>>,
    /// Moves the rules refused.
    pub illegal: u64,
    /// Crashes, late answers and the like.
    pub faults: u64,
    /// The first of either, in words.
    pub first_fault: Option<String>,
    /// Why it is out of the tournament, where it is.
    pub disqualified: Option<String>,
    /// Thinking time per game in milliseconds, where it was taken.
    pub ms_per_game: Option<f64>,
}

/// An entrant that was put out and has no place.
#[derive(Debug, Clone, Serialize)]
pub struct PutOutJson<'a> {
    /// The name in tables and logs.
    pub name: &'a str,
    /// How the plan named the bot.
    pub bot: &'a str,
    /// The game in which it was put out.
    pub game: u64,
    /// The first game of those in which it was not seated.
    pub border: u64,
    /// Why.
    pub why: String,
    /// Its games that stand.
    pub games: u64,
    /// What it made of them: the mean of the figure that ranks first.
    pub mean: Option<f64>,
    /// Moves the rules refused.
    pub illegal: u64,
    /// Crashes, late answers and the like.
    pub faults: u64,
    /// The first of either, in words.
    pub first_fault: Option<String>,
}

fn put_out<'a>(main: usize, header: &'a Header, line: &StandingsLine) -> Option<PutOutJson<'a>> {
    let (entrant, out) = (&header.entrants[line.entrant.index()], line.tally.out.as_ref()?);
    Some(PutOutJson {
        name: &entrant.name,
        bot: &entrant.bot,
        game: out.game,
        border: out.border,
        why: out.why.clone(),
        games: line.tally.games,
        mean: line.tally.mean(main),
        illegal: line.tally.illegal,
        faults: line.tally.faults,
        first_fault: line.tally.first.as_ref().map(|first| first.what.clone()),
    })
}

/// A number and how sure it is.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct EstimateJson {
    /// The number.
    pub mean: f64,
    /// The 95 % interval; null where there are too few samples for one.
    pub interval: Option<[f64; 2]>,
    /// The standard error, clustered by deal.
    pub standard_error: Option<f64>,
    /// The deals it rests on.
    pub samples: u64,
}

impl From<Estimate> for EstimateJson {
    fn from(estimate: Estimate) -> Self {
        let Estimate { mean, low, high, standard_error, samples } = estimate;
        let known = standard_error.is_finite();
        Self {
            mean,
            interval: known.then_some([low, high]),
            standard_error: known.then_some(standard_error),
            samples,
        }
    }
}

/// The outcome as it is printed with `--json`.
#[must_use]
pub fn outcome_json<'a>(
    about: &'a About,
    header: &'a Header,
    standings: &Standings,
    out: Option<String>,
) -> OutcomeJson<'a> {
    let main = about.ranking[0].figure;
    let line = |line: &StandingsLine| {
        let entrant = &header.entrants[line.entrant.index()];
        let figures = about.figures.iter().enumerate();
        let mean = line.mean.map(EstimateJson::from);
        StandingJson {
            rank: line.rank,
            name: &entrant.name,
            bot: &entrant.bot,
            team: entrant.team.as_deref(),
            games: line.tally.games,
            mean: line.tally.mean(main),
            interval: mean.and_then(|mean| mean.interval),
            standard_error: mean.and_then(|mean| mean.standard_error),
            samples: mean.map_or(0, |mean| mean.samples),
            above: line.above.map(EstimateJson::from),
            ranks: [*line.ranks.start(), *line.ranks.end()],
            group: line.group.clone(),
            figures: figures.map(|(at, figure)| (figure.name, line.tally.mean(at))).collect(),
            illegal: line.tally.illegal,
            faults: line.tally.faults,
            disqualified: line.tally.disqualified.as_ref().map(|out| out.what.clone()),
            first_fault: line.tally.first.as_ref().map(|first| first.what.clone()),
            ms_per_game: line.tally.thought.ms_per_game(),
        }
    };
    OutcomeJson {
        game: about.name,
        seed: header.origin.number(),
        commitment: header.origin.commitment().map(String::from),
        planned: header.games,
        games: standings.games,
        complete: standings.games >= header.games,
        stopped: None,
        ranked_by: about.figures[main].name,
        standings: standings.lines.iter().map(line).collect(),
        put_out: standings.out.iter().filter_map(|line| put_out(main, header, line)).collect(),
        uncounted: standings.uncounted,
        left_out: &header.left_out,
        out,
        ratings: None,
    }
}
