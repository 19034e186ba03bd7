//! All games of a record, played again and compared.

use std::sync::atomic::{AtomicBool, Ordering};

use croupier_arena::{
    Batch, Bot, CannotPlay, CrewCount, Crews, Lane, NoCrew, Outside, Recall, Recalled, Table,
};
use croupier_games::{Game, Visitor};
use croupier_hosts::{pin_to, usable_cores};
use croupier_record::{
    Block, Difference, GameBytes, GameTimes, Header, Luck, RecordReader, TimeSheet, counts, difference,
    games_in, is_dropped,
};
use croupier_stats::{Standings, Tally, standings};

use super::{Cast, Rerun};
use crate::error::SessionError;
use crate::out_folder::OutFolder;
use crate::read::recorded::{Portion, Recorded, threads};

/// What came of all games, played again.
#[derive(Debug)]
pub struct AllAgain {
    /// The head of what was played now.
    pub header: Header,
    /// The standings now.
    pub standings: Standings,
    /// How many games differ from the record.
    pub differing: u64,
    /// The first difference.
    pub first: Option<Difference>,
}

/// Plays them, once the game's type is known.
pub(super) struct PlayAll<'a> {
    pub(super) rerun: &'a Rerun<'a>,
    pub(super) stop: &'a AtomicBool,
    pub(super) played: &'a mut dyn FnMut(u64),
}

/// Why reading ended.
enum ReadStop {
    /// Something went wrong.
    Failed(SessionError),
    /// Nothing more is to be learnt, and nothing is written.
    Differs,
}

impl<T: Into<SessionError>> From<T> for ReadStop {
    fn from(error: T) -> Self {
        Self::Failed(error.into())
    }
}

impl Visitor for PlayAll<'_> {
    type Output = Result<AllAgain, SessionError>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self { rerun, stop, played } = self;
        let (recorded, header) = (rerun.recorded, rerun.header());
        let options = recorded.options::<G>()?;
        let bots = rerun.seatable();
        let outside = rerun.outside::<G>(&bots)?;
        let names: Vec<String> = header.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let lanes = match outside {
            Some(_) => header.lanes.max(1) as usize,
            None => threads(rerun.threads),
        };
        let seated = CrewRecipe::<G> {
            header: &header,
            bots: &bots,
            names: &names,
            options: &options,
            outside: outside.as_ref(),
            recorded,
            stop,
            workers: lanes,
        };
        let workers = workers(&seated)?;
        let mut out = match rerun.out {
            Some(folder) => Some(OutFolder::create(folder, rerun.command, &G::ABOUT, &header)?),
            None => None,
        };
        let mut tally = Tally::new(&G::ABOUT, header.entrants.len());
        let (mut first, mut differing) = (None, 0);
        let read = recorded.read(
            workers,
            stop,
            played,
            |worker, portion| Ok(worker.play(portion)?),
            |again: BlockAgain| {
                tally.merge(&again.batch.tally);
                differing += again.differing;
                first = first.take().or(again.first);
                if let Some(out) = &mut out {
                    out.games::<G>(&again.batch, &options)?;
                } else if rerun.cast == Cast::AsRecorded && first.is_some() {
                    return Err(ReadStop::Differs);
                }
                Ok(())
            },
        );
        let standings = standings(&G::ABOUT, &tally);
        if let Some(out) = out {
            out.finish(&standings, matches!(read, Ok(true)))?;
        }
        match read {
            Ok(_) | Err(ReadStop::Differs) => Ok(AllAgain { standings, differing, first, header }),
            Err(ReadStop::Failed(error)) => Err(error),
        }
    }
}

/// What the crews of every worker are made of.
struct CrewRecipe<'a, G: Game> {
    header: &'a Header,
    bots: &'a [Bot],
    names: &'a [String],
    options: &'a G::Options,
    outside: Option<&'a Outside>,
    recorded: &'a Recorded,
    stop: &'a AtomicBool,
    workers: usize,
}

impl<'a, G: Game> CrewRecipe<'a, G> {
    fn crews(&self, lane: Lane) -> Result<Crews<'a, G>, NoCrew> {
        let Self { header, bots, names, options, outside, .. } = *self;
        let count = CrewCount::of(bots, header.games_per_deal, header.lanes as usize);
        Crews::seat(bots, names, header.seats, options, outside, lane, count)
    }

    fn table(&self) -> Table {
        Table::new(self.bots.iter().any(Bot::is_clocked)).opening_with(self.header.openings)
    }
}

