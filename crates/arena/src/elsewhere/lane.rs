//! The side of whoever plays: one lane of a tournament that somebody else plans, task after task, with bots
//! that live as long as this does.

use std::time::{Duration, Instant};

use croupier_games::{Game, Turn};
use croupier_record::{
    DoneGame, EntrantId, Fixture, GameBytes, GamesDone, GamesTask, GivenGame, KeptGame, LuckFor, Part,
    TimedGame,
};

use crate::crew::crews::Crews;
use crate::crew::{Lane, NoCrew};
use crate::groups::Groups;
use crate::open_games::WorkerGame;
use crate::recall::{Recall, Recalled};
use crate::table::Table;
use crate::terms::{Place, Terms};
use crate::tournament::CannotPlay;

/// One lane of a tournament that somebody else plans.
///
/// It has no schedule and no secret: a task says who sits where and has the luck of its games. Tasks of a
/// lane are played in their order. Whoever did not play the last one takes the lane up first
/// ([`GivenLane::take_up`]).
pub struct GivenLane<'a, G: Game> {
    terms: Terms<'a, G>,
    lane: Lane,
    table: Table,
    crews: Crews<'a, G>,
    /// Who plays many games at once; found out when there is something to play.
    groups: Option<Groups<'a, G>>,
    recall: Option<Recall<'a, G>>,
    open: WorkerGame,
    /// The last game of the lane that its bots have met.
    met: Option<u64>,
    /// Whether a game was broken off: its bots are not to be asked any more.
    is_broken_off: bool,
}

/// What has to be taken up of a lane before one of its tasks can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needed {
    /// Nothing: it can be played at once.
    Nothing,
    /// The result that came just before: what its bots have used so far goes on.
    LastResult,
    /// All results of the lane, in order: its bots remember, and are asked their games again.
    AllResults,
}

impl<'a, G: Game> GivenLane<'a, G> {
    /// Makes ready to play a lane from its beginning; nobody is started before there is something to play.
    pub fn seat(terms: Terms<'a, G>, lane: Lane) -> Result<Self, NoCrew> {
        Ok(Self {
            terms,
            lane,
            table: terms.table(),
            crews: terms.crews(lane)?,
            groups: None,
            recall: None,
            open: WorkerGame::default(),
            met: None,
            is_broken_off: false,
        })
    }

    /// What has to be taken up before a task can be played that [comes after](GamesTask::after) this game.
    #[must_use]
    pub fn needed_for(&self, after: Option<u64>) -> Needed {
        let goes_on = self.met == after && !self.is_broken_off;
        match () {
            () if goes_on || !self.terms.has_lanes() => Needed::Nothing,
            () if self.terms.remembers() => Needed::AllResults,
            () => Needed::LastResult,
        }
    }

    /// Goes on where somebody else ended, who played the lane up to the game before a task: whatever was
    /// started here is ended, and new. Takes the results that are [needed](Self::needed_for), in the order of
    /// their games; what comes twice is passed over.
    ///
    /// Where bots remember, they are asked all those games again; when `stop` says so that is broken off.
    pub fn take_up(
        &mut self,
        after: Option<u64>,
        results: &[GamesDone],
        stop: impl Fn() -> bool,
    ) -> Result<Recalled, CannotPlay> {
        let (open, terms) = (self.open.clone(), self.terms);
        *self = Self { open, ..Self::seat(terms, self.lane)? };
        if !terms.has_lanes() {
            return Ok(Recalled::Whole);
        }
        let recalled = match terms.remembers() {
            true => self.ask_again(after, results, &stop)?,
            false => self.take_accounts(after, results),
        };
        match recalled {
            Recalled::Whole if self.met != after => {
                Err(CannotPlay::Unfit("what came of the games before these in their lane is not there"))
            }
            recalled => Ok(recalled),
        }
    }

    fn take_accounts(&mut self, after: Option<u64>, results: &[GamesDone]) -> Recalled {
        let before = results.iter().rfind(|result| after.is_some() && result.last() == after);
        if let Some(before) = before {
            self.crews.go_on_with(&before.accounts);
            self.met = before.last();
        }
        Recalled::Whole
    }

    fn ask_again(
        &mut self,
        after: Option<u64>,
        results: &[GamesDone],
        stop: &dyn Fn() -> bool,
    ) -> Result<Recalled, CannotPlay> {
        let mut recall = Recall::new(self.terms.bots, self.terms.options);
        let games = results.iter().flat_map(|result| &result.games);
        for DoneGame { kept, luck } in games {
            let number = kept.number;
            if Some(number) <= self.met || Some(number) > after {
                continue;
            }
            let fixture =
                Fixture { number, deal: number / self.terms.games_per_deal, seats: kept.seats.clone() };
            self.check_table(&fixture)?;
            let Some(luck) = luck else {
                return Err(CannotPlay::Unfit("the luck of games that are to be asked again is not there"));
            };
            let recorded = GameBytes { fixture, events: &kept.events };
            let (table, open) = (&mut self.table, &self.open);
            open.begin(&recorded.fixture);
            let recalled = recall.game(&recorded, luck, table, &mut self.crews, |seats| {
                open.wait_for(seats);
                !stop()
            });
            if recalled? == Recalled::BrokenOff {
                self.is_broken_off = true;
                return Ok(Recalled::BrokenOff);
            }
            self.met = Some(number);
        }
        self.open.end();
        self.recall = Some(recall);
        Ok(Recalled::Whole)
    }

