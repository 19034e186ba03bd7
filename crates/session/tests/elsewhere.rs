//! A session that workers play has the record of one that is played here, and goes on after any end.

#![allow(clippy::unwrap_used)] // A test may.

#[path = "../../arena/tests/elsewhere/learner.rs"]
mod learner;
mod workers;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use croupier_arena::naming::NamedBot;
use croupier_arena::{Bot, Ended};
use croupier_hosts::Runtimes;
use croupier_hosts::cell::Sandbox;
use croupier_record::{Design, EntrantId, GamesTask, Instances, RecordReader, Until, record_path};
use croupier_session::{
    Elsewhere, Event, LaneSetting, LaneWorker, Layout, Needed, Outcome, Results, Run, RunSpec, Session,
    SessionError, Setup, UnfitWorker, find_house_bot,
};

use learner::Learner;
use workers::{How, USUAL, Workers};

const GAME: &str = "no-thanks";

fn learner(bot: Learner) -> NamedBot {
    let spec = "learner".to_owned();
    let bot = Bot::Inside(Arc::new(bot));
    NamedBot { name: spec.clone(), hash: "of a learner".to_owned(), spec, team: None, bot }
}

fn house(names: &[&str]) -> Vec<NamedBot> {
    names.iter().map(|name| find_house_bot(GAME, name).unwrap()).collect()
}

fn setup(bots: Vec<NamedBot>, games: u64) -> Setup {
    let usual = Setup::new(GAME, bots).unwrap();
    let layout = Layout { games, design: Design::Balanced, ..usual.layout };
    let runtimes = Arc::new(Runtimes::new(Sandbox::Off));
    Setup { layout, seed: Some(7), threads: Some(2), runtimes, ..usual }
}

fn all_house(games: u64) -> Setup {
    setup(house(&["random", "TakeSmall", "LowerPenalty", "CutOff14"]), games)
}

fn learners(games: u64, instances: Instances) -> Setup {
    let ends = learner(Learner { instances, ends: Some(60), ..Learner::default() });
    let bots = [learner(Learner { instances, ..Learner::default() }), ends];
    let bots = bots.into_iter().chain(house(&["random", "CutOff14"])).collect();
    Setup { lanes: 2, instances, ..setup(bots, games) }
}

fn into(folder: &Path, run: Run) -> Results {
    Results::Folder { path: folder.to_owned(), run }
}

/// What a record comes to: its games hash, and everyone's standing.
fn record_of(folder: &Path) -> String {
    let mut reader = RecordReader::open(&record_path(folder)).unwrap();
    let mut hash = reader.games_hash();
    while let Some(block) = reader.next_block().unwrap() {
        assert!(block.parts.is_empty(), "a part began: {:?}", block.parts);
        hash.add(&block);
    }
    hash.to_string()
}

fn here(setup: Setup) -> (String, Outcome) {
    let folder = tempfile::tempdir().unwrap();
    let session = Session::prepare(Setup { results: into(folder.path(), Run::First), ..setup }).unwrap();
    let outcome = session.play(&AtomicBool::new(false), &mut |_| ControlFlow::Continue(())).unwrap();
    (record_of(folder.path()), outcome)
}

fn elsewhere(setup: Setup, how: How) -> (String, Outcome) {
    let folder = tempfile::tempdir().unwrap();
    let session = Session::prepare(Setup { results: into(folder.path(), Run::First), ..setup }).unwrap();
    let workers = Workers::of(&session, how);
    let outcome = played(&session, &workers).unwrap();
    (record_of(folder.path()), outcome)
}

fn played(session: &Session, workers: &dyn Elsewhere) -> Result<Outcome, SessionError> {
    session.play_elsewhere(workers, &AtomicBool::new(false), &mut |_| ControlFlow::Continue(()))
}

fn ways() -> Vec<How> {
    let usual = [1, 2, 8].map(|workers| How { workers, ..USUAL });
    let other = [
        How { workers: 2, wanted: 30, piece: 5, late: true, ..USUAL },
        How { workers: 2, wanted: 30, piece: 3, moves: Some(4), ..USUAL },
    ];
    usual.into_iter().chain(other).collect()
}

