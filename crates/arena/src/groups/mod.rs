//! Many games at once, where no game remembers another: each goes on until it waits for a bot, and all questions to the same
//! bot leave in one message.
//!
//! No result can show it. A group in which anything goes wrong is forgotten, and its games are played one by one in the
//! ordinary way, so that faults, restarts and limits are what they always were. How many games make a group follows the
//! clock, and changes nothing but the time it takes.

mod seating;

use std::time::{Duration, Instant};

use croupier_bots::house;
use croupier_games::{Game, Seat, Seats, Turn};
use croupier_hosts::{BotLog, Foreign, Post};
use croupier_record::{EntrantId, Fixture, Luck, Missteps, Player};

use crate::absent::Absent;
use crate::crew::{Bot, Crew, Lane};
use crate::open_games;
use crate::table::{Pause, Sitting, Table};
use crate::tournament::Tournament;
use seating::{allowed, member};

/// A group that is played sooner than this may grow.
const SHORT: Duration = Duration::from_millis(500);
/// One that takes longer shrinks: nobody likes to wait for the games in hand when they stop a tournament.
const LONG: Duration = Duration::from_millis(1500);
/// Seated players of all places together, whatever the number of games: memory is bounded.
const PLAYERS: usize = 20_000;

/// The games that one worker plays at once, with the bots it plays them with.
pub(crate) struct Groups<'a, G: Game> {
    tournament: &'a Tournament<'a, G>,
    members: Vec<Member>,
    places: Vec<Place<G>>,
    /// How many places the last group used.
    used: usize,
    batches: u64,
}

/// How an entrant takes part.
enum Member {
    /// In this process, quick, and with an instance for each place.
    Near,
    /// By post, until it spoils a group.
    Far(Far),
    /// Not: whoever plays with it plays one game at a time.
    Alone,
}

struct Far {
    post: Post,
    log: BotLog,
}

/// One of the games that are played at once.
struct Place<G: Game> {
    table: Table,
    crew: Crew<G>,
    game: Option<(Fixture, Sitting<G>)>,
    /// How many answers it waits for.
    owed: usize,
}

/// Who spoilt a group, if only by being too slow for it.
struct Spoilt(EntrantId);

impl<'a, G: Game> Groups<'a, G> {
    /// Starts the bots that may play many games at once, and gives their ordinary selves to the crew.
    pub(crate) fn seat(tournament: &'a Tournament<'a, G>, lane: Lane, crew: &mut Crew<G>) -> Self {
        let members = match allowed(tournament) {
            Some(outside) => (0..tournament.bots.len())
                .map(|n| member(tournament, EntrantId(n as u16), outside, lane, crew))
                .collect(),
            None => Vec::new(),
        };
        let mut groups = Self { tournament, members, places: Vec::new(), used: 0, batches: 1 };
        groups.stop_if_pointless();
        groups
    }

    /// The most batches that make a group.
    pub(crate) fn most_batches(tournament: &Tournament<'_, G>) -> u64 {
        let Some(outside) = allowed(tournament) else { return 1 };
        let games = outside.at_once.min(PLAYERS / tournament.bots.len().max(1)) as u64;
        (games / tournament.batch_size()).max(1)
    }

    /// How many batches the next group takes.
    pub(crate) fn batches(&self) -> u64 {
        self.batches
    }

    /// Plays those games of these spans that can be played at once; the others are left to be played alone.
    ///
    /// Once it is told to stop, games that are over stay; the others are left, too.
    pub(crate) fn play(
        &mut self,
        spans: &[(u64, u64)],
        waiting: &open_games::Place,
        stop: impl Fn() -> bool,
    ) {
        self.forget();
        if self.members.is_empty() {
            return;
        }
        let begun = Instant::now();
        for number in spans.iter().flat_map(|&(first, end)| first..end) {
            self.deal(number);
        }
        if self.used < 2 {
            self.forget();
            return;
        }
        if let Err(Spoilt(entrant)) = self.play_out(waiting, stop) {
            self.forget();
            self.leave_alone(entrant);
        }
        self.adapt(begun.elapsed(), spans.len() as u64);
    }

    /// A game of the last group, finished.
    pub(crate) fn played(&self, number: u64) -> Option<(&Fixture, &G, &Table)> {
        let places = &self.places[..self.used];
        let number_of = |place: &Place<G>| place.game.as_ref().map_or(0, |(fixture, _)| fixture.number);
        let place = &places[places.binary_search_by_key(&number, number_of).ok()?];
        let (fixture, sitting) = place.game.as_ref()?;
        (sitting.game.turn() == Turn::Over).then_some((fixture, &sitting.game, &place.table))
    }

    /// Looks at what went wrong in a game that was played alone: whoever misbehaves is not grouped any more, since what
    /// its process has gone through is part of what happens to it next.
    pub(crate) fn seen_alone(&mut self, fixture: &Fixture, missteps: &Missteps) {
        if !missteps.any() || self.members.is_empty() {
            return;
        }
        for seat in Seat::all(fixture.seats.len()) {
            if missteps.of(seat).is_some_and(|of| !of.kinds.is_empty()) {
                self.leave_alone(fixture.entrant(seat));
            }
        }
    }

    fn forget(&mut self) {
        for place in &mut self.places[..self.used] {
            place.game = None;
        }
        self.used = 0;
        for member in &self.members {
            if let Member::Far(far) = member {
                far.post.clear();
            }
        }
    }

