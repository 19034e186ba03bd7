//! Records that lie in memory, as a site stores them: told, drawn, played again, compared, and without what
//! is private. All but the last look at the first game of a record.

use std::io;
use std::path::Path;

use croupier_games::{Game, Moment, Seat, UnknownGame, Visitor, with_game};
use croupier_record::{
    Difference, GameBytes, Header, RecordError, RecordReader, ReplayError, difference, games_in,
    public_events, replay, with_other_events,
};
use croupier_report::picture::{Picture, Scene, caption, picture, stills, views_at};

/// What errors call a record that has no file.
const NAME: &str = "the stored record";

/// Why a stored record cannot be told, drawn or compared. None of it is the reader's doing.
#[derive(Debug, thiserror::Error)]
pub enum UnreadableRecord {
    /// It is of a game that this program does not know.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// Its bytes are none of a record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Its options are none of its game.
    #[error("the options of the stored record: {0}")]
    Options(serde_json::Error),
    /// Its moves are against the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It cannot be put together.
    #[error("the record cannot be written: {0}")]
    NotWritten(#[from] io::Error),
    /// It holds no game.
    #[error("the stored record is empty")]
    Empty,
}

/// What somebody wants to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TurnView {
    /// After so many moves; more than there are is the last.
    pub turn: usize,
    /// Through whose eyes; `None` for all hands open.
    pub seat: Option<usize>,
    /// How far a board is turned, in eighths.
    pub turned: u8,
}

/// One turn of a game, told and drawn.
#[derive(Debug, Clone)]
pub struct DrawnTurn {
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
pub fn told(game: &str, bytes: &[u8], look: TurnView) -> Result<(DrawnTurn, String), UnreadableRecord> {
    with_game(game, Tell { bytes, look })?
}

/// A record without what is private, but for that of these entrants: the same games, which replay to the same
/// ends.
pub fn public(game: &str, bytes: &[u8], entrants: &[usize]) -> Result<Vec<u8>, UnreadableRecord> {
    with_game(game, Public { bytes, entrants })?
}

struct Public<'a> {
    bytes: &'a [u8],
    entrants: &'a [usize],
}

impl Visitor for Public<'_> {
    type Output = Result<Vec<u8>, UnreadableRecord>;

    fn visit<G: Game>(self) -> Self::Output {
        let rewritten = with_other_events(self.bytes, |header, game| {
            let options = serde_json::from_value(header.options.clone()).ok()?;
            let seats = game.fixture.seats.iter().enumerate();
            let own = seats.filter(|(_, entrant)| self.entrants.contains(&entrant.index()));
            let own: Vec<Seat> = own.map(|(seat, _)| Seat(seat as u8)).collect();
            // What does not replay is nobody's: its seats cannot be told apart.
            public_events::<G>(game, &options, header.seed(), &own)
                .or_else(|| public_events::<G>(game, &options, header.seed(), &[]))
        });
        Ok(rewritten?)
    }
}

/// What a record of one game comes to when it is played again.
#[derive(Debug, Clone, PartialEq)]
pub struct Replayed {
    /// The score of every seat.
    pub scores: Vec<f64>,
    /// How many moves were made or refused.
    pub moves: usize,
}

/// Plays a recorded game again, move by move, by the rules.
pub fn replayed(game: &str, bytes: &[u8]) -> Result<Replayed, UnreadableRecord> {
    with_game(game, Again { bytes })?
}

struct Again<'a> {
    bytes: &'a [u8],
}

impl Visitor for Again<'_> {
    type Output = Result<Replayed, UnreadableRecord>;

    fn visit<G: Game>(self) -> Self::Output {
        opened::<G, _>(self.bytes, |game, header, options| {
            let mut moves = 0;
            let again = replay::<G>(game, options, header.seed(), |moment| {
                moves += usize::from(matches!(moment, Moment::Played { .. } | Moment::Refused { .. }));
            });
            let (end, _) = again?;
            Ok(Replayed { scores: end.scores().to_vec(), moves })
        })
    }
}

/// How a game that was played once more compares with its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compared {
    /// Byte for byte.
    Same,
    /// Move for move; what is said of a fault differs.
    Alike,
    /// Not; here first.
    Differs(Difference),
}

/// Compares two records of one game each; the times that stand behind the games are nobody's moves.
pub fn compared(game: &str, there: &[u8], now: &[u8]) -> Result<Compared, UnreadableRecord> {
    with_game(game, Compare { there, now })?
}

struct Compare<'a> {
    there: &'a [u8],
    now: &'a [u8],
}

impl Visitor for Compare<'_> {
    type Output = Result<Compared, UnreadableRecord>;

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
pub fn head(bytes: &[u8]) -> Result<Header, UnreadableRecord> {
    let reader = RecordReader::in_memory(Path::new(NAME), bytes)?;
    Ok(reader.header().clone())
}

struct Tell<'a> {
    bytes: &'a [u8],
    look: TurnView,
}

impl Visitor for Tell<'_> {
    type Output = Result<(DrawnTurn, String), UnreadableRecord>;

    fn visit<G: Game>(self) -> Self::Output {
        opened::<G, _>(self.bytes, |game, header, options| {
            let seen = looked::<G>(game, header, options, self.look)?;
            let told = croupier_report::story::<G>(game, header, options);
            let (story, _, _) = told?;
            Ok((seen, story))
        })
    }
}

fn looked<G: Game>(
    game: &GameBytes<'_>,
    header: &Header,
    options: &G::Options,
    TurnView { turn, seat, turned }: TurnView,
) -> Result<DrawnTurn, UnreadableRecord> {
    let stills = stills::<G>(game, header, options)?;
    let last = stills.all.len() - 1;
    let turn = turn.min(last);
    let seat = seat.filter(|&seat| seat < header.seats).map(|seat| Seat(seat as u8));
    let views = views_at::<G>(game, header, options, turn, seat)?;
    let names: Vec<&str> = stills.names.iter().map(String::as_str).collect();
    let scene = Scene { views: &views, names: &names, choices: &[], turned };
    let picture = picture(G::ABOUT.name, &scene);
    let mut caption = caption(&stills, turn);
    if picture.turns_round {
        // The story draws the board in letters, which is indented; here it is drawn in full beside it.
        caption = caption.lines().filter(|line| !line.starts_with(' ')).collect::<Vec<_>>().join("\n");
    }
    Ok(DrawnTurn { turn, last, caption, picture, names: stills.names.clone() })
}

/// Opens a record that lies in memory.
fn opened<G: Game, T>(
    bytes: &[u8],
    read: impl FnOnce(&GameBytes<'_>, &Header, &G::Options) -> Result<T, UnreadableRecord>,
) -> Result<T, UnreadableRecord> {
    let mut reader = RecordReader::in_memory(Path::new(NAME), bytes)?;
    let header = reader.header().clone();
    let options = serde_json::from_value(header.options.clone()).map_err(UnreadableRecord::Options)?;
    let block = reader.next_block()?.ok_or(UnreadableRecord::Empty)?;
    let mut games = games_in(block.first, header.seats, header.games_per_deal, &block.plain);
    let game = games.next().ok_or(UnreadableRecord::Empty)?;
    read(&game, &header, &options)
}
