//! Which cell is found, and what is said about it.

use croupier_hosts::cell::{Cell, Guard, Launcher, Sandbox, Tier, doctor};

use crate::support::*;

#[test]
fn this_machine_can_build_cells_with_bubblewrap() {
    assert_eq!(bubblewrap().tier(), Tier::Bubblewrap);
}

#[test]
fn this_machine_can_build_cells_with_landlock() {
    assert_eq!(landlock().tier(), Tier::Landlock);
}

#[test]
fn the_best_cell_is_the_best_that_works() {
    let cell = Cell::find_through(Sandbox::Best, &launcher()).expect("a cell");
    assert_eq!(cell.tier(), walled()[0].tier());
    assert!(Cell::find_through(Sandbox::Require, &launcher()).is_ok());
}

#[test]
fn off_sets_limits_only_and_says_so() {
    let cell = Cell::find_through(Sandbox::Off, &launcher()).expect("a cell");
    assert_eq!(cell.tier(), Tier::LimitsOnly);
    assert!(!cell.protection().holds(Guard::Network));
    assert!(cell.protection().to_string().starts_with("limits only (not or partly guarded: reading files,"));
    says(&cell, &sh("echo up; ls / >/dev/null"), "up");
}

#[test]
fn a_walled_cell_holds_what_it_must() {
    for cell in walled() {
        for guard in
            [Guard::Reading, Guard::Writing, Guard::Network, Guard::Strangers, Guard::Calls, Guard::User]
        {
            assert!(cell.protection().holds(guard), "{}: {guard}", cell.tier());
        }
    }
}

#[test]
fn a_launcher_that_is_none_gives_no_cell_and_a_reason() {
    let why = Cell::find_through(Sandbox::Require, &Launcher::at("/bin/false")).expect_err("no cell");
    assert_eq!(
        why.tried.iter().map(|(tier, _)| *tier).collect::<Vec<_>>(),
        [Tier::Bubblewrap, Tier::Landlock]
    );
    assert!(why.to_string().contains("a trial bot could not be started"), "{why}");
}

#[test]
fn the_doctor_tries_every_tier() {
    let findings = doctor(&launcher());
    assert_eq!(findings.iter().map(|finding| finding.tier).collect::<Vec<_>>(), Tier::ALL);
    for protection in findings.into_iter().filter_map(|finding| finding.result.ok()) {
        assert_eq!(protection.guards.iter().map(|guarded| guarded.guard).collect::<Vec<_>>(), Guard::ALL);
    }
}

#[test]
fn a_cell_is_shared_by_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(walled()[0]);
}
