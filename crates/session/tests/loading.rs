//! What becomes of bots that do not load: nothing is played with a dead seat.

#![allow(clippy::unwrap_used)] // A test may.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use croupier_arena::Bot;
use croupier_arena::naming::NamedBot;
use croupier_arena::plan::Broken;
use croupier_record::Design;
use croupier_session::{Event, Layout, Pairing, Results, Run, Session, SessionError, Setup, find_house_bot};

const GAME: &str = "no-thanks";

fn house(name: &str) -> NamedBot {
    find_house_bot(GAME, name).unwrap()
}

fn broken(spec: &str) -> NamedBot {
    let bot = Bot::Broken("does not load: SyntaxError".to_owned());
    NamedBot { name: spec.to_owned(), spec: spec.to_owned(), team: None, hash: String::new(), bot }
}

fn setup(bots: Vec<NamedBot>) -> Setup {
    let usual = Setup::new(GAME, bots).unwrap();
    let layout = Layout { games: 40, ..usual.layout };
    Setup { layout, seed: Some(7), threads: Some(1), ..usual }
}

fn good_ones() -> Vec<NamedBot> {
    vec![house("TakeSmall"), house("LowerPenalty"), house("CutOff14")]
}

fn with_a_broken_one() -> Vec<NamedBot> {
    let mut bots = good_ones();
    bots.insert(1, broken("rogue.py"));
    bots
}

/// Games and mean of everyone, by name.
fn means(setup: Setup) -> Vec<(String, u64, Option<f64>)> {
    let session = Session::prepare(setup).unwrap();
    let outcome = session.play(&AtomicBool::new(false), &mut |_| ControlFlow::Continue(())).unwrap();
    let entrants = outcome.header.entrants.iter().zip(outcome.tally.entrants());
    entrants.map(|(entrant, tally)| (entrant.name.clone(), tally.games, tally.mean(0))).collect()
}

#[test]
fn a_named_bot_that_does_not_load_refuses_the_session_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("results");
    let results = Results::Folder { path: out.clone(), run: Run::First };
    let error = Session::prepare(Setup { results, ..setup(with_a_broken_one()) }).unwrap_err();
    assert!(error.is_bad_input());
    assert_eq!(
        error.to_string(),
        "rogue.py does not load: SyntaxError; --without-broken, or broken = \"skip\" in a plan, plays \
         without what does not load"
    );
    assert!(!out.exists());
}

#[test]
fn all_that_do_not_load_are_told_at_once_and_a_compilers_words_in_full() {
    let mut bots = with_a_broken_one();
    let (why, message) = ("does not load: A.hs:1: no".to_owned(), "A.hs:1: no\n  |\n1 | x\n".to_owned());
    bots.push(NamedBot { bot: Bot::Uncompiled { why, message }, ..broken("A.hs") });
    let said = Session::prepare(setup(bots)).unwrap_err().to_string();
    let begin =
        "rogue.py does not load: SyntaxError\nA.hs does not load: A.hs:1: no\nA.hs:1: no\n  |\n1 | x\n; --wi";
    assert!(said.starts_with(begin), "{said}");
}

#[test]
fn without_what_is_broken_everyone_else_has_the_games_that_they_have_without_it() {
    let skipped = Setup { broken: Broken::Skip, ..setup(with_a_broken_one()) };
    assert_eq!(means(skipped.clone()), means(setup(good_ones())));
    let session = Session::prepare(skipped).unwrap();
    let left_out: Vec<String> = session.header().left_out.iter().map(ToString::to_string).collect();
    assert_eq!(left_out, ["rogue.py does not load: SyntaxError"]);
}

#[test]
fn what_was_found_in_a_folder_is_left_out_and_what_was_named_is_not() {
    let searched = vec!["rogue.py".to_owned()];
    let found = Setup { searched: searched.clone(), ..setup(with_a_broken_one()) };
    assert_eq!(Session::prepare(found).unwrap().header().left_out.len(), 1);
    let mut bots = with_a_broken_one();
    bots.push(broken("named.py"));
    let error = Session::prepare(Setup { searched, ..setup(bots) }).unwrap_err().to_string();
    assert!(error.starts_with("named.py does not load: SyntaxError; "), "{error}");
}

#[test]
fn too_few_are_left_and_it_says_why() {
    let alone = Setup { broken: Broken::Skip, ..setup(vec![house("TakeSmall"), broken("rogue.py")]) };
    assert_eq!(
        Session::prepare(alone).unwrap_err().to_string(),
        "No Thanks! needs at least 2 bots; 1 bot is entered; rogue.py does not load: SyntaxError"
    );
}

#[test]
fn opponents_of_a_comparison_may_be_left_out_and_the_two_may_not() {
    let comparison = |bots: Vec<NamedBot>| {
        let setup = setup(bots);
        let layout = Layout {
            players: Some(5),
            design: Design::Substitute,
            pairing: Pairing::FirstTwo,
            ..setup.layout
        };
        Session::prepare(Setup { layout, broken: Broken::Skip, ..setup })
    };
    let session = comparison(vec![house("random"), house("TakeSmall"), broken("a.py"), house("CutOff14")]);
    let session = session.unwrap();
    assert_eq!(session.header().entrants.len(), 2 + 4, "the one that is left fills the table");
    let error = comparison(vec![house("random"), broken("b.py"), house("CutOff14")]).unwrap_err();
    assert!(matches!(error, SessionError::NotCompared(_)));
    let said = "b.py does not load: SyntaxError; without it there is nothing to compare";
    assert_eq!(error.to_string(), said);
}

#[test]
fn every_bot_is_told_when_it_is_greeted() {
    let mut told = Vec::new();
    Session::prepare_and_tell(setup(good_ones()), &mut |event| {
        if let Event::Greeted { done, bots } = event {
            told.push((done, bots));
        }
    })
    .unwrap();
    assert_eq!(told, [(1, 3), (2, 3), (3, 3)]);
}
