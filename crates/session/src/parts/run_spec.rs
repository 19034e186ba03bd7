//! What workers have to know of a run whose games they are to play: all that its games are played with, and
//! nothing that its luck grows from.

use std::num::NonZeroU64;

use croupier_arena::plan::Limits;
use croupier_arena::{Bot, Parallel, span};
use croupier_games::{MAX_SEATS, list};
use croupier_hosts::CellKind;
use croupier_record::{Entrant, Header, Instances, MOST_LANES, MOST_PRINTS};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::SessionError;
use crate::session::{MOST_OPENINGS, Session};

/// The version of this form.
const FORMAT: u32 = 1;
/// More bytes than this are no description of ours.
const LARGEST: usize = 1 << 24;
/// No tournament has more entrants.
const MOST_ENTRANTS: usize = 10_000;
/// No span of ours has more games.
const MOST_TOGETHER: u64 = 1 << 20;

/// What workers have to know of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSpec {
    /// The version of this form.
    format: u32,
    /// The version of the program that planned it.
    pub croupier: String,
    /// The game's name.
    pub game: String,
    /// The version of its rules.
    pub game_version: u32,
    /// Its options, complete.
    pub options: Value,
    /// How many sit at a table.
    pub seats: usize,
    /// How many consecutive games share a deal.
    pub games_per_deal: NonZeroU64,
    /// How many games are handed on together.
    pub span: u64,
    /// How many drawn moves of each player every game begins with.
    pub openings: u8,
    /// In how many independent parts the games are played where bots outside this process play.
    pub lanes: u32,
    /// How long an instance of a bot lives.
    pub instances: Instances,
    /// What bots may use.
    pub limits: Limits,
    /// A hash of the packages that bots may use, where they may use some.
    pub packages: Option<String>,
    /// Where Python bots run.
    pub python_in: CellKind,
    /// Whether the thinking times of players of the house are taken.
    pub timed: bool,
    /// Whether bots behind urls may play several games at once.
    pub parallel_urls: bool,
    /// Whether all of it is one job: its bots end with it.
    pub one_job: bool,
    /// So many bytes of what each bot prints come back with a run that is one job.
    pub prints: u32,
    /// Everyone who plays.
    pub entrants: Vec<Entrant>,
    /// How many bots they are: the first so many entrants are one of each, and the others copies of
    /// those in turn.
    pub bots: usize,
}

/// Bytes that describe no run that can be played here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRun {
    /// They are no description at all.
    #[error("this describes no run: {0}")]
    Unreadable(String),
    /// They are of another version of this program.
    #[error("a run described in version {0} of the form; this program reads version {FORMAT}")]
    OtherFormat(u32),
    /// Its game is not known here.
    #[error("a run of {0}, which this program does not know")]
    UnknownGame(String),
    /// Its game has other rules here.
    #[error("a run by version {there} of the rules of {title}; this program has version {here}")]
    OtherRules {
        /// The game's title.
        title: &'static str,
        /// The version of its rules there.
        there: u32,
        /// The version of its rules here.
        here: u32,
    },
    /// Something in it cannot be.
    #[error("the run cannot be true: {0}")]
    Untrue(&'static str),
}

