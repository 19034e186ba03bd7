//! Ends of jobs: each has one result, stored with its end, and only by whoever holds it.

#![allow(clippy::unwrap_used)] // A test may.

mod common;

use std::time::Duration;

use common::{Home, LONG, SOON, ask, complete, job, next, take};
use croupier_queue::{
    Ask, Class, Counts, Failed, Fenced, Hash, JobId, Lease, MOST_RESULT_BYTES, NewJob, NewRun, QueueError,
    Worker,
};
use sqlx::AssertSqlSafe;

#[tokio::test]
async fn a_result_and_the_end_of_its_job_are_one_transaction() {
    let home = Home::new().await;
    let id = home.put(job()).await;
    let worker = home.worker("one").await;
    let lease = take(&worker).await;
    // A result that cannot be stored: the job is not over.
    home.server.psql("ALTER TABLE croupier_queue.results ADD CONSTRAINT none CHECK (FALSE) NOT VALID");
    assert!(worker.complete(lease, b"won", Duration::ZERO).await.is_err());
    home.server.psql("ALTER TABLE croupier_queue.results DROP CONSTRAINT none");
    assert_eq!(worker.extend(&[lease], LONG).await.unwrap(), [], "it is still held");
    // An end that cannot be written: the result is not there.
    home.server.psql(
        "CREATE FUNCTION no() RETURNS TRIGGER LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END'; \
         CREATE TRIGGER no BEFORE DELETE ON pgmq.q_croupier EXECUTE FUNCTION no()",
    );
    assert!(worker.complete(lease, b"won", Duration::ZERO).await.is_err());
    assert!(home.results().await.is_empty(), "no result without an end");
    home.server.psql("DROP TRIGGER no ON pgmq.q_croupier");
    assert_eq!(complete(&worker, lease, "won").await, Fenced::Held(()));
    let results = home.results().await;
    let [result] = &results[..] else { panic!("{results:?}") };
    assert_eq!((result.job, &result.bytes[..], result.reads), (id, &b"won"[..], 1));
    assert_eq!((&result.worker[..], result.took), ("one", Duration::from_millis(7)));
    let counts = home.queue.count(home.run).await.unwrap();
    assert_eq!(counts, Counts { results: 1, ..Counts::default() });
    assert_eq!(messages(&home), "0\n");
}

#[tokio::test]
async fn of_two_finishers_of_one_job_the_second_is_told_that_it_lost() {
    let home = Home::new().await;
    home.put(job()).await;
    let [one, two] = [home.worker("one").await, home.worker("two").await];
    let first = take(&one).await;
    home.run_out(first.job);
    let second = take(&two).await;
    assert_eq!(complete(&two, second, "two's").await, Fenced::Held(()));
    assert_eq!(complete(&one, first, "one's").await, Fenced::Lost);
    assert_eq!(complete(&two, second, "two's again").await, Fenced::Lost);
    let results: Vec<_> = home.results().await.into_iter().map(|result| result.bytes).collect();
    assert_eq!(results, [b"two's"]);
}

#[tokio::test]
async fn of_two_finishers_at_the_same_moment_the_second_waits_for_the_first_and_is_told_that_it_lost() {
    let home = Home::new().await;
    home.put(job()).await;
    let hello =
        "SELECT encode(croupier_queue.hello(1, 'raw', '1.0.0', 'today''s', 1, 1, '{}', 'none'), 'hex')";
    let key = home.server.psql(hello);
    let key = key.trim_end();
    home.server.psql(&format!("SELECT * FROM croupier_queue.lease('\\x{key}', '{{}}', FALSE, 60000, 1)"));
    let complete = format!("SELECT croupier_queue.complete('\\x{key}', 1, 1, 'mine', 0)");
    let pool = sqlx::PgPool::connect(&home.server.url()).await.unwrap();
    let mut first = pool.begin().await.unwrap();
    let held = |complete: String| sqlx::query_as::<_, (bool,)>(AssertSqlSafe(complete));
    assert_eq!(held(complete.clone()).fetch_one(&mut *first).await.unwrap(), (true,));
    let second = {
        let (pool, complete) = (pool.clone(), complete.clone());
        tokio::spawn(async move { held(complete).fetch_one(&pool).await })
    };
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    while home.server.psql(waits) != "1\n" {
        tokio::task::yield_now().await;
    }
    first.commit().await.unwrap();
    assert_eq!(second.await.unwrap().unwrap(), (false,));
    assert_eq!(home.results().await.len(), 1);
}

