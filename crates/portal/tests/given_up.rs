//! Nothing is given up in silence: what was tried three times is listed for the organisers, who
//! dismiss it or put it again, and no bot is worse off for it.

#![allow(clippy::unwrap_used)] // A test may.

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use common::course;
use common::home::{Home, NewHome, on_both};
use croupier_portal::jobs::{
    Class, FinalTask, GameTask, GivenUp, JobResult, Jobs, Leased, NewJob, Preference, Queue as _, RerunTask,
    SeatedEntry, Task,
};
use croupier_portal::store::accounts::Role;
use croupier_portal::store::contests::{self, Contest};
use croupier_portal::store::finals::FinalResult;
use croupier_portal::store::games::{NewGame, SeatRow};
use croupier_portal::store::given_up::NewGivenUp;
use croupier_portal::store::job_table::JobTable;
use croupier_portal::store::uploads::{NewUpload, State};
use croupier_portal::store::{Store, accounts, finals, games, given_up, ladder, reruns, uploads};
use croupier_portal::tournament::finale::{UploadedBot, Wish, WishedLuck, plan};
use croupier_portal::tournament::put_again::{NotAgain, put_again};
use croupier_portal::{Broadcast, Clock, make_contest};
use croupier_record::{Design, Origin, Until};
use tokio::runtime::Runtime;

const LONG: Duration = Duration::from_secs(600);

on_both! {
    a_game_that_is_given_up_is_told_with_who_sat_there_and_counts_for_nobody,
    the_list_has_every_class_the_newest_first_and_part_by_part,
    a_game_is_put_again_once_with_new_luck_and_whoever_plays_now,
    a_check_that_is_given_up_is_told_and_its_files_stay_until_nobody_wants_them,
    a_rerun_that_is_given_up_is_told_and_waits_again_when_it_is_put_again,
    what_went_on_without_a_job_does_not_take_it_back_and_it_stays_in_the_list,
    what_is_withdrawn_is_not_put_again,
    the_list_keeps_the_newest_thousand_of_a_class_and_nothing_of_another_goes,
}

/// A site of one contest with three players of the house, and its queue.
struct Course {
    runtime: Runtime,
    store: Store,
    table: Arc<JobTable>,
    jobs: Jobs,
    contest: i64,
    _home: Home,
}

impl Course {
    fn new(home: NewHome) -> Self {
        let (home, runtime) = (home(), Runtime::new().unwrap());
        let (store, contest) = runtime.block_on(async {
            let store = home.open().await;
            let house = ["random", "threshold", "CutOff14"].map(|name| format!("house:{name}"));
            let contest = make_contest(&store, &course(), &house).await.unwrap();
            (store, contest)
        });
        let table = Arc::new(JobTable::new(store.clone()));
        let jobs = Jobs::new(store.clone(), table.clone(), Broadcast::default(), runtime.handle().clone());
        Self { runtime, store, table, jobs, contest, _home: home }
    }

    fn wait<T>(&self, coming: impl Future<Output = T>) -> T {
        self.runtime.block_on(coming)
    }

    /// A game of everyone on the ladder.
    fn game(&self) -> GameTask {
        let entries = self.wait(ladder::of_contest(&self.store, self.contest)).unwrap();
        let seat = |entry: ladder::Entry| SeatedEntry {
            entry: entry.id,
            name: entry.name,
            house: entry.house,
            upload: entry.upload,
        };
        let mut seats: Vec<SeatedEntry> = entries.into_iter().map(seat).collect();
        seats.sort_by_key(|seat| seat.entry);
        GameTask { contest: self.contest, origin: Origin::first(1), seats }
    }

    /// Somebody's upload, whose check is still to be done.
    fn upload(&self, hash: &str) -> i64 {
        self.wait(async {
            let mut write = self.store.write().await.unwrap();
            let account = accounts::add(&mut write, hash, None, "", Role::Player).await.unwrap().unwrap();
            let new = NewUpload {
                contest: self.contest,
                account,
                file_name: "bot.py".into(),
                hash: hash.into(),
                main: "bot.py".into(),
                kind: "python".into(),
                url: None,
                bytes: 1,
                kept: 1,
            };
            let id = uploads::add(&mut write, &new).await.unwrap();
            write.commit().await.unwrap();
            id
        })
    }

    fn put(&self, class: Class, owner: &str, task: Task) {
        self.jobs.put(&NewJob { class, owner: owner.to_owned(), contest: self.contest, task }).unwrap();
    }

    fn lease(&self) -> Option<Leased> {
        self.jobs.lease("one", Preference::ChecksFirst, LONG).unwrap()
    }