#[test]
fn players_of_the_house_have_one_record_whoever_plays_them() {
    let (record, outcome) = here(all_house(6000));
    for how in ways() {
        let how = How { wanted: how.wanted * 100, piece: how.piece.max(70), ..how };
        let (again, told) = elsewhere(all_house(6000), how);
        assert_eq!((again, told.standings), (record.clone(), outcome.standings.clone()), "{how:?}");
    }
}

#[test]
fn bots_of_either_life_have_one_record_also_where_one_is_put_out() {
    for instances in [Instances::Game, Instances::Tournament] {
        let (record, outcome) = here(learners(160, instances));
        let out = outcome.tally.entrants().iter().filter(|entrant| entrant.out.is_some()).count();
        assert_eq!(out, 1, "{instances}: one is put out");
        for how in ways() {
            let (again, told) = elsewhere(learners(160, instances), how);
            assert_eq!((again, told.standings), (record.clone(), outcome.standings.clone()), "{how:?}");
        }
    }
}

#[test]
fn a_tournament_that_is_decided_ends_after_the_same_game() {
    let until_decided = || {
        let setup = setup(house(&["random", "TakeSmall", "threshold"]), 100_000);
        let layout = Layout { until: Until::Decided, ..setup.layout };
        Setup { layout, ..setup }
    };
    let (record, outcome) = here(until_decided());
    assert!(outcome.standings.games < 100_000);
    let (again, told) = elsewhere(until_decided(), How { workers: 2, wanted: 4000, ..USUAL });
    assert_eq!((again, told.reason), (record, outcome.reason));
}

/// A game without luck, whose games begin with drawn moves, timed.
fn score_four() -> Setup {
    let bots = ["random", "random"].map(|name| find_house_bot("score-four", name).unwrap());
    let usual = Setup::new("score-four", bots.into()).unwrap();
    let layout = Layout { games: 40, design: Design::Pairs, ..usual.layout };
    let runtimes = Arc::new(Runtimes::new(Sandbox::Off));
    Setup { layout, seed: Some(7), openings: 3, timed: true, runtimes, ..usual }
}

#[test]
fn times_and_drawn_openings_are_kept_as_they_are_here() {
    let (record, _) = here(score_four());
    let folder = tempfile::tempdir().unwrap();
    let session =
        Session::prepare(Setup { results: into(folder.path(), Run::First), ..score_four() }).unwrap();
    played(&session, &Workers::of(&session, How { workers: 2, piece: 7, ..USUAL })).unwrap();
    assert_eq!(record_of(folder.path()), record);
    let mut reader = RecordReader::open(&record_path(folder.path())).unwrap();
    let (first, times) = reader.times().unwrap();
    let answers = times.timed_games(2).map(|game| game.answers.iter().flatten().count()).collect::<Vec<_>>();
    assert_eq!((first, answers.len()), (0, 40));
    assert!(answers.iter().all(|&answers| answers > 0), "{answers:?}");
}

#[test]
fn a_game_without_its_drawn_opening_is_no_game_of_the_tournament() {
    let session = Session::prepare(score_four()).unwrap();
    let workers = Workers::of(&session, USUAL).with_run(|run| run.openings = 0);
    let told = played(&session, &workers).unwrap_err().to_string();
    assert!(told.contains("it does not begin with the moves that its luck draws"), "{told}");
}

