//! Whose turn it is: the order of decision 14, only what a worker can do, and lanes.

#![allow(clippy::unwrap_used)] // A test may.

mod common;

use common::{Home, LONG, ask, build, complete, hello, job, next, take};
use croupier_queue::{Ask, Build, Class, Fenced, Hello, JobId, Leased, NewJob, Past, Preference, Worker};

/// A check of an owner.
fn check(owner: &str) -> NewJob {
    NewJob { class: Class::Check, owner: owner.into(), ..job() }
}

/// A job of a lane.
fn in_lane(lane: u32, first: i64) -> NewJob {
    NewJob { class: Class::Final, lane: Some(lane), first, ..job() }
}

/// All jobs in the order in which one worker gets and ends them.
async fn order(worker: &Worker) -> Vec<JobId> {
    let mut order = Vec::new();
    while let Some(leased) = next(worker).await {
        assert_eq!(complete(worker, leased.lease, "done").await, Fenced::Held(()));
        order.push(leased.lease.job);
    }
    order
}

#[tokio::test]
async fn two_hundred_checks_of_two_hundred_people_are_done_in_order() {
    let home = Home::new().await;
    let jobs: Vec<NewJob> = (0..200).map(|owner| check(&format!("account {owner}"))).collect();
    let ids = home.queue.put(home.run, &jobs).await.unwrap();
    assert_eq!(order(&home.worker("only").await).await, ids);
}

#[tokio::test]
async fn whoever_sends_many_waits_behind_the_first_of_everybody_in_one_call_or_many() {
    for at_once in [true, false] {
        let home = Home::new().await;
        let owners = ["eager", "eager", "eager", "a", "b", "eager", "c"];
        let jobs: Vec<NewJob> = owners.iter().map(|owner| check(owner)).collect();
        let mut ids = Vec::new();
        if at_once {
            ids = home.queue.put(home.run, &jobs).await.unwrap();
        } else {
            for job in jobs {
                ids.push(home.put(job).await);
            }
        }
        let fair = [0, 3, 4, 6, 1, 2, 5].map(|place: usize| ids[place]);
        assert_eq!(order(&home.worker("only").await).await, fair, "at once: {at_once}");
    }
}

#[tokio::test]
async fn whoever_comes_later_does_not_wait_for_all_that_was_put_before() {
    let home = Home::new().await;
    let eager = home.queue.put(home.run, &[check("eager"), check("eager"), check("eager")]).await.unwrap();
    let worker = home.worker("only").await;
    let lease = take(&worker).await;
    assert_eq!(complete(&worker, lease, "done").await, Fenced::Held(()));
    let late = home.put(check("late")).await;
    assert_eq!(order(&worker).await, [eager[1], late, eager[2]]);
}

#[tokio::test]
async fn of_one_owner_one_check_runs_at_a_time_and_nobody_else_waits_for_it() {
    let home = Home::new().await;
    let jobs = [check("slow builder"), check("slow builder"), check("slow builder"), check("other")];
    let ids = home.queue.put(home.run, &jobs).await.unwrap();
    let [one, two, three] = [home.worker("one").await, home.worker("two").await, home.worker("three").await];
    let first = take(&one).await;
    assert_eq!(first.job, ids[0]);
    assert_eq!(take(&two).await.job, ids[3]);
    assert_eq!(next(&three).await, None, "the slow builder's others wait for the first");
    assert_eq!(complete(&one, first, "done").await, Fenced::Held(()));
    assert_eq!(take(&three).await.job, ids[1]);
}

#[tokio::test]
async fn who_asks_for_many_at_once_gets_what_it_would_get_one_by_one() {
    let home = Home::new().await;
    let game = |contest: i64, class: Class| NewJob { class, contest, ..job() };
    let jobs = [
        check("a"),
        check("a"),
        check("b"),
        NewJob { class: Class::Entering, owner: "new".into(), ..job() },
        NewJob { class: Class::Entering, owner: "new".into(), contest: 2, ..job() },
        game(1, Class::Ladder),
        game(1, Class::Ladder),
        game(1, Class::Ladder),
        game(2, Class::Ladder),
        game(2, Class::Final),
        game(3, Class::Ladder),
    ];
    home.queue.put(home.run, &jobs).await.unwrap();
    let worker = home.worker("one").await;
    let mut one_by_one = Vec::new();
    while let Some(leased) = next(&worker).await {
        one_by_one.push(leased.lease.job);
    }
    worker.leave().await.unwrap();
    let worker = home.worker("two").await;
    for most in [3, 256] {
        let many = worker.lease(&Ask { most, ..ask() }).await.unwrap();
        let many: Vec<JobId> = many.iter().map(|leased| leased.lease.job).collect();
        assert_eq!(many, one_by_one[..many.len()], "{most} at once");
        assert_eq!(many.len(), one_by_one.len().min(most.into()));
        worker.leave().await.unwrap();
    }
}

