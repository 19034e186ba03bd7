//! The games of earlier runs, asked again: a run that goes on has new processes, and those that live through
//! a tournament must know what the old ones knew.
//!
//! Each lane asks its own games in the order in which they were played, from the record and then from the
//! journal, so that the games which follow are those of a run that was left alone. Players of the house keep
//! nothing, and whatever is behind a url has lived on by itself: neither is asked. A bot outside that keeps
//! nothing has nothing to learn either; it is asked where it failed, since what came of that is known of its
//! process.

use std::collections::BTreeSet;

use croupier_games::{Game, Seat, Seats};
use croupier_record::{EntrantId, GameBytes, Luck, Otherwise};

use crate::crew::Bot;
use crate::crew::crews::Crews;
use crate::table::{AskedAgain, Table};
use crate::tournament::CannotPlay;

/// What became of asking the bots of a lane their earlier games again.
#[derive(Debug)]
pub struct Recall<'a, G: Game> {
    options: &'a G::Options,
    /// By entrant, whether it is asked.
    asked: Vec<bool>,
    forgetful: Forgetful,
    /// Who is known to answer otherwise.
    differs: Vec<bool>,
    otherwise: Vec<Otherwise>,
}

/// Bots that keep nothing between games.
#[derive(Debug)]
struct Forgetful {
    /// By entrant, whether it is one.
    are: Vec<bool>,
    /// Whose process, by crew and entrant, has not answered since it failed: how often it is late in a row
    /// goes on from there.
    unsettled: BTreeSet<(u64, EntrantId)>,
}

impl Forgetful {
    fn includes(&self, entrant: EntrantId) -> bool {
        self.are[entrant.index()]
    }

    /// Whether one of them is asked a game again of which the record has this.
    fn is_asked(&self, crew: u64, entrant: EntrantId, seat: Seat, then: &AskedAgain) -> bool {
        then.failed_then.contains(seat) || self.unsettled.contains(&(crew, entrant))
    }

    /// It was asked that game again.
    fn was_asked(&mut self, crew: u64, entrant: EntrantId, seat: Seat, then: &AskedAgain) {
        if then.failed_then.contains(seat) {
            self.unsettled.insert((crew, entrant));
        } else if then.answered_then.contains(seat) {
            self.unsettled.remove(&(crew, entrant));
        }
    }
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
        let forgetful =
            Forgetful { are: bots.iter().map(Bot::keeps_nothing).collect(), unsettled: BTreeSet::new() };
        Self { options, asked, forgetful, differs: vec![false; bots.len()], otherwise: Vec::new() }
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
        let number = crews.number_of(fixture);
        let crew = crews.for_game(fixture);
        let past = |error| CannotPlay::Past(fixture.number, error);
        let can_be = |seat: &Seat| self.asked[fixture.entrant(*seat).index()];
        let mut asked = Seat::all(fixture.seats.len()).filter(can_be).fold(Seats::NONE, Seats::with);
        let forgetful = |seat: &Seat| self.forgetful.includes(fixture.entrant(*seat));
        if asked.into_iter().any(|seat| forgetful(&seat)) {
            let then = table.look_back(dealt.clone(), luck, recorded, crew).map_err(past)?;
            let is_asked = |seat: &Seat| {
                !forgetful(seat) || self.forgetful.is_asked(number, fixture.entrant(*seat), *seat, &then)
            };
            asked = asked.into_iter().filter(is_asked).fold(Seats::NONE, Seats::with);
        }
        let again = table.ask_again(dealt, luck, recorded, crew, asked, go_on).map_err(past)?;
        if again.starved {
            return Err(CannotPlay::Overloaded(fixture.number));
        }
        if again.broken_off {
            return Ok(Recalled::BrokenOff);
        }
        for seat in asked {
            self.forgetful.was_asked(number, fixture.entrant(seat), seat, &again);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_keeps_nothing_is_asked_where_it_failed_and_until_it_answers() {
        let (crew, entrant, seat) = (1, EntrantId(2), Seat(0));
        let mut forgetful = Forgetful { are: vec![false, false, true], unsettled: BTreeSet::new() };
        let game = |failed, answered| AskedAgain {
            failed_then: if failed { Seats::only(seat) } else { Seats::NONE },
            answered_then: if answered { Seats::only(seat) } else { Seats::NONE },
            ..AskedAgain::default()
        };
        // It answers, fails, is not asked for a move, answers, and answers once more.
        let games = [(false, true), (true, true), (false, false), (false, true), (false, true)];
        let asked = games.map(|(failed, answered)| {
            let then = game(failed, answered);
            let asked = forgetful.is_asked(crew, entrant, seat, &then);
            if asked {
                forgetful.was_asked(crew, entrant, seat, &then);
            }
            assert!(failed || !forgetful.is_asked(0, entrant, seat, &then), "another crew has its own");
            asked
        });
        assert_eq!(asked, [false, true, true, true, false]);
    }
}
