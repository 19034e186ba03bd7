//! Many jobs, many workers, and waiting.

#![allow(clippy::unwrap_used)] // A test may.

mod common;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{Home, SOON, ask, complete, job, next};
use croupier_queue::{Ask, Class, Fenced, JobId, NewJob, Queue};

#[tokio::test]
async fn ten_thousand_jobs_are_put_in_one_call_and_more_in_one_transaction() {
    let home = Home::new().await;
    let jobs: Vec<NewJob> =
        (0..12_345).map(|first| NewJob { first, payload: vec![1; 100], ..job() }).collect();
    let ids = home.queue.put(home.run, &jobs[..10_000]).await.unwrap();
    assert_eq!(ids.len(), 10_000);
    assert!(ids.is_sorted());
    assert_eq!(home.queue.count(home.run).await.unwrap().waiting, 10_000);
    let ids = home.queue.put(home.run, &jobs).await.unwrap();
    assert_eq!(ids.len(), 12_345);
    assert_eq!(home.queue.count(home.run).await.unwrap().waiting, 22_345);
    assert_eq!(home.queue.put(home.run, &[]).await.unwrap(), []);
    let first = next(&home.worker("one").await).await.unwrap();
    assert_eq!((first.lease.job, first.first, first.payload.len()), (JobId(1), 0, 100));
}

fn owner(first: i64) -> String {
    format!("account {}", first % 7)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn workers_that_lease_at_once_never_get_the_same_job() {
    let home = Home::new().await;
    let mut jobs: Vec<NewJob> = (0..600).map(|first| NewJob { first, ..job() }).collect();
    jobs.extend((600..700).map(|first| NewJob { class: Class::Check, owner: owner(first), first, ..job() }));
    home.queue.put(home.run, &jobs).await.unwrap();
    let mut tasks = Vec::new();
    let busy = Arc::new(Mutex::new(BTreeSet::new()));
    for number in 0..8 {
        let worker = home.worker(&format!("worker {number}")).await;
        let busy = Arc::clone(&busy);
        tasks.push(tokio::spawn(async move {
            let mut got = Vec::new();
            loop {
                let some = worker.lease(&Ask { most: 1 + number % 3, ..ask() }).await.unwrap();
                if some.is_empty() {
                    return got;
                }
                for leased in some {
                    if leased.class == Class::Check {
                        let owner = owner(leased.first);
                        assert!(busy.lock().unwrap().insert(owner.clone()), "{owner} has one already");
                        tokio::task::yield_now().await;
                        busy.lock().unwrap().remove(&owner);
                        assert_eq!(complete(&worker, leased.lease, "done").await, Fenced::Held(()));
                    }
                    got.push(leased);
                }
            }
        }));
    }
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await.unwrap());
    }
    let jobs: BTreeSet<JobId> = all.iter().map(|leased| leased.lease.job).collect();
    assert_eq!(jobs.len(), all.len(), "none twice");
    assert!(all.iter().all(|leased| leased.lease.read == 1));
    let games = all.iter().filter(|leased| leased.class == Class::Ladder).count();
    assert_eq!(games, 600, "none is left");
}

#[tokio::test]
async fn a_waiting_worker_is_told_of_jobs_and_whoever_put_them_of_results() {
    let home = Home::new().await;
    let [one, two] = [home.worker("one").await, home.worker("two").await];
    let mut jobs = one.wakeups().await.unwrap();
    let mut results = home.queue.wakeups().await.unwrap();
    assert!(!jobs.wait(Duration::ZERO).await, "nothing was told");
    home.put(job()).await;
    assert!(jobs.wait(SOON).await);
    assert!(!jobs.wait(Duration::ZERO).await, "it was told once");
    let lease = common::take(&two).await;
    two.hand_back(&[lease]).await.unwrap();
    assert!(jobs.wait(SOON).await, "it waits again");
    let lease = common::take(&one).await;
    assert!(!results.wait(Duration::ZERO).await);
    assert_eq!(complete(&one, lease, "done").await, Fenced::Held(()));
    assert!(results.wait(SOON).await);
    // While results lie there, whoever put the jobs is looking already.
    for _ in 0..2 {
        home.put(job()).await;
        let lease = common::take(&one).await;
        assert_eq!(complete(&one, lease, "done").await, Fenced::Held(()));
    }
    assert!(!results.wait(Duration::ZERO).await);
    let ids: Vec<_> = home.results().await.iter().map(|result| result.id).collect();
    assert_eq!(ids.len(), 3);
    home.queue.keep(home.run, &ids).await.unwrap();
    home.put(job()).await;
    let lease = common::take(&one).await;
    assert_eq!(complete(&one, lease, "done").await, Fenced::Held(()));
    assert!(results.wait(SOON).await, "the first one after that is told of");
}

#[tokio::test]
async fn whoever_waits_is_told_again_after_the_server_was_away() {
    let mut home = Home::new().await;
    let mut results = home.queue.wakeups().await.unwrap();
    home.put(job()).await;
    let worker = home.worker("one").await;
    home.server.kill();
    assert!(!results.wait(Duration::from_millis(1)).await, "a server that is away wakes nobody");
    home.server.go_on();
    assert!(!results.wait(Duration::from_millis(1)).await);
    // What was told while it was away is lost, so one looks every few seconds; then it is told again.
    let lease = loop {
        match worker.lease(&ask()).await {
            Ok(mut leased) => break leased.pop().unwrap().lease,
            Err(error) => assert!(error.is_passing(), "{error:?}"),
        }
    };
    while results.wait(Duration::from_millis(1)).await {}
    assert_eq!(complete(&worker, lease, "done").await, Fenced::Held(()));
    let told = results.wait(Duration::from_secs(5)).await;
    assert!(told || home.results().await.len() == 1);
}

#[tokio::test]
async fn programs_that_open_a_queue_at_once_make_one() {
    let server = common::postgres::Server::start();
    let url = common::owners(&server);
    let open = || {
        let url = url.clone();
        tokio::spawn(async move { Queue::open(&url).await })
    };
    let opened = tokio::join!(open(), open(), open());
    for queue in [opened.0, opened.1, opened.2] {
        queue.unwrap().unwrap();
    }
    assert_eq!(server.psql("SELECT number FROM croupier_queue.step"), "1\n");
}
