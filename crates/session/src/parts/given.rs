//! A game, or some games of a tournament, that somebody plans here and has played elsewhere: what workers
//! have to know of them, and what comes of what they send. It is what [`play_one`](crate::play_one) and
//! [`play_batch`](crate::play_batch) make of them here. Who carries it, and over what, is not known.

use std::ops::Range;

use croupier_arena::plan::Limits;
use croupier_arena::{CannotPlay, check_given};
use croupier_games::{Game, MAX_SEATS, Visitor, list, with_game};
use croupier_hosts::CellKind;
use croupier_record::{
    Block, DoneGame, Entrant, EntrantId, Fixture, GamesDone, GamesTask, GivenGame, Header, KeptGame, Luck,
    LuckFor, Lucks, Missteps,
};

use crate::error::SessionError;
use crate::find_bots::find_house_bot;
use crate::layout::schedule_of;
use crate::parts::one_game::{PlayedGame, played_game};
use crate::parts::run_spec::RunSpec;
use crate::plan::options_of;

/// Whoever is in a chair that stays empty.
const NOBODY: &str = "random";

/// Under which conditions games are played elsewhere.
#[derive(Debug, Clone, Copy)]
pub struct GivenTerms<'a> {
    /// The head of their record.
    pub header: &'a Header,
    /// What bots may use.
    pub limits: &'a Limits,
    /// Where Python bots run.
    pub python_in: CellKind,
    /// Whether bots outside the process play: each has luck of its own.
    pub luck_for: LuckFor,
}

/// Games to be given to a worker, all of them at once.
#[derive(Debug)]
pub struct GivenPart {
    /// What the worker has to know. How it finds those who sit down is for whoever sends it to say
    /// ([`Entrant::bot`]); in the chair of everyone else of the field is a player of the house.
    pub spec: RunSpec,
    /// The games, with the luck of each.
    pub task: GamesTask,
    /// Who sits down, the lowest number first.
    pub who: Vec<EntrantId>,
}

/// Gives out a game that is a whole tournament. So many bytes of what each bot prints are to come back.
pub fn give_one(terms: &GivenTerms<'_>, prints: u32) -> Result<GivenPart, SessionError> {
    let header = terms.header;
    let fixture = only_fixture(header);
    let luck = Luck::of(header.seed(), &fixture);
    let mut run = terms.run();
    // As in a game that is played here, everyone's answers are timed.
    (run.timed, run.prints, run.instances) = (true, prints, header.instances);
    terms.part(run, vec![(fixture, luck)])
}

/// Makes of what came back what the game would have come to here. It is played through by the rules first;
/// `by` is told where it does not pass.
pub fn take_one(header: &Header, done: GamesDone, by: &str) -> Result<PlayedGame, SessionError> {
    let fixture = only_fixture(header);
    let mut games = Came { by, games: done.games.into_iter() };
    with_game(&header.game, TakeOne { header, fixture, games: &mut games })?
}

/// Some games of a tournament to give out, as [`BatchTask`](crate::BatchTask) has them.
#[derive(Debug, Clone)]
pub struct GivenBatch<'a> {
    /// The head of the tournament's record.
    pub header: &'a Header,
    /// The numbers of the games.
    pub games: Range<u64>,
    /// Who is out of the tournament by then and not seated, the lowest number first.
    pub out: &'a [EntrantId],
}

/// Gives them out, but for those that are dropped, since somebody who is out would sit there.
pub fn give_batch(batch: &GivenBatch<'_>, terms: &GivenTerms<'_>) -> Result<GivenPart, SessionError> {
    let played = batch.planned()?.into_iter().filter(|planned| !planned.is_dropped);
    let games = played.map(|planned| (planned.fixture, planned.luck)).collect();
    terms.part(terms.run(), games)
}

/// Makes of what came back the block that these games would have come to here, with those that are dropped.
pub fn take_batch(batch: &GivenBatch<'_>, done: GamesDone, by: &str) -> Result<Block, SessionError> {
    let planned = batch.planned()?;
    let mut games = Came { by, games: done.games.into_iter() };
    with_game(&batch.header.game, TakeBatch { batch, planned, games: &mut games })?
}

/// The table of a game that is a whole tournament: its entrants, in their order.
pub(crate) fn only_fixture(header: &Header) -> Fixture {
    let seats = (0..header.entrants.len() as u16).map(EntrantId).take(MAX_SEATS).collect();
    Fixture { number: 0, deal: 0, seats }
}

/// Everyone who sits at some table, the lowest number first.
fn who_sits<'a>(fixtures: impl Iterator<Item = &'a Fixture>) -> Vec<EntrantId> {
    let mut who: Vec<EntrantId> = fixtures.flat_map(|fixture| fixture.seats.iter().copied()).collect();
    who.sort_unstable();
    who.dedup();
    who
}

