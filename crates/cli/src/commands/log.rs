//! `croupier log RECORD GAME`: the story of a recorded game, or a page with a picture of every
//! turn.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use croupier_games::{Game, Seat, Visitor, with_game};
use croupier_record::{Block, Header, RecordReader, games_in, is_dropped, record_path};
use croupier_report::{fuel_lines, picture, story};

use crate::args::LogArgs;
use crate::failure::Failure;
use crate::output::say;

pub(crate) fn run(args: &LogArgs) -> Result<(), Failure> {
    let path = record_path(&args.record);
    if !path.is_file() {
        return Err(Failure::BadInput(format!("there is no record {}", path.display())));
    }
    let mut reader = RecordReader::open(&path)?;
    let Some(block) = reader.block_with(args.game)? else {
        let games = reader.header().games;
        return Err(Failure::BadInput(format!(
            "{}: there is no game {}; {games} were planned, numbered from 0",
            path.display(),
            args.game
        )));
    };
    let header = reader.header().clone();
    let told = with_game(&header.game, Tell { header: &header, block: &block, args })??;
    match &args.html {
        None => say(&told),
        Some(file) => {
            keep(file, &told)?;
            say(format!("{}: game {}, turn by turn\n", file.display(), args.game));
        }
    }
    Ok(())
}

/// Writes a new file; one that is there already is left alone.
fn keep(file: &Path, page: &str) -> Result<(), Failure> {
    let mut new =
        OpenOptions::new().write(true).create_new(true).open(file).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => Failure::BadInput(format!(
                "--html {}: there is such a file already; name a new one",
                file.display()
            )),
            _ => Failure::BadInput(format!("--html {}: {error}", file.display())),
        })?;
    new.write_all(page.as_bytes()).map_err(|error| Failure::Trouble(error.into()))
}

struct Tell<'a> {
    header: &'a Header,
    block: &'a Block,
    args: &'a LogArgs,
}

impl Visitor for Tell<'_> {
    type Output = Result<String, Failure>;
    fn visit<G: Game>(self) -> Result<String, Failure> {
        if self.header.game_version != G::ABOUT.version {
            return Err(Failure::BadInput(format!(
                "the record is of version {} of the rules of {}; this program has version {}",
                self.header.game_version,
                G::ABOUT.title,
                G::ABOUT.version
            )));
        }
        let options: G::Options = serde_json::from_value(self.header.options.clone())
            .map_err(|error| Failure::BadInput(format!("the record's options: {error}")))?;
        let mut games =
            games_in(self.block.first, self.header.seats, self.header.games_per_deal, &self.block.plain);
        let found = games.find(|recorded| recorded.fixture.number == self.args.game);
        let recorded =
            found.ok_or_else(|| Failure::BadInput(format!("game {} is not readable", self.args.game)))?;
        if is_dropped(&self.block.outs, &recorded.fixture) {
            let game = self.args.game;
            return Err(Failure::BadInput(format!(
                "game {game} was not played: a bot of its table was out by then"
            )));
        }
        if self.args.html.is_some() {
            let watched = self.args.seat.map(|seat| seat_of(seat, self.header.seats)).transpose()?;
            return Ok(picture::film::<G>(&recorded, self.header, &options, watched)?);
        }
        let story = story::<G>(&recorded, self.header, &options)?.0;
        Ok(story + &fuel_lines::<G>(&recorded, self.header, &options)?)
    }
}

fn seat_of(seat: u8, seats: usize) -> Result<Seat, Failure> {
    match usize::from(seat) < seats {
        true => Ok(Seat(seat)),
        false => Err(Failure::BadInput(format!("--seat {seat}: the seats are 0 to {}", seats - 1))),
    }
}