impl RunSpec {
    /// As bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, SessionError> {
        let options = |error| SessionError::Options { game: self.game.clone(), error };
        serde_json::to_vec(self).map_err(options)
    }

    /// Of bytes, wherever they come from: a run of these rules, in the bounds of a tournament. Its
    /// options are the game's to judge.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadRun> {
        if bytes.len() > LARGEST {
            return Err(BadRun::Unreadable(format!("{} bytes are too many", bytes.len())));
        }
        let unreadable = |error: serde_json::Error| BadRun::Unreadable(error.to_string());
        let Form { format } = serde_json::from_slice(bytes).map_err(unreadable)?;
        if format != FORMAT {
            return Err(BadRun::OtherFormat(format));
        }
        let run: Self = serde_json::from_slice(bytes).map_err(unreadable)?;
        run.check()?;
        Ok(run)
    }

    /// One entrant of each bot, in order.
    #[must_use]
    pub fn bots(&self) -> &[Entrant] {
        &self.entrants[..self.bots.min(self.entrants.len())]
    }

    /// A run that is one job, of games with this head; nobody sits down yet. Each game has new instances of
    /// its bots.
    pub(crate) fn one_job(header: &Header, limits: &Limits, python_in: CellKind) -> Self {
        Self {
            format: FORMAT,
            croupier: header.croupier.clone(),
            game: header.game.clone(),
            game_version: header.game_version,
            options: header.options.clone(),
            seats: header.seats,
            games_per_deal: header.games_per_deal,
            span: header.games_per_deal.get(),
            openings: header.openings,
            lanes: 1,
            instances: Instances::Game,
            limits: limits.clone(),
            packages: header.packages.clone(),
            python_in,
            timed: false,
            parallel_urls: false,
            one_job: true,
            prints: 0,
            entrants: Vec::new(),
            bots: 0,
        }
    }

    /// Whether bots behind urls may play several games at once.
    pub(crate) fn parallel(&self) -> Parallel {
        if self.parallel_urls { Parallel::AsLanes } else { Parallel::Never }
    }

    fn check(&self) -> Result<(), BadRun> {
        let about = list::about(&self.game).map_err(|_| BadRun::UnknownGame(self.game.clone()))?;
        if about.version != self.game_version {
            let (there, here) = (self.game_version, about.version);
            return Err(BadRun::OtherRules { title: about.title, there, here });
        }
        let (seats, entrants) = (self.seats, self.entrants.len());
        let untrue = |is_true: bool, what| if is_true { Ok(()) } else { Err(BadRun::Untrue(what)) };
        untrue((1..=MAX_SEATS).contains(&seats), "no table has so many seats")?;
        untrue((seats..=MOST_ENTRANTS).contains(&entrants), "so many entrants are no field")?;
        untrue((1..=entrants).contains(&self.bots), "it has no bots, or more than entrants")?;
        untrue((1..=MOST_LANES).contains(&self.lanes), "nothing is played in so many lanes")?;
        untrue((1..=MOST_TOGETHER).contains(&self.span), "so many games are not handed on together")?;
        untrue(self.openings <= MOST_OPENINGS, "so many moves are not drawn")?;
        let most = if self.one_job { MOST_PRINTS } else { 0 };
        untrue(self.prints as usize <= most, "so much of what bots print does not come back")
    }
}

/// What is the same in every version of the form.
#[derive(Deserialize)]
struct Form {
    format: u32,
}

impl Session {
    /// What workers have to know to play its games. It refuses a tournament that they cannot play:
    /// one whose luck would tell all of it with a single game, as old records have it, and one whose
    /// players of the house are measured by the clock.
    pub fn run_spec(&self) -> Result<RunSpec, SessionError> {
        let Self { setup, header, .. } = self;
        if header.seed().is_plain() {
            return Err(SessionError::HereAlone(
                "its luck is of the first generator, and a part tells all of it",
            ));
        }
        if setup.bots.iter().any(|named| named.bot.is_measured()) {
            return Err(SessionError::HereAlone("the moves of its players are measured"));
        }
        Ok(RunSpec {
            format: FORMAT,
            croupier: header.croupier.clone(),
            game: header.game.clone(),
            game_version: header.game_version,
            options: header.options.clone(),
            seats: header.seats,
            games_per_deal: header.games_per_deal,
            span: self.span(),
            openings: header.openings,
            lanes: header.lanes,
            instances: header.instances,
            limits: setup.limits.clone(),
            packages: header.packages.clone(),
            python_in: setup.runtimes.python_runs_in(),
            timed: setup.timed,
            parallel_urls: setup.parallel == Parallel::AsLanes,
            one_job: false,
            prints: 0,
            entrants: header.entrants.clone(),
            bots: setup.bots.len(),
        })
    }