    /// Whoever takes the next job fails, until it is given up; the last time for this reason.
    fn give_up(&self, why: &str) {
        for (why, last) in [("the first try", false), ("the second one", false), (why, true)] {
            assert_eq!(self.jobs.fail(&self.lease().unwrap(), why).unwrap(), last);
        }
    }

    fn listed(&self) -> Vec<GivenUp> {
        self.wait(self.table.given_up(None, 10)).unwrap()
    }

    fn again(&self, id: i64) -> Result<i64, NotAgain> {
        let (events, clock) = (Broadcast::default(), Clock::default());
        self.wait(put_again(&self.store, &*self.table, &events, &clock, id))
    }

    fn pause(&self, paused: bool) {
        self.wait(async {
            let contest = contests::get(&self.store, self.contest).await.unwrap().unwrap();
            let mut write = self.store.write().await.unwrap();
            contests::change(&mut write, &Contest { paused, ..contest }).await.unwrap();
            write.commit().await.unwrap();
        });
    }

    fn put_out(&self, entry: i64, why: Option<&str>) {
        self.wait(async {
            let mut write = self.store.write().await.unwrap();
            ladder::put_out(&mut write, entry, why).await.unwrap();
            write.commit().await.unwrap();
        });
    }
}

fn a_game_that_is_given_up_is_told_with_who_sat_there_and_counts_for_nobody(home: NewHome) {
    let course = Course::new(home);
    let standing = || {
        let entries = course.wait(ladder::of_contest(&course.store, course.contest)).unwrap();
        entries.iter().map(|entry| format!("{entry:?}")).collect::<BTreeSet<_>>()
    };
    let (game, before) = (course.game(), standing());
    course.put(Class::Ladder, "contest 1", Task::Game(game.clone()));
    assert!(course.listed().is_empty());
    course.give_up("the disk is full");
    let listed = course.listed();
    let [job] = &listed[..] else { panic!("{listed:?}") };
    assert_eq!((job.class, job.contest, job.owner.as_str()), (Class::Ladder, course.contest, "contest 1"));
    assert_eq!((job.tries, job.why.as_str()), (3, "the disk is full"), "the last reason of three");
    assert_eq!(job.task, Task::Game(game), "who sat where");
    assert!(job.put > 0 && job.ended >= job.put);
    let count = |class| course.wait(course.table.count_given_up(class)).unwrap();
    assert_eq!(Class::ALL.map(count), [0, 0, 0, 1]);
    assert!(course.lease().is_none());
    assert_eq!(course.wait(games::count(&course.store)).unwrap(), 0);
    assert_eq!(standing(), before, "nobody is blamed");
}

fn the_list_has_every_class_the_newest_first_and_part_by_part(home: NewHome) {
    let course = Course::new(home);
    let tasks = [
        (Class::Ladder, Task::Game(course.game())),
        (Class::Final, Task::Final(FinalTask { of: 7, first: 32, count: 16 })),
        (Class::Entering, Task::Game(course.game())),
        (Class::Check, Task::Check { upload: course.upload("aa") }),
    ];
    for (class, task) in tasks.clone() {
        course.put(class, class.word(), task);
        course.give_up(class.word());
    }
    let listed = course.listed();
    let told: Vec<_> = listed.iter().rev().map(|job| (job.class, job.task.clone())).collect();
    assert_eq!(told, tasks);
    assert!(listed.iter().all(|job| job.why == job.class.word()));
    let count = |class| course.wait(course.table.count_given_up(class)).unwrap();
    assert_eq!(Class::ALL.map(count), [1; 4]);
    let first = course.wait(course.table.given_up(None, 3)).unwrap();
    let then = course.wait(course.table.given_up(Some(first[2].id), 3)).unwrap();
    assert_eq!([first, then].concat(), listed);
}

fn a_game_is_put_again_once_with_new_luck_and_whoever_plays_now(home: NewHome) {
    let course = Course::new(home);
    let game = course.game();
    let mut then = game.clone();
    then.seats[0].upload = Some(99);
    course.put(Class::Entering, "newcomer 3", Task::Game(then));
    course.give_up("a worker panicked");
    let id = course.listed()[0].id;
    let put = course.again(id).unwrap();
    assert!(course.listed().is_empty(), "it is in one place");
    let twice = course.again(id).unwrap_err();
    assert!(matches!(twice, NotAgain::NotThere(_)), "a second click puts nothing: {twice}");
    let queued = course.wait(course.table.first(10)).unwrap();
    let [job] = &queued[..] else { panic!("{queued:?}") };
    assert_eq!((job.id, job.class, job.owner.as_str()), (put, Class::Entering, "newcomer 3"));
    assert_eq!(job.failures, 0);
    let leased = course.lease().unwrap();
    let Task::Game(again) = leased.task.clone() else { panic!("{leased:?}") };
    assert_eq!(again.seats, game.seats, "an upload that plays no more sits nowhere");
    assert!(again.origin != game.origin && again.origin.day().is_some(), "{:?}", again.origin);
    assert!(!course.jobs.fail(&leased, "once more").unwrap(), "it has all of its tries again");
    for last in [false, true] {
        assert_eq!(course.jobs.fail(&course.lease().unwrap(), "for ever").unwrap(), last);
    }
    let listed = course.listed();
    assert_eq!((listed.len(), listed[0].why.as_str()), (1, "for ever"));
}

