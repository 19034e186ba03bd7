//! One game: finds its bots, has it played, and brings back the result, the record and the logs.

use std::fs;
use std::time::{Duration, Instant};

use croupier_arena::Bot;
use croupier_arena::naming::NamedBot;
use croupier_arena::plan::Limits;
use croupier_record::{Entrant, Header, Instances, bot_log_name};
use croupier_session::{
    Conditions, NotFound, OneGame, PlayedGame, SeatResult, find_house_bot, game_header, play_one,
    read_options,
};

use super::{Undone, Worker};
use crate::jobs::{GameTask, SeatedEntry};
use crate::store::contests::{self, Contest};
use crate::store::games::{NewGame, SeatRow};
use crate::store::uploads;

/// So much of what a bot prints in a game is kept.
pub(super) const LONGEST_LOG: usize = 32 << 10;

/// Plays a game.
pub(super) fn run(worker: &Worker, task: &GameTask) -> Result<NewGame, Undone> {
    let context = &worker.context;
    let contest = context.runtime.block_on(contests::get(&context.store, task.contest))?;
    let contest = contest.ok_or_else(|| Undone::Trouble(format!("there is no contest {}", task.contest)))?;
    play(worker, task, &contest)
}

/// Plays a game of a contest as it is described here.
pub(super) fn play(worker: &Worker, task: &GameTask, contest: &Contest) -> Result<NewGame, Undone> {
    let begun = Instant::now();
    let Table { bots, header, limits } = seated(worker, task, contest)?;
    let scratch = tempfile::Builder::new().prefix("game-").tempdir_in(&worker.context.scratch);
    let scratch = scratch.map_err(|error| trouble(&error))?;
    let logs = scratch.path().join("logs");
    let runtimes = worker.bots.runtimes();
    let seatable: Vec<Bot> = bots.into_iter().map(|named| named.bot).collect();
    let game = OneGame {
        header: &header,
        bots: &seatable,
        limits: &limits,
        runtimes,
        core: worker.core,
        urls: &worker.context.urls,
        logs: Some(&logs),
    };
    let played = play_one(&game, &worker.stop)?;
    let log = |_: usize, name: &str| fs::read(logs.join(bot_log_name(name, 0))).unwrap_or_default();
    Ok(to_store(task, played, begun.elapsed(), log))
}

/// Who sits at the table of a game, and the head of its record.
pub(super) struct Table {
    pub(super) bots: Vec<NamedBot>,
    pub(super) header: Header,
    pub(super) limits: Limits,
}

/// Finds those who sit at a table.
pub(super) fn seated(worker: &Worker, task: &GameTask, contest: &Contest) -> Result<Table, Undone> {
    let limits = limits_of(contest)?;
    let bots = task.seats.iter().map(|seated| bot_of(worker, &contest.game, seated, &limits));
    let bots = bots.collect::<Result<Vec<NamedBot>, Undone>>()?;
    // An upload is told by the name that it has itself, and not by that of its file.
    let entrant = |(seated, named): (&SeatedEntry, &NamedBot)| Entrant {
        bot: named.name.clone(),
        ..named.entrant(seated.name.clone())
    };
    let entrants = task.seats.iter().zip(&bots).map(entrant);
    let options = read_options(&contest.game, &contest.options)?;
    let packages = worker.bots.runtimes().packages();
    let conditions = Conditions { instances: Instances::Game, limits: &limits, packages };
    let header = game_header(&contest.game, options, task.origin.clone(), entrants.collect(), &conditions)?;
    Ok(Table { bots, header, limits })
}

/// What is stored of a game; `log` gives what the bot of a seat has printed.
pub(super) fn to_store(
    task: &GameTask,
    played: PlayedGame,
    took: Duration,
    log: impl Fn(usize, &str) -> Vec<u8>,
) -> NewGame {
    let results = task.seats.iter().zip(played.seats).enumerate();
    let seats = results.map(|(seat, (seated, result))| seat_row(seated, result, &log(seat, &seated.name)));
    let seats = seats.collect();
    let took = took.as_millis() as i64;
    // The column is from before luck had more bits than it; the record tells all of it.
    let seed = task.origin.number().unwrap_or(0) as i64;
    NewGame { contest: task.contest, seed, took, seats, record: played.record }
}

fn seat_row(
    seated: &SeatedEntry,
    SeatResult { place, score, figures, missteps }: SeatResult,
    log: &[u8],
) -> SeatRow {
    let out = u32::from(missteps.disqualified.is_some());
    SeatRow {
        entry: seated.entry,
        upload: seated.upload,
        place: place as i64,
        score,
        figures: serde_json::to_string(&figures).unwrap_or_default(),
        faults: i64::from(missteps.illegal + missteps.faults + out),
        fault: missteps.first.or(missteps.disqualified),
        log: shown(log),
    }
}

/// The bot behind a seat: a player of the house, or the upload that plays.
pub(super) fn bot_of(
    worker: &Worker,
    game: &str,
    seated: &SeatedEntry,
    limits: &Limits,
) -> Result<NamedBot, Undone> {
    let bad = |error: NotFound| Undone::Trouble(error.to_string());
    if let Some(house) = &seated.house {
        return find_house_bot(game, house).map_err(bad);
    }
    let context = &worker.context;
    let gone = || Undone::Trouble(format!("{} has no upload", seated.name));
    let upload = seated.upload.ok_or_else(gone)?;
    let upload = context.runtime.block_on(uploads::get(&context.store, upload))?.ok_or_else(gone)?;
    worker.fetch(&upload)?;
    worker.bots.upload(game, &upload, limits).map_err(bad)
}

/// The limits of a contest.
pub(super) fn limits_of(contest: &Contest) -> Result<Limits, Undone> {
    serde_json::from_str(&contest.limits)
        .map_err(|error| Undone::Trouble(format!("the limits of {}: {error}", contest.name)))
}

pub(super) fn trouble(error: &std::io::Error) -> Undone {
    Undone::Trouble(error.to_string())
}

/// What a bot printed, up to the limit, as text.
fn shown(bytes: &[u8]) -> String {
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST_LOG)]).replace('\0', "\u{fffd}");
    if bytes.len() > LONGEST_LOG { format!("{shown}\n[the rest is dropped]\n") } else { shown }
}
