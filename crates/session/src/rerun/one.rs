//! One game of a record, played again or gone on with from a turn.

use croupier_arena::naming::entrant_names;
use croupier_arena::{Batch, CannotPlay, NoPast, Past, Table};
use croupier_games::{Game, Moment, Scores, Seat, Visitor};
use croupier_record::{
    Block, Difference, EntrantId, Fixture, GameBytes, Header, Luck, TimeSheet, difference, replay,
};
use croupier_report::winners_line;
use croupier_stats::{Tally, standings};

use super::{Cast, Rerun};
use crate::error::SessionError;
use crate::out_folder::OutFolder;
use crate::parts::seating::Seating;

/// What stands in a story before the first turn that is asked anew.
const ANEW: &str = "\n— from here on it is played anew —\n\n";

/// A game that was played again.
#[derive(Debug)]
pub struct GameAgain {
    /// The names of the seats.
    pub names: Vec<String>,
    /// What each seat has now.
    pub scores: Scores,
    /// Who won now.
    pub winners: Vec<String>,
    /// The same in a line.
    pub winners_line: String,
    /// Its story, with a line where it begins to be new.
    pub story: String,
    /// The first difference from the record.
    pub difference: Option<Difference>,
}

/// Plays it, once the game's type is known.
pub(super) struct PlayAgain<'a> {
    pub(super) rerun: &'a Rerun<'a>,
    pub(super) number: u64,
    pub(super) from: Option<u64>,
}

impl Visitor for PlayAgain<'_> {
    type Output = Result<GameAgain, SessionError>;

    fn visit<G: Game>(self) -> Self::Output {
        let Self { rerun, number, from } = self;
        let options = rerun.recorded.options::<G>()?;
        let (there, events) =
            rerun.recorded.game(number, |game| (game.fixture.clone(), game.events.to_vec()))?;
        let header = header_of(rerun, &there);
        let names: Vec<String> = header.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let seats = (0..there.seats.len() as u16).map(EntrantId).collect();
        let fixture = Fixture { number, deal: there.deal, seats };
        let bots = rerun.seatable();
        let seating = Seating {
            bots: &bots,
            names: &names,
            seats: bots.len(),
            instances: header.instances,
            runtimes: rerun.runtimes,
            limits: rerun.limits,
            logs: rerun.logs(),
            core: None,
        };
        let (mut crew, is_timed) = seating.crew::<G>(&options)?;
        let mut table = Table::new(is_timed).opening_with(header.openings);
        let luck = Luck::of(header.seed(), &fixture);
        let dealt = G::deal(bots.len(), &options, luck.deal())?;
        let end = match from {
            None => table.play(dealt, luck, &fixture, &mut crew),
            Some(from) => {
                let past = Past { events: &events, turns: from.saturating_sub(1) };
                let played = table.go_on(dealt, luck, &fixture, &mut crew, past);
                played.map_err(|error| bad_turn(number, from, error))?
            }
        };
        if table.is_starved() {
            return Err(CannotPlay::Overloaded(number).into());
        }
        if let Some(folder) = rerun.out {
            let mut tally = Tally::new(&G::ABOUT, header.entrants.len());
            tally.add(&fixture, &end, table.missteps());
            let mut block = Block::new(number);
            block.push(&fixture, table.events());
            block.pack().map_err(|error| SessionError::File { path: folder.to_owned(), error })?;
            let standings = standings(&G::ABOUT, &tally);
            let mut out = OutFolder::create(folder, rerun.command, &G::ABOUT, &header)?;
            out.games::<G>(&Batch { block, tally, times: TimeSheet::default() }, &options)?;
            // One game of several: the record is not a whole tournament.
            out.finish(&standings, false)?;
        }
        let difference = difference::<G>(&GameBytes { fixture: there, events: &events }, table.events());
        let now = GameBytes { fixture, events: table.events() };
        let seated: Vec<&str> = names.iter().map(String::as_str).collect();
        let won = Seat::all(names.len()).filter(|&seat| end.winners().contains(seat));
        Ok(GameAgain {
            scores: end.scores(),
            winners: won.map(|seat| names[seat.index()].clone()).collect(),
            winners_line: winners_line(&end, &seated),
            story: story::<G>(&now, &seated, from, &header, &options)?,
            difference,
            names,
        })
    }
}

/// The head of a record that holds this game alone.
fn header_of(rerun: &Rerun<'_>, there: &Fixture) -> Header {
    let recorded = &rerun.recorded.header;
    let names = match rerun.cast {
        Cast::AsRecorded => {
            let sits = |entrant: &EntrantId| recorded.entrants.get(entrant.index());
            there.seats.iter().filter_map(sits).map(|entrant| entrant.name.clone()).collect()
        }
        Cast::Others => entrant_names(rerun.bots, 1),
    };
    let mut header = Header { games: there.number + 1, ..recorded.clone() };
    env!("CARGO_PKG_VERSION").clone_into(&mut header.croupier);
    header.entrants = rerun.entrants(names);
    header.origin = header.origin.clone().among(&header.entrants);
    header
}

fn bad_turn(game: u64, from: u64, error: NoPast) -> SessionError {
    match error {
        NoPast::Shorter(turns) => SessionError::NoSuchTurn { game, from, most: turns + 1 },
        error @ NoPast::Damaged(_) => SessionError::Past { game, error },
    }
}

/// The story of the game, with a line where it begins to be new.
fn story<G: Game>(
    now: &GameBytes<'_>,
    names: &[&str],
    from: Option<u64>,
    header: &Header,
    options: &G::Options,
) -> Result<String, SessionError> {
    let (mut out, mut turn) = (String::new(), 0);
    replay::<G>(now, options, header.seed(), |moment| {
        if matches!(moment, Moment::Played { .. } | Moment::Refused { .. }) {
            turn += 1;
            if from == Some(turn) {
                out += ANEW;
            }
        }
        G::tell(moment, names, &mut out);
    })?;
    Ok(out)
}
