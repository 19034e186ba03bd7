//! One game: seats its bots, plays it at a table of `arena`, and brings back the result, the record
//! and the logs.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use croupier_arena::naming::NamedBot;
use croupier_arena::plan::Limits;
use croupier_arena::{Bot, Crew, Lane, Outside, Table};
use croupier_games::{Game, Seat, Visitor, with_game};
use croupier_hosts::packages::PackageList;
use croupier_hosts::pin_to;
use croupier_record::{
    Block, Entrant, EntrantId, Fixture, Header, Instances, Luck, Pace, TimeSheet, bot_log_name, whole_record,
};
use croupier_stats::Placing;

use super::{OVERLOADED, Undone, Worker};
use crate::jobs::{GameTask, Seated};
use crate::store::contests::{self, Contest};
use crate::store::games::{NewGame, SeatRow};
use crate::store::uploads;

/// So much of what a bot prints in a game is kept.
const LONGEST_LOG: usize = 32 << 10;

/// Plays a game.
pub(super) fn run(worker: &Worker, task: &GameTask) -> Result<NewGame, Undone> {
    let context = &worker.context;
    let contest = context.runtime.block_on(contests::get(&context.store, task.contest))?;
    let contest = contest.ok_or_else(|| Undone::Trouble(format!("there is no contest {}", task.contest)))?;
    play(worker, task, &contest)
}

/// Plays a game of a contest as it is described here.
pub(super) fn play(worker: &Worker, task: &GameTask, contest: &Contest) -> Result<NewGame, Undone> {
    let played = with_game(&contest.game, PlayOne { worker, task, contest });
    played.map_err(|error| Undone::Trouble(error.to_string()))?
}

struct PlayOne<'a> {
    worker: &'a Worker,
    task: &'a GameTask,
    contest: &'a Contest,
}

impl Visitor for PlayOne<'_> {
    type Output = Result<NewGame, Undone>;

    fn visit<G: Game>(self) -> Self::Output {
        let begun = Instant::now();
        let limits = limits_of(self.contest)?;
        let options = options_of::<G>(self.contest)?;
        let bots = self.task.seats.iter().map(|seated| bot_of::<G>(self.worker, seated, &limits));
        let bots = bots.collect::<Result<Vec<NamedBot>, Undone>>()?;
        let scratch = tempfile::Builder::new().prefix("game-").tempdir_in(&self.worker.context.scratch);
        let scratch = scratch.map_err(|error| trouble(&error))?;
        let names: Vec<String> = self.task.seats.iter().map(|seated| seated.name.clone()).collect();
        let seatable: Vec<Bot> = bots.iter().map(|named| named.bot.clone()).collect();
        let logs = Some(scratch.path().join("logs"));
        let runtimes = self.worker.bots.runtimes();
        let outside = Outside::of::<G>(&seatable, runtimes, &limits, Instances::Game, logs.clone())
            .map_err(|none| Undone::Trouble(none.to_string()))?;
        let core = self.worker.core.filter(|_| outside.is_some());
        if let Some(core) = core {
            pin_to(core);
        }
        let lane = Lane { number: 0, core };
        let mut crew = Crew::<G>::seat(&seatable, &names, names.len(), &options, outside.as_ref(), lane)
            .map_err(|error| Undone::Trouble(error.to_string()))?;
        let seats = (0..names.len() as u16).map(EntrantId).collect();
        let fixture = Fixture { number: 0, deal: 0, seats };
        let luck = Luck::of(self.task.origin.seed(), &fixture);
        let dealt = G::deal(names.len(), &options, luck.deal())
            .map_err(|error| Undone::Trouble(error.to_string()))?;
        // Whoever spins on a busy machine is late by its own clock, and is no reason to give the game back.
        crew.set_pace(&fixture, Pace::LastPlaying);
        let mut table = Table::new(true);
        let stop = &self.worker.context.stop;
        let end = table.play_while(dealt, luck, &fixture, &mut crew, |_, _, _| !stop.load(Ordering::Relaxed));
        if stop.load(Ordering::Relaxed) {
            return Err(Undone::Stopped);
        }
        if table.is_starved() {
            return Err(Undone::Trouble(OVERLOADED.to_owned()));
        }
        // Bots end before their logs are read.
        drop(crew);
        let header = self.header::<G>(&options, &bots)?;
        let record = record(&header, &fixture, &table).map_err(|error| trouble(&error))?;
        let placing = Placing::of(&fixture, &end);
        let seats = Seat::all(names.len())
            .map(|seat| self.seat_row(seat, &end, &placing, &table, logs.as_deref()))
            .collect();
        let took = begun.elapsed().as_millis() as i64;
        // The column is from before luck had more bits than it; the record tells all of it.
        let seed = self.task.origin.number().unwrap_or(0) as i64;
        Ok(NewGame { contest: self.contest.id, seed, took, seats, record })
    }
}