fn a_check_that_is_given_up_is_told_and_its_files_stay_until_nobody_wants_them(home: NewHome) {
    let course = Course::new(home);
    let upload = course.upload("aa");
    let state = || {
        let upload = course.wait(uploads::get(&course.store, upload)).unwrap().unwrap();
        (upload.state, upload.detail)
    };
    let needless = || {
        let all = course.wait(uploads::needless(&course.store)).unwrap();
        let one = course.wait(async {
            let mut write = course.store.write().await.unwrap();
            uploads::is_needless(&mut write, "aa").await.unwrap()
        });
        assert_eq!(all == ["aa"], one);
        one
    };
    course.put(Class::Check, "account 1", Task::Check { upload });
    course.give_up("no memory");
    let words = "the check broke off three times, and not because of the bot: no memory";
    assert_eq!(state(), (State::Failed, words.to_owned()));
    assert!(!needless(), "it may be put again");
    course.again(course.listed()[0].id).unwrap();
    assert_eq!(state(), (State::Waiting, String::new()));
    assert_eq!(course.wait(course.table.place_of(upload)).unwrap(), Some(1));
    assert!(!needless());
    course.give_up("still none");
    course.wait(async {
        let id = course.table.given_up(None, 1).await.unwrap()[0].id;
        let mut write = course.store.write().await.unwrap();
        assert!(course.table.take_given_up(&mut write, id).await.unwrap().is_some());
        assert!(course.table.take_given_up(&mut write, id).await.unwrap().is_none());
        write.commit().await.unwrap();
    });
    assert!(course.listed().is_empty() && needless());
}

fn a_rerun_that_is_given_up_is_told_and_waits_again_when_it_is_put_again(home: NewHome) {
    let course = Course::new(home);
    let game = course.game();
    course.put(Class::Ladder, "contest 1", Task::Game(game.clone()));
    let seat = |(at, seat): (usize, &SeatedEntry)| SeatRow {
        entry: seat.entry,
        upload: None,
        place: at as i64 + 1,
        score: 0.0,
        figures: "[]".into(),
        faults: 0,
        fault: None,
        log: String::new(),
    };
    let seats = game.seats.iter().enumerate().map(seat).collect();
    let played = NewGame { contest: course.contest, seed: 1, took: 1, seats, record: vec![1] };
    let leased = course.lease().unwrap();
    assert!(course.jobs.complete(leased.lease, &JobResult::Played(played)).unwrap());
    let of = 1;
    let ask = || {
        course.wait(async {
            let mut write = course.store.write().await.unwrap();
            let name = format!("prof {}", reruns::of_game(&course.store, of).await.unwrap().len());
            let prof = accounts::add(&mut write, &name, None, "", Role::Organiser).await.unwrap().unwrap();
            let rerun = reruns::ask(&mut write, of, prof).await.unwrap();
            write.commit().await.unwrap();
            rerun
        })
    };
    let rerun = ask();
    let verdict =
        || course.wait(reruns::get(&course.store, rerun)).unwrap().map(|it| (it.verdict, it.words)).unwrap();
    let task = Task::Rerun(RerunTask { rerun, of, game, options: "{}".into() });
    course.put(Class::Entering, "game 1 again", task.clone());
    course.give_up("no memory");
    assert_eq!(verdict(), (Some("failed".to_owned()), "no memory".to_owned()));
    let id = course.listed()[0].id;
    course.again(id).unwrap();
    assert_eq!(verdict(), (None, String::new()));
    assert_eq!(course.lease().unwrap().task, task, "with the luck that it had");
    // Of one game one rerun waits at a time.
    let Course { ref store, ref table, .. } = course;
    course.wait(async {
        let mut write = store.write().await.unwrap();
        table.withdraw(&mut write, "game 1 again").await.unwrap();
        reruns::give_up(&mut write, rerun, "no memory").await.unwrap();
        let new = NewGivenUp {
            class: Class::Entering,
            owner: "game 1 again".into(),
            contest: course.contest,
            task: task.clone(),
            put: 1,
            tries: 3,
            why: "no memory".into(),
        };
        given_up::add(&mut write, &new).await.unwrap();
        write.commit().await.unwrap();
    });
    ask();
    let refused = course.again(course.listed()[0].id).unwrap_err().to_string();
    assert_eq!(refused, "game 1 waits to be played again already");
    assert_eq!(course.listed().len(), 1);
}

