//! Many games at once, where no game remembers another: each goes on until it waits for a bot, and all
//! questions to the same bot leave in one message. Who remembers nothing at all plays so always; games with
//! anybody else at the table are then played alone, in their order.
//!
//! No result can show it. A group that is spoilt is forgotten, and its games are played one by one in the
//! ordinary way, so that faults, restarts and limits are what they always were. How many games make a group
//! follows the clock, and changes nothing but the time it takes.

mod seating;
mod side;
mod size;

use std::time::{Duration, Instant};

use croupier_games::{Game, Seat, Seats, Turn};
use croupier_hosts::Batcher;
use croupier_record::{EntrantId, Fixture, GivenGame, Missteps};

use crate::crew::Outside;
use crate::crew::crews::{CrewCount, Crews};
use crate::open_games;
use crate::table::{OpenTable, Table};
use crate::terms::Terms;
use seating::{allowed, has_far, member, planned_at_once, spoils};
use side::{Far, GroupGame, Side, Step};

/// Seated players of all places together, whatever the number of games: memory is bounded.
const PLAYERS: usize = 20_000;

/// The games that one worker plays at once, with the bots it plays them with.
pub(crate) struct Groups<'a, G: Game> {
    terms: Terms<'a, G>,
    members: Vec<Member>,
    /// By crew: the r-th playing of a deal is crew r's here, too.
    sides: Vec<Side<G>>,
    batches: u64,
}

/// How an entrant takes part.
enum Member {
    /// In this process, quick, and with an instance for each place.
    Near,
    /// In batches, until it spoils a group.
    Far,
    /// Not: whoever plays with it plays one game at a time.
    Alone,
}

/// So many batches make so many games, or as many as there is room for.
fn batches<G: Game>(terms: &Terms<'_, G>, games: usize) -> u64 {
    let games = games.min(PLAYERS / terms.bots.len().max(1)) as u64;
    (games / terms.span).max(1)
}

/// Who spoilt a group, if only by being too slow for it.
struct Spoilt(EntrantId);

impl<'a, G: Game> Groups<'a, G> {
    /// Finds who may play many games at once; they are started when they are first dealt a game.
    pub(crate) fn seat(terms: Terms<'a, G>, crews: &Crews<'_, G>) -> Self {
        let CrewCount { all, .. } = crews.count();
        // A crew that does not stay between two games has nothing to gain from many at once.
        let members = match allowed(&terms).filter(|_| crews.count().all_stay()) {
            Some(outside) => terms.bots.iter().map(|bot| member(bot, outside)).collect(),
            None => Vec::new(),
        };
        let side = |_| Side::new(terms.bots.len());
        let sides = if members.is_empty() { Vec::new() } else { (0..all).map(side).collect() };
        let mut groups = Self { terms, members, sides, batches: 1 };
        groups.stop_if_pointless();
        groups
    }

    /// The most batches that make a group.
    pub(crate) fn most_batches(terms: &Terms<'_, G>) -> u64 {
        let most = |outside: &Outside| outside.at_once.min(planned_at_once(terms, outside));
        allowed(terms).map_or(1, |outside| batches(terms, most(outside)))
    }

    /// The most that the plan would allow, however many games are played at once here.
    pub(crate) fn planned_batches(terms: &Terms<'_, G>) -> u64 {
        let outside = terms.outside.filter(|outside| has_far(terms, outside));
        outside.map_or(1, |outside| batches(terms, planned_at_once(terms, outside)))
    }