#[tokio::test]
async fn a_rush_of_checks_does_not_stop_the_ladder() {
    let home = Home::new().await;
    let checks: Vec<NewJob> = (0..50).map(|owner| check(&format!("account {owner}"))).collect();
    let checks = home.queue.put(home.run, &checks).await.unwrap();
    let game = home.put(job()).await;
    let worker = home.worker("two").await;
    let ask = Ask { preference: Preference::GamesFirst, ..ask() };
    let mut got = Vec::new();
    for _ in 0..2 {
        got.push(worker.lease(&ask).await.unwrap()[0].lease.job);
    }
    assert_eq!(got, [game, checks[0]], "who finds no game helps with the checks");
}

#[tokio::test]
async fn a_contest_of_slow_bots_cannot_hold_every_worker_while_another_waits() {
    let home = Home::new().await;
    let of = |contest: i64| NewJob { contest, owner: format!("contest {contest}"), ..job() };
    let slow = home.queue.put(home.run, &[of(1), of(1), of(1)]).await.unwrap();
    let quick = home.queue.put(home.run, &[of(2), of(2), of(2)]).await.unwrap();
    let [one, two] = [home.worker("one").await, home.worker("two").await];
    assert_eq!(take(&one).await.job, slow[0]);
    for id in quick {
        let lease = take(&two).await;
        assert_eq!(lease.job, id, "the slow contest has a worker already");
        assert_eq!(complete(&two, lease, "done").await, Fenced::Held(()));
    }
    assert_eq!(take(&two).await.job, slow[1], "nobody else waits");
}

#[tokio::test]
async fn contests_of_two_runs_are_two_contests() {
    let home = Home::new().await;
    let other = home.begin("other").await;
    let here = home.queue.put(home.run, &[job(), job()]).await.unwrap();
    let there = home.queue.put(other, &[job(), job()]).await.unwrap();
    let worker = home.worker("one").await;
    let mut got = Vec::new();
    for _ in 0..4 {
        got.push(take(&worker).await.job);
    }
    assert_eq!(got, [here[0], there[0], here[1], there[1]]);
}

#[tokio::test]
async fn a_slow_newcomer_holds_one_worker_and_no_more() {
    let home = Home::new().await;
    let entering = |owner: &str| NewJob { class: Class::Entering, owner: owner.into(), ..job() };
    let slow = home.queue.put(home.run, &[entering("newcomer 7"), entering("newcomer 7")]).await.unwrap();
    let ladder = home.put(job()).await;
    let other = home.put(entering("newcomer 8")).await;
    let mut got: Vec<Option<Leased>> = Vec::new();
    for name in ["one", "two", "three", "four"] {
        got.push(next(&home.worker(name).await).await);
    }
    let ids: Vec<_> = got.iter().map(|leased| leased.as_ref().map(|leased| leased.lease.job)).collect();
    assert_eq!(ids, [Some(slow[0]), Some(other), Some(ladder), None]);
    home.miss("one");
    assert_eq!(take(&home.worker("five").await).await.job, slow[0], "then it goes on with the first");
}

