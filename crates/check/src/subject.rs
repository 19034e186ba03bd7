//! The bot that is checked: something that can be seated, any number of times, each time as new.

use std::path::PathBuf;

use croupier_arena::NoCrew;
use croupier_games::{BadSetup, Game, UnknownGame};
use croupier_hosts::cell::NoCell;
use croupier_record::{Player, RecordError};

/// Seats a new instance at a table of so many.
type Seating<'a, G> = Box<dyn Fn(usize) -> Result<Box<dyn Player<G>>, NoCrew> + 'a>;

/// The bot that is checked.
pub(crate) struct Subject<'a, G: Game> {
    /// What it is called.
    pub name: String,
    /// Why it cannot be loaded at all, in a line, and all that a compiler said of it.
    pub unloadable: Option<(String, Option<String>)>,
    /// What its author should know, whatever comes of the check.
    pub notes: Vec<String>,
    seat: Seating<'a, G>,
}

/// Something outside went wrong: no fault of the bot.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The options cannot be read.
    #[error("the game's options: {0}")]
    Options(serde_json::Error),
    /// The game cannot be dealt with these options.
    #[error("the game's options: {0}")]
    Setup(BadSetup),
    /// There is no sandbox for it.
    #[error(transparent)]
    Cell(#[from] NoCell),
    /// It cannot be seated.
    #[error(transparent)]
    Crew(#[from] NoCrew),
    /// A record cannot be written.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A folder cannot be made.
    #[error("{}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// Nothing can be said of a bot that got no processor.
    #[error(
        "the machine is overloaded: a bot got less than a hundredth of a processor; check it again later"
    )]
    Overloaded,
}

impl<'a, G: Game> Subject<'a, G> {
    /// A bot of this name; `seat` makes a new instance each time.
    pub(crate) fn new(name: &str, seat: impl Fn(usize) -> Result<Box<dyn Player<G>>, NoCrew> + 'a) -> Self {
        Self { name: name.to_owned(), unloadable: None, notes: Vec::new(), seat: Box::new(seat) }
    }

    /// A bot that does not load: the reason in a line, and all that a compiler said.
    #[must_use]
    pub(crate) fn that_does_not_load(self, why: &str, compiler: Option<&str>) -> Self {
        Self { unloadable: Some((why.to_owned(), compiler.map(str::to_owned))), ..self }
    }

    /// The same, with what its author should know.
    #[must_use]
    pub(crate) fn noted(self, notes: &[String]) -> Self {
        Self { notes: notes.to_vec(), ..self }
    }

    /// A new instance, in a process of its own where it has one.
    pub(crate) fn seat(&self, seats: usize) -> Result<Box<dyn Player<G>>, Trouble> {
        Ok((self.seat)(seats)?)
    }
}