#[tokio::test]
async fn a_lease_that_another_holds_now_is_good_for_nothing() {
    let home = Home::new().await;
    let hash = home.queue.need(home.run, b"a bot").await.unwrap();
    let id = home.put(NewJob { lane: Some(0), ..job() }).await;
    let [one, two] = [home.worker("one").await, home.worker("two").await];
    let first = take(&one).await;
    home.miss("one");
    let second = take(&two).await;
    assert_eq!((first.job, second.job, first.read, second.read), (id, id, 1, 2));
    lost_to(&one, first, hash).await;
    // The number of another's lease is of no use, either, nor is one that is still to come.
    lost_to(&one, second, hash).await;
    lost_to(&one, Lease { job: id, read: 3 }, hash).await;
    lost_to(&two, first, hash).await;
    assert!(home.results().await.is_empty());
    assert_eq!(complete(&two, second, "done").await, Fenced::Held(()));
}

/// Every call about this lease says that it was lost.
async fn lost_to(worker: &Worker, lease: Lease, hash: Hash) {
    assert_eq!(worker.extend(&[lease], LONG).await.unwrap(), [lease]);
    assert_eq!(complete(worker, lease, "stolen").await, Fenced::Lost);
    assert_eq!(worker.fail(lease, "spite").await.unwrap(), Fenced::Lost);
    worker.hand_back(&[lease]).await.unwrap();
    assert_eq!(worker.content(lease, hash).await.unwrap(), Fenced::Lost);
    assert_eq!(worker.spec(lease).await.unwrap(), Fenced::Lost);
    assert_eq!(worker.past(lease, None, 10).await.unwrap(), Fenced::Lost);
    assert_eq!(worker.last_past(lease).await.unwrap(), Fenced::Lost);
}

#[tokio::test]
async fn a_lease_that_ran_out_and_that_nobody_took_is_as_good_as_before() {
    let home = Home::new().await;
    home.put(job()).await;
    let one = home.worker("one").await;
    let lease = take(&one).await;
    home.run_out(lease.job);
    assert_eq!(one.extend(&[lease], LONG).await.unwrap(), []);
    assert_eq!(next(&home.worker("two").await).await, None, "it is held again");
    home.run_out(lease.job);
    assert_eq!(complete(&one, lease, "late").await, Fenced::Held(()));
}

#[tokio::test]
async fn nobody_keeps_a_job_for_ever() {
    let home = Home::new().await;
    home.put(job()).await;
    let one = home.worker("one").await;
    let lease = take(&one).await;
    home.server.psql("UPDATE croupier_queue.leases SET at = at - INTERVAL '25 hours'");
    assert_eq!(one.extend(&[lease], LONG).await.unwrap(), [lease]);
}

#[tokio::test]
async fn what_is_handed_back_waits_again_and_counts_against_nobody() {
    let home = Home::new().await;
    home.put(job()).await;
    let one = home.worker("one").await;
    for read in 1..=10 {
        let lease = take(&one).await;
        assert_eq!(lease.read, read);
        one.hand_back(&[lease]).await.unwrap();
        assert_eq!(complete(&one, lease, "late").await, Fenced::Lost);
    }
    take(&one).await;
    one.leave().await.unwrap();
    let counts = home.queue.count(home.run).await.unwrap();
    assert_eq!(counts, Counts { waiting: 1, ..Counts::default() });
    let states = home.queue.workers().await.unwrap();
    assert_eq!((states[0].failures, states[0].is_alive), (0, false));
}

#[tokio::test]
async fn after_three_tries_a_job_is_a_dead_letter_and_its_run_is_told() {
    let home = Home::new().await;
    let bad = home.put(NewJob { first: 70, payload: b"kills".to_vec(), ..job() }).await;
    let mut told = home.queue.wakeups().await.unwrap();
    for name in ["one", "two", "three"] {
        let worker = home.worker(name).await;
        let lease = take(&worker).await;
        match name {
            // One says why, the others are killed by it.
            "two" => {
                let failed = worker.fail(lease, "out of memory").await.unwrap();
                assert_eq!(failed, Fenced::Held(Failed::Again));
            }
            _ => home.miss(name),
        }
    }
    assert_eq!(next(&home.worker("four").await).await, None, "it does not come back");
    assert!(told.wait(SOON).await, "its run is told");
    let letters = home.queue.dead_letters(home.run).await.unwrap();
    let [letter] = &letters[..] else { panic!("{letters:?}") };
    assert_eq!((letter.job, letter.first, &letter.payload[..]), (bad, 70, &b"kills"[..]));
    assert_eq!(letter.workers, ["one", "two", "three"]);
    assert_eq!(letter.why, "one: said nothing any more\ntwo: out of memory\nthree: said nothing any more");
    let counts = home.queue.count(home.run).await.unwrap();
    assert_eq!(counts, Counts { given_up: 1, ..Counts::default() });
    assert_eq!(messages(&home), "0\n");
    let failures: Vec<u64> = home.queue.workers().await.unwrap().iter().map(|w| w.failures).collect();
    assert_eq!(failures, [1, 1, 1, 0]);
}

