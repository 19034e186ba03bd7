//! One table: asks, checks, plays or refuses, until the game is over.
//!
//! It works for any game and any players; what a refused or missing move costs is the game's own business.
//! Games begin and are told of here; `turn.rs` asks and judges, and can stop at a question so that many games
//! wait for one message; `minds.rs` plays what needs no waiting; `past.rs` plays a beginning again,
//! `again.rs` asks a whole game again.

use arrayvec::ArrayVec;
use croupier_games::{Game, MAX_SEATS, Seat, Seats};
use croupier_record::{Fixture, GameScribe, GameTimes, Luck, Missteps, Notice, TimedGame, drawn_opening};

use crate::crew::Crew;

mod again;
#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod again_tests;
#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod mind_tests;
mod minds;
mod past;
#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests;
mod turn;
#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod turn_tests;

pub(crate) use again::AskedAgain;
pub use past::{NoPast, Past};
use turn::Open;

/// A table with what it keeps from game to game: room, and nothing else.
#[derive(Debug, Default)]
pub struct Table {
    scribe: GameScribe,
    missteps: Missteps,
    asked: u32,
    /// How many sat here in the last game: only what they left is cleared away.
    seats: usize,
    memory: [Option<Box<str>>; MAX_SEATS],
    timed: bool,
    /// How many drawn moves of each player a game begins with.
    openings: u8,
    times: TimedGame,
    /// Why the last answer of a seat was refused, where it is asked again.
    why: [Option<String>; MAX_SEATS],
    /// The questions of the turn that wait for an answer.
    open: Open,
    /// Whether somebody failed for want of a processor: then the game goes no further.
    starved: bool,
}

/// A game at a table, with who has to be told and who to be waited for.
#[derive(Debug)]
pub(crate) struct OpenTable<G> {
    /// The position.
    pub(crate) game: G,
    /// Who wants to hear of every move.
    followers: Seats,
    /// Whose answers come in batches, together with those of other games.
    far: Seats,
    /// Whether all are minds.
    among_minds: bool,
}

impl<G> OpenTable<G> {
    /// A game that nobody has been told of. It stays in its place from here on: some positions are large.
    pub(crate) fn new(game: G) -> Self {
        Self { game, followers: Seats::NONE, far: Seats::NONE, among_minds: true }
    }
}

/// Why a game does not go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pause {
    /// It is over, and everyone knows.
    Over,
    /// It was broken off.
    BrokenOff,
    /// So many have been asked whose answers come in batches; [`Table::resume`] goes on.
    Asked(usize),
}

impl Table {
    /// A table that takes everyone's time, or leaves the clock alone.
    #[must_use]
    pub fn new(timed: bool) -> Self {
        Self { timed, ..Self::default() }
    }

    /// The same, where every game begins with so many drawn moves of each player.
    #[must_use]
    pub fn opening_with(self, openings: u8) -> Self {
        Self { openings, ..self }
    }

    /// Plays a dealt game to its end; `luck` is what the players' own luck grows from.
    pub fn play<G: Game>(
        &mut self,
        game: G,
        luck: impl Into<Luck>,
        fixture: &Fixture,
        crew: &mut Crew<G>,
    ) -> G {
        self.play_while(game, luck, fixture, crew, |_, _, _| true)
    }

    /// Plays a game, dealt or in its middle, to its end or until `go_on`, asked before every turn with the
    /// position and what went wrong so far, says no; a game that is broken off is not told to end.
    pub fn play_while<G: Game>(
        &mut self,
        game: G,
        luck: impl Into<Luck>,
        fixture: &Fixture,
        crew: &mut Crew<G>,
        go_on: impl FnMut(&G, &Missteps, &mut Crew<G>) -> bool,
    ) -> G {
        let mut sitting = OpenTable::new(game);
        self.open_game(&mut sitting, &luck.into(), fixture, crew);
        self.go_until_asked(&mut sitting, fixture, crew, go_on);
        sitting.game
    }

    /// What happened in the last game, for its record.
    #[must_use]
    pub fn events(&self) -> &[u8] {
        self.scribe.bytes()
    }

    /// What went wrong in the last game.
    #[must_use]
    pub fn missteps(&self) -> &Missteps {
        &self.missteps
    }

    /// How long each seat thought in the last game, in microseconds; zeros where times are not taken.
    #[must_use]
    pub fn times(&self) -> &GameTimes {
        &self.times.seats
    }

    /// The same, and how long each answer took; those are empty where times are not taken.
    #[must_use]
    pub fn timed(&self) -> &TimedGame {
        &self.times
    }

    /// Whether the last game was broken off because the machine gave somebody no processor. It counts for
    /// nobody.
    #[must_use]
    pub fn is_starved(&self) -> bool {
        self.starved
    }

    /// A move that nobody was asked for has no time.
    fn unasked(&mut self) {
        if self.timed {
            self.times.answers.push(None);
        }
    }

    fn clear_for(&mut self, seats: usize) {
        self.starved = false;
        self.scribe.clear();
        self.missteps.clear();
        self.memory[..self.seats].fill(None);
        self.why[..self.seats].fill(None);
        self.times.seats[..self.seats].fill(0);
        self.times.answers.clear();
        self.seats = seats;
    }

    /// Begins a game, and plays the moves that are drawn for it: those who follow are told, and nobody is
    /// asked.
    pub(crate) fn open_game<G: Game>(
        &mut self,
        sitting: &mut OpenTable<G>,
        luck: &Luck,
        fixture: &Fixture,
        crew: &mut Crew<G>,
    ) {
        self.sit_down(sitting, luck, fixture, crew);
        for (seat, mv) in drawn_opening(&sitting.game, self.openings, luck.deal()) {
            if sitting.game.play(seat, mv).is_err() {
                break;
            }
            self.scribe.played::<G>(mv);
            self.unasked();
            for follower in sitting.followers {
                self.notify(follower, crew.player(fixture.entrant(follower)), &Notice::Moved { seat, mv });
            }
        }
    }

    /// Tells everyone that the game begins, and learns who wants to hear of every move and who is far away.
    pub(crate) fn sit_down<G: Game>(
        &mut self,
        sitting: &mut OpenTable<G>,
        luck: &Luck,
        fixture: &Fixture,
        crew: &mut Crew<G>,
    ) {
        self.clear_for(fixture.seats.len());
        let OpenTable { game, followers, far, among_minds } = sitting;
        let Crew { players, names } = crew;
        let names: ArrayVec<&str, MAX_SEATS> =
            fixture.seats.iter().map(|entrant| names[entrant.index()].as_str()).collect();
        for seat in Seat::all(fixture.seats.len()) {
            let view = game.view(seat);
            let player = players[fixture.entrant(seat).index()].as_mut();
            let is_mind = player.is_mind();
            let own = if is_mind || player.keeps_nothing() { luck.house(seat) } else { luck.outside(seat) };
            self.notify(
                seat,
                player,
                &Notice::Start {
                    view,
                    seed: own,
                    game: fixture.number,
                    names: &names,
                    entrants: &fixture.seats,
                },
            );
            if is_mind {
                continue;
            }
            *among_minds = false;
            if player.follows() {
                *followers = followers.with(seat);
            }
            if player.waits() {
                *far = far.with(seat);
            }
        }
    }
}