/// Ends a session after so many pieces, as often as it takes, and gives its record.
fn interrupted(planned: &dyn Fn() -> Setup, pieces: usize, end: End) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run::First;
    for _ in 0..100 {
        let session = Session::prepare(Setup { results: into(folder.path(), run), ..planned() }).unwrap();
        run = Run::GoesOn;
        let fails = (end == End::Error).then_some(pieces);
        let workers = Workers::of(&session, How { workers: 2, wanted: 16, piece: 3, fails, ..USUAL });
        let stop = AtomicBool::new(false);
        let outcome = session.play_elsewhere(&workers, &stop, &mut |event| {
            if let Event::Batch { .. } = event {
                stop.fetch_or(end == End::Stop && workers.counts().0 >= pieces, Ordering::Relaxed);
            }
            ControlFlow::Continue(())
        });
        match outcome {
            Ok(outcome) if outcome.ended == Ended::Complete => return record_of(folder.path()),
            Ok(outcome) => assert_eq!(outcome.ended, Ended::Stopped),
            Err(error) => assert_eq!(error.to_string(), "nobody plays any more"),
        }
    }
    panic!("it never came to its end");
}

/// How a session ends before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Stop,
    Error,
}

#[test]
fn a_session_goes_on_with_other_workers_and_comes_to_the_same_record() {
    let remember = || {
        let bots = vec![learner(Learner::default()), learner(Learner::default())];
        Setup { lanes: 2, ..setup(bots.into_iter().chain(house(&["CutOff14"])).collect(), 120) }
    };
    let (record, _) = here(remember());
    for end in [End::Stop, End::Error] {
        assert_eq!(interrupted(&remember, 9, end), record, "{end:?}");
    }
    let (record, _) = here(all_house(20_000));
    assert_eq!(interrupted(&|| all_house(20_000), 2000, End::Stop), record);
}