    /// How many of its games are handed on together: tasks for workers are made of whole spans, but for
    /// games that an earlier run finished and those that are dropped.
    #[must_use]
    pub fn span(&self) -> u64 {
        let bots: Vec<Bot> = self.setup.bots.iter().map(|named| named.bot.clone()).collect();
        span(&self.schedule, &bots)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use super::*;
    use crate::find_bots::find_house_bot;
    use crate::setup::Setup;

    fn run() -> RunSpec {
        let bots =
            ["random", "TakeSmall", "LowerPenalty"].map(|name| find_house_bot("no-thanks", name).unwrap());
        let setup = Setup { seed: Some(7), ..Setup::new("no-thanks", bots.into()).unwrap() };
        Session::prepare(setup).unwrap().run_spec().unwrap()
    }

    fn changed(change: impl FnOnce(&mut RunSpec)) -> Result<RunSpec, BadRun> {
        let mut run = run();
        change(&mut run);
        RunSpec::from_bytes(&run.to_bytes().unwrap())
    }

    #[test]
    fn a_run_comes_back_and_nothing_of_its_luck_is_in_it() {
        let run = run();
        let bytes = run.to_bytes().unwrap();
        assert_eq!(RunSpec::from_bytes(&bytes).unwrap(), run);
        let text = String::from_utf8(bytes).unwrap();
        assert!(!text.contains("seed") && !text.contains("secret") && !text.contains("origin"), "{text}");
        assert_eq!(run.bots().len(), 3);
    }

    #[test]
    fn a_run_of_another_version_of_other_rules_or_of_no_game_is_refused_in_a_line() {
        let told = |change: fn(&mut RunSpec)| changed(change).unwrap_err().to_string();
        let other = told(|run| run.format = 2);
        assert_eq!(other, "a run described in version 2 of the form; this program reads version 1");
        let rules = told(|run| run.game_version += 1);
        assert!(
            rules.starts_with("a run by version ") && rules.contains("of the rules of No Thanks!"),
            "{rules}"
        );
        let game = told(|run| run.game = "heart".to_owned());
        assert_eq!(game, "a run of heart, which this program does not know");
        // A later form may look otherwise in all but its number.
        let later = RunSpec::from_bytes(br#"{"format": 7, "new": []}"#);
        assert_eq!(later, Err(BadRun::OtherFormat(7)));
    }

    #[test]
    fn numbers_that_no_tournament_has_are_refused() {
        assert!(changed(|_| {}).is_ok());
        let changes: [fn(&mut RunSpec); 11] = [
            |run| run.seats = 0,
            |run| run.seats = MAX_SEATS + 1,
            |run| run.entrants.truncate(2),
            |run| run.bots = 0,
            |run| run.bots = 4,
            |run| run.lanes = 0,
            |run| run.lanes = MOST_LANES + 1,
            |run| run.span = 0,
            |run| run.openings = MOST_OPENINGS + 1,
            |run| run.prints = 1,
            |run| (run.one_job, run.prints) = (true, MOST_PRINTS as u32 + 1),
        ];
        for (number, change) in changes.into_iter().enumerate() {
            assert!(matches!(changed(change), Err(BadRun::Untrue(_))), "change {number}");
        }
    }

    #[test]
    fn bytes_of_any_kind_are_read_or_refused() {
        let bytes = run().to_bytes().unwrap();
        for at in 0..bytes.len() {
            assert!(RunSpec::from_bytes(&bytes[..at]).is_err(), "the first {at} bytes");
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            let _ = RunSpec::from_bytes(&changed);
        }
        let too_many = RunSpec::from_bytes(&vec![b' '; LARGEST + 1]).unwrap_err();
        assert!(too_many.to_string().ends_with("bytes are too many"), "{too_many}");
    }
}
