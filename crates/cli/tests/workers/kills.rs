//! Whatever is killed, and whenever: a run ends, and its games are those of a run that nobody disturbed.

use std::thread;
use std::time::Duration;

use croupier_games::{Chance, Seed};

use crate::common::running::{Running, To};
use crate::place::{Place, WorkerProcess};
use crate::same_games::counters;

/// Silent for so long, a worker is given up.
const TERM: &str = "2";

fn worker(place: &Place, number: usize) -> WorkerProcess {
    let more = ["--languages", "python", "--jobs", "1", "--term", TERM];
    place.worker_with(&format!("w{number}"), &more)
}

/// The names of workers that hold a job which was tried before and did not end: were it not to end once
/// more, it would be given up.
fn careful(place: &Place) -> Vec<String> {
    let held = "SELECT DISTINCT w.name FROM croupier_queue.leases l JOIN croupier_queue.workers w ON w.id = \
                l.worker WHERE l.nth >= 2 AND l.why IS NULL";
    place.server.psql(held).lines().map(str::to_owned).collect()
}

fn has_ended(run: &Running) -> bool {
    Running::has_ended(run.id())
}

#[test]
fn workers_that_are_killed_at_random_cost_no_game_and_leave_no_process() {
    let place = Place::new();
    counters(&place, "");
    place.plan(&crate::common::read(place.path(), "plan.toml").replace("games = 48", "games = 160"));
    let here = place.play_here();
    let seed = u64::from(std::process::id());
    let mut chance = Chance::new(Seed::plain(seed));
    let mut workers: Vec<(String, WorkerProcess)> =
        (0..3).map(|number| (format!("w{number}"), worker(&place, number))).collect();
    let run = place.begin("out", &[]);
    let mut next = workers.len();
    while !has_ended(&run) {
        // The one sleep whose length is the test.
        thread::sleep(Duration::from_millis(200 + chance.below(800) as u64));
        let victim = chance.below(workers.len());
        if next > 15 || careful(&place).contains(&workers[victim].0) {
            continue;
        }
        let (_, killed) = workers.swap_remove(victim);
        killed.kill();
        workers.push((format!("w{next}"), worker(&place, next)));
        next += 1;
    }
    let (code, said) = run.end();
    assert_eq!(code, Some(0), "seed {seed}: {said}");
    assert_eq!(place.games_hash("out"), here, "seed {seed}");
    place.assert_clean();
}

#[test]
fn a_run_that_is_killed_goes_on_with_what_came_meanwhile() {
    let place = Place::new();
    counters(&place, "");
    let here = place.play_here();
    let _workers: Vec<WorkerProcess> = (0..2).map(|number| worker(&place, number).until_ready()).collect();
    let run = place.begin("out", &[]);
    run.until_file("out/record.croupier", 1);
    run.until("a result", || place.server.psql("SELECT count(*) FROM croupier_queue.results") != "0\n");
    run.signal("KILL", To::Program);
    run.end();
    let again = place.begin("out", &["--resume"]);
    let (code, said) = again.end();
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("otherwise"), "{said}");
    assert_eq!(place.games_hash("out"), here);
    place.assert_clean();
}

#[test]
fn a_run_that_is_stopped_says_so_and_goes_on_elsewhere_or_here() {
    let place = Place::new();
    counters(&place, "");
    let here = place.play_here();
    let workers: Vec<WorkerProcess> = (0..2).map(|number| worker(&place, number).until_ready()).collect();
    let run = place.begin("out", &[]);
    run.until_file("out/record.croupier", 1);
    run.until("a result", || place.server.psql("SELECT count(*) FROM croupier_queue.results") != "0\n");
    run.signal("INT", To::Program);
    let (code, said) = run.end();
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("--resume goes on"), "{said}");
    drop(workers);
    let resumed = crate::common::croupier(place.path(), &["run", "plan.toml", "--out", "out", "--resume"]);
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert_eq!(place.games_hash("out"), here);
}

#[test]
fn a_server_that_ends_in_the_middle_and_comes_back_costs_nothing() {
    let mut place = Place::new();
    counters(&place, "");
    let here = place.play_here();
    let workers: Vec<WorkerProcess> = (0..2).map(|number| worker(&place, number).until_ready()).collect();
    let mut run = place.begin("out", &[]);
    run.until("a result", || place.server.psql("SELECT count(*) FROM croupier_queue.results") != "0\n");
    place.server.kill();
    run.line_with("the store does not answer");
    workers.iter().for_each(|worker| drop(worker.until("the store does not answer")));
    place.server.go_on();
    let (code, said) = run.end();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("the store answers again"), "{said}");
    assert_eq!(place.games_hash("out"), here);
    place.assert_clean();
}
