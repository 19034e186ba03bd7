//! One rung against the one below it, until they are told apart.
//!
//! At a table of two they meet and change seats; at a wider one a player of the rung takes the
//! place of one of the rung below, in the same seat of the same deal, among others of the rung
//! below.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_arena::naming::NamedBot;
use croupier_arena::{Bot, Ended, MoveClock, MoveTimes};
use croupier_games::{Seed, list};
use croupier_record::{Design, EntrantId, Instances, record_path};
use croupier_session::{Event, LOOK, Layout, Pairing, Results, Run, Session, Setup, find_house_bot};
use croupier_stats::{Bounds, MISS};

use super::settings::{Settings, time_of, write_json};
use crate::args::command_line;
use crate::failure::Failure;
use crate::output::{Progress, note};
use crate::play::{Publish, play_until};
use crate::stop::Stop;

/// A budget is kept by a move that takes no more than so many times as long.
const KEPT: f64 = 1.2;
/// Where nothing is hidden and nothing drawn, everyone begins with so many drawn moves.
const DRAWN: u8 = 2;
/// Where moves take their time, so many games lie between two looks: a look is where what is known
/// is kept.
const TIMED_LOOK: u64 = 16;
/// Lines of progress come no more often than this.
const BETWEEN_LINES: Duration = Duration::from_secs(5);
const TIMES_FILE: &str = "times.json";

/// Two players who meet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meeting<'a> {
    /// The rung that is measured.
    pub(super) rung: &'a str,
    /// The one below.
    pub(super) below: &'a str,
    /// How many sit at the table.
    pub(super) seats: usize,
    /// Its place among all meetings at such tables: its luck grows from it.
    pub(super) number: usize,
}

/// What came of it.
#[derive(Debug, Clone)]
pub(super) struct BoutResult {
    /// How far the rung is ahead, per game.
    pub(super) bounds: Bounds,
    pub(super) games: u64,
    pub(super) times: MoveTimes,
    pub(super) interrupted: bool,
    /// Refused and missing moves of both, which no player of the house should have.
    pub(super) missteps: u64,
}

impl Meeting<'_> {
    /// Where its record is kept.
    pub(super) fn folder(&self, out: &Path) -> PathBuf {
        out.join(format!("{}-players", self.seats)).join(format!("{}-over-{}", self.rung, self.below))
    }

    /// Plays it, or goes on with it where some of it has been played.
    pub(super) fn play(
        &self,
        settings: &Settings,
        out: &Path,
        threads: Option<usize>,
        quiet: bool,
        stop: &Stop,
    ) -> Result<BoutResult, Failure> {
        let folder = self.folder(out);
        let resume = record_path(&folder).is_file();
        let before = if resume { times_in(&folder) } else { MoveTimes::default() };
        let limit = time_of(self.rung).map(|budget| budget.mul_f64(KEPT));
        let clock = Arc::new(MoveClock::new(before, limit));
        let session = Session::prepare(self.setup(settings, &folder, resume, threads, &clock)?)?;
        let mut known = Bounds { mean: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY, samples: 0 };
        let (mut next, begun, mut kept) = (BETWEEN_LINES, Instant::now(), Ok(()));
        let outcome = play_until(&session, stop, Progress::Silent, Publish::Nothing, &mut |event| {
            let Event::Look { tally, matched } = event else { return ControlFlow::Continue(()) };
            known = matched.between(EntrantId(0), EntrantId(1)).bounds(MISS);
            // Times beside the games they belong to: whatever ends this run, both are kept.
            kept = write_json(&folder.join(TIMES_FILE), &clock.times());
            if !quiet && begun.elapsed() >= next {
                next = begun.elapsed() + BETWEEN_LINES;
                note(format_args!("  {} games: {}", tally.games(), ahead(&known)));
            }
            let told_apart = known.is_above() || known.is_below();
            if told_apart { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        kept?;
        write_json(&folder.join(TIMES_FILE), &clock.times())?;
        let missteps = outcome.tally.entrants().iter().map(|entrant| entrant.illegal + entrant.faults).sum();
        Ok(BoutResult {
            bounds: known,
            games: outcome.tally.games(),
            times: clock.times(),
            interrupted: outcome.ended == Ended::Stopped,
            missteps,
        })
    }

    fn setup(
        &self,
        settings: &Settings,
        folder: &Path,
        resume: bool,
        threads: Option<usize>,
        clock: &Arc<MoveClock>,
    ) -> Result<Setup, Failure> {
        fs::create_dir_all(folder).map_err(Failure::unwritten(folder))?;
        let (game, alone) = (&settings.game, self.seats == 2);
        let mut bots = vec![clocked(game, self.rung, Arc::clone(clock))?];
        // Of the rung below: the one that is compared, and the others at the table.
        for _ in 0..if alone { 1 } else { self.seats } {
            bots.push(clocked(game, self.below, Arc::default())?);
        }
        let luck = Seed::plain(settings.seed).child(self.seats as u64).child(self.number as u64);
        let timed = settings.is_timed();
        let usual = Setup::new(game, bots)?;
        Ok(Setup {
            layout: Layout {
                players: Some(self.seats),
                games: settings.games,
                design: if alone { Design::Pairs } else { Design::Substitute },
                pairing: Pairing::FirstTwo,
                ..usual.layout
            },
            seed: Some(luck.number(u64::BITS)),
            look: Some(if timed { TIMED_LOOK } else { LOOK }),
            instances: Instances::Game,
            game_files: Some(false),
            results: Results::Folder {
                path: folder.to_owned(),
                run: if resume { Run::GoesOn } else { Run::First },
            },
            command: Some(command_line()),
            openings: if list::about(game)?.hidden { 0 } else { DRAWN },
            // More threads than idle processors would make every clock wrong.
            threads: threads.or(timed.then_some(1)),
            ..usual
        })
    }
}

/// A player of the house with a clock.
fn clocked(game: &str, name: &str, clock: Arc<MoveClock>) -> Result<NamedBot, Failure> {
    let named = find_house_bot(game, name)?;
    let Bot::House(house) = named.bot else { return Ok(named) };
    Ok(NamedBot { bot: Bot::Clocked { house, clock }, ..named })
}

/// The times of the games that a folder holds; none where they were lost.
fn times_in(folder: &Path) -> MoveTimes {
    let text = fs::read_to_string(folder.join(TIMES_FILE)).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// An advantage in words.
fn ahead(bounds: &Bounds) -> String {
    if bounds.low.is_finite() {
        format!("ahead by {:.2} ({:.2} to {:.2})", bounds.mean, bounds.low, bounds.high)
    } else {
        format!("ahead by {:.2} (too early to say)", bounds.mean)
    }
}
