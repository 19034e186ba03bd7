//! A tournament whose games are played elsewhere has the record of one that is played here: whoever plays,
//! in whichever order results come, and wherever a lane goes on.

#![allow(clippy::unwrap_used)] // A test may.

mod learner;
mod workers;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use croupier_arena::naming::house_bot;
use croupier_arena::{
    Batch, Bot, CannotPlay, EarlierPrints, Elsewhere, Ended, OpenGames, Outs, Outside, Schedule, Terms,
    Tournament,
};
use croupier_games::no_thanks::{NoThanks, NoThanksOptions};
use croupier_games::{Game, Seed};
use croupier_hosts::{Interrupt, Load, TimeLimits};
use croupier_record::{Design, Instances, Out, Part, TellsAll};
use croupier_stats::Tally;

use learner::Learner;
use workers::{Comes, How, Who, Workers};

const SECRET: Seed = Seed::keyed([7; 32]);
const USUAL: How = How { workers: 1, wanted: 1, piece: 1 << 20, who: Who::Same, comes: Comes::InOrder };

/// A tournament, before it is played.
struct Planned {
    bots: Vec<Bot>,
    names: Vec<String>,
    instances: Instances,
    lanes: usize,
    schedule: Schedule,
    games: u64,
    seed: Seed,
    timed: bool,
}

/// What came of one.
#[derive(Debug, PartialEq)]
struct Played {
    plain: Vec<u8>,
    outs: Vec<Out>,
    parts: Vec<Part>,
    tally: Tally,
    ended: Ended,
}

impl Planned {
    fn house(games: u64) -> Self {
        Self::of(Vec::new(), Instances::default(), (Design::Random, games, 1))
    }

    /// Of these and two players of the house.
    fn of(
        learners: Vec<Learner>,
        instances: Instances,
        (design, games, lanes): (Design, u64, usize),
    ) -> Self {
        let house = ["random", "CutOff14"].map(|name| house_bot::<NoThanks>(name).unwrap().bot);
        let learners = learners.into_iter().map(|bot| Bot::Inside(Arc::new(Learner { instances, ..bot })));
        let mut bots: Vec<Bot> = learners.chain(house).collect();
        while bots.len() < 3 {
            bots.push(house_bot::<NoThanks>("TakeSmall").unwrap().bot);
        }
        let names = (0..bots.len()).map(|number| format!("bot {number}")).collect();
        let schedule = Schedule::designed(&NoThanks::ABOUT, bots.len(), Some(3), design, SECRET).unwrap();
        let games = schedule.games(games);
        Self { bots, names, instances, lanes, schedule, games, seed: SECRET, timed: false }
    }

    /// Plays it by `run`, which is given a tournament and its terms.
    fn run(
        &self,
        run: impl FnOnce(&Tournament<'_, NoThanks>, &mut Vec<Batch>) -> Result<Ended, CannotPlay>,
    ) -> Result<Played, CannotPlay> {
        let second = Duration::from_secs(1);
        let time_limits = TimeLimits {
            per_move: second,
            per_game: None,
            loading: second,
            restarts: 3,
            per_thousand_games: None,
            interrupt: Interrupt::default(),
            load: Load::default(),
        };
        let (instances, prints) = (self.instances, EarlierPrints::Go);
        let outside = Outside { cell: None, time_limits, instances, at_once: 64, logs: None, prints };
        let outside = self.bots.iter().any(Bot::is_foreign).then_some(outside);
        let outs = Outs::default();
        let tournament = Tournament::<NoThanks> {
            options: &NoThanksOptions::default(),
            seed: self.seed,
            games: self.games,
            openings: 0,
            schedule: &self.schedule,
            bots: &self.bots,
            names: &self.names,
            lanes: self.lanes,
            outside: outside.as_ref(),
            timed: self.timed,
            threads: 2,
            journal: None,
            record: None,
            open: &OpenGames::default(),
            outs: &outs,
            urls: &Default::default(),
        };
        let mut batches = Vec::new();
        let ended = run(&tournament, &mut batches)?;
        let mut tally = Tally::new(&NoThanks::ABOUT, self.bots.len());
        batches.iter().for_each(|batch| tally.merge(&batch.tally));
        let plain = batches.iter().flat_map(|batch| batch.block.plain.iter().copied()).collect();
        let parts = batches.iter().flat_map(|batch| batch.block.parts.iter().cloned()).collect();
        Ok(Played { plain, outs: outs.all(), parts, tally, ended })
    }

    fn here(&self) -> Played {
        let run = |tournament: &Tournament<'_, NoThanks>, batches: &mut Vec<Batch>| {
            tournament.run(0, &AtomicBool::new(false), |batch| {
                batches.push(batch);
                Ok(())
            })
        };
        self.run(run).unwrap()
    }

