//! A session: a tournament that is known to be playable, and then played.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use croupier_arena::naming::entrant_names;
use croupier_arena::{Elsewhere, Schedule};
use croupier_games::{Game, Visitor, with_game};
use croupier_record::{EntrantId, Header, LeftOut, MOST_LANES, Origin};
use serde_json::Value;

use crate::error::SessionError;
use crate::event::Event;
use crate::fold::{Fold, Looks};
use crate::head::Conditions;
use crate::layout::{Pairing, check_compared};
use crate::loading::load;
use crate::luck;
use crate::out_folder::open_to_resume;
use crate::outcome::Outcome;
use crate::plan::{Deal, options_of};
use crate::play::Play;
use crate::repeated_deals;
use crate::setup::Setup;

/// Up to so many games, each game gets files of its own unless the plan says otherwise.
const GAMES_WITH_FILES: u64 = 10_000;
/// So many moves of each player are drawn at most: the game is theirs.
pub(crate) const MOST_OPENINGS: u8 = 10;

/// A tournament that can be played: its bots are loaded, its luck is drawn, and everything that
/// could be wrong with it has been looked for. Nothing is written yet.
#[derive(Debug)]
pub struct Session {
    pub(crate) setup: Setup,
    pub(crate) schedule: Schedule,
    pub(crate) header: Header,
}

impl Session {
    /// Starts every bot once to see that it loads, draws the luck, lays the games out, and refuses
    /// what cannot be played.
    pub fn prepare(setup: Setup) -> Result<Self, SessionError> {
        Self::prepare_and_tell(setup, &mut |_| {})
    }

    /// The same; `follow` is told how many bots are greeted.
    pub fn prepare_and_tell(
        mut setup: Setup,
        follow: &mut dyn FnMut(Event<'_>),
    ) -> Result<Self, SessionError> {
        let left_out = load(&mut setup, follow)?;
        setup.layout.fill(&mut setup.bots);
        let origin = origin(&setup)?;
        let seed = origin.seed();
        let mut schedule = setup
            .layout
            .schedule(setup.bots.len(), seed)
            .map_err(|error| SessionError::Field { broken: broken(&left_out), error })?;
        if let Some(games) = setup.games_between_looks() {
            schedule = schedule.looked_at_every(games);
        }
        let options = options(&setup)?;
        let header = Header { left_out, ..header(&setup, &schedule, options, origin)? };
        if setup.looks() == Looks::AtBorders {
            check_compared(header.entrants.len())?;
        }
        with_game(&header.game, Deal { options: &header.options, seats: header.seats, seed })??;
        Ok(Self { setup, schedule, header })
    }

    /// What is planned: the head of the record.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What was asked for.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Plays it, or goes on with it, and tells `follow` what happens.
    ///
    /// Setting `stop` ends it early: open moves are waited for, and what is finished is kept. Where
    /// `follow` breaks at a batch or a look, whoever follows has seen enough, and the tournament
    /// ends there, complete: at the border of a batch, so that it ends after the same game on any
    /// number of threads.
    pub fn play(
        &self,
        stop: &AtomicBool,
        follow: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<Outcome, SessionError> {
        with_game(&self.header.game, Play { session: self, stop, follow, elsewhere: None })?
    }

    /// The same with games that are played elsewhere, by workers who know [`Session::run_spec`] and
    /// no luck but that of the games they are given. Events, record and standings are those of a
    /// session that is played here.
    pub fn play_elsewhere(
        &self,
        elsewhere: &dyn Elsewhere,
        stop: &AtomicBool,
        follow: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<Outcome, SessionError> {
        self.run_spec()?;
        with_game(&self.header.game, Play { session: self, stop, follow, elsewhere: Some(elsewhere) })?
    }
}

impl Session {
    /// Why it cannot go on with those who are left, where it cannot.
    pub(crate) fn too_few(&self, fold: &Fold) -> Option<String> {
        let out = fold.out();
        if out.is_empty() {
            return None;
        }
        if self.setup.layout.pairing == Pairing::FirstTwo && out.iter().any(|entrant| entrant.index() < 2) {
            let who = names_of(&self.header, &out);
            return Some(format!("{who} is out, and without it there is nothing to compare"));
        }
        too_few_left(&self.schedule, &self.header, &out)
    }
}

/// Why no table can be filled without these, where none can.
pub(crate) fn too_few_left(schedule: &Schedule, header: &Header, out: &[EntrantId]) -> Option<String> {
    let few = schedule.too_few(out)?;
    Some(format!("{few}; out of the tournament: {}", names_of(header, out)))
}

fn names_of(header: &Header, entrants: &[EntrantId]) -> String {
    let names = entrants.iter().map(|entrant| header.entrants[entrant.index()].name.as_str());
    names.collect::<Vec<_>>().join(", ")
}

/// The luck of the run that goes on, of the seed that is asked for, or new luck.
fn origin(setup: &Setup) -> Result<Origin, SessionError> {
    if let Some(folder) = setup.results.resumed() {
        let there = open_to_resume(folder)?.header().origin.clone();
        setup.drawn.check(&there)?;
        // A number gave other luck to the first generator.
        if setup.seed.is_none() || setup.seed == there.number() {
            return Ok(there);
        }
    }
    luck::origin(setup.seed, &setup.drawn, &setup.bots)
}

/// The bots that might have filled a field that is too small.
fn broken(left_out: &[LeftOut]) -> String {
    left_out.iter().map(|bot| format!("; {bot}")).collect()
}

/// The game's options, complete.
fn options(setup: &Setup) -> Result<Value, SessionError> {
    with_game(setup.layout.about.name, Complete(&setup.options))?
}

fn header(
    setup: &Setup,
    schedule: &Schedule,
    options: Value,
    origin: Origin,
) -> Result<Header, SessionError> {
    let names = entrant_names(&setup.bots, schedule.copies());
    let entrants = names.into_iter().zip(setup.bots.iter().cycle()).map(|(name, named)| named.entrant(name));
    let conditions =
        Conditions { instances: setup.instances, limits: &setup.limits, packages: setup.runtimes.packages() };
    let header = setup.layout.header(schedule, options, origin, entrants.collect(), &conditions)?;
    repeated_deals::check(setup.layout.design, setup.instances, &setup.bots, setup.urls)?;
    match setup.lanes {
        0 => return Err(SessionError::NoLanes),
        lanes if lanes > MOST_LANES => return Err(SessionError::TooManyLanes(lanes)),
        _ => {}
    }
    check_openings(setup)?;
    Ok(Header {
        openings: setup.openings,
        lanes: setup.lanes,
        game_files: setup.game_files.unwrap_or(header.games <= GAMES_WITH_FILES),
        ..header
    })
}

/// Where cards are dealt or hidden, no two games are alike as it is.
fn check_openings(setup: &Setup) -> Result<(), SessionError> {
    match setup.openings {
        0 => Ok(()),
        _ if setup.layout.about.hidden => Err(SessionError::NeedsNoOpenings(setup.layout.about.title)),
        openings if openings > MOST_OPENINGS => Err(SessionError::TooManyOpenings(openings)),
        _ => Ok(()),
    }
}

struct Complete<'a>(&'a Value);

impl Visitor for Complete<'_> {
    type Output = Result<Value, SessionError>;

    fn visit<G: Game>(self) -> Self::Output {
        let complete = serde_json::to_value(options_of::<G>(self.0)?);
        complete.map_err(|error| SessionError::Options { game: G::ABOUT.name.to_owned(), error })
    }
}