    /// Puts a game into the next place, if all who play it can.
    fn deal(&mut self, number: u64) {
        if self.tournament.is_finished(number) {
            return;
        }
        let fixture = self.tournament.schedule.fixture(number);
        let can = |entrant: &EntrantId| !matches!(self.members[entrant.index()], Member::Alone);
        if !fixture.seats.iter().all(can) {
            return;
        }
        let Some(dealt) = self.tournament.deal(&fixture) else { return };
        if self.used == self.places.len() {
            self.places.push(self.new_place());
        }
        let place = &mut self.places[self.used];
        let luck = Luck::of(self.tournament.seed, &fixture);
        let sitting = place.table.sit_down(dealt, luck, &fixture, &mut place.crew);
        place.game = Some((fixture, sitting));
        self.used += 1;
    }

    fn new_place(&self) -> Place<G> {
        let number = self.places.len() as u32;
        let seat = |(member, bot): (&Member, &Bot)| -> Box<dyn Player<G>> {
            let near = if let Bot::House(player) = bot { house::seat::<G>(player) } else { None };
            match (member, near, self.tournament.outside) {
                (Member::Near, Some(player), _) => player,
                (Member::Far(far), _, Some(outside)) => {
                    Box::new(Foreign::new(far.post.place(number), &outside.patience))
                }
                _ => Box::new(Absent::new("plays one game at a time")),
            }
        };
        let players = self.members.iter().zip(self.tournament.bots).map(seat).collect();
        Place {
            table: Table::new(true),
            crew: Crew::new(players, self.tournament.names.to_vec()),
            game: None,
            owed: 0,
        }
    }

    /// Plays the games in all places to their end.
    fn play_out(&mut self, waiting: &open_games::Place, stop: impl Fn() -> bool) -> Result<(), Spoilt> {
        for place in &mut self.places[..self.used] {
            place.go_on(Step::First)?;
        }
        let mut answered = Vec::new();
        while let Some((entrant, post)) = self.fullest().filter(|_| !stop()) {
            self.say_who_is_asked(entrant, waiting);
            post.exchange(&mut answered).map_err(|_| Spoilt(entrant))?;
            for &number in &answered {
                let place = &mut self.places[number as usize];
                place.owed -= 1;
                if place.owed == 0 {
                    place.go_on(Step::Next)?;
                }
            }
        }
        // A bot may fail in the end of a game too.
        for (entrant, far) in self.far() {
            far.post.exchange(&mut answered).map_err(|_| Spoilt(entrant))?;
        }
        Ok(())
    }

    /// Of the many games that wait for a bot, the first that it plays in stands for all.
    fn say_who_is_asked(&self, entrant: EntrantId, waiting: &open_games::Place) {
        let games = self.places[..self.used].iter().filter_map(|place| place.game.as_ref());
        let seat_in =
            |fixture: &Fixture| Seat::all(fixture.seats.len()).find(|&seat| fixture.entrant(seat) == entrant);
        let found = games.filter(|(_, sitting)| sitting.game.turn() != Turn::Over);
        if let Some((fixture, seat)) =
            found.filter_map(|(fixture, _)| Some((fixture, seat_in(fixture)?))).next()
        {
            waiting.begin(fixture);
            waiting.wait_for(Seats::only(seat));
        }
    }

    fn far(&self) -> impl Iterator<Item = (EntrantId, &Far)> {
        self.members.iter().enumerate().filter_map(|(n, member)| match member {
            Member::Far(far) => Some((EntrantId(n as u16), far)),
            Member::Near | Member::Alone => None,
        })
    }

    /// The post in which most questions wait; `None` where nobody waits for anything.
    fn fullest(&self) -> Option<(EntrantId, &Post)> {
        let waiting = self.far().map(|(entrant, far)| (far.post.waiting(), entrant, &far.post));
        let (count, entrant, post) = waiting.max_by_key(|&(count, ..)| count)?;
        (count > 0).then_some((entrant, post))
    }

    /// From here on an entrant plays one game at a time, so that nothing is thrown away twice because of it.
    fn leave_alone(&mut self, entrant: EntrantId) {
        let member = &mut self.members[entrant.index()];
        let Member::Far(Far { post, log }) = std::mem::replace(member, Member::Alone) else { return };
        post.close(&log);
        self.stop_if_pointless();
    }

    /// Without anyone to post to there is nothing to gain.
    fn stop_if_pointless(&mut self) {
        if self.far().next().is_none() {
            self.members.clear();
            self.batches = 1;
        }
    }

    fn adapt(&mut self, took: Duration, batches: u64) {
        if took > LONG {
            self.batches = (batches / 2).max(1);
        } else if took < SHORT && batches == self.batches && !self.members.is_empty() {
            self.batches = (batches * 2).min(Self::most_batches(self.tournament));
        }
    }
}

#[derive(Clone, Copy)]
enum Step {
    First,
    Next,
}

impl<G: Game> Place<G> {
    /// Plays on to the next question for the post, or to the end; whatever goes wrong spoils the group.
    fn go_on(&mut self, step: Step) -> Result<(), Spoilt> {
        let Self { table, crew, game, owed } = self;
        let Some((fixture, sitting)) = game else { return Ok(()) };
        let well = |_: &G, missteps: &Missteps, _: &mut Crew<G>| !missteps.any();
        let pause = match step {
            Step::First => table.go_until_asked(sitting, fixture, crew, well),
            Step::Next => table.resume(sitting, fixture, crew, well),
        };
        if let Some(spoilt) = who_spoilt(fixture, table.missteps()) {
            return Err(spoilt);
        }
        *owed = if let Pause::Asked(count) = pause { count } else { 0 };
        Ok(())
    }
}

fn who_spoilt(fixture: &Fixture, missteps: &Missteps) -> Option<Spoilt> {
    if !missteps.any() {
        return None;
    }
    let seat = Seat::all(fixture.seats.len())
        .find(|&seat| missteps.of(seat).is_some_and(|of| !of.kinds.is_empty()))?;
    Some(Spoilt(fixture.entrant(seat)))
}
