//! A session as its callers see it: the same however it is played, stopped only at borders, and the
//! same in parts.

#![allow(clippy::unwrap_used)] // A test may.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use croupier_arena::naming::NamedBot;
use croupier_arena::{Ended, SharedUrls};
use croupier_record::{Block, Design, EntrantId, Header, Instances, RecordReader, Until, record_path};
use croupier_session::{
    BatchTask, Event, Fold, Layout, Looks, Outcome, Reason, Results, Run, Session, SessionError, Setup,
    find_house_bot, play_batch,
};
use croupier_stats::Standings;

const GAME: &str = "no-thanks";

fn bots(names: &[&str]) -> Vec<NamedBot> {
    names.iter().map(|name| find_house_bot(GAME, name).unwrap()).collect()
}

/// A small tournament with luck that is the same every time.
fn setup(games: u64) -> Setup {
    let usual = Setup::new(GAME, bots(&["random", "TakeSmall", "LowerPenalty"])).unwrap();
    let layout = Layout { games, design: Design::Balanced, ..usual.layout };
    Setup { layout, seed: Some(7), threads: Some(1), instances: Instances::Game, ..usual }
}

fn into(folder: &Path, run: Run) -> Results {
    Results::Folder { path: folder.to_owned(), run }
}

fn unstopped(session: &Session) -> Result<Outcome, SessionError> {
    session.play(&AtomicBool::new(false), &mut |_| ControlFlow::Continue(()))
}

fn play(setup: Setup) -> Outcome {
    unstopped(&Session::prepare(setup).unwrap()).unwrap()
}

fn blocks(folder: &Path) -> Vec<Vec<u8>> {
    let mut reader = RecordReader::open(&record_path(folder)).unwrap();
    std::iter::from_fn(|| reader.next_block().unwrap()).map(|block: Block| block.plain).collect()
}

#[test]
fn events_come_in_the_order_that_is_promised() {
    let mut told = Vec::new();
    let session = Session::prepare(Setup { look: Some(8), ..setup(24) }).unwrap();
    let ended = session.play(&AtomicBool::new(false), &mut |event| {
        told.push(match event {
            Event::Loaded(_) => "loaded".to_owned(),
            Event::Begun(begun) => format!("begun after {}", begun.played),
            Event::Batch { tally, .. } => format!("batch to {}", tally.games()),
            Event::Look { tally, .. } => format!("look at {}", tally.games()),
            Event::Ended { games, .. } => format!("ended after {games}"),
            other => format!("{other:?}"),
        });
        ControlFlow::Continue(())
    });
    assert_eq!(ended.unwrap().ended, Ended::Complete);
    assert_eq!(told[..2], ["loaded", "begun after 0"]);
    assert_eq!(told.last().map(String::as_str), Some("ended after 24"));
    let between = &told[2..told.len() - 1];
    assert!(between.len() >= 4, "{told:?}");
    for pair in between.chunks(2) {
        let (batch, look) = (pair[0].strip_prefix("batch to "), pair[1].strip_prefix("look at "));
        assert_eq!(batch, look, "{told:?}");
    }
}

#[test]
fn whoever_has_seen_enough_ends_it_at_the_same_border_on_any_number_of_threads() {
    let ended = [1, 3].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        let results = into(folder.path(), Run::First);
        let setup = Setup { look: Some(8), threads: Some(threads), results, ..setup(4000) };
        let session = Session::prepare(setup).unwrap();
        let outcome = session.play(&AtomicBool::new(false), &mut |event| match event {
            Event::Look { tally, .. } if tally.games() >= 20 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        });
        let outcome = outcome.unwrap();
        assert_eq!(outcome.ended, Ended::Complete);
        (outcome.standings.games, blocks(folder.path()))
    });
    assert_eq!(ended[0], ended[1]);
    assert!((20..100).contains(&ended[0].0), "{}", ended[0].0);
}

#[test]
fn a_session_that_was_stopped_goes_on_to_the_same_record() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let planned = |folder: &Path, run| Setup { look: Some(8), results: into(folder, run), ..setup(252) };
    play(planned(whole.path(), Run::First));
    let stop = AtomicBool::new(false);
    let session = Session::prepare(planned(parts.path(), Run::First)).unwrap();
    let stopped = session.play(&stop, &mut |event| {
        if let Event::Batch { .. } = event {
            stop.store(true, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    });
    let stopped = stopped.unwrap();
    assert_eq!(stopped.ended, Ended::Stopped);
    assert!((1..252).contains(&stopped.standings.games), "{}", stopped.standings.games);
    let again = play(planned(parts.path(), Run::GoesOn));
    assert_eq!((again.ended, again.standings.games), (Ended::Complete, 252));
    assert_eq!(blocks(whole.path()).concat(), blocks(parts.path()).concat());
}

#[test]
fn a_tournament_that_is_decided_says_so_and_the_fold_of_its_record_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let mut decided = Setup { results: into(folder.path(), Run::First), ..setup(100_000) };
    decided.layout.until = Until::Decided;
    let outcome = play(decided);
    let games = outcome.standings.games;
    assert!(games < 100_000, "{games}");
    assert_eq!(outcome.reason, Some(Reason::Decided { games }));
    let mut reader = RecordReader::open(&record_path(folder.path())).unwrap();
    let header: Header = reader.header().clone();
    let mut fold = Fold::new(&header, header.entrants.len(), Looks::of(header.until)).unwrap();
    let mut looks = Vec::new();
    while let Some(block) = reader.next_block().unwrap() {
        fold.add(&block).unwrap();
        looks.push(fold.is_decided());
    }
    let first = looks.iter().position(|&decided| decided);
    assert_eq!(first, Some(looks.len() - 1), "decided at the last look and at none before");
    assert_eq!(fold.games(), games);
}

