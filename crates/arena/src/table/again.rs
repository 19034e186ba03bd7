//! A recorded game, asked again: whoever was started anew since is sent all that it was sent then, question
//! by question, and ends up knowing what it knew.
//!
//! The game goes as recorded, whatever is answered now; an answer that differs is told. Nothing is decided by
//! a clock.

use croupier_games::{Game, MAX_SEATS, Seat, Seats, Turn};
use croupier_record::{
    Answer, Difference, Event, EventReader, Fault, FaultKind, GameBytes, Luck, Memory, Notice, Otherwise,
    Pace, TIME_USED_UP, drawn_opening,
};

use super::{NoPast, OpenTable, Table};
use crate::crew::Crew;

/// What came of asking a game again.
#[derive(Debug, Default)]
pub(crate) struct AskedAgain {
    /// Who answered otherwise, each with the first answer that differs.
    pub(crate) otherwise: Vec<Otherwise>,
    /// Who failed where an answer is recorded, and knows no more of it: they are not asked any further.
    pub(crate) lost: Seats,
    /// Of whom the record has a fault, asked or not.
    pub(crate) failed_then: Seats,
    /// Of whom the record has an answer, asked or not.
    pub(crate) answered_then: Seats,
    /// Whether it was broken off.
    pub(crate) broken_off: bool,
    /// Whether the machine gave somebody no processor.
    pub(crate) starved: bool,
}

impl AskedAgain {
    /// Whether a seat answered or failed, by its turn in the record.
    fn note<M>(&mut self, seat: Seat, event: &Event<M>) {
        match event {
            Event::Played(_) | Event::Refused(_) => self.answered_then = self.answered_then.with(seat),
            Event::Missed(_) => self.failed_then = self.failed_then.with(seat),
            Event::Stumbled(..) | Event::Remembered(..) => {}
        }
    }
}

/// What is recorded of one seat's turn.
struct Then<M> {
    memory: Option<Memory>,
    event: Event<M>,
}

/// What a seat answers now.
type Now<M> = Result<Answer<M>, Box<Fault>>;

/// A game that is asked again.
struct Again<'a, 'b, G: Game> {
    recorded: &'a GameBytes<'b>,
    events: EventReader<'b>,
    crew: &'a mut Crew<G>,
    /// Who is asked.
    asked: Seats,
    /// Who failed while it owed no move, since the last turn.
    stumbled: Vec<(Seat, Fault)>,
    turn: u64,
    /// So many turns were drawn, and nobody was asked.
    drawn: u64,
    found: AskedAgain,
}

impl Table {
    /// Asks these seats a recorded game again, until its end or until `go_on` says no.
    pub(crate) fn ask_again<G: Game>(
        &mut self,
        game: G,
        luck: &Luck,
        recorded: &GameBytes<'_>,
        crew: &mut Crew<G>,
        asked: Seats,
        mut go_on: impl FnMut(Seats) -> bool,
    ) -> Result<AskedAgain, NoPast> {
        self.clear_for(recorded.fixture.seats.len());
        let events = EventReader::new(recorded.events);
        let found = AskedAgain::default();
        let drawn = drawn_opening(&game, self.openings, luck.deal()).len() as u64;
        let mut again = Again { recorded, events, crew, asked, stumbled: Vec::new(), turn: 1, drawn, found };
        again.paced(Pace::Unhurried);
        let mut sitting = again.begin(game, luck);
        while let Turn::Waiting(seats) = sitting.game.turn() {
            if !go_on(seats.both(again.asked)) || again.found.starved {
                again.found.broken_off = true;
                break;
            }
            again.turn(self, &mut sitting, seats).ok_or(NoPast::Damaged(again.turn))?;
        }
        if !again.found.broken_off {
            again.end(&sitting.game);
        }
        again.asked = asked;
        again.paced(Pace::Limited);
        Ok(again.found)
    }
}

impl Table {
    /// Goes through a recorded game and asks nobody: who answered, and who failed. Questions that follow have
    /// the numbers that they would have.
    pub(crate) fn look_back<G: Game>(
        &mut self,
        game: G,
        luck: &Luck,
        recorded: &GameBytes<'_>,
        crew: &mut Crew<G>,
    ) -> Result<AskedAgain, NoPast> {
        let number = self.asked;
        let found = self.ask_again(game, luck, recorded, crew, Seats::NONE, |_| true);
        self.asked = number;
        found
    }
}

impl<G: Game> Again<'_, '_, G> {
    fn paced(&mut self, pace: Pace) {
        for seat in self.asked {
            self.crew.player(self.recorded.fixture.entrant(seat)).set_pace(pace);
        }
    }

