//! One game as a site plays it: a head and bots in, a record and results out.

#![allow(clippy::unwrap_used)] // A test may.

use std::fs;
use std::sync::atomic::AtomicBool;

use croupier_arena::plan::Limits;
use croupier_arena::{Bot, SharedUrls};
use croupier_games::list;
use croupier_hosts::Runtimes;
use croupier_hosts::cell::Sandbox;
use croupier_hosts::packages::PackageList;
use croupier_record::{Header, Instances, Origin};
use croupier_session::record_bytes::{self, Compared};
use croupier_session::{
    Conditions, Layout, OneGame, PlayedGame, SessionError, find_house_bot, game_header, play_one,
    usual_options,
};

/// A game among as many random players as its largest table takes.
fn game(name: &str, limits: &Limits) -> (Header, Vec<Bot>) {
    let seats = *list::about(name).unwrap().seats.last().unwrap();
    let random = find_house_bot(name, "random").unwrap();
    let entrants = (0..seats).map(|seat| random.entrant(format!("random {seat}"))).collect();
    let conditions = Conditions { instances: Instances::Game, limits, packages: None };
    let options = usual_options(name).unwrap();
    let header = game_header(name, options, Origin::given(7), entrants, &conditions).unwrap();
    (header, vec![random.bot; seats])
}

fn play(name: &str, stop: bool) -> Result<PlayedGame, SessionError> {
    let (limits, runtimes) = (Limits::default(), Runtimes::new(Sandbox::Off));
    let (header, bots) = game(name, &limits);
    let (header, bots, limits, runtimes) = (&header, &bots[..], &limits, &runtimes);
    let urls = &SharedUrls::default();
    play_one(
        &OneGame { header, bots, limits, runtimes, core: None, urls, logs: None },
        &AtomicBool::new(stop),
    )
}

#[test]
fn a_game_replays_to_what_its_seats_are_told_and_comes_out_the_same_again() {
    for about in list::ALL {
        let played = play(about.name, false).unwrap();
        let replayed = record_bytes::replayed(about.name, &played.record).unwrap();
        let scores: Vec<f64> = played.seats.iter().map(|seat| seat.score).collect();
        assert_eq!(replayed.scores, scores, "{}", about.name);
        assert!(replayed.moves > 0 && played.seats.iter().any(|seat| seat.place == 1), "{}", about.name);
        assert!(played.seats.iter().all(|seat| seat.figures.len() == about.figures.len()), "{}", about.name);
        let again = play(about.name, false).unwrap();
        let compared = record_bytes::compared(about.name, &played.record, &again.record);
        assert_eq!(compared.unwrap(), Compared::Same, "{}", about.name);
    }
}

#[test]
fn a_game_that_is_stopped_leaves_nothing() {
    assert!(matches!(play("hearts", true), Err(SessionError::Interrupted)));
}

#[test]
fn the_head_of_a_game_and_that_of_a_tournament_tell_the_same_conditions() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one.jar"), "a jar").unwrap();
    fs::write(folder.path().join("packages.toml"), "java = [\"one.jar\"]").unwrap();
    let packages = PackageList::read(&folder.path().join("packages.toml")).unwrap();
    let limits = Limits { move_ms: Some(70), ..Limits::default() };
    let conditions = Conditions { instances: Instances::Game, limits: &limits, packages: Some(&packages) };
    let layout = Layout { games: 6, ..Layout::of(list::about("no-thanks").unwrap()) };
    let random = find_house_bot("no-thanks", "random").unwrap();
    let entrants: Vec<_> = (0..3).map(|seat| random.entrant(format!("random {seat}"))).collect();
    let (options, origin) = (usual_options("no-thanks").unwrap(), Origin::given(7));
    let schedule = layout.schedule(3, origin.seed()).unwrap();
    let many = layout.header(&schedule, options.clone(), origin.clone(), entrants.clone(), &conditions);
    let one = game_header("no-thanks", options, origin, entrants, &conditions).unwrap();
    let told = |header: &Header| {
        (header.packages.clone(), header.limits.clone(), header.instances, header.entrants.clone())
    };
    assert_eq!(told(&many.unwrap()), told(&one));
    assert_eq!(one.packages, Some(packages.hash()));
    assert_eq!(one.limits.unwrap()["move_ms"], 70);
}

#[test]
fn nobody_is_asked_for_a_move_in_no_time() {
    let limits = Limits { move_ms: Some(0), ..Limits::default() };
    let conditions = Conditions { instances: Instances::Game, limits: &limits, packages: None };
    let options = usual_options("hearts").unwrap();
    let refused = game_header("hearts", options, Origin::given(7), Vec::new(), &conditions);
    assert!(matches!(refused, Err(SessionError::NoTime)));
}