#[test]
fn batches_that_workers_play_in_any_order_are_the_session_that_one_plays() {
    let folder = tempfile::tempdir().unwrap();
    let setup = Setup { results: into(folder.path(), Run::First), ..setup(48) };
    let (runtimes, limits, bots) = (setup.runtimes.clone(), setup.limits.clone(), setup.bots.clone());
    let outcome = play(setup);
    let header = &outcome.header;
    let urls = &SharedUrls::default();
    let worked = |games| {
        let task =
            BatchTask { header, games, out: &[], limits: &limits, runtimes: &runtimes, core: None, urls };
        let bot = |entrant: EntrantId| Ok(bots[entrant.index()].bot.clone());
        play_batch::<SessionError>(&task, &AtomicBool::new(false), bot).unwrap()
    };
    let mut parts = [32..48, 0..16, 16..32].map(worked);
    parts.sort_by_key(|block| block.first);
    let plain: Vec<u8> = parts.iter().flat_map(|block| block.plain.clone()).collect();
    assert_eq!(plain, blocks(folder.path()).concat());
    let mut fold = Fold::new(header, header.entrants.len(), Looks::Never).unwrap();
    parts.iter().for_each(|block| fold.add(block).unwrap());
    let order = |standings: &Standings| -> Vec<_> {
        standings.lines.iter().map(|line| (line.entrant, line.tally.games)).collect()
    };
    assert_eq!(order(&fold.standings()), order(&outcome.standings));
    assert_eq!(fold.reason(Ended::Complete).to_string(), "all 48 games are played");
}

#[test]
fn a_batch_that_is_stopped_is_not_played_at_all() {
    let session = Session::prepare(setup(48)).unwrap();
    let (header, setup) = (session.header(), session.setup());
    let task = BatchTask {
        header,
        games: 0..16,
        out: &[],
        limits: &setup.limits,
        runtimes: &setup.runtimes,
        core: None,
        urls: &SharedUrls::default(),
    };
    let stopped = play_batch::<SessionError>(&task, &AtomicBool::new(true), |entrant| {
        Ok(setup.bots[entrant.index()].bot.clone())
    });
    assert!(matches!(stopped, Err(SessionError::Interrupted)));
}

#[test]
fn what_cannot_be_played_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("results");
    let with = |change: &dyn Fn(&mut Setup)| {
        let mut setup = Setup { results: into(&out, Run::First), ..setup(12) };
        change(&mut setup);
        let error = Session::prepare(setup).unwrap_err();
        assert!(error.is_bad_input(), "{error:?}");
        error.to_string()
    };
    assert_eq!(with(&|s| s.layout.games = 0), "0 games are asked for; at least 1 can be played");
    assert!(with(&|s| s.layout.games = u64::MAX).ends_with("at most 140737488355328 can be played"));
    assert_eq!(with(&|s| s.layout.tolerance = -1.0), "the tolerance -1 is no difference; 0 or more is");
    assert_eq!(with(&|s| s.lanes = 0), "0 lanes are asked for; at least 1 is needed");
    assert_eq!(with(&|s| s.lanes = 5000), "5000 lanes are asked for; at most 1024 are possible");
    assert_eq!(with(&|s| s.limits.move_ms = Some(0)), "move_ms is 0; a bot needs at least 1 ms for a move");
    let unknown = with(&|s| s.options = serde_json::json!({"no such": 3}));
    assert!(unknown.starts_with("the options of no-thanks: "), "{unknown}");
    let nothing = with(&|s| s.results = into(&out, Run::GoesOn));
    assert!(nothing.ends_with("so there is nothing to resume; run without --resume"), "{nothing}");
    assert!(!out.exists());
}

#[test]
fn the_record_of_another_tournament_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    play(Setup { results: into(folder.path(), Run::First), ..setup(12) });
    let before = blocks(folder.path());
    let other = Setup { results: into(folder.path(), Run::GoesOn), ..setup(24) };
    let error = unstopped(&Session::prepare(other).unwrap()).unwrap_err();
    assert!(error.to_string().contains("another tournament (games: 12 there, 24 here)"), "{error}");
    assert_eq!(blocks(folder.path()), before);
}

#[test]
fn nobody_else_writes_to_the_folder_of_a_session_that_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let planned = || Setup { results: into(folder.path(), Run::First), ..setup(12) };
    let mut second = None;
    let session = Session::prepare(planned()).unwrap();
    let first = session.play(&AtomicBool::new(false), &mut |event| {
        if let Event::Begun(_) = event {
            second = Some(unstopped(&Session::prepare(planned()).unwrap()));
        }
        ControlFlow::Continue(())
    });
    assert_eq!(first.unwrap().standings.games, 12);
    assert!(matches!(second, Some(Err(SessionError::InUse { .. }))));
}