    fn begin(&mut self, game: G, luck: &Luck) -> OpenTable<G> {
        let fixture = &self.recorded.fixture;
        let Crew { players, names } = &mut *self.crew;
        let names: arrayvec::ArrayVec<&str, MAX_SEATS> =
            fixture.seats.iter().map(|entrant| names[entrant.index()].as_str()).collect();
        let mut followers = Seats::NONE;
        for seat in self.asked {
            let player = players[fixture.entrant(seat).index()].as_mut();
            let (seed, view, entrants) = (luck.outside(seat), game.view(seat), &fixture.seats);
            let told =
                player.notice(&Notice::Start { view, seed, game: fixture.number, names: &names, entrants });
            if let Err(fault) = told {
                self.found.starved |= player.starved();
                self.stumbled.push((seat, *fault));
            }
            if player.follows() {
                followers = followers.with(seat);
            }
        }
        OpenTable { followers, among_minds: false, ..OpenTable::new(game) }
    }

    /// A turn; `None` where the record does not fit the game.
    fn turn(&mut self, table: &mut Table, sitting: &mut OpenTable<G>, seats: Seats) -> Option<()> {
        let mut then: [Option<Then<G::Move>>; MAX_SEATS] = [const { None }; MAX_SEATS];
        for seat in seats {
            then[seat.index()] = Some(self.read_turn()?);
        }
        let is_drawn = self.turn <= self.drawn;
        let now = match is_drawn {
            true => seats.into_iter().map(|_| None).collect(),
            false => self.ask(table, &sitting.game, seats, &then),
        };
        let mut played: [Option<G::Move>; MAX_SEATS] = [None; MAX_SEATS];
        for (seat, now) in seats.into_iter().zip(now) {
            let then = then[seat.index()].take()?;
            if !is_drawn {
                self.found.note(seat, &then.event);
            }
            let memory = if is_drawn { None } else { self.compare(seat, &then, now) };
            if let Some(memory) = memory.or(then.memory.map(|memory| memory.start.into())) {
                table.memory[seat.index()] = Some(memory);
            }
            match then.event {
                Event::Played(mv) => {
                    sitting.game.play(seat, mv).ok()?;
                    table.why[seat.index()] = None;
                    played[seat.index()] = Some(mv);
                }
                Event::Refused(mv) => {
                    let illegal = sitting.game.play(seat, mv).err()?;
                    table.refuse(&mut sitting.game, seat, Some(mv), &illegal);
                }
                Event::Missed(fault) => table.refuse(&mut sitting.game, seat, None, &fault),
                Event::Stumbled(..) | Event::Remembered(..) => return None,
            }
            self.turn += 1;
        }
        for follower in sitting.followers {
            for seat in seats {
                if let Some(mv) = played[seat.index()] {
                    self.tell(follower, &Notice::Moved { seat, mv });
                }
            }
        }
        Some(())
    }

    /// What is recorded of the next turn; what was stumbled over before it is compared.
    fn read_turn(&mut self) -> Option<Then<G::Move>> {
        let mut memory = None;
        loop {
            match self.events.read::<G::Move>()? {
                Event::Stumbled(seat, fault) => self.stumbled_then(seat, fault),
                Event::Remembered(_, left) => memory = Some(left),
                event => {
                    self.stumbled_now();
                    return Some(Then { memory, event });
                }
            }
        }
    }

    /// Asks all who owe a move, and gives what they say; `None` for whoever is not asked.
    fn ask(
        &mut self,
        table: &mut Table,
        game: &G,
        seats: Seats,
        then: &[Option<Then<G::Move>>; MAX_SEATS],
    ) -> Vec<Option<Now<G::Move>>> {
        let mut put = Vec::with_capacity(seats.len());
        for seat in seats {
            // Counted for everyone: a question has the number that it had.
            let question = table.question(game, seat);
            let player = self.crew.player(self.recorded.fixture.entrant(seat));
            let pace = pace_of(then[seat.index()].as_ref()).filter(|_| self.asked.contains(seat));
            let Some(pace) = pace else {
                put.push(None);
                continue;
            };
            player.set_pace(pace);
            // Alone it is asked in one, as it was then: that is another way into some bots.
            put.push(Some(match seats.len() {
                1 => player.answer(question).map(Some),
                _ => player.ask(question).map(|()| None),
            }));
        }
        let replies = seats.into_iter().zip(put).map(|(seat, put)| {
            let player = self.crew.player(self.recorded.fixture.entrant(seat));
            let now = match put? {
                Ok(Some(answer)) => Ok(answer),
                Ok(None) => player.reply(),
                Err(fault) => Err(fault),
            };
            // Whoever was late then is late, whatever the machine gives it now.
            let was_late = then[seat.index()].as_ref().is_some_and(is_late);
            self.found.starved |= now.is_err() && player.starved() && !was_late;
            player.set_pace(Pace::Unhurried);
            Some(now)
        });
        replies.collect()
    }

