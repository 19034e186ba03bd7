//! The queue: what is put is done once, in order, and nobody can block or starve anybody.

#![allow(clippy::unwrap_used)] // A test may.

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::course;
use common::home::{Home, NewHome, on_both};
use croupier_portal::jobs::{
    Class, FinalTask, GameTask, JobResult, Jobs, Leased, LeftAlone, NewJob, Preference, Queue as _,
    RerunTask, SeatedEntry, Task,
};
use croupier_portal::store::games::{NewGame, SeatRow};
use croupier_portal::store::job_table::JobTable;
use croupier_portal::store::{Store, games, ladder};
use croupier_portal::{Broadcast, house_specs, make_contest};
use croupier_record::Origin;
use tokio::runtime::Runtime;

const LONG: Duration = Duration::from_secs(600);

on_both! {
    an_interrupted_game_is_played_again_and_counts_once,
    a_lease_that_runs_out_is_taken_by_somebody_else_and_one_that_is_extended_is_not,
    two_hundred_uploads_of_two_hundred_people_are_worked_off_in_order,
    whoever_sends_many_waits_behind_the_first_of_everybody,
    of_one_owner_one_check_runs_at_a_time_and_nobody_else_waits_for_it,
    a_rush_of_uploads_does_not_stop_the_ladder,
    a_job_that_fails_by_our_own_fault_is_tried_three_times,
    a_contest_of_slow_bots_cannot_hold_every_worker_while_another_waits,
    a_slow_newcomer_holds_one_worker_and_no_more,
    whoever_lost_a_job_can_neither_keep_nor_end_it_whatever_it_is_called,
    whoever_stood_still_holds_no_later_job_of_the_same_number,
    what_is_handed_back_is_anybodys_at_once_and_no_failure,
    a_put_that_is_not_committed_never_happened,
    whoever_has_games_played_elsewhere_takes_no_check_no_rerun_and_nothing_that_it_leaves_alone,
}

struct Queue {
    runtime: Runtime,
    store: Store,
    table: Arc<JobTable>,
    jobs: Jobs,
    home: Home,
}

impl Queue {
    fn new(home: NewHome) -> Self {
        Self::on(home())
    }

    fn on(home: Home) -> Self {
        let runtime = Runtime::new().unwrap();
        let store = runtime.block_on(home.open());
        let table = Arc::new(JobTable::new(store.clone()));
        let jobs = Jobs::new(store.clone(), table.clone(), Broadcast::default(), runtime.handle().clone());
        Self { runtime, store, table, jobs, home }
    }

    /// A check of an owner.
    fn check(&self, owner: &str, upload: i64) {
        let task = Task::Check { upload };
        self.jobs.put(&NewJob { class: Class::Check, owner: owner.into(), contest: 1, task }).unwrap();
    }

    fn lease(&self, worker: &str) -> Option<Leased> {
        self.jobs.lease(worker, Preference::ChecksFirst, LONG).unwrap()
    }

    /// All uploads in the order in which one worker gets them.
    fn order(&self) -> Vec<i64> {
        std::iter::from_fn(|| {
            let leased = self.lease("only")?;
            let Task::Check { upload } = leased.task else { panic!("{leased:?}") };
            assert!(self.jobs.complete(leased.lease, &checked(upload)).unwrap());
            Some(upload)
        })
        .collect()
    }

    fn games(&self) -> i64 {
        self.runtime.block_on(games::count(&self.store)).unwrap()
    }
}

fn checked(upload: i64) -> JobResult {
    JobResult::Checked(croupier_portal::store::uploads::Checked {
        upload,
        sound: false,
        detail: String::new(),
        bot: String::new(),
        compiler: None,
        marks: None,
    })
}

