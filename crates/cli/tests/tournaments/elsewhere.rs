//! Bots in processes of their own whose games workers play: one record, in groups of many games and one by
//! one, with bots that remember and bots that are put out, also where a lane goes on at another worker.

#[path = "../../../session/tests/workers/mod.rs"]
mod workers;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use croupier_arena::plan::Limits;
use croupier_hosts::Runtimes;
use croupier_hosts::cell::{Cell, Launcher, Sandbox};
use croupier_record::{Design, Instances, RecordReader, record_path};
use croupier_session::{BotSearch, Layout, Outcome, Results, Run, Session, Setup, find_bots};

use crate::common::{file, folder, read};
use workers::{How, USUAL, Workers};

const COUNTER: &str = include_str!("../bots/counter.py");

/// Looks at all there is, and draws luck: nothing of it is known in the next game.
const PLAIN: &str = "
from random import random
from NoThanksPlayer import Player

class Plain(Player):
    def take(self, card, state):
        return self.penaltyWhenTake(card) - self.penalty() < 9 or random() < 0.2
";

/// It ends by itself now and then, with words that nobody else has.
const FRAIL: &str = "
import os, sys
from random import random
from croupier import no_thanks

class Frail(no_thanks.Player):
    def choose(self, view):
        if random() < 0.03:
            print(f'no idea of {view.card}', file=sys.stderr, flush=True)
            os._exit(3)
        return random() < 0.3
";

fn room() -> tempfile::TempDir {
    let dir = folder();
    file(dir.path(), "plain.py", PLAIN);
    file(dir.path(), "other.py", &PLAIN.replace("Plain", "Other").replace("0.2", "0.4"));
    file(dir.path(), "frail.py", FRAIL);
    file(dir.path(), "counter.py", COUNTER);
    dir
}

/// A tournament of these bots, whose results go into this folder.
fn prepared(dir: &Path, bots: &[&str], instances: Instances, out: &str) -> Session {
    let launcher =
        Launcher { program: env!("CARGO_BIN_EXE_croupier").into(), args: vec![Launcher::COMMAND.into()] };
    let runtimes = Arc::new(Runtimes::in_cell(Cell::find_through(Sandbox::Best, &launcher).unwrap()));
    let limits = Limits { move_ms: Some(20_000), load_ms: 60_000, restarts: 3, ..Limits::default() };
    let specs: Vec<String> = bots.iter().map(ToString::to_string).collect();
    let named: Vec<&String> = specs.iter().collect();
    let found = find_bots("no-thanks", &named, BotSearch::new(dir, &runtimes, &limits)).unwrap();
    let usual = Setup::new("no-thanks", found).unwrap();
    let layout = Layout { games: 120, players: Some(3), design: Design::Random, ..usual.layout };
    let results = Results::Folder { path: dir.join(out), run: Run::First };
    let setup = Setup { layout, seed: Some(7), lanes: 2, instances, limits, runtimes, results, ..usual };
    Session::prepare(setup).unwrap()
}

/// Its games hash, and who was put out why.
fn record_of(folder: &Path) -> (String, Vec<String>) {
    let mut reader = RecordReader::open(&record_path(folder)).unwrap();
    let (mut hash, mut outs) = (reader.games_hash(), Vec::new());
    while let Some(block) = reader.next_block().unwrap() {
        assert!(block.parts.is_empty(), "a part began: {:?}", block.parts);
        hash.add(&block);
        outs.extend(block.new_outs().map(|out| format!("{}: {}", out.game, out.why)));
    }
    (hash.to_string(), outs)
}

fn here(dir: &Path, bots: &[&str], instances: Instances) -> (String, Vec<String>) {
    let session = prepared(dir, bots, instances, "here");
    let outcome = session.play(&AtomicBool::new(false), &mut |_| ControlFlow::Continue(()));
    assert_eq!(outcome.unwrap().standings.games, 120);
    record_of(&dir.join("here"))
}

fn elsewhere(dir: &Path, bots: &[&str], instances: Instances, how: How) -> (Session, Workers, Outcome) {
    let session = prepared(dir, bots, instances, "elsewhere");
    let workers = Workers::of(&session, how).with_logs(dir.join("logs"));
    let outcome = session
        .play_elsewhere(&workers, &AtomicBool::new(false), &mut |_| ControlFlow::Continue(()))
        .unwrap();
    (session, workers, outcome)
}

const STAYS: How = How { workers: 2, wanted: 64, piece: 40, ..USUAL };
const MOVES: How = How { moves: Some(3), piece: 11, ..STAYS };

#[test]
fn bots_that_keep_nothing_play_many_games_at_once_elsewhere_too() {
    let (dir, field) = (room(), ["plain.py", "other.py", "plain.py", "house:TakeSmall"]);
    let (record, _) = here(dir.path(), &field, Instances::Tournament);
    for how in [STAYS, MOVES] {
        let (_, workers, _) = elsewhere(dir.path(), &field, Instances::Tournament, how);
        assert_eq!(record_of(&dir.path().join("elsewhere")).0, record, "{how:?}");
        assert_eq!(workers.counts().1 > 0, how.moves.is_some(), "{how:?}");
    }
    let log = read(dir.path(), "logs/Plain.log");
    assert!(!log.contains("its games are played one by one"), "{log}");
}

#[test]
fn bots_that_remember_go_on_at_another_worker_as_if_nothing_had_happened() {
    let (dir, field) = (room(), ["counter.py", "plain.py", "house:TakeSmall", "house:CutOff14"]);
    let (record, _) = here(dir.path(), &field, Instances::Tournament);
    for how in [STAYS, MOVES] {
        let (_, workers, _) = elsewhere(dir.path(), &field, Instances::Tournament, how);
        assert_eq!(record_of(&dir.path().join("elsewhere")).0, record, "{how:?}");
        assert_eq!(workers.counts().1 > 0, how.moves.is_some(), "{how:?}");
    }
}

#[test]
fn a_bot_that_ends_too_often_is_out_in_the_same_game_for_the_same_reason() {
    let (dir, field) = (room(), ["frail.py", "plain.py", "house:TakeSmall", "house:CutOff14"]);
    let (record, outs) = here(dir.path(), &field, Instances::Game);
    assert_eq!(outs.len(), 1, "{outs:?}");
    assert!(outs[0].contains("ended 4 times; its last words: no idea of"), "{outs:?}");
    for how in [STAYS, MOVES] {
        elsewhere(dir.path(), &field, Instances::Game, how);
        assert_eq!(record_of(&dir.path().join("elsewhere")), (record.clone(), outs.clone()), "{how:?}");
    }
}