    /// Whether anybody plays many games at once.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.members.is_empty()
    }

    /// How many batches the next group takes.
    pub(crate) fn batches(&self) -> u64 {
        self.batches
    }

    /// Plays those of these games that can be played at once; the others are left to be played alone. They
    /// are so many batches.
    ///
    /// Once it is told to stop, games that are over stay; the others are left, too.
    pub(crate) fn play(
        &mut self,
        games: &[GivenGame],
        batches: u64,
        crews: &mut Crews<'_, G>,
        waiting: &open_games::WorkerGame,
        stop: impl Fn() -> bool,
    ) {
        self.forget();
        // Whoever turns out to play alone takes their games out of the group, which is dealt again without
        // them.
        while let Err(Spoilt(entrant)) = self.deal_all(games, crews) {
            self.forget();
            self.leave_alone(entrant);
        }
        let begun = Instant::now();
        if self.sides.iter().map(|side| side.used).sum::<usize>() < 2 {
            self.forget();
            return;
        }
        if let Err(Spoilt(entrant)) = self.play_out(waiting, stop) {
            self.forget();
            self.leave_alone(entrant);
        }
        self.adapt(begun.elapsed(), batches);
    }

    fn deal_all(&mut self, games: &[GivenGame], crews: &mut Crews<'_, G>) -> Result<(), Spoilt> {
        if self.members.is_empty() {
            return Ok(());
        }
        games.iter().try_for_each(|game| self.deal(game, crews))
    }

    /// A game of the last group, finished.
    pub(crate) fn played(&self, number: u64) -> Option<(&Fixture, &G, &Table)> {
        let side = self.sides.get((number % self.sides.len().max(1) as u64) as usize)?;
        let places = &side.places[..side.used];
        let number_of = |place: &GroupGame<G>| place.game.as_ref().map_or(0, |(fixture, _)| fixture.number);
        let place = &places[places.binary_search_by_key(&number, number_of).ok()?];
        let (fixture, sitting) = place.game.as_ref()?;
        (sitting.game.turn() == Turn::Over).then_some((fixture, &sitting.game, &place.table))
    }

    /// Looks at what went wrong in a game that was played alone: whoever misbehaves is not grouped any more,
    /// where what its process has gone through is part of what happens to it next.
    pub(crate) fn seen_alone(&mut self, fixture: &Fixture, missteps: &Missteps) {
        if !missteps.any() || self.members.is_empty() {
            return;
        }
        for seat in Seat::all(fixture.seats.len()) {
            let entrant = fixture.entrant(seat);
            if spoils(missteps, seat, &self.terms.bots[entrant.index()]) {
                self.leave_alone(entrant);
            }
        }
    }

    fn forget(&mut self) {
        for side in &mut self.sides {
            for place in &mut side.places[..side.used] {
                place.game = None;
            }
            side.used = 0;
            for far in side.far.iter().flatten() {
                far.batcher.clear();
            }
        }
    }

    /// Puts a game into the next place of its crew, if all who play it can.
    fn deal(&mut self, game: &GivenGame, crews: &mut Crews<'_, G>) -> Result<(), Spoilt> {
        let GivenGame { fixture, luck } = game;
        let alone = |entrant: &EntrantId| matches!(self.members[entrant.index()], Member::Alone);
        if fixture.seats.iter().any(alone) {
            return Ok(());
        }
        let crew = crews.number_of(fixture);
        for &entrant in &fixture.seats {
            if matches!(self.members[entrant.index()], Member::Far) {
                self.sides[crew as usize].start(entrant, crew, crews)?;
            }
        }
        let Some(dealt) = self.terms.deal(fixture, luck) else { return Ok(()) };
        let Self { terms, members, sides, .. } = self;
        let side = &mut sides[crew as usize];
        if side.used == side.places.len() {
            side.places.push(side.new_place(terms, members));
        }
        let place = &mut side.places[side.used];
        place.welcome(fixture, &side.far);
        let mut sitting = OpenTable::new(dealt);
        place.table.open_game(&mut sitting, luck, fixture, &mut place.crew);
        place.game = Some((fixture.clone(), sitting));
        side.used += 1;
        Ok(())
    }

    /// Plays the games in all places to their end.
    fn play_out(&mut self, waiting: &open_games::WorkerGame, stop: impl Fn() -> bool) -> Result<(), Spoilt> {
        let bots = self.terms.bots;
        for side in &mut self.sides {
            for place in &mut side.places[..side.used] {
                place.go_on(Step::First, bots)?;
            }
        }
        let mut answered = Vec::new();
        while let Some((crew, entrant, batcher)) = self.fullest().filter(|_| !stop()) {
            self.say_who_is_asked(crew, entrant, waiting);
            batcher.exchange(&mut answered).map_err(|_| Spoilt(entrant))?;
            for &number in &answered {
                let place = &mut self.sides[crew].places[number as usize];
                place.owed -= 1;
                if place.owed == 0 {
                    place.go_on(Step::Next, bots)?;
                }
            }
        }
        // A bot may fail in the end of a game too.
        for (_, entrant, far) in self.far() {
            far.batcher.exchange(&mut answered).map_err(|_| Spoilt(entrant))?;
        }
        Ok(())
    }

    /// Of the many games that wait for a bot, the first that it plays in stands for all.
    fn say_who_is_asked(&self, crew: usize, entrant: EntrantId, waiting: &open_games::WorkerGame) {
        let side = &self.sides[crew];
        let games = side.places[..side.used].iter().filter_map(|place| place.game.as_ref());
        let seat_in =
            |fixture: &Fixture| Seat::all(fixture.seats.len()).find(|&seat| fixture.entrant(seat) == entrant);
        let mut found = games
            .filter(|(_, sitting)| sitting.game.turn() != Turn::Over)
            .filter_map(|(fixture, _)| Some((fixture, seat_in(fixture)?)));
        if let Some((fixture, seat)) = found.next() {
            waiting.begin(fixture);
            waiting.wait_for(Seats::only(seat));
        }
    }

    /// Everyone who is written to, by crew.
    fn far(&self) -> impl Iterator<Item = (usize, EntrantId, &Far)> {
        self.sides.iter().enumerate().flat_map(|(crew, side)| {
            let far = side.far.iter().enumerate();
            far.filter_map(move |(n, far)| Some((crew, EntrantId(n as u16), far.as_ref()?)))
        })
    }

    /// The batch in which most questions wait; `None` where nobody waits for anything.
    fn fullest(&self) -> Option<(usize, EntrantId, &Batcher)> {
        let waiting =
            self.far().map(|(crew, entrant, far)| (far.batcher.waiting(), (crew, entrant, &far.batcher)));
        let (count, fullest) = waiting.max_by_key(|&(count, _)| count)?;
        (count > 0).then_some(fullest)
    }

    /// From here on an entrant plays one game at a time, so that nothing is thrown away twice because of it.
    fn leave_alone(&mut self, entrant: EntrantId) {
        if self.members.is_empty() {
            return;
        }
        self.members[entrant.index()] = Member::Alone;
        for side in &mut self.sides {
            if let Some(Far { batcher, log }) = side.far[entrant.index()].take() {
                batcher.close(&log);
            }
        }
        self.stop_if_pointless();
    }

    /// Without anyone to batch questions for there is nothing to gain.
    fn stop_if_pointless(&mut self) {
        if !self.members.iter().any(|member| matches!(member, Member::Far)) {
            self.members.clear();
            self.batches = 1;
        }
    }

    fn adapt(&mut self, took: Duration, batches: u64) {
        let was_full = batches == self.batches;
        if took > size::LONG || was_full && !self.members.is_empty() {
            self.batches = size::next(batches, took).min(Self::most_batches(&self.terms));
        }
    }
}