#[test]
fn what_was_played_here_goes_on_elsewhere_and_back() {
    let planned = || learners(12_000, Instances::Tournament);
    let (record, _) = here(planned());
    let folder = tempfile::tempdir().unwrap();
    for (number, run) in [Run::First, Run::GoesOn, Run::GoesOn].into_iter().enumerate() {
        let session = Session::prepare(Setup { results: into(folder.path(), run), ..planned() }).unwrap();
        let stop = AtomicBool::new(false);
        let mut batches = 0;
        let mut follow = |event: Event<'_>| {
            batches += u32::from(matches!(event, Event::Batch { .. }));
            stop.fetch_or(batches >= 2 && number < 2, Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        let outcome = match number {
            1 => session.play_elsewhere(&Workers::of(&session, USUAL), &stop, &mut follow),
            _ => session.play(&stop, &mut follow),
        };
        let ended = if number < 2 { Ended::Stopped } else { Ended::Complete };
        let outcome = outcome.unwrap();
        assert_eq!(outcome.ended, ended, "run {number}: {}", outcome.standings.games);
    }
    assert_eq!(record_of(folder.path()), record);
}

/// A run's description, its bots, and a first task of it.
fn run_and_task() -> (LaneSetting, GamesTask) {
    let session = Session::prepare(learners(160, Instances::Tournament)).unwrap();
    struct Asked(std::sync::Mutex<Option<GamesTask>>);
    impl Elsewhere for Asked {
        fn at_once(&self) -> usize {
            1
        }
        fn wanted(&self, _: u32) -> u64 {
            1
        }
        fn remember(&self, _: croupier_session::GamesDone) -> Result<(), croupier_session::NotPlayed> {
            Ok(())
        }
        fn play(
            &self,
            task: GamesTask,
            _: &(dyn Fn() -> bool + Sync),
        ) -> Result<Vec<croupier_session::Delivery>, croupier_session::NotPlayed> {
            self.0.lock().unwrap().get_or_insert(task);
            Err(croupier_session::NotPlayed("this one only looks".to_owned()))
        }
    }
    let asked = Asked(std::sync::Mutex::default());
    assert_eq!(played(&session, &asked).unwrap_err().to_string(), "this one only looks");
    let task = asked.0.into_inner().unwrap().unwrap();
    let run = Arc::new(session.run_spec().unwrap());
    let (bots, runtimes) = (session.setup().bots.clone(), Arc::clone(&session.setup().runtimes));
    (LaneSetting { run, bots, lane: task.lane, runtimes, core: None, logs: None }, task)
}

#[test]
fn a_worker_with_other_bots_another_lane_or_other_runtimes_is_refused() {
    let (setting, _) = run_and_task();
    let refused = |change: &dyn Fn(&mut LaneSetting)| {
        let mut setting = setting.clone();
        change(&mut setting);
        match LaneWorker::seat(setting).unwrap_err() {
            SessionError::Unfit(unfit) => unfit,
            other => panic!("{other}"),
        }
    };
    let told = refused(&|setting| setting.bots[2].hash = "another".to_owned()).to_string();
    assert!(
        told.starts_with("house:random is not what the run has under this name: its hash is another"),
        "{told}"
    );
    let few = refused(&|setting| drop(setting.bots.pop()));
    assert_eq!(few, UnfitWorker::Bots { run: 4, here: 3 });
    assert_eq!(refused(&|setting| setting.lane = 2), UnfitWorker::NoSuchLane { lane: 2, lanes: 2 });
    let changed = |change: fn(&mut RunSpec)| {
        refused(&move |setting| {
            let mut run = RunSpec::clone(&setting.run);
            change(&mut run);
            setting.run = Arc::new(run);
        })
    };
    assert_eq!(changed(|run| run.packages = Some("others".to_owned())), UnfitWorker::Packages);
    let wasm = changed(|run| run.python_in = "wasm".parse().unwrap());
    assert!(matches!(wasm, UnfitWorker::PythonIn(_)), "{wasm}");
    let runs_in = changed(|run| run.entrants[0].runs_in = None).to_string();
    assert_eq!(runs_in, "learner would run in a test here, and runs in a process elsewhere");
}

#[test]
fn a_task_that_is_none_of_the_run_is_refused_and_the_lane_plays_on() {
    let (setting, task) = run_and_task();
    let mut lane = LaneWorker::seat(setting).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let mut refused = |change: &dyn Fn(&mut GamesTask)| {
        let mut task = task.clone();
        change(&mut task);
        lane.play(task, &stop).unwrap_err().to_string()
    };
    let unknown = refused(&|task| task.games[0].fixture.seats[0] = EntrantId(4));
    assert_eq!(unknown, "these games cannot be played here: a table of theirs is none of the tournament");
    let small = refused(&|task| _ = task.games[1].fixture.seats.pop());
    assert!(small.ends_with("a table of theirs is none of the tournament"), "{small}");
    assert!(refused(&|task| task.lane += 1).ends_with("they are of another lane"));
    let after = refused(&|task| task.after = Some(1));
    assert!(after.ends_with("their lane was played on elsewhere and is not taken up"), "{after}");
    let deals = refused(&|task| task.games_per_deal = 7.try_into().unwrap());
    assert!(deals.ends_with("they share deals otherwise than those of the tournament"), "{deals}");
    let done = lane.play(task.clone(), &stop).unwrap();
    assert!(done.whole && done.games.len() == task.games.len());
}

#[test]
fn a_task_that_is_stopped_gives_what_is_finished_and_the_lane_is_taken_up_again() {
    let (setting, task) = run_and_task();
    let mut lane = LaneWorker::seat(setting).unwrap();
    let stopped = lane.play(task.clone(), &Arc::new(AtomicBool::new(true))).unwrap();
    assert!(!stopped.whole && stopped.games.len() < task.games.len());
    assert_eq!(lane.needed_for(&task), Needed::AllResults);
    let stop = Arc::new(AtomicBool::new(false));
    lane.take_up(&task, Vec::new(), &stop).unwrap();
    let done = lane.play(task.clone(), &stop).unwrap();
    let mut later = task.clone();
    later.after = task.last();
    assert_eq!(lane.needed_for(&later), Needed::Nothing);
    // Elsewhere the same lane has to know all of it.
    let mut other = LaneWorker::seat(run_and_task().0).unwrap();
    assert_eq!(other.needed_for(&later), Needed::AllResults);
    let missing = other.take_up(&later, Vec::new(), &stop).unwrap_err().to_string();
    assert!(missing.ends_with("what came of the games before these in their lane is not there"), "{missing}");
    other.take_up(&later, vec![done.clone(), done], &stop).unwrap();
    assert_eq!(other.needed_for(&later), Needed::Nothing);
}
