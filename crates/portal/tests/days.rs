//! The ladders' luck: one secret a day, told by its hash from the beginning, and opened when its
//! last game is played.

#![allow(clippy::unwrap_used)] // A test may.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use common::course;
use common::home::{Home, NewHome, on_both};
use croupier_portal::jobs::{GameTask, JobResult, Jobs, Leased, Preference, Task};
use croupier_portal::store::days::{self, DayRow};
use croupier_portal::store::games::{NewGame, SeatRow};
use croupier_portal::store::job_table::JobTable;
use croupier_portal::store::{Store, backup};
use croupier_portal::tournament::matchmaker::Matchmaker;
use croupier_portal::{Broadcast, Clock, house_specs, make_contest};
use croupier_record::{Day, LuckSource, Origin, Published};
use tokio::runtime::Runtime;

const LONG: Duration = Duration::from_secs(600);

on_both! {
    a_day_is_opened_when_the_next_has_begun_and_its_last_game_is_played,
    no_deal_is_dealt_twice_and_a_clock_that_goes_back_begins_no_day_again,
}

/// A site without web and workers, whose clock is the test's.
struct Ladder {
    runtime: Runtime,
    store: Store,
    queue: Arc<JobTable>,
    jobs: Jobs,
    matchmaker: Matchmaker,
    time: Arc<AtomicI64>,
    home: Home,
}

impl Ladder {
    fn new(home: NewHome, day: Day) -> Self {
        let ladder = Self::on(home(), Runtime::new().unwrap(), day);
        let (contest, house) = (course(), house_specs("no-thanks").unwrap());
        ladder.runtime.block_on(make_contest(&ladder.store, &contest, &house)).unwrap();
        ladder
    }

    fn on(home: Home, runtime: Runtime, day: Day) -> Self {
        let store = runtime.block_on(home.open());
        let queue = Arc::new(JobTable::new(store.clone()));
        let jobs = Jobs::new(store.clone(), queue.clone(), Broadcast::default(), runtime.handle().clone());
        let time = Arc::new(AtomicI64::new(day.begins()));
        let clock = Arc::clone(&time);
        let clock = Clock::new(move || clock.load(Ordering::Relaxed));
        let matchmaker = Matchmaker::new(store.clone(), queue.clone(), clock);
        Self { runtime, store, queue, jobs, matchmaker, time, home }
    }

    fn is(&mut self, moment: i64) {
        self.time.store(moment, Ordering::Relaxed);
    }

    /// Lets the matchmaker look, and gives how many games it put.
    fn fill(&mut self) -> usize {
        self.runtime.block_on(self.matchmaker.fill(1)).unwrap().0
    }

    /// All games that wait, taken by a worker.
    fn take(&self) -> Vec<(Leased, GameTask)> {
        let taken = std::iter::from_fn(|| self.jobs.lease("one", Preference::GamesFirst, LONG).unwrap());
        let games = taken.map(|leased| match &leased.task {
            Task::Game(game) => (leased.clone(), game.clone()),
            other => panic!("{other:?}"),
        });
        games.collect()
    }

    /// A worker's game ends.
    fn end(&self, (leased, game): &(Leased, GameTask)) {
        let seats = game.seats.iter().enumerate().map(|(at, seated)| SeatRow {
            entry: seated.entry,
            upload: None,
            place: at as i64 + 1,
            score: 0.0,
            figures: "[]".into(),
            faults: 0,
            fault: None,
            log: String::new(),
        });
        let played =
            NewGame { contest: game.contest, seed: 0, took: 1, seats: seats.collect(), record: vec![1] };
        assert!(self.jobs.complete(leased.lease, &JobResult::Played(played)).unwrap());
    }

    fn days(&self) -> Vec<DayRow> {
        self.runtime.block_on(days::list(&self.store, &*self.queue, None, 100)).unwrap()
    }
}

fn of(origin: &Origin) -> (Day, u64) {
    match origin.source() {
        LuckSource::Day { day, game, .. } => (*day, *game),
        _ => panic!("{origin:?} is no game of a day"),
    }
}

fn monday() -> Day {
    "2026-11-16".parse().unwrap()
}

fn tuesday() -> Day {
    "2026-11-17".parse().unwrap()
}