    /// Compares an answer with the recorded one, and gives what the bot wants to be reminded of where that is
    /// the same.
    fn compare(&mut self, seat: Seat, then: &Then<G::Move>, now: Option<Now<G::Move>>) -> Option<Box<str>> {
        if !self.asked.contains(seat) {
            return None;
        }
        match (&then.event, now) {
            (Event::Missed(fault), None) => self.bear(seat, fault),
            // Whether it is late is nothing that it answers.
            (Event::Missed(fault), Some(Ok(_))) if fault.kind == FaultKind::Late => self.bear(seat, fault),
            (Event::Missed(fault), Some(Err(again))) if fault.kind == again.kind => {}
            (Event::Played(mv) | Event::Refused(mv), Some(Ok(answer))) if *mv == answer.mv => {
                let left = answer.memory.as_deref().map(Memory::of);
                if left == then.memory {
                    return answer.memory;
                }
                let note = |memory: Option<Memory>| memory.map(|memory| Event::Remembered(seat, memory));
                let (one, other, played) = (note(then.memory.clone()), note(left), Event::Played(answer.mv));
                self.otherwise(seat, one.as_ref().or(Some(&then.event)), other.as_ref().or(Some(&played)));
            }
            (_, Some(Ok(answer))) => self.otherwise(seat, Some(&then.event), Some(&Event::Played(answer.mv))),
            (_, Some(Err(fault))) if !self.found.starved => {
                self.otherwise(seat, Some(&then.event), Some(&Event::Missed(*fault)));
                self.lose(seat);
            }
            _ => {}
        }
        None
    }

    fn bear(&mut self, seat: Seat, fault: &Fault) {
        if fault.message != TIME_USED_UP {
            self.crew.player(self.recorded.fixture.entrant(seat)).failed_then(fault);
        }
    }

    /// A fault of a seat that owed no move then.
    fn stumbled_then(&mut self, seat: Seat, fault: Fault) {
        self.found.failed_then = self.found.failed_then.with(seat);
        if !self.asked.contains(seat) {
            return;
        }
        match self.stumbled.iter().position(|(whose, now)| *whose == seat && now.kind == fault.kind) {
            Some(same) => drop(self.stumbled.remove(same)),
            None if matches!(fault.kind, FaultKind::Late | FaultKind::Disqualified) => {
                self.bear(seat, &fault);
            }
            None => self.otherwise(seat, Some(&Event::Stumbled(seat, fault)), None),
        }
    }

    /// Whoever failed since the last turn, and did not then.
    fn stumbled_now(&mut self) {
        for (seat, fault) in std::mem::take(&mut self.stumbled) {
            if !self.found.starved {
                self.otherwise(seat, None, Some(&Event::Stumbled(seat, fault)));
                self.lose(seat);
            }
        }
    }

    fn end(&mut self, game: &G) {
        let scores = game.scores();
        for seat in self.asked {
            self.tell(seat, &Notice::End { view: game.view(seat), scores: &scores });
        }
        while !self.events.is_done() {
            let Some(Event::Stumbled(seat, fault)) = self.events.read::<G::Move>() else { break };
            self.stumbled_then(seat, fault);
        }
        self.stumbled_now();
    }

    fn tell(&mut self, seat: Seat, notice: &Notice<'_, G>) {
        if !self.asked.contains(seat) {
            return;
        }
        let player = self.crew.player(self.recorded.fixture.entrant(seat));
        if let Err(fault) = player.notice(notice) {
            self.found.starved |= player.starved();
            self.stumbled.push((seat, *fault));
        }
    }

    /// Tells of the first answer of a seat that differs.
    fn otherwise(&mut self, seat: Seat, then: Option<&Event<G::Move>>, now: Option<&Event<G::Move>>) {
        let entrant = self.recorded.fixture.entrant(seat);
        if self.found.otherwise.iter().all(|otherwise| otherwise.entrant != entrant) {
            let (game, turn) = (self.recorded.fixture.number, self.turn);
            let first = Difference::between(game, turn, then, now);
            self.found.otherwise.push(Otherwise { entrant, first });
        }
    }

    fn lose(&mut self, seat: Seat) {
        self.crew.player(self.recorded.fixture.entrant(seat)).set_pace(Pace::Limited);
        self.found.lost = self.found.lost.with(seat);
        self.asked = Seat::all(self.recorded.fixture.seats.len())
            .filter(|&other| other != seat && self.asked.contains(other))
            .fold(Seats::NONE, Seats::with);
    }
}

fn is_late<M>(then: &Then<M>) -> bool {
    matches!(&then.event, Event::Missed(fault) if fault.kind == FaultKind::Late)
}

/// How a question is asked again; `None` where it was not even put to the bot then.
fn pace_of<M>(then: Option<&Then<M>>) -> Option<Pace> {
    match then.map(|then| &then.event) {
        Some(Event::Missed(fault)) => match fault.kind {
            FaultKind::Disqualified => None,
            FaultKind::Late if fault.message == TIME_USED_UP => None,
            FaultKind::Late => Some(Pace::LateThen),
            _ => Some(Pace::Unhurried),
        },
        _ => Some(Pace::Unhurried),
    }
}
