//! The games of earlier runs, asked again: a run that goes on has new processes, and those that live through
//! a tournament must know what the old ones knew.
//!
//! Each lane asks its own games in the order in which they were played, from the record and then from the
//! journal, so that the games which follow are those of a run that was left alone. Players of the house keep
//! nothing, and whatever is behind a url has lived on by itself: neither is asked.

use croupier_games::{Game, Seat, Seats};
use croupier_record::{GameBytes, Luck, Otherwise};

use crate::crew::Bot;
use crate::crew::crews::Crews;
use crate::table::Table;
use crate::tournament::CannotPlay;

/// What became of asking the bots of a lane their earlier games again.
#[derive(Debug)]
pub struct Recall<'a, G: Game> {
    options: &'a G::Options,
    /// By entrant, whether it is asked.
    asked: Vec<bool>,
    /// Who is known to answer otherwise.
    differs: Vec<bool>,
    otherwise: Vec<Otherwise>,
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recalled {
    /// The game was gone through to its end.
    Whole,
    /// It was broken off.
    BrokenOff,
}

impl<'a, G: Game> Recall<'a, G> {
    /// Asks these bots; those that keep nothing, or have lived on, are not asked.
    #[must_use]
    pub fn new(bots: &[Bot], options: &'a G::Options) -> Self {
        let asked = bots.iter().map(Bot::has_selves).collect();
        Self { options, asked, differs: vec![false; bots.len()], otherwise: Vec::new() }
    }

    /// Goes through a game again, whose luck was this, while `go_on`, asked at every turn with who is asked,
    /// says so.
    pub fn game(
        &mut self,
        recorded: &GameBytes<'_>,
        luck: &Luck,
        table: &mut Table,
        crews: &mut Crews<'_, G>,
        go_on: impl FnMut(Seats) -> bool,
    ) -> Result<Recalled, CannotPlay> {
        let fixture = &recorded.fixture;
        let dealt = G::deal(fixture.seats.len(), self.options, luck.deal())?;
        let is_asked = |seat: &Seat| self.asked[fixture.entrant(*seat).index()];
        let asked = Seat::all(fixture.seats.len()).filter(is_asked).fold(Seats::NONE, Seats::with);
        let again = table.ask_again(dealt, luck, recorded, crews.for_game(fixture), asked, go_on);
        let again = again.map_err(|error| CannotPlay::Past(fixture.number, error))?;
        if again.starved {
            return Err(CannotPlay::Overloaded(fixture.number));
        }
        if again.broken_off {
            return Ok(Recalled::BrokenOff);
        }
        for otherwise in again.otherwise {
            if !std::mem::replace(&mut self.differs[otherwise.entrant.index()], true) {
                self.otherwise.push(otherwise);
            }
        }
        for seat in again.lost {
            self.asked[fixture.entrant(seat).index()] = false;
        }
        Ok(Recalled::Whole)
    }

    /// Who has answered otherwise since this was last asked: the game that is played next begins a new part.
    pub fn take_otherwise(&mut self) -> Vec<Otherwise> {
        std::mem::take(&mut self.otherwise)
    }
}