    /// Plays a task; when `stop` says so, games are broken off when their open moves are answered or missed,
    /// and what was finished is given.
    pub fn play(&mut self, task: &GamesTask, stop: impl Fn() -> bool) -> Result<GamesDone, CannotPlay> {
        self.check(task)?;
        if self.needed_for(task.after) != Needed::Nothing {
            return Err(CannotPlay::Unfit("their lane was played on elsewhere and is not taken up"));
        }
        if task.games.is_empty() {
            return Ok(GamesDone { lane: task.lane, whole: true, ..GamesDone::default() });
        }
        let (begun, waited) = (Instant::now(), self.waited());
        let played = self.play_all(&task.games, &stop);
        self.open.end();
        // After an error nobody knows what its bots have met.
        self.is_broken_off = played.as_ref().map_or(true, |games| games.len() < task.games.len());
        let games = played?;
        self.met = task.last();
        Ok(GamesDone {
            lane: task.lane,
            whole: !self.is_broken_off,
            took: begun.elapsed(),
            waited: self.waited().saturating_sub(waited),
            accounts: self.crews.accounts(),
            games,
            prints: Vec::new(),
        })
    }

    /// Plays games in groups where they allow it, and one by one; gives those that were finished.
    fn play_all(
        &mut self,
        mut games: &[GivenGame],
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<DoneGame>, CannotPlay> {
        let terms = self.terms;
        let mut groups = match self.groups.take() {
            Some(groups) => groups,
            None => Groups::seat(terms, &self.crews),
        };
        let mut done = Vec::with_capacity(games.len());
        while !games.is_empty() && (terms.is_quick() || !stop()) {
            let batches = groups.batches().min((games.len() as u64).div_ceil(terms.span));
            let (now, later) = games.split_at(games.len().min((batches * terms.span) as usize));
            groups.play(now, batches, &mut self.crews, &self.open, stop);
            for game in now {
                done.extend(self.play_one(game, &mut groups, stop)?);
            }
            games = later;
        }
        self.groups = Some(groups);
        Ok(done)
    }

    /// A game of the last group, or one that is played alone; `None` where it is not finished.
    fn play_one(
        &mut self,
        given: &GivenGame,
        groups: &mut Groups<'a, G>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<DoneGame>, CannotPlay> {
        let GivenGame { fixture, luck } = given;
        let terms = self.terms;
        if let Some((_, _, table)) = groups.played(fixture.number) {
            let part = self.part(fixture.number);
            return Ok(Some(self.done(given, table.events(), table.timed(), part)));
        }
        if !terms.is_quick() && stop() {
            return Ok(None);
        }
        let place = Place { table: &mut self.table, crews: &mut self.crews, open: &self.open };
        let Some(game) = terms.play(fixture, luck, place, stop)? else { return Ok(None) };
        if game.turn() != Turn::Over || terms.is_cut_short() {
            return Ok(None);
        }
        groups.seen_alone(fixture, self.table.missteps());
        let part = self.part(fixture.number);
        Ok(Some(self.done(given, self.table.events(), self.table.timed(), part)))
    }

    fn done(&self, given: &GivenGame, events: &[u8], times: &TimedGame, part: Option<Part>) -> DoneGame {
        let Fixture { number, seats, .. } = &given.fixture;
        let times = self.terms.takes_times().then(|| times.clone());
        let kept = KeptGame { number: *number, seats: seats.clone(), events: events.to_vec(), times, part };
        DoneGame { kept, luck: self.terms.remembers().then(|| given.luck.clone()) }
    }

    /// The part of the record that begins with a game which is played now, where one does.
    fn part(&mut self, game: u64) -> Option<Part> {
        let otherwise = self.recall.as_mut()?.take_otherwise();
        (!otherwise.is_empty()).then_some(Part { game, lane: self.lane.number as u32, otherwise })
    }

    /// How long bots have waited for a processor so far.
    fn waited(&self) -> Duration {
        self.terms.outside.map_or(Duration::ZERO, |outside| outside.time_limits.load.waited())
    }

    /// Whether these are games of this lane, and of this tournament as far as anybody here knows it.
    fn check(&self, task: &GamesTask) -> Result<(), CannotPlay> {
        let terms = &self.terms;
        if terms.has_lanes() && task.lane as usize != self.lane.number {
            return Err(CannotPlay::Unfit("they are of another lane"));
        }
        if task.games_per_deal != terms.games_per_deal {
            return Err(CannotPlay::Unfit("they share deals otherwise than those of the tournament"));
        }
        let whose = if terms.has_lanes() { LuckFor::Everyone } else { LuckFor::House };
        for GivenGame { fixture, luck } in &task.games {
            self.check_table(fixture)?;
            if !luck.is_for(whose, fixture.seats.len()) {
                return Err(CannotPlay::Unfit("there is no luck for bots outside this process in them"));
            }
        }
        Ok(())
    }

    /// Whether a table of the tournament can look like this.
    fn check_table(&self, fixture: &Fixture) -> Result<(), CannotPlay> {
        let seats = &fixture.seats;
        let is_known = |entrant: &EntrantId| entrant.index() < self.terms.bots.len();
        let is_once = |at: usize| !seats[..at].contains(&seats[at]);
        let is_table = seats.len() == self.terms.seats && seats.iter().all(is_known);
        match is_table && (0..seats.len()).all(is_once) {
            true => Ok(()),
            false => Err(CannotPlay::Unfit("a table of theirs is none of the tournament")),
        }
    }
}

impl<G: Game> std::fmt::Debug for GivenLane<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GivenLane({}, met {:?})", self.lane.number, self.met)
    }
}