/// A contest of No Thanks! with its house, and a game of its first three entries.
fn contest(queue: &Queue) -> (GameTask, NewGame) {
    queue.runtime.block_on(async {
        let id = make_contest(&queue.store, &course(), &house_specs("no-thanks").unwrap()).await.unwrap();
        let entries = ladder::of_contest(&queue.store, id).await.unwrap();
        let three = entries.iter().take(3);
        let seats = three
            .clone()
            .map(|entry| SeatedEntry {
                entry: entry.id,
                name: entry.name.clone(),
                house: entry.house.clone(),
                upload: None,
            })
            .collect();
        let rows = three.enumerate().map(|(at, entry)| SeatRow {
            entry: entry.id,
            upload: None,
            place: at as i64 + 1,
            score: 0.0,
            figures: "[]".into(),
            faults: 0,
            fault: None,
            log: String::new(),
        });
        let game = NewGame { contest: id, seed: 1, took: 1, seats: rows.collect(), record: vec![1] };
        (GameTask { contest: id, origin: Origin::first(1), seats }, game)
    })
}

fn an_interrupted_game_is_played_again_and_counts_once(home: NewHome) {
    let queue = Queue::new(home);
    let (task, game) = contest(&queue);
    let job = NewJob {
        class: Class::Ladder,
        owner: "contest 1".into(),
        contest: task.contest,
        task: Task::Game(task.clone()),
    };
    queue.jobs.put(&job).unwrap();
    let first = queue.lease("before the cut").unwrap();
    assert!(queue.lease("somebody else").is_none(), "a leased job is nobody else's");
    // The process ends here, and a new one opens the same store.
    let Queue { runtime, store, home, .. } = queue;
    runtime.block_on(store.close());
    drop(runtime);
    let queue = Queue::on(home);
    assert_eq!(queue.runtime.block_on(queue.table.release()).unwrap(), 1);
    let again = queue.lease("after the cut").unwrap();
    assert_eq!((again.lease.job, &again.task), (first.lease.job, &Task::Game(task)));
    let late = queue.jobs.complete(first.lease, &JobResult::Played(game.clone())).unwrap();
    assert!(!late && queue.games() == 0, "who lost the lease stores nothing");
    assert!(queue.jobs.complete(again.lease, &JobResult::Played(game.clone())).unwrap());
    assert!(!queue.jobs.complete(again.lease, &JobResult::Played(game)).unwrap());
    assert_eq!(queue.games(), 1);
}

fn a_lease_that_runs_out_is_taken_by_somebody_else_and_one_that_is_extended_is_not(home: NewHome) {
    let queue = Queue::new(home);
    queue.check("a", 1);
    let short = queue.jobs.lease("slow", Preference::ChecksFirst, Duration::ZERO).unwrap().unwrap();
    let taken = std::iter::repeat_with(|| queue.lease("quick")).flatten().next().unwrap();
    assert_eq!(taken.lease.job, short.lease.job);
    assert!(!queue.jobs.extend(short.lease, LONG).unwrap());
    assert!(queue.jobs.extend(taken.lease, LONG).unwrap());
    assert!(queue.lease("third").is_none());
}

fn whoever_stood_still_holds_no_later_job_of_the_same_number(home: NewHome) {
    let queue = Queue::new(home);
    queue.check("a", 1);
    let still = queue.jobs.lease("still", Preference::ChecksFirst, Duration::ZERO).unwrap().unwrap();
    let quick = std::iter::repeat_with(|| queue.lease("quick")).flatten().next().unwrap();
    assert!(queue.jobs.complete(quick.lease, &checked(1)).unwrap());
    queue.check("b", 2);
    let later = queue.lease("later").unwrap();
    assert_eq!(later.lease.job, still.lease.job, "the number came back");
    assert!(!queue.jobs.extend(still.lease, LONG).unwrap());
    assert!(!queue.jobs.complete(still.lease, &checked(1)).unwrap());
    assert!(queue.jobs.complete(later.lease, &checked(2)).unwrap());
}

fn two_hundred_uploads_of_two_hundred_people_are_worked_off_in_order(home: NewHome) {
    let queue = Queue::new(home);
    (0..200).for_each(|upload| queue.check(&format!("account {upload}"), upload));
    assert_eq!(queue.order(), (0..200).collect::<Vec<_>>());
}

fn whoever_sends_many_waits_behind_the_first_of_everybody(home: NewHome) {
    let queue = Queue::new(home);
    (0..5).for_each(|upload| queue.check("eager", upload));
    (10..13).for_each(|upload| queue.check(&format!("account {upload}"), upload));
    let place = queue.runtime.block_on(queue.table.place_of(10)).unwrap();
    assert_eq!(place, Some(2), "told as it will be");
    assert_eq!(queue.order(), [0, 10, 11, 12, 1, 2, 3, 4]);
}

