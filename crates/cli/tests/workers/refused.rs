//! What is not taken: other versions, other bytes than were sent, plans with secrets of their own.

use croupier_queue::{Build, Hello, NewJob, NewRun, Queue, Worker};

use crate::common::{croupier, file};
use crate::place::Place;
use crate::same_games::counters;

const HOUSE: &str = "game = \"no-thanks\"\nbots = [\"house:TakeSmall\", \"house:threshold\", \
                     \"house:random\"]\ngames = 30\n";

fn waited<T>(call: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(call)
}

fn of_another_version() -> Build {
    Build { version: "9.9.9".to_owned(), rules: croupier_worker::this_build().rules }
}

#[test]
fn a_worker_of_another_version_is_told_so_on_both_sides_and_gets_nothing() {
    let place = Place::new();
    place.plan(HOUSE);
    let (owners, workers) = (place.server.url().parse().unwrap(), place.workers.parse().unwrap());
    waited(async {
        let hello = Hello {
            name: "later".to_owned(),
            build: of_another_version(),
            speed: 1.0,
            slots: 1,
            languages: Vec::new(),
            cell: "none".to_owned(),
        };
        Worker::greet(&workers, &hello).await.unwrap();
    });
    let mut run = place.begin("out", &[]);
    let told = run.line_with("worker later gets no games of this run");
    let here = env!("CARGO_PKG_VERSION");
    assert!(told.contains(&format!("version 9.9.9, where {here} is wanted")), "{told}");
    drop(run);
    waited(async {
        let queue = Queue::open(&owners).await.unwrap();
        let run = NewRun { key: "later".to_owned(), build: of_another_version(), spec: Vec::new() };
        let run = queue.begin(&run).await.unwrap();
        let job = NewJob {
            class: croupier_queue::Class::Final,
            owner: "later".to_owned(),
            contest: 0,
            lane: None,
            first: 0,
            count: 1,
            needs: Vec::new(),
            contents: Vec::new(),
            payload: Vec::new(),
        };
        queue.put(run, &[job]).await.unwrap();
    });
    let worker = place.worker("here", "none");
    let told = worker.until("games wait that this worker is not given");
    assert!(told.contains(&format!("it is version {here}, where 9.9.9 is wanted")), "{told}");
}

#[test]
fn files_of_a_bot_that_are_not_those_that_were_sent_are_refused_and_the_run_ends_with_the_reason() {
    let place = Place::new();
    counters(&place, "");
    let mut run = place.begin("out", &[]);
    run.until("contents", || place.server.psql("SELECT count(*) FROM croupier_queue.jobs") != "0\n");
    place.server.psql("UPDATE croupier_queue.contents SET bytes = bytes || '\\x00'");
    let _worker = place.worker("w", "python");
    let told = run.line_with("were given up");
    assert!(told.contains("came with other bytes"), "{told}");
    let (code, said) = run.end();
    assert_eq!(code, Some(1), "{said}");
}

#[test]
fn a_store_that_is_none_and_a_plan_with_passwords_are_refused_in_a_sentence() {
    let place = Place::new();
    place.plan(HOUSE);
    for (store, why) in [
        ("mysql://ada:hidden@127.0.0.1/x", "--store: the url does not begin with postgres://"),
        ("postgres://ada:hidden@127.0.0.1:1/x", "127.0.0.1:1"),
    ] {
        for words in [&["run", "plan.toml"][..], &["worker"], &["workers"]] {
            let words = [words, &["--store", store]].concat();
            let said = croupier(place.path(), &words);
            assert_ne!(said.code, 0, "{words:?}");
            assert!(!said.err.contains("hidden"), "{words:?}: {}", said.err);
            assert!(said.err.contains(why) || words[0] == "worker", "{words:?}: {}", said.err);
        }
    }
    file(
        place.path(),
        "plan.toml",
        "game = \"jujitsu\"\nbots = [\"http://127.0.0.1:1/a\", \
         \"house:random\"]\n[credentials.\"http://127.0.0.1:1/a\"]\nuser = \"ann\"\npassword = \"hidden\"\n",
    );
    let said = place.play("out");
    assert_eq!(said.code, 2, "{}", said.err);
}