impl GivenTerms<'_> {
    /// What a worker has to know of any game of theirs; nobody sits down yet.
    fn run(&self) -> RunSpec {
        let Self { header, limits, python_in, .. } = self;
        RunSpec::one_job(header, limits, *python_in)
    }

    /// Seats everyone: bots are told the numbers of those at their table, so these stay as they are.
    fn part(&self, mut run: RunSpec, games: Vec<(Fixture, Luck)>) -> Result<GivenPart, SessionError> {
        let who = who_sits(games.iter().map(|(fixture, _)| fixture));
        let empty = find_house_bot(&run.game, NOBODY);
        let empty = empty.map_err(|_| SessionError::HereAlone("nobody of the house plays it"))?;
        let entrant = |(number, entrant): (u16, &Entrant)| match who.binary_search(&EntrantId(number)) {
            Ok(_) => entrant.clone(),
            Err(_) => empty.entrant(entrant.name.clone()),
        };
        let entrants: Vec<Entrant> = (0..).zip(&self.header.entrants).map(entrant).collect();
        let games = games.into_iter().map(|(fixture, luck)| GivenGame { fixture, luck });
        let task = GamesTask {
            lane: 0,
            after: None,
            games_per_deal: run.games_per_deal,
            luck_for: self.luck_for,
            games: games.collect(),
        };
        (run.bots, run.entrants) = (entrants.len(), entrants);
        Ok(GivenPart { spec: run, task, who })
    }
}

/// A game of a batch.
struct Planned {
    fixture: Fixture,
    luck: Luck,
    is_dropped: bool,
}

impl GivenBatch<'_> {
    fn planned(&self) -> Result<Vec<Planned>, SessionError> {
        let Self { header, out, .. } = self;
        let schedule = schedule_of(list::about(&header.game)?, header)
            .map_err(|error| SessionError::Field { error, broken: String::new() })?;
        let mut lucks = Lucks::of(header.seed());
        let planned = self.games.clone().map(|number| {
            let luck = lucks.game(number, schedule.deal(number));
            let fixture = schedule.fixture_without(number, &luck, out);
            let is_dropped = fixture.seats.iter().any(|entrant| out.contains(entrant));
            Planned { fixture, luck, is_dropped }
        });
        Ok(planned.collect())
    }
}

/// What a worker sent, game by game.
struct Came<'a> {
    by: &'a str,
    games: std::vec::IntoIter<DoneGame>,
}

impl Came<'_> {
    /// The game of this fixture, which is the next one, played through by the rules.
    fn next<G: Game>(
        &mut self,
        fixture: &Fixture,
        header: &Header,
        options: &G::Options,
    ) -> Result<(KeptGame, G, Missteps), SessionError> {
        let number = fixture.number;
        let wrong = |why: String| CannotPlay::Misplayed { game: number, by: self.by.to_owned(), why };
        let next = self.games.next().filter(|game| game.kept.number == number);
        let DoneGame { kept, .. } = next.ok_or_else(|| wrong("it is not there".to_owned()))?;
        let (end, missteps) =
            check_given::<G>(fixture, &kept, options, header.seed(), header.openings).map_err(wrong)?;
        Ok((kept, end, missteps))
    }

    /// That nothing more came than was asked for.
    fn end(&mut self) -> Result<(), SessionError> {
        match self.games.next() {
            None => Ok(()),
            Some(more) => {
                let (game, by) = (more.kept.number, self.by.to_owned());
                Err(CannotPlay::Misplayed { game, by, why: "nobody asked for it".to_owned() }.into())
            }
        }
    }
}

struct TakeOne<'a, 'c> {
    header: &'a Header,
    fixture: Fixture,
    games: &'a mut Came<'c>,
}

impl Visitor for TakeOne<'_, '_> {
    type Output = Result<PlayedGame, SessionError>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self { header, fixture, games } = self;
        let options = options_of::<G>(&header.options)?;
        let (kept, end, missteps) = games.next::<G>(&fixture, header, &options)?;
        games.end()?;
        let times = kept.times.unwrap_or_default();
        played_game(header, &fixture, (&end, &missteps), (&kept.events, &times))
    }
}

struct TakeBatch<'a, 'c> {
    batch: &'a GivenBatch<'a>,
    planned: Vec<Planned>,
    games: &'a mut Came<'c>,
}

impl Visitor for TakeBatch<'_, '_> {
    type Output = Result<Block, SessionError>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self { batch, planned, games } = self;
        let options = options_of::<G>(&batch.header.options)?;
        let mut block = Block::new(batch.games.start);
        for Planned { fixture, is_dropped, .. } in planned {
            if is_dropped {
                block.push(&fixture, &[]);
                continue;
            }
            let (kept, _, _) = games.next::<G>(&fixture, batch.header, &options)?;
            block.push(&fixture, &kept.events);
        }
        games.end()?;
        Ok(block)
    }
}
