//! All games of a record, played again and compared.

use std::sync::atomic::{AtomicBool, Ordering};

use croupier_arena::{
    Batch, Bot, CannotPlay, CrewCount, Crews, Lane, NoCrew, Outside, Recall, Recalled, Table,
};
use croupier_games::Game;
use croupier_hosts::{pin_to, usable_cores};
use croupier_record::{
    Block, Difference, GameBytes, Header, Luck, RecordReader, TimeSheet, difference, games_in,
};
use croupier_report::standings_table;
use croupier_stats::{Tally, standings};
use serde_json::json;

use super::field::{Field, Roster};
use super::{Rerun, tell_changed};
use crate::dealt_again;
use crate::failure::Failure;
use crate::out_folder::OutFolder;
use crate::outside::outside;
use crate::progress::Progress;
use crate::recorded::{Portion, Recorded, threads};
use crate::say::{say, say_json, say_line};
use crate::solved;

/// A worker: its crews at a table, on a processor of its own where bots outside this process play.
struct Worker<'a, G: Game> {
    crews: Crews<'a, G>,
    table: Table,
    core: Option<usize>,
    field: &'a Seated<'a, G>,
    lane: Lane,
}

/// What the crews of every worker are made of.
struct Seated<'a, G: Game> {
    header: &'a Header,
    bots: &'a [Bot],
    names: &'a [String],
    options: &'a G::Options,
    outside: Option<&'a Outside>,
    recorded: &'a Recorded,
    stop: &'a AtomicBool,
    workers: usize,
}

/// A block played again.
struct Again {
    batch: Batch,
    first: Option<Difference>,
    differing: u64,
}

/// What came of it.
#[derive(Default)]
struct Verdict {
    first: Option<Difference>,
    differing: u64,
}

pub(super) fn again<G: Game>(rerun: &Rerun<'_>, options: &G::Options) -> Result<(), Failure> {
    let (args, recorded, limits) = (rerun.args, rerun.recorded, rerun.limits);
    let roster = Roster { recorded, args, kits: rerun.kits, limits };
    let field = if args.bots.is_empty() {
        roster.again::<G>(&recorded.header.entrants.iter().collect::<Vec<_>>())?
    } else {
        roster.others::<G>(recorded.header.entrants.len(), "of the field")?
    };
    tell_changed(&field.changed);
    solved::prepare_for(options, &field.bots, args.quiet || args.json, rerun.stop)?;
    let header = header_of(&recorded.header, &field);
    let bots: Vec<Bot> = field.bots.iter().map(|named| named.bot.clone()).collect();
    let outside = outside::<G>(&bots, rerun.kits, limits, header.instances, args.out.as_deref())?;
    dealt_again::tell(&header, &bots, args.quiet || args.json);
    let names: Vec<String> = header.entrants.iter().map(|entrant| entrant.name.clone()).collect();
    let lanes = match outside {
        Some(_) => header.lanes.max(1) as usize,
        None => threads(args.threads),
    };
    let seated = Seated::<G> {
        header: &header,
        bots: &bots,
        names: &names,
        options,
        outside: outside.as_ref(),
        recorded,
        stop: rerun.stop,
        workers: lanes,
    };
    let workers = workers(&seated)?;
    let timed = outside.is_some();
    let mut out = match &args.out {
        Some(folder) => Some(OutFolder::create(folder, &G::ABOUT, &header)?),
        None => None,
    };
    let (mut tally, mut verdict) = (Tally::new(&G::ABOUT, header.entrants.len()), Verdict::default());
    let played = recorded.read(
        workers,
        rerun.stop,
        Progress::new(args.quiet || args.json),
        |worker, portion| play::<G>(worker, portion, &header, options, timed),
        |again| {
            tally.merge(&again.batch.tally);
            verdict.differing += again.differing;
            verdict.first = verdict.first.take().or(again.first);
            if let Some(out) = &mut out {
                out.games::<G>(&again.batch, options)?;
            } else if field.same && verdict.first.is_some() {
                // Nothing more is to be learnt, and nothing is written.
                return Err(Failure::Differs);
            }
            Ok(())
        },
    );
    let standings = standings(&G::ABOUT, &tally);
    if let Some(out) = out {
        let complete = matches!(played, Ok(true));
        out.finish(&standings, complete)?;
    }
    match played {
        Ok(_) | Err(Failure::Differs) => {}
        Err(failure) => return Err(failure),
    }
    if !field.same && !args.json {
        say(standings_table(&G::ABOUT, &header, &standings, usize::MAX));
        return Ok(());
    }
    tell(rerun, &field, tally.games(), &verdict)
}

/// The head of what is played now.
fn header_of(recorded: &Header, field: &Field) -> Header {
    let mut header = recorded.clone();
    header.croupier = env!("CARGO_PKG_VERSION").to_owned();
    if !field.same {
        let names = croupier_arena::naming::entrant_names(&field.bots, 1);
        header.entrants = names.into_iter().zip(&field.bots).map(|(name, bot)| bot.entrant(name)).collect();
        header.origin = header.origin.clone().among(&header.entrants);
    }
    header
}

