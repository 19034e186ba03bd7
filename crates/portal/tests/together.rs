//! What processes that share a server rely on: they see each other, one does what is to be done once,
//! whoever was followed can write nothing more, and what one tells the others hear.

#![allow(clippy::unwrap_used)] // A test may.

mod common;

use std::time::Duration;

use common::home::{Home, NewHome, on_both};
use croupier_portal::jobs::{Class, NewJob, Preference, Queue, Task};
use croupier_portal::store::guesses::{self, Allowance};
use croupier_portal::store::job_table::{JobTable, WORK};
use croupier_portal::store::{Notices, Presence, ServerUrl, Store, StoreError, processes, settings};
use croupier_portal::{Broadcast, SiteEvent};

const LONG: Duration = Duration::from_secs(600);

on_both! {
    async
    whoever_was_followed_writes_nothing_more,
    what_a_process_held_is_given_back_when_it_is_gone_and_not_before,
    guesses_are_counted_together_and_come_back_with_time,
}

async fn whoever_was_followed_writes_nothing_more(home: NewHome) {
    let home = home();
    let store = home.open().await;
    let first = processes::take_over(&store).await.unwrap();
    // It has begun a write when another one takes over: one writes at a time, so that one comes later.
    let mut write = first.write().await.unwrap();
    settings::set(&mut write, "who", "first").await.unwrap();
    write.commit().await.unwrap();
    let second = processes::take_over(&store).await.unwrap();
    assert!(matches!(first.write().await, Err(StoreError::Followed)));
    second.write().await.unwrap().commit().await.unwrap();
    store.write().await.unwrap().commit().await.unwrap();
    assert_eq!(settings::get(&first, "who").await.unwrap().as_deref(), Some("first"), "it may read");
}

async fn what_a_process_held_is_given_back_when_it_is_gone_and_not_before(home: NewHome) {
    let home = home();
    let store = home.open().await;
    let tables = [5, 6].map(|number| JobTable::new(store.clone()).of_process(number));
    let mut write = store.write().await.unwrap();
    for (number, name) in [(5, "one"), (6, "other")] {
        processes::enter(&mut write, number, name, 2).await.unwrap();
        let task = Task::Check { upload: number };
        let job = NewJob { class: Class::Check, owner: format!("account {number}"), contest: 1, task };
        tables[0].put(&mut write, &job).await.unwrap();
    }
    write.commit().await.unwrap();
    let mut leases = Vec::new();
    for table in &tables {
        leases.push(table.lease("worker", Preference::ChecksFirst, LONG).await.unwrap().unwrap().lease);
    }
    assert_eq!(tables[0].release().await.unwrap(), 0, "both are there");
    let mut write = store.write().await.unwrap();
    processes::leave(&mut write, 5).await.unwrap();
    write.commit().await.unwrap();
    assert_eq!(tables[1].release().await.unwrap(), 1);
    assert!(!tables[0].extend(leases[0], LONG).await.unwrap(), "whoever comes back has lost it");
    assert!(tables[1].extend(leases[1], LONG).await.unwrap());
    let again = tables[1].lease("worker", Preference::ChecksFirst, LONG).await.unwrap().unwrap();
    assert_eq!(again.task, Task::Check { upload: 5 });
}

async fn guesses_are_counted_together_and_come_back_with_time(home: NewHome) {
    let home = home();
    let store = home.open().await;
    let slow = Allowance { burst: 3.0, a_minute: 0.0 };
    for left in [true, true, true, false, false] {
        assert_eq!(guesses::take(&store, "ada", slow).await.unwrap(), left);
    }
    assert!(guesses::take(&store, "bo", slow).await.unwrap(), "nobody's guesses bar anybody else");
    guesses::give_back(&store, "ada", slow).await.unwrap();
    assert!(guesses::take(&store, "ada", slow).await.unwrap(), "what was right does not count");
    assert!(!guesses::take(&store, "ada", slow).await.unwrap());
    // A thousand a second: as soon as a millisecond has gone by.
    let quick = Allowance { burst: 1.0, a_minute: 60_000.0 };
    assert!(guesses::take(&store, "cy", quick).await.unwrap());
    while !guesses::take(&store, "cy", quick).await.unwrap() {}
}

/// A server, and what leads to its database.
async fn server() -> (Home, ServerUrl, Store) {
    let home = Home::server();
    let store = home.open().await;
    let Home::Server(server) = &home else { panic!("it is one") };
    let url = server.url().parse().unwrap();
    (home, url, store)
}

#[tokio::test]
async fn one_process_does_what_is_to_be_done_once_and_the_next_takes_over_when_it_is_gone() {
    let (_home, url, _store) = server().await;
    let mut one = Presence::begin(&url, 1).await.unwrap().unwrap();
    let mut other = Presence::begin(&url, 2).await.unwrap().unwrap();
    assert!(Presence::begin(&url, 2).await.unwrap().is_none(), "a number is one process's");
    assert!(url.alone().await.unwrap().is_none(), "nobody has alone what others serve");
    for _ in 0..3 {
        let (here, there) = (one.look().await.unwrap(), other.look().await.unwrap());
        assert!(here.does_once && !there.does_once);
        let mut all = here.processes;
        all.sort_unstable();
        assert_eq!(all, [1, 2]);
    }
    drop(one);
    // The server sees that a connection is closed a moment later.
    loop {
        let here = other.look().await.unwrap();
        if here.does_once && here.processes == [2] {
            break;
        }
    }
    drop(other);
    let alone = loop {
        if let Some(alone) = url.alone().await.unwrap() {
            break alone;
        }
    };
    assert!(Presence::begin(&url, 3).await.unwrap().is_none(), "somebody moves it");
    drop(alone);
}

#[tokio::test]
async fn what_is_committed_is_heard_by_the_others_and_what_is_not_is_not() {
    let (_home, url, store) = server().await;
    let mut heard = Notices::open(&url).await.unwrap();
    let (events, table) = (Broadcast::default(), JobTable::new(store.clone()));
    let mut write = store.write().await.unwrap();
    write.notify("never said").await.unwrap();
    drop(write);
    let mut write = store.write().await.unwrap();
    let task = Task::Check { upload: 5 };
    let job = NewJob { class: Class::Check, owner: "a".into(), contest: 1, task };
    table.put(&mut write, &job).await.unwrap();
    events.commit(write, SiteEvent::Upload(5)).await.unwrap();
    assert_eq!(heard.next().await.unwrap(), WORK);
    assert!(heard.next().await.unwrap().ends_with(" upload 5"));
}

#[tokio::test]
async fn whoever_listens_is_told_that_the_server_is_gone() {
    let (mut home, url, _store) = server().await;
    let mut heard = Notices::open(&url).await.unwrap();
    let mut here = Presence::begin(&url, 1).await.unwrap().unwrap();
    let Home::Server(server) = &mut home else { panic!("it is one") };
    server.kill();
    assert!(heard.next().await.is_err());
    assert!(here.look().await.is_err());
    let Home::Server(server) = &mut home else { panic!("it is one") };
    server.go_on();
    assert!(Notices::open(&url).await.is_ok());
    assert!(Presence::begin(&url, 1).await.unwrap().is_some());
}
