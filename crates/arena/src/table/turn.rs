//! The turns of a game: everyone who owes a move is asked, and what they answer is judged.
//!
//! A turn has two halves, so that a game can be left alone between question and answer where a bot plays many
//! games at once. With everyone near, a game runs through to its end.

use std::fmt::Display;
use std::time::Instant;

use croupier_games::{Game, Illegal, MAX_SEATS, Refusal, Seat, Seats, Turn};
use croupier_record::{Answer, Ask, Fault, FaultKind, Fixture, Missteps, Notice, OwnTime, Player};

use super::{OpenTable, Pause, Table};
use crate::crew::Crew;

/// The open questions of a turn.
#[derive(Debug, Default)]
pub(super) struct Open {
    seats: Seats,
    begun: Option<Instant>,
    /// The number of each question, and what became of putting it.
    put: [Option<(u32, Result<(), Box<Fault>>)>; MAX_SEATS],
}

impl Table {
    /// Plays on to the end of the game, or until someone far away is asked, or until `go_on`, asked before
    /// every turn, says no.
    pub(crate) fn go_until_asked<G: Game>(
        &mut self,
        sitting: &mut OpenTable<G>,
        fixture: &Fixture,
        crew: &mut Crew<G>,
        mut go_on: impl FnMut(&G, &Missteps, &mut Crew<G>) -> bool,
    ) -> Pause {
        if sitting.among_minds && !self.timed && !self.starved {
            return self.go_among_minds(sitting, fixture, crew, go_on);
        }
        loop {
            if self.starved || !go_on(&sitting.game, &self.missteps, crew) {
                return Pause::BrokenOff;
            }
            let Turn::Waiting(seats) = sitting.game.turn() else { break };
            let far = seats.both(sitting.far);
            if let (true, Some(seat)) = (far.is_empty(), seats.single()) {
                self.turn_of(sitting, seat, fixture, crew);
                continue;
            }
            self.ask_all(&sitting.game, seats, fixture, crew);
            if !far.is_empty() {
                return Pause::Asked(far.len());
            }
            self.collect_all(sitting, fixture, crew);
        }
        self.tell_end(&sitting.game, fixture, crew);
        Pause::Over
    }

    /// Goes on with a game whose questions are answered.
    pub(crate) fn resume<G: Game>(
        &mut self,
        sitting: &mut OpenTable<G>,
        fixture: &Fixture,
        crew: &mut Crew<G>,
        go_on: impl FnMut(&G, &Missteps, &mut Crew<G>) -> bool,
    ) -> Pause {
        self.collect_all(sitting, fixture, crew);
        self.go_until_asked(sitting, fixture, crew, go_on)
    }

    /// The turn of one who is near: question and answer in one, which is quicker.
    #[inline]
    fn turn_of<G: Game>(
        &mut self,
        sitting: &mut OpenTable<G>,
        seat: Seat,
        fixture: &Fixture,
        crew: &mut Crew<G>,
    ) {
        let player = crew.player(fixture.entrant(seat));
        let begun = self.timed.then(Instant::now);
        let answer = player.answer(self.question(&sitting.game, seat));
        self.starved |= answer.is_err() && player.starved();
        self.clocked(seat, begun, player.own_time());
        if let Some(mv) = self.judge(&mut sitting.game, seat, self.asked, answer) {
            for follower in sitting.followers {
                self.notify(follower, crew.player(fixture.entrant(follower)), &Notice::Moved { seat, mv });
            }
        }
    }

    /// The first half of a turn: all are asked before any answer is read.
    fn ask_all<G: Game>(&mut self, game: &G, seats: Seats, fixture: &Fixture, crew: &mut Crew<G>) {
        self.open.begun = self.timed.then(Instant::now);
        self.open.seats = seats;
        for seat in seats {
            let put = crew.player(fixture.entrant(seat)).ask(self.question(game, seat));
            self.open.put[seat.index()] = Some((self.asked, put));
        }
    }

    /// The second half: no move is told before all are in.
    fn collect_all<G: Game>(&mut self, sitting: &mut OpenTable<G>, fixture: &Fixture, crew: &mut Crew<G>) {
        let Open { seats, begun, .. } = self.open;
        let mut since = begun;
        let mut played: [Option<G::Move>; MAX_SEATS] = [None; MAX_SEATS];
        for seat in seats {
            let Some((number, put)) = self.open.put[seat.index()].take() else { continue };
            let player = crew.player(fixture.entrant(seat));
            let answer = put.and_then(|()| player.reply());
            self.starved |= answer.is_err() && player.starved();
            // Who has no clock of its own is not charged for what was waited for those before it.
            self.clocked(seat, since, player.own_time());
            since = begun.map(|_| Instant::now());
            played[seat.index()] = self.judge(&mut sitting.game, seat, number, answer);
        }
        self.tell_moves(sitting.followers, seats, &played, fixture, crew);
    }

