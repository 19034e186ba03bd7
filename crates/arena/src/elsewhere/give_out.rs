//! The side of whoever plans: takes spans from the queue, has their games played elsewhere, checks what comes
//! back, and makes batches of it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use croupier_games::{Game, Moment, Seed};
use croupier_record::{
    DoneGame, Fixture, GameBytes, GamesDone, GamesTask, GivenGame, KeptGame, Luck, LuckFor, Lucks, Missteps,
    check_drawn, drawn_opening, replay, seed_of_deal,
};

use super::{Delivery, Elsewhere, NotPlayed};
use crate::batches::{Finished, Growing};
use crate::queue::Queue;
use crate::recall::Recalled;
use crate::tournament::{CannotPlay, MOST_SPANS, Results, Tournament};

/// Of earlier games, so many are told at a time: memory does not grow with their number.
const TOLD_TOGETHER: usize = 1024;

/// A span, with what becomes of each of its games.
struct PlannedSpan {
    first: u64,
    games: Vec<(Fixture, Plan)>,
}

/// What becomes of a game.
enum Plan {
    /// Somebody who is out would sit in it.
    Dropped,
    /// An earlier run finished it.
    Kept(Box<KeptGame>),
    /// It is given out.
    Given,
}

/// The games that came back, with whoever played them.
type Arrived = BTreeMap<u64, (KeptGame, Arc<str>)>;

/// What a lane has come to.
struct LaneSoFar {
    number: usize,
    remembers: bool,
    /// The last game that its bots have met, as far as anybody has to know.
    met: Option<u64>,
}

