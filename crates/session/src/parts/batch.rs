//! Some games of a tournament that somebody else plans: fixtures in, a block of a record out.
//!
//! A fixture is a function of the head and its number, so a worker needs nothing but the head and
//! the bots. Every game has new instances of its bots, which remember nothing: so games can be
//! played in any order, by any worker, more than once.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use croupier_arena::plan::Limits;
use croupier_arena::{Bot, CannotPlay, Crew, SharedUrls, Table};
use croupier_games::{Game, Visitor, with_game};
use croupier_hosts::Runtimes;
use croupier_record::{Block, EntrantId, Fixture, Header, Instances, Lucks, Pace};

use crate::error::SessionError;
use crate::layout::schedule_of;
use crate::parts::seating::Seating;
use crate::plan::options_of;

/// Some games to play.
#[derive(Debug)]
pub struct BatchTask<'a> {
    /// The head of the tournament's record.
    pub header: &'a Header,
    /// The numbers of the games.
    pub games: Range<u64>,
    /// Who is out of the tournament by then and not seated, the lowest number first.
    pub out: &'a [EntrantId],
    /// What bots may use.
    pub limits: &'a Limits,
    /// What runs bots outside this process.
    pub runtimes: &'a Runtimes,
    /// The processor that the table shares with such bots.
    pub core: Option<usize>,
    /// The urls that play in this process: each plays one game at a time.
    pub urls: &'a SharedUrls,
}

/// Plays them; `bot` gives the bot of an entrant whenever one sits down.
///
/// Setting `stop` ends it with [`SessionError::Interrupted`], and nothing is kept: a batch is whole
/// or not played.
pub fn play_batch<E: From<SessionError>>(
    task: &BatchTask<'_>,
    stop: &AtomicBool,
    bot: impl FnMut(EntrantId) -> Result<Bot, E>,
) -> Result<Block, E> {
    with_game(&task.header.game, PlayBatch { task, stop, bot }).map_err(SessionError::from)?
}

struct PlayBatch<'a, B> {
    task: &'a BatchTask<'a>,
    stop: &'a AtomicBool,
    bot: B,
}

impl<E: From<SessionError>, B: FnMut(EntrantId) -> Result<Bot, E>> Visitor for PlayBatch<'_, B> {
    type Output = Result<Block, E>;

    fn visit<G: Game>(mut self) -> Self::Output {
        let (header, stop) = (self.task.header, self.stop);
        let options = options_of::<G>(&header.options)?;
        let schedule = schedule_of(&G::ABOUT, header)
            .map_err(|error| SessionError::Field { error, broken: String::new() })?;
        let mut block = Block::new(self.task.games.start);
        let mut table = Table::default().opening_with(header.openings);
        let mut lucks = Lucks::of(header.seed());
        for number in self.task.games.clone() {
            let luck = lucks.game(number, schedule.deal(number));
            let fixture = schedule.fixture_without(number, &luck, self.task.out);
            if fixture.seats.iter().any(|entrant| self.task.out.contains(entrant)) {
                // A design that needs everyone drops the game: it stands there without a move.
                block.push(&fixture, &[]);
                continue;
            }
            let bots = self.bots(&fixture)?;
            let held = self.task.urls.hold(&bots);
            let mut crew = self.crew::<G>(&fixture, &bots, &options)?;
            // A batch is played once: whoever spins on a busy machine is to come to its own limit.
            crew.set_pace(&fixture, Pace::Patient);
            let dealt = G::deal(fixture.seats.len(), &options, luck.deal()).map_err(SessionError::from)?;
            table.play_while(dealt, luck, &fixture, &mut crew, |_, _, _| !stop.load(Ordering::Relaxed));
            if stop.load(Ordering::Relaxed) {
                return Err(SessionError::Interrupted.into());
            }
            if table.is_starved() {
                return Err(SessionError::from(CannotPlay::Overloaded(number)).into());
            }
            if !held.is_empty() {
                // The end of this game is over before another tells the same url of a beginning.
                crew.hear_out(&fixture);
            }
            block.push(&fixture, table.events());
        }
        Ok(block)
    }
}

impl<E: From<SessionError>, B: FnMut(EntrantId) -> Result<Bot, E>> PlayBatch<'_, B> {
    /// Those who sit at this table; everyone else of the field is an empty chair.
    fn bots(&mut self, fixture: &Fixture) -> Result<Vec<Bot>, E> {
        let mut bots = vec![Bot::Broken("not at this table".to_owned()); self.task.header.entrants.len()];
        for &entrant in &fixture.seats {
            bots[entrant.index()] = (self.bot)(entrant)?;
        }
        Ok(bots)
    }

    fn crew<G: Game>(&self, fixture: &Fixture, bots: &[Bot], options: &G::Options) -> Result<Crew<G>, E> {
        let BatchTask { header, limits, runtimes, core, .. } = self.task;
        let names: Vec<String> = header.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let seating = Seating {
            bots,
            names: &names,
            seats: fixture.seats.len(),
            instances: Instances::Game,
            runtimes,
            limits,
            logs: None,
            core: *core,
        };
        Ok(seating.crew::<G>(options)?.0)
    }
}
