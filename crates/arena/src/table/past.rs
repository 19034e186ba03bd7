//! A game that goes on from a turn in its middle: its beginning is played again from a record, everyone is
//! told of it as they were then, and only then does the table ask.
//!
//! Bots that follow the moves know the past; what a bot keeps of questions that it was asked then, it does
//! not have.

use croupier_games::{Game, MAX_SEATS, Seats, Turn};
use croupier_record::{Event, EventReader, Fixture, Luck, drawn_opening};

use super::{OpenTable, Table};
use crate::crew::Crew;

/// The beginning of a recorded game.
#[derive(Debug, Clone, Copy)]
pub struct Past<'a> {
    /// What happened in all of the game.
    pub events: &'a [u8],
    /// How many turns of it are played again; a turn in which several move at once is played again whole or
    /// not at all.
    pub turns: u64,
}

/// A past that cannot be: the record is damaged, or shorter than it is asked to be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoPast {
    /// The game ended before.
    #[error("the game has {0} turns")]
    Shorter(u64),
    /// A move does not fit the game.
    #[error("turn {0} does not replay")]
    Damaged(u64),
}

impl Table {
    /// Plays the beginning of a recorded game again, and asks from there on to its end.
    pub fn go_on<G: Game>(
        &mut self,
        game: G,
        luck: impl Into<Luck>,
        fixture: &Fixture,
        crew: &mut Crew<G>,
        past: Past<'_>,
    ) -> Result<G, NoPast> {
        let luck = luck.into();
        // What was drawn then is not asked now.
        let past_turns = past.turns.max(drawn_opening(&game, self.openings, luck.deal()).len() as u64);
        let mut sitting = OpenTable::new(game);
        self.sit_down(&mut sitting, &luck, fixture, crew);
        let mut events = EventReader::new(past.events);
        let mut turns = 0;
        while let Turn::Waiting(seats) = sitting.game.turn() {
            if turns + seats.len() as u64 > past_turns {
                break;
            }
            self.recall(&mut sitting, seats, &mut events, fixture, crew).ok_or(NoPast::Damaged(turns + 1))?;
            turns += seats.len() as u64;
        }
        if turns < past.turns && sitting.game.turn() == Turn::Over {
            return Err(NoPast::Shorter(turns));
        }
        self.go_until_asked(&mut sitting, fixture, crew, |_, _, _| true);
        Ok(sitting.game)
    }

    /// One turn of the past; `None` where the record does not fit it.
    fn recall<G: Game>(
        &mut self,
        sitting: &mut OpenTable<G>,
        seats: Seats,
        events: &mut EventReader<'_>,
        fixture: &Fixture,
        crew: &mut Crew<G>,
    ) -> Option<()> {
        let game = &mut sitting.game;
        let mut played: [Option<G::Move>; MAX_SEATS] = [None; MAX_SEATS];
        for seat in seats {
            loop {
                match events.read::<G::Move>()? {
                    // Whoever stumbled then may stumble now: that is seen when it is told.
                    Event::Stumbled(..) => {}
                    Event::Remembered(whose, memory) => {
                        self.scribe.remembered(whose, &memory.start);
                        *self.memory.get_mut(whose.index())? = Some(memory.start.into());
                    }
                    Event::Played(mv) => {
                        game.play(seat, mv).ok()?;
                        self.scribe.played::<G>(mv);
                        self.unasked();
                        self.why[seat.index()] = None;
                        played[seat.index()] = Some(mv);
                        break;
                    }
                    Event::Refused(mv) => {
                        let illegal = game.play(seat, mv).err()?;
                        self.scribe.refused::<G>(mv);
                        self.unasked();
                        self.missteps.illegal(seat, illegal);
                        self.refuse(game, seat, Some(mv), &illegal);
                        break;
                    }
                    Event::Missed(fault) => {
                        self.missed(game, seat, &fault);
                        self.unasked();
                        break;
                    }
                }
            }
        }
        self.tell_moves(sitting.followers, seats, &played, fixture, crew);
        Some(())
    }
}
