//! `croupier log RECORD GAME`: the story of a recorded game, or a page with a picture of every
//! turn.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use croupier_games::Seat;
use croupier_session::Recorded;

use crate::args::LogArgs;
use crate::failure::Failure;
use crate::output::say;

pub(crate) fn run(args: &LogArgs) -> Result<(), Failure> {
    let recorded = Recorded::open(&args.record)?;
    let told = match args.html {
        Some(_) => {
            let watched = args.seat.map(|seat| seat_of(seat, recorded.header.seats)).transpose()?;
            recorded.film(args.game, watched)?
        }
        None => recorded.story(args.game)?,
    };
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

fn seat_of(seat: u8, seats: usize) -> Result<Seat, Failure> {
    match usize::from(seat) < seats {
        true => Ok(Seat(seat)),
        false => Err(Failure::BadInput(format!("--seat {seat}: the seats are 0 to {}", seats - 1))),
    }
}