impl<G: Game> Tournament<'_, G> {
    /// Gives out the games of a lane, task by task, until there are none or it is told to stop.
    pub(crate) fn give_out(
        &self,
        elsewhere: &dyn Elsewhere,
        number: usize,
        queue: &Queue,
        (from, stop): (u64, &AtomicBool),
        results: &Results,
    ) -> Result<(), CannotPlay> {
        let mut lane = LaneSoFar { number, remembers: self.terms().remembers(), met: None };
        let is_stopped = || stop.load(Ordering::Relaxed) || queue.is_closed();
        let (mut press, mut is_told) = (None, !lane.remembers);
        while let Some(span) = queue.take(number, stop) {
            if !is_told {
                self.tell_record(elsewhere, &mut lane, from)?;
                is_told = true;
            }
            let wanted = elsewhere.wanted(number as u32);
            let (mut spans, mut due) = (vec![span], span.1 - span.0);
            while due < wanted && (spans.len() as u64) < MOST_SPANS {
                let Some(span) = queue.take_more(number, stop) else { break };
                due += span.1 - span.0;
                spans.push(span);
            }
            let (planned, mut arrived) = self.have_played(elsewhere, &spans, &mut lane, &is_stopped)?;
            for span in planned {
                let growing = self.take_in(span, &mut arrived)?;
                if !self.send(growing, queue, &mut press, results) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Tells which games of a lane the record has.
    fn tell_record(
        &self,
        elsewhere: &dyn Elsewhere,
        lane: &mut LaneSoFar,
        from: u64,
    ) -> Result<(), CannotPlay> {
        let mut past = Vec::new();
        let number = lane.number;
        self.recorded_of(number, from, |recorded| {
            let GameBytes { fixture, events } = recorded;
            let (number, seats) = (fixture.number, fixture.seats.clone());
            let kept = KeptGame { number, seats, events: events.to_vec(), times: None, part: None };
            past.push(DoneGame { kept, luck: Some(Luck::of(self.seed, fixture)) });
            if past.len() >= TOLD_TOGETHER {
                tell(elsewhere, lane, std::mem::take(&mut past))?;
            }
            Ok(Recalled::Whole)
        })?;
        Ok(tell(elsewhere, lane, past)?)
    }

    /// Has the games of these spans played that have to be.
    fn have_played(
        &self,
        elsewhere: &dyn Elsewhere,
        spans: &[(u64, u64)],
        lane: &mut LaneSoFar,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<(Vec<PlannedSpan>, Arrived), CannotPlay> {
        let has_lanes = self.has_lanes();
        let luck_for = if has_lanes { LuckFor::Everyone } else { LuckFor::House };
        let (games_per_deal, number) = (self.schedule.games_per_deal(), lane.number as u32);
        let mut task = GamesTask { lane: number, after: None, games_per_deal, luck_for, games: Vec::new() };
        let (mut past, mut lucks) = (Vec::new(), Lucks::of(self.seed));
        let plan = |&span: &(u64, u64)| self.plan(span, lane.remembers, &mut lucks, &mut past, &mut task);
        let planned: Vec<PlannedSpan> = spans.iter().map(plan).collect();
        tell(elsewhere, lane, past)?;
        let mut arrived = Arrived::new();
        if task.games.is_empty() {
            return Ok((planned, arrived));
        }
        if has_lanes {
            task.after = lane.met;
            lane.met = task.last();
        }
        // A url plays one game at a time, wherever its other lanes are.
        let turns = self.urls.hold(task.games.iter().map(|game| &game.fixture));
        let numbers: Vec<u64> = task.games.iter().map(|game| game.fixture.number).collect();
        for Delivery { by, done } in elsewhere.play(task, is_stopped)? {
            if let Some(outside) = self.outside {
                outside.time_limits.load.add(done.waited);
            }
            let by: Arc<str> = by.into();
            for DoneGame { kept, .. } in done.games {
                arrived.entry(kept.number).or_insert_with(|| (kept, Arc::clone(&by)));
            }
        }
        drop(turns);
        match numbers.iter().find(|number| !arrived.contains_key(number)) {
            Some(missing) if !is_stopped() => {
                Err(NotPlayed(format!("game {missing} was given out and has not come back")).into())
            }
            _ => Ok((planned, arrived)),
        }
    }

    /// Finds out what becomes of the games of a span, and adds those to a task that are to be played.
    fn plan(
        &self,
        (first, end): (u64, u64),
        remembers: bool,
        lucks: &mut Lucks,
        past: &mut Vec<DoneGame>,
        task: &mut GamesTask,
    ) -> PlannedSpan {
        let out = self.outs.at(first);
        let games = (first..end).map(|number| {
            let luck = lucks.game(number, self.schedule.deal(number));
            let fixture = self.fixture(number, &luck, &out);
            if fixture.seats.iter().any(|entrant| out.contains(entrant)) {
                return (fixture, Plan::Dropped);
            }
            let kept = self.journal().and_then(|journal| journal.game(number));
            // Whoever remembers meets its games in their order, so what was kept behind one that is to be
            // played is played again.
            let is_in_order = !remembers || task.games.is_empty();
            if let Some(kept) = kept.filter(|kept| is_in_order && self.checked(&fixture, kept).is_ok()) {
                if remembers {
                    past.push(DoneGame { kept: kept.clone(), luck: Some(luck) });
                }
                return (fixture, Plan::Kept(Box::new(kept)));
            }
            task.games.push(GivenGame { fixture: fixture.clone(), luck });
            (fixture, Plan::Given)
        });
        PlannedSpan { first, games: games.collect() }
    }

    /// Makes a batch of a span.
    fn take_in(&self, span: PlannedSpan, arrived: &mut Arrived) -> Result<Growing, CannotPlay> {
        let mut growing = self.new_batch(span.first);
        for (fixture, plan) in span.games {
            let number = fixture.number;
            let (kept, by) = match plan {
                Plan::Dropped => {
                    self.drop_game(&fixture, &mut growing);
                    continue;
                }
                Plan::Kept(kept) => (*kept, None),
                Plan::Given => match arrived.remove(&number) {
                    Some((kept, by)) => (kept, Some(by)),
                    None => {
                        growing.whole = false;
                        continue;
                    }
                },
            };
            let (game, missteps) = self.checked(&fixture, &kept).map_err(|why| {
                let by = by.as_deref().unwrap_or_default().to_owned();
                CannotPlay::Misplayed { game: number, by, why }
            })?;
            let KeptGame { events, times, part, .. } = kept;
            let (times, part) = (times.unwrap_or_default(), part.filter(|part| self.is_part(part, number)));
            let finished = Finished {
                fixture: &fixture,
                game: &game,
                missteps: &missteps,
                events: &events,
                times: &times,
                part,
            };
            match by {
                Some(_) => self.finished(&mut growing, &finished),
                // It is in the journal already.
                None => self.add(&mut growing, &finished),
            }
        }
        Ok(growing)
    }

    /// A game that was played elsewhere or before, played through; the error says why it is none of this
    /// tournament.
    fn checked(&self, fixture: &Fixture, kept: &KeptGame) -> Result<(G, Missteps), String> {
        check_given(fixture, kept, self.options, self.seed, self.openings)
    }
}

/// A game that was played elsewhere, played through: its end, and what went wrong in it. The error says why
/// it is not the game of this fixture, with the luck that grows from this seed.
pub fn check_given<G: Game>(
    fixture: &Fixture,
    kept: &KeptGame,
    options: &G::Options,
    seed: Seed,
    openings: u8,
) -> Result<(G, Missteps), String> {
    if kept.seats != fixture.seats {
        return Err("others sit at its table".to_owned());
    }
    let recorded = GameBytes { fixture: fixture.clone(), events: &kept.events };
    let mut drawn = Vec::new();
    let replayed = replay::<G>(&recorded, options, seed, |moment| {
        if let Moment::Dealt(dealt) = moment {
            drawn = drawn_opening(*dealt, openings, seed_of_deal(seed, fixture.deal));
        }
    });
    let checked = replayed.and_then(|end| check_drawn::<G>(&recorded, &drawn).map(|()| end));
    checked.map_err(|error| error.what)
}

/// Tells of earlier games of a lane.
fn tell(elsewhere: &dyn Elsewhere, lane: &mut LaneSoFar, games: Vec<DoneGame>) -> Result<(), NotPlayed> {
    let Some(last) = games.last() else { return Ok(()) };
    lane.met = Some(last.kept.number);
    let number = lane.number as u32;
    elsewhere.remember(GamesDone { lane: number, whole: true, games, ..GamesDone::default() })
}