fn what_went_on_without_a_job_does_not_take_it_back_and_it_stays_in_the_list(home: NewHome) {
    let course = Course::new(home);
    let game = course.game();
    course.put(Class::Ladder, "contest 1", Task::Game(game.clone()));
    course.give_up("no memory");
    let refused = || course.again(course.listed()[0].id).unwrap_err().to_string();
    course.pause(true);
    assert_eq!(refused(), "no games are begun in its contest now");
    course.pause(false);
    course.put_out(game.seats[1].entry, Some("it peeped"));
    assert_eq!(refused(), format!("{} is off the ladder", game.seats[1].name));
    course.put_out(game.seats[1].entry, None);
    course.again(course.listed()[0].id).unwrap();
    assert!(course.lease().is_some_and(|leased| matches!(leased.task, Task::Game(_))));

    let upload = course.upload("aa");
    course.put(Class::Check, "account 1", Task::Check { upload });
    course.give_up("no memory");
    course.wait(async {
        let mut write = course.store.write().await.unwrap();
        uploads::set_gone(&mut write, "aa").await.unwrap();
        write.commit().await.unwrap();
    });
    assert_eq!(refused(), format!("the files of upload {upload} were removed"));

    let id = course.wait(async {
        let contest = contests::get(&course.store, course.contest).await.unwrap().unwrap();
        let entries = ladder::of_contest(&course.store, course.contest).await.unwrap();
        let wish = Wish {
            design: Design::default(),
            until: Until::default(),
            tolerance: 0.0,
            games: 6,
            luck: WishedLuck::Seed(7),
        };
        let (header, field) = plan(&contest, &entries, &|_| UploadedBot::default(), None, wish).unwrap();
        let mut write = course.store.write().await.unwrap();
        let id = finals::add(&mut write, course.contest, &header, &field).await.unwrap();
        write.commit().await.unwrap();
        id
    });
    let task = Task::Final(FinalTask { of: id, first: 0, count: 6 });
    course.put(Class::Final, &finals::owner(id), task.clone());
    course.give_up("no memory");
    course.again(course.listed()[0].id).unwrap();
    let leased = course.lease().unwrap();
    assert_eq!(leased.task, task, "the same games of the final");
    assert!(course.jobs.hand_back(leased.lease).unwrap());
    course.give_up("no memory");
    course.wait(async {
        let mut write = course.store.write().await.unwrap();
        let ended = FinalResult { games: 0, reason: "stopped".into(), standings: String::new() };
        finals::end(&mut write, id, &ended).await.unwrap();
        write.commit().await.unwrap();
    });
    assert_eq!(refused(), format!("final {id} has ended without these games"));
    assert_eq!(course.listed().len(), 2, "what was refused is still there");
}

fn what_is_withdrawn_is_not_put_again(home: NewHome) {
    let course = Course::new(home);
    for owner in ["final 1", "final 2"] {
        course.put(Class::Final, owner, Task::Final(FinalTask { of: 1, first: 0, count: 16 }));
        course.give_up("no memory");
    }
    course.wait(async {
        let mut write = course.store.write().await.unwrap();
        course.table.withdraw(&mut write, "final 1").await.unwrap();
        write.commit().await.unwrap();
    });
    let owners: Vec<String> = course.listed().into_iter().map(|job| job.owner).collect();
    assert_eq!(owners, ["final 2"]);
}

fn the_list_keeps_the_newest_thousand_of_a_class_and_nothing_of_another_goes(home: NewHome) {
    let course = Course::new(home);
    let new = |class: Class, number: i64| NewGivenUp {
        class,
        owner: "contest 1".into(),
        contest: 1,
        task: Task::Check { upload: number },
        put: 1,
        tries: 3,
        why: "x".repeat(5_000),
    };
    course.wait(async {
        let mut write = course.store.write().await.unwrap();
        given_up::add(&mut write, &new(Class::Final, -1)).await.unwrap();
        for number in 0..1_003 {
            given_up::add(&mut write, &new(Class::Ladder, number)).await.unwrap();
        }
        write.commit().await.unwrap();
    });
    let all = course.wait(course.table.given_up(None, 2_000)).unwrap();
    let numbers: Vec<i64> = all.iter().filter_map(|job| job.task.upload()).collect();
    let expected: Vec<i64> = (3..1_003).rev().chain([-1]).collect();
    assert_eq!(numbers, expected);
    assert!(all.iter().all(|job| job.why.len() == 1_000), "reasons are bounded, too");
}
