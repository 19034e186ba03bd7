//! A stored record of one game, opened for whoever wants to tell or draw it.

use std::path::Path;

use croupier_games::{Game, Moment, Seat, Visitor, with_game};
use croupier_record::{GameBytes, Header, RecordReader, games_in, replay};
use croupier_report::picture::{Picture, Scene, caption, picture, reel, views_at};

/// What somebody wants to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// The story that a record of one game tells.
pub(crate) fn story(game: &str, bytes: &[u8], scratch: &Path) -> Result<String, String> {
    with_game(game, Told { bytes, scratch }).map_err(|error| error.to_string())?
}

/// One turn of it.
pub(crate) fn look(game: &str, bytes: &[u8], scratch: &Path, look: Look) -> Result<Seen, String> {
    with_game(game, Looked { bytes, scratch, look }).map_err(|error| error.to_string())?
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
pub(crate) fn replayed(game: &str, bytes: &[u8], scratch: &Path) -> Result<Replayed, String> {
    with_game(game, Again { bytes, scratch }).map_err(|error| error.to_string())?
}

struct Again<'a> {
    bytes: &'a [u8],
    scratch: &'a Path,
}

impl Visitor for Again<'_> {
    type Output = Result<Replayed, String>;

    fn visit<G: Game>(self) -> Self::Output {
        opened::<G, _>(self.bytes, self.scratch, |game, header, options| {
            let mut moves = 0;
            let again = replay::<G>(game, options, header.seed, |moment| {
                moves += usize::from(matches!(moment, Moment::Played { .. } | Moment::Refused { .. }));
            });
            let (end, _) = again.map_err(|error| error.to_string())?;
            Ok(Replayed { scores: end.scores().to_vec(), moves })
        })
    }
}

struct Told<'a> {
    bytes: &'a [u8],
    scratch: &'a Path,
}

impl Visitor for Told<'_> {
    type Output = Result<String, String>;

    fn visit<G: Game>(self) -> Self::Output {
        opened::<G, _>(self.bytes, self.scratch, |game, header, options| {
            let told = croupier_report::story::<G>(game, header, options);
            told.map(|(story, _, _)| story).map_err(|error| error.to_string())
        })
    }
}

struct Looked<'a> {
    bytes: &'a [u8],
    scratch: &'a Path,
    look: Look,
}

impl Visitor for Looked<'_> {
    type Output = Result<Seen, String>;

    fn visit<G: Game>(self) -> Self::Output {
        let Look { turn, seat, turned } = self.look;
        opened::<G, _>(self.bytes, self.scratch, |game, header, options| {
            let reel = reel::<G>(game, header, options).map_err(|error| error.to_string())?;
            let last = reel.stills.len() - 1;
            let turn = turn.min(last);
            let seat = seat.filter(|&seat| seat < header.seats).map(|seat| Seat(seat as u8));
            let views =
                views_at::<G>(game, header, options, turn, seat).map_err(|error| error.to_string())?;
            let names: Vec<&str> = reel.names.iter().map(String::as_str).collect();
            let scene = Scene { views: &views, names: &names, choices: &[], turned };
            let picture = picture(G::ABOUT.name, &scene);
            let mut caption = caption(&reel, turn);
            if picture.turns_round {
                // The story draws the board in letters, which is indented; here it is drawn in full beside it.
                caption =
                    caption.lines().filter(|line| !line.starts_with(' ')).collect::<Vec<_>>().join("\n");
            }
            Ok(Seen { turn, last, caption, picture, names: reel.names.clone() })
        })
    }
}

/// Opens a record that lies in memory: records are files, so it is one for a moment.
fn opened<G: Game, T>(
    bytes: &[u8],
    scratch: &Path,
    read: impl FnOnce(&GameBytes<'_>, &Header, &G::Options) -> Result<T, String>,
) -> Result<T, String> {
    let words = |error: &dyn std::fmt::Display| error.to_string();
    let file = tempfile::NamedTempFile::new_in(scratch).map_err(|error| words(&error))?;
    std::fs::write(file.path(), bytes).map_err(|error| words(&error))?;
    let mut reader = RecordReader::open(file.path()).map_err(|error| words(&error))?;
    let header = reader.header().clone();
    let options = serde_json::from_value(header.options.clone()).map_err(|error| words(&error))?;
    let block = reader.next_block().map_err(|error| words(&error))?.ok_or("the record is empty")?;
    let mut games = games_in(block.first, header.seats, header.games_per_deal, &block.plain);
    let game = games.next().ok_or("the record is empty")?;
    read(&game, &header, &options)
}
