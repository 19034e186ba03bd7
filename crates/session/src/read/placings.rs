//! Who came in where, game by game, for whichever game.

use std::ops::ControlFlow;

use croupier_games::{Game, Visitor, with_game};
use croupier_record::{Fixture, RecordReader, replay};
use croupier_stats::Placing;

use crate::error::SessionError;
use crate::read::recorded::Recorded;

/// Whoever takes placings.
type Take<'a> = &'a mut dyn FnMut(&Fixture, &Placing) -> ControlFlow<()>;

/// Tells who came in where in all games of a record, in order, until `take` breaks.
pub fn each_placing(recorded: &Recorded, take: Take<'_>) -> Result<(), SessionError> {
    with_game(&recorded.header.game, Placings { recorded, take })?
}

struct Placings<'a> {
    recorded: &'a Recorded,
    take: Take<'a>,
}

impl Visitor for Placings<'_> {
    type Output = Result<(), SessionError>;

    fn visit<G: Game>(self) -> Self::Output {
        let (header, options) = (&self.recorded.header, self.recorded.options::<G>()?);
        let mut reader = RecordReader::open(&self.recorded.path)?;
        while let Some(block) = reader.next_block()? {
            for recorded in block.counted(header) {
                let (end, _) = replay::<G>(&recorded, &options, header.seed(), |_| {})?;
                if (self.take)(&recorded.fixture, &Placing::of(&recorded.fixture, &end)).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
