//! A stored record of one game, opened for whoever wants to tell or draw it.

use std::path::Path;

use crate::accounts::reader::Sees;
use croupier_games::{Game, Moment, Seat, Visitor, with_game};
use croupier_record::{
    Difference, GameBytes, Header, RecordReader, difference, games_in, public_events, replay,
    with_other_events,
};
use croupier_report::picture::{Picture, Scene, caption, picture, reel, views_at};

/// What somebody wants to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Look {
    /// After so many moves; more than there are is the last.
    pub turn: usize,
    /// Through whose eyes; `None` for all hands open.
    pub seat: Option<usize>,
    /// How far a board is turned, in eighths.
    pub turned: u8,
}

/// One turn of a game, told and drawn.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    /// The number of moves before it.
    pub turn: usize,
    /// The number of the last one.
    pub last: usize,
    /// Who sat where.
    pub names: Vec<String>,
    /// What happened, in words.
    pub caption: String,
    /// The table as it is then.
    pub picture: Picture,
}

/// One turn of a record of one game, and the story that it tells.
pub(crate) fn told(game: &str, bytes: &[u8], look: Look) -> Result<(Seen, String), String> {
    with_game(game, Told { bytes, look }).map_err(|error| error.to_string())?
}

/// A record as somebody may have it: the same games, which replay to the same ends.
pub(crate) fn shown_to(game: &str, bytes: Vec<u8>, sees: &Sees) -> Result<Vec<u8>, String> {
    match sees {
        Sees::All => Ok(bytes),
        Sees::Only(entrants) => {
            with_game(game, Public { bytes: &bytes, entrants }).map_err(|error| error.to_string())?
        }
    }
}

struct Public<'a> {
    bytes: &'a [u8],
    entrants: &'a [usize],
}

impl Visitor for Public<'_> {
    type Output = Result<Vec<u8>, String>;

    fn visit<G: Game>(self) -> Self::Output {
        let rewritten = with_other_events(self.bytes, |header, game| {
            let options = serde_json::from_value(header.options.clone()).ok()?;
            let seats = game.fixture.seats.iter().enumerate();
            let own = seats.filter(|(_, entrant)| self.entrants.contains(&entrant.index()));
            let own: Vec<Seat> = own.map(|(seat, _)| Seat(seat as u8)).collect();
            // What does not replay is nobody's: its seats cannot be told apart.
            public_events::<G>(game, &options, header.seed, &own)
                .or_else(|| public_events::<G>(game, &options, header.seed, &[]))
        });
        rewritten.map_err(|error| error.to_string())
    }
}

/// What a record of one game comes to when it is played again.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Replayed {
    /// The score of every seat.
    pub scores: Vec<f64>,
    /// How many moves were made or refused.
    pub moves: usize,
}

/// Plays a recorded game again, move by move, by the rules.
pub(crate) fn replayed(game: &str, bytes: &[u8]) -> Result<Replayed, String> {
    with_game(game, Again { bytes }).map_err(|error| error.to_string())?
}

struct Again<'a> {
    bytes: &'a [u8],
}

impl Visitor for Again<'_> {
    type Output = Result<Replayed, String>;

    fn visit<G: Game>(self) -> Self::Output {
        opened::<G, _>(self.bytes, |game, header, options| {
            let mut moves = 0;
            let again = replay::<G>(game, options, header.seed, |moment| {
                moves += usize::from(matches!(moment, Moment::Played { .. } | Moment::Refused { .. }));
            });
            let (end, _) = again.map_err(|error| error.to_string())?;
            Ok(Replayed { scores: end.scores().to_vec(), moves })
        })
    }
}

/// How a game that was played once more compares with its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Compared {
    /// Byte for byte.
    Same,
    /// Move for move; what is said of a fault differs.
    Alike,
    /// Not; here first.
    Differs(Difference),
}

/// Compares two records of one game each; the times that stand behind the games are nobody's moves.
pub(crate) fn compared(game: &str, there: &[u8], now: &[u8]) -> Result<Compared, String> {
    with_game(game, Compare { there, now }).map_err(|error| error.to_string())?
}

struct Compare<'a> {
    there: &'a [u8],
    now: &'a [u8],
}

impl Visitor for Compare<'_> {
    type Output = Result<Compared, String>;

    fn visit<G: Game>(self) -> Self::Output {
        let now = opened::<G, _>(self.now, |game, _, _| Ok(game.events.to_vec()))?;
        opened::<G, _>(self.there, |game, _, _| {
            Ok(match difference::<G>(game, &now) {
                Some(found) => Compared::Differs(found),
                None if game.events == now => Compared::Same,
                None => Compared::Alike,
            })
        })
    }
}

/// The head of a record: who sat where, with which luck and options.
pub(crate) fn head(bytes: &[u8]) -> Result<Header, String> {
    let reader =
        RecordReader::in_memory(Path::new("the stored record"), bytes).map_err(|error| error.to_string())?;
    Ok(reader.header().clone())
}

struct Told<'a> {
    bytes: &'a [u8],
    look: Look,
}

impl Visitor for Told<'_> {
    type Output = Result<(Seen, String), String>;

    fn visit<G: Game>(self) -> Self::Output {
        opened::<G, _>(self.bytes, |game, header, options| {
            let seen = looked::<G>(game, header, options, self.look)?;
            let told = croupier_report::story::<G>(game, header, options);
            let (story, _, _) = told.map_err(|error| error.to_string())?;
            Ok((seen, story))
        })
    }
}

fn looked<G: Game>(
    game: &GameBytes<'_>,
    header: &Header,
    options: &G::Options,
    Look { turn, seat, turned }: Look,
) -> Result<Seen, String> {
    let reel = reel::<G>(game, header, options).map_err(|error| error.to_string())?;
    let last = reel.stills.len() - 1;
    let turn = turn.min(last);
    let seat = seat.filter(|&seat| seat < header.seats).map(|seat| Seat(seat as u8));
    let views = views_at::<G>(game, header, options, turn, seat).map_err(|error| error.to_string())?;
    let names: Vec<&str> = reel.names.iter().map(String::as_str).collect();
    let scene = Scene { views: &views, names: &names, choices: &[], turned };
    let picture = picture(G::ABOUT.name, &scene);
    let mut caption = caption(&reel, turn);
    if picture.turns_round {
        // The story draws the board in letters, which is indented; here it is drawn in full beside it.
        caption = caption.lines().filter(|line| !line.starts_with(' ')).collect::<Vec<_>>().join("\n");
    }
    Ok(Seen { turn, last, caption, picture, names: reel.names.clone() })
}

/// Opens a record that lies in memory.
fn opened<G: Game, T>(
    bytes: &[u8],
    read: impl FnOnce(&GameBytes<'_>, &Header, &G::Options) -> Result<T, String>,
) -> Result<T, String> {
    let words = |error: &dyn std::fmt::Display| error.to_string();
    let mut reader =
        RecordReader::in_memory(Path::new("the stored record"), bytes).map_err(|error| words(&error))?;
    let header = reader.header().clone();
    let options = serde_json::from_value(header.options.clone()).map_err(|error| words(&error))?;
    let block = reader.next_block().map_err(|error| words(&error))?.ok_or("the record is empty")?;
    let mut games = games_in(block.first, header.seats, header.games_per_deal, &block.plain);
    let game = games.next().ok_or("the record is empty")?;
    read(&game, &header, &options)
}