    /// Tells those who want to hear of it what was played in a turn.
    #[inline]
    pub(super) fn tell_moves<G: Game>(
        &mut self,
        followers: Seats,
        seats: Seats,
        played: &[Option<G::Move>; MAX_SEATS],
        fixture: &Fixture,
        crew: &mut Crew<G>,
    ) {
        for follower in followers {
            for seat in seats {
                let Some(mv) = played[seat.index()] else { continue };
                self.notify(follower, crew.player(fixture.entrant(follower)), &Notice::Moved { seat, mv });
            }
        }
    }

    fn tell_end<G: Game>(&mut self, game: &G, fixture: &Fixture, crew: &mut Crew<G>) {
        let scores = game.scores();
        for seat in Seat::all(fixture.seats.len()) {
            self.notify(
                seat,
                crew.player(fixture.entrant(seat)),
                &Notice::End { view: game.view(seat), scores: &scores },
            );
        }
    }

    #[inline]
    fn clocked(&mut self, seat: Seat, begun: Option<Instant>, own: Option<OwnTime>) {
        // Fuel where the player has it: that repeats, so it stands with the move too.
        if let Some(OwnTime::Fuel(fuel)) = own {
            self.scribe.burnt(fuel);
        }
        let time = match (own, begun) {
            (Some(own @ OwnTime::Fuel(_)), _) | (Some(own), Some(_)) => own.micros(),
            (None, Some(begun)) => begun.elapsed().as_micros() as u64,
            (_, None) => 0,
        };
        self.times.seats[seat.index()] += time;
        if self.timed {
            self.times.answers.push(Some(time));
        }
    }

    #[inline]
    pub(super) fn question<'a, G: Game>(&'a mut self, game: &'a G, seat: Seat) -> Ask<'a, G> {
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
        self.put_down(game, seat, answer.mv)
    }

    /// Plays a move or has the game refuse it; gives it back where it was played.
    #[inline(always)]
    pub(super) fn put_down<G: Game>(&mut self, game: &mut G, seat: Seat, mv: G::Move) -> Option<G::Move> {
        match game.play(seat, mv) {
            Ok(()) => {
                self.scribe.played::<G>(mv);
                if self.why[seat.index()].is_some() {
                    self.why[seat.index()] = None;
                }
                Some(mv)
            }
            Err(illegal) => {
                self.refused(game, seat, mv, &illegal);
                None
            }
        }
    }

    #[cold]
    fn refused<G: Game>(&mut self, game: &mut G, seat: Seat, mv: G::Move, why: &Illegal<G::Breach>) {
        self.scribe.refused::<G>(mv);
        self.missteps.illegal(seat, why);
        self.refuse(game, seat, Some(mv), why);
    }

    #[cold]
    pub(super) fn missed<G: Game>(&mut self, game: &mut G, seat: Seat, fault: &Fault) {
        self.scribe.missed(fault);
        self.missteps.fault(seat, fault);
        self.refuse(game, seat, None, fault);
    }

    pub(super) fn refuse<G: Game>(
        &mut self,
        game: &mut G,
        seat: Seat,
        attempt: Option<G::Move>,
        why: &dyn Display,
    ) {
        self.why[seat.index()] = match game.refuse(seat, attempt) {
            Refusal::AskAgain => Some(why.to_string()),
            Refusal::Played | Refusal::Forfeited => None,
        };
    }

    /// A bot that fails here owes no move, so its game goes on; the fault stands in the record.
    #[inline]
    pub(super) fn notify<G: Game>(&mut self, seat: Seat, player: &mut dyn Player<G>, notice: &Notice<'_, G>) {
        if let Err(fault) = player.notice(notice) {
            self.starved |= player.starved();
            self.scribe.stumbled(seat, &fault);
            self.missteps.fault(seat, &fault);
        }
    }
}

fn stale(asked: u32, answered: u32) -> Fault {
    Fault::new(FaultKind::Unreadable, format!("answered question {answered} when question {asked} was asked"))
}