#[tokio::test]
async fn a_worker_is_given_what_it_can_do_and_nothing_else() {
    let home = Home::new().await;
    let needs = |words: &[&str]| NewJob { needs: words.iter().map(|&w| w.to_owned()).collect(), ..job() };
    let jobs = [needs(&["java", "python"]), needs(&["python"]), needs(&[]), needs(&["java"])];
    let ids = home.queue.put(home.run, &jobs).await.unwrap();
    let worker = home.worker("one").await;
    let can = |words: &[&str]| Ask { can: words.iter().map(|&w| w.to_owned()).collect(), ..ask() };
    let mut got = Vec::new();
    for _ in 0..3 {
        got.extend(worker.lease(&can(&["haskell", "python"])).await.unwrap());
    }
    let got: Vec<JobId> = got.iter().map(|leased| leased.lease.job).collect();
    assert_eq!(got, [ids[1], ids[2]]);
    let waiting = home.queue.waiting().await.unwrap();
    let told: Vec<_> = waiting.iter().map(|w| (w.needs.join("+"), w.waiting, w.in_hand, w.workers)).collect();
    let expected = [("", 0, 1, 1), ("java", 1, 0, 0), ("java+python", 1, 0, 0), ("python", 0, 1, 1)];
    assert_eq!(told, expected.map(|(needs, waiting, held, can)| (needs.to_owned(), waiting, held, can)));
    let rest = worker.lease(&can(&["python", "java"])).await.unwrap();
    assert_eq!(rest[0].lease.job, ids[0]);
}

#[tokio::test]
async fn a_worker_of_another_build_is_given_nothing_and_can_say_why() {
    let home = Home::new().await;
    home.put(job()).await;
    let older = Build { version: "0.9.0".into(), ..build() };
    let others = Build { rules: "yesterday's".into(), ..build() };
    for build_of in [older, others] {
        let worker = home.greet(&Hello { build: build_of, ..hello("odd") }).await;
        assert_eq!(next(&worker).await, None);
        assert_eq!(worker.unsuited().await.unwrap(), [build()]);
    }
    let worker = home.worker("even").await;
    assert_eq!(worker.unsuited().await.unwrap(), []);
    take(&worker).await;
}

#[tokio::test]
async fn lanes_stay_with_their_worker_in_order_and_are_free_when_it_is_given_up() {
    let home = Home::new().await;
    // Three of lane 0, and of lane 1: the second worker has as many lanes as the first.
    let jobs: Vec<NewJob> = (0..6).map(|first| in_lane(first as u32 % 2, first)).collect();
    let ids = home.queue.put(home.run, &jobs).await.unwrap();
    let [one, two] = [home.worker("one").await, home.worker("two").await];
    let a = take(&one).await;
    let b = take(&two).await;
    assert_eq!((a.job, b.job), (ids[0], ids[1]));
    for worker in [&one, &two] {
        assert_eq!(next(worker).await, None, "the next of a lane waits for the first");
    }
    assert_eq!(complete(&one, a, "first of lane 0").await, Fenced::Held(()));
    assert_eq!(next(&two).await, None, "lane 0 has a worker");
    let c = take(&one).await;
    assert_eq!(c.job, ids[2]);
    assert_eq!(one.last_past(c).await.unwrap(), Fenced::Held(Some(past(0, "first of lane 0"))));
    // The worker is given up, and its lanes are free.
    home.miss("one");
    let d = take(&two).await;
    assert_eq!(d.job, ids[2], "what it had in hand goes first");
    assert_eq!(two.past(d, None, 10).await.unwrap(), Fenced::Held(vec![past(0, "first of lane 0")]));
    assert_eq!(complete(&two, d, "second of lane 0").await, Fenced::Held(()));
    let e = take(&two).await;
    assert_eq!(e.job, ids[4]);
    assert_eq!(two.past(e, Some(0), 10).await.unwrap(), Fenced::Held(vec![past(2, "second of lane 0")]));
    assert_eq!(two.past(e, None, 1).await.unwrap(), Fenced::Held(vec![past(0, "first of lane 0")]));
    // Kept or not, a lane's past is there; another lane's is not.
    let ids: Vec<_> = home.results().await.iter().map(|result| result.id).collect();
    home.queue.keep(home.run, &ids).await.unwrap();
    assert!(home.results().await.is_empty());
    assert_eq!(two.last_past(e).await.unwrap(), Fenced::Held(Some(past(2, "second of lane 0"))));
    assert_eq!(two.last_past(b).await.unwrap(), Fenced::Held(None));
}

fn past(first: i64, bytes: &str) -> Past {
    Past { first, count: 10, bytes: bytes.into() }
}

