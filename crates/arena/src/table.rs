//! One table: asks, checks, plays or refuses, until the game is over.
//!
//! It works for any game and any players; what a refused or missing move costs is the game's own business.

use std::fmt::Display;
use std::time::Instant;

use arrayvec::ArrayVec;
use croupier_games::{Game, MAX_SEATS, Refusal, Seat, Seats, Seed, Turn};
use croupier_record::{
    Answer, Ask, Fault, FaultKind, Fixture, GameScribe, GameTimes, Luck, Missteps, Notice, OwnTime, Player,
};

use crate::crew::Crew;

mod past;

pub use past::{NoPast, Past};

/// Players take their luck from children of the game's luck with these numbers; the rules use the low ones.
const PLAYERS_SEED: u64 = 1 << 32;

/// A table with what it keeps from game to game: room, and nothing else.
#[derive(Debug, Default)]
pub struct Table {
    scribe: GameScribe,
    missteps: Missteps,
    asked: u32,
    memory: [Option<Box<str>>; MAX_SEATS],
    timed: bool,
    times: GameTimes,
    /// Why the last answer of a seat was refused, where it is asked again.
    why: [Option<String>; MAX_SEATS],
}

impl Table {
    /// A table that takes everyone's time, or leaves the clock alone.
    #[must_use]
    pub fn new(timed: bool) -> Self {
        Self { timed, ..Self::default() }
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

    /// Plays a game, dealt or in its middle, to its end or until `go_on`, asked before every turn with the position and
    /// what went wrong so far, says no; a game that is broken off is not told to end.
    pub fn play_while<G: Game>(
        &mut self,
        game: G,
        luck: impl Into<Luck>,
        fixture: &Fixture,
        crew: &mut Crew<G>,
        go_on: impl FnMut(&G, &Missteps, &mut Crew<G>) -> bool,
    ) -> G {
        self.clear();
        let followers = self.start(&game, luck.into(), fixture, crew);
        self.play_out(game, fixture, crew, followers, go_on)
    }

    fn play_out<G: Game>(
        &mut self,
        mut game: G,
        fixture: &Fixture,
        crew: &mut Crew<G>,
        followers: Seats,
        mut go_on: impl FnMut(&G, &Missteps, &mut Crew<G>) -> bool,
    ) -> G {
        loop {
            if !go_on(&game, &self.missteps, crew) {
                return game;
            }
            match game.turn() {
                Turn::Over => break,
                Turn::Waiting(seats) if seats.len() == 1 => {
                    let Some(seat) = seats.first() else { break };
                    self.turn_of(&mut game, seat, fixture, crew, followers);
                }
                Turn::Waiting(seats) => self.turn_of_all(&mut game, seats, fixture, crew, followers),
            }
        }
        let scores = game.scores();
        for seat in Seat::all(fixture.seats.len()) {
            self.notify(
                seat,
                crew.player(fixture.entrant(seat)),
                &Notice::End { view: game.view(seat), scores: &scores },
            );
        }
        game
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
        &self.times
    }

    fn clear(&mut self) {
        self.scribe.clear();
        self.missteps.clear();
        self.memory.fill(None);
        self.why.fill(None);
        self.times.fill(0);
    }

    /// Tells everyone that the game begins, and learns who wants to hear of every move.
    fn start<G: Game>(&mut self, game: &G, luck: Luck, fixture: &Fixture, crew: &mut Crew<G>) -> Seats {
        let mut followers = Seats::NONE;
        let Crew { players, names } = crew;
        let names: ArrayVec<&str, MAX_SEATS> =
            fixture.seats.iter().map(|entrant| names[entrant.index()].as_str()).collect();
        for seat in Seat::all(fixture.seats.len()) {
            let view = game.view(seat);
            let player = players[fixture.entrant(seat).index()].as_mut();
            let luck = if player.keeps_nothing() { luck.deal } else { luck.game };
            let own = luck_of(luck, seat);
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
            if player.follows() {
                followers = followers.with(seat);
            }
        }
        followers
    }

    #[inline]
    fn turn_of<G: Game>(
        &mut self,
        game: &mut G,
        seat: Seat,
        fixture: &Fixture,
        crew: &mut Crew<G>,
        followers: Seats,
    ) {
        let player = crew.player(fixture.entrant(seat));
        let begun = self.timed.then(Instant::now);
        let answer = player.answer(self.question(game, seat));
        self.clocked(seat, begun, player.own_time());
        if let Some(mv) = self.judge(game, seat, self.asked, answer) {
            for follower in followers {
                self.notify(follower, crew.player(fixture.entrant(follower)), &Notice::Moved { seat, mv });
            }
        }
    }

    /// A simultaneous turn: all are asked before any answer is read, and no move is told before all are in.
    fn turn_of_all<G: Game>(
        &mut self,
        game: &mut G,
        seats: Seats,
        fixture: &Fixture,
        crew: &mut Crew<G>,
        followers: Seats,
    ) {
        let begun = self.timed.then(Instant::now);
        let mut asked: [Option<(u32, Result<(), Box<Fault>>)>; MAX_SEATS] = Default::default();
        for seat in seats {
            let put = crew.player(fixture.entrant(seat)).ask(self.question(game, seat));
            asked[seat.index()] = Some((self.asked, put));
        }
        let mut played: [Option<G::Move>; MAX_SEATS] = [None; MAX_SEATS];
        for seat in seats {
            let Some((number, put)) = asked[seat.index()].take() else { continue };
            let player = crew.player(fixture.entrant(seat));
            let answer = put.and_then(|()| player.reply());
            self.clocked(seat, begun, player.own_time());
            played[seat.index()] = self.judge(game, seat, number, answer);
        }
        for follower in followers {
            for seat in seats {
                let Some(mv) = played[seat.index()] else { continue };
                self.notify(follower, crew.player(fixture.entrant(follower)), &Notice::Moved { seat, mv });
            }
        }
    }

    #[inline]
    fn clocked(&mut self, seat: Seat, begun: Option<Instant>, own: Option<OwnTime>) {
        // Fuel where the player has it: that repeats, so it stands with the move too.
        if let Some(own) = own {
            self.scribe.burnt(own.fuel);
            self.times[seat.index()] += own.time.as_micros() as u64;
        } else if let Some(begun) = begun {
            self.times[seat.index()] += begun.elapsed().as_micros() as u64;
        }
    }

    #[inline]
    fn question<'a, G: Game>(&'a mut self, game: &'a G, seat: Seat) -> Ask<'a, G> {
        self.asked = self.asked.wrapping_add(1);
        Ask {
            number: self.asked,
            view: game.view(seat),
            refused: self.why[seat.index()].as_deref(),
            memory: self.memory[seat.index()].as_deref(),
        }
    }

    /// Plays the answer or has the game refuse it; gives the move where it was played.
    #[inline]
    fn judge<G: Game>(
        &mut self,
        game: &mut G,
        seat: Seat,
        number: u32,
        answer: Result<Answer<G::Move>, Box<Fault>>,
    ) -> Option<G::Move> {
        let answer = match answer {
            Ok(answer) if answer.number == number => answer,
            Ok(answer) => {
                self.missed(game, seat, &stale(number, answer.number));
                return None;
            }
            Err(fault) => {
                self.missed(game, seat, &fault);
                return None;
            }
        };
        if let Some(memory) = answer.memory {
            self.scribe.remembered(seat, &memory);
            self.memory[seat.index()] = Some(memory);
        }
        match game.play(seat, answer.mv) {
            Ok(()) => {
                self.scribe.played::<G>(answer.mv);
                if self.why[seat.index()].is_some() {
                    self.why[seat.index()] = None;
                }
                Some(answer.mv)
            }
            Err(illegal) => {
                self.scribe.refused::<G>(answer.mv);
                self.missteps.illegal(seat, illegal);
                self.refuse(game, seat, Some(answer.mv), &illegal);
                None
            }
        }
    }

    #[cold]
    fn missed<G: Game>(&mut self, game: &mut G, seat: Seat, fault: &Fault) {
        self.scribe.missed(fault);
        self.missteps.fault(seat, fault);
        self.refuse(game, seat, None, fault);
    }

    fn refuse<G: Game>(&mut self, game: &mut G, seat: Seat, attempt: Option<G::Move>, why: &dyn Display) {
        self.why[seat.index()] = match game.refuse(seat, attempt) {
            Refusal::AskAgain => Some(why.to_string()),
            Refusal::Played | Refusal::Forfeited => None,
        };
    }

    /// A bot that fails here owes no move, so its game goes on; the fault stands in the record.
    #[inline]
    fn notify<G: Game>(&mut self, seat: Seat, player: &mut dyn Player<G>, notice: &Notice<'_, G>) {
        if let Err(fault) = player.notice(notice) {
            self.scribe.stumbled(seat, &fault);
            self.missteps.fault(seat, &fault);
        }
    }
}

/// The luck that the player of a seat is given in the game of this seed.
#[must_use]
pub fn luck_of(seed: Seed, seat: Seat) -> Seed {
    seed.child(PLAYERS_SEED + u64::from(seat.0))
}

fn stale(asked: u32, answered: u32) -> Fault {
    Fault::new(FaultKind::Unreadable, format!("answered question {answered} when question {asked} was asked"))
}