fn a_day_is_opened_when_the_next_has_begun_and_its_last_game_is_played(home: NewHome) {
    let mut ladder = Ladder::new(home, monday());
    // The hash is out at the first look, whether anybody plays or not.
    assert!(ladder.fill() > 0);
    let begun = ladder.days();
    assert_eq!((begun.len(), begun[0].day, begun[0].opened), (1, monday(), None));
    let games = ladder.take();
    assert_eq!(begun[0].games, games.len() as i64);

    ladder.is(tuesday().begins() - 1);
    ladder.fill();
    assert_eq!(ladder.days().len(), 1, "the last millisecond of Monday is Monday");
    ladder.is(tuesday().begins());
    ladder.fill();
    let days: Vec<_> = ladder.days().iter().map(|row| (row.day, row.opened)).collect();
    assert_eq!(days, [(tuesday(), None), (monday(), None)], "its games are still being played");
    for game in &games {
        assert!(ladder.days()[1].opened.is_none());
        ladder.end(game);
    }
    // What was put just before midnight and waited beyond it belongs to Monday, too.
    let waiting: Vec<_> =
        ladder.take().into_iter().filter(|(_, game)| game.origin.day() == Some(monday())).collect();
    for game in &waiting {
        assert!(ladder.days()[1].opened.is_none());
        ladder.end(game);
    }
    let days = ladder.days();
    let secret = days[1].opened.unwrap();
    assert_eq!(days[1].commitment, begun[0].commitment, "what was published is what is opened");
    assert!(days[0].opened.is_none() && days[0].commitment != days[1].commitment);
    let told = Published { commitment: Some(begun[0].commitment), secret: Some(secret) };
    for (_, game) in games.iter().chain(&waiting) {
        assert_eq!(game.origin.check(&[], &told), Ok(()));
    }
}

fn no_deal_is_dealt_twice_and_a_clock_that_goes_back_begins_no_day_again(home: NewHome) {
    let mut ladder = Ladder::new(home, monday());
    let mut dealt = Vec::new();
    for moment in [monday().begins(), tuesday().begins(), monday().begins() + 5, 0, tuesday().begins() + 5] {
        ladder.is(moment);
        // The house alone is drawn no more than once a second, and this must not wait: another
        // matchmaker has not drawn yet.
        let (store, queue, time) = (ladder.store.clone(), ladder.queue.clone(), Arc::clone(&ladder.time));
        ladder.matchmaker = Matchmaker::new(store, queue, Clock::new(move || time.load(Ordering::Relaxed)));
        assert!(ladder.fill() > 0);
        for game in ladder.take() {
            dealt.push(of(&game.1.origin));
            ladder.end(&game);
        }
    }
    assert_eq!(dealt[0].0, monday());
    assert!(dealt[1..].iter().all(|(day, _)| *day == tuesday()), "{dealt:?}");
    let all = dealt.len();
    dealt.sort_unstable();
    dealt.dedup();
    assert_eq!(dealt.len(), all);
    let counts: Vec<_> = ladder.days().iter().map(|row| row.games).collect();
    assert_eq!(counts, [all as i64 - 1, 1]);
}

#[test]
fn a_copy_of_a_site_does_not_deal_again_what_was_dealt_since() {
    let mut ladder = Ladder::new(Home::folder, monday());
    ladder.fill();
    ladder.take().iter().for_each(|game| ladder.end(game));
    let copy = tempfile::tempdir().unwrap();
    let to = copy.path().join("site.db");
    let Home::Folder(folder) = &ladder.home else { panic!("a server copies its databases itself") };
    ladder.runtime.block_on(backup(folder.path(), &to)).unwrap();
    let mut dealt = Vec::new();
    let mut goes_on = |mut ladder: Ladder| {
        ladder.fill();
        let games = ladder.take();
        assert!(!games.is_empty());
        dealt.extend(games.iter().map(|(_, game)| of(&game.origin)));
        (ladder.days()[0].commitment, ladder)
    };
    let (first, original) = {
        let Ladder { home, runtime, store, .. } = ladder;
        runtime.block_on(store.close());
        goes_on(Ladder::on(home, runtime, monday()))
    };
    let (second, _copied) = goes_on(Ladder::on(Home::Folder(copy), Runtime::new().unwrap(), monday()));
    assert_eq!(first, second, "the same secret of the same day");
    drop(original);
    let all = dealt.len();
    dealt.sort_unstable();
    dealt.dedup();
    assert_eq!(dealt.len(), all, "{dealt:?}");
}