fn of_one_owner_one_check_runs_at_a_time_and_nobody_else_waits_for_it(home: NewHome) {
    let queue = Queue::new(home);
    (0..3).for_each(|upload| queue.check("slow builder", upload));
    queue.check("other", 10);
    let upload = |leased: Leased| match leased.task {
        Task::Check { upload } => upload,
        Task::Game(_) | Task::Final(_) | Task::Rerun(_) => panic!("no game was put"),
    };
    let first = queue.lease("one").unwrap();
    assert_eq!(queue.lease("two").map(upload), Some(10));
    assert!(queue.lease("three").is_none(), "the slow builder's others wait for the first");
    assert!(queue.jobs.complete(first.lease, &checked(0)).unwrap());
    assert_eq!(queue.lease("three").map(upload), Some(1));
}

fn a_rush_of_uploads_does_not_stop_the_ladder(home: NewHome) {
    let queue = Queue::new(home);
    let (task, _) = contest(&queue);
    (0..50).for_each(|upload| queue.check(&format!("account {upload}"), upload));
    let owner = "contest 1".to_owned();
    let game = NewJob { class: Class::Ladder, owner, contest: task.contest, task: Task::Game(task) };
    queue.jobs.put(&game).unwrap();
    let games_first = queue.jobs.lease("two", Preference::GamesFirst, LONG).unwrap().unwrap();
    assert!(matches!(games_first.task, Task::Game(_)), "{games_first:?}");
    let then = queue.jobs.lease("two", Preference::GamesFirst, LONG).unwrap().unwrap();
    assert_eq!(then.task, Task::Check { upload: 0 }, "who finds no game helps with the checks");
}

fn a_job_that_fails_by_our_own_fault_is_tried_three_times(home: NewHome) {
    let queue = Queue::new(home);
    queue.check("a", 1);
    for last in [false, false, true] {
        let leased = queue.lease("one").unwrap();
        assert_eq!(queue.jobs.fail(&leased, "no memory").unwrap(), last);
    }
    assert!(queue.lease("one").is_none());
}

fn a_contest_of_slow_bots_cannot_hold_every_worker_while_another_waits(home: NewHome) {
    let queue = Queue::new(home);
    let (task, game) = contest(&queue);
    let put = |contest: i64| {
        let task = Task::Game(GameTask { contest, ..task.clone() });
        let owner = format!("contest {contest}");
        queue.jobs.put(&NewJob { class: Class::Ladder, owner, contest, task }).unwrap()
    };
    let slow: Vec<i64> = (0..3).map(|_| put(1)).collect();
    let quick: Vec<i64> = (0..3).map(|_| put(2)).collect();
    let first = queue.lease("one").unwrap();
    assert_eq!(first.lease.job, slow[0]);
    for id in quick {
        let next = queue.lease("two").unwrap();
        assert_eq!(next.lease.job, id, "the slow contest has a worker already");
        assert!(queue.jobs.complete(next.lease, &JobResult::Played(game.clone())).unwrap());
    }
    assert_eq!(queue.lease("two").map(|next| next.lease.job), Some(slow[1]), "nobody else waits");
}

fn a_slow_newcomer_holds_one_worker_and_no_more(home: NewHome) {
    let queue = Queue::new(home);
    let (task, game) = contest(&queue);
    let put = |class: Class, owner: &str| {
        let (owner, contest) = (owner.to_owned(), task.contest);
        queue.jobs.put(&NewJob { class, owner, contest, task: Task::Game(task.clone()) }).unwrap()
    };
    let slow = [put(Class::Entering, "newcomer 7"), put(Class::Entering, "newcomer 7")];
    let ladder = put(Class::Ladder, "contest 1");
    let other = put(Class::Entering, "newcomer 8");
    let taken = ["one", "two", "three", "four"].map(|worker| queue.lease(worker).map(|next| next.lease));
    let ids = taken.map(|lease| lease.map(|lease| lease.job));
    assert_eq!(ids, [Some(slow[0]), Some(other), Some(ladder), None]);
    assert!(queue.jobs.complete(taken[0].unwrap(), &JobResult::Played(game)).unwrap());
    assert_eq!(queue.lease("one").map(|next| next.lease.job), Some(slow[1]), "one after the other");
}

