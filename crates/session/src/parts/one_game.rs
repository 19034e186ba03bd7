//! One game that is a whole tournament: a head and bots in, the bytes of a record and what each seat came to
//! out. Its bots are new, sit in the order of the head, and remember nothing.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use croupier_arena::plan::Limits;
use croupier_arena::{Bot, CannotPlay, SharedUrls, Table};
use croupier_games::{Game, Seat, Visitor, with_game};
use croupier_hosts::Runtimes;
use croupier_record::{
    Block, Fixture, Header, Luck, Missteps, Pace, SeatMissteps, TimeSheet, TimedGame, whole_record,
};
use croupier_stats::Placing;

use crate::error::SessionError;
use crate::parts::given::only_fixture;
use crate::parts::seating::Seating;
use crate::plan::options_of;

/// What errors call a record that has no file.
const NAME: &str = "the record";

/// One game to play.
#[derive(Debug)]
pub struct OneGame<'a> {
    /// The head of its record: its entrants are those who play, seat by seat.
    pub header: &'a Header,
    /// Their bots.
    pub bots: &'a [Bot],
    /// What bots may use.
    pub limits: &'a Limits,
    /// What runs bots outside this process.
    pub runtimes: &'a Runtimes,
    /// The processor that the table shares with such bots.
    pub core: Option<usize>,
    /// The urls that play in this process: each plays one game at a time.
    pub urls: &'a SharedUrls,
    /// The folder for what bots print, where it is to be kept. All of it is there when the game is over.
    pub logs: Option<&'a Path>,
}

/// A game that was played.
#[derive(Debug, Clone)]
pub struct PlayedGame {
    /// The bytes of its record.
    pub record: Vec<u8>,
    /// What it came to, seat by seat.
    pub seats: Vec<SeatResult>,
}

/// What a game came to for one seat.
#[derive(Debug, Clone)]
pub struct SeatResult {
    /// Its place, from 1; those who tie share it.
    pub place: usize,
    /// Its score.
    pub score: f64,
    /// Its figures, in the order of its game's.
    pub figures: Vec<Option<f64>>,
    /// What went wrong with its bot.
    pub missteps: SeatMissteps,
}

/// Plays it. Setting `stop` ends it with [`SessionError::Interrupted`], and nothing is kept.
pub fn play_one(game: &OneGame<'_>, stop: &AtomicBool) -> Result<PlayedGame, SessionError> {
    with_game(&game.header.game, PlayOne { game, stop })?
}

struct PlayOne<'a> {
    game: &'a OneGame<'a>,
    stop: &'a AtomicBool,
}

impl Visitor for PlayOne<'_> {
    type Output = Result<PlayedGame, SessionError>;

    fn visit<G: Game>(self) -> Self::Output {
        let (OneGame { header, bots, .. }, stop) = (self.game, self.stop);
        let options = options_of::<G>(&header.options)?;
        let names: Vec<String> = header.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let seating = Seating {
            bots,
            names: &names,
            seats: names.len(),
            instances: header.instances,
            runtimes: self.game.runtimes,
            limits: self.game.limits,
            logs: self.game.logs.map(Path::to_owned),
            core: self.game.core,
        };
        let held = self.game.urls.hold(*bots);
        let (mut crew, _) = seating.crew::<G>(&options)?;
        let fixture = only_fixture(header);
        let luck = Luck::of(header.seed(), &fixture);
        let dealt = G::deal(names.len(), &options, luck.deal())?;
        // Whoever spins on a busy machine is late by its own clock, and is no reason to give the game back.
        crew.set_pace(&fixture, Pace::Patient);
        let mut table = Table::new(true).opening_with(header.openings);
        let end = table.play_while(dealt, luck, &fixture, &mut crew, |_, _, _| !stop.load(Ordering::Relaxed));
        if stop.load(Ordering::Relaxed) {
            return Err(SessionError::Interrupted);
        }
        if table.is_starved() {
            return Err(CannotPlay::Overloaded(0).into());
        }
        if !held.is_empty() {
            // The end of this game is over before another tells the same url of a beginning.
            crew.hear_out(&fixture);
        }
        // Bots end before anybody reads their logs.
        drop(crew);
        played_game(header, &fixture, (&end, table.missteps()), (table.events(), table.timed()))
    }
}

/// What a game is that came to this end.
pub(crate) fn played_game<G: Game>(
    header: &Header,
    fixture: &Fixture,
    (end, missteps): (&G, &Missteps),
    (events, times): (&[u8], &TimedGame),
) -> Result<PlayedGame, SessionError> {
    let record = record(header, fixture, events, times);
    let record = record.map_err(|error| SessionError::File { path: NAME.into(), error })?;
    Ok(PlayedGame { record, seats: results(fixture, end, missteps) })
}

/// What each seat came to.
fn results<G: Game>(fixture: &Fixture, end: &G, missteps: &Missteps) -> Vec<SeatResult> {
    let (placing, scores) = (Placing::of(fixture, end), end.scores());
    let result = |seat: Seat| {
        let place = placing.places.iter().find(|(entrant, _)| *entrant == fixture.entrant(seat));
        SeatResult {
            place: place.map_or(1, |(_, place)| *place),
            score: scores[seat.index()],
            figures: end.figures(seat).into_iter().collect(),
            missteps: missteps.of(seat).cloned().unwrap_or_default(),
        }
    };
    Seat::all(fixture.seats.len()).map(result).collect()
}

/// The bytes of a record of this one game.
fn record(header: &Header, fixture: &Fixture, events: &[u8], timed: &TimedGame) -> io::Result<Vec<u8>> {
    let mut block = Block::new(0);
    block.push(fixture, events);
    block.pack()?;
    let mut times = TimeSheet::default();
    times.push_timed(fixture.seats.len(), &timed.seats, &timed.answers);
    whole_record(header, &[block], &times)
}