#[tokio::test]
async fn a_job_whose_last_lease_ran_out_is_given_up_where_no_worker_asks() {
    let home = Home::new().await;
    let id = home.put(job()).await;
    for name in ["one", "two", "three"] {
        take(&home.worker(name).await).await;
        home.run_out(id);
    }
    home.queue.tidy().await.unwrap();
    assert_eq!(home.queue.dead_letters(home.run).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_worker_that_says_thrice_that_a_job_cannot_be_done_is_told_that_it_is_given_up() {
    let home = Home::new().await;
    home.put(job()).await;
    let only = home.worker("only").await;
    for last in [Failed::Again, Failed::Again, Failed::GivenUp] {
        let lease = take(&only).await;
        assert_eq!(only.fail(lease, "no").await.unwrap(), Fenced::Held(last));
        assert_eq!(complete(&only, lease, "after all").await, Fenced::Lost);
    }
    home.put(job()).await;
    assert!(next(&only).await.is_some(), "one bad job is no bad worker");
}

#[tokio::test]
async fn a_worker_that_fails_at_everything_spoils_nothing_where_another_can() {
    let home = Home::new().await;
    for _ in 0..20 {
        home.put(job()).await;
    }
    let [broken, sound] = [home.worker("broken").await, home.worker("sound").await];
    // Both are known to be alive.
    let other = take(&sound).await;
    assert_eq!(complete(&sound, other, "well").await, Fenced::Held(()));
    let mut failed = 0;
    while let Some(leased) = next(&broken).await {
        assert_eq!(broken.fail(leased.lease, "disk full").await.unwrap(), Fenced::Held(Failed::Again));
        failed += 1;
    }
    assert_eq!(failed, 3, "then it rests");
    let states = home.queue.workers().await.unwrap();
    assert!(states[0].is_resting && !states[1].is_resting);
    while let Some(leased) = next(&sound).await {
        assert_eq!(complete(&sound, leased.lease, "well").await, Fenced::Held(()));
    }
    assert_eq!(home.results().await.len(), 20);
}

#[tokio::test]
async fn a_job_is_not_given_again_to_who_could_not_do_it_while_another_can() {
    let home = Home::new().await;
    let id = home.put(job()).await;
    let [one, two] = [home.worker("one").await, home.worker("two").await];
    assert_eq!(two.lease(&ask()).await.unwrap().len(), 1, "two asks, and is known to be able to");
    two.leave().await.unwrap();
    let two = home.worker("two again").await;
    let lease = take(&one).await;
    assert_eq!(one.fail(lease, "no").await.unwrap(), Fenced::Held(Failed::Again));
    assert_eq!(next(&one).await, None);
    assert_eq!(take(&two).await.job, id);
}

#[tokio::test]
async fn results_are_there_until_they_are_kept() {
    let home = Home::new().await;
    for first in 0..3 {
        home.put(NewJob { first, ..job() }).await;
    }
    let worker = home.worker("one").await;
    while let Some(leased) = next(&worker).await {
        assert_eq!(complete(&worker, leased.lease, "done").await, Fenced::Held(()));
    }
    let results = home.results().await;
    assert_eq!(home.results().await, results, "a look takes nothing");
    assert_eq!(home.queue.results(home.run, 2).await.unwrap(), results[..2]);
    home.queue.keep(home.run, &[results[0].id, results[2].id]).await.unwrap();
    assert_eq!(home.results().await, results[1..2]);
    let other = home.begin("other").await;
    home.queue.keep(other, &[results[1].id]).await.unwrap();
    assert_eq!(home.results().await, results[1..2], "a run keeps its own results");
}

#[tokio::test]
async fn a_result_is_bounded_whoever_sends_it() {
    let home = Home::new().await;
    home.put(job()).await;
    let worker = home.worker("one").await;
    let lease = take(&worker).await;
    let large = vec![0; MOST_RESULT_BYTES + 1];
    let error = worker.complete(lease, &large, Duration::ZERO).await.unwrap_err();
    assert!(matches!(error, QueueError::TooLarge { .. }), "{error}");
    let largest = &large[..MOST_RESULT_BYTES];
    assert_eq!(worker.complete(lease, largest, Duration::ZERO).await.unwrap(), Fenced::Held(()));
    // Nor does a look take more than that into memory, but for the last one.
    for bytes in [&b"small"[..], &b"small, too"[..]] {
        home.put(job()).await;
        let lease = take(&worker).await;
        assert_eq!(worker.complete(lease, bytes, Duration::ZERO).await.unwrap(), Fenced::Held(()));
    }
    let mut sizes = Vec::new();
    loop {
        let some = home.results().await;
        if some.is_empty() {
            break;
        }
        sizes.push(some.iter().map(|result| result.bytes.len()).collect::<Vec<_>>());
        let ids: Vec<_> = some.iter().map(|result| result.id).collect();
        home.queue.keep(home.run, &ids).await.unwrap();
    }
    assert_eq!(sizes, [vec![MOST_RESULT_BYTES], vec![5, 10]]);
}

#[tokio::test]
async fn what_is_withdrawn_is_in_nobodys_hands_and_what_is_forgotten_leaves_nothing() {
    let home = Home::new().await;
    let other = home.begin("other").await;
    home.queue.need(home.run, b"shared").await.unwrap();
    let shared = home.queue.need(other, b"shared").await.unwrap();
    home.queue.need(home.run, b"its own").await.unwrap();
    let jobs: Vec<NewJob> = (0..5).map(|first| NewJob { lane: Some(1), first, ..job() }).collect();
    home.queue.put(home.run, &jobs).await.unwrap();
    home.queue.put(other, &[job()]).await.unwrap();
    let worker = home.worker("one").await;
    let lease = take(&worker).await;
    assert_eq!(complete(&worker, lease, "done").await, Fenced::Held(()));
    let lease = take(&worker).await;
    assert_eq!(home.queue.withdraw(home.run).await.unwrap(), 4);
    assert_eq!(worker.extend(&[lease], LONG).await.unwrap(), [lease]);
    assert_eq!(complete(&worker, lease, "for nothing").await, Fenced::Lost);
    let counts = home.queue.count(home.run).await.unwrap();
    assert_eq!(counts, Counts { results: 1, ..Counts::default() });
    home.queue.forget(home.run).await.unwrap();
    assert_eq!(home.queue.find("first").await.unwrap(), None);
    let lease = take(&worker).await;
    assert_eq!(worker.content(lease, shared).await.unwrap(), Fenced::Held(b"shared".to_vec()));
    let left = "SELECT (SELECT count(*) FROM croupier_queue.contents), \
                (SELECT count(*) FROM croupier_queue.results), (SELECT count(*) FROM croupier_queue.jobs), \
                (SELECT count(*) FROM croupier_queue.groups), (SELECT count(*) FROM croupier_queue.lanes), \
                (SELECT count(*) FROM croupier_queue.leases), (SELECT count(*) FROM pgmq.q_croupier)";
    assert_eq!(home.server.psql(left), "1|0|1|1|0|1|1\n");
    let error = home.queue.put(home.run, &[job()]).await.unwrap_err();
    assert!(matches!(error, QueueError::Refused(_)), "{error}");
}

#[tokio::test]
async fn a_run_is_gone_on_with_by_its_key_and_not_with_another_plan() {
    let home = Home::new().await;
    assert_eq!(home.begin("first").await, home.run);
    assert_eq!(home.queue.find("first").await.unwrap(), Some(home.run));
    let other = NewRun { spec: b"another plan".to_vec(), ..common::new_run("first") };
    let error = home.queue.begin(&other).await.unwrap_err();
    assert!(matches!(error, QueueError::OtherRun(_)), "{error}");
}

#[tokio::test]
async fn what_a_caller_puts_within_a_write_that_is_not_committed_was_never_put() {
    let home = Home::new().await;
    let pool = sqlx::PgPool::connect(&home.server.url()).await.unwrap();
    let mut write = pool.begin().await.unwrap();
    croupier_queue::put_within(&mut write, home.run, &[job()]).await.unwrap();
    drop(write);
    let mut write = pool.begin().await.unwrap();
    let ids = croupier_queue::put_within(&mut write, home.run, &[job(), job()]).await.unwrap();
    write.commit().await.unwrap();
    let worker = home.worker("one").await;
    assert_eq!(take(&worker).await.job, ids[0]);
    assert_eq!(take(&worker).await.job, ids[1]);
    assert_eq!(next(&worker).await, None);
}

#[tokio::test]
async fn a_server_that_is_killed_and_starts_again_has_lost_and_doubled_nothing() {
    let mut home = Home::new().await;
    let jobs: Vec<NewJob> = (0..200).map(|first| NewJob { first, ..job() }).collect();
    home.queue.put(home.run, &jobs).await.unwrap();
    let names = ["one", "two", "three", "four"];
    let mut workers = Vec::new();
    for name in names {
        workers.push(home.worker(name).await);
    }
    let (ended, mut all_ended) = tokio::sync::watch::channel(0);
    let work = |worker: Worker| {
        let ended = ended.clone();
        tokio::spawn(async move {
            loop {
                let some = Ask { most: 3, ..ask() };
                let leased = match worker.lease(&some).await {
                    Ok(leased) => leased,
                    Err(error) => {
                        assert!(error.is_passing(), "{error:?}");
                        continue;
                    }
                };
                if leased.is_empty() {
                    break;
                }
                for leased in leased {
                    let result = leased.first.to_string();
                    loop {
                        match worker.complete(leased.lease, result.as_bytes(), Duration::ZERO).await {
                            // Told or not: a result that was stored is found stored the next time.
                            Ok(_) => break,
                            Err(error) => assert!(error.is_passing(), "{error:?}"),
                        }
                    }
                    ended.send_modify(|ended| *ended += 1);
                }
            }
        })
    };
    let tasks: Vec<_> = workers.into_iter().map(work).collect();
    for cut in [30, 90] {
        all_ended.wait_for(|ended| *ended >= cut).await.unwrap();
        home.server.kill();
        home.server.go_on();
    }
    for task in tasks {
        task.await.unwrap();
    }
    // What a crash took from a worker's hands, or left in them, is done by the next one.
    names.iter().for_each(|name| home.miss(name));
    let last = home.worker("last").await;
    while let Some(leased) = next(&last).await {
        let result = leased.first.to_string();
        assert_eq!(complete(&last, leased.lease, &result).await, Fenced::Held(()));
    }
    let mut firsts: Vec<i64> = home.results().await.iter().map(|result| result.first).collect();
    firsts.sort_unstable();
    assert_eq!(firsts, (0..200).collect::<Vec<_>>());
    let counts = home.queue.count(home.run).await.unwrap();
    assert_eq!(counts, Counts { results: 200, ..Counts::default() });
}

#[tokio::test]
async fn checks_and_games_keep_their_class_to_the_end() {
    let home = Home::new().await;
    let worker = home.worker("one").await;
    for class in Class::ALL {
        home.put(NewJob { class, ..job() }).await;
    }
    for class in Class::ALL {
        let leased = next(&worker).await.unwrap();
        assert_eq!((leased.class, leased.run, leased.count), (class, home.run, 10));
        assert_eq!(complete(&worker, leased.lease, "done").await, Fenced::Held(()));
    }
    let results = home.results().await;
    assert_eq!(results.iter().map(|result| result.class).collect::<Vec<_>>(), Class::ALL);
    let ids: Vec<_> = results.iter().map(|result| result.id).collect();
    home.queue.keep(home.run, &ids).await.unwrap();
    home.queue.keep(home.run, &ids).await.unwrap();
    let state = &home.queue.workers().await.unwrap()[0];
    assert_eq!((state.jobs, state.pieces, state.in_hand, state.is_alive), (4, 40, 0, true));
    assert_eq!((&state.name[..], &state.build, state.speed), ("one", &common::build(), 1.0));
    assert_eq!(home.put(job()).await, JobId(5));
}

fn messages(home: &Home) -> String {
    home.server.psql("SELECT count(*) FROM pgmq.q_croupier")
}

#[tokio::test]
async fn whoever_takes_over_has_what_was_not_kept_and_the_last_of_each_lane() {
    let home = Home::new().await;
    let in_lane = |first| NewJob { lane: Some(0), first, ..job() };
    let alone = |first| NewJob { first, ..job() };
    home.queue.put(home.run, &[in_lane(0), in_lane(1), in_lane(2), alone(8), alone(9)]).await.unwrap();
    let worker = home.worker("one").await;
    for _ in 0..5 {
        let lease = take(&worker).await;
        assert_eq!(complete(&worker, lease, "won").await, Fenced::Held(()));
    }
    let results = home.results().await;
    let known: Vec<_> = results.iter().filter(|result| result.first != 9).map(|result| result.id).collect();
    let beside = home.queue.results_beside(home.run, &known, 100).await.unwrap();
    assert_eq!(beside.iter().map(|result| result.first).collect::<Vec<_>>(), [9]);
    home.queue.keep(home.run, &known).await.unwrap();
    let left = home.queue.left_over(home.run, 2).await.unwrap();
    let mut left: Vec<i64> = left.iter().map(|result| result.first).collect();
    left.sort_unstable();
    assert_eq!(left, [1, 2, 9]);
}