impl PlayOne<'_> {
    fn seat_row<G: Game>(
        &self,
        seat: Seat,
        end: &G,
        placing: &Placing,
        table: &Table,
        logs: Option<&Path>,
    ) -> SeatRow {
        let seated = &self.task.seats[seat.index()];
        let place = placing.places.iter().find(|(entrant, _)| entrant.index() == seat.index());
        let missteps = table.missteps().of(seat).cloned().unwrap_or_default();
        let figures: Vec<Option<f64>> = end.figures(seat).into_iter().collect();
        let out = u32::from(missteps.disqualified.is_some());
        SeatRow {
            entry: seated.entry,
            upload: seated.upload,
            place: place.map_or(1, |(_, place)| *place as i64),
            score: end.scores()[seat.index()],
            figures: serde_json::to_string(&figures).unwrap_or_default(),
            faults: i64::from(missteps.illegal + missteps.faults + out),
            fault: missteps.first.or(missteps.disqualified),
            log: logs.map(|folder| log(folder, &seated.name)).unwrap_or_default(),
        }
    }

    fn header<G: Game>(&self, options: &G::Options, bots: &[NamedBot]) -> Result<Header, Undone> {
        let entrant = |(seated, bot): (&Seated, &NamedBot)| Entrant {
            name: seated.name.clone(),
            bot: seated.house.clone().unwrap_or_else(|| bot.name.clone()),
            hash: bot.hash.clone(),
            runs_in: bot.bot.runs_in(),
            ..Entrant::default()
        };
        let options = serde_json::to_value(options).map_err(|error| Undone::Trouble(error.to_string()))?;
        let entrants = self.task.seats.iter().zip(bots).map(entrant).collect();
        Ok(Header {
            instances: Instances::Game,
            limits: serde_json::from_str(&self.contest.limits).ok(),
            packages: self.worker.bots.runtimes().packages().map(PackageList::hash),
            ..Header::new(&G::ABOUT, options, self.task.origin.clone(), entrants)
        })
    }
}

/// The bot behind a seat: a player of the house, or the upload that plays.
pub(super) fn bot_of<G: Game>(worker: &Worker, seated: &Seated, limits: &Limits) -> Result<NamedBot, Undone> {
    let bad = |error: croupier_arena::naming::BadBot| Undone::Trouble(error.to_string());
    if let Some(house) = &seated.house {
        return worker.bots.house::<G>(house).map_err(bad);
    }
    let context = &worker.context;
    let gone = || Undone::Trouble(format!("{} has no upload", seated.name));
    let upload = seated.upload.ok_or_else(gone)?;
    let upload = context.runtime.block_on(uploads::get(&context.store, upload))?.ok_or_else(gone)?;
    worker.bots.upload::<G>(&upload, limits).map_err(bad)
}

/// The limits of a contest.
pub(super) fn limits_of(contest: &Contest) -> Result<Limits, Undone> {
    serde_json::from_str(&contest.limits)
        .map_err(|error| Undone::Trouble(format!("the limits of {}: {error}", contest.name)))
}

/// The game's options of a contest.
pub(super) fn options_of<G: Game>(contest: &Contest) -> Result<G::Options, Undone> {
    serde_json::from_str(&contest.options)
        .map_err(|error| Undone::Trouble(format!("the options of {}: {error}", contest.name)))
}

pub(super) fn trouble(error: &std::io::Error) -> Undone {
    Undone::Trouble(error.to_string())
}

/// The bytes of a record of this one game.
fn record(header: &Header, fixture: &Fixture, table: &Table) -> io::Result<Vec<u8>> {
    let mut block = Block::new(0);
    block.push(fixture, table.events());
    block.pack()?;
    let mut times = TimeSheet::default();
    times.push_timed(fixture.seats.len(), table.times(), &table.timed().answers);
    whole_record(header, &[block], &times)
}

/// What a bot printed, up to the limit, as text.
fn log(folder: &Path, name: &str) -> String {
    let bytes = fs::read(folder.join(bot_log_name(name, 0))).unwrap_or_default();
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST_LOG)]).replace('\0', "\u{fffd}");
    if bytes.len() > LONGEST_LOG { format!("{shown}\n[the rest is dropped]\n") } else { shown }
}