fn whoever_lost_a_job_can_neither_keep_nor_end_it_whatever_it_is_called(home: NewHome) {
    let queue = Queue::new(home);
    queue.check("a", 1);
    let lost = queue.jobs.lease("same", Preference::ChecksFirst, Duration::ZERO).unwrap().unwrap();
    let held = std::iter::repeat_with(|| queue.lease("same")).flatten().next().unwrap();
    assert_eq!(held.lease.job, lost.lease.job);
    assert!(!queue.jobs.extend(lost.lease, LONG).unwrap());
    assert!(!queue.jobs.complete(lost.lease, &checked(1)).unwrap());
    assert!(!queue.jobs.hand_back(lost.lease).unwrap());
    assert!(!queue.jobs.fail(&lost, "no memory").unwrap());
    assert!(queue.lease("third").is_none(), "it is still in the hands of who has it");
    assert!(queue.jobs.complete(held.lease, &checked(1)).unwrap());
}

fn what_is_handed_back_is_anybodys_at_once_and_no_failure(home: NewHome) {
    let queue = Queue::new(home);
    queue.check("a", 1);
    for _ in 0..5 {
        let leased = queue.lease("one").unwrap();
        assert!(queue.jobs.hand_back(leased.lease).unwrap());
        assert!(!queue.jobs.hand_back(leased.lease).unwrap(), "once");
    }
    let listed = queue.runtime.block_on(queue.table.first(10)).unwrap();
    assert_eq!((listed.len(), listed[0].failures, &listed[0].worker), (1, 0, &None));
}

fn whoever_has_games_played_elsewhere_takes_no_check_no_rerun_and_nothing_that_it_leaves_alone(
    home: NewHome,
) {
    let queue = Queue::new(home);
    let (game, _) = contest(&queue);
    let contest = game.contest;
    let put = |class: Class, owner: &str, task: Task| {
        queue.jobs.put(&NewJob { class, owner: owner.to_owned(), contest, task }).unwrap()
    };
    queue.check("a", 1);
    let again = RerunTask { rerun: 1, of: 1, game: game.clone(), options: "{}".to_owned() };
    put(Class::Entering, "game 1 again", Task::Rerun(again));
    let of_final = put(Class::Final, "final 7", Task::Final(FinalTask { of: 7, first: 0, count: 16 }));
    let [one, other] = [1, 2].map(|_| put(Class::Ladder, "contest", Task::Game(game.clone())));
    let lease = |finals_of: &[i64], jobs: &[i64]| {
        let beside = LeftAlone { finals_of: finals_of.to_vec(), jobs: jobs.to_vec() };
        queue.jobs.lease_game("far", &beside, LONG).unwrap().map(|leased| leased.lease)
    };
    let taken = lease(&[contest], &[one]).unwrap();
    assert_eq!(taken.job, other);
    assert!(queue.jobs.holds(taken).unwrap());
    assert_eq!(lease(&[contest], &[one]), None);
    assert_eq!(lease(&[contest + 1], &[one * 10]).map(|lease| lease.job), Some(of_final));
    assert_eq!(lease(&[], &[]).map(|lease| lease.job), Some(one));
    assert_eq!(lease(&[], &[]), None, "a check and a game that is played again stay");
    assert!(queue.jobs.hand_back(taken).unwrap());
    assert!(!queue.jobs.holds(taken).unwrap());
    assert_eq!(lease(&[], &[]).map(|lease| (lease.job, lease.taken)), Some((other, taken.taken + 1)));
    assert!(!queue.jobs.holds(taken).unwrap(), "somebody else holds it now");
}

fn a_put_that_is_not_committed_never_happened(home: NewHome) {
    let queue = Queue::new(home);
    queue.runtime.block_on(async {
        let mut write = queue.store.write().await.unwrap();
        let job =
            NewJob { class: Class::Check, owner: "a".into(), contest: 1, task: Task::Check { upload: 1 } };
        queue.table.put(&mut write, &job).await.unwrap();
        drop(write);
        assert_eq!(queue.table.count(Class::Check).await.unwrap(), 0);
    });
    assert!(queue.lease("one").is_none());
}