#[tokio::test]
async fn a_lane_goes_over_where_its_worker_missed_a_lease_though_it_lives() {
    let home = Home::new().await;
    let ids = home.queue.put(home.run, &[in_lane(0, 0), in_lane(0, 1)]).await.unwrap();
    let [one, two] = [home.worker("one").await, home.worker("two").await];
    let lease = take(&one).await;
    assert_eq!(next(&two).await, None);
    home.run_out(ids[0]);
    assert_eq!(take(&two).await.job, ids[0]);
    assert_eq!(complete(&one, lease, "late").await, Fenced::Lost);
    assert_eq!(next(&one).await, None);
}

#[tokio::test]
async fn a_worker_that_leaves_or_lets_a_lane_go_has_it_no_longer() {
    let home = Home::new().await;
    let ids = home.queue.put(home.run, &[in_lane(0, 0), in_lane(0, 1), in_lane(0, 2)]).await.unwrap();
    let [one, two] = [home.worker("one").await, home.worker("two").await];
    let lease = take(&one).await;
    one.let_go(home.run, 0).await.unwrap();
    assert_eq!(next(&two).await, None, "the job is still in hand");
    assert_eq!(complete(&one, lease, "done").await, Fenced::Held(()));
    let lease = take(&two).await;
    assert_eq!(lease.job, ids[1]);
    assert_eq!(complete(&two, lease, "done").await, Fenced::Held(()));
    assert_eq!(next(&one).await, None);
    two.leave().await.unwrap();
    assert_eq!(take(&one).await.job, ids[2]);
}

#[tokio::test]
async fn lanes_go_over_to_a_worker_that_came_later_until_both_have_their_share() {
    let home = Home::new().await;
    let jobs: Vec<NewJob> = (0..60).map(|first| in_lane(first as u32 % 6, first)).collect();
    home.queue.put(home.run, &jobs).await.unwrap();
    let one = home.worker("one").await;
    let mut lanes = Vec::new();
    for _ in 0..6 {
        let leased = next(&one).await.unwrap();
        lanes.push(leased.lane);
        assert_eq!(complete(&one, leased.lease, "done").await, Fenced::Held(()));
    }
    assert_eq!(lanes, [0, 1, 2, 3, 4, 5].map(Some), "alone it has them all");
    // One that does four jobs at a time, where the first does two.
    let two = home.greet(&Hello { slots: 4, ..hello("two") }).await;
    let all = two.lease(&Ask { most: 256, ..ask() }).await.unwrap();
    assert_eq!(all.len(), 4, "{all:?}");
    assert_eq!(one.lease(&Ask { most: 256, ..ask() }).await.unwrap().len(), 2);
    // Nothing goes to and fro from here.
    for worker in [&one, &two] {
        assert_eq!(next(worker).await, None);
    }
}

#[tokio::test]
async fn a_lane_with_a_hole_goes_no_further() {
    let home = Home::new().await;
    let ids = home.queue.put(home.run, &[in_lane(0, 0), in_lane(0, 1), in_lane(1, 2)]).await.unwrap();
    for name in ["one", "two", "three"] {
        assert_eq!(take(&home.worker(name).await).await.job, ids[0]);
        home.miss(name);
    }
    let four = home.worker("four").await;
    assert_eq!(order(&four).await, [ids[2]], "lane 0 stands still, lane 1 goes on");
    assert_eq!(home.queue.dead_letters(home.run).await.unwrap()[0].lane, Some(0));
    assert_eq!(home.queue.withdraw(home.run).await.unwrap(), 1);
}

#[tokio::test]
async fn a_lane_remembers_what_was_played_before_this_queue_knew_it() {
    let home = Home::new().await;
    home.queue.remember(home.run, 0, 0, 5, b"of an earlier run").await.unwrap();
    home.queue.remember(home.run, 0, 0, 5, b"said twice").await.unwrap();
    assert!(home.results().await.is_empty(), "whoever says it knows it");
    home.queue.put(home.run, &[in_lane(0, 5), in_lane(1, 9)]).await.unwrap();
    let one = home.worker("one").await;
    let earlier = Past { first: 0, count: 5, bytes: b"of an earlier run".to_vec() };
    let lease = take(&one).await;
    assert_eq!(one.past(lease, None, 10).await.unwrap(), Fenced::Held(vec![earlier]));
    let other = take(&one).await;
    assert_eq!(one.past(other, None, 10).await.unwrap(), Fenced::Held(Vec::new()));
    assert_eq!(one.extend(&[lease, other], LONG).await.unwrap(), []);
}