/// One worker per lane, or one per thread where nobody can remember anything.
fn workers<'a, G: Game>(seated: &'a CrewRecipe<'a, G>) -> Result<Vec<Worker<'a, G>>, SessionError> {
    let cores = usable_cores();
    let worker = |number: usize| {
        let outside = seated.outside.is_some();
        let core = (outside && !cores.is_empty()).then(|| cores[number % cores.len()]);
        let lane = Lane { number: if outside { number } else { 0 }, core };
        let crews = seated.crews(lane).map_err(CannotPlay::from)?;
        Ok(Worker { crews, table: seated.table(), core, seated, lane })
    };
    (0..seated.workers).map(worker).collect()
}

/// A worker: its crews at a table, on a processor of its own where bots outside this process play.
struct Worker<'a, G: Game> {
    crews: Crews<'a, G>,
    table: Table,
    core: Option<usize>,
    seated: &'a CrewRecipe<'a, G>,
    lane: Lane,
}

/// A block played again.
struct BlockAgain {
    batch: Batch,
    first: Option<Difference>,
    differing: u64,
}

impl<G: Game> Worker<'_, G> {
    fn play(&mut self, portion: &Portion) -> Result<BlockAgain, SessionError> {
        let CrewRecipe { header, options, outside, recorded, .. } = *self.seated;
        if let Some(core) = self.core.take() {
            pin_to(core);
        }
        let (there, timed) = (&portion.block, outside.is_some());
        let (mut block, mut times) = (Block::new(there.first), TimeSheet::default());
        let mut tally = Tally::new(&G::ABOUT, header.entrants.len());
        block.parts.clone_from(&there.parts);
        block.outs.clone_from(&there.outs);
        tally.put_out(&there.outs);
        let (mut first, mut differing) = (None, 0);
        for recorded in games_in(there.first, header.seats, header.games_per_deal, &there.plain) {
            let fixture = &recorded.fixture;
            if is_dropped(&there.outs, fixture) {
                block.push(fixture, &[]);
                tally.skip();
                if timed {
                    times.push(fixture.seats.len(), &GameTimes::default());
                }
                continue;
            }
            if there.parts.iter().any(|part| part.game == fixture.number) {
                self.begin_part(fixture.number)?;
            }
            let luck = Luck::of(header.seed(), fixture);
            let dealt = G::deal(fixture.seats.len(), options, luck.deal())?;
            let end = self.table.play(dealt, luck, fixture, self.crews.for_game(fixture));
            if self.table.is_starved() {
                return Err(CannotPlay::Overloaded(fixture.number).into());
            }
            if !counts(&there.outs, fixture, header.games_per_deal) {
                // What put a bot out need not come about again, and nothing hangs on it here.
                tally.skip();
                tally.blame(fixture, self.table.missteps());
            } else {
                if let Some(found) = difference::<G>(&recorded, self.table.events()) {
                    differing += 1;
                    first = first.or(Some(found));
                }
                tally.add(fixture, &end, self.table.missteps());
            }
            block.push(fixture, self.table.events());
            if timed {
                let timed = self.table.timed();
                times.push_timed(fixture.seats.len(), &timed.seats, &timed.answers);
            }
        }
        block.pack().map_err(|error| SessionError::File { path: recorded.path.clone(), error })?;
        Ok(BlockAgain { batch: Batch { block, tally, times }, first, differing })
    }

    /// Does what the run did at the beginning of a new part: starts the bots of its lane anew, and
    /// asks them all earlier games of the lane again.
    fn begin_part(&mut self, game: u64) -> Result<(), SessionError> {
        let CrewRecipe { header, bots, options, recorded, stop, workers, .. } = *self.seated;
        self.crews = self.seated.crews(self.lane).map_err(CannotPlay::from)?;
        self.table = self.seated.table();
        let mut recall = Recall::<G>::new(bots, options);
        let mut reader = RecordReader::open(&recorded.path)?;
        let mut lane = 0;
        while let Some(block) = reader.next_block()?.filter(|block| block.first < game) {
            let mine = lane == self.lane.number;
            lane = (lane + 1) % workers;
            let all = games_in(block.first, header.seats, header.games_per_deal, &block.plain);
            let before = |recorded: &GameBytes<'_>| {
                recorded.fixture.number < game && !is_dropped(&block.outs, &recorded.fixture)
            };
            for recorded in all.filter(|_| mine).filter(before) {
                let go_on = |_| !stop.load(Ordering::Relaxed);
                let luck = Luck::of(header.seed(), &recorded.fixture);
                let recalled = recall.game(&recorded, &luck, &mut self.table, &mut self.crews, go_on)?;
                if recalled == Recalled::BrokenOff {
                    return Err(SessionError::Interrupted);
                }
            }
        }
        Ok(())
    }
}
