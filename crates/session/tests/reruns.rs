//! Recorded games played again: the same bots play the same games, others do not, and where it
//! differs is told.

#![allow(clippy::unwrap_used)] // A test may.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use croupier_arena::naming::NamedBot;
use croupier_arena::plan::Limits;
use croupier_hosts::Runtimes;
use croupier_hosts::cell::Sandbox;
use croupier_session::{Cast, Recorded, Rerun, Results, Run, Session, Setup, each_placing, find_house_bot};

const GAME: &str = "no-thanks";
const FIELD: [&str; 3] = ["TakeSmall", "LowerPenalty", "CutOff14"];

fn bots(names: &[&str]) -> Vec<NamedBot> {
    names.iter().map(|name| find_house_bot(GAME, name).unwrap()).collect()
}

fn recorded(folder: &Path) -> Recorded {
    let results = Results::Folder { path: folder.to_owned(), run: Run::First };
    let mut setup = Setup { seed: Some(3), results, ..Setup::new(GAME, bots(&FIELD)).unwrap() };
    setup.layout.games = 20;
    let session = Session::prepare(setup).unwrap();
    session.play(&AtomicBool::new(false), &mut |_| ControlFlow::Continue(())).unwrap();
    Recorded::open(folder).unwrap()
}

/// What a rerun borrows.
struct Cell {
    runtimes: Runtimes,
    limits: Limits,
    bots: Vec<NamedBot>,
}

impl Cell {
    fn with(names: &[&str]) -> Self {
        Self { runtimes: Runtimes::new(Sandbox::Off), limits: Limits::default(), bots: bots(names) }
    }

    fn rerun<'a>(&'a self, recorded: &'a Recorded, cast: Cast) -> Rerun<'a> {
        let Self { runtimes, limits, bots } = self;
        Rerun { recorded, bots, cast, runtimes, limits, out: None, command: None, threads: Some(2) }
    }
}

#[test]
fn the_same_bots_play_the_same_games_again() {
    let folder = tempfile::tempdir().unwrap();
    let recorded = recorded(folder.path());
    let (cell, mut done) = (Cell::with(&FIELD), 0);
    let rerun = cell.rerun(&recorded, Cast::AsRecorded);
    let all = rerun.play_all(&AtomicBool::new(false), &mut |games| done = games).unwrap();
    assert_eq!((all.differing, all.standings.games, done), (0, 20, 20));
    assert!(all.first.is_none());
}

#[test]
fn a_bot_that_plays_otherwise_is_told_by_its_first_difference() {
    let folder = tempfile::tempdir().unwrap();
    let recorded = recorded(folder.path());
    let cell = Cell::with(&["TakeSmall", "LowerPenalty", "random"]);
    let changed = cell.rerun(&recorded, Cast::AsRecorded);
    assert!(changed.play_all(&AtomicBool::new(false), &mut |_| {}).unwrap().first.is_some());
    let others = cell.rerun(&recorded, Cast::Others);
    assert_eq!(others.header().entrants[2].bot, "house:random");
    assert_eq!(others.play_all(&AtomicBool::new(false), &mut |_| {}).unwrap().standings.games, 20);
}

#[test]
fn one_game_goes_on_from_a_turn_and_turns_that_it_never_had_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let recorded = recorded(folder.path());
    let seats = recorded.game(5, |game| game.fixture.seats.clone()).unwrap();
    let names: Vec<&str> = seats.iter().map(|entrant| FIELD[entrant.index()]).collect();
    let cell = Cell::with(&names);
    let rerun = cell.rerun(&recorded, Cast::AsRecorded);
    let game = rerun.play_game(5, Some(3)).unwrap();
    assert!(game.difference.is_none());
    assert!(game.story.contains("from here on it is played anew"), "{}", game.story);
    assert!(!rerun.play_game(5, None).unwrap().story.contains("played anew"));
    let error = rerun.play_game(5, Some(100_000)).unwrap_err();
    assert!(error.is_bad_input() && error.to_string().starts_with("--from 100000: game 5 has "), "{error}");
    let error = rerun.play_game(20, None).unwrap_err();
    assert!(error.to_string().ends_with("there is no game 20; 20 were planned, numbered from 0"), "{error}");
}

#[test]
fn placings_are_told_game_by_game_until_somebody_has_enough() {
    let folder = tempfile::tempdir().unwrap();
    let recorded = recorded(folder.path());
    let mut seen = Vec::new();
    let told = each_placing(&recorded, &mut |fixture, placing| {
        assert_eq!(placing.places.len(), 3);
        seen.push(fixture.number);
        if seen.len() == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    told.unwrap();
    assert_eq!(seen, (0..7).collect::<Vec<_>>());
}
