//! What people are told: what a run waits for, who works, what waits and why.

use crate::common::file;
use crate::place::Place;

const HOUSE: &str = "game = \"no-thanks\"\nbots = [\"house:TakeSmall\", \"house:threshold\", \
                     \"house:random\"]\nplayers = 3\nseed = 7\ngames = 600\n";

#[test]
fn a_run_without_workers_says_so_and_goes_on_waiting() {
    let place = Place::new();
    place.plan(HOUSE);
    let mut run = place.begin("out", &[]);
    let told = run.line_with("no worker has asked for work");
    assert!(told.contains("croupier worker --store"), "{told}");
    let waiting = place.overview();
    assert!(waiting["waiting"][0]["why"].as_str().unwrap().starts_with("no worker has asked"), "{waiting}");
    let _worker = place.worker("late", "none");
    let (code, said) = run.end();
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn a_run_says_what_no_worker_offers() {
    let place = Place::new();
    place.plan(&HOUSE.replace("\"house:random\"", "\"mine.py\""));
    file(
        place.path(),
        "mine.py",
        "from croupier import no_thanks\nclass Mine(no_thanks.Player):\n    def choose(self, view):\n        \
         return True\n",
    );
    let _worker = place.worker("plain", "none").until_ready();
    let mut run = place.begin("out", &[]);
    run.line_with("no worker offers python");
    let seen = place.overview();
    assert_eq!(seen["waiting"][0]["why"], "no worker offers python", "{seen}");
    assert_eq!(seen["workers"][0]["name"], "plain", "{seen}");
}

#[test]
fn the_list_of_workers_has_what_each_has_done() {
    let place = Place::new();
    place.plan(HOUSE);
    let _worker = place.worker("busy", "none").until_ready();
    assert_eq!(place.play("out").code, 0);
    let seen = place.overview();
    let busy = &seen["workers"][0];
    assert_eq!(
        (busy["name"].as_str(), busy["games"].as_u64(), busy["alive"].as_bool()),
        (Some("busy"), Some(600), Some(true))
    );
    assert!(
        busy["speed"].as_f64().unwrap() > 0.0 && busy["games_a_minute"].as_f64().unwrap() > 0.0,
        "{busy}"
    );
    let said = crate::common::croupier(place.path(), &["workers", "--store", &place.server.url()]);
    assert!(said.out.contains("busy") && said.out.contains("Nothing waits."), "{}", said.out);
}