/// One worker per lane, or one per thread where nobody can remember anything.
fn workers<'a, G: Game>(seated: &'a Seated<'a, G>) -> Result<Vec<Worker<'a, G>>, Failure> {
    let cores = usable_cores();
    let worker = |number: usize| {
        let outside = seated.outside.is_some();
        let core = (outside && !cores.is_empty()).then(|| cores[number % cores.len()]);
        let lane = Lane { number: if outside { number } else { 0 }, core };
        let crews = seated.crews(lane).map_err(|error| Failure::from(CannotPlay::from(error)))?;
        Ok(Worker { crews, table: seated.table(), core, field: seated, lane })
    };
    (0..seated.workers).map(worker).collect()
}

impl<'a, G: Game> Seated<'a, G> {
    fn crews(&self, lane: Lane) -> Result<Crews<'a, G>, NoCrew> {
        let Self { header, bots, names, options, outside, .. } = *self;
        let count = CrewCount::of(bots, header.games_per_deal, header.lanes as usize);
        Crews::seat(bots, names, header.seats, options, outside, lane, count)
    }

    fn table(&self) -> Table {
        Table::new(self.bots.iter().any(Bot::is_clocked))
    }
}

impl<G: Game> Worker<'_, G> {
    /// Does what the run did at the beginning of a new part: starts the bots of its lane anew, and asks them all earlier
    /// games of the lane again.
    fn begin_part(&mut self, game: u64) -> Result<(), Failure> {
        let Seated { header, bots, options, recorded, stop, workers, .. } = *self.field;
        self.crews = self.field.crews(self.lane).map_err(|error| Failure::from(CannotPlay::from(error)))?;
        self.table = self.field.table();
        let mut recall = Recall::<G>::new(bots, options, header.seed());
        let mut reader = RecordReader::open(&recorded.path)?;
        let mut lane = 0;
        while let Some(block) = reader.next_block()?.filter(|block| block.first < game) {
            let mine = lane == self.lane.number;
            lane = (lane + 1) % workers;
            let all = games_in(block.first, header.seats, header.games_per_deal, &block.plain);
            let before = |recorded: &GameBytes<'_>| recorded.fixture.number < game;
            for recorded in all.filter(|_| mine).filter(before) {
                let go_on = |_| !stop.load(Ordering::Relaxed);
                if recall.game(&recorded, &mut self.table, &mut self.crews, go_on)? == Recalled::BrokenOff {
                    return Err(Failure::Interrupted);
                }
            }
        }
        Ok(())
    }
}

fn play<G: Game>(
    worker: &mut Worker<'_, G>,
    portion: &Portion,
    header: &Header,
    options: &G::Options,
    timed: bool,
) -> Result<Again, Failure> {
    if let Some(core) = worker.core.take() {
        pin_to(core);
    }
    let (mut block, mut times) = (Block::new(portion.block.first), TimeSheet::default());
    let mut tally = Tally::new(&G::ABOUT, header.entrants.len());
    block.parts.clone_from(&portion.block.parts);
    let (mut first, mut differing) = (None, 0);
    for recorded in games_in(portion.block.first, header.seats, header.games_per_deal, &portion.block.plain) {
        let fixture = &recorded.fixture;
        if portion.block.parts.iter().any(|part| part.game == fixture.number) {
            worker.begin_part(fixture.number)?;
        }
        let luck = Luck::of(header.seed(), fixture);
        let dealt = G::deal(fixture.seats.len(), options, luck.deal())?;
        let end = worker.table.play(dealt, luck, fixture, worker.crews.for_game(fixture));
        if worker.table.is_starved() {
            return Err(CannotPlay::Overloaded(fixture.number).into());
        }
        if let Some(found) = difference::<G>(&recorded, worker.table.events()) {
            differing += 1;
            first = first.or(Some(found));
        }
        tally.add(fixture, &end, worker.table.missteps());
        block.push(fixture, worker.table.events());
        if timed {
            times.push(fixture.seats.len(), worker.table.times());
        }
    }
    block.pack().map_err(|error| Failure::Trouble(error.into()))?;
    Ok(Again { batch: Batch { block, tally, times }, first, differing })
}

fn tell(rerun: &Rerun<'_>, field: &Field, games: u64, verdict: &Verdict) -> Result<(), Failure> {
    let alike = verdict.first.is_none();
    if rerun.args.json {
        let said = json!({
            "games": games,
            "identical": alike,
            "first_difference": verdict.first,
            "changed": field.changed,
            "out": rerun.args.out,
        });
        say_json(format_args!("{said:#}"));
    } else if let Some(first) = &verdict.first {
        say_line(format_args!("It differs from the record: {first}"));
        if rerun.args.out.is_some() {
            say_line(format_args!("{} of {games} games differ", verdict.differing));
        }
    } else {
        say_line(format_args!("{games} games, all as recorded"));
    }
    if alike || !field.same { Ok(()) } else { Err(Failure::Differs) }
}