    fn elsewhere(&self, how: How) -> Played {
        self.elsewhere_by(|terms| Workers::new(terms, how), |_| {}).unwrap()
    }

    fn elsewhere_by(
        &self,
        workers: impl for<'a> FnOnce(Terms<'a, NoThanks>) -> Workers<'a>,
        look: impl FnOnce(&Workers<'_>),
    ) -> Result<Played, CannotPlay> {
        self.run(|tournament, batches| {
            let workers = workers(tournament.terms());
            let ended = tournament.run_elsewhere(&workers, 0, &AtomicBool::new(false), |batch| {
                batches.push(batch);
                Ok(())
            });
            look(&workers);
            ended
        })
    }
}

/// One, two and eight workers; in pieces and in heaps; in order and late and twice; by the same worker, by
/// another each time, and by one that dies.
fn ways() -> Vec<How> {
    let usual = [1, 2, 8].map(|workers| How { workers, ..USUAL });
    let other = [
        How { wanted: 30, comes: Comes::LateAndTwice, ..USUAL },
        How { workers: 2, piece: 3, who: Who::Another, ..USUAL },
        How { workers: 8, wanted: 30, piece: 5, who: Who::Another, comes: Comes::LateAndTwice },
        How { workers: 2, piece: 2, who: Who::Dying(5), ..USUAL },
    ];
    usual.into_iter().chain(other).collect()
}

#[test]
fn games_of_the_house_are_the_same_whoever_plays_them() {
    let planned = Planned::house(5000);
    let here = planned.here();
    assert_eq!((here.ended, here.tally.games()), (Ended::Complete, 5000));
    for how in ways() {
        let how = How { piece: how.piece.max(100), wanted: how.wanted * 100, ..how };
        assert_eq!(planned.elsewhere(how), here, "{how:?}");
    }
}

#[test]
fn bots_that_learn_from_game_to_game_are_the_same_wherever_their_lane_goes_on() {
    for lanes in [1, 3] {
        let learners = vec![Learner::default(); 2];
        let planned = Planned::of(learners, Instances::Tournament, (Design::Balanced, 120, lanes));
        let here = planned.here();
        assert_eq!((here.tally.games(), here.parts.len()), (120, 0));
        for how in ways() {
            let taken_up = |workers: &Workers<'_>| {
                let taken_up = workers.taken_up.load(Ordering::Relaxed);
                assert_eq!(taken_up > 0, how.who != Who::Same && (how.workers > 1), "{how:?}");
            };
            let played = planned.elsewhere_by(|terms| Workers::new(terms, how), taken_up).unwrap();
            assert_eq!(played, here, "{how:?}, {lanes} lanes");
        }
    }
}

#[test]
fn a_bot_that_ends_too_often_is_out_in_the_same_game_with_the_same_words() {
    for instances in [Instances::Game, Instances::Tournament] {
        let learners = vec![Learner { ends: Some(90), ..Learner::default() }, Learner::default()];
        for (design, lanes) in [(Design::Random, 2), (Design::Balanced, 1)] {
            let planned = Planned::of(learners.clone(), instances, (design, 300, lanes));
            let here = planned.here();
            let told = format!("{instances}, {design}: {:?}", here.outs);
            assert_eq!(here.outs.len(), 1, "{told}");
            assert!(here.outs[0].why.starts_with("ended 4 times; its last words: ValueError: "), "{told}");
            assert!(here.outs[0].border < 300, "some games are played without it: {told}");
            for how in ways() {
                assert_eq!(planned.elsewhere(how), here, "{how:?}, {told}");
            }
        }
    }
}

#[test]
fn crews_of_designs_that_repeat_deals_go_on_elsewhere_too() {
    let learners = vec![Learner { ends: Some(400), ..Learner::default() }; 3];
    for (design, lanes) in [(Design::Rotate, 1), (Design::Pairs, 2)] {
        let planned = Planned::of(learners.clone(), Instances::Game, (design, 120, lanes));
        let here = planned.here();
        assert!(here.tally.entrants().iter().any(|entrant| entrant.faults > 0), "some ended: {design}");
        for how in ways() {
            assert_eq!(planned.elsewhere(how), here, "{how:?}, {design}");
        }
    }
}

#[test]
fn where_bots_answer_otherwise_when_they_are_asked_again_a_new_part_begins() {
    let learners = vec![Learner { fickle: true, ..Learner::default() }];
    let planned = Planned::of(learners, Instances::Tournament, (Design::Balanced, 60, 1));
    assert_eq!(planned.elsewhere(How { workers: 2, ..USUAL }).parts, []);
    let moved = planned.elsewhere(How { workers: 2, who: Who::Another, ..USUAL });
    let first = moved.parts.first().unwrap();
    assert_eq!((first.game, first.lane, first.otherwise.len()), (8, 0, 1), "{:?}", moved.parts);
}

