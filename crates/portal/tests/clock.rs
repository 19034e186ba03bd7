//! Somebody sets the machine's clock, by hours, forward and back: leases, sessions and ladders are
//! what they were.

#![allow(clippy::unwrap_used)] // A test may.

mod common;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use common::course;
use common::home::{Home, NewHome, on_both};
use croupier_portal::jobs::{Class, Jobs, NewJob, Preference, Queue, Task};
use croupier_portal::store::accounts::{self, Role};
use croupier_portal::store::job_table::JobTable;
use croupier_portal::store::{Store, ladder, now, sessions, set_calendar_by};
use croupier_portal::tournament::standing::Standings;
use croupier_portal::{Broadcast, house_specs, make_contest};
use tokio::runtime::Runtime;

const LONG: Duration = Duration::from_secs(600);
const HOUR: i64 = 3_600_000;

on_both! {
    a_lease_lasts_as_long_as_it_was_given_for_whatever_the_calendar_shows,
    a_clock_that_was_wrong_for_a_while_signs_nobody_out,
    whoever_comes_after_the_clock_was_set_is_on_the_ladder,
}

/// There is one calendar: tests that set it take turns.
static CALENDAR: Mutex<()> = Mutex::new(());

struct Site {
    runtime: Runtime,
    store: Store,
    _home: Home,
    _calendar: MutexGuard<'static, ()>,
}

impl Site {
    fn new(home: NewHome) -> Self {
        let calendar = CALENDAR.lock().unwrap_or_else(PoisonError::into_inner);
        let (runtime, home) = (Runtime::new().unwrap(), home());
        let store = runtime.block_on(home.open());
        Self { runtime, store, _home: home, _calendar: calendar }
    }
}

fn a_lease_lasts_as_long_as_it_was_given_for_whatever_the_calendar_shows(home: NewHome) {
    let site = Site::new(home);
    let table = Arc::new(JobTable::new(site.store.clone()));
    let queue =
        Jobs::new(site.store.clone(), table.clone(), Broadcast::default(), site.runtime.handle().clone());
    let job =
        |upload| NewJob { class: Class::Check, owner: "a".into(), contest: 1, task: Task::Check { upload } };
    queue.put(&job(1)).unwrap();
    let lease = |worker: &str, term| queue.lease(worker, Preference::ChecksFirst, term).unwrap();
    let held = lease("slow", LONG).unwrap();
    for hours in [5, -10, 5] {
        set_calendar_by(hours * HOUR);
        assert!(lease("quick", LONG).is_none(), "{hours} hours took a lease away");
        assert!(queue.extend(held.lease, LONG).unwrap());
    }
    // One that has run out is not kept by a clock that was set back, either.
    assert!(queue.extend(held.lease, Duration::ZERO).unwrap());
    set_calendar_by(-5 * HOUR);
    let taken = std::iter::repeat_with(|| lease("quick", LONG)).flatten().next().unwrap();
    assert_eq!(taken.lease.job, held.lease.job);
    set_calendar_by(5 * HOUR);
    site.runtime.block_on(async {
        assert_eq!(table.place_of(1).await.unwrap(), None, "it is in hand, and waits no more");
    });
}

fn a_clock_that_was_wrong_for_a_while_signs_nobody_out(home: NewHome) {
    let site = Site::new(home);
    site.runtime.block_on(async {
        let store = &site.store;
        let mut write = store.write().await.unwrap();
        let account = accounts::add(&mut write, "Ada", None, "", Role::Player).await.unwrap().unwrap();
        sessions::begin(&mut write, "hers", account, now() + HOUR).await.unwrap();
        write.commit().await.unwrap();
        set_calendar_by(5 * HOUR);
        assert!(sessions::account(store, "hers").await.unwrap().is_none(), "it has run out by the calendar");
        let mut write = store.write().await.unwrap();
        sessions::begin(&mut write, "another", account, now() + HOUR).await.unwrap();
        write.commit().await.unwrap();
        set_calendar_by(-5 * HOUR);
        assert!(sessions::account(store, "hers").await.unwrap().is_some(), "and lasts again");
        set_calendar_by(-5 * HOUR);
        assert!(sessions::account(store, "hers").await.unwrap().is_some());
        set_calendar_by(5 * HOUR);
    });
}

fn whoever_comes_after_the_clock_was_set_is_on_the_ladder(home: NewHome) {
    let site = Site::new(home);
    site.runtime.block_on(async {
        let store = &site.store;
        let id = make_contest(store, &course(), &house_specs("no-thanks").unwrap()).await.unwrap();
        let standings = Standings::default();
        standings.renew(store).await.unwrap();
        for (hours, name) in [(-5, "house:late"), (10, "house:later"), (-5, "house:latest")] {
            set_calendar_by(hours * HOUR);
            let before = standings.get(id).unwrap().rows.len();
            let mut write = store.write().await.unwrap();
            ladder::enter_house(&mut write, id, name).await.unwrap();
            write.commit().await.unwrap();
            standings.renew_played(store, id).await.unwrap();
            assert_eq!(standings.get(id).unwrap().rows.len(), before + 1, "{name} after {hours} hours");
        }
    });
}