/// What becomes of a tournament of which results are spoilt.
fn spoilt(spoil: workers::Spoil) -> CannotPlay {
    let planned = Planned::of(vec![Learner::default()], Instances::Game, (Design::Balanced, 60, 1));
    planned.elsewhere_by(|terms| Workers::new(terms, USUAL).spoiling(spoil), |_| {}).unwrap_err()
}

#[test]
fn a_game_that_breaks_the_rules_ends_the_run_and_names_who_sent_it() {
    let told = spoilt(|done| done.games[3].kept.events.truncate(5)).to_string();
    let wanted =
        "worker number 0 sent game 3, and that is no game of this tournament: it stops before its end";
    assert!(told.starts_with(wanted), "{told}");
    let told = spoilt(|done| done.games[3].kept.events[2] = 0x7e).to_string();
    assert!(told.starts_with("worker number 0 sent game 3, and that is no game"), "{told}");
    let told = spoilt(|done| done.games[3].kept.seats.swap(0, 1)).to_string();
    assert!(told.contains("others sit at its table"), "{told}");
}

#[test]
fn a_game_that_does_not_come_back_is_no_end_of_the_tournament() {
    let told = spoilt(|done| drop(done.games.remove(3))).to_string();
    assert_eq!(told, "game 3 was given out and has not come back");
}

#[test]
fn luck_that_tells_all_of_it_is_not_given_out() {
    let planned = Planned { seed: Seed::plain(7), ..Planned::house(100) };
    let error = planned.elsewhere_by(|terms| Workers::new(terms, USUAL), |_| {}).unwrap_err();
    assert_eq!(error, CannotPlay::NotGiven(TellsAll));
}

/// Stops the run when so many pieces were played.
fn stopped_after(planned: &Planned, how: How, pieces: usize) -> Played {
    let run = |tournament: &Tournament<'_, NoThanks>, batches: &mut Vec<Batch>| {
        let (stop, workers) = (AtomicBool::new(false), Workers::new(tournament.terms(), how));
        tournament.run_elsewhere(&workers, 0, &stop, |batch| {
            batches.push(batch);
            stop.fetch_or(workers.pieces() >= pieces, Ordering::Relaxed);
            Ok(())
        })
    };
    planned.run(run).unwrap()
}

#[test]
fn a_run_that_is_stopped_has_the_beginning_of_the_same_games() {
    let planned = Planned::of(vec![Learner::default()], Instances::Tournament, (Design::Balanced, 400, 2));
    let whole = planned.here();
    for how in [USUAL, How { wanted: 20, piece: 3, ..USUAL }] {
        let stopped = stopped_after(&planned, how, 5);
        assert_eq!(stopped.ended, Ended::Stopped, "{how:?}");
        assert!(stopped.tally.games() > 0 && stopped.tally.games() < 400, "{how:?}");
        assert!(whole.plain.starts_with(&stopped.plain), "{how:?}");
    }
}

#[test]
fn tasks_have_whole_spans_as_many_as_are_wanted_and_no_more_than_are_due() {
    struct Counting<'a>(Workers<'a>, std::sync::Mutex<Vec<Range<u64>>>);
    impl Elsewhere for Counting<'_> {
        fn at_once(&self) -> usize {
            1
        }
        fn wanted(&self, _: u32) -> u64 {
            20
        }
        fn remember(&self, past: croupier_record::GamesDone) -> Result<(), croupier_arena::NotPlayed> {
            self.0.remember(past)
        }
        fn play(
            &self,
            task: croupier_record::GamesTask,
            is_stopped: &(dyn Fn() -> bool + Sync),
        ) -> Result<Vec<croupier_arena::Delivery>, croupier_arena::NotPlayed> {
            self.1.lock().unwrap().push(task.first().unwrap()..task.last().unwrap() + 1);
            self.0.play(task, is_stopped)
        }
    }
    let planned = Planned::of(vec![Learner::default()], Instances::Tournament, (Design::Balanced, 60, 1));
    let mut tasks = Vec::new();
    let run = |tournament: &Tournament<'_, NoThanks>, _: &mut Vec<Batch>| {
        let counting = Counting(Workers::new(tournament.terms(), USUAL), Default::default());
        let ended = tournament.run_elsewhere(&counting, 0, &AtomicBool::new(false), |_| Ok(()));
        tasks = counting.1.into_inner().unwrap();
        ended
    };
    planned.run(run).unwrap();
    // How many are due depends on how far those before them were taken in.
    assert!(tasks.iter().all(|task| task.end - task.start <= 24), "{tasks:?}");
    assert!(tasks.windows(2).all(|pair| pair[0].end == pair[1].start), "{tasks:?}");
    assert_eq!((tasks[0].clone(), tasks[tasks.len() - 1].end), (0..24, 60));
}
